#!/usr/bin/env python3
"""Checks that long runs show their progress: a line on a terminal, nothing without a terminal, JSON
objects if they are asked for.

usage: run_progress.py DROVER
"""

import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATIENCE = 600  # seconds for one call
# Each takes longer than the half second after which a line appears; --max-time ends the first four.
# Their parts are alike, so that there is an estimate.
LITMUS = """C many
{ }
""" + "\n".join(
    f"P{i}(atomic_int* x) {{ atomic_store_explicit(x, {i + 1}, memory_order_relaxed); }}"
    for i in range(12)) + """
exists (x=1)
"""
PROGRAM = "shared x; thread a(i in 1..12) { x := i; }\n"
ANSWERS = 4000
COUNTS = re.compile(r"\d+ executions, \d+ per second, depth \d+, \d+ s")
TOTAL = re.compile(r"; about [\d.]+(?: \w+)? in all, .+ left")
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"failed: {what}", flush=True)


def on_terminal(command, folder):
    """The text that a call writes to its error output, a terminal."""
    terminal, inside = pty.openpty()
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=inside) as process:
        os.close(inside)
        written = b""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            written += part
        os.close(terminal)
        process.wait(timeout=PATIENCE)
    return written.decode()


def elsewhere(command, folder):
    """The same without a terminal."""
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE).stderr


def check_line(name, text, *patterns):
    lines = [line for line in re.split(r"\r\x1b\[K", text) if line.strip()]
    expect(lines, f"{name}: nothing on a terminal: {text!r}")
    for pattern in patterns:
        expect(any(pattern.search(line) for line in lines),
               f"{name}: no line has `{pattern.pattern}`: {lines[-3:]}")
    expect("\r\x1b[K" in text, f"{name}: the line is not erased: {text!r}")


def check_json(name, text, *members):
    lines = [line for line in text.splitlines() if line.startswith("{")]
    expect(lines, f"{name}: no JSON: {text!r}")
    for line in lines:
        found = json.loads(line)
        missing = [member for member in members if member not in found]
        expect(not missing, f"{name}: {line} has no {missing}")


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "many.litmus").write_text(LITMUS)
        (path / "many.drv").write_text(PROGRAM)
        of_runs = ["file", "executions", "per_second", "seconds", "estimated", "seconds_left"]
        answers = []
        text = (ROOT / "tests/golden/reports/exercise-answers.txt").read_text()
        for i in range(ANSWERS):
            answers.append(f"student-{i}.txt")
            (path / answers[-1]).write_text(text.replace("student: Ada", f"student: student-{i}"))
        graded = re.compile(r"student-\d+: \d+ of 4000 students graded, \d+ s; .+ left")
        for name, command, patterns, members in [
                ("check", ["check", "--max-time", "6", "many.drv"], [COUNTS, TOTAL], of_runs),
                ("litmus", ["litmus", "--max-time", "6", "many.litmus"], [COUNTS, TOTAL], of_runs),
                ("litmus -j 2", ["litmus", "-j", "2", "--max-time", "6", "many.litmus"],
                 [COUNTS, TOTAL], of_runs),
                ("report", ["report", "--max-time", "6", "--max-executions", "100000000", "-m",
                            "rc11", "-o", "page.html", "many.drv"],
                 [COUNTS, TOTAL, re.compile(r"many.drv under rc11 \(1 of 1 models\): ")], of_runs),
                ("exercise grade", ["exercise", "grade", *answers], [graded],
                 ["student", "graded", "students", "seconds", "seconds_left"]),
        ]:
            command = [drover, *command]
            check_line(name, on_terminal(command, folder), *patterns)
            silent = elsewhere(command, folder)
            expect("per second" not in silent and "graded" not in silent and "\x1b" not in silent,
                   f"{name}: something where there is no terminal: {silent[-300:]!r}")
            none = on_terminal([*command, "--progress", "none"], folder)
            expect("per second" not in none and "graded" not in none,
                   f"{name}: --progress none: {none[-300:]!r}")
            check_json(name, elsewhere([*command, "--progress", "json"], folder), *members)
    print(f"progress: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
