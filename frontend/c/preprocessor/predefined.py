#!/usr/bin/env python3
"""Writes the table of the macros that a C compiler defines, as C++ source.

usage: predefined.py OUTPUT COMPILER [OPTION…]

Marked are those that say what the machine is: other compilers for it have them, too, with the same
meaning. Which compiler it is, and what it alone knows, the others say; of them, the table has only
the names.
"""

import re
import subprocess
import sys

# Sizes, limits and types of integers, the order of bytes, the machine and the system. Not the types
# that are "fast": compilers differ in them.
TARGET = re.compile(
    r"__STDC(_HOSTED|_VERSION|_UTF_16|_UTF_32)?__$"
    r"|__(SIZEOF|ATOMIC|ORDER)_\w+$|__(BYTE_ORDER|CHAR_BIT|ELF|LP64)__$|_LP64$"
    r"|__U?INT(8|16|32|64|MAX|PTR|_LEAST\d+)_(C|MAX__|TYPE__|WIDTH__)$"
    r"|__(INT|SHRT|SCHAR|LONG|LONG_LONG|SIZE|PTRDIFF|WCHAR|WINT|SIG_ATOMIC)_(MAX|MIN|TYPE|WIDTH)__$"
    r"|__CHAR(16|32)_TYPE__$|_*(linux|unix|gnu_linux)_*$"
    r"|__(aarch64|AARCH64EL|x86_64|amd64|x86_64__|arm|i386|riscv|powerpc|powerpc64|s390x|mips)(__)?$")


def main():
    output, *command = sys.argv[1:]
    listed = subprocess.run(
        [*command, "-x", "c", "-std=gnu11", "-nostdinc", "-fsigned-char", "-dM", "-E", "/dev/null"],
        capture_output=True, text=True, check=True).stdout
    rows = []
    for line in listed.splitlines():
        match = re.match(r"#define ((\w+)(\([^)]*\))?(?: .*)?)$", line)
        if match is None:
            sys.exit(f"not a definition: {line}")
        definition, name = match.group(1), match.group(2)
        is_target = TARGET.match(name) is not None
        if not is_target:
            definition = name
        rows.append((name, f'{{"{name}", R"({definition})", {"true" if is_target else "false"}}},'))
    lines = ['#include "frontend/c/preprocessor/predefined.h"', "", "#include <array>", "",
             "namespace drover::c::preprocessor {", "",
             "std::span<const PredefinedMacro> predefined_macros() {",
             f"static constexpr std::array<PredefinedMacro, {len(rows)}> Macros{{{{"]
    lines += [row for _, row in sorted(rows)]
    lines += ["}};", "return Macros;", "}", "", "}  // namespace drover::c::preprocessor", ""]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
