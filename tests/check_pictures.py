#!/usr/bin/env python3
"""Draws executions of many shapes and checks that SVGs are well-formed XML whose edges join nodes
that are there, that two runs give the same bytes, that files are numbered and whole, that PNGs are
PNGs and PDFs are PDFs, that TeX compiles the TikZ output, that Graphviz keeps the order of threads,
and that the pictures of the documentation are those that drover draws.

usage: check_pictures.py DROVER
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
SVG = "{http://www.w3.org/2000/svg}"

# Arguments, and how many pictures they give (None: at least one).
SHAPES = [
    (["SB"], 4),
    (["SB", "--select", "forbidden", "-m", "sc"], 1),
    (["MP+rel+acq", "--show", "+sw,hb"], None),
    (["IRIW+scs", "--select", "forbidden"], None),
    (["IRIW+rels+acqs", "--select", "witness"], 1),
    (["3.SB+rlxs", "--initial", "all"], None),
    (["LB+rlxs", "--select", "forbidden"], None),
    (["CoRR+2readers", "--select", "forbidden", "--select", "1..20"], 20),
    (["RMW+incs"], None),
    (["LOCK+spin"], None),
    (["MP+na+rel+acq", "--select", "race"], 1),
    (["examples/message-passing.drv"], None),
    (["bench/programs/readers.drv", "-D", "N=3", "--show", "+symb"], 8),
    (["examples/treiber-stack.drv", "--select", "1..3"], 3),
    (["examples/ttas-lock.drv", "--dark"], None),
    (["bench/programs/mpmc.drv", "--select", "1..2", "--show", "rf,co,fr,hb"], 2),
    (["bench/programs/msqueue-fifo.drv", "--select", "1"], 1),
    (["bench/programs/indexer.drv", "--select", "1"], 1),
    (["tests/golden/reports/deadlock.drv", "--select", "deadlock"], None),
    (["tests/golden/reports/assertion.drv", "--select", "assertion"], None),
]

failures = []


def check(condition, text):
    if not condition:
        failures.append(text)


def draw(drover, arguments):
    return subprocess.run([drover, "draw", *arguments], capture_output=True, cwd=ROOT)


def check_svg(path, what):
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        failures.append(f"{what}: {path.name}: {error}")
        return
    events = {node.get("data-event") for node in root.iter(f"{SVG}g")} - {None}
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    check(len(ids) == len(set(ids)), f"{what}: an id stands twice")
    check(len(events) > 0, f"{what}: no events")
    relations = set()
    for edge in root.iter(f"{SVG}g"):
        if "edge" not in (edge.get("class") or "").split():
            continue
        relations.update(edge.get("data-relation").split(" + "))
        for end in ("data-from", "data-to"):
            check(edge.get(end) in events | {None}, f"{what}: an edge to nowhere")
    legend = {
        entry.get("data-relation")
        for entry in root.iter(f"{SVG}g")
        if "legend" in (entry.get("class") or "").split()
        and not entry.find(f"{SVG}text").text.startswith(f"{entry.get('data-relation')}: ")
    }
    check(relations <= legend, f"{what}: {relations - legend} not in the legend")
    check(legend <= relations | {"cycle"}, f"{what}: {legend - relations} only in the legend")
    letters = [node.get("data-letter") for node in root.iter(f"{SVG}g") if node.get("data-letter")]
    check(len(letters) == len(set(letters)), f"{what}: two events have one letter")


def check_shape(drover, arguments, count):
    what = " ".join(arguments)
    folders = []
    with tempfile.TemporaryDirectory() as scratch:
        for run in ("first", "second"):
            folder = pathlib.Path(scratch) / run
            result = draw(drover, [*arguments, "-o", f"{folder}/"])
            check(result.returncode == 0, f"{what}: exit status {result.returncode}: "
                                          f"{result.stderr.decode()}")
            folders.append({p.name: p.read_bytes() for p in sorted(folder.glob("*"))})
        check(folders[0] == folders[1], f"{what}: two runs differ")
        check(len(folders[0]) == count if count else folders[0],
              f"{what}: {len(folders[0])} pictures")
        for path in sorted((pathlib.Path(scratch) / "first").glob("*")):
            check(path.suffix == ".svg", f"{what}: left behind {path.name}")
            check_svg(path, what)


def check_png(drover):
    if not shutil.which("rsvg-convert"):
        return
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "a.png"
        draw(drover, ["SB", "--select", "1", "-o", str(path)])
        check(path.read_bytes().startswith(b"\x89PNG"), "a PNG is none")
        result = draw(drover, ["SB", "-o", str(path)])
        check(sorted(p.name for p in path.parent.iterdir())
              == ["a-1.png", "a-2.png", "a-3.png", "a-4.png", "a.png"], "PNGs are not numbered")
        check(result.returncode == 0, "several PNGs")


def check_pdf(drover):
    if not shutil.which("rsvg-convert"):
        return
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "a.pdf"
        result = draw(drover, ["SB", "--select", "1", "-o", str(path)])
        check(result.returncode == 0 and path.read_bytes().startswith(b"%PDF"),
              f"a PDF is none: {result.stderr.decode()}")
        piped = draw(drover, ["SB", "--select", "1", "-f", "pdf", "--mono"])
        check(piped.stdout.startswith(b"%PDF"), "a PDF on standard output is none")


def check_tikz(drover):
    """TeX compiles the pictures; skipped if there is no TeX with TikZ."""
    shapes = [["SB", "--select", "forbidden", "-m", "sc"],
              ["MP+rel+acq", "--select", "1", "--show", "+sw,hb,psc"],
              ["examples/treiber-stack.drv", "--select", "1", "--mono", "--no-lines"],
              ["tests/golden/reports/race.drv", "--select", "race", "--dark"]]
    latex = shutil.which("pdflatex")
    has_tikz = latex and shutil.which("kpsewhich") and subprocess.run(
        ["kpsewhich", "tikz.sty", "fix-cm.sty"], capture_output=True, text=True).stdout.count("\n") == 2
    if not has_tikz:
        print("pictures: no pdflatex with TikZ here: what is written for it is not compiled")
    for shape in shapes:
        whole = draw(drover, [*shape, "-f", "tikz"]).stdout.decode()
        part = draw(drover, [*shape, "-f", "tikz", "--fragment"]).stdout.decode()
        check(whole.startswith("\\documentclass") and "\\begin{tikzpicture}" in whole, f"{shape}: TikZ")
        check("documentclass" not in part and "\\begin{tikzpicture}" in part, f"{shape}: a fragment")
        if not has_tikz:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "part.tikz").write_text(part)
            (folder / "whole.tex").write_text(whole)
            (folder / "article.tex").write_text("\\documentclass{article}\n\\usepackage{tikz}\n"
                                                "\\begin{document}\n\\input{part.tikz}\n"
                                                "\\end{document}\n")
            for name in ("whole", "article"):
                run = subprocess.run([latex, "-interaction=nonstopmode", "-halt-on-error", name],
                                     cwd=folder, capture_output=True, text=True, errors="replace")
                check(run.returncode == 0 and (folder / f"{name}.pdf").exists(),
                      f"{shape}: TeX: {run.stdout[-600:]}")
            check("Output written on whole.pdf (1 page" in (folder / "whole.log").read_text(
                errors="replace"), f"{shape}: a document has one page")


def check_dot_order(drover):
    """Graphviz draws threads from left to right in the order of the program."""
    if not shutil.which("dot"):
        print("pictures: no dot here: the order of threads in DOT is not looked at")
        return
    for shape in (["IRIW+scs", "--select", "1"], ["3.SB+rlxs", "--select", "2"],
                  ["bench/programs/readers.drv", "-D", "N=4", "--select", "3"],
                  ["examples/treiber-stack.drv", "--select", "2"]):
        dot = draw(drover, [*shape, "-f", "dot"]).stdout
        plain = subprocess.run(["dot", "-Tplain"], input=dot, capture_output=True).stdout.decode()
        places = {line.split()[1]: float(line.split()[2]) for line in plain.splitlines()
                  if line.startswith("node ")}
        clusters = re.findall(r"subgraph cluster_\d+ \{(.*?)\n  \}", dot.decode(), re.DOTALL)
        first = [re.search(r"^    (\w+) \[", cluster, re.MULTILINE).group(1) for cluster in clusters]
        across = [places[name] for name in first]
        check(across == sorted(across), f"{' '.join(shape)}: threads stand at {across}")


def check_parts(drover):
    """Options that leave out a part of a picture leave out that part, and nothing else."""
    base = ["SB", "--select", "1", "-f", "svg"]
    whole = draw(drover, base).stdout.decode()
    for option, part in (("--no-title", 'class="title"'), ("--no-legend", 'class="legend'),
                         ("--no-lines", "data-line")):
        less = draw(drover, [*base, option]).stdout.decode()
        check(part in whole and part not in less and less.count('class="node') ==
              whole.count('class="node'), option)
    text = draw(drover, ["SB", "--select", "1", "--no-lines", "--no-title"]).stdout.decode()
    check("[6]" not in text and text.startswith("P0"), f"text without lines: {text}")


def check_models_of_pictures(drover):
    """Relations that a cat file shows are drawn; an empty relation that is asked for is named."""
    with tempfile.TemporaryDirectory() as scratch:
        model = pathlib.Path(scratch) / "mine.cat"
        model.write_text('"mine"\nlet near = po & (W * R)\nlet never = rf & co\nunshow co\n'
                         "show near, never\nacyclic po-loc | rf | co | fr as coherence\n")
        text = draw(drover, ["SB", "--select", "1", "-m", str(model)]).stdout.decode()
        check("near: a → b, c → d" in text, f"show: {text}")
        check("never: empty" in text, f"an empty relation: {text}")
        svg = draw(drover, ["SB", "--select", "1", "-m", str(model), "-f", "svg"]).stdout.decode()
        check('data-relation="near"' in svg and 'data-relation="co"' not in svg, "show and unshow")
        check("never: empty" in svg, "an empty relation in a picture")
    program = pathlib.Path(__file__).parent.parent / "examples" / "store-buffering.drv"
    text = draw(drover, [str(program), "--select", "1", "-m", "rc11", "--show",
                         "+psc"]).stdout.decode()
    check("psc: " in text, f"a relation that was asked for is named: {text}")


def check_converters(drover):
    """PNGs are made by the next program if one fails; without any, the message says what to do."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bin"
        folder.mkdir()
        path = pathlib.Path(scratch) / "a.png"

        def draw_with_programs():
            return subprocess.run([drover, "draw", "SB", "--select", "1", "-o", path],
                                  capture_output=True, text=True, env={"PATH": str(folder)})

        result = draw_with_programs()
        check(result.returncode == 2 and "install one" in result.stderr and not path.exists(),
              f"PNG without a converter: {result.stderr}")
        broken = folder / "rsvg-convert"
        broken.write_text("#!/bin/sh\nexit 3\n")
        broken.chmod(0o755)
        result = draw_with_programs()
        check(result.returncode == 2 and "`rsvg-convert` (exit status 3) failed" in result.stderr
              and not path.exists(), f"PNG with a broken converter: {result.stderr}")
        if shutil.which("dot"):
            (folder / "dot").symlink_to(shutil.which("dot"))
            result = draw_with_programs()
            check(result.returncode == 0 and path.read_bytes().startswith(b"\x89PNG"),
                  f"PNG by Graphviz: {result.stderr}")


def check_error_picture(drover):
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "race.svg"
        program = ROOT / "tests" / "golden" / "reports" / "race.drv"
        result = subprocess.run([drover, "check", program, "--picture", path],
                                capture_output=True, text=True)
        check(result.returncode == 1 and f"picture of race: {path}" in result.stdout,
              "check --picture")
        check_svg(path, "check --picture")
        check("race: one access" in path.read_text(), "check --picture has no remark")


def check_symmetry(drover):
    readers = ["bench/programs/readers.drv", "-D", "N=3", "--show", "rf,symb"]
    texts = draw(drover, readers).stdout.decode().split("\n\n")
    kept = [text for text in texts if "symb contradicts eco" not in text]
    check(len(texts) == 8 and len(kept) == 4, "symb: one execution of each orbit is explored")
    for text in texts:
        check("symb: b → c, c → d" in text, f"symb: {text}")
    alone = draw(drover, ["SB", "--show", "symb"])
    check(alone.returncode == 0 and b"symb is empty" in alone.stderr, "symb without symmetry")
    wrong = draw(drover, ["SB", "--show", "rf,sybm"])
    check(wrong.returncode == 2 and b"did you mean `symb`" in wrong.stderr,
          f"an unknown relation: {wrong.stderr.decode()}")


def check_documentation(drover):
    with tempfile.TemporaryDirectory() as scratch:
        generate = ROOT / "docs" / "pictures" / "generate.sh"
        subprocess.run([generate, drover, scratch], check=True)
        for path in sorted(pathlib.Path(scratch).glob("*.svg")):
            known = ROOT / "docs" / "pictures" / path.name
            check(known.exists() and known.read_text() == path.read_text(),
                  f"docs/pictures/{path.name} is out of date: run docs/pictures/generate.sh")


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    for arguments, count in SHAPES:
        check_shape(drover, arguments, count)
    check_png(drover)
    check_pdf(drover)
    check_tikz(drover)
    check_dot_order(drover)
    check_parts(drover)
    check_models_of_pictures(drover)
    check_converters(drover)
    check_error_picture(drover)
    check_symmetry(drover)
    check_documentation(drover)
    print("\n".join(failures) if failures else f"pictures: {len(SHAPES)} shapes are fine")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
