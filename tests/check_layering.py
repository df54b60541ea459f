#!/usr/bin/env python3
"""Checks that no file includes what its layer may not know.

The layer of a file is the longest key of MAY_INCLUDE that begins its path. Third-party
headers may be included where THIRD_PARTY says, and nowhere else.

usage: check_layering.py REPOSITORY
"""

import pathlib
import re
import sys

EXPLORER = [
    "explorer/graph", "explorer/cat", "explorer/models", "explorer/shapes", "explorer/audit",
    "explorer/verify_sc", "explorer/algorithms", "explorer"]

# Besides its own files.
MAY_INCLUDE = {
    "support": [],
    "frontend": ["support"],
    "frontend/cat": ["support", "frontend"],
    "semantics": ["support"],
    "semantics/purity": ["support", "semantics"],
    "semantics/lower": ["support", "semantics", "frontend"],
    "explorer/graph": ["support", "semantics"],
    "explorer/cat": [
        "support", "semantics", "frontend", "frontend/cat", "explorer/graph"],
    "explorer/models": ["support", "semantics", "frontend", "explorer/graph", "explorer/cat"],
    "explorer/shapes": ["support", "semantics", "explorer/graph"],
    "explorer/audit": [
        "support", "semantics", "explorer/graph", "explorer/models/memory_model.h",
        "explorer/shapes"],
    "explorer/verify_sc": ["support"],
    "explorer/algorithms": [
        "support", "semantics", "explorer/graph", "explorer/models/memory_model.h",
        "explorer/verify_sc"],
    "explorer": ["support", "semantics", "semantics/purity", *EXPLORER],
    "drawing": ["support", "semantics", "explorer/graph", "explorer/models/memory_model.h"],
    "explorer/explain": ["support", "semantics", *EXPLORER],
    "litmus": [
        "support", "frontend", "semantics", "explorer/exploration_result.h",
        "explorer/explorer_options.h"],
    "cli": [
        "litmus", "drawing", "support", "frontend", "semantics", "semantics/lower",
        "semantics/purity", *EXPLORER, "explorer/explain"],
    "bench": ["support", "frontend", "semantics", *EXPLORER, "cli"],
}

THIRD_PARTY = {
    "antlr4": [
        "frontend/parse.cpp", "frontend/ast_builder", "frontend/block_recovery",
        "frontend/antlr_section", "frontend/cat/parse_cat.cpp", "frontend/core_recovery",
        "frontend/intact_items", "frontend/syntax_recovery",
        "litmus/parse_", "litmus/recovery"],
    "boost": ["explorer/graph/bgl_view.h", "explorer/graph/dot_graph.cpp"],
    "CLI": ["cli/arguments/cli11.h"],
    "nlohmann": [
        "cli/json_report.cpp", "cli/litmus_json.cpp", "cli/models.cpp", "cli/models_json",
        "cli/vsc_json.cpp", "cli/explain/explain_json.cpp", "cli/exercise/submission_json.cpp",
        "cli/report/report_json.cpp"],
    "fmt": ["support/format.h"],
    "doctest": [],
    "benchmark": ["bench/benchmark.h"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def layer_of(path):
    fitting = [layer for layer in MAY_INCLUDE if path.startswith(layer + "/")]
    return max(fitting, key=len) if fitting else None


def is_allowed(layer, target):
    allowed = [layer, *MAY_INCLUDE[layer]]
    return layer_of(target) in allowed or target in allowed


def third_party(target, bracket):
    name = target.split("/")[0]
    if name in THIRD_PARTY:
        return name
    generated = target.startswith(("Cat", "Core", "Litmus")) and bracket == '"'
    return "antlr4" if "antlr4" in target or generated else None


def complaints(root):
    for file in sorted(root.rglob("*")):
        if file.suffix not in (".h", ".cpp", ".def"):
            continue
        path = file.relative_to(root).as_posix()
        layer = layer_of(path)
        if layer is None:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            bracket, target = match.groups()
            library = third_party(target, bracket)
            if library:
                if not any(path.startswith(place) for place in THIRD_PARTY[library]):
                    yield f"{path}:{number}: {library} may not be included here"
            elif bracket == '"' and not is_allowed(layer, target):
                yield f"{path}:{number}: {layer} may not include {target}"


def main():
    found = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "layering: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
