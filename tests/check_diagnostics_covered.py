#!/usr/bin/env python3
"""Every kind of diagnostic has a failing program named after it, or a unit test that names it.

Usage: check_diagnostics_covered.py REPOSITORY
"""

import pathlib
import re
import sys


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    registry = (root / "frontend" / "diagnostic_kinds.def").read_text(encoding="utf-8")
    kinds = re.findall(r"^DROVER_DIAGNOSTIC\(\s*(\w+)\s*,", registry, re.MULTILINE)
    golden = root / "tests/golden"
    files = {path.stem for path in (golden / "frontend/fail").glob("*.drv")}
    files |= {path.stem for path in (golden / "cat/fail").glob("*.cat")}
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((root / "tests/unit").rglob("*.cpp"))
    )

    # The name of a longer kind does not count for a shorter one: NotAPlace… is not NotA.
    def has_file(kind: str) -> bool:
        longer = [other for other in kinds if other.startswith(kind) and other != kind]
        return any(
            file.startswith(kind) and not any(file.startswith(other) for other in longer)
            for file in files
        )

    missing = [
        kind for kind in kinds if not has_file(kind) and not re.search(rf"\b{kind}\b", tests)
    ]
    for kind in missing:
        print(f"{kind}: no tests/golden/*/fail/{kind}*, and no unit test names it")
    return 1 if missing or not kinds else 0


if __name__ == "__main__":
    sys.exit(main())
