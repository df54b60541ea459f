#!/usr/bin/env python3
"""Runs clang-tidy over all of Drover that is compiled for this machine, except tests and generated
sources. Exit status 1: there are remarks.

With the preset `lint` the files of a folder are one unit: clang-tidy reads each header once per
folder, in a tenth of the time that single files take.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
REMARK = re.compile(r"^(?P<place>(?P<file>[^:\n]*):\d+:\d+): (?:error|warning): (?P<text>.*)$")


def top_folder(unit, build):
    return unit.relative_to(build if unit.is_relative_to(build) else ROOT).parts[0]


def units(build, of_tests):
    """The compiled files, or only the tests, without the generated parsers."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        folder = top_folder(file, build)
        if folder != "grammar" and (folder == "tests") == of_tests:
            yield file


def remarks_on(unit, build):
    """The remarks on one unit, each with the lines that belong to it. Only the generated file that
    includes the sources of a folder may include sources. Embedded texts may have more than 64 KiB:
    the compilers that we use can read them."""
    checks = "-bugprone-suspicious-include"
    if top_folder(unit, build) == "tests":
        checks += ",-modernize-*,-readability-*"
    run = subprocess.run(
        ["clang-tidy", "-p", build, "--quiet", f"--checks={checks}",
         "--extra-arg=-Wno-overlength-strings", unit],
        capture_output=True, text=True)
    remarks = {}
    current = None
    for line in run.stdout.splitlines():
        if match := REMARK.match(line):
            current = remarks.setdefault((match["place"], match["text"]), [])
        if current is not None:
            current.append(line)
    if run.returncode != 0 and not remarks:
        remarks[(str(unit), "")] = [f"{unit}: clang-tidy failed", run.stdout + run.stderr]
    return remarks


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="folder that `cmake --preset lint` made")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="look at the units whose path contains this")
    parser.add_argument("--tests", action="store_true",
                        help="look at the tests instead: at mistakes, not at names and style")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    subprocess.run(["ninja", "-C", build, "drover_generated"], check=True, stdout=subprocess.DEVNULL)
    chosen = [unit for unit in units(build, arguments.tests) if arguments.only in str(unit)]
    if not chosen:
        sys.exit(f"no unit's path contains '{arguments.only}'")
    remarks = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for found in pool.map(lambda unit: remarks_on(unit, build), chosen):
            for key, lines in found.items():
                if key not in remarks:  # headers are read in several units
                    remarks[key] = lines
                    print("\n".join(lines), flush=True)
    print(f"{len(chosen)} units, {len(remarks)} remarks")
    sys.exit(1 if remarks else 0)


if __name__ == "__main__":
    main()
