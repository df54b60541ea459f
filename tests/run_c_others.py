#!/usr/bin/env python3
"""Runs `drover check` on C programs of public repositories, as they are, and prints a table.

usage: run_c_others.py DROVER [FOLDER] [--mirrors MIRRORS] [--limit SECONDS] [--jobs N]
                       [--only TEXT] [--save FILE] [--before FILE] [--least PERCENT] [-v]
       FOLDER holds the files of the repositories, each below OWNER+NAME; it is others/ of
       $DROVER_CORPUS, or of ../shared/corpus beside the repository. With --mirrors it is laid out
       anew from the git directories MIRRORS/OWNER+NAME/repo. Without it, this exits with 77, which
       ctest takes for "skipped".

c/others.json lists the programs of each origin: files, flags, and the verdict that the origin's own
suite expects, if it has one (`ok`, `error`, or the kind of the error). A program is

- read, if nothing in it is refused;
- answered, if `drover check` ends within --limit seconds with a verdict on all executions, or with
  an error;
- agreed with, if the answer is the expected one.

Refusals follow, grouped by their reason, and the programs without an answer and with another one.
With -v, all programs of a reason are named, with their commands. --save keeps the results, and
--before shows those of an earlier run beside the new ones.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from run_c_corpus import SKIPPED

LIST = pathlib.Path(__file__).resolve().parent / "c" / "others.json"


def folder_of(argument):
    shared = pathlib.Path(__file__).resolve().parents[2] / "shared" / "corpus"
    return pathlib.Path(argument or
                        pathlib.Path(os.environ.get("DROVER_CORPUS", shared)) / "others")


def lay_out(repositories, mirrors, folder):
    for name, contents in repositories.items():
        directory = folder / name
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        archive = subprocess.run(
            ["git", "-c", "safe.directory=*", f"--git-dir={mirrors}/{name}/repo", "archive",
             contents["commit"], *contents["paths"]], capture_output=True, check=False)
        if archive.returncode != 0:
            sys.exit(f"{name}: {archive.stderr.decode().strip()}")
        subprocess.run(["tar", "-x", "-C", directory], input=archive.stdout, check=True)
        for file, text in contents.get("files", {}).items():
            (directory / file).parent.mkdir(parents=True, exist_ok=True)
            (directory / file).write_text(text, encoding="utf-8")


def command_of(drover, origin, program, limit):
    flags = shlex.split(origin.get("flags", "")) + shlex.split(program.get("flags", ""))
    return [drover, "check", *flags, *program["files"].split(), "--json", "--max-time",
            str(limit), "--max-memory", "4G"]


def run(drover, folder, origin, program, limit):
    """The result of a program: `ok`, `error`, `refused`, `incomplete`, `no answer` or `fault`."""
    command = command_of(drover, origin, program, limit)
    try:
        done = subprocess.run(command, cwd=folder / origin["folder"], capture_output=True,
                              text=True, errors="replace", check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return {"result": "no answer", "why": f"none within {limit} s"}
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    errors = [error for answer in answers for error in answer.get("errors", [])]
    if done.returncode in (0, 1) and answers:
        kinds = sorted({error["kind"] for error in errors}) if done.returncode else []
        first = f"{errors[0]['file']}:{errors[0]['line']}: {errors[0]['message']}" if kinds else ""
        return {"result": "error" if kinds else "ok", "kinds": kinds, "why": first}
    if done.returncode == 2:
        refusals = [each for answer in answers for each in answer.get("diagnostics", [])
                    if each["severity"] == "error"]
        lines = [line for line in done.stderr.splitlines() if "error:" in line]
        first = lines[0] if lines else (done.stderr.splitlines() or ["?"])[0]
        # A compiler's own messages say more than that it had some.
        reasons = [line.split(": ", 2)[-1] for line in lines if "fatal error:" in line]
        reasons = reasons or [each["message"] for each in refusals]
        reasons = reasons or [re.sub('".*?"', '"…"', first)]
        return {"result": "refused", "why": first, "reasons": list(dict.fromkeys(reasons))}
    if done.returncode == 3:
        stops = sorted({answer["stop"] for answer in answers})
        if stops == ["max-time"]:
            return {"result": "no answer", "why": f"none within {limit} s"}
        cut = sum(answer["cut"] for answer in answers)
        return {"result": "incomplete", "why": f"{', '.join(stops)}, {cut} executions cut"}
    return {"result": "fault", "why": f"status {done.returncode}: {done.stderr[:300]}"}


def agrees(expected, result):
    return expected == result["result"] or expected in result.get("kinds", [])


def print_table(origins, results, before):
    print(f"{'origin':18}{'programs':>9}{'read':>12}{'answered':>12}{'agreed':>19}")
    for name in [*dict.fromkeys(origin["name"] for origin in origins), "all"]:
        rows = [(origin, program) for origin in origins for program in origin["programs"]
                if name in (origin["name"], "all") and key_of(origin, program) in results]
        if not rows:
            continue
        columns = [str(len(rows))]
        for what in ("read", "answered", "agreed"):
            counted = []
            for answers in (before, results) if before else (results,):
                counts = [counts_as(what, program, answers.get(key_of(origin, program)))
                          for origin, program in rows]
                counted.append(f"{counts.count(True)}")
            of = len(counts) - counts.count(None)
            columns.append(" → ".join(counted) + ("" if of == len(rows) else f" of {of}"))
        print(f"{name:18}{columns[0]:>9}{columns[1]:>12}{columns[2]:>12}{columns[3]:>19}")


def print_differences(work, results, drover):
    """Refusals by their reason, and the programs without an answer or with another one."""
    reasons = collections.defaultdict(list)
    others = []
    for origin, program in work:
        key = key_of(origin, program)
        result = results[key]
        line = f"{key}: {result['why']}"
        if drover:
            line += f"\n    {shlex.join(command_of(drover, origin, program, 60))}"
        if result["result"] == "refused":
            for reason in result["reasons"]:
                reasons[reason].append(line)
        elif result["result"] not in ("ok", "error"):
            others.append(f"{result['result']}: {line}")
        elif "expected" in program and not agrees(program["expected"], result):
            seen = " ".join([result["result"], *result["kinds"]])
            others.append(f"{seen} instead of {program['expected']}: {line}")
    for reason, programs in sorted(reasons.items(), key=lambda each: -len(each[1])):
        print(f"refused, {len(programs)}: {reason}")
        for program in programs if drover else programs[:1]:
            print(f"  {program}")
    for line in others:
        print(line)


def counts_as(what, program, result):
    if what == "agreed" and "expected" not in program:
        return None
    if result is None:
        return False
    if what == "read":
        return result["result"] not in ("refused", "fault")
    if what == "answered":
        return result["result"] in ("ok", "error")
    return agrees(program["expected"], result)


def key_of(origin, program):
    return f"{origin['folder']}: {program['files']} {program.get('flags', '')}".strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--mirrors")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--save")
    parser.add_argument("--before")
    parser.add_argument("--least", type=float, default=0.0, help="per cent that must be answered")
    parser.add_argument("-v", "--verbose", action="store_true", help="with the commands")
    arguments = parser.parse_args()
    listed = json.loads(LIST.read_text(encoding="utf-8"))
    folder = folder_of(arguments.folder)
    if arguments.mirrors:
        lay_out(listed["repositories"], pathlib.Path(arguments.mirrors), folder)
    if not all((folder / name).is_dir() for name in listed["repositories"]):
        print(f"skipped: the repositories of {LIST.name} are not in {folder}")
        return SKIPPED
    drover = str(pathlib.Path(arguments.drover).resolve())
    work = [(origin, program) for origin in listed["origins"] for program in origin["programs"]
            if arguments.only in f"{origin['name']}: {key_of(origin, program)}"]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        answers = pool.map(lambda each: run(drover, folder, *each, arguments.limit), work)
        results = {key_of(*each): answer for each, answer in zip(work, answers)}
    if arguments.save:
        pathlib.Path(arguments.save).write_text(json.dumps(results, indent=1), encoding="utf-8")
    before = {}
    if arguments.before:
        before = json.loads(pathlib.Path(arguments.before).read_text(encoding="utf-8"))
    print_differences(work, results, drover if arguments.verbose else None)
    print_table(listed["origins"], results, before)
    answered = sum(result["result"] in ("ok", "error") for result in results.values())
    faults = [key for key, result in results.items() if result["result"] == "fault"]
    return 0 if not faults and 100 * answered >= arguments.least * len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
