#!/usr/bin/env python3
"""Compares `drover litmus` with the answers of others on litmus tests of GPUs.

The tests, the models' cat files and the answers are not part of the repository: without them this
exits with 77, which ctest takes for "skipped". SETS has the folders gpu/{PTX,VULKAN,OPENCL} and
cat-gpu, and expected-gpu.json, which maps columns to names of tests and 0 or 1:
  MODEL             the condition holds
  MODEL-races       no execution raises a flag
  MODEL-liveness[-SCHEDULER]   every run ends under that scheduler (fair, unless one is named)
A column is run with the file of that name, and with the built-in model of that dialect; liveness only with
the file.

usage: run_gpu.py DROVER [SETS] [--only COLUMN] [--built-in] [--timeout S] [--some-liveness N] [--verbose]
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time

SKIPPED = 77
SCHEDULERS = {"": "fair", "Fair": "fair", "HSA": "hsa", "OBE": "obe", "HSA_OBE": "hsa-obe",
              "LOBE": "lobe"}
BUILT_IN = {"ptx-v7.5": "ptx", "vulkan": "vulkan", "opencl": "opencl"}

# Their threads wait for weak writes, which need not ever be seen: no interleaving shows that.
UNSEEN_WRITES = ["PTX/Manual/XF-Barrier-weak.litmus"]


def run(drover, files, arguments, timeout):
    """The JSON objects of the tests, by file."""
    command = [drover, "litmus", "-q", "--json", "--max-time", str(timeout), *arguments, "-"]
    done = subprocess.run(command, input="\n".join(map(str, files)), capture_output=True,
                          text=True, check=False)
    out = {}
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        out[answer["file"]] = answer
    return out, done.stderr


def answer_of(kind, answer):
    """What the column says: True, False, or None if it is not known."""
    if answer is None or "condition_holds" not in answer:
        return None
    if kind == "condition":
        return answer["condition_holds"]
    if kind == "liveness":
        ends = answer["progress"]["every_interleaving_ends"]
        return ends and answer["progress"]["deadlocks"] == 0
    return not answer["flags"] if answer["flags"] or answer["complete"] else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drover")
    parser.add_argument("sets", nargs="?")
    parser.add_argument("--only", default="")
    parser.add_argument("--built-in", action="store_true")
    parser.add_argument("--timeout", type=float, default=60,
                        help="seconds for one test")
    parser.add_argument("--some-liveness", type=int, default=1, metavar="N",
                        help="each Nth test of the columns of liveness")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    here = pathlib.Path(__file__).resolve().parent.parent
    sets = pathlib.Path(options.sets or here.parent / "shared" / "sets").resolve()
    if not (sets / "expected-gpu.json").is_file():
        print("skipped: the tests of GPUs are not there")
        return SKIPPED
    columns = json.loads((sets / "expected-gpu.json").read_text(encoding="utf-8"))
    ways = [(column, built_in) for column in columns for built_in in (False, True)
            if built_in >= options.built_in and not (built_in and "-liveness" in column)]
    wrong = total = left = 0
    for column, is_built_in in ways:
        answers = columns[column]
        if options.only and column != options.only:
            continue
        name = column.removesuffix("-races")
        kind = "races" if column != name else "condition"
        arguments = []
        if "-liveness" in column:
            kind = "liveness"
            name, _, scheduler = column.partition("-liveness")
            # Which executions there are does not matter.
            arguments = ["--unroll", "1", "--progress-model", SCHEDULERS[scheduler.lstrip("-")]]
        if is_built_in and name not in BUILT_IN:
            continue
        model = BUILT_IN[name] if is_built_in else str(sets / "cat-gpu" / f"{name}.cat")
        if kind == "liveness":
            answers = dict(list(answers.items())[::options.some_liveness])
        files = {str(sets / "gpu" / test): (test, value) for test, value in answers.items()}
        begin = time.monotonic()
        timeout = options.timeout if kind != "liveness" else min(options.timeout, 0.5)
        found, complaints = run(options.drover, files, ["-m", model, *arguments], timeout)
        seconds = time.monotonic() - begin
        bad = []
        open_tests = []
        for path, (test, value) in files.items():
            is_so = answer_of(kind, found.get(path))
            if is_so is None and path in found and found[path].get("complete") is False:
                open_tests.append(test)
            elif kind == "liveness" and test in UNSEEN_WRITES and is_so and not value:
                open_tests.append(test)
            elif is_so != bool(value):
                bad.append(f"{test}: expected {value}, found {is_so}")
        total += len(files)
        wrong += len(bad)
        left += len(open_tests)
        print(f"{column} with {pathlib.Path(model).name}: "
              f"{len(files) - len(bad) - len(open_tests)} of {len(files)} agree, "
              f"{len(open_tests)} not decided in time, {seconds:.1f} s", flush=True)
        for line in bad:
            print("  " + line)
        if options.verbose:
            print(complaints)
    if total == 0:
        print("nothing was run")
        return 1
    # Barriers of six threads, in VULKAN/Manual, take longer.
    most_open = 40
    if left > most_open:
        print(f"too many tests are not decided: {left}")
    return 1 if wrong or left > most_open else 0


if __name__ == "__main__":
    sys.exit(main())
