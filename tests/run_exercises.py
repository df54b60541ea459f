#!/usr/bin/env python3
"""Checks the exercises of the pack: solutions earn all points; wrong answers and cheats lose some
and get their remark; there are enough exercises of each sort and on each topic. `grade` writes
well-formed JSON, JUnit XML, CSV and Markdown. Neither the output nor the program contains a
solution. Answers that are malformed, that try to get out of their holes, or that would run forever
get a verdict.

usage: run_exercises.py DROVER EXERCISES
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

LEAST_EXERCISES, LEAST_WRONG, LEAST_CHEATS, LEAST_HINTS = 20, 3, 3, 2
# The sorts of exercises: the kind, further sections that the file must have, and sections that it
# must not have.
SORTS = {
    "allowed or forbidden": ("verdicts", [], []),
    "explain the cycle": ("cycle", [], []),
    "steps of the machine": ("steps", [], []),
    "weakest fences": ("fill", [["minimal", "weakest"], ["fence"]], []),
    "weakest modes": ("fill", [["minimal", "weakest"], ["mode"]], []),
    "strongest weakening": ("fill", [["minimal", "cheapest"], ["mode"]], []),
    "smallest test": ("distinguish", [], []),
    "complete the axiom": ("axiom", [], []),
    "fill the hole, no deadlock": ("fill", [["statements"], ["safe"], ["deadlock"]], []),
    "how many executions": ("count", [], []),
    "write tests": ("tests", [["good"], ["bad"]], []),
}
TOPICS = ["sb-two-models", "rc11-sc-fences", "seqlock", "mcs-lock", "peterson-tso", "treiber-aba",
          "rdcss-helping", "ms-queue"]
# The requirements of JUnit's schema for each element.
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
        elif found and not line.startswith("#"):
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
        if first.count("cheat") < LEAST_CHEATS:
            yield f"{file.name}: {first.count('cheat')} cheats"
        if first.count("hint") < LEAST_HINTS:
            yield f"{file.name}: {first.count('hint')} hints"
        kinds |= {lines[0].strip() for words, lines in found if words == ["kind"]}
    missing = {"verdicts", "count", "cycle", "steps", "fill", "distinguish", "axiom", "tests"} - kinds
    if missing:
        yield f"no exercise of kind {missing}"
    yield from check_sorts(files)
    for topic in TOPICS:
        if topic not in {file.stem for file in files}:
            yield f"no exercise {topic}"
    verified = run(drover, "verify", "--from", str(files[0].parent))
    if verified.returncode != 0:
        yield f"verify: status {verified.returncode}\n{verified.stderr}"
    if verified.stdout.count("the solution is right") != len(files):
        yield f"verify: {verified.stdout}"
    own = run(drover, "verify")
    if own.returncode != 2 or "have no solutions" not in own.stderr:
        yield f"verify without files: status {own.returncode}\n{own.stderr}"


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
    # A short solution may be part of a text by chance.
    if len(solution) > 8 and any(solution in words_only(text) for text in printed):
        yield f"{file.name}: the solution is printed"


def check_leaks(drover, files):
    """Neither the question nor remarks on wrong answers contain the solution, or what the
    library of litmus tests says of its tests."""
    for file in files:
        found = sections(file.read_text(encoding="utf-8"))
        printed = [run(drover, "show", file.stem).stdout,
                   run(drover, "show", file.stem, "--json").stdout]
        for words, lines in found:
            if words[0] in ("wrong", "cheat"):
                tried = run(drover, "try", file.stem, dedented(lines))
                printed += [tried.stdout, tried.stderr]
                if tried.returncode not in (1, 2):
                    yield f"{file.name}: wrong {words[1]}: status {tried.returncode}"
        yield from leaks_in(file, printed)
        if any("Verdicts=" in text for text in printed):
            yield f"{file.name}: verdicts of the library are printed"
        for words, lines in found:
            if words[0] in ("good", "bad") and words_only(dedented(lines)) in words_only(printed[0]):
                yield f"{file.name}: {words[1]} is shown"


# Sections of which no line may be read in the program. Short lines may be there by chance.
HIDDEN, LONG = ("solution", "wrong", "cheat", "hint", "on", "good", "bad"), 24


def check_program(drover, files):
    """Checks the strings in the program for solutions. Models may be read by everyone."""
    program = pathlib.Path(drover).read_bytes()
    root = files[0].parent.parent
    models = "".join(file.read_text(encoding="utf-8") for file in root.glob("e*/**/*.cat"))
    looked_for = 0
    for file in files:
        for words, lines in sections(file.read_text(encoding="utf-8")):
            if words[0] not in HIDDEN:
                continue
            for line in map(str.strip, lines):
                if len(line) < LONG or line in models:
                    continue
                looked_for += 1
                if line.encode("utf-8") in program:
                    yield f"{file.name}: in the program: {line}"
    if looked_for < 300:
        yield f"only {looked_for} lines were looked for in the program"


# Answers and what they must get: (exercise, answer, status, what is in the output).
ODD_ANSWERS = [
    ("sb-two-models", "", 2, "the answer is empty"),
    ("sb-two-models", "sc: forbidden\nsc: allowed\ntso: allowed", 2, "a second answer"),
    ("sb-two-models", "sc: perhaps", 2, "is not a verdict"),
    ("sb-two-models", "forbidden", 2, "belongs to no section"),
    ("sb-two-models", "sc forbidden\x07", 2, "error"),
    ("sb-count", "sc: 99999999999999999999999", 2, "is not a number"),
    ("mp-modes", "W: rel\nR: acq\nW: sc", 2, "filled twice"),
    ("sb-fences", "L: sc; } thread evil { x := 2;\nR: sc", 2, "is not a choice"),
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
    # Answers that once got an untrue remark.
    ("atomic-increment", "INC: block;", 1, "A thread that stops does not add anything"),
    ("atomic-increment", "INC: y := 1;", 1, "x is not what it was"),
    ("atomic-increment", "INC: p := 1; *p := 2;", 1, "not one"),
    ("atomic-increment", "await(x % 5 == i - 1); x := x + 1;", 2, "undefined name `i`"),
    ("ticket-lock", "WAIT: acq, TURN: i - 1, GIVE: rel, CALL: i", 2, "undefined name `i`"),
    # Unusual spellings.
    ("sb-two-models", "SC: Forbidden; Tso: ALLOWED", 0, "2 of 2"),
    ("SB-two-models", "sc: forbidden\ntso: allowed,", 0, "2 of 2"),
    ("cycle-sb", "PO Left.1 left.2; fr left.2 right.1, po right.1 right.2; fr right.2 left.1", 0,
     "3 of 3"),
    ("ticket-lock", "WAIT: acq, TURN: mine, GIVE: rel, CALL: mine + 1", 0, "6 of 6"),
    ("lock-client", "A: take(); x := x + 1; give(); B: take(); x := x + 1; give(); END: assert(x == 2);",
     0, "3 of 3"),
    ("peterson-tso", "A0:, B0: sc; C0: none, D0: -, A1:, B1: fence@sc; C1:, D1:", 0, "4 of 4"),
    ("mp-modes", "w: Rel; r: acq;", 0, "4 of 4"),
    ("sb-fences", "L: sc, R: full", 2, "answer:1:11: error"),
    # Tests that are not tests, or too many.
    ("test-a-lock", "test a:\n  thread t { take(); give() }", 2, "answer:2:28: error"),
    ("test-a-lock", "test a:\n  thread t { take(); give(); }\nthread u { }", 2, "belongs to no"),
    ("test-a-lock", "test a:\n  thread t { take(); }\ntest a:\n  thread t { take(); }", 2,
     "a second test `a`"),
    ("test-a-lock", "".join(f"test t{i}:\n  thread t {{ take(); give(); }}\n" for i in range(9)), 2,
     "more than 8 tests"),
    ("test-a-lock", "shared na a; thread t { take(); a := stack_top; give(); }", 2, "undefined name"),
    # Endless runs.
    ("atomic-increment", "while (1) { }", 1, "deadlock"),
    ("atomic-increment", "while (1) { faa(x, 1); }", 1, "not known"),
    ("atomic-increment", "while (1) { a := a + 1; }", 1, "deadlock"),
    ("atomic-increment", "a := 1; while (a != 0) { a := a + 1; }", 1, "not known"),
    # Tests that are larger than their text.
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
    (folder / "secret.cfg").write_text("password: swordfish\n", encoding="utf-8")
    (folder / "link.txt").symlink_to(folder / "secret.cfg")
    told = folder / "told"
    linked = run(drover, "grade", str(folder), "--feedback", str(told))
    pages = "".join(page.read_text(encoding="utf-8") for page in told.iterdir())
    if "link.txt: error: cannot be read: it is a symbolic link" not in linked.stderr:
        yield f"grade of a symbolic link: {linked.stderr}"
    if "swordfish" in linked.stdout + linked.stderr + pages:
        yield "grade of a symbolic link quotes the file behind it"
    (folder / "link.txt").unlink()
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


def check_students(drover, folder):
    """Several files of one student are one row, for which nothing is missing."""
    answers = {"sb-count": "sc: 3\ntso: 4", "sb-two-models": "sc: forbidden\ntso: allowed"}
    for name, answer in answers.items():
        (folder / f"Ada.{name}.1.txt").write_text(f"student: Ada\n== {name}\n{answer}\n")
    expect = ["--expect", ",".join(answers)]
    table = folder / "out.csv"
    graded = run(drover, "grade", str(folder), *expect, "--csv", str(table))
    rows = table.read_text().splitlines()
    if graded.returncode != 0 or len(rows) != 2 or graded.stderr:
        yield f"one student with two files: {graded.stdout}{graded.stderr}{rows}"
    (folder / "more.txt").write_text("student: Ada\n== sb-count\nsc: 1\ntso: 1\n")
    graded = run(drover, "grade", str(folder), *expect, "--json")
    (ada,) = map(json.loads, graded.stdout.splitlines())
    if ada["points"] != 2 or len(ada["files"]) != 3 or "Ada has 3 files" not in graded.stderr:
        yield f"one student with a third file: {ada}{graded.stderr}"


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
    junit, table, feedback = (folder / name for name in ("out.xml", "out.csv", "feedback"))
    call = ["grade", *map(str, answers), "--json", "--junit", str(junit), "--csv", str(table),
            "--feedback", str(feedback)]
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
    texts += [page.read_text(encoding="utf-8") for page in feedback.iterdir()]
    for file in files:
        yield from leaks_in(file, texts)
    yield from check_element(tree)
    yield from check_table(table, ada, bob)
    yield from check_feedback(feedback, files)
    if len(list(tree.iter("testcase"))) != 2 * len(files):
        yield "junit: a case is missing"
    if run(drover, *call).stdout != graded.stdout or junit.read_text(encoding="utf-8") != first:
        yield "grade: the same submissions are graded differently"


def check_page(drover, page, folder):
    """The exercise that docs/exercises.md shows is one, and what is printed there is printed."""
    text = page.read_text(encoding="utf-8")
    exercise = folder / "shown.exercise"
    exercise.write_text("exercise: " + text.split("```\nexercise: ")[1].split("```")[0],
                        encoding="utf-8")
    verified = run(drover, "verify", str(exercise))
    if verified.returncode != 0:
        yield f"{page.name}: {verified.stdout}{verified.stderr}"
    lines = text.splitlines()
    start = lines.index("    student: Ada Lovelace")
    submission = folder / "ada.txt"
    submission.write_text("\n".join(line[4:] for line in lines[start:lines.index("", start)]) + "\n",
                          encoding="utf-8")
    printed = run(drover, "grade", str(submission), "--from", str(exercise)).stdout
    for line in printed.replace(str(folder), "submissions").splitlines():
        if "    " + line not in lines:
            yield f"{page.name}: {line}"


def check_table(table, ada, bob):
    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row, graded in zip(rows, (ada, bob), strict=True):
        if row["student"] != graded["student"] or float(row["points"]) != graded["points"]:
            yield f"csv: {row}"
        for answer in graded["answers"]:
            if float(row[answer["exercise"]]) != answer["points"]:
                yield f"csv: {answer['exercise']} of {row['student']}: {row[answer['exercise']]}"


def check_feedback(feedback, files):
    pages = {page.name: page.read_text(encoding="utf-8") for page in feedback.iterdir()}
    if set(pages) != {"ada.md", "bob.md"}:
        yield f"feedback: {set(pages)}"
    for file in files:
        if any(f"## {file.stem}: " not in page for page in pages.values()):
            yield f"feedback: nothing about {file.stem}"
    if "# Feedback for ada" not in pages["ada.md"] or "wrong" in pages["ada.md"].split("\n## ")[0]:
        yield "feedback: ada has all points"


def check_names(drover, folder):
    """Odd names of students and of output files."""
    answer = "== sb-count\nSC: 3, tso: 4\n"
    names = ["=1+2", "../Eve", "Zo\u00eb", "ZO\u00eb", "a,\"b\""]
    for number, name in enumerate(names):
        (folder / f"{number}.txt").write_text(f"Student: {name}\n{answer}", encoding="utf-8")
    table, feedback = folder / "out.csv", folder / "new" / "feedback"
    graded = run(drover, "grade", str(folder), "--csv", str(table), "--feedback", str(feedback))
    with table.open(newline="", encoding="utf-8") as file:
        said = [row["student"] for row in csv.DictReader(file)]
    if graded.returncode != 0 or said != ["'=1+2", *names[1:]]:
        yield f"csv: {said}\n{graded.stderr}"
    if len(list(feedback.iterdir())) != len(names) or list(folder.glob("*.md")):
        yield f"feedback: {list(feedback.iterdir())}"
    for option in ("--csv", "--feedback"):
        failed = run(drover, "grade", str(folder), option, "/proc/no/such")
        if failed.returncode != 2 or failed.stderr.count("cannot write") != (
                1 if option == "--csv" else len(names)):
            yield f"grade {option}: {failed.stderr}"


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    files = sorted(pathlib.Path(sys.argv[2]).glob("*.exercise"))
    with tempfile.TemporaryDirectory() as folder:
        names = ("class", "odd", "models", "names", "page", "students")
        places = [pathlib.Path(folder) / name for name in names]
        for place in places:
            place.mkdir()
        wrong = [*check_pack(drover, files), *check_leaks(drover, files),
                 *check_program(drover, files), *check_names(drover, places[3]),
                 *check_page(drover, files[0].parent.parent / "docs" / "exercises.md", places[4]),
                 *check_odd_answers(drover), *check_class(drover, files, places[0]),
                 *check_students(drover, places[5]),
                 *check_odd_files(drover, places[1]), *check_model_files(drover, places[2])]
    print("\n".join(wrong) if wrong else f"exercises: {len(files)}, all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
