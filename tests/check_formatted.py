#!/usr/bin/env python3
"""Checks that the programs, tests and models that are shipped are formatted, and that `drover
format` handles files and its options correctly.

usage: check_formatted.py DROVER
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHIPPED = ("bench/**/*.drv", "examples/**/*.drv", "exercises/*.cat", "litmus/library/*.litmus",
           "explorer/models/**/*.cat")
MESSY = "shared x;thread t{x:=1;\nx:=2;}\n"
TIDY = "shared x;\nthread t {\n  x := 1;\n  x := 2;\n}\n"


def run(drover, *arguments, text=""):
    return subprocess.run([drover, "format", *arguments], input=text, capture_output=True, text=True)


def complaints(drover):
    files = sorted(str(p) for pattern in SHIPPED for p in ROOT.glob(pattern))
    if len(files) < 200:
        yield f"only {len(files)} files are shipped"
    result = run(drover, "--check", *files)
    if result.returncode != 0 or result.stdout or result.stderr:
        yield f"not formatted; `drover format -w` does it:\n{result.stdout}{result.stderr}"
    if run(drover, "-", text=MESSY).stdout != TIDY:
        yield "standard input is not formatted"
    with tempfile.TemporaryDirectory() as name:
        messy, tidy, bad = (pathlib.Path(name) / file for file in ("a.drv", "b.drv", "c.drv"))
        messy.write_text(MESSY)
        tidy.write_text(TIDY)
        bad.write_text("thread t {\n")
        result = run(drover, "--check", str(messy), str(tidy))
        if result.returncode != 1 or result.stdout != f"{messy}\n" or messy.read_text() != MESSY:
            yield f"--check: {result}"
        result = run(drover, "-w", str(messy), str(bad), str(tidy))
        expected = f"{bad}:1:11: error: unexpected end of file"
        if result.returncode != 2 or expected not in result.stderr or result.stdout:
            yield f"-w: {result}"
        if messy.read_text() != TIDY or bad.read_text() != "thread t {\n":
            yield "-w does not write what it should"
        for arguments, words in (((str(messy), str(tidy)), "--write"),
                                 (("-w", "--check", str(messy)), "--check"),
                                 ((str(messy) + "x",), "no such file")):
            result = run(drover, *arguments)
            if result.returncode != 2 or words not in result.stderr:
                yield f"{arguments}: {result}"


def main():
    found = list(complaints(str(pathlib.Path(sys.argv[1]).resolve())))
    print("\n".join(found) if found else "formatted: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
