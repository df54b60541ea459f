#!/usr/bin/env python3
"""Compares `drover generate` with the tests and names that diy made from the same cycles.

For each case of the corpus (a cycle, options and a file): the generated test is equivalent to the file
as far as the case says (`equivalent.py` of the corpus), the name is that of norm7, `drover litmus`
gives both tests the same verdict, and `drover classify` reads the cycle off the test (these two on one
case in --every). Searches and cross products find the same cycles. The corpus is not part of the repository:
without it this exits with 77, which ctest takes for "skipped".

usage: run_generate.py DROVER [CORPUS] [--every N] [--random N] [--seed N]
       CORPUS is $DROVER_CORPUS or ../shared/corpus beside the repository if not given.
"""

import argparse
import collections
import importlib.util
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

SKIPPED = 77
# Tests with the values that diy gives them: an addition and another write leave the same value, so that
# the outcome has another coherence order, too. Drover chooses other operands unless asked for these.
NUMBERED = ["--values", "numbered"]
# Searches that find other cycles: the lists have edges that Drover does not, or annotations as elements;
# the rules of mode `default` are not known well enough: it finds 83 cycles for Coi-Rfi, diy7 has 68 of them.
OTHER_SEARCHES = ("search/default", "baseline-size-4", "AMO_X0_2_THREAD", "RELAX/Coi-Rfi")
# Program order at one location is made like the communication that it may be, and ISB behind a branch
# like the edge that has both.
LIKE = {"PosWR": "Rfi", "PosWW": "Coi", "PosRW": "Fri"}
# An exclusive pair that is one access of the cycle, one more store, or a store made as an exchange (AsAmo) is
# an access too many for a reader.
NOT_READ = re.compile(r"X|Store|Rmw|LxSx")
PAIRS_OF_POWER = re.compile(r"(Na|R|A)A\b|A(Na|R)\b")
# The tool that made these has edges inside of instructions: no way through all accesses, and no names of norm7.
OTHER_TOOL = "diymicro"


def is_covered(case):
    return case["kind"] == "test" and not case.get("outlook") and case["agreement"] != "unconfirmed"


def made(drover, architecture, options, cases, folder):
    lines = "".join(f"{number}: {case['cycle']}\n" for number, case in cases)
    call = [drover, "generate", "-arch", architecture, *options, "-o", folder]
    done = subprocess.run(call, input=lines, capture_output=True, text=True, check=False)
    return done.stderr


def names_of(drover, architecture, options, cycles):
    """The names and normal forms of cycles: those of different cycles only, which get no numbers."""
    call = [drover, "generate", "-arch", architecture, *options, "-cycleonly", "true"]
    done = subprocess.run(call, input="\n".join(cycles) + "\n", capture_output=True, text=True,
                          check=False)
    return [line.split(": ") for line in done.stdout.splitlines()], done.stderr


def observations(drover, architecture, files):
    """Verdict and numbers of each test."""
    model = ["-m", "lkmm"] if architecture == "LKMM" else []
    call = [drover, "litmus", "--json", "-q", *model, *files]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    answers = []
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        answers.append((answer["observation"], answer["positive"], answer["negative"])
                       if answer["verdict"] != "invalid" else ("invalid",))
    return answers


class Comparison:
    def __init__(self, drover, corpus):
        self.drover, self.corpus = drover, corpus
        spec = importlib.util.spec_from_file_location("equivalent", corpus / "generate" / "equivalent.py")
        self.equivalent = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.equivalent)
        self.counts, self.complaints = collections.Counter(), []
        self.numbered = set()  # cases whose file has diy's values

    def complain(self, case, text):
        self.complaints.append(f"{case['id']}: {text}")

    def compare_files(self, architecture, options, cases, folder):
        complaint = made(self.drover, architecture, options, cases, folder)
        if complaint:
            self.complaints.append(f"{architecture} {options}: {complaint}")
            return
        for number, case in cases:
            file = self.corpus / case["file"]
            answer = self.agreement(file, folder / f"{number}.litmus")
            if answer not in ("same", case["agreement"]):
                again = folder / "numbered"
                made(self.drover, architecture, [*options, *NUMBERED], [(number, case)], again)
                answer = self.agreement(file, again / f"{number}.litmus")
                self.counts["equivalent with --values numbered"] += 1
                self.numbered.add(number)
            if answer in ("same", case["agreement"]):
                self.counts[f"equivalent, {case['agreement']}"] += 1
            else:
                self.complain(case, f"{answer}, expected {case['agreement']}")

    def agreement(self, one, other):
        return self.equivalent.agreement(self.equivalent.read(one), self.equivalent.read(other))

    def check_names(self, cases_by_architecture):
        for architecture, cases in cases_by_architecture.items():
            rounds = collections.defaultdict(list)
            seen = collections.Counter()
            for case in cases:
                name = case["normal"]["name"]
                rounds[seen[name]].append(case)
                seen[name] += 1
            for batch in rounds.values():
                options = ["-oneloc", "-obs", "oo"]
                got, complaint = names_of(self.drover, architecture, options,
                                          [case["cycle"] for case in batch])
                if complaint or len(got) != len(batch):
                    self.complaints.append(f"{architecture}: {len(batch)} cycles, {len(got)} names: {complaint}")
                    continue
                for case, (name, cycle) in zip(batch, got):
                    wanted = case["normal"]
                    if (name, cycle) == (wanted["name"], wanted["cycle"]):
                        self.counts["names"] += 1
                    else:
                        self.complain(case, f"is called {name} ({cycle}), expected {wanted}")

    def compare_searches(self, cases):
        for case in cases:
            if case["kind"] not in ("search", "cross") or case.get("outlook") or case["id"].endswith(OTHER_SEARCHES):
                continue
            products = ["--products"] if case["kind"] == "cross" else []
            call = [self.drover, "generate", *products, *self.without_names(case["arguments"]), "--cycleonly"]
            done = subprocess.run(call, capture_output=True, text=True, check=False)
            got = [line.split(": ")[1] for line in done.stdout.splitlines()]
            if len(got) != case["count"] or ("cycles" in case and set(got) != set(case["cycles"])):
                self.complain(case, f"{len(got)} cycles, expected {case['count']}: {done.stderr}")
            else:
                self.counts["searches"] += 1

    @staticmethod
    def without_names(arguments):
        out = list(arguments)
        for option in ("-sufname", "-name"):
            if option in out:
                place = out.index(option)
                del out[place:place + 2]
        while "ConstsInInit" in out:
            place = out.index("ConstsInInit")
            del out[place - 1:place + 1]
        return out

    def compare_lists(self, cases):
        """What a list of relaxations stands for."""
        for case in cases:
            if case["kind"] != "command" or "-unfold-only" not in case["command"] or "GCSB" in case["output_text"]:
                continue
            if "ifetch" in case["command"] or "Read" in case["output_text"]:
                continue
            words = shlex.split(case["command"].replace("2>&1", ""))[1:]
            done = subprocess.run([self.drover, "generate", *words], capture_output=True, text=True, check=False)
            if self.sorted_lines(done.stdout) == self.sorted_lines(case["output_text"]):
                self.counts["lists"] += 1
            else:
                self.complain(case, f"{case['command']}: {done.stdout}{done.stderr}")

    def all_cycles(self, file):
        """A detour may also be read as several accesses in a row."""
        done = subprocess.run([self.drover, "classify", "--all", file], capture_output=True, text=True, check=False)
        return [line.split(" ", 2)[2] for line in done.stdout.splitlines()]

    @staticmethod
    def sorted_lines(text):
        return [sorted(line.split()) for line in text.strip().splitlines()]

    def compare_classes(self, architecture, cases, folder):
        """The cycle that is read off the generated test is the given one."""
        cases = [(number, case) for number, case in cases
                 if OTHER_TOOL not in case["id"] and not NOT_READ.search(case["cycle"])
                and not (architecture == "PPC" and PAIRS_OF_POWER.search(case["cycle"])) and "AsAmo" not in case.get("options", ())]
        files = [folder / f"{number}.litmus" for number, _ in cases]
        normal, _ = names_of(self.drover, architecture, ["-oneloc", "-obs", "oo"],
                             [self.alike(case["cycle"]) for _, case in cases])
        # Not all such program order communicates in the outcome.
        as_given, _ = names_of(self.drover, architecture, ["-oneloc", "-obs", "oo"],
                               [case["cycle"] for _, case in cases])
        done = subprocess.run([self.drover, "classify", *files], capture_output=True, text=True, check=False)
        got = [line.split(" ", 2)[2] for line in done.stdout.splitlines()]
        if len(got) != len(cases) or len(normal) != len(cases):
            self.complaints.append(f"{architecture}: {len(got)} of {len(cases)} tests classified: {done.stderr}")
            return
        for (number, case), cycle, (_, wanted), (_, given) in zip(cases, got, normal, as_given):
            if cycle in (wanted, given) or wanted in self.all_cycles(folder / f"{number}.litmus"):
                self.counts["cycles read off"] += 1
            else:
                self.complain(case, f"classified as {cycle}, expected {wanted}")

    def compare_random_cycles(self, folder, count, seed):
        """The same for some of the cycles that a search finds."""
        searches = {
            "AArch64": "Pod**,DMB.SYd**,DMB.LDdR*,PodWWPL,PodRRAP,DpAddrd*,DpDatadW,DpCtrldW,DpCtrlIsbdR,Rfi,Fri",
            "RISCV": "Pod**,Fence.rw.wdWW,Fence.r.rwd**,PodRRAqP,DpAddrd*,DpDatadW,DpCtrldW,Rfi,Fri",
            "PPC": "Pod**,LwSyncdWW,Syncd**,DpAddrd*,DpDatadW,DpCtrlIsyncdR,Rfi",
            "X86": "Pod**,MFencedWR,Rfi,Exch",
            "C": "Pod**RlxRlx,PodWWRlxRel,PodRRAcqRlx,FenceScd**RlxRlx,[Rlx,Rfi,Rlx]",
        }
        for architecture, safe in searches.items():
            ends = "RfeRlxRlx,FreRlxRlx,CoeRlxRlx" if architecture == "C" else "Rfe,Fre,Coe"
            search = [self.drover, "generate", "-a", architecture, "--safe", f"{safe},{ends}", "--size", "5",
                      "--threads", "3", "--cycleonly"]
            found = subprocess.run(search, capture_output=True, text=True, check=False).stdout.splitlines()
            cycles = [line.split(": ")[1] for line in found]
            cycles = random.Random(seed).sample(cycles, min(count, len(cycles)))
            cases = [(number, {"id": cycle, "cycle": cycle}) for number, cycle in enumerate(cycles)]
            complaint = made(self.drover, architecture, ["-obs", "oo"], cases, folder / architecture)
            if complaint or not cases:
                self.complaints.append(f"{architecture}: {len(cases)} cycles: {complaint}")
            else:
                self.compare_classes(architecture, cases, folder / architecture)

    @staticmethod
    def alike(cycle):
        cycle = re.sub(r"Pos(WR|WW|RW)", lambda match: LIKE[match.group(0)], cycle)
        return re.sub(r"DpCtrld(R|W)(\w*) ISB\b", r"DpCtrlIsbd\1\2", cycle)

    def compare_verdicts(self, architecture, cases, folder):
        files = [self.corpus / case["file"] for _, case in cases]
        ours = [folder / ("numbered" if number in self.numbered else "") / f"{number}.litmus" for number, _ in cases]
        wanted = observations(self.drover, architecture, files)
        got = observations(self.drover, architecture, ours)
        if len(wanted) != len(cases) or len(got) != len(cases):
            self.complaints.append(f"{architecture}: {len(cases)} tests, {len(wanted)} and {len(got)} answers")
            return
        for (_, case), theirs, mine in zip(cases, wanted, got):
            if theirs == mine:
                self.counts["verdicts"] += 1
            else:
                self.complain(case, f"{mine}, the file has {theirs}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("corpus", nargs="?", default=os.environ.get(
        "DROVER_CORPUS", pathlib.Path(__file__).parents[2] / "shared" / "corpus"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=40, help="random cycles of each architecture")
    arguments = parser.parse_args()
    corpus = pathlib.Path(arguments.corpus)
    if not (corpus / "generate" / "expected.json").exists():
        print("no corpus of cycles: skipped")
        return SKIPPED
    everything = json.loads((corpus / "generate" / "expected.json").read_text())["cases"]
    cases = [case for case in everything if is_covered(case)]
    comparison = Comparison(arguments.drover, corpus)
    groups = collections.defaultdict(list)
    for number, case in enumerate(cases):
        groups[case["architecture"], tuple(case["options"])].append((number, case))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for (architecture, options), group in groups.items():
            comparison.compare_files(architecture, list(options), group, folder)
            run = [(number, case) for number, case in group
                   if number % arguments.every == 0 and case["agreement"] == "same"]
            if run and not comparison.complaints:
                comparison.compare_verdicts(architecture, run, folder)
                if "local" not in options and "accept" not in options:
                    comparison.compare_classes(architecture, run, folder)
        comparison.compare_random_cycles(folder, arguments.random, arguments.seed)
    named = collections.defaultdict(list)
    for case in cases:
        if "normal" in case:
            named[case["architecture"]].append(case)
    comparison.check_names(named)
    comparison.compare_searches(everything)
    comparison.compare_lists(everything)
    for complaint in comparison.complaints[:20]:
        print(complaint)
    print(f"{len(cases)} cases:", ", ".join(f"{number} {what}" for what, number in
                                           sorted(comparison.counts.items())))
    print(f"{len(comparison.complaints)} complaints")
    return 1 if comparison.complaints or not comparison.counts else 0


if __name__ == "__main__":
    sys.exit(main())
