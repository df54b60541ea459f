#!/usr/bin/env python3
"""Random C litmus tests whose operands C leaves unordered, against every order written out.

A test has one statement with several accesses: operands, arguments, places and values, nested, with
`&&`, `||` and `?:`. For each order of its accesses that C allows, a second test has them as
statements of their own, with a variable for each value. The states of the first test are to be those
of all the others together. It has at least as many executions as each of them, at most as many as
all of them together, and exactly as many as each if they all agree on relaxed loads of different
variables, which no model of C orders.

usage: random_operands.py DROVER [--seed N] [--count N] [--jobs N] [--dialect C|kernel]
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

CELLS = ["x", "y", "z"]
MOST_ORDERS = 60
SECONDS = 5  # for one test; others are left out

# An expression is a tuple: ("number", n), ("name", text), ("pair", op, a, b), ("load", how, place),
# ("update", how, place, value), ("and" | "or", a, b), ("if", c, a, b). A place is an expression of
# pointer type.


class C11:
    head = "atomic_int* x, atomic_int* y, atomic_int* z, atomic_int** p"
    models = ["rc11", "sc", "tso"]
    accesses = [2, 2, 2, 3, 3, 4]

    @staticmethod
    def load(how, place):
        if how == "plain":
            return f"*{place}"
        return f"atomic_load_explicit({place}, memory_order_{how})"

    @staticmethod
    def update(how, place, value):
        word, order = how
        return f"atomic_{word}_explicit({place}, {value}, memory_order_{order})"

    @staticmethod
    def store(how, place, value):
        if how == "plain":
            return f"*{place} = {value};"
        return f"atomic_store_explicit({place}, {value}, memory_order_{how});"

    loads = ["relaxed", "relaxed", "acquire", "seq_cst"]
    stores = ["relaxed", "relaxed", "release", "seq_cst"]
    updates = [(word, order) for word in ("exchange", "fetch_add")
               for order in ("relaxed", "acq_rel", "seq_cst")]


class Kernel:
    head = "int* x, int* y, int* z, int** p"
    models = ["lkmm"]
    accesses = [2, 2, 2, 3]

    @staticmethod
    def load(how, place):
        return {"once": f"READ_ONCE(*{place})", "plain": f"*{place}",
                "acquire": f"smp_load_acquire({place})"}[how]

    @staticmethod
    def update(how, place, value):
        return f"{how}({place}, {value})"

    @staticmethod
    def store(how, place, value):
        return {"once": f"WRITE_ONCE(*{place}, {value});", "plain": f"*{place} = {value};",
                "release": f"smp_store_release({place}, {value});"}[how]

    loads = ["once", "once", "once", "acquire"]
    stores = ["once", "once", "release"]
    updates = ["xchg_relaxed", "xchg", "xchg_acquire"]


class Writer:
    """Writes random statements of one thread."""

    def __init__(self, source, language, accesses):
        self.random = source
        self.language = language
        self.left = accesses

    def choose(self, options):
        return self.random.choice(list(options))

    def place(self):
        if self.left > 1 and self.random.random() < 0.15:
            self.left -= 1
            return ("load", self.choose(self.language.loads), ("name", "p"))
        return ("name", self.choose(CELLS))

    def access(self):
        self.left -= 1
        if self.random.random() < 0.2:
            value = self.value(1) if self.left > 0 and self.random.random() < 0.5 else (
                "number", self.random.randint(1, 3))
            return ("update", self.choose(self.language.updates), self.place(), value)
        return ("load", self.choose(self.language.loads), self.place())

    def value(self, depth):
        if self.left == 0:
            return ("number", self.random.randint(1, 3))
        kind = self.random.random()
        if depth > 3 or (kind < 0.3 and depth > 0):
            return self.access()
        if kind < 0.82:
            first = self.value(depth + 1)
            second = self.value(depth + 1)
            op = self.choose(["+", "-", "+", ">", "==", "^"])
            return ("pair", op, ("pair", "*", ("number", 10), first), second)
        if kind < 0.92:
            return (self.choose(["and", "or"]), self.access(), self.value(depth + 1))
        return ("if", self.access(), self.value(depth + 1), self.value(depth + 1))

    def statement(self):
        """Returns a kind and the expressions of a statement."""
        kind = self.random.random()
        if kind < 0.55:
            return ("assign", self.value(0))
        if kind < 0.7:
            return ("branch", self.value(0))
        self.left += 1
        how = self.choose(self.language.stores)
        return ("store", how, ("load", self.choose(self.language.loads), ("name", "p")),
                self.value(0))


def text_of(expression, language):
    """Writes an expression."""
    kind, *parts = expression
    if kind in ("number", "name"):
        return str(parts[0])
    if kind == "load":
        return language.load(parts[0], text_of(parts[1], language))
    if kind == "update":
        return language.update(parts[0], *(text_of(each, language) for each in parts[1:]))
    if kind == "pair":
        return f"({text_of(parts[1], language)} {parts[0]} {text_of(parts[2], language)})"
    texts = [text_of(each, language) for each in parts]
    if kind == "if":
        return f"({texts[0]} ? {texts[1]} : {texts[2]})"
    return f"({texts[0]} {'&&' if kind == 'and' else '||'} {texts[1]})"


def is_pure(expression):
    return not isinstance(expression, tuple) or (
        expression[0] not in ("load", "update") and all(map(is_pure, expression[1:])))


class Orders:
    """All ways to evaluate expressions step by step: lists of statements, and what is left.

    A step replaces one access whose operands are pure by a variable. `a && b` waits for a; then the
    steps of b are in an `if`.
    """

    def __init__(self, language):
        self.language = language
        self.found = []
        self.variables = 0

    def explore(self, expressions):
        self.walk(expressions, [])
        return self.found

    def walk(self, expressions, lines):
        if len(self.found) > MOST_ORDERS:
            return
        ways = [(index, *way) for index, each in enumerate(expressions)
                for way in self.steps(each)]
        quick = [way for way in ways if way[3]]
        for index, rest, line, _ in quick[:1] or ways:
            self.walk(expressions[:index] + [rest] + expressions[index + 1:], lines + line)
        if not ways:
            self.found.append((lines, expressions))

    def fresh(self):
        self.variables += 1
        return ("name", f"t{self.variables - 1}")

    def steps(self, expression):
        """Yields (what is left, lines, whether it is only a computation)."""
        kind = expression[0]
        if kind in ("number", "name", "pure"):
            return
        if kind in ("and", "or", "if", "chosen"):
            yield from self.lazy_steps(expression)
            return
        for index, part in enumerate(expression):
            if not isinstance(part, tuple) or is_pure_how(kind, index):
                continue
            for rest, lines, is_quick in self.steps(part):
                yield expression[:index] + (rest,) + expression[index + 1:], lines, is_quick
        if kind in ("load", "update") and all(
                is_pure(part) for index, part in enumerate(expression)
                if isinstance(part, tuple) and not is_pure_how(kind, index)):
            name = self.fresh()
            yield name, [f"{name[1]} = {text_of(expression, self.language)};"], False

    def lazy_steps(self, expression):
        kind = expression[0]
        if kind != "chosen":
            condition = expression[1]
            if not is_pure(condition) or has_lazy(condition):
                for rest, lines, is_quick in self.steps(condition):
                    yield (kind, rest) + expression[2:], lines, is_quick
                return
            guard = self.fresh()
            line = f"{guard[1]} = {text_of(condition, self.language)} != 0;"
            truth = ("pair", "!=", expression[2], ("number", 0))
            if kind == "if":
                yield ("chosen", guard, expression[2], expression[3]), [line], True
            elif kind == "and":
                yield ("chosen", guard, truth, ("number", 0)), [line], True
            else:
                yield ("chosen", guard, ("number", 1), truth), [line], True
            return
        _, guard, *sides = expression
        is_done = True
        for index, side in enumerate(sides):
            for rest, lines, is_quick in self.steps(side):
                is_done = False
                test = guard[1] if index == 0 else f"{guard[1]} == 0"
                changed = sides[:index] + [rest] + sides[index + 1:]
                yield ("chosen", guard, *changed), [f"if ({test}) {{", *lines, "}"], is_quick
        if not is_done:
            return
        name = self.fresh()
        texts = [text_of(each, self.language) for each in sides]
        yield name, [f"if ({guard[1]}) {{ {name[1]} = {texts[0]}; }} else "
                     f"{{ {name[1]} = {texts[1]}; }}"], True


def is_pure_how(kind, index):
    """The word of an update is a pair, too."""
    return kind == "update" and index == 1


def has_lazy(expression):
    return isinstance(expression, tuple) and (
        expression[0] in ("and", "or", "if", "chosen") or any(map(has_lazy, expression[1:])))


def accesses(expression):
    if not isinstance(expression, tuple):
        return []
    found = [expression] if expression[0] in ("load", "update") else []
    return found + [each for part in expression[1:] for each in accesses(part)]


def is_indifferent(statement):
    """True if all accesses are relaxed loads of different variables."""
    found = [each for part in statement for each in accesses(part)]
    cells = [each[2] for each in found]
    return (statement[0] != "store" and len(set(cells)) == len(cells)
            and all(each[:2] == ("load", "relaxed") and each[2][0] == "name" for each in found)
            and not any(map(has_lazy, statement)))


def finish(statement, parts, language):
    """Writes a statement with other expressions."""
    texts = [text_of(each, language) for each in parts]
    if statement[0] == "assign":
        return [f"r0 = {texts[0]};"]
    if statement[0] == "branch":
        return [f"if ({texts[0]}) {{ r0 = 1; }}"]
    return [language.store(statement[1], *texts)]


def test_of(name, language, own, others):
    lines = "".join(f"  {line}\n" for line in own)
    variables = "".join(f"  int {name} = 0;\n"
                        for name in sorted(set(re.findall(r"\bt\d+\b", lines))))
    text = (f"C {name}\n{{ p=x; }}\nP0 ({language.head}) {{\n  int r0 = 0;\n{variables}{lines}}}\n")
    for number, other in enumerate(others, 1):
        text += f"P{number} ({language.head}) {{\n" + "".join(f"  {line}\n" for line in other) + "}\n"
    return text + "locations [x; y; z; p; 0:r0;]\nexists (x=1)\n"


def others_of(source, language):
    out = []
    for _ in range(source.choice([0, 1, 1, 1, 2])):
        lines = []
        for cell in source.sample(CELLS, source.choice([1, 2, 2, 3])):
            lines.append(language.store(source.choice(language.stores), cell,
                                        source.randint(1, 2)))
        if source.random() < 0.4:
            lines.insert(source.randint(0, len(lines)),
                         language.store(source.choice(language.stores), "p", source.choice("yz")))
        out.append(lines)
    return out


def run(drover, model, paths):
    done = subprocess.run([drover, "litmus", "-q", "--json", "-m", model, "--max-time",
                           str(SECONDS), *map(str, paths)],
                          capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(paths):
        raise RuntimeError(f"{len(answers)} answers to {len(paths)} tests\n{done.stderr[-2000:]}")
    return answers


def states_of(answer):
    return {json.dumps(each["state"], sort_keys=True) for each in answer["states"]}


def count_of(answer):
    return answer["positive"] + answer["negative"]


def examine(drover, seed, language):
    """Returns a complaint, if any, and the number of orders; nothing if there is only one order,
    or if a run takes too long."""
    source = random.Random(seed)
    writer = Writer(source, language, source.choice(language.accesses))
    statement = writer.statement()
    parts = [each for each in statement[1:] if isinstance(each, tuple)]
    orders = Orders(language).explore(parts)
    if not 1 < len(orders) <= MOST_ORDERS:
        return None
    others = others_of(source, language)
    with tempfile.TemporaryDirectory() as folder:
        def write(name, own):
            path = pathlib.Path(folder) / f"{name}.litmus"
            path.write_text(test_of(name, language, own, others), encoding="utf-8")
            return path
        paths = [write("open", finish(statement, parts, language))]
        for index, (lines, rest) in enumerate(orders):
            paths.append(write(f"order{index}", lines + finish(statement, rest, language)))
        for model in language.models:
            first, *rest = run(drover, model, paths)
            if not all(each["complete"] for each in (first, *rest)):
                return None
            wanted = set(itertools.chain.from_iterable(map(states_of, rest)))
            counts = list(map(count_of, rest))
            count = count_of(first)
            is_good = max(counts) <= count <= sum(counts)
            if model == "rc11" and is_indifferent(statement):
                is_good = is_good and {count} == set(counts)
            if states_of(first) == wanted and is_good:
                continue
            return (f"seed {seed}, {model}: {count} executions, {counts} in the orders\n"
                    f"missing {wanted - states_of(first)}\ntoo many {states_of(first) - wanted}\n"
                    + paths[0].read_text()), len(orders)
    return None, len(orders)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--dialect", choices=["C", "kernel"], default="C")
    options = parser.parse_args()
    language = C11 if options.dialect == "C" else Kernel
    seeds = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda seed: examine(options.drover, seed, language), seeds))
    compared = [each for each in found if each is not None]
    wrong = [text for text, _ in compared if text]
    for text in wrong[:5]:
        print(text)
    print(f"{len(compared)} tests with {sum(orders for _, orders in compared)} orders, "
          f"{len(wrong)} wrong")
    return 1 if wrong or 3 * len(compared) < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
