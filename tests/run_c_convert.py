#!/usr/bin/env python3
"""`drover convert` from C and to C.

usage: run_c_convert.py DROVER

From C: each program of tests/c and examples/c that is not refused is converted to the core language
and checked; executions, blocked ones, and whether there is an error, must be as for the C text. One that needs
flags or other files gets those of its first run.
To C: examples and tests of the library become C programs, which must compile without a warning, run,
count every run, and show no outcome that the condition forbids under rc11.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
# Mixed sizes, writes to constants and tags of pointers are errors in C only, copies of unwritten
# memory in the core language only. Core loops that begin with a copy of the load in their body are
# followed further.
ALONE = ["parts_that_are_errors", "pointer_tag_assumed", "write_literal", "write_const_global",
         "write_const_local", "partial_copies", "union_copies", "allocated_blocks",
         "await_annotated", "await_annotated_forever"]
HARNESSES = ["examples/message-passing.drv", "examples/store-buffering.drv", "examples/spinlock.drv",
             "examples/treiber-stack.drv", "examples/ttas-lock.drv", "examples/ring-queue.drv",
             "SB+scs", "MP+rel+acq", "LB+rlxs"]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, timeout=120, **options)


def counts(drover, path, options=()):
    done = run(drover, "check", path, "-m", "rc20", "--json", "--all-errors", "--no-symmetry", "-W",
               "none", *options, cwd=path.parent)
    if done.returncode not in (0, 1, 3) or not done.stdout.strip():
        return None, f"status {done.returncode}: {done.stderr[:300]}"
    answer = json.loads(done.stdout.splitlines()[0])
    return (answer["executions"], answer["blocked"], bool(answer["errors"])), ""


def compare_c(drover, folder):
    failures = []
    files = sorted((ROOT / "tests" / "c").glob("*.c")) + sorted((ROOT / "examples" / "c").glob("*.c"))
    compared = 0
    for path in files:
        text = path.read_text(encoding="utf-8")
        if "expect: refused" in text.splitlines()[0] or "known to end" in text.splitlines()[0]:
            continue
        options = []
        done = run(drover, "convert", path, "-W", "none")
        if done.returncode != 0:  # it needs flags, or other files
            options = text.splitlines()[0].partition("options:")[2].replace("-o flags.o", "").split()
            done = run(drover, "convert", path.name, "-W", "none", *options, cwd=path.parent)
        if done.returncode != 0:
            failures.append(f"{path.name}: not converted: {done.stderr[:300]}")
            continue
        core = folder / "converted.drv"
        core.write_text(done.stdout, encoding="utf-8")
        wanted, why = counts(drover, path, ["--unroll", "1500", *options])
        found, why_not = counts(drover, core, ["--unroll", "1500"])
        compared += 1
        if wanted != found and path.stem not in ALONE:
            failures.append(f"{path.name}: {wanted} {why} in C, {found} {why_not} converted")
    print(f"{compared} C programs converted, {len(failures)} differ")
    return failures if compared else ["no C program was found"]


def run_harnesses(drover, folder):
    if shutil.which("cc") is None:
        return []
    failures = []
    for name in HARNESSES:
        source = ROOT / name if name.endswith(".drv") else name
        done = run(drover, "convert", source, "--to", "c", "-o", folder / "run.c", "-W", "none")
        if done.returncode != 0:
            failures.append(f"{name}: {done.stderr[:300]}")
            continue
        compiled = run("cc", "-std=gnu11", "-O2", "-pthread", "-Wall", "-Werror", folder / "run.c",
                       "-o", folder / "run")
        if compiled.returncode != 0:
            failures.append(f"{name}: {compiled.stderr[:600]}")
            continue
        done = run(folder / "run", "2", "30")
        total = re.search(r"Runs 60, finished (\d+)", done.stdout)
        seen = sum(int(each) for each in re.findall(r"^(\d+) *:", done.stdout, re.MULTILINE))
        if done.returncode != 0 or not total or int(total.group(1)) != seen or seen == 0:
            failures.append(f"{name}: status {done.returncode}: {done.stdout[:400]}")
        for found in re.findall(r"^forbid .*: (\d+) of", done.stdout, re.MULTILINE):
            if found != "0":
                failures.append(f"{name}: a forbidden outcome: {done.stdout[:400]}")
    print(f"{len(HARNESSES)} programs run, {len(failures)} wrong")
    return failures


def main():
    drover = pathlib.Path(sys.argv[1]).resolve()
    if shutil.which("cc") is None:
        print("skipped: there is no C compiler")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        failures = compare_c(drover, pathlib.Path(name))
        failures += run_harnesses(drover, pathlib.Path(name))
    for each in failures:
        print(each)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
