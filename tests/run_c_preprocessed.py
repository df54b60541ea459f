#!/usr/bin/env python3
"""Programs that compilers have preprocessed have the answers of the programs themselves.

usage: run_c_preprocessed.py DROVER [--only TEXT] [--compiler NAME]

Each program of tests/c, and each example, is preprocessed with `gcc -E` and `clang -E` and their own
headers, and both are checked. A program is left out if the compiler refuses it, if it asks for
Drover (`__DROVER__`, <genmc.h>), or if KNOWN says why its meaning differs. Without a compiler the
status is 77.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import run_c_features

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPILERS = ("gcc", "clang")
# Programs whose preprocessed text says something else, by name and compiler.
KNOWN = {
    ("stdatomic.c", "gcc"): "atomic_fetch_add of a pointer becomes __atomic_fetch_add, in bytes",
    ("idle_exchange.c", "gcc"): "the expected values are copied in each iteration",
    ("wait_that_counts.c", "gcc"): "the expected values are copied in each iteration",
    ("more_headers.c", "gcc"): "<ctype.h> becomes tables of glibc",
    ("more_headers.c", "clang"): "<ctype.h> becomes tables of glibc",
    **{(name, compiler): why for compiler in COMPILERS for name, why in {
        "cancellation.c": "pthread_cleanup_push becomes a buffer for jumps of glibc",
        "cleanup_handlers.c": "pthread_cleanup_push becomes a buffer for jumps of glibc",
        "signal_handlers.c": "sa_handler becomes a member of a union of glibc",
    }.items()},
}


def check(drover, path, options):
    done = subprocess.run([drover, "check", str(path), "--json", *options], capture_output=True,
                          text=True, check=False, timeout=120, cwd=path.parent)
    if not done.stdout.strip():
        return ("refused",), done.stderr
    report = json.loads(done.stdout.splitlines()[0])
    if report["verdict"] == "invalid":
        return ("refused",), done.stderr
    kinds = sorted({error["kind"] for error in report["errors"]})
    return (report["verdict"], *kinds), done.stderr


def runs_of(path):
    """The options of the runs of a program that is one file."""
    lines = run_c_features.expectations(path) or [""]
    options = [line.partition("options:")[2].split() for line in lines]
    return [each for each in options if not any(word.endswith(".c") for word in each)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drover")
    parser.add_argument("--only", default="")
    parser.add_argument("--compiler", default="")
    given = parser.parse_args()
    drover = str(pathlib.Path(given.drover).resolve())
    compilers = [each for each in COMPILERS if shutil.which(each) and given.compiler in each]
    if not compilers:
        return 77
    programs = sorted((ROOT / "tests/c").glob("*.c")) + sorted((ROOT / "examples/c").glob("*.c"))
    programs = [each for each in programs if given.only in each.name]
    wrong, compared = [], 0
    for path in programs:
        text = path.read_text(encoding="utf-8")
        if re.search(r"__DROVER__|genmc\.h|__VERIFIER|__drover", text):
            continue
        for options in runs_of(path):
            to_compiler = [each for each in options if re.match(r"-[DUI]", each)]
            to_drover = [each for each in options if each not in to_compiler]
            answer, _ = check(drover, path, options)
            if answer == ("refused",):
                continue
            for compiler in compilers:
                if (path.name, compiler) in KNOWN:
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    made = pathlib.Path(folder) / (path.stem + ".i")
                    done = subprocess.run([compiler, "-std=gnu11", "-E", *to_compiler, path, "-o",
                                           made], cwd=path.parent, capture_output=True,
                                          check=False)
                    if done.returncode != 0:
                        continue
                    compared += 1
                    other, said = check(drover, made, to_drover)
                if other != answer:
                    wrong.append(f"{path.name} ({compiler} -E): {' '.join(other)}, not "
                                 f"{' '.join(answer)}\n{said[:600]}")
    print("\n".join(wrong))
    print(f"{compared} preprocessed programs, {len(wrong)} with another answer")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
