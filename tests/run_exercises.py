#!/usr/bin/env python3
"""The exercises of the pack: solutions earn all points, wrong answers lose some and get the remark
that they are there for; there are enough of them; and what `grade` writes is JSON and JUnit XML.

usage: run_exercises.py DROVER EXERCISES
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

LEAST_EXERCISES, LEAST_WRONG, LEAST_HINTS = 20, 3, 2
# What JUnit's schema wants of each element.
ATTRIBUTES = {
    "testsuites": {"tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors"},
    "testcase": {"name", "classname", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error"},
    "failure": set(),
    "error": set(),
}


def run(drover, *arguments):
    return subprocess.run([drover, "exercise", *arguments], capture_output=True, text=True)


def sections(text):
    """The sections of an exercise: (words before the colon, text)."""
    found = []
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith("#"):
            words, _, rest = line.partition(": ") if ": " in line else (line[:-1], "", "")
            found.append((words.split(), [rest] if rest else []))
        elif found:
            found[-1][1].append(line)
    return found


def dedented(lines):
    margin = min((len(l) - len(l.lstrip()) for l in lines if l.strip()), default=0)
    return "\n".join(l[margin:] for l in lines)


def check_pack(drover, files):
    if len(files) < LEAST_EXERCISES:
        yield f"only {len(files)} exercises"
    kinds = set()
    for file in files:
        found = sections(file.read_text(encoding="utf-8"))
        first = [words[0] for words, _ in found]
        if first.count("wrong") < LEAST_WRONG:
            yield f"{file.name}: {first.count('wrong')} wrong answers"
        if first.count("hint") < LEAST_HINTS:
            yield f"{file.name}: {first.count('hint')} hints"
        kinds |= {lines[0].strip() for words, lines in found if words == ["kind"]}
    missing = {"verdicts", "count", "cycle", "fill", "distinguish", "axiom"} - kinds
    if missing:
        yield f"no exercise of kind {missing}"
    verified = run(drover, "verify")
    if verified.returncode != 0:
        yield f"verify: status {verified.returncode}\n{verified.stderr}"
    if verified.stdout.count("the solution is right") != len(files):
        yield f"verify: {verified.stdout}"


def check_element(element):
    missing = ATTRIBUTES[element.tag] - set(element.attrib)
    if missing:
        yield f"junit: {element.tag} has no {missing}"
    for child in element:
        if child.tag not in CHILDREN[element.tag]:
            yield f"junit: {child.tag} in {element.tag}"
        else:
            yield from check_element(child)
    for count in ("failures", "errors"):
        if element.tag.startswith("testsuite"):
            there = len(list(element.iter(count[:-1])))
            if there != int(element.attrib[count]):
                yield f"junit: {element.tag} has {there} {count}, says {element.attrib[count]}"


def check_class(drover, files, folder):
    """A class of two: one hands in every solution, the other one the first wrong answers."""
    handed_in = {"ada": [], "bob": []}
    for file in files:
        found = sections(file.read_text(encoding="utf-8"))
        for student, section in (("ada", "solution"), ("bob", "wrong")):
            answer = next(dedented(lines) for words, lines in found if words[0] == section)
            handed_in[student].append(f"== {file.stem}\n{answer}\n")
    answers = []
    for student, texts in handed_in.items():
        (folder / student).mkdir()
        answers.append(folder / student / "answers.txt")
        answers[-1].write_text("\n".join(texts), encoding="utf-8")
    junit = folder / "out.xml"
    call = ["grade", *map(str, answers), "--json", "--junit", str(junit)]
    graded = run(drover, *call)
    if graded.returncode != 1:
        yield f"grade: status {graded.returncode}\n{graded.stderr}"
    ada, bob = map(json.loads, graded.stdout.splitlines())
    if ada["student"] != "ada" or ada["points"] != ada["of"] or ada["of"] != bob["of"]:
        yield f"grade: ada has {ada['points']} of {ada['of']}"
    if any(answer["verdict"] == "right" for answer in bob["answers"]):
        yield "grade: a wrong answer of bob's is right"
    first = junit.read_text(encoding="utf-8")
    tree = xml.etree.ElementTree.fromstring(first)
    yield from check_element(tree)
    if len(list(tree.iter("testcase"))) != 2 * len(files):
        yield "junit: a case is missing"
    if run(drover, *call).stdout != graded.stdout or junit.read_text(encoding="utf-8") != first:
        yield "grade: the same submissions are graded differently"


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    files = sorted(pathlib.Path(sys.argv[2]).glob("*.exercise"))
    with tempfile.TemporaryDirectory() as folder:
        wrong = [*check_pack(drover, files), *check_class(drover, files, pathlib.Path(folder))]
    print("\n".join(wrong) if wrong else f"exercises: {len(files)}, all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
