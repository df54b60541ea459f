#!/usr/bin/env python3
"""Runs the commands of docs/ci.md on the project in examples/project.

usage: run_ci_recipe.py DROVER

Takes the script of each recipe (GitHub Actions, GitLab) from the page and runs it in a copy of the
project: as it is, the status is 0; with a release made relaxed, it is 1. SARIF is written both
times, and the second one names the line of the source. Without cmake the status is 77.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/ci.md"


def scripts():
    """By recipe: its lines that call cmake or Drover."""
    text = PAGE.read_text(encoding="utf-8")
    found = {}
    for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        name = block.splitlines()[0].removeprefix("# ")
        found[name] = re.findall(r"(?:run: |- )((?:cmake|drover) .*)$", block, re.MULTILINE)
    return found


def run(drover, lines, is_broken):
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder) / "project"
        shutil.copytree(ROOT / "examples/project", project)
        if is_broken:
            source = project / "src/ring.c"
            text = source.read_text(encoding="utf-8")
            source.write_text(text.replace("release", "relaxed", 1), encoding="utf-8")
        path = os.pathsep.join([str(pathlib.Path(drover).parent), os.environ["PATH"]])
        for line in lines:
            done = subprocess.run(line, shell=True, cwd=project, capture_output=True, text=True,
                                  check=False, env={**os.environ, "PATH": path})
            if done.returncode != 0:
                break
        log = project / "drover.sarif"
        results = json.loads(log.read_text())["runs"][0]["results"] if log.exists() else None
        return done.returncode, results, done.stdout + done.stderr


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    if not shutil.which("cmake"):
        return 77
    recipes = scripts()
    wrong = []
    if len(recipes) < 2 or not all(recipes.values()):
        wrong.append(f"{PAGE.name} has not two recipes with commands: {recipes}")
    for name, lines in recipes.items():
        status, results, said = run(drover, lines, False)
        if status != 0 or results is None or [each for each in results if each["level"] == "error"]:
            wrong.append(f"{name}: status {status}, {results}\n{said}")
        status, results, said = run(drover, lines, True)
        places = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                  for each in results or []]
        if status != 1 or "src/ring.c" not in places:
            wrong.append(f"{name}, broken: status {status}, {places}\n{said}")
    print("\n".join(wrong) or f"{len(recipes)} recipes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
