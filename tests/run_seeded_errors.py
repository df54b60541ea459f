#!/usr/bin/env python3
"""Seeds errors, one at a time, in programs of public repositories, and counts those that are found.

usage: run_seeded_errors.py DROVER [FOLDER] [--limit SECONDS] [--jobs N] [--only TEXT]
       FOLDER is the one of run_c_others.py, which lays it out. Without it, this exits with 77,
       which ctest takes for "skipped".

`seeded` in c/others.json names headers and the programs that use them. In a copy of the header, an
acquire or release becomes relaxed, or a fence or a wake-up is left out. A seed is found if `drover
check` then ends with an error. Of those that are not found, the list says whether the program
reaches them at all: with `abort()` in their place, it would end with an error.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import sys
import tempfile

import run_c_others
from run_c_corpus import SKIPPED

SEEDS = [(re.compile(r"\b(vatomic\w*)_(?:acq|rel)\("), r"\1_rlx("),
         (re.compile(r"\bvatomic_fence(?!_rlx)\w*\([^;]*\);"), ";"),
         (re.compile(r"\bvfutex_wake\([^;]*\);"), ";")]
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def seeds_of(text):
    """The seeds of a header: where, the text in place of it, and the text that shows it reached."""
    plain = COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment.group()), text)
    for pattern, replacement in SEEDS:
        for match in pattern.finditer(plain):
            name, rest = match.group().split("(", 1)
            yield match, match.expand(replacement), f"(abort(), {name})({rest}"


def check(drover, folder, origin, program, header, text, limit):
    """The result of the program with another text of the header."""
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory) / pathlib.Path(header).relative_to("include")
        place.parent.mkdir(parents=True)
        place.write_text(text, encoding="utf-8")
        changed = {**origin, "flags": f"-I {directory} {origin['flags']}"}
        return run_c_others.run(drover, folder, changed, program, limit)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    listed = json.loads(run_c_others.LIST.read_text(encoding="utf-8"))
    folder = run_c_others.folder_of(arguments.folder)
    drover = str(pathlib.Path(arguments.drover).resolve())
    work = []
    for origin in listed["origins"]:
        for header, file in origin.get("seeded", {}).items():
            path = folder / origin["folder"] / header
            if not path.exists():
                print(f"skipped: there is no {path}")
                return SKIPPED
            program = next(each for each in origin["programs"] if each["files"] == file)
            text = path.read_text(encoding="utf-8")
            work += [(origin, program, header, text, *seed) for seed in seeds_of(text)
                     if arguments.only in f"{header} {file}"]

    def find(each):
        origin, program, header, text, match, instead, reached = each
        around = text[:match.start()], text[match.end():]
        seeded = check(drover, folder, origin, program, header, instead.join(around),
                       arguments.limit)
        if seeded["result"] != "ok":
            return seeded
        there = check(drover, folder, origin, program, header,
                      "#include <stdlib.h>\n" + reached.join(around), arguments.limit)
        return {**seeded, "result": "missed" if there["result"] == "error" else "not reached"}

    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for each, result in zip(work, pool.map(find, work)):
            _, program, header, text, match, instead, _ = each
            counts[result["result"]] += 1
            if result["result"] != "error":
                line = text.count("\n", 0, match.start()) + 1
                print(f"{result['result']}: {program['files']} with {header}:{line}: "
                      f"{match.group()} → {instead} {result['why']}")
    print(f"{counts['error']} of {len(work)} seeded errors found: {dict(counts)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
