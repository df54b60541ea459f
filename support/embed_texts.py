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
    lines = [f'#include "{header}"', "", "#include <array>", "#include <string_view>", ""]
    lines += [f"namespace {namespace} {{", "", f"std::span<const {kind}> {function}() {{"]
    # Inside the function: several such files may be compiled together.
    lines += [f"static constexpr std::array<{kind}, {len(files)}> Texts{{{{"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        # The length is given: to count a long text, the compiler would take more steps than it may.
        size = len(text.encode("utf-8"))
        lines.append(f'{{"{file.stem}", std::string_view(R"text({text})text", {size})}},')
    lines += ["}};", "return Texts;", "}", ""]
    lines += [f"}}  // namespace {namespace}", ""]
    pathlib.Path(output).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
