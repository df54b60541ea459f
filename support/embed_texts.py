#!/usr/bin/env python3
"""Writes text files as C++ source: a constant array of a struct {name, text}, and the function that
gives it.

usage: embed_texts.py OUTPUT HEADER NAMESPACE TYPE FUNCTION FILE…

HEADER declares `std::span<const TYPE> FUNCTION()` in NAMESPACE. The name of a text is that of its
file, without what is behind the dot; in a folder below one named `headers`, with that folder.
"""

import pathlib
import sys


def name_of(file):
    folders = file.parts[:-1]
    if "headers" not in folders:
        return file.stem
    return "/".join([*folders[folders.index("headers") + 1:], file.stem])


def main():
    output, header, namespace, kind, function = sys.argv[1:6]
    files = sorted(map(pathlib.Path, sys.argv[6:]), key=name_of)
    lines = [f'#include "{header}"', "", "#include <array>", "#include <string_view>", ""]
    lines += [f"namespace {namespace} {{", "", f"std::span<const {kind}> {function}() {{"]
    # Inside the function: several such files may be compiled together.
    lines += [f"static constexpr std::array<{kind}, {len(files)}> Texts{{{{"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        # The length is given: to count a long text, the compiler would take more steps than it may.
        size = len(text.encode("utf-8"))
        lines.append(f'{{"{name_of(file)}", std::string_view(R"text({text})text", {size})}},')
    lines += ["}};", "return Texts;", "}", ""]
    lines += [f"}}  // namespace {namespace}", ""]
    pathlib.Path(output).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
