#!/usr/bin/env python3
"""Writes text files as C++ source: a constant array of a struct {name, text}, and the function that
gives it.

usage: embed_texts.py OUTPUT HEADER NAMESPACE TYPE FUNCTION FILE…

HEADER declares `std::span<const TYPE> FUNCTION()` in NAMESPACE. The name of a text is that of its
file, without what is behind the dot.
"""

import pathlib
import sys


def main():
    output, header, namespace, kind, function = sys.argv[1:6]
    files = sorted(map(pathlib.Path, sys.argv[6:]), key=lambda file: file.stem)
    lines = [f'#include "{header}"', "", "#include <array>", ""]
    lines += [f"namespace {namespace} {{", "", "namespace {", ""]
    lines += [f"constexpr std::array<{kind}, {len(files)}> Texts{{{{"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines.append(f'{{"{file.stem}", R"text({text})text"}},')
    lines += ["}};", "", "}  // namespace", ""]
    lines += [f"std::span<const {kind}> {function}() {{ return Texts; }}", ""]
    lines += [f"}}  // namespace {namespace}", ""]
    pathlib.Path(output).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
