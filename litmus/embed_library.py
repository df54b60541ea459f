#!/usr/bin/env python3
"""Writes the litmus tests of a folder as C++ source, for litmus/library.h.

usage: embed_library.py OUTPUT FILE…
"""

import pathlib
import sys


def main():
    output, files = pathlib.Path(sys.argv[1]), sorted(map(pathlib.Path, sys.argv[2:]))
    lines = ['#include "litmus/library.h"', "", "#include <array>", ""]
    lines += ["namespace drover::litmus {", "", "namespace {", ""]
    lines += [f"constexpr std::array<LibraryTest, {len(files)}> Tests{{{{"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines.append(f'{{"{file.stem}", R"litmus({text})litmus"}},')
    lines += ["}};", "", "}  // namespace", ""]
    lines += ["std::span<const LibraryTest> library_tests() { return Tests; }", ""]
    lines += ["}  // namespace drover::litmus", ""]
    output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
