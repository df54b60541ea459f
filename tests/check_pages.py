#!/usr/bin/env python3
"""Checks man pages and completions against what `--help` says.

Every command has a page, and every option that help lists is in the page and in the completions of
each shell. Scripts and pages are read by the programs that they are for, where these are installed.

usage: check_pages.py DROVER
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SHELLS = ["bash", "zsh", "fish"]

# A command line whose last word is completed, and words that must be proposed, or must not be.
BASH_LINES = [
    ("drover ch", ["check"], ["litmus"]),
    ("drover --v", ["--version"], []),
    ("drover check --mo", ["--model"], ["--max-time"]),
    ("drover check --model ", ["rc11", "sc", "file.drv"], ["interleave"]),
    ("drover check -a int", ["interleave"], []),
    ("drover check --color = ne", ["never"], ["always"]),
    ("drover check --unroll ", [], ["file.drv", "rc11"]),
    ("drover check fi", ["file.drv"], []),
    ("drover file.drv --all", ["--all-errors"], []),
    ("drover -m ts", ["tso"], []),
    ("drover explain -m sc,ts", ["sc,tso"], []),
    ("drover draw --format ", ["svg", "png", "pdf", "tikz", "dot", "text"], ["file.drv"]),
    ("drover litmus -o fo", ["folder"], ["file.drv"]),
    ("drover models ", ["compare", "audit", "show", "rc11"], []),
    ("drover models compare --max", ["--max-events", "--max-time"], ["--json"]),
    ("drover exercise v", ["verify"], []),
    ("drover check -m sc,al", ["sc,all"], []),
    ("drover check --fail-on race,dead", ["race,deadlock"], []),
    ("drover schema mod", ["models"], ["check"]),
    ("drover schema models c", ["compare", "check"], []),
]


class Complaints:
    def __init__(self):
        self.texts = []

    def require(self, condition, text):
        if not condition:
            self.texts.append(text)


def run(words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, **options)


def output(words):
    done = run(words)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: status {done.returncode}: {done.stderr}")
    return done.stdout


def commands_of(drover, words=()):
    """All commands, as tuples of words, with the options that help lists."""
    text = output([drover, *words, "--help"])
    heads = re.findall(r"^  (-\S+)", text, re.M)
    yield words, [name for head in heads for name in head.split(",")]
    inner = text.split("\nSubcommands:\n")[1:]
    for name in re.findall(r"^  (\w+) ", inner[0], re.M) if inner else []:
        yield from commands_of(drover, (*words, name))


def plain(roff):
    return re.sub(r"\\f[BIR]", "", roff).replace("\\-", "-")


def is_word_of(name, text):
    return re.search(r"(?<![\w-])" + re.escape(name) + r"(?![\w-])", text) is not None


def part_of_script(shell, script, words):
    """What a script says about one command."""
    path = " ".join(words)
    if shell == "fish":
        condition = f"'__drover_is {path}'" if words else "'__drover_is'"
        lines = [line for line in script.splitlines() if condition in line or " -n " not in line]
        text = "\n".join(lines)
        text = re.sub(r" -l (\S+)", r" --\1", text)
        return re.sub(r" -s (\S)", r" -\1", text)
    if not words:
        return script
    return script.split(f"    '{path}')\n")[1].split(";;\n    '")[0]


def check_scripts(drover, complaints, folder):
    for shell in SHELLS:
        script = output([drover, "--completion", shell])
        for words, options in commands_of(drover):
            part = part_of_script(shell, script, words)
            for option in options:
                complaints.require(is_word_of(option, part),
                                   f"{shell}: {' '.join(words)}: {option} is missing")
        path = folder / f"drover.{shell}"
        path.write_text(script)
        if shutil.which(shell):
            done = run([shell, "-n", str(path)])
            complaints.require(done.returncode == 0 and not done.stderr, f"{shell} -n: {done.stderr}")


def check_pages(drover, complaints, folder):
    pages = output([drover, "--man"]).split()
    expected = ["-".join(["drover", *words]) for words, _ in commands_of(drover)]
    complaints.require(pages == expected, f"pages are {pages}, commands are {expected}")
    for words, options in commands_of(drover):
        name = "-".join(["drover", *words])
        page = output([drover, "--man", name])
        for option in options:
            complaints.require(is_word_of(option, plain(page)), f"{name}(1): {option} is missing")
        for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"]:
            complaints.require(f'.SH "{title}"\n' in page, f"{name}(1): no section {title}")
        path = folder / f"{name}.1"
        path.write_text(page)
        check_roff(path, complaints)


def check_roff(path, complaints):
    if shutil.which("groff"):
        done = run(["groff", "-man", "-Tutf8", "-ww", "-z", str(path)])
        complaints.require(not done.stderr, f"groff: {done.stderr}")
    if shutil.which("mandoc"):
        done = run(["mandoc", "-Tlint", "-Wwarning", str(path)])
        found = [line for line in done.stdout.splitlines() if "missing date" not in line]
        complaints.require(not found, "\n".join(found))


def check_bash(complaints, folder):
    if not shutil.which("bash"):
        return
    there = folder / "there"
    (there / "folder").mkdir(parents=True)
    (there / "file.drv").touch()
    for line, proposed, not_proposed in BASH_LINES:
        words = line.split(" ")
        quoted = " ".join(f"'{word}'" for word in words)
        script = (f"source '{folder}/drover.bash'\nCOMP_WORDS=({quoted})\n"
                  f"COMP_CWORD={len(words) - 1}\n_drover\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
        done = run(["bash", "--norc", "-c", script], cwd=there)
        found = done.stdout.split("\n")
        complaints.require(not done.stderr, f"bash: {line}: {done.stderr}")
        for word in proposed:
            complaints.require(word in found, f"bash: `{line}` does not propose {word}: {found}")
        for word in not_proposed:
            complaints.require(word not in found, f"bash: `{line}` proposes {word}")


def check_fish(complaints, folder):
    if not shutil.which("fish"):
        return
    for line, proposed, not_proposed in BASH_LINES:
        if " = " in line or ".drv" in line or " fi" in line or " fo" in line or ",ts" in line:
            continue
        script = f"source '{folder}/drover.fish'; complete -C '{line}'"
        home = dict(os.environ, HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        done = run(["fish", "--no-config", "-c", script], env=home, cwd=folder / "there")
        found = [each.split("\t")[0] for each in done.stdout.splitlines()]
        for word in proposed:
            complaints.require(word in found, f"fish: `{line}` does not propose {word}: {found}")
        for word in not_proposed:
            complaints.require(word not in found, f"fish: `{line}` proposes {word}")


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    complaints = Complaints()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_scripts(drover, complaints, folder)
        check_pages(drover, complaints, folder)
        check_bash(complaints, folder)
        check_fish(complaints, folder)
    for wrong in (["--man", "drover-chek"], ["--completion", "tcsh"]):
        complaints.require(run([drover, *wrong]).returncode == 2, f"{wrong} is not refused")
    print("\n".join(complaints.texts) if complaints.texts else "pages and completions: ok")
    return 1 if complaints.texts else 0


if __name__ == "__main__":
    sys.exit(main())
