#!/usr/bin/env python3
"""Writes pages with `drover report` and checks what is in them.

- The page is one HTML document whose elements are closed, and it loads nothing: no address in it
  leads anywhere, and its data ends where it should whatever the program says.
- Its numbers are those of `drover check --json` and `drover litmus --json` under each model.
- Its pictures are well-formed, and lines of events are lines of the source.
- Mistakes get a message, and a run that fails leaves no page behind.

With `--browser`, a headless Chromium opens the pages, and they are used with mouse and keys, see
report_in_browser.py; exit status 77 where there is none. `--screenshots FOLDER` leaves pictures.

usage: run_report.py DROVER [--browser [--screenshots FOLDER]]
"""

import argparse
import html.parser
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

from chromium import Chromium, find_chromium
from report_in_browser import PageUser, photograph

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = ["sc", "tso", "pso", "sra", "ra", "rc11", "rc20", "wrc11"]
VOID = {"meta", "link", "br", "hr", "img", "input"}
SVG_NAMESPACE = "http://www.w3.org/2000/svg"

# Text that could break the page: tags, ends of elements, comments, entities.
HOSTILE = """// </script><script>document.title = 'owned'</script> <!-- --> &lt; & "quotes" 'single' {{script}}
shared x; // \u2028 \u00e9 <img src=x onerror=alert(1)>
thread left { x := 1; assert(x == 1, "</script><b>bold</b> & <svg/onload=alert(1)>"); }
thread right { x := 2; r := x; }
exists (right:r == 1);
"""

SMALL = "shared x;\nthread t { x := 1; }\nexists (x == 1);\n"
# A program with too many executions to explore.
LONG = """shared x;
thread w(i in 1..8) { x@rlx := i; r := x@rlx; }
exists (w1:r == 2);
"""

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAIL {what}")


class PageParser(html.parser.HTMLParser):
    """Keeps track of open elements, addresses, scripts and styles."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.problems, self.addresses = [], [], []
        self.texts = {"script": [], "style": [], "title": []}

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        if tag in self.texts:
            self.texts[tag].append("")
        for name, value in attributes:
            if name in ("src", "href", "data", "action", "srcset", "poster"):
                self.addresses.append(value)
            if name.startswith("on"):
                self.problems.append(f"an attribute {name}")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes something else")

    def handle_data(self, data):
        if self.open and self.open[-1] in self.texts:
            self.texts[self.open[-1]][-1] += data


def drawings_of(program):
    for outcome in program["outcomes"]:
        for each in outcome["executions"] + outcome["reasons"]:
            yield each["drawing"]
    for error in program["errors"]:
        yield error["drawing"]


def check_picture(text, program, name):
    root = xml.etree.ElementTree.fromstring(text)
    expect(root.tag == f"{{{SVG_NAMESPACE}}}svg", f"{name}: a picture is no SVG")
    kinds = {element.tag.rsplit("}", 1)[-1] for element in root.iter()}
    expect(kinds <= {"svg", "title", "style", "rect", "g", "text", "tspan", "path"},
           f"{name}: a picture has {kinds}")
    lines = len(program["source"].splitlines())
    for element in root.iter():
        line = element.get("data-line")
        expect(line is None or 1 <= int(line) <= lines, f"{name}: an event at line {line}")
        expect(not any(key.startswith("on") for key in element.keys()),
               f"{name}: a picture has a handler")


def data_of(page):
    """The data of a page, as text."""
    text = page.read_text(encoding="utf-8")
    return re.search(r'id="data">(.*?)</script>', text, re.DOTALL).group(1)


def picture_text(report, place):
    """The picture of a list of lines, each a shape and the values for its gaps."""
    lines = []
    for index in report["pictures"][place]:
        shape, *gaps = report["lines"][index]
        parts = report["shapes"][shape].split("\t")
        expect(len(parts) == len(gaps) + 1, "a shape has another number of gaps")
        lines.append("".join(part + str(gap) for part, gap in zip(parts, [*gaps, ""])))
    return "\n".join(lines)


def check_page(path):
    """The data of a page, after the checks that every page must pass."""
    text = path.read_text(encoding="utf-8")
    parser = PageParser()
    parser.feed(text)
    parser.close()
    name = path.name
    expect(not parser.open and not parser.problems, f"{name}: {parser.open} {parser.problems}")
    expect(all(each in ("data:,", "#viewer") for each in parser.addresses),
           f"{name}: addresses {parser.addresses}")
    expect(len(parser.texts["script"]) == 2, f"{name}: {len(parser.texts['script'])} scripts")
    expect(len(parser.texts["title"]) == 1, f"{name}: titles {parser.texts['title']}")
    data, script = parser.texts["script"]
    expect("<" not in data, f"{name}: data could end its element")
    for style in parser.texts["style"]:
        expect("url(" not in style and "@import" not in style, f"{name}: a style loads something")
    for call in ("fetch(", "XMLHttpRequest", "import(", "WebSocket", "innerHTML", "eval("):
        expect(call not in script, f"{name}: the script has {call}")
    # Packed pictures have gaps for numbers.
    text = text.replace(r"http://www.w\t.org/\t/svg", SVG_NAMESPACE)
    for address in re.findall(r"https?://[^\s\"'\\<]+", text.replace(HOSTILE, "")):
        expect(address == SVG_NAMESPACE, f"{name}: {address}")
    report = json.loads(data)
    for program in report["programs"]:
        for drawing in drawings_of(program):
            expect(bool(drawing["variants"]) != bool(drawing["note"]), f"{name}: picture or note")
            for variant in drawing["variants"]:
                for kind in ("svg", "detailed"):
                    if variant[kind] is not None:
                        variant[kind] = picture_text(report, variant[kind])
                        check_picture(variant[kind], program, name)
            places = [place for variant in drawing["variants"] for place in variant["models"]]
            expect(len(places) == len(set(places)), f"{name}: a model has two pictures")
        check_agreement(program, name)
        check_words(program, name)
        check_order(program, name)
    return report


def check_words(program, name):
    """Explanations name events and edges that are in the picture."""
    for outcome in program["outcomes"]:
        for reason in outcome["reasons"]:
            for variant in reason["drawing"]["variants"]:
                letters = set(re.findall(r'data-letter="([a-z]+)"', variant["svg"]))
                for step in reason["steps"]:
                    named = set(re.findall(r"\(([a-z]+), line \d+\)", step["text"]))
                    expect(named <= letters, f"{name}: {named - letters} not in the picture")
                edges = set(re.findall(r'data-from="(\d+)" data-to="(\d+)"', variant["svg"]))
                lit = [any((str(a), str(b)) in edges for _, a, b in step["edges"])
                       for step in reason["steps"] if step["depth"] == 0]
                expect(not lit or any(lit), f"{name}: no step of a cycle lights an edge")


def check_order(program, name):
    """Outcomes that the file asks about come first, each with a picture if some model reaches
    it."""
    finals = [each for each in program["outcomes"] if each["kind"] == "final"]
    asked = [bool(each["conditions"]) for each in finals]
    expect(asked == sorted(asked, reverse=True), f"{name}: asked about {asked}")
    for outcome in finals:
        if not outcome["conditions"] or "reached" not in outcome["answers"]:
            continue
        shown = outcome["executions"]
        expect(shown and (shown[0]["drawing"]["variants"] or "events" in shown[0]["drawing"]["note"]),
               f"{name}: {outcome['text']} is asked about and not shown")


def check_agreement(program, name):
    """The verdicts of models agree in all places of the page."""
    for outcome in program["outcomes"]:
        reached = {i for i, each in enumerate(outcome["answers"]) if each == "reached"}
        forbidden = {i for i, each in enumerate(outcome["answers"]) if each == "forbidden"}
        expect(reached == {i for i, count in enumerate(outcome["counts"]) if count > 0},
               f"{name}: counts of {outcome['text']}")
        for execution in outcome["executions"]:
            allowed = set(execution["allowed"])
            expect(not allowed & forbidden, f"{name}: {outcome['text']} is drawn for {allowed}")
        explained = {model for reason in outcome["reasons"] for model in reason["models"]}
        expect(explained <= forbidden, f"{name}: {outcome['text']} is explained for {explained}")
        if outcome["kind"] == "final":
            expect(explained == forbidden or outcome["note"],
                   f"{name}: {outcome['text']}: {forbidden - explained} unexplained")
            is_stopped = any("interrupted" in note for note in program["notes"])
            expect(not reached or outcome["executions"] or is_stopped,
                   f"{name}: {outcome['text']} not drawn")


class Runner:
    def __init__(self, drover, folder):
        self.drover, self.folder = drover, folder

    def run(self, *arguments):
        return subprocess.run([self.drover, *map(str, arguments)], capture_output=True, text=True,
                              cwd=ROOT, timeout=600)

    def page(self, name, *arguments, status=0):
        path = self.folder / f"{name}.html"
        finished = self.run("report", *arguments, "-o", path)
        expect(finished.returncode == status,
               f"{name}: exit status {finished.returncode}: {finished.stderr}")
        return path


def compare_with_check(runner, program):
    for i, model in enumerate(MODELS):
        run = program["runs"][i]
        # If symmetry cannot be used, the program is explored without it.
        is_off = any("symmetry reduction is not possible" in each for each in run["remarks"])
        finished = runner.run("check", "--json", "--all-errors", "-m", model, program["file"],
                              *(["--no-symmetry"] if is_off else []))
        result = json.loads(finished.stdout)
        where = f"{program['name']} under {model}"
        expect(run["model"] == model, f"{where}: is {run['model']}")
        expect(run["word"] == result["verdict"], f"{where}: {run['word']}")
        expect(run["executions"] == result["executions"], f"{where}: executions")
        expect(run["blocked"] == result["blocked"], f"{where}: blocked")
        expect(run["reductions"] == result["reductions"], f"{where}: reductions")
        counts = sorted(each["counts"][i] for each in program["outcomes"]
                        if each["kind"] == "final" and each["counts"][i] > 0)
        expected = sorted(each["count"] for each in result["outcomes"])
        expect(program["notes"] or counts == expected, f"{where}: outcomes {counts} {expected}")
        errors = sum(i in error["models"] for error in program["errors"])
        expect(errors == len(result["errors"]), f"{where}: {errors} errors")


def compare_with_litmus(runner, program):
    for i, model in enumerate(run["model"] for run in program["runs"]):
        result = json.loads(runner.run("litmus", "--json", "-m", model, program["file"]).stdout)
        where = f"{program['name']} under {model}"
        word = program["runs"][i]["word"].split()
        expect(word[0] == result["verdict"], f"{where}: {word}")
        expect(word[1] == result["observation"], f"{where}: {word} {result['observation']}")
        counts = sum(each["counts"][i] for each in program["outcomes"] if each["kind"] == "final")
        expect(counts == result["positive"] + result["negative"], f"{where}: {counts} executions")


def outcome_row(program, text):
    return next(each for each in program["outcomes"] if each["text"] == text)


def check_core(runner):
    path = runner.page("core", "examples/store-buffering.drv", "examples/ttas-lock.drv",
                       "examples/ring-queue.drv")
    buffering, lock, queue = check_page(path)["programs"]
    for program in (buffering, lock, queue):
        compare_with_check(runner, program)
    row = outcome_row(buffering, "left:a = 0, right:b = 0")
    expect(row["answers"] == ["forbidden"] + ["reached"] * 4 + ["forbidden"] * 3,
           f"store buffering: {row['answers']}")
    expect(row["conditions"] == [0], "store buffering: the condition asks about it")
    stories = stories_of(row)
    expect(any("still waits in the store buffer" in step
               for step in stories.get("In the order of time, with store buffers", [])),
           f"store buffering: {stories}")
    axioms = {models: reason["axiom"] for reason in row["reasons"]
              for models in reason["models"]}
    expect(set(axioms) == {0, 5, 6, 7}, f"store buffering: {axioms}")
    expect(all(len(reason["steps"]) >= 2 for reason in row["reasons"]), "store buffering: steps")
    expect(all('class="edge' in variant["svg"] and " cycle" in variant["svg"]
               for reason in row["reasons"] for variant in reason["drawing"]["variants"]),
           "store buffering: the cycle is drawn")
    expect(any("taken for an await" in loop["text"] for loop in lock["loops"]), "lock: loops")
    symmetry = [each for each in lock["savings"] if each["reduction"] == "symmetry"]
    expect(symmetry and all(each["without"] > each["with"] for each in symmetry),
           f"lock: {symmetry}")
    races = [each for each in queue["errors"] if each["kind"] == "race"]
    expect(races and 5 in races[0]["models"] and 0 not in races[0]["models"],
           f"queue: {queue['errors'] and queue['errors'][0]['message']}")
    expect(races and races[0]["drawing"]["variants"] and len(races[0]["places"]) == 2, "queue: race")
    return path


def check_verdicts(runner):
    folder = ROOT / "tests" / "golden" / "reports"
    vacuous, stuck, peterson = check_page(runner.page(
        "verdicts", folder / "vacuous.drv", folder / "stuck-wrc11.drv",
        folder / "peterson.drv"))["programs"]
    expect({run["verdict"] for run in vacuous["runs"]} == {"vacuous"}, "vacuous: verdicts")
    expect(all("no execution completes" in " ".join(run["remarks"]) for run in vacuous["runs"]),
           "vacuous: the remark says why")
    marks = {result["mark"] for each in vacuous["conditions"] for result in each["results"]}
    expect(marks == {"∅"}, f"vacuous: conditions that nobody looked at: {marks}")
    verdicts = {run["model"]: run["verdict"] for run in stuck["runs"]}
    expect(set(verdicts.values()) == {"bad"}, f"two locks in opposite orders: {verdicts}")
    drawn = [variant["svg"] for each in peterson["outcomes"]
             if each["kind"] == "blocked" for execution in each["executions"]
             for variant in execution["drawing"]["variants"]]
    # Under wrc11 it is not always known: there it is only said to be cut.
    expect(any("would go on" in svg for svg in drawn) and
           all("cut" in svg and "forever" not in svg for svg in drawn),
           "Peterson: a thread that looks too early does not wait forever")


def stories_of(row):
    return {story["heading"]: story["steps"] for execution in row["executions"]
            for story in execution["drawing"]["stories"]}


def check_stories(runner):
    folder = ROOT / "tests" / "golden" / "explain"
    arm, power = check_page(runner.page("stories", folder / "LB-aarch64.litmus",
                                        folder / "LB-ppc.litmus"))["programs"]
    both = {"0:X0 = 1, 1:X0 = 1": arm, "0:r5 = 1, 1:r5 = 1": power}
    told = [stories_of(outcome_row(program, text)) for text, program in both.items()]
    expect(any("promises y = 1" in step for steps in told[0].values() for step in steps),
           f"load buffering on Arm: {told[0]}")
    expect(not told[1], f"ppc has no machine: {told[1]}")


def check_calls(runner):
    file = ROOT / "tests" / "golden" / "reports" / "linearizability.drv"
    report = check_page(runner.page("calls", file))
    errors = [each for program in report["programs"] for each in program["errors"]]
    calls = [picture_text(report, each["drawing"]["calls"]) for each in errors
             if each["kind"] == "linearizability"]
    expect(calls and all(">dequeue() = 2</text>" in svg for svg in calls),
           f"an error of calls has a picture of them: {calls}")


def check_litmus(runner):
    path = runner.page("litmus", "MP", "IRIW", "CoRR")
    programs = check_page(path)["programs"]
    for program in programs:
        compare_with_litmus(runner, program)
    expect([len(each["outcomes"]) for each in programs[:2]] == [4, 16],
           "MP and IRIW: every conceivable outcome has a row")
    check_page(runner.page("spin", "LOCK+spin", status=3))
    program = runner.folder / "cut.drv"
    program.write_text(
        "shared x, y, c, z;\n"
        "thread writer { x@rlx := 1; y@rlx := 1; c@rlx := 1; }\n"
        "thread reader {\n"
        "  n := 0;\n"
        "  while (c@rlx == 0) { z@rlx := n; n := n + 1; }\n"
        "  a := y@rlx;\n"
        "  b := x@rlx;\n"
        "}\n"
        "forbid (reader:a == 1 && reader:b == 0);\n")
    cut = check_page(runner.page("cut", "--unroll", "2", program, status=3))["programs"][0]
    verdicts = {run["model"]: run["verdict"] for run in cut["runs"]}
    columns = [[run["model"] for run in each["runs"]] for each in programs]
    expect(columns[:2] == [["sc", "tso", "pso"]] * 2, f"the models that are about X86: {columns}")
    mixed = check_page(runner.page("mixed", "MP", "MP+dmb.sy+addr", "MP-riscv", "MP-ppc",
                                   "MP+wmb+rmb", "MP+rel+acq"))["programs"]
    columns = [(each["language"], " ".join(run["model"] for run in each["runs"]))
               for each in mixed]
    expect(columns == [("X86", "sc tso pso"), ("AArch64", "sc aarch64"), ("RISCV", "sc riscv"),
                       ("PPC", "sc ppc"), ("LKMM", "lkmm"),
                       ("C", "sc tso pso sra ra rc11 rc20 wrc11")],
           f"each test has the models that are about it: {columns}")
    expect(verdicts["pso"] == "bad" and verdicts["sc"] == "incomplete",
           f"a loop that is cut leaves open what was not seen, and nothing else: {verdicts}")
    return path


def check_models(runner):
    model = runner.folder / "weak.cat"
    model.write_text('"weak <b>model</b>"\nacyclic po-loc | rf | co | fr as coherence\n')
    path = runner.page("models", "-m", f"sc,{model}", "SB")
    program = check_page(path)["programs"][0]
    expect(len(program["runs"]) == 2, f"models: {program['runs']}")
    both = [each["answers"] for each in program["outcomes"]]
    expect(["forbidden", "reached"] in both, f"models: {both}")
    check_shown_relations(runner)
    return path


def check_shown_relations(runner):
    """Relations are those of the chosen model, and pictures show what its file says."""
    model = runner.folder / "shown.cat"
    model.write_text('"shown"\nlet near = po & (W * R)\nlet never = rf & co\nunshow co\n'
                     "show near, never\nacyclic po-loc | rf | co | fr as coherence\n")
    program = check_page(runner.page("shown", "-m", f"sc,{model}", "SB"))["programs"][0]
    for outcome in program["outcomes"]:
        for execution in outcome["executions"]:
            expect([place for variant in execution["drawing"]["variants"]
                    for place in variant["models"]] == execution["allowed"],
                   f"shown: pictures for {execution['allowed']}")
            for variant in execution["drawing"]["variants"]:
                if variant["models"] != [1]:
                    continue
                expect("near" in variant["relations"] and "co" not in variant["relations"] and
                       'data-relation="near"' in variant["svg"], f"shown: {variant['relations']}")
                expect(variant["missing"] == ["never: empty"], f"shown: {variant['missing']}")


def check_many(runner):
    """With more programs than buttons, the page has a list of them, of several dialects."""
    tests = sorted((ROOT / "litmus/library").glob("MP*.litmus"))
    path = runner.page("many", *tests)
    programs = check_page(path)["programs"]
    expect(len(programs) == len(tests) > 16, f"many: {len(programs)} programs")
    return path


def check_hostile(runner):
    program = runner.folder / "a<b>&'\".drv"
    program.write_text(HOSTILE, encoding="utf-8")
    path = runner.page("hostile", program)
    report = check_page(path)["programs"][0]
    expect(report["source"] == HOSTILE, "hostile: the source is as it was")
    expect(any("<svg/onload" in each["message"] for each in report["errors"]), "hostile: message")
    return path


def check_limits(runner):
    path = runner.page("limits", "-m", "rc11", "--max-executions", "20", "--max-outcomes", "2",
                       "--max-pictures", "1", "examples/treiber-stack.drv", status=3)
    program = check_page(path)["programs"][0]
    expect(program["runs"][0]["verdict"] != "good", "limits: a run that was stopped is not good")
    expect(program["runs"][0]["stop"] != "", "limits: it is said")
    finals = [each for each in program["outcomes"] if each["kind"] == "final"]
    expect(len(finals) <= 2, f"limits: {len(finals)} outcomes")
    expect(all(len(each["executions"]) <= 1 for each in finals), "limits: pictures")
    expect(all("forbidden" not in each["answers"] for each in finals), "limits: nothing is sure")
    return path


def check_many_outcomes(runner):
    """An outcome that a condition asks about has a row, however many others come before it."""
    program = runner.folder / "many-outcomes.drv"
    program.write_text("shared x, y, z;\n"
                       "thread w(i in 1..4) { x := i; y := i; z := i; a := x; b := y; }\n"
                       "exists (w1:a == 4 && w1:b == 3 && w2:a == 2 && w3:a == 3 && w4:b == 4);\n")
    page = runner.page("many-outcomes", "-m", "sc", "--max-executions", "60000", "--max-outcomes",
                       "5", program, status=3)
    finals = check_page(page)["programs"][0]["outcomes"]
    expect(finals[0]["conditions"] == [0] and finals[0]["executions"],
           f"many outcomes: {finals[0]['text']}, {finals[0]['note']}")


def check_time(runner):
    """A stack with loops has too many candidates to list: the time limit holds."""
    begin = time.process_time() + sum(os.times()[2:4])
    runner.page("stack", "examples/treiber-stack.drv")
    spent = time.process_time() + sum(os.times()[2:4]) - begin
    most = 30 if os.environ.get("DROVER_SANITIZED") else 3
    expect(spent < most, f"a stack takes {spent:.1f} s")


def check_mistakes(runner):
    old = runner.folder / "old.html"
    for arguments, part in (
            (["nothing.drv"], "nothing.drv"),
            (["MPP"], "did you mean"),
            (["-m", "scc", "SB"], "did you mean `sc`"),
            (["-D", "N=3", "SB"], "-D"),
            ([runner.folder / "broken.drv"], "broken.drv:1:"),
            (["SB", "-m", runner.folder / "broken.cat"], "broken.cat:1:")):
        old.write_text("as it was")
        (runner.folder / "broken.drv").write_text("thread t { x := ; }\n")
        (runner.folder / "broken.cat").write_text('"broken"\n'[:-1] + " acyclic (\n")
        finished = runner.run("report", *arguments, "-o", old)
        expect(finished.returncode == 2, f"{arguments}: exit status {finished.returncode}")
        expect(part in finished.stderr, f"{arguments}: {finished.stderr}")
        expect(old.read_text() == "as it was", f"{arguments}: the page has changed")


def check_targets(runner):
    """Bad names for the page are reported before the programs are explored."""
    program = runner.folder / "program.drv"
    program.write_text(SMALL)
    locked = runner.folder / "locked"
    locked.mkdir()
    for target, part in ((runner.folder, "it is a folder"), (locked, "locked/report.html"),
                         (runner.folder / "no" / "page.html", "there is no folder"),
                         ("", "the name of the page is empty"),
                         (program, "is one of the programs"),
                         (locked / ".." / "program.drv", "is one of the programs")):
        finished = runner.run("report", program, "-m", "sc", "-o", target)
        expect(finished.returncode == 2 and part in finished.stderr,
               f"-o {target}: {finished.returncode} {finished.stderr}")
        expect(finished.stdout == "", f"-o {target}: it was explored first")
        expect(program.read_text() == SMALL, f"-o {target}: the program is gone")
    if os.geteuid() != 0:  # root may write everywhere
        locked.chmod(0o555)
        finished = runner.run("report", program, "-m", "sc", "-o", locked / "page.html")
        expect(finished.returncode == 2 and "no permission" in finished.stderr, "a locked folder")
        locked.chmod(0o755)
    finished = runner.run("report", program, "-m", "sc", "-o", "/dev/full")
    expect(finished.returncode == 2 and "cannot write" in finished.stderr, "a full device")
    finished = runner.run("report", program, "-m", "sc", "-o", "-")
    expect(finished.returncode == 0 and finished.stdout.startswith("<!DOCTYPE html>") and
           finished.stdout.endswith("</html>\n") and "program.drv: sc: safe" in finished.stderr,
           "-o -: the page on standard output")


def check_inputs(runner):
    """Files that are named twice, have the same name, or cannot be read twice."""
    first, second = runner.folder / "a" / "same.drv", runner.folder / "b" / "same.drv"
    for each in (first, second):
        each.parent.mkdir()
        each.write_text(SMALL)
    page = runner.page("twice", "-m", "sc", first, runner.folder / "b" / ".." / "a" / "same.drv", first)
    expect(len(check_page(page)["programs"]) == 1, "a file that is named three times is there once")
    page = runner.page("namesakes", "-m", "sc", first, second)
    names = [each["name"] for each in check_page(page)["programs"]]
    expect(names == [str(first), str(second)], f"files of the same name: {names}")
    empty = runner.folder / "empty.drv"
    empty.write_text("")
    pipe = runner.folder / "pipe.drv"
    os.mkfifo(pipe)
    target = runner.folder / "none.html"
    for path, part in ((empty, "no code"), ("-", "standard input"), (pipe, "ordinary files"),
                       (runner.folder, "is a directory"), (runner.folder / "no.drv", "no such file")):
        finished = runner.run("report", "-m", "sc", first, path, "-o", target)
        expect(finished.returncode == 2 and part in finished.stderr,
               f"{path}: {finished.returncode} {finished.stderr}")
        expect(not target.exists() and finished.stdout == "", f"{path}: all or nothing")


def check_interrupt(runner):
    """Ctrl-C ends the run soon, and the page has the findings so far."""
    program = runner.folder / "long.drv"
    program.write_text(LONG)
    target = runner.folder / "long.html"
    target.write_text("as it was")
    process = subprocess.Popen([runner.drover, "report", program, "-o", target, "--max-time", "300",
                                "--max-executions", "1000000000"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    _, complaints = process.communicate(timeout=120)
    expect(process.returncode == 3 and "interrupted" in complaints,
           f"Ctrl-C: {process.returncode} {complaints}")
    expect(time.monotonic() - begin < 60, "Ctrl-C: it goes on")
    notes = check_page(target)["programs"][0]["notes"]
    expect(any("interrupted" in note for note in notes), f"Ctrl-C: the page does not say so: {notes}")
    left = [each.name for each in runner.folder.iterdir() if ".part" in each.name]
    expect(not left, f"drafts are left: {left}")
    path = runner.page("long", "-m", "rc11,wrc11", "--max-time", "0.5", program, status=3)
    runs = check_page(path)["programs"][0]["runs"]
    expect(all(run["stop"] and run["verdict"] != "good" for run in runs), f"a limit: {runs}")
    program = runner.folder / "unsure.drv"
    program.write_text(LONG + "exists (w1:r == 9);\nforall (w1:r != 9);\nforbid (w1:r == 9);\n")
    path = runner.page("unsure", "-m", "rc11", "--max-executions", "100", program, status=3)
    marks = [each["results"][0]["mark"] for each in check_page(path)["programs"][0]["conditions"]]
    expect(marks[1:] == ["?", "?", "?"], f"what was not seen before a limit: {marks}")


def choose_in_list(browser, page, report):
    """Programs are chosen with the keyboard from a list, which letters and arrows are for."""
    browser.show(1280, "light")
    browser.open(page.as_uri())
    browser.js("document.querySelector('#programs select').focus()")
    for _ in range(3):
        browser.press("ArrowDown")
    title = browser.js("document.querySelector('#title').textContent")
    expect(title == report["programs"][2]["file"], f"the third in the list is {title}")
    browser.js("document.activeElement.blur()")
    browser.press("]")
    chosen = browser.js("document.querySelector('#programs select').value")
    expect(chosen == "3", f"the list does not follow: {chosen}")


def use_in_browser(program, pages, folder, shots):
    for page in pages:
        report = json.loads(data_of(page))
        with Chromium(program, folder / "profile") as browser:
            if len(report["programs"]) > 16:
                choose_in_list(browser, page, report)
            else:
                PageUser(browser, page, report, expect).use()
            if shots:
                photograph(browser, page, shots)
        title = re.search(r"<title>([^<]*)</title>", page.read_text(encoding="utf-8"))
        expect("owned" not in title.group(1), f"{page.name}: the title was changed")
        print(f"{page.name}: {len(report['programs'])} programs, {len(failures)} failures so far")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("drover", type=pathlib.Path)
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    browser = find_chromium()
    if arguments.browser and browser is None:
        print("no Chromium here")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        runner = Runner(str(arguments.drover.resolve()), folder)
        pages = [check(runner) for check in
                 (check_core, check_litmus, check_models, check_many, check_hostile, check_limits)]
        if arguments.browser:
            use_in_browser(browser, pages, folder, arguments.screenshots)
        else:
            for check in (check_verdicts, check_stories, check_calls, check_many_outcomes, check_time, check_mistakes,
                          check_targets, check_inputs, check_interrupt):
                check(runner)
    print(f"report: {len(pages)} pages, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
