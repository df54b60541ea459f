#!/usr/bin/env python3
"""Converts litmus tests to core programs and back, and compares the answers.

usage: run_convert.py DROVER FILE… [-m MODEL]
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def litmus_counts(drover, model, file):
    answer = json.loads(run(drover, "litmus", "-q", "--json", "-m", model, file))
    if answer["verdict"] == "invalid":
        return None
    swapped = answer["kind"] == "Forbidden"
    positive, negative = answer["positive"], answer["negative"]
    return (negative, positive) if swapped else (positive, negative)


def core_counts(drover, model, file):
    reductions = ["--no-plp", "--no-await", "--no-symmetry", "--no-helping"]
    answer = json.loads(run(drover, "check", "--json", "--all-errors", "-m", model, "--unroll", "2",
                            *reductions, file))
    if "conditions" not in answer:
        return None
    witnesses = answer["conditions"][0]["witnesses"]
    return witnesses, answer["executions"] - witnesses


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("files", nargs="+")
    parser.add_argument("-m", default="rc11")
    options = parser.parse_args()
    there_and_back, refused, different = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        core, back = pathlib.Path(folder) / "t.drv", pathlib.Path(folder) / "t.litmus"
        for file in options.files:
            wanted = litmus_counts(options.drover, options.m, file)
            for path in (core, back):
                path.unlink(missing_ok=True)
            run(options.drover, "convert", file, "-o", core)
            if wanted is None or not core.exists():
                refused += 1
                continue
            run(options.drover, "convert", core, "-o", back)
            if not back.exists():
                refused += 1
                continue
            got = core_counts(options.drover, options.m, core)
            again = litmus_counts(options.drover, options.m, back)
            if got == wanted and again == wanted:
                there_and_back += 1
            else:
                different.append((file, wanted, got, again))
    for each in different[:10]:
        print(*each)
    print(f"{there_and_back} the same there and back, {refused} cannot be written, "
          f"{len(different)} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
