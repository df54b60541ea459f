#!/usr/bin/env python3
"""Checks that the sources are formatted by clang-format. Exit status 77: it is not installed, or is
not the version that they are formatted with; other versions may format differently.

usage: check_format.py REPOSITORY
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = "14"


def sources(root):
    """As in make.sh, but without git, as a release has no repository: build folders are left
    out."""
    for folder, below, files in os.walk(root):
        below[:] = sorted(each for each in below if each not in (".git", "build") and
                          not pathlib.Path(folder, each, "CMakeCache.txt").exists())
        for each in sorted(files):
            if each.endswith((".h", ".cpp")):
                yield pathlib.Path(folder, each)


def main(root):
    if shutil.which("clang-format") is None:
        print("skipped: clang-format is not installed")
        return 77
    told = subprocess.run(["clang-format", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"version (\d+)", told)
    if version is None or version[1] != VERSION:
        print(f"skipped: the sources are formatted with clang-format {VERSION}, this is: {told}")
        return 77
    files = list(sources(root))
    if not files:
        sys.exit(f"{root}: no sources")
    run = subprocess.run(["clang-format", "--dry-run", "-Werror", *files], capture_output=True,
                         text=True)
    print(run.stderr if run.returncode != 0 else f"ok: {len(files)} files")
    return 1 if run.returncode != 0 else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
