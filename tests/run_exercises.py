#!/usr/bin/env python3
"""The exercises of the pack: solutions earn all points, wrong answers lose some and get the remark
that they are there for; there are enough of them, of each sort and on each topic; what `grade`
writes is JSON and JUnit XML; nothing that is printed gives a solution away; answers that are none,
or that try to get out of their holes, or that would run for ever, get an answer.

usage: run_exercises.py DROVER EXERCISES
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

LEAST_EXERCISES, LEAST_WRONG, LEAST_HINTS = 20, 3, 2
# The sorts of exercises: the kind, what else its file has, and what it must not have.
SORTS = {
    "allowed or forbidden": ("verdicts", [], []),
    "explain the cycle": ("cycle", [], []),
    "weakest fences": ("fill", [["minimal", "weakest"], ["fence"]], []),
    "weakest modes": ("fill", [["minimal", "weakest"], ["mode"]], []),
    "strongest weakening": ("fill", [["minimal", "cheapest"], ["mode"]], []),
    "smallest test": ("distinguish", [], []),
    "complete the axiom": ("axiom", [], []),
    "fill the hole, no deadlock": ("fill", [["statements"], ["safe"], ["deadlock"]], []),
    "how many executions": ("count", [], []),
}
TOPICS = ["sb-two-models", "rc11-sc-fences", "seqlock", "mcs-lock", "peterson-tso", "treiber-aba",
          "rdcss-helping", "ms-queue"]
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
    yield from check_sorts(files)
    for topic in TOPICS:
        if topic not in {file.stem for file in files}:
            yield f"no exercise {topic}"
    verified = run(drover, "verify")
    if verified.returncode != 0:
        yield f"verify: status {verified.returncode}\n{verified.stderr}"
    if verified.stdout.count("the solution is right") != len(files):
        yield f"verify: {verified.stdout}"


def words_of(found):
    """The words of each section, those before the colon and those behind it."""
    return [{*words, *" ".join(lines).split()} for words, lines in found]


def check_sorts(files):
    for sort, (kind, needed, banned) in SORTS.items():
        def is_of(file):
            all_words = words_of(sections(file.read_text(encoding="utf-8")))
            has = lambda wanted: any(set(wanted) <= words for words in all_words)
            return has(["kind", kind]) and all(map(has, needed)) and not any(map(has, banned))
        if not any(map(is_of, files)):
            yield f"no exercise of the sort: {sort}"


def words_only(text):
    return " ".join(text.split())


def leaks_in(file, printed):
    found = sections(file.read_text(encoding="utf-8"))
    solution = words_only(dedented(next(lines for w, lines in found if w[0] == "solution")))
    # A short one may well be part of a text by chance.
    if len(solution) > 8 and any(solution in words_only(text) for text in printed):
        yield f"{file.name}: the solution is printed"


def check_leaks(drover, files):
    """Neither the question nor what is said to wrong answers has the solution in it, nor what the
    library of litmus tests says of its tests."""
    for file in files:
        found = sections(file.read_text(encoding="utf-8"))
        printed = [run(drover, "show", file.stem).stdout,
                   run(drover, "show", file.stem, "--json").stdout]
        for words, lines in found:
            if words[0] == "wrong":
                tried = run(drover, "try", file.stem, dedented(lines))
                printed += [tried.stdout, tried.stderr]
                if tried.returncode not in (1, 2):
                    yield f"{file.name}: wrong {words[1]}: status {tried.returncode}"
        yield from leaks_in(file, printed)
        if any("Verdicts=" in text for text in printed):
            yield f"{file.name}: verdicts of the library are printed"


# Answers and what they must get: (exercise, answer, status, what is in the output).
ODD_ANSWERS = [
    ("sb-two-models", "", 2, "the answer is empty"),
    ("sb-two-models", "sc: forbidden\nsc: allowed\ntso: allowed", 2, "a second answer"),
    ("sb-two-models", "sc: perhaps", 2, "is no verdict"),
    ("sb-two-models", "forbidden", 2, "belongs to no section"),
    ("sb-two-models", "sc forbidden\x07", 2, "error"),
    ("sb-count", "sc: 99999999999999999999999", 2, "is no number"),
    ("mp-modes", "W: rel\nR: acq\nW: sc", 2, "filled twice"),
    ("sb-fences", "L: sc; } thread evil { x := 2;\nR: sc", 2, "is no choice"),
    # Out of the hole.
    ("atomic-increment", "faa(x, 1); } thread evil {", 2, "closes nothing"),
    ("atomic-increment", "faa(x, 1); } final { x := 2; } thread t {", 2, "closes nothing"),
    ("atomic-increment", "faa(x, 1); /*", 2, "has no end"),
    ("atomic-increment", 'assert(1, "\n} thread evil { x := 5;"); faa(x, 1);', 2, "has no end"),
    ("atomic-increment", "x := 2; //", 1, "assertion"),
    ("atomic-increment", "final { }", 2, "error"),
    ("treiber-aba", "node); } fn extra() { return (0", 2, "closes nothing"),
    ("treiber-aba", "node; top := 0", 2, "has no `;`"),
    ("axiom-sc", "0) as a acyclic (po | rf | co | fr", 2, "closes nothing"),
    ("axiom-sc", '0 (* (* *) ( ( *) ) as a include "sc.cat" acyclic (0 (* (* *) ) ) *)', 2, "error"),
    ("axiom-sc", '0 as a include "sc.cat" acyclic 0', 2, "error"),
    # The template with something changed.
    ("atomic-increment", "shared x; thread inc(i in 1..2) { faa(x, 1); } final { }", 2,
     "only the holes may be filled"),
    # For ever.
    ("atomic-increment", "while (1) { }", 1, "deadlock"),
    ("atomic-increment", "while (1) { faa(x, 1); }", 1, "not known"),
    ("atomic-increment", "while (1) { a := a + 1; }", 1, "deadlock"),
    ("atomic-increment", "a := 1; while (a != 0) { a := a + 1; }", 1, "not known"),
    # The size of a test is what it does.
    ("distinguish-sc-tso",
     "shared a[3]; thread l { for (i := 0; i < 9; i := i + 1) { a[0] := 1; } r := a[1]; }"
     " thread m { a[1] := 1; s := a[0]; } exists (l:r == 0 && m:s == 0);", 1, "12 accesses"),
]


def check_odd_answers(drover):
    for name, answer, status, text in ODD_ANSWERS:
        first = run(drover, "try", name, answer)
        if first.returncode != status or text not in first.stdout + first.stderr:
            yield f"{name}: `{answer}`: status {first.returncode}, {first.stdout}{first.stderr}"
        again = run(drover, "try", name, answer)
        if (again.stdout, again.stderr) != (first.stdout, first.stderr):
            yield f"{name}: `{answer}`: not the same twice"


def check_odd_files(drover, folder):
    """Files that are not submissions, among some that are."""
    odd = {
        "empty.txt": b"",
        "binary.txt": bytes(range(256)),
        "latin1.txt": "student: J\u00fcrgen\n== sb-count\nsc: 3\n".encode("latin-1"),
        "unknown.txt": b"== no-such-exercise\nsc: 3\n",
        "twice.txt": b"== sb-count\nsc: 3\ntso: 4\n== sb-count\nsc: 3\ntso: 4\n",
        "headless.txt": b"sc: 3\n",
        "nameless.txt": b"==\nsc: 3\n",
        "good.txt": b"== sb-count\r\nsc: 3\r\ntso: 4\r\n",
    }
    for name, content in odd.items():
        (folder / name).write_bytes(content)
        graded = run(drover, "grade", str(folder / name), "--json")
        if graded.returncode != (0 if name == "good.txt" else 2):
            yield f"grade {name}: status {graded.returncode}\n{graded.stdout}{graded.stderr}"
        json.loads(graded.stdout)
    for path in (folder / "missing.txt", folder / "nothing-here"):
        if run(drover, "grade", str(path)).returncode != 2:
            yield f"grade {path}: no complaint"
    junit = folder / "odd.xml"
    whole = run(drover, "grade", str(folder), "--junit", str(junit))
    if whole.returncode != 2 or f"{len(odd)} submissions, 1 with all points" not in whole.stdout:
        yield f"grade of a folder: {whole.stdout}"
    if "good.txt: good: 2 of 2 points" not in whole.stdout:
        yield f"grade of a folder: who is it? {whole.stdout}"
    yield from check_element(xml.etree.ElementTree.parse(junit).getroot())
    if run(drover, "grade", str(folder), "--junit", str(folder / "no" / "out.xml")).returncode != 2:
        yield "grade: a report that cannot be written"


def check_model_files(drover, folder):
    """An exercise may name a model of a file beside it."""
    (folder / "weak.cat").write_text('"weak"\ninclude "cos.cat"\nacyclic po-loc | rf | co | fr as c\n',
                                     encoding="utf-8")
    text = ("exercise: own\ntitle: t\nkind: verdicts\npoints: 1\ntext: what?\n"
            "program p:\n  shared x, y;\n  thread a { x := 1; y := 1; }\n"
            "  thread b { r := y; s := x; }\noutcome stale: b:r == 1 && b:s == 0\n"
            "ask: sc FILE\nsolution:\n  sc: forbidden\n  FILE: allowed\n")
    own = folder / "own.exercise"
    own.write_text(text.replace("FILE", "weak.cat"), encoding="utf-8")
    verified = run(drover, "verify", str(own))
    if verified.returncode != 0:
        yield f"a model of a file: {verified.stdout}{verified.stderr}"
    if "acyclic po-loc" not in run(drover, "show", "own", "--from", str(own)).stdout:
        yield "a model of a file is not shown"
    own.write_text(text.replace("FILE", "missing.cat"), encoding="utf-8")
    missing = run(drover, "verify", str(own))
    if missing.returncode != 2 or "own.exercise:11:9: error" not in missing.stderr:
        yield f"a model of a file that is not there: {missing.stderr}"
    (folder / "bad.cat").write_text("acyclic po |\n", encoding="utf-8")
    own.write_text(text.replace("FILE", "bad.cat"), encoding="utf-8")
    bad = run(drover, "verify", str(own))
    if bad.returncode != 2 or "bad.cat:" not in bad.stderr:
        yield f"a model of a file with errors: {bad.stderr}"


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
    texts = [element.text or "" for element in tree.iter()]
    for answer in bob["answers"]:
        texts += [finding["text"] for finding in answer["findings"]]
        texts += [answer["remark"], answer["diagnostics"]]
    for file in files:
        yield from leaks_in(file, texts)
    yield from check_element(tree)
    if len(list(tree.iter("testcase"))) != 2 * len(files):
        yield "junit: a case is missing"
    if run(drover, *call).stdout != graded.stdout or junit.read_text(encoding="utf-8") != first:
        yield "grade: the same submissions are graded differently"


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    files = sorted(pathlib.Path(sys.argv[2]).glob("*.exercise"))
    with tempfile.TemporaryDirectory() as folder:
        places = [pathlib.Path(folder) / name for name in ("class", "odd", "models")]
        for place in places:
            place.mkdir()
        wrong = [*check_pack(drover, files), *check_leaks(drover, files),
                 *check_odd_answers(drover), *check_class(drover, files, places[0]),
                 *check_odd_files(drover, places[1]), *check_model_files(drover, places[2])]
    print("\n".join(wrong) if wrong else f"exercises: {len(files)}, all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
