#!/usr/bin/env python3
"""Runs the commands shown in README.md and docs/, and compares their output with the text.

A transcript is a code block whose first line begins with `$ `. Each such line is run by the shell
in a scratch folder that has examples/ and bench/, and the programs of tests/golden/explain; the
lines below it must be its output. A line that is only `…` stands for any lines, and `…` at
the end of a line for any rest of it. `$ cat FILE` of a file that is not there makes it. Times are
not compared.

Also checks that README.md names every command and every model, and docs/commands.md every option of
`check`, that links between pages lead to a file, and that the sources cite the lemmas of docs/proofs.md.

`--update` writes what is printed now, except where `…` leaves something out: read the difference.

usage: check_documentation.py DROVER [--update]
"""

import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIMES = [
    (re.compile(r"^(Time \S+) \d+\.\d+$"), r"\1 T"),
    (re.compile(r"\d+\.\d+ s\b"), "T s"),
]
# Programs for drawing and plotting, or programs that not every machine has.
SKIPPED = ("bench/plots",)
NEEDED = ("jq",)


def blocks_of(text):
    """The code blocks of a page: the number of the first line, and the lines."""
    fenced, indented = None, None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if fenced:
                yield fenced
            fenced = None if fenced else (number + 1, [])
        elif fenced:
            fenced[1].append(line)
        elif line.startswith("    ") or (indented and not line.strip()):
            indented = indented or (number, [])
            indented[1].append(line[4:])
        elif indented:
            yield indented
            indented = None
    if indented:
        yield indented


def transcripts_of(path):
    """Each command with its place and the lines that it must print."""
    for number, lines in blocks_of(path.read_text()):
        if not lines or not lines[0].startswith("$ "):
            continue
        starts = [i for i, line in enumerate(lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(lines)]):
            yield number + start, lines[start][2:], lines[start + 1:end]


def without_times(lines):
    out = []
    for line in lines:
        for pattern, replacement in TIMES:
            line = pattern.sub(replacement, line.rstrip())
        out.append(line)
    while out and not out[-1]:
        out.pop()
    return out


def fits(expected, printed):
    """True if the lines are the same, except for `…`."""
    for i, line in enumerate(expected):
        if line.strip() == "…":
            rest = expected[i + 1:]
            return any(fits(rest, printed[k:]) for k in range(i, len(printed) + 1))
        if i >= len(printed):
            return False
        if line != printed[i] and not (line.endswith("…") and printed[i].startswith(line[:-1])):
            return False
    return len(expected) == len(printed)


def prepare(folder, drover):
    for name in ("examples", "bench"):
        (folder / name).symlink_to(ROOT / name)
    for program in (ROOT / "tests" / "golden" / "explain").glob("*.drv"):
        shutil.copy(program, folder)
    (folder / "bin").mkdir()
    (folder / "bin" / "drover").symlink_to(drover)


def rewrite(page, number, expected, printed):
    """Replaces the lines below the command in line `number` by its output; False if they have
    `…`."""
    if any(line.rstrip().endswith("…") for line in expected):
        return False
    lines = page.read_text().splitlines()
    while expected and not expected[-1].strip():
        expected = expected[:-1]
    indent = re.match(" *", lines[number - 1])[0]
    lines[number:number + len(expected)] = [(indent + line).rstrip() for line in printed]
    page.write_text("\n".join(lines) + "\n")
    return True


def printed_by(drover, *words):
    return subprocess.run([drover, *words], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, check=True).stdout


def left_out(drover):
    """Commands, models and options that the pages do not name."""
    readme = (ROOT / "README.md").read_text()
    reference = (ROOT / "docs/commands.md").read_text()
    commands = printed_by(drover, "--help").partition("Subcommands:\n")[2].partition("\n\n")[0]
    for line in commands.splitlines():
        name = line.split()[0]
        if f"drover {name}" not in readme:
            yield f"README.md does not name the command `drover {name}`"
        if not re.search(rf"`{name}\b", reference):
            yield f"docs/commands.md does not name the command `{name}`"
    for line in printed_by(drover, "models").splitlines():
        if not line.startswith("`") and f"`{line.split()[0]}`" not in readme:
            yield f"README.md does not name the model `{line.split()[0]}`"
    for option in re.findall(r"^  (?:-\w,)?(--?[\w-]+)", printed_by(drover, "check", "--help"), re.MULTILINE):
        if option != "--help" and not re.search(rf"{option}(?![\w-])", reference):
            yield f"docs/commands.md does not name the option `{option}` of `check`"


def dead_links(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target and not (page.parent / target).exists():
            yield f"{page.relative_to(ROOT)} links `{target}`, which is not there"


def lemmas():
    """Lemmas that the code cites and docs/proofs.md does not have, or the other way round."""
    proved = set(re.findall(r"^### Lemma (\d+) ", (ROOT / "docs/proofs.md").read_text(), re.MULTILINE))
    cited = set()
    for folder in ("explorer", "semantics"):
        for source in (ROOT / folder).rglob("*"):
            if source.suffix in (".h", ".cpp"):
                for numbers in re.findall(r"\bLemmas?((?:\d+|[\s/,]|and\b)+)", source.read_text()):
                    cited |= set(re.findall(r"\d+", numbers))
    for number in sorted(cited - proved, key=int):
        yield f"the sources cite Lemma {number}, which docs/proofs.md does not have"
    for number in sorted(proved - cited, key=int):
        yield f"docs/proofs.md has Lemma {number}, which the sources do not cite"


def main():
    is_update = "--update" in sys.argv[2:]
    drover = pathlib.Path(sys.argv[1]).resolve()
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    mistakes = [*left_out(drover), *lemmas(), *(each for page in pages for each in dead_links(page))]
    print("\n".join(mistakes), end="\n" if mistakes else "")
    count, failed = 0, len(mistakes)
    for page in pages:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            prepare(folder, drover)
            outputs = []
            for number, command, expected in list(transcripts_of(page)):
                if command.startswith(SKIPPED):
                    continue
                if any(f"| {tool}" in command and not shutil.which(tool) for tool in NEEDED):
                    continue
                shown = re.fullmatch(r"cat (\S+)", command)
                if shown and not (folder / shown[1]).exists():
                    (folder / shown[1]).write_text("\n".join(expected).rstrip() + "\n")
                finished = subprocess.run(
                    f"unset COLUMNS; PATH={folder}/bin:$PATH; {command}", shell=True, cwd=folder, text=True,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                count += 1
                wanted = without_times(expected)
                printed = without_times(finished.stdout.splitlines())
                if fits(wanted, printed):
                    continue
                failed += 1
                outputs.append((number, expected, finished.stdout.rstrip().splitlines()))
                print(f"{page.relative_to(ROOT)}:{number}: $ {command}")
                print("\n".join(difflib.unified_diff(wanted, printed, "said", "printed",
                                                     lineterm="")))
            # From the end: replacements move later lines.
            for number, expected, printed in reversed(outputs if is_update else []):
                failed -= rewrite(page, number, expected, printed)
    print(f"documentation: {count} commands run, {failed} mistakes")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
