#!/usr/bin/env python3
"""Compares `drover linearize` on examples/objects with the verdict that each file names.

usage: run_objects.py DROVER

The second line of comments of a file begins with `linearize:`; it has the verdict under sc and rc11 for
clients of up to four calls, and what is wrong in brackets.
"""

import json
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "examples" / "objects"
SAID = re.compile(r"// linearize: sc (yes|no \([^)]*\)), rc11 (yes|no \([^)]*\))$", re.MULTILINE)


def verdict(drover, path, model):
    done = subprocess.run([drover, "linearize", "--json", "-m", model, "--operations", "4", path.name],
                          cwd=FOLDER, capture_output=True, text=True, check=False)
    if not done.stdout:
        return done.stderr.strip()
    report = json.loads(done.stdout)
    if report["verdict"] == "linearizable":
        return "yes"
    kind = report["violation"]["kind"].replace("-", " ") if report["violation"] else report["verdict"]
    return f"no ({kind})"


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    wrong, checked = [], 0
    for path in sorted(FOLDER.glob("*.drv")):
        said = SAID.search(path.read_text())
        if not said:
            wrong.append(f"{path.name}: it does not say its verdict")
            continue
        for model, expected in zip(("sc", "rc11"), said.groups()):
            checked += 1
            found = verdict(drover, path, model)
            if found != expected:
                wrong.append(f"{path.name} under {model}: {found}, expected {expected}")
    print("\n".join(wrong + [f"{checked} verdicts, {len(wrong)} wrong"]))
    return 1 if wrong or checked < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
