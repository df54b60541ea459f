#!/usr/bin/env python3
"""Runs the programs of tests/golden/counts and of bench/programs/godot and rvf, and checks the
counts that they state.

A program states them in comments:

    // COUNT sc tso: 3                          three complete executions, none blocked
    // COUNT all: 1 1                           one complete, one blocked, under every model
    // COUNT sc spore -D N=2 --unroll 3: 12 2   with one algorithm only, with these options
    // REDUCED rc11: 1                          the same for spore with all reductions
    // IFAA sc: 1                               the same for dpor, where additions commute

Each COUNT is checked with every algorithm that the model takes, without reductions that
change what is counted. An execution that the loop bound cuts is counted as blocked, as in the
papers.

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
    "rvf": ["sc"],  # its counts have another meaning: only where it is named
}
STATED = re.compile(
    r"^// (COUNT|REDUCED|IFAA) ([a-z0-9 ]+?)((?: -[^:]*)?): (\d+)(?: (\d+))?$", re.MULTILINE)
UNREDUCED = ["--no-symmetry", "--no-helping", "--no-ifaa"]

TESTS = pathlib.Path(__file__).parent
# Folders of programs, the algorithms that are quick enough for them, and further switches.
FOLDERS = [
    (TESTS / "golden" / "counts", [name for name in ALGORITHMS if name != "rvf"], []),
    (TESTS.parent / "bench" / "programs" / "godot", ["interleave", "spore", "dpor"],
     ["--no-plp", "--no-await", "--no-ifaa"]),
    (TESTS.parent / "bench" / "programs" / "rvf", ["spore"], ["--no-plp", "--no-await"]),
]


def expectations(text, algorithms, switches):
    for kind, names, options, complete, blocked in STATED.findall(text):
        words = names.split()
        chosen = [word for word in words if word in ALGORITHMS] or algorithms
        models = [word for word in words if word not in ALGORITHMS]
        options = options.split()
        counts = int(complete), int(blocked or 0)
        for model in MODELS if models == ["all"] else models:
            if kind == "REDUCED":
                yield model, "spore", options, counts
                continue
            if kind == "IFAA":
                yield model, "dpor", options, counts
                continue
            for algorithm in chosen:
                if model in ALGORITHMS[algorithm]:
                    yield model, algorithm, [*UNREDUCED, *switches, *options], counts


def run(drover, file, model, algorithm, options):
    command = [drover, "check", "--json", "--all-errors", "--count-duplicates", *options]
    command += ["-m", model, "-a", algorithm, str(file)]
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode not in (0, 1, 3):
        return None, finished.stderr
    report = json.loads(finished.stdout)
    if report["stop"] != "exhausted":
        return None, f"stopped: {report['stop']}"
    return report, ""


def main():
    drover = sys.argv[1]
    checked, failed = 0, 0
    for folder, algorithms, switches in FOLDERS:
        for file in sorted(folder.glob("*.drv")):
            stated = list(expectations(file.read_text(), algorithms, switches))
            if not stated:
                failed += 1
                print(f"{file.name}: states no counts")
            for model, algorithm, options, counts in stated:
                checked += 1
                report, complaint = run(drover, file, model, algorithm, options)
                found = complaint
                if report:
                    found = report["executions"], report["blocked"] + report["cut"]
                if found != counts:
                    failed += 1
                    words = " ".join([model, algorithm, *options])
                    print(f"{file.name} {words}: {found}, not {counts}")
    print(f"counts: {checked} checked, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
