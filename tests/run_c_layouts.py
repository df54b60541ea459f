#!/usr/bin/env python3
"""Sizes and offsets of random structs, with attributes and `#pragma pack`: as the system's GCC has them.

usage: run_c_layouts.py DROVER [--seed N] [--count N]
"""

import argparse
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
SCALARS = ["char", "short", "int", "long", "unsigned char", "int *", "_Bool", "wide", "loose", "half"]
PRELUDE = """typedef int wide __attribute__((aligned(16)));
typedef long loose __attribute__((aligned(2)));
typedef int half __attribute__((mode(HI)));
"""


def power(rng, most):
    return 1 << rng.randint(0, most)


def member(rng, index, earlier):
    """The text of a member, and its name."""
    type_ = rng.choice(earlier) if earlier and rng.random() < 0.25 else rng.choice(SCALARS)
    name = f"m{index}"
    is_array = type_ not in ("wide",) and rng.random() < 0.15
    suffix = f"[{rng.randint(1, 3)}]" if is_array else ""
    attributes = ""
    if rng.random() < 0.2:
        attributes += f" __attribute__((aligned({power(rng, 5)})))"
    if rng.random() < 0.15:
        attributes += " __attribute__((__packed__))"
    prefix = f"_Alignas({power(rng, 3) * 8}) " if rng.random() < 0.1 and "packed" not in attributes else ""
    if rng.random() < 0.5:
        return f"  {prefix}{type_} {name}{suffix}{attributes};", name
    return f"  {prefix}{attributes} {type_} {name}{suffix};", name


def record(rng, index, earlier):
    """The text of a struct or union, its type and the names of its members."""
    kind = "union" if rng.random() < 0.15 else "struct"
    members = [member(rng, i, earlier) for i in range(rng.randint(1, 5))]
    wanted = []
    if rng.random() < 0.3:
        wanted.append("packed")
    if rng.random() < 0.25:
        wanted.append(f"aligned({power(rng, 6)})")
    attribute = f" __attribute__(({', '.join(wanted)}))" if wanted else ""
    before, behind = (attribute, "") if rng.random() < 0.5 else ("", attribute)
    tag = f"r{index}"
    body = "\n".join(text for text, _ in members)
    text = f"{kind}{before} {tag} {{\n{body}\n}}{behind};\n"
    pragma = rng.random()
    if pragma < 0.2:
        text = f"#pragma pack(push, {power(rng, 4)})\n{text}#pragma pack(pop)\n"
    elif pragma < 0.3:
        text = f"#pragma pack({power(rng, 3)})\n{text}#pragma pack()\n"
    return text, f"{kind} {tag}", [name for _, name in members]


def program(rng, count):
    """Declarations, and integer expressions to compare."""
    text, asked, earlier = PRELUDE, [], []
    for index in range(count):
        declared, type_, names = record(rng, index, earlier[-8:])
        text += declared
        asked += [f"sizeof({type_})", f"_Alignof({type_})"]
        asked += [f"__builtin_offsetof({type_}, {name})" for name in names]
        asked += [f"__alignof__((({type_} *)0)->{name})" for name in names]
        earlier.append(type_)
    return text, asked


def arrays_fit(text, folder):
    """True if GCC accepts the text: it refuses arrays of types aligned to more than their size."""
    path = folder / "try.c"
    path.write_text(text + "int main(void) { return 0; }\n", encoding="utf-8")
    done = subprocess.run(["gcc", "-w", "-fsyntax-only", path], capture_output=True, text=True,
                          check=False)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    options = parser.parse_args()
    if shutil.which("gcc") is None:
        print("there is no GCC")
        return SKIPPED
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text, asked = "", []
        for _ in range(1000):
            text, asked = program(rng, options.count)
            if arrays_fit(text, folder):
                break
            options.count = max(10, options.count * 9 // 10)
        lines = "".join(f'  printf("%zu\\n", (unsigned long){each});\n' for each in asked)
        (folder / "print.c").write_text(
            "#include <stdio.h>\n" + text + "int main(void) {\n" + lines + "}\n", encoding="utf-8")
        subprocess.run(["gcc", "-w", "-o", folder / "print", folder / "print.c"], check=True)
        numbers = subprocess.run([folder / "print"], capture_output=True, text=True,
                                 check=True).stdout.split()
        checks = "".join(f'_Static_assert({each} == {number}, "");\n'
                         for each, number in zip(asked, numbers))
        (folder / "check.c").write_text(text + checks + "int main(void) { return 0; }\n",
                                        encoding="utf-8")
        done = subprocess.run([options.drover, "check", "check.c"], cwd=folder, capture_output=True,
                              text=True, check=False, timeout=60)
        if done.returncode != 0:
            (pathlib.Path.cwd() / "c_layouts_failed.c").write_text(
                (folder / "check.c").read_text(encoding="utf-8"), encoding="utf-8")
            print("kept in c_layouts_failed.c:")
            print(done.stderr[:3000])
            return 1
    print(f"{len(asked)} numbers of {options.count} records are as GCC has them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
