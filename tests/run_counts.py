#!/usr/bin/env python3
"""Runs the programs of tests/golden/counts and compares the counts they state.

A program states them in comments:

    // COUNT sc tso: 3          three complete executions, none blocked
    // COUNT all: 1 1           one complete, one blocked, under every model
    // REDUCED rc11: 1          the same for spore with all reductions
    // IFAA sc: 1               the same for dpor, where additions commute

Each COUNT is checked with every algorithm that the model takes, without reductions that
change what is counted.

usage: run_counts.py DROVER
"""

import json
import pathlib
import re
import subprocess
import sys

MODELS = ["sc", "tso", "pso", "sra", "ra", "rc11", "rc20", "wrc11"]
ALGORITHMS = {
    "enumerate": MODELS,
    "interleave": ["sc", "tso", "pso"],
    "spore": MODELS[:-1],
    "rcmc": ["rc11", "wrc11"],
    "dpor": ["sc"],
}
STATED = re.compile(r"^// (COUNT|REDUCED|IFAA) ([a-z0-9 ]+): (\d+)(?: (\d+))?$", re.MULTILINE)
UNREDUCED = ["--no-symmetry", "--no-helping", "--no-ifaa"]


def expectations(text):
    for kind, models, complete, blocked in STATED.findall(text):
        for model in MODELS if models == "all" else models.split():
            counts = int(complete), int(blocked or 0)
            if kind == "REDUCED":
                yield model, "spore", [], counts
                continue
            if kind == "IFAA":
                yield model, "dpor", [], counts
                continue
            for algorithm, known in ALGORITHMS.items():
                if model in known:
                    yield model, algorithm, UNREDUCED, counts


def run(drover, file, model, algorithm, options):
    command = [drover, "check", "--json", "--all-errors", "--count-duplicates", *options]
    command += ["-m", model, "-a", algorithm, str(file)]
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode not in (0, 1):
        return None, finished.stderr
    return json.loads(finished.stdout), ""


def main():
    drover = sys.argv[1]
    folder = pathlib.Path(__file__).parent / "golden" / "counts"
    checked, failed = 0, 0
    for file in sorted(folder.glob("*.drv")):
        stated = list(expectations(file.read_text()))
        if not stated:
            failed += 1
            print(f"{file.name}: states no counts")
        for model, algorithm, options, counts in stated:
            checked += 1
            report, complaint = run(drover, file, model, algorithm, options)
            found = (report["executions"], report["blocked"]) if report else complaint
            if found != counts:
                failed += 1
                print(f"{file.name} {model} {algorithm} {' '.join(options)}: {found}, not {counts}")
    print(f"counts: {checked} checked, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
