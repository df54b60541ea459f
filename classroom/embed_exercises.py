#!/usr/bin/env python3
"""Writes exercises as C++ source, for students: without solutions, wrong answers and cheats, which
stay in the files; and packed, so that hints, remarks and what tests are tried on are not read by
chance by whoever looks at the program. classroom/pack.cpp unpacks them.

usage: embed_exercises.py OUTPUT FILE…
"""

import pathlib
import sys

FOR_TEACHERS = ("solution", "wrong", "cheat")


def for_students(text):
    """The text without the sections for teachers, and without comments."""
    kept, is_kept = [], True
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if line and not line[0].isspace():
            is_kept = line.split()[0].rstrip(":") not in FOR_TEACHERS
        if is_kept:
            kept.append(line)
    return "\n".join(kept) + "\n"


def packed(data):
    """What `unpacked` of classroom/pack.cpp turns back."""
    state, out = 1, bytearray()
    for byte in data:
        state = (state * 1664525 + 1013904223) % 2**32
        out.append(byte ^ (state >> 24))
    return bytes(out)


def literal(data):
    lines = [data[i:i + 32] for i in range(0, len(data), 32)]
    return "\n".join('"' + "".join(f"\\{byte:03o}" for byte in line) + '"' for line in lines)


def main():
    output, *names = sys.argv[1:]
    files = sorted(map(pathlib.Path, names), key=lambda file: file.stem)
    lines = ['#include <array>', "", '#include "classroom/pack.h"', ""]
    lines += ["namespace drover::classroom {", "", "namespace {", ""]
    lines += [f"constexpr std::array<EmbeddedExercise, {len(files)}> Packed{{{{"]
    for file in files:
        data = packed(for_students(file.read_text(encoding="utf-8")).encode("utf-8"))
        lines.append(f'{{"{file.stem}", {{{literal(data)}, {len(data)}}}}},')
    lines += ["}};", "", "}  // namespace", ""]
    lines += ["std::span<const EmbeddedExercise> embedded_exercises() { return Packed; }", ""]
    lines += ["}  // namespace drover::classroom", ""]
    pathlib.Path(output).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
