#!/usr/bin/env python3
"""Checks that each file includes only headers that its layer may include.

The layer of a file is the longest key of MAY_INCLUDE that begins its path. Third-party
headers may be included where THIRD_PARTY says, and nowhere else. A folder that no layer covers is
refused: it has to be added here.

All behaviour that differs between models is a column of the table of models: outside of
NAMES_ALLOWED no code compares a value with the name or the file of a built-in model.

usage: check_layering.py REPOSITORY
       check_layering.py --self-test
"""

import pathlib
import re
import sys

SEMANTICS = ["semantics/program", "semantics/automaton"]
PASSES = ["semantics/passes", "semantics/passes/purity"]
ALGORITHMS = [
    "explorer/algorithms", "explorer/algorithms/progress",
    "explorer/algorithms/reference", "explorer/algorithms/trust",
    "explorer/algorithms/buffering", "explorer/algorithms/rcmc", "explorer/algorithms/dpor", "explorer/algorithms/rvf",
    "explorer/algorithms/verify_sc"]
EXPLORER = ["explorer/graph", "explorer/cat", "explorer/cat/general", "explorer/models", *ALGORITHMS, "explorer/run",
            "explorer/work", "explorer/plan", "explorer/histories", "explorer/findings", "explorer/crew", "explorer"]
DIALECTS = ["litmus/dialects"] + [
    "litmus/dialects/" + each for each in ("aarch64", "c", "gpu", "kernel", "opencl", "ppc", "ptx",
                                   "riscv", "vulkan", "x86")]
LITMUS = [*DIALECTS, "litmus", "litmus/convert"]
ANALYSIS = ["analysis/shapes", "analysis/compare", "analysis/audit", "analysis/explain",
            "analysis/orders", "analysis/robust", "analysis/suite", "analysis/mutants",
            "analysis/linearizability"]
BELOW_INPUT = [
    "support", "frontend", *SEMANTICS, *PASSES, "semantics/decompile", *EXPLORER, "mapping",
    *LITMUS, *ANALYSIS]
DIALECT = ["support", "frontend", "semantics/program", "litmus/dialects"]
ALGORITHM = ["support", *SEMANTICS, "explorer/graph", "explorer/models/memory_model.h",
             "explorer/models/model_traits.h", "explorer/models/incremental/any_checker.h",
             "explorer/models/incremental/step_checker.h",
             "explorer/algorithms"]

# The layers that a layer may include, besides its own files.
MAY_INCLUDE = {
    "support": [],
    "frontend": ["support"],
    "frontend/cat": ["support", "frontend"],
    "frontend/c": ["support", "frontend", "frontend/c/preprocessor"],
    "frontend/c/preprocessor": ["support"],
    "semantics/program": ["support"],
    "semantics/automaton": ["support", "semantics/program"],
    "semantics/passes": ["support", *SEMANTICS],
    "semantics/passes/purity": ["support", *SEMANTICS, "semantics/passes"],
    "semantics/decompile": ["support", *SEMANTICS],
    "semantics/lower": ["support", "semantics/program", "frontend",
                        "semantics/passes/spawned_threads.h"],
    "semantics/lower/c": [
        "support", "semantics/program", "semantics/lower", "frontend", "frontend/c"],
    "mapping": ["support", "semantics/program", "frontend"],
    "explorer/graph": ["support", *SEMANTICS],
    "explorer/cat": ["support", *SEMANTICS, "frontend", "frontend/cat", "explorer/graph"],
    "explorer/cat/general": ["support", *SEMANTICS, "frontend", "frontend/cat", "explorer/graph",
                             "explorer/cat"],
    "explorer/models": ["support", *SEMANTICS, "frontend", "explorer/graph", "explorer/cat",
                        "explorer/cat/general"],
    "explorer/algorithms": ALGORITHM,
    "explorer/algorithms/progress": ALGORITHM,
    "explorer/algorithms/reference": ALGORITHM,
    "explorer/algorithms/trust": [*ALGORITHM, "semantics/passes/symmetry.h"],
    "explorer/algorithms/buffering": [*ALGORITHM, "semantics/passes/symmetry.h"],
    "explorer/algorithms/rcmc": ALGORITHM,
    "explorer/algorithms/dpor": ALGORITHM,
    "explorer/algorithms/rvf": [*ALGORITHM, "explorer/algorithms/verify_sc"],
    "explorer/algorithms/verify_sc": ["support"],
    "explorer/run": [
        "support", *SEMANTICS, "explorer/graph", "explorer/cat", "explorer/models", *ALGORITHMS],
    "explorer/work": ["support"],
    "explorer/plan": [
        "support", *SEMANTICS, *PASSES, "explorer/models", *ALGORITHMS, "explorer/run"],
    "explorer/histories": ["support", *SEMANTICS, "explorer/graph", "explorer/models",
                           "explorer/plan"],
    "explorer/findings": [
        "support", *SEMANTICS, *PASSES, "semantics/decompile", "explorer/graph", "explorer/models",
        *ALGORITHMS, "explorer/work", "explorer/plan", "explorer/histories"],
    "explorer/crew": [
        "support", "explorer/algorithms", "explorer/work", "explorer/plan", "explorer/findings"],
    "explorer": ["support", *SEMANTICS, *PASSES, "semantics/decompile", *EXPLORER],
    "litmus/dialects": ["support", "frontend", "semantics/program"],
    "litmus/dialects/aarch64": DIALECT,
    "litmus/dialects/c": DIALECT,
    "litmus/dialects/gpu": DIALECT,
    "litmus/dialects/kernel": [*DIALECT, "litmus/dialects/c"],
    "litmus/dialects/opencl": [*DIALECT, "litmus/dialects/c"],
    "litmus/dialects/ppc": DIALECT,
    "litmus/dialects/ptx": [*DIALECT, "litmus/dialects/gpu"],
    "litmus/dialects/riscv": DIALECT,
    "litmus/dialects/vulkan": [*DIALECT, "litmus/dialects/gpu"],
    "litmus/dialects/x86": DIALECT,
    "litmus": [
        "support", "frontend", *SEMANTICS, *DIALECTS, "explorer/findings/exploration_result.h",
        "explorer/plan/explorer_options.h"],
    "litmus/convert": [
        "support", "frontend", "semantics/program", "semantics/automaton/liveness.h",
        "semantics/decompile", "mapping", *DIALECTS, "litmus"],
    "analysis/shapes": [
        "support", *SEMANTICS, "mapping", "explorer/graph", "explorer/models/memory_model.h"],
    "analysis/compare": [
        "support", *SEMANTICS, "mapping", "explorer/graph", "explorer/models/memory_model.h",
        "analysis/shapes"],
    "analysis/suite": [
        "support", *SEMANTICS, "explorer/graph", "explorer/models/memory_model.h",
        "analysis/shapes", "analysis/compare"],
    "analysis/audit": [
        "support", *SEMANTICS, "explorer/graph", "explorer/models/memory_model.h",
        "explorer/models/model_property.h", "analysis/shapes", "analysis/compare"],
    "analysis/explain": ["support", *SEMANTICS, *PASSES, "semantics/decompile", *EXPLORER],
    "analysis/linearizability": ["support", "semantics/program", "explorer/histories"],
    "analysis/orders": ["support", *SEMANTICS, "semantics/passes", *EXPLORER],
    "analysis/mutants": ["support", "frontend", "frontend/cat", *SEMANTICS, *EXPLORER, "analysis/explain"],
    "analysis/robust": ["support", *SEMANTICS, "semantics/passes", *EXPLORER],
    "analysis/orders": ["support", *SEMANTICS, "semantics/passes", *EXPLORER, "analysis/robust"],
    "generate": ["support", "frontend", "semantics/program", *EXPLORER, "litmus", *DIALECTS],
    "input": [*BELOW_INPUT, "frontend/c", "semantics/lower", "semantics/lower/c"],
    "input/orders": [*BELOW_INPUT, "frontend/c", "semantics/lower", "semantics/lower/c", "input"],
    "editing": [*BELOW_INPUT, "frontend/cat", "input"],
    "lsp": ["support", "frontend", "frontend/cat", "explorer/cat", "editing", "input"],
    "words": ["support", "frontend", *SEMANTICS, *EXPLORER, *ANALYSIS],
    "drawing": ["support", *SEMANTICS, *EXPLORER, "analysis/explain", "words"],
    "report": [*BELOW_INPUT, "input", "input/orders", "drawing", "words"],
    "api": [*BELOW_INPUT, "input", "words"],
    "classroom": [*BELOW_INPUT, "input", "input/orders", "words"],
    "serve": [*BELOW_INPUT, "input", "editing", "drawing", "words", "report", "classroom",
              "generate"],
    "cli": [*BELOW_INPUT, "input", "editing", "lsp", "drawing", "words", "report", "classroom",
            "serve", "generate"],
    "web": ["serve/inside.h", "serve/page_files.h", "serve/run_outcome.h",
            "frontend/c/run_compiler.h"],
    "bench": ["support", "frontend", *SEMANTICS, *PASSES, *EXPLORER, "input"],
}

THIRD_PARTY = {
    "antlr4": [
        "frontend/parse.cpp", "frontend/ast_builder", "frontend/block_recovery",
        "frontend/antlr_section", "frontend/cat/parse_cat.cpp", "frontend/core_recovery",
        "frontend/intact_items", "frontend/quick_lexer", "frontend/syntax_recovery", "frontend/c/mark_tokens", "frontend/c/attributes",
        "frontend/c/parse.cpp", "frontend/c/unit_builder.h",
        "litmus/dialects/c/parse_c.cpp", "litmus/dialects/parse_table.cpp",
        "litmus/dialects/recovery", "litmus/parse_state.cpp"],
    "boost": ["explorer/graph/bgl_view.h", "explorer/graph/shared_event_bits.h", "support/hash.h"],
    "CLI": ["cli/arguments/parser.cpp"],
    "mpi.h": ["cli/mpi/mpi_cluster.cpp"],
    "nlohmann": ["support/json.cpp"],
    "fmt": ["support/format.h"],
    "doctest": [],
    "emscripten.h": ["web/main.cpp"],
    "benchmark": ["bench/benchmark.h"],
}

# May include anything.
FREE = ["tests", "examples"]

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
    generated = target.startswith(("Cat", "CLexer", "Core", "CParser", "Litmus")) and bracket == '"'
    return "antlr4" if "antlr4" in target or generated else None


def sources(root):
    for folder in sorted(root.iterdir()):
        is_ours = folder.is_dir() and not folder.name.startswith((".", "build"))
        if is_ours and folder.name not in FREE:
            yield from (file for file in sorted(folder.rglob("*"))
                        if file.suffix in (".h", ".cpp", ".def"))


def complaints(root):
    for file in sources(root):
        path = file.relative_to(root).as_posix()
        layer = layer_of(path)
        if layer is None:
            yield f"{path}: its folder is in no layer (MAY_INCLUDE of tests/check_layering.py)"
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


# ---- Names of models

MODEL_TABLE = "explorer/models/model_table.cpp"
# These files compare input with names of models, or name the mode `sc`.
NAMES_ALLOWED = ("cli/", "classroom/", "frontend/", "serve/", "tests/", "bench/", MODEL_TABLE)


def model_words(table):
    """Names and files of the rows."""
    return set(re.findall(r'\.(?:name|file) = "([^"]+)"', table))


def name_comparisons(text, words):
    """Lines that compare a value with one of the words, each with the word."""
    literal = '"(' + "|".join(map(re.escape, sorted(words))) + ')"(?:sv|s)?'
    comparison = re.compile(
        rf"[=!]=\s*{literal}|{literal}\s*[=!]=|\b(?:starts_with|ends_with|compare)\({literal}"
        rf"|\bcase\s+{literal}")
    for match in comparison.finditer(text):
        word = next(group for group in match.groups() if group)
        yield text.count("\n", 0, match.start()) + 1, word


def model_comparisons(root):
    words = model_words((root / MODEL_TABLE).read_text())
    if len(words) < 2:
        yield f"{MODEL_TABLE}: no rows were found"
        return
    for file in sources(root):
        path = file.relative_to(root).as_posix()
        if path.startswith(NAMES_ALLOWED):
            continue
        for number, word in name_comparisons(file.read_text(), words):
            yield f"{path}:{number}: compares with the name of a model, `{word}`: {MODEL_TABLE} has columns for this"


def self_test():
    words = model_words('ModelTraits{.name = "sc",\n .file = "sc.cat", .mapping = "c11"}')
    assert words == {"sc", "sc.cat"}, words
    cases = {
        'if (model.name() == "sc") {': 1,
        'if ("sc"sv != name) {': 1,
        'name ==\n  "sc.cat"': 1,
        'name.ends_with("sc.cat")': 1,
        'find_model("sc")': 0,
        'name == "scale"': 0,
        '.name = "sc"': 0}
    for text, expected in cases.items():
        found = len(list(name_comparisons(text, words)))
        assert found == expected, (text, found)
    print("self test: ok")
    return 0


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    root = pathlib.Path(sys.argv[1])
    found = [*complaints(root), *model_comparisons(root)]
    if not any(True for _ in sources(root)):
        found.append(f"there are no sources in {root}")
    print("\n".join(found) if found else "layering: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
