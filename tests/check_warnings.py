#!/usr/bin/env python3
"""The programs that are shipped have no warnings: examples, benchmarks, exercises, the library.

Exercises are tried with their solutions in the holes, and with their outcomes as conditions.

usage: check_warnings.py DROVER
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def complaints(drover, arguments, text=None):
    """The output for a program that is refused or has a warning; otherwise nothing."""
    finished = subprocess.run(
        [drover, *arguments], input=text, capture_output=True, text=True, cwd=ROOT
    )
    return finished.stderr if finished.returncode != 0 else ""


def sections_of(text):
    """The lines `key: value` of an exercise, each with the indented lines below it."""
    for match in re.finditer(r"^(\S[^:\n]*):(.*(?:\n(?:[ \t].*|(?=\n)))*)", text, re.MULTILINE):
        yield match[1], match[2].strip("\n")


def filled(kind, value):
    """The text for a hole: an answer for a fence is its mode, `-` is no fence."""
    if value.strip() == "-":
        return ""
    return f"fence@{value.strip()};" if kind == "fence" else value


def holes_of(solution, kinds):
    """The content of each hole. The name of a single hole may be missing."""
    found = dict(re.findall(r"^\s*(\w+):\s*(.*)$", solution, re.MULTILINE))
    if set(found) != set(kinds):
        found = {name: re.sub(rf"^\s*{name}:", "", solution) for name in kinds}
    return {name: filled(kind, found[name]) for name, kind in kinds.items()}


def programs_of(path):
    """The core programs of an exercise, whole."""
    sections = list(sections_of(path.read_text()))
    kinds = dict(key.split()[1:3] for key, _ in sections if key.startswith("hole "))
    solution = next((value for key, value in sections if key.split()[0] == "solution"), "")
    filling = holes_of(solution, kinds)
    programs, last = {}, None
    for key, value in sections:
        word, *names = key.split()
        if word == "program":
            last = names[0]
            programs[last] = re.sub(r"\[\[(\w+)[^\]]*\]\]", lambda hole: filling[hole[1]], value)
        elif word == "outcome":
            programs[names[2] if "of" in names else last] += f"\nexists ({value});"
    return [(f"{path.name}: {name}", text) for name, text in programs.items()]


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    found, count = [], 0
    for path in sorted([*ROOT.glob("examples/*.drv"), *ROOT.glob("bench/programs/**/*.drv")]):
        found.append(complaints(drover, ["show", "-W", "error", str(path.relative_to(ROOT))]))
        count += 1
    for path in sorted(ROOT.glob("exercises/*.exercise")):
        for name, text in programs_of(path):
            said = complaints(drover, ["show", "-W", "error", "-"], text)
            found.append(said and f"{name}:\n{said}")
            count += 1
    for path in sorted(ROOT.glob("litmus/library/*.litmus")):
        # Locks have a meaning that they lack in herd, which gives a warning.
        options = ["-W", "error", "-W", "no-litmus-meaning", str(path.relative_to(ROOT))]
        said = complaints(drover, ["convert", *options])
        # Tests of machines have no counterpart in the core language: they are run.
        if "what only the model of its machine understands" in said:
            said = complaints(drover, ["litmus", *options])
        found.append(said)
        count += 1
    found = [each for each in found if each]
    print("".join(found) + f"warnings: {count} programs, {len(found)} with complaints")
    return 1 if found or count < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
