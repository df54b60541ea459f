#!/usr/bin/env python3
"""Writes pages with `drover report` and checks what is in them.

- The page is one HTML document whose elements are closed, and it loads nothing: no address in it
  leads anywhere, and its data ends where it should whatever the program says.
- Its numbers are those of `drover check --json` and `drover litmus --json` under each model.
- Its pictures are well-formed, and lines of events are lines of the source.
- Mistakes are answered, and no page is left behind by a run that fails.

With `--browser`, a headless Chromium opens the pages and clicks through all of them (`#selftest`);
exit status 77 where there is none.

usage: run_report.py DROVER [--browser]
"""

import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = ["sc", "tso", "pso", "sra", "ra", "rc11", "rc20", "wrc11"]
VOID = {"meta", "link", "br", "hr", "img", "input"}
SVG_NAMESPACE = "http://www.w3.org/2000/svg"

# Everything that must not get out of its place: tags, ends of elements, comments, entities.
HOSTILE = """// </script><script>document.title = 'owned'</script> <!-- --> &lt; & "quotes" 'single' {{script}}
shared x; // \u2028 \u00e9 <img src=x onerror=alert(1)>
thread left { x := 1; assert(x == 1, "</script><b>bold</b> & <svg/onload=alert(1)>"); }
thread right { x := 2; r := x; }
exists (right:r == 1);
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
    expect(kinds <= {"svg", "title", "style", "rect", "g", "text", "path"},
           f"{name}: a picture has {kinds}")
    lines = len(program["source"].splitlines())
    for element in root.iter():
        line = element.get("data-line")
        expect(line is None or 1 <= int(line) <= lines, f"{name}: an event at line {line}")
        expect(not any(key.startswith("on") for key in element.keys()),
               f"{name}: a picture has a handler")


def check_page(path):
    """The data of a page, after all that can be said of any page."""
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
    for address in re.findall(r"https?://[^\s\"'\\<]+", text.replace(HOSTILE, "")):
        expect(address == SVG_NAMESPACE, f"{name}: {address}")
    report = json.loads(data)
    for program in report["programs"]:
        for drawing in drawings_of(program):
            expect(bool(drawing["svg"]) != bool(drawing["note"]), f"{name}: picture or note")
            for svg in (drawing["svg"], drawing["detailed"]):
                if svg:
                    check_picture(svg, program, name)
        check_agreement(program, name)
    return report


def check_agreement(program, name):
    """What models say in one place must be what they say in another."""
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
            expect(not reached or outcome["executions"], f"{name}: {outcome['text']} not drawn")


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
        # Where symmetry cannot be, the program is explored without it.
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
    for i, model in enumerate(MODELS):
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
    axioms = {models: reason["axiom"] for reason in row["reasons"]
              for models in reason["models"]}
    expect(set(axioms) == {0, 5, 6, 7}, f"store buffering: {axioms}")
    expect(all(len(reason["steps"]) >= 2 for reason in row["reasons"]), "store buffering: steps")
    expect(all('class="edge' in reason["drawing"]["svg"] and " cycle" in reason["drawing"]["svg"]
               for reason in row["reasons"]), "store buffering: the cycle is drawn")
    expect(any("taken for an await" in loop["text"] for loop in lock["loops"]), "lock: loops")
    expect(all(each["kind"] != "symmetry-cycle" for each in lock["errors"]), "lock: symmetry")
    symmetry = [each for each in lock["savings"] if each["reduction"] == "symmetry"]
    expect(symmetry and all(each["without"] > each["with"] for each in symmetry),
           f"lock: {symmetry}")
    races = [each for each in queue["errors"] if each["kind"] == "race"]
    expect(races and 5 in races[0]["models"] and 0 not in races[0]["models"],
           f"queue: {queue['errors'] and queue['errors'][0]['message']}")
    expect(races and races[0]["drawing"]["svg"] and len(races[0]["places"]) == 2, "queue: race")
    return path


def check_litmus(runner):
    path = runner.page("litmus", "MP", "IRIW", "CoRR")
    programs = check_page(path)["programs"]
    for program in programs:
        compare_with_litmus(runner, program)
    expect([len(each["outcomes"]) for each in programs[:2]] == [4, 16],
           "MP and IRIW: every conceivable outcome has a row")
    return path


def check_models(runner):
    model = runner.folder / "weak.cat"
    model.write_text('"weak <b>model</b>"\nacyclic po-loc | rf | co | fr as coherence\n')
    path = runner.page("models", "-m", f"sc,{model}", "SB")
    program = check_page(path)["programs"][0]
    expect(len(program["runs"]) == 2, f"models: {program['runs']}")
    both = [each["answers"] for each in program["outcomes"]]
    expect(["forbidden", "reached"] in both, f"models: {both}")
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
    finished = runner.run("report", "SB", "-m", "sc", "-o", runner.folder / "no" / "page.html")
    expect(finished.returncode == 2 and "cannot write" in finished.stderr, "no such folder")
    left = [each.name for each in runner.folder.iterdir() if ".part" in each.name]
    expect(not left, f"drafts are left: {left}")


def open_in_browser(browser, page, folder):
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
               f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=60000", "--dump-dom",
               f"{page.as_uri()}#selftest"]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=300)
    found = re.search(r'<p id="selftest">([^<]*)</p>', finished.stdout)
    verdict = found.group(1) if found else "no verdict: the script did not get to its end"
    print(f"{page.name}: {verdict}")
    expect(verdict.startswith("PASS"), f"{page.name}: {verdict}")
    title = re.search(r"<title>([^<]*)</title>", finished.stdout)
    expect(title is not None and "owned" not in title.group(1).split("–")[-1],
           f"{page.name}: the title was changed")


def main():
    is_browser = "--browser" in sys.argv[2:]
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or \
        shutil.which("google-chrome")
    if is_browser and browser is None:
        print("no Chromium here")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        runner = Runner(str(pathlib.Path(sys.argv[1]).resolve()), folder)
        pages = [check(runner) for check in
                 (check_core, check_litmus, check_models, check_hostile, check_limits)]
        if is_browser:
            for page in pages:
                open_in_browser(browser, page, folder)
        else:
            check_mistakes(runner)
    print(f"report: {len(pages)} pages, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
