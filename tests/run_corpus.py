#!/usr/bin/env python3
"""Compares `drover litmus` with herd7's answers on a corpus of litmus files, byte for byte.

The corpus is a folder with expected-FAMILY-MODEL.json files, each of which maps names of files
in a folder of the family to the output of herd7. Without MODEL, the model is the default of the
family, and the answers have only parts of herd7's output: the kind of the test, the states, the
verdict, the numbers of executions, the flags. Families whose dialect Drover does not read are
skipped, and the output says so. expected-mixed-FAMILY.json is about tests with accesses of
different sizes, in the folder mixed/FAMILY. The corpus is not part of the repository: without it this exits
with 77, which ctest takes for "skipped".

With --machine, runs the tests of AArch64 and RISC-V by `--algo interleave`, the machine with promises:
a test that it does not take (accesses of different sizes) counts as different. The answers must not
take longer than herd7's did.

usage: run_corpus.py DROVER [CORPUS] [--only TEXT] [--verbose] [--timeout S] [--machine]
       CORPUS is $DROVER_CORPUS or ../shared/corpus beside the repository if not given.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

FOLDERS = {"c11": "c11", "c11heavy": "c11-heavy", "x86": "x86",
           "aarch64": "aarch64", "riscv": "riscv", "ppc": "ppc", "lkmm": "lkmm", "mixed": "mixed"}
SKIPPED = 77
MACHINES = ("aarch64", "riscv")  # families with a machine with promises
# Three graphs: success, and failure with and without a write back. herd7 7.58 counts 6 executions, the newest
# herd 4; Drover has success and plain failure twice, as for all CAS and CASP.
NOT_COUNTED = {"hand-PAIR+casp+strw.litmus"}


def expected_block(name, answer):
    """The output of herd7, without its Time and Hash lines."""
    condition, kind = answer["condition"], answer["kind"]
    positive, negative = answer["positive"], answer["negative"]
    swapped = condition.startswith("~exists")
    satisfying, others = (negative, positive) if swapped else (positive, negative)
    lines = [f"Test {answer['test']} {kind}", f"States {len(answer['states'])}"]
    lines += answer["states"]
    lines += [answer["verdict"], "Witnesses", f"Positive: {positive} Negative: {negative}"]
    lines += [f"Flag {flag}" for flag in answer["flags"]]
    lines += [f"Condition {condition}"]
    lines += [f"Observation {answer['test']} {answer['observation']} {satisfying} {others}"]
    return lines


def expected_parts(answer, with_numbers):
    """The same, for answers that have only parts of the output."""
    lines = [answer["kind"], f"States {len(answer['states'])}", *answer["states"], answer["verdict"]]
    if with_numbers:
        lines += [f"Positive: {answer['positive']} Negative: {answer['negative']}"]
    lines += [f"Flag {flag}" for flag in sorted(answer["flags"])]
    return lines + [answer["observation"]]


def parts_of(block, with_numbers):
    """The same parts of the output of Drover."""
    if len(block) < 2:
        return block
    count = int(block[1].split()[1])
    flags = [line for line in block if line.startswith("Flag ")]
    observation = [line.split()[-3] for line in block if line.startswith("Observation ")]
    numbers = [block[count + 4]] if with_numbers else []
    return [block[0].split()[-1], *block[1:count + 3], *numbers, *sorted(flags), *observation]


def without_brackets(lines):
    return [line.replace("[", "").replace("]", "") for line in lines]


def run(drover, model, files, arguments, timeout):
    chosen = ["-m", model] if model else []
    command = [drover, "litmus", "-q", *chosen, *arguments, "-"]
    return subprocess.run(command, input="\n".join(map(str, files)), capture_output=True,
                          text=True, timeout=timeout, check=False)


def blocks_of(text):
    blocks, current = [], []
    for line in text.splitlines():
        # States may be empty lines: a block ends after its Digest.
        if line.startswith("Digest="):
            blocks.append([each for each in current if not each.startswith("Time ")])
            current = []
        elif current or line:
            current.append(line)
    return blocks


def compare(drover, corpus, path, options):
    _, family, *rest = path.stem.split("-", 2)
    is_mixed = family == "mixed"
    folder = corpus / FOLDERS[family] / (rest[0] if is_mixed else "")
    model = rest[0] if rest and not is_mixed else None
    answers = json.loads(path.read_text(encoding="utf-8"))
    names = [name for name in answers if options.only in name]
    files = [folder / name for name in names]
    limits = ["--max-time", str(options.timeout)]
    if is_mixed:
        limits += ["--variant", "mixed,unaligned" if rest[0].endswith("unaligned") else "mixed"]
    if options.machine:
        limits += ["--algo", "interleave"]
    as_json = run(drover, model, files, ["--json", *limits], None)
    objects = [json.loads(line) for line in as_json.stdout.splitlines()]
    complete = {each["file"] for each in objects if each.get("complete")}
    start = time.monotonic()
    as_text = run(drover, model, files, limits, None)
    seconds = time.monotonic() - start
    blocks = iter(blocks_of(as_text.stdout))
    equal, different = 0, []
    for name, file in zip(names, files):
        got = next(blocks, []) if str(file) in complete else []
        if model is None:
            with_numbers = answers[name]["positive"] is not None and name not in NOT_COUNTED
            wanted = expected_parts(answers[name], with_numbers)
            got = parts_of(got, with_numbers)
        else:
            wanted = expected_block(name, answers[name])
            # herd7 before 7.56 printed globals without brackets.
            if "[" not in answers[name]["condition"]:
                got, wanted = without_brackets(got), without_brackets(wanted)
        if got == wanted:
            equal += 1
        else:
            different.append((name, wanted, got))
    herd = sum(answers[name]["seconds"] for name in names)
    print(f"{path.name}: {equal} of {len(names)} equal; {seconds:.2f} s, herd7 {herd:.2f} s")
    for name, wanted, got in different[: 20 if options.verbose else 5]:
        print(f"  {name}")
        if options.verbose:
            print("    herd7:  " + "\n            ".join(wanted))
            print("    drover: " + "\n            ".join(got))
    if different and options.verbose:
        print(as_text.stderr[:4000])
    if options.machine and seconds > herd:
        print("  slower than herd7")
        return False
    return not different


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--machine", action="store_true")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--expected", default="")
    options = parser.parse_args()
    beside = pathlib.Path(__file__).resolve().parents[1] / ".." / "shared" / "corpus"
    corpus = pathlib.Path(options.corpus or os.environ.get("DROVER_CORPUS") or beside)
    expected = sorted(each for each in corpus.glob("expected-*.json")
                      if options.expected in each.name
                      and (not options.machine or each.stem.split("-", 1)[1] in MACHINES))
    if not expected:
        print(f"no corpus in {corpus}: skipped")
        return SKIPPED
    results = []
    for path in expected:
        if path.stem.split("-")[1] in FOLDERS:
            results.append(compare(options.drover, corpus, path, options))
        else:
            print(f"{path.name}: skipped, Drover does not read these tests")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
