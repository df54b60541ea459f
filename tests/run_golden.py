#!/usr/bin/env python3
"""Runs the commands in the files of tests/golden/reports and explain, and compares the output.

A case is a file NAME.run: its first line holds the arguments (files are relative to the case's
folder; `< FILE` at the end is standard input, otherwise empty; a word `COLUMNS=60` before them is
the width of a terminal, otherwise there is none), the rest is the expected result: the exit status,
standard output and standard error. Times are replaced by T, rates and memory by N. `--update`
writes the current output: read the difference before you commit it.

usage: run_golden.py DROVER [--update]
"""

import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys

TIMES = [
    (re.compile(r"^(Time \S+) \d+\.\d+$", re.MULTILINE), r"\1 T"),
    (re.compile(r"\d+\.\d+ s\b"), "T s"),
    (re.compile(r"\d+ (executions per second, peak memory) \d+ KiB"), r"N \1 N KiB"),
    (re.compile(r'"((?:check_)?seconds)":[0-9.e+-]+'), r'"\1":T'),
]


def run(drover, folder, arguments):
    words, _, source = arguments.partition(" < ")
    words = shlex.split(words)
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    if words and words[0].startswith("COLUMNS="):
        environment["COLUMNS"] = words.pop(0).partition("=")[2]
    text = (folder / source).read_text() if source else ""
    finished = subprocess.run(
        [drover, *words],
        input=text,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
    )
    printed = f"exit status {finished.returncode}\n"
    for title, text in (("output", finished.stdout), ("error", finished.stderr)):
        if text:
            printed += f"--- {title}\n{text}"
    for pattern, replacement in TIMES:
        printed = pattern.sub(replacement, printed)
    return printed


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    is_update = "--update" in sys.argv[2:]
    golden = pathlib.Path(__file__).parent / "golden"
    cases, failed = [], 0
    for folder in ("reports", "explain"):
        cases += sorted((golden / folder).glob("*.run"))
    for case in cases:
        arguments, _, expected = case.read_text().partition("\n")
        printed = run(drover, case.parent, arguments)
        if is_update:
            case.write_text(f"{arguments}\n{printed}")
        elif printed != expected:
            failed += 1
            lines = difflib.unified_diff(
                expected.splitlines(), printed.splitlines(), case.name, "printed", lineterm=""
            )
            print("\n".join(lines))
    print(f"golden reports: {len(cases)} run, {failed} different")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
