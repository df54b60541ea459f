#!/usr/bin/env python3
"""The table of what the front end for C accepts, tests/c/accepted.md, is complete.

The script reads from the code what it accepts: builtins (frontend/c/builtins.cpp), functions,
macros, constants and types (frontend/c/headers), attributes (frontend/c/attributes.cpp), and
alternatives of the grammar (grammar/C.g4). For each of them, and for each of its arguments, the
table names a program in tests/c whose answer changes if it is ignored, or says why it has no
effect.

usage: check_accepted.py REPOSITORY
       check_accepted.py REPOSITORY --mutate DROVER [--only NAME] [--jobs N]

A row is `| names | parts | test | instead |`. Parts are `call`, the numbers of arguments, `value`
(of a constant), `type`, `refused`, tokens (of a grammar's alternative) or `all`. With --mutate,
each part is left out of its test, and an answer of the test must change then: a call and an
argument become 0, an order 0 (relaxed) and then 5 (seq_cst), the address of a place that of another
one, a constant 0, a type another one. `instead` overrides this: a text to use, or `old → new`, a
replacement in the test. A row whose test begins with "nothing:" gives the reason why there is no
test.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import run_c_features

NAMES = r'((?:"[\w ]+"\s*)+)'
BUILTIN = re.compile(NAMES + r',\s*\{(?:\.builtin = )?(?:Builtin::)?\w+[^}]*\},\s*"(\w+)",\s*(\d+)\}')
UPDATE = re.compile(r'UpdateForm\{"(\w+)", "(\w*)", (\d), \w+, \w+,\s*' + NAMES + r'\}')
REFUSAL = re.compile(r'Refusal\{' + NAMES + ',')
ATTRIBUTE = re.compile(r'\{"(\w+)",\s*(?:AttributeMeaning::)?(\w+)')
FUNCTION = re.compile(r"^static inline [\w ]+?\**\s*\**(\w+)\(([^{;]*)\)\s*\{", re.MULTILINE)
MACRO = re.compile(r"^#define (\w+)(\(([^)]*)\))?", re.MULTILINE)
TYPE = re.compile(r"^(?:typedef [^;{]*?\(?\*?(\w+)\)?(?:\([^)]*\))?|\} ?(\w+));", re.MULTILINE)
MORE_TYPES = re.compile(r"^typedef [^;{]*?((?:\w+,\s+)+)\w+;", re.MULTILINE)
ACCESSOR = re.compile(r"^__DROVER_(SET|GET)\((\w+), (\w+),", re.MULTILINE)
ENUMERATION = re.compile(r"enum \{([^}]*)\}")
ROW = re.compile(r"^\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)\|$")
Row = collections.namedtuple("Row", "name parts test instead line")


def count_of(parameters):
    names = [each.strip() for each in re.sub(r"\([^()]*\)", "x", parameters).split(",")]
    return len([each for each in names if each not in ("", "void", "...")])


def is_ours(name):
    """True if only the headers use the name. `__VERIFIER_…` is for programs."""
    return name.startswith("__") and not name.startswith("__VERIFIER") or name == "NDEBUG"


def builtins(root):
    """The builtins with their parts, and the numbers of the arguments that are orders."""
    text = (root / "frontend/c/builtins.cpp").read_text(encoding="utf-8")
    found, orders = {}, {}

    def add(name, arguments, order_count):
        if name.startswith("__drover_") and name != "__drover_nondet":
            return
        total = arguments + order_count
        found[name] = ["call", *map(str, range(1, total + 1))]
        orders[name] = {str(i) for i in range(arguments + 1, total + 1)}

    for names, signature, order_count in BUILTIN.findall(text):
        for name in re.findall(r"\w+", names):
            add(name, len(signature) - 1, int(order_count))
    for begin, end, order_count, operations in UPDATE.findall(text):
        for operation in re.findall(r"\w+", operations):
            add(begin + operation + end, 2, int(order_count))
    for names in REFUSAL.findall(text):
        found |= {name: ["refused"] for name in re.findall(r"\w+", names)}
    return found, orders


def header_names(root):
    found = {}
    for path in sorted((root / "frontend/c/headers").rglob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name, parameters in FUNCTION.findall(text):
            found[name] = ["call", *map(str, range(1, count_of(parameters) + 1))]
        for kind, thing, member in ACCESSOR.findall(text):
            found[f"{thing}_{kind.lower()}{member}"] = ["call", "1", "2"]
        for name, has_parameters, parameters in MACRO.findall(text):
            count = count_of(parameters)
            found[name] = (["call", *map(str, range(1, count + 1))] if has_parameters else ["value"])
        for first, second in TYPE.findall(text):
            found[first or second] = ["type"]
        for names in MORE_TYPES.findall(text):
            found |= {name: ["type"] for name in re.findall(r"\w+", names)}
        for body in ENUMERATION.findall(text):
            found |= {each.split("=")[0].strip(): ["value"] for each in body.split(",") if each.strip()}
    return {name: parts for name, parts in found.items() if not is_ours(name)}


def attributes(root):
    text = (root / "frontend/c/attributes.cpp").read_text(encoding="utf-8")
    return {f"attribute {name}": ["refused" if kind == "Refused" else "call"]
            for name, kind in ATTRIBUTE.findall(text) if kind != "Nothing"}


def grammar(root):
    """Labels of alternatives; the tokens of those that have a choice of them. Rules without labels."""
    text = re.sub(r"//[^\n]*", "", (root / "grammar/C.g4").read_text(encoding="utf-8"))
    found = collections.defaultdict(list)
    for rule, body in re.findall(r"^(\w+)\s*:(.*?)\s;", text, re.DOTALL | re.MULTILINE):
        if rule[0].isupper():
            continue
        rows = re.findall(r"([^#]*)#\s*(\w+)", body)
        for alternative, label in rows or [(body, rule)]:
            tokens = re.search(r"op=\(([^)]*)\)|op=(\w+)", alternative)
            parts = re.findall(r"\w+", tokens.group(1) or tokens.group(2)) if tokens else []
            found[f"grammar {label}"] += parts
    words = dict(re.findall(r"^(QUALIFIER|BASIC_TYPE|FLOATING_TYPE)\s*:(.*?);", text,
                            re.DOTALL | re.MULTILINE))
    for label, token in (("qualifier", "QUALIFIER"), ("basicType", "BASIC_TYPE"),
                         ("floatingType", "FLOATING_TYPE")):
        found[f"grammar {label}"] = re.findall(r"'(\w+)'", words.get(token, ""))
    return {label: parts or ["call"] for label, parts in found.items()}


def accepted(root):
    names, orders = builtins(root)
    return header_names(root) | names | attributes(root) | grammar(root), orders


def rows_of(root):
    prefix = ""
    for number, line in enumerate((root / "tests/c/accepted.md").read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            prefix = {"Grammar": "grammar ", "Attributes": "attribute "}.get(line[3:].strip(), "")
        match = ROW.match(line)
        if not match or match.group(1).strip() in ("names", "---"):
            continue
        names, parts, test, instead = (each.replace("\\|", "|").strip() for each in match.groups())
        for name in re.findall(r"`([^`]+)`", names):
            yield Row(prefix + name, parts.split(), test, instead, number)


def complaints(root):
    known, _ = accepted(root)
    covered = collections.defaultdict(set)
    for row in rows_of(root):
        where = f"tests/c/accepted.md:{row.line}: `{row.name}`"
        if row.name not in known:
            yield f"{where} is nothing that the front end accepts"
            continue
        covered[row.name] |= set(known[row.name] if row.parts == ["all"] else row.parts)
        if row.test.startswith("nothing:"):
            continue
        path = root / "tests/c" / row.test
        if not path.exists():
            yield f"{where}: there is no tests/c/{row.test}"
        elif " " not in row.name and not re.search(rf"\b{row.name}\b", path.read_text(encoding="utf-8")):
            yield f"{where}: tests/c/{row.test} does not mention it"
    for name, parts in known.items():
        lacking = [part for part in parts if part not in covered[name]]
        if lacking:
            yield f"`{name}` is accepted, but tests/c/accepted.md lacks: {' '.join(lacking)}"


# Mutants.

def arguments_at(text, start):
    """The places of the arguments of a call whose parenthesis is at start, and where it ends."""
    depth, begin, found = 0, start + 1, []
    for at in range(start, len(text)):
        character = text[at]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        if depth == 1 and character == "," or depth == 0:
            if text[begin:at].strip():
                found.append((begin, at))
            begin = at + 1
        if depth == 0:
            return found, at + 1
    return found, len(text)


def with_calls(text, name, change):
    """The text with each call of `name` replaced by the result of change(arguments, whole)."""
    out, position = "", 0
    for match in re.finditer(rf"\b{name}\s*\(", text):
        line = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
        is_declaration = re.match(
            r"\s*#\s*define $|\s*(extern|static|void|int|long|unsigned|_Bool)\b[^=(]*$", line)
        if match.start() < position or is_declaration:
            continue
        places, end = arguments_at(text, match.end() - 1)
        out += text[position:match.start()] + change(
            [text[a:b].strip() for a, b in places], text[match.start():end], name)
        position = end
    return out + text[position:]


def mutants(row, part, orders, text):
    """Mutants: texts in which this part has another meaning, each with its description."""
    if "→" in row.instead:
        old, new = (each.strip().strip("`") for each in row.instead.split("→"))
        yield f"{old} → {new}", text.replace(old, new)
        return
    if row.name.startswith(("grammar", "attribute")) or part == "refused":
        return
    instead = row.instead.strip("`")
    if part == "call":
        yield "call → " + (instead or "0"), with_calls(text, row.name, lambda *_: instead or "0")
    elif part == "value":
        yield f"value → {instead or '0'}", re.sub(rf"(?<!define )\b{row.name}\b", instead or "0", text)
    elif part == "type":
        other = instead or "struct { char other[3]; }"
        yield f"type → {other}", re.sub(rf"\b{row.name}\b", other, text)
    else:
        number = int(part)
        for other in [instead] if instead else ["0", "5"] if part in orders else ["0"]:
            def change(given, whole, name, other=other):
                if number > len(given):
                    return whole
                if not instead and given[number - 1].startswith("&"):
                    other = f"&(typeof({given[number - 1][1:]})){{0}}"  # another place
                return f"{name}({','.join([*given[:number - 1], other, *given[number:]])})"
            yield f"argument {number} → {other}", with_calls(text, row.name, change)


def survives(drover, folder, number, original, text, may_be_refused):
    """True if all answers are as expected although the text differs: no test covers the part."""
    if text == original:
        return "there is nothing to change in the test"
    path = folder / f"mutant{number}.c"
    path.write_text(text, encoding="utf-8")
    for line in run_c_features.expectations(path):
        why = run_c_features.answer_to(drover, path, line)
        if why.startswith("status 2") and not may_be_refused and "refused" not in line:
            return f"the changed test is refused: {why[:200]}"
        if re.match(r"status (-|[4-9])", why):
            return f"a fault: {why[:200]}"
        if why:
            return ""
    return "no answer changes"


def mutate(root, drover, only, jobs):
    known, orders = accepted(root)
    work = []
    for row in rows_of(root):
        if row.test.startswith("nothing:") or only not in row.name or row.name not in known:
            continue
        text = (root / "tests/c" / row.test).read_text(encoding="utf-8")
        for part in known[row.name] if row.parts == ["all"] else row.parts:
            if part in known[row.name]:
                work += [(row, what, text, mutant) for what, mutant in
                         mutants(row, part, orders.get(row.name, set()), text)]
    failed = 0
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        answers = pool.map(lambda each: survives(
            drover, pathlib.Path(name), each[0], each[1][2], each[1][3],
            each[1][1].startswith("type") or "→" in each[1][0].instead), enumerate(work))
        for (row, what, _, _), why in zip(work, answers):
            if why:
                failed += 1
                print(f"tests/c/accepted.md:{row.line}: `{row.name}` in {row.test}, {what}: {why}")
    print(f"{len(work) - failed} of {len(work)} changes change an answer")
    return 1 if failed or not work else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--mutate", metavar="DROVER")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.mutate:
        return mutate(arguments.repository, str(pathlib.Path(arguments.mutate).resolve()), arguments.only,
                      arguments.jobs)
    found = list(complaints(arguments.repository))
    for each in found:
        print(each)
    known, _ = accepted(arguments.repository)
    print(f"accepted: {len(known)} names, {sum(map(len, known.values()))} parts, {len(found)} complaints")
    return 1 if found or not known else 0


if __name__ == "__main__":
    sys.exit(main())
