#!/usr/bin/env python3
"""Checks that tests/unit mirrors the sources: PATH/NAME_test.cpp tests PATH/NAME.h or PATH/NAME.cpp,
or is one of OTHERS. The name of a test case has no `;`: CMake would take it for two tests.

usage: check_unit_tests.py REPOSITORY
"""

import pathlib
import re
import sys

# Tests without a source of the same name, each with its subject.
OTHERS = {
    "explorer/algorithms/reference/references": "enumerate and interleave, beside each other",
    "explorer/algorithms/trust/spore": "symmetry and helping in whole explorations, as [SPORE] has them",
    "explorer/cat/cat_golden": "the models of tests/golden/cat",
    "explorer/debug_checks": "that a checker that is wrong is caught",
    "explorer/dependencies": "what models see of dependencies",
    "explorer/execution_counts": "numbers of executions that are known from papers",
    "explorer/models/incremental/open_cat/thread_relations": "what open_cat_checker.h keeps of threads",
    "explorer/models/models": "the axioms of each built-in model",
    "explorer/spawn": "spawn and join in whole explorations",
    "frontend/golden": "the programs of tests/golden/frontend",
    "litmus/c_dialect": "C from the text to the verdict",
    "litmus/gpu_dialects": "PTX, Vulkan and OpenCL from the text to the verdict",
    "litmus/herd_cat": "models that are run as they are written (explorer/cat/general), on litmus tests",
    "litmus/kernel_buffering": "the kernel's model and load buffering, on litmus tests",
    "litmus/machine_dialect": "the dialects of machines and of the kernel, from the text to the verdict",
    "litmus/x86_dialect": "X86 from the text to the verdict",
    "mapping/kernel": "what programs compiled for the kernel's model do",
    "report/report": "the report from the program to the page",
}

TEST_NAME = re.compile(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')


def main(root):
    unit = root / "tests/unit"
    tests = sorted(path.relative_to(unit) for path in unit.rglob("*.cpp"))
    mistakes = []
    stems = set()
    for path in tests:
        if not path.stem.endswith("_test"):
            mistakes.append(f"tests/unit/{path}: the name of a test ends with _test.cpp")
            continue
        stem = path.with_name(path.stem.removesuffix("_test")).as_posix()
        stems.add(stem)
        has_source = any((root / (stem + ending)).is_file() for ending in (".h", ".cpp"))
        if has_source and stem in OTHERS:
            mistakes.append(f"tests/unit/{path}: has a source, and is one of OTHERS")
        if not has_source and stem not in OTHERS:
            mistakes.append(f"tests/unit/{path}: there is no {stem}.h or {stem}.cpp to test")
    for path in sorted((root / "tests").rglob("*_test.cpp")):
        for name in TEST_NAME.findall(path.read_text(encoding="utf-8")):
            if ";" in name:
                mistakes.append(f"{path.relative_to(root)}: a `;` in the name {' '.join(name.split())}")
    mistakes += [f"{each}: one of OTHERS, but not there" for each in OTHERS if each not in stems]
    if not tests:
        mistakes.append(f"{unit}: no tests")
    print("\n".join(mistakes) if mistakes else f"ok: {len(tests)} files of tests")
    return 1 if mistakes else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
