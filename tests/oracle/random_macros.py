#!/usr/bin/env python3
"""Compares our C preprocessor with the system's.

usage: random_macros.py DROVER_PREPROCESS [--seed S] [--count N] [--jobs N] [--output DIR]
       random_macros.py DROVER_PREPROCESS --files [FILE…]

Makes random programs of macros, conditions and included files, and runs both on each. What ours
gives must be what `cc -E` gives: the same tokens, each in the same line of the same file. And where
the compiler has anything to say, ours must leave the program to it. A program on which they differ
is shrunk, line by line, and written to DIR.

With --files, the programs are these, or else all C files of the repository, and those of
$DROVER_CORPUS/c, or ../shared/corpus/c beside the repository, with the flags that expected.json has.
Without `cc`, this exits with 77, which ctest takes for "skipped".
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "frontend" / "c" / "headers"
COMMAND = ["cc", "-E", "-nostdinc", "-std=gnu11", "-D__DROVER__", "-fsigned-char"]
TOKEN = re.compile(
    r"""(?:u8|[LuU])?"(?:[^"\\]|\\.)*"|[LuU]?'(?:[^'\\]|\\.)*'|\.?[0-9](?:[eEpP][+-]|[\w.])*"""
    r"""|[A-Za-z_$][\w$]*|%:%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[*/%+\-&^|]="""
    r"""|\#\#|<:|:>|<%|%>|%:|\S""")
MARK = re.compile(r'# (\d+)(?: "((?:[^"\\]|\\.)*)"| \d+ \d+|$)')


def tokens_of(text):
    """(file, line, token)"""
    out = []
    name, number = "", 1
    for line in text.split("\n"):
        if line.startswith("#"):
            mark = MARK.match(line)
            if mark:
                number, name = int(mark.group(1)), mark.group(2) or name
            else:
                number += 1  # a pragma is a line
            continue
        out += [(name, number, token) for token in TOKEN.findall(line)]
        number += 1
    return out


def compare(tool, folder, file, flags):
    """What differs, or what happened: "ours", or the reason why not."""
    ours = subprocess.run([tool, file, *flags], cwd=folder, capture_output=True, text=True,
                          errors="replace", check=False)
    if ours.returncode == 3:
        return "left", ours.stderr.strip()
    if ours.returncode != 0:
        return "differs", f"status {ours.returncode}: {ours.stderr}"
    theirs = subprocess.run([*COMMAND, *flags, "-isystem", str(HEADERS), "-x", "c", file],
                            cwd=folder, capture_output=True, text=True, errors="replace",
                            check=False)
    if theirs.returncode != 0 or theirs.stderr:
        return "differs", "the compiler has a message:\n" + theirs.stderr
    mine = tokens_of(ours.stdout)
    other = tokens_of(theirs.stdout.replace(f"{HEADERS}/", "<drover>/"))
    if mine == other:
        return "ours", ""
    for left, right in zip(mine + [None], other + [None]):
        if left != right:
            return "differs", f"ours {left}, the compiler's {right}"
    return "differs", "one is longer"


# ---- Random programs

NAMES = ["A", "B", "C", "D", "E"]
FUNCTIONS = ["F", "G", "H", "K"]
PLAIN = ["x", "y", "z", "foo", "if", "int"]
SIGNS = ["+", "-", "*", "/", "<", ">", "->", "++", "--", "<<=", "==", "!", "&", "&&", ".", "...", ";",
         ":", "?", "[", "]", "{", "}", "=", "%", "~", "|", "^"]
SPACES = [" ", " ", " ", "", "", "  ", "\t", " /* c */ ", "/**/", " \\\n ", "\\\n", " /*\n*/ "]
INCLUDES = ["<stdatomic.h>", "<assert.h>", "<limits.h>", "<stdbool.h>", '"one.h"', '"two.h"',
            "<one.h>", '"sub/three.h"', "<errno.h>", "<pthread.h>"]


class Program:
    def __init__(self, rng):
        self.rng = rng
        # The number of parameters; negative: the last one takes all that is left.
        self.arity = {name: rng.choice([0, 1, 1, 2, 2, 3, -1, -2, -3]) for name in FUNCTIONS}
        self.headers = False

    def pick(self, *choices):
        return self.rng.choice(choices)

    def maybe(self, percent):
        return self.rng.randrange(100) < percent

    def space(self):
        return self.rng.choice(SPACES)

    def atom(self, names=()):
        kind = self.rng.randrange(20)
        if kind < 5 and names:
            return self.rng.choice(names)
        if kind < 9:
            return self.rng.choice(NAMES)
        if kind < 12:
            return self.rng.choice(PLAIN)
        if kind < 14:
            # In parentheses, what GCC would print right behind a name without a space.
            return self.pick("0", "1", "42", "0x1fUL", "(1.5e+3)", "(.5)", "(1e-2x)", "(0xe+1)")
        if kind < 15:
            return self.pick('"s"', '"a\\"b"', "'c'", "'\\n'", '(L"w")', '(u8"u")', "'\"'")
        if kind < 16:
            return self.pick("__LINE__", "__LINE__", "__FILE__", "__COUNTER__", "__INCLUDE_LEVEL__")
        if kind < 17 and self.headers:
            return self.pick("assert(x)", "assert(A)", "INT_MAX", "true", "ATOMIC_FLAG_INIT",
                             "ATOMIC_VAR_INIT(A)", "atomic_is_lock_free(x)", "EBUSY",
                             "PTHREAD_MUTEX_INITIALIZER", "pthread_equal(A, F)")
        if kind < 18:
            return self.pick("__INT_MAX__", "__SIZEOF_LONG__", "__STDC_VERSION__", "linux",
                             "__CHAR_BIT__", "__DROVER__", "__INT64_C(A)")
        return self.rng.choice(SIGNS)

    def call(self, depth, names=()):
        name = self.rng.choice(FUNCTIONS)
        if self.maybe(12):
            return name  # without arguments
        count = self.arity[name]
        if count < 0:
            count = -count - 1 + self.rng.randrange(3)
        if self.maybe(3):
            count = self.rng.randrange(4)
        arguments = [self.text(depth + 1, names, 3) for _ in range(count)]
        gap = self.pick("", "", "", "", " ", "\n", "\n  ")
        comma = self.pick(",", ", ", " ,", ",\n  ")
        return name + gap + "(" + self.pick("", "", " ", "\n ") + comma.join(arguments) + \
            self.pick("", "", " ", "\n") + ")"

    def text(self, depth=0, names=(), most=6):
        out = ""
        for _ in range(self.rng.randrange(most + 1)):
            kind = self.rng.randrange(10)
            if kind < 3 and depth < 3:
                piece = self.call(depth, names)
            elif kind < 4 and depth < 3:
                piece = "(" + self.text(depth + 1, names, 3) + ")"
            else:
                piece = self.atom(names)
            space = self.space()
            if out and (out[-1].isalnum() or out[-1] in "_.\"'") and space in ("", "\\\n"):
                space = " " if self.maybe(95) else space
            out += space + piece
        return out

    def one_line(self, text):
        text = re.sub(r"/\*\n\*/", " ", text)
        return re.sub(r"(?<!\\)\n", " ", text)

    def define(self):
        if self.maybe(45):
            name = self.rng.choice(NAMES)
            body = self.one_line(self.text(1))
            if self.maybe(15):
                body += " " + self.pick("x", "A", "__LI", "F") + self.pick(" ## ", "##") + \
                    self.pick("y", "B", "NE__", "1")
            return self.undefine(name) + f"#define {name} {body}"
        name = self.rng.choice(FUNCTIONS)
        variadic = self.arity[name] < 0
        count = abs(self.arity[name]) - (1 if variadic else 0)
        parameters = ["p", "q", "r"][:count]
        names = list(parameters)
        shown = list(parameters)
        if variadic and self.maybe(30):
            shown.append("rest...")
            names.append("rest")
        elif variadic:
            shown.append("...")
            names.append("__VA_ARGS__")
        body = ""
        for _ in range(self.rng.randrange(6)):
            kind = self.rng.randrange(12)
            if kind < 2 and names:
                body += self.pick(" #", " # ", "#") + self.rng.choice(names) + " "
            elif kind < 4 and names:
                paste = self.pick("##", " ## ", "## ", " ##")
                left = self.pick(self.rng.choice(names), self.rng.choice(["x", "A", "F", "y_"]))
                right = self.pick(self.rng.choice(names), self.rng.choice(["x", "1", "B", "_z"]))
                body += " " + left + paste + right
                if self.maybe(20):
                    body += paste + self.rng.choice(names)
                body += " "
            elif kind < 5 and variadic:
                body += self.pick(",", " , ", ", ") + "##" + self.pick("", " ") + names[-1]
            else:
                body += self.one_line(self.text(1, names, 2))
        comma = self.pick(", ", ",", " , ")
        return self.undefine(name) + f"#define {name}({comma.join(shown)}) {body}"

    def undefine(self, name):
        return "" if self.maybe(2) else f"#undef {name}\n"

    def value(self, depth=0):
        kind = self.rng.randrange(14)
        if depth > 3 or kind < 3:
            return self.pick("0", "1", "2", "7u", "0x10", "-1", "'a'", "3L", "010", "0b11")
        if kind < 5:
            return self.rng.choice(NAMES + ["undefined", "__LINE__", "__STDC_VERSION__",
                                            "__SIZEOF_POINTER__"])
        if kind < 7:
            return f"defined({self.rng.choice(NAMES + FUNCTIONS + ['__linux__'])})"
        if kind < 8:
            included = self.pick(*INCLUDES, "<no.h>", '"no.h"')
            return self.pick(f"__has_include({included})", f"defined {self.rng.choice(NAMES)}")
        if kind < 9:
            return f"({self.value(depth + 1)})"
        if kind < 10:
            return self.pick("!", "-", "~", "+") + self.value(depth + 1)
        if kind < 11:
            return f"{self.value(depth + 1)} ? {self.value(depth + 1)} : {self.value(depth + 1)}"
        sign = self.pick("+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^",
                         "&&", "||", "<<", ">>")
        return f"{self.value(depth + 1)} {sign} {self.value(depth + 1)}"

    def group(self, depth=0):
        lines = [self.pick("#", "# ", " #") + self.pick(
            f"if {self.value()}", f"if {self.value()}", f"ifdef {self.rng.choice(NAMES + FUNCTIONS)}",
            f"ifndef {self.rng.choice(NAMES)}")]
        lines += self.lines(depth + 1, 3)
        while self.maybe(30):
            lines += [f"#elif {self.value()}", *self.lines(depth + 1, 2)]
        if self.maybe(40):
            lines += ["#else", *self.lines(depth + 1, 2)]
        return [*lines, "#endif" + self.pick("", " // c", " /* c */")]

    def lines(self, depth=0, most=12):
        out = []
        for _ in range(1 + self.rng.randrange(most)):
            kind = self.rng.randrange(24)
            if kind < 7:
                out.append(self.define())
            elif kind < 8:
                out.append(f"#undef {self.rng.choice(NAMES + FUNCTIONS)}")
            elif kind < 10 and depth < 3:
                out += self.group(depth)
            elif kind < 11:
                out.append("#include " + self.rng.choice(INCLUDES))
                self.headers = True
            elif kind < 12:
                out.append(self.pick("#line 100", '#line 200 "other.c"', "#line __LINE__", "#",
                                     "#pragma weak x", "// c", "/* c\n c */", "", "", "\n" * 9,
                                     "#pragma once", "it's", "#error e", "# 3 \"m.c\"", "\r",
                                     "#define HEADER \"one.h\"\n#include HEADER",
                                     "#define SYSTEM <limits.h>\n#include SYSTEM"))
            else:
                out.append(self.text())
        return out


def program(seed):
    rng = random.Random(seed)
    made = Program(rng)
    files = {}
    for name in ("one.h", "two.h", "sub/three.h"):
        lines = made.lines(1, 5)
        lines = [line for line in lines if "#include" not in line or "<" in line]
        if made.maybe(40):
            lines.insert(0, "#pragma once")
        elif made.maybe(40):
            lines = [f"#ifndef {name[0].upper()}_H", f"#define {name[0].upper()}_H", *lines, "#endif"]
        files[name] = "\n".join(lines) + made.pick("\n", "\n", "")
    lines = []
    for name in NAMES[:3]:
        if made.maybe(60):
            lines.append(f"#undef {name}\n#define {name} {made.one_line(made.text(1))}")
    lines += [made.define() for _ in range(4)]
    lines += made.lines(0, 14)
    files["m.c"] = "\n".join(lines) + "\n"
    flags = [flag for flag in ("-DA=1", "-DE", "-UB", "-I.", "-Isub/", "-DF(p)=p p", "-D", "-I", "")
             if len(flag) > 2 and made.maybe(10)]
    return files, flags


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def try_one(tool, files, flags):
    with tempfile.TemporaryDirectory(prefix="drover-macros-") as name:
        folder = pathlib.Path(name)
        write(folder, files)
        return compare(tool, folder, "m.c", flags)


def shrink(tool, files, flags):
    has_changed = True
    while has_changed:
        has_changed = False
        for name in list(files):
            lines = files[name].split("\n")
            size = len(lines)
            while size > 0:
                at = 0
                while at < len(lines):
                    fewer = lines[:at] + lines[at + size:]
                    candidate = {**files, name: "\n".join(fewer)}
                    is_smaller = len(candidate[name]) < len(files[name])
                    if is_smaller and try_one(tool, candidate, flags)[0] == "differs":
                        files, lines, has_changed = candidate, fewer, True
                    else:
                        at += size
                size //= 2
    return files


def random_programs(tool, arguments):
    seen = collections.Counter()
    reasons = collections.Counter()
    output = pathlib.Path(arguments.output or tempfile.mkdtemp(prefix="drover-macros-"))
    failures = 0

    def one(seed):
        files, flags = program(seed)
        return seed, files, flags, try_one(tool, files, flags)

    seeds = range(arguments.seed, arguments.seed + arguments.count)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for seed, files, flags, (kind, why) in pool.map(one, seeds):
            seen[kind] += 1
            if kind == "left":
                reasons[why] += 1
            if kind != "differs":
                continue
            failures += 1
            if failures > arguments.most:
                continue
            files = shrink(tool, files, flags)
            write(output / str(seed), files)
            print(f"seed {seed} {' '.join(flags)}: {try_one(tool, files, flags)[1]}\n"
                  f"{files['m.c']}\nin {output / str(seed)}", flush=True)
    if arguments.reasons:
        for reason, count in reasons.most_common():
            print(f"{count:6} {reason}")
    print(f"{arguments.count} programs from seed {arguments.seed}: {seen['ours']} the same, "
          f"{seen['left']} left to the compiler, {seen['differs']} differ")
    return 1 if seen["differs"] or not seen["ours"] else 0


def known_files():
    """(folder, file, flags) of what there is."""
    for path in subprocess.run(["git", "ls-files", "*.c"], cwd=ROOT, capture_output=True, text=True,
                               check=False).stdout.split() or \
            sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/**/*.c")):
        yield ROOT, path, []
    corpus = pathlib.Path(os.environ.get("DROVER_CORPUS", ROOT.parent / "shared" / "corpus")) / "c"
    if (corpus / "expected.json").exists():
        tests = json.loads((corpus / "expected.json").read_text(encoding="utf-8"))["tests"]
        for test in tests:
            for run in test["runs"]:
                flags = [flag for flag in run["flags"] if flag.startswith(("-D", "-U", "-I"))]
                yield corpus, test["file"], flags


def given_files(tool, arguments):
    work = [(pathlib.Path.cwd(), file, []) for file in arguments.files] or list(known_files())
    seen = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for (_, file, flags), (kind, why) in zip(work, pool.map(
                lambda each: compare(tool, *each), work)):
            seen[kind] += 1
            if kind == "differs" or (kind == "left" and arguments.reasons):
                print(f"{kind}: {file} {' '.join(flags)}: {why}", flush=True)
    print(f"{len(work)} files: {seen['ours']} the same, {seen['left']} left to the compiler, "
          f"{seen['differs']} differ")
    return 1 if seen["differs"] or not seen["ours"] else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=int, default=5, help="programs that are shrunk")
    parser.add_argument("--output")
    parser.add_argument("--reasons", action="store_true", help="why programs are left")
    parser.add_argument("--files", nargs="*")
    arguments = parser.parse_args()
    if shutil.which("cc") is None:
        print("skipped: there is no cc")
        return SKIPPED
    tool = str(pathlib.Path(arguments.tool).resolve())
    if arguments.files is not None:
        return given_files(tool, arguments)
    return random_programs(tool, arguments)


if __name__ == "__main__":
    sys.exit(main())
