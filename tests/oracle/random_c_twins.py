#!/usr/bin/env python3
"""Random concurrent C programs, each written in two ways that mean the same: the same answers.

One text names memory orders where they are used and keeps values in variables. The other one takes
them from parameters of wrappers, variables, conditionals, members, results of functions, arrays and
enum constants; it may use other functions for the same access (`atomic_*`, `__atomic_*`, operators),
and it moves private values through memcpy, unions and structs that are passed by value. Numbers of
executions (complete, blocked), kinds of errors and outcomes must be equal. A
program on which they differ is made smaller, statement by statement, and printed, the first one of each
kind of difference.

usage: random_c_twins.py DROVER [--seed N] [--count N] [--jobs N] [--models M,…] [--refused PERCENT]
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import random_concurrent_c

NUMBERS = {"relaxed": 0, "acquire": 2, "release": 3, "acq_rel": 4, "seq_cst": 5}
ORDER = re.compile(r"memory_order_(\w+)")
MODELS = "rc20,rc11"
HEAD = random_concurrent_c.C_HEAD + "#include <stdint.h>\n#include <string.h>\n"

# What the second text may use, by name. Those that it does not use are left out of it.
HELPERS = {
    "enum my_orders": "enum my_orders { "
                      + ", ".join(f"MY_{each.upper()} = memory_order_{each}" for each in NUMBERS)
                      + " };",
    "fixed_": "".join(f"static const memory_order fixed_{each} = memory_order_{each};\n"
                      for each in NUMBERS),
    "global_": "".join(f"static memory_order global_{each} = memory_order_{each};\n"
                       for each in NUMBERS),
    "atomic_order_": "".join(f"static _Atomic memory_order atomic_order_{each} = memory_order_{each};\n"
                             for each in NUMBERS),
    "struct orders": "struct orders { memory_order " + ", ".join(NUMBERS) + "; };",
    "all_orders": "static struct orders all_orders = { "
                  + ", ".join(f".{each} = memory_order_{each}" for each in NUMBERS) + " };",
    "order_array": "static const memory_order order_array[] = { memory_order_relaxed, "
                   "memory_order_consume, memory_order_acquire, memory_order_release, "
                   "memory_order_acq_rel, memory_order_seq_cst };",
    "result_": "".join(f"static memory_order result_{each}(void) {{ return memory_order_{each}; }}\n"
                       for each in NUMBERS),
    "order_of_number": "static memory_order order_of_number(int number) {\nswitch (number) {\n"
                       + "".join(f"case {number}: return memory_order_{each};\n"
                                 for each, number in NUMBERS.items())
                       + "default: return memory_order_seq_cst;\n}\n}",
    "same_order": "static memory_order same_order(memory_order order) "
                  "{ memory_order copy = order; return copy; }",
    "load_in": "static int load_in(atomic_int *place, memory_order order) "
               "{ return atomic_load_explicit(place, order); }",
    "load_deep": "static int load_deep(memory_order order, atomic_int *place) "
                 "{ return load_in(place, order); }",
    "load_case": "static int load_case(atomic_int *place, memory_order order) {\nswitch (order) {\n"
                 "case memory_order_relaxed: return atomic_load_explicit(place, memory_order_relaxed);\n"
                 "case memory_order_acquire: return atomic_load_explicit(place, memory_order_acquire);\n"
                 "default: return atomic_load_explicit(place, memory_order_seq_cst);\n}\n}",
    "load_into": "static int load_into(atomic_int *place, int order) "
                 "{ int found; __atomic_load(place, &found, order); return found; }",
    "load_through": "static int (*const load_through)(atomic_int *, memory_order) = load_in;",
    "store_in": "static void store_in(atomic_int *place, int value, memory_order order) "
                "{ atomic_store_explicit(place, value, order); }",
    "store_deep": "static inline void store_deep(struct request request) "
                  "{ store_in(request.place, request.value, request.order); }",
    "store_from": "static void store_from(atomic_int *place, int value, int order) "
                  "{ __atomic_store(place, &value, order); }",
    "update_in": "".join(
        f"static int {name}_in(atomic_int *place, int value, memory_order order) "
        f"{{ return atomic_{name}_explicit(place, value, order); }}\n"
        for name in ("fetch_add", "exchange", "fetch_xor", "fetch_sub", "fetch_or")),
    "exchange_into": "static int exchange_into(atomic_int *place, int value, memory_order order) "
                     "{ int old; __atomic_exchange(place, &value, &old, order); return old; }",
    "compare_in": "static int compare_in(atomic_int *place, int *expected, int desired, "
                  "memory_order success, memory_order failure) { return "
                  "atomic_compare_exchange_strong_explicit(place, expected, desired, success, failure); }",
    "compare_from": "static int compare_from(atomic_int *place, int *expected, int desired, _Bool weak, "
                    "int success, int failure) { return __atomic_compare_exchange(place, expected, "
                    "&desired, weak, success, failure); }",
    "fence_in": "static void fence_in(memory_order order) { atomic_thread_fence(order); }",
    "struct request": "struct request { atomic_int *place; int value; memory_order order; };",
    "struct box": "struct box { signed char tag; int value; };",
    "union both": "union both { int number; unsigned bits; };",
    "by_copy": "static int by_copy(int value) { struct box a = { 1, value }, b; "
               "memcpy(&b, &a, sizeof b); return b.value; }",
    "by_assignment": "static int by_assignment(int value) { struct box a = { 1, value }, b; b = a; "
                     "return b.tag == 1 ? b.value : -1; }",
    "boxed": "static struct box boxed(int value) { return (struct box){ 1, value }; }",
    "unboxed": "static int unboxed(struct box from) { return from.value; }",
    "by_bits": "static int by_bits(int value) { unsigned bits; memcpy(&bits, &value, sizeof bits); "
               "return (int)bits; }",
    "by_union": "static int by_union(int value) { union both a, b; a.number = value; b = a; "
                "return b.number; }",
    "by_union_bits": "static int by_union_bits(int value) { union both a; a.bits = (unsigned)value; "
                     "return a.number; }",
    "by_array": "static int by_array(int value) { int one[1]; one[0] = value; int two[2] = { 0, 0 }; "
                "memmove(&two[1], one, sizeof one); return two[1]; }",
    "by_narrow": "static int by_narrow(int value) { signed char small = (signed char)value; "
                 "return small; }",
}
FULL = "atomic_thread_fence(memory_order_seq_cst);"
SHRUNK = set()  # kinds of differences of which a small program was printed
COPIES = ["by_copy", "by_assignment", "by_bits", "by_union", "by_union_bits", "by_array"]


class Generator(random_concurrent_c.Generator):
    """Statements as of the other generator; a statement of the second kind is made by `Writer`."""

    def chosen(self):
        """An access whose order depends on a value: `a ? b : c` in the second text."""
        condition = self.condition()
        kind = self.choose(["load", "store", "update"])
        modes = {"load": ["rlx", "acq", "sc"], "store": ["rlx", "rel", "sc"],
                 "update": list(random_concurrent_c.ORDERS)}[kind]
        first, second = (random_concurrent_c.ORDERS[each] for each in self.random.sample(modes, 2))
        place = self.choose(self.atomics)
        if kind == "load":
            access = f"{self.register()} = atomic_load_explicit(&{place}, ORDER);"
        elif kind == "store":
            access = f"atomic_store_explicit(&{place}, {self.value()}, ORDER);"
        else:
            value = self.value()
            access = f"{self.register()} = atomic_fetch_add_explicit(&{place}, {value}, ORDER);"
        return ([f"if ({condition}) {{ {access.replace('ORDER', first)} }} else "
                 f"{{ {access.replace('ORDER', second)} }}"], [])

    def full(self):
        """An update between two fences: one of the `__sync_*` functions in the second text."""
        place, value, target = self.choose(self.atomics), self.value(), self.register()
        name = self.choose(["fetch_add", "fetch_sub", "fetch_or", "fetch_xor"])
        return ([f"{FULL} {target} = atomic_{name}_explicit(&{place}, {value}, memory_order_seq_cst); "
                 f"{FULL}"], [])

    def statement(self, depth=0):
        if self.random.random() < 0.03:
            return self.full()
        if self.registers and self.random.random() < 0.08:
            return self.chosen()
        return super().statement(depth)

    def whole(self):
        """Names of cells, of each thread its registers and its statements (lists of lines), and what
        is asserted at the end."""
        threads, results = [], []
        count = self.choose([2, 2, 2, 3])
        for number in range(count):
            self.registers = []
            statements = [self.statement()[0]
                          for _ in range(self.random.randint(1, 4 if count == 2 else 2))]
            threads.append((list(self.registers), statements))
            results += [f"t{number}_{name}" for name in self.registers]
        places = results + self.atomics
        asserted = " && ".join(f"{self.choose(places)} == {self.random.randint(0, 3)}"
                               for _ in range(self.random.randint(1, 2)))
        return self.atomics, threads, f"assert(!({asserted}));"


class Writer:
    """Writes lines in another way. What it does depends on nothing but its seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.locals = set()

    def choose(self, options):
        return self.random.choice(options)

    def order(self, name):
        constant = f"memory_order_{name}"
        other = f"memory_order_{self.choose([each for each in NUMBERS if each != name])}"
        forms = {
            "constant": constant,
            "enum": f"MY_{name.upper()}",
            "number": str(NUMBERS[name]),
            "macro": f"__ATOMIC_{name.upper()}",
            "cast": f"(memory_order)({NUMBERS[name]} + 0)",
            "fixed": f"fixed_{name}",
            "global": f"global_{name}",
            "atomic": f"atomic_load_explicit(&atomic_order_{name}, memory_order_relaxed)",
            "local": f"local_{name}",
            "constant local": f"constant_{name}",
            "conditional": f"(one ? {constant} : {other})",
            "constant conditional": f"(1 ? {constant} : {other})",
            "reversed": f"(one == 0 ? {other} : {constant})",
            "member": f"mine.{name}",
            "static member": f"all_orders.{name}",
            "arrow": f"to_mine->{name}",
            "result": f"result_{name}()",
            "number's": f"order_of_number({NUMBERS[name]})",
            "same": f"same_order({constant})",
            "element": f"order_array[{NUMBERS[name]}]",
            "own element": f"own_array[one + {NUMBERS[name] - 1}]",
            "pointer": f"*to_{name}",
            "sum": f"(memory_order)(one + {NUMBERS[name] - 1})",
            "comma": f"(one = 1, {constant})",
            "block": f"({{ memory_order inner = {constant}; inner; }})",
        }
        kind = self.choose(list(forms))
        return forms[kind]

    def value(self, text):
        kind = self.random.random()
        if kind < 0.5:
            return text
        if kind < 0.85:
            return f"{self.choose(COPIES)}({text})"
        return f"unboxed(boxed({text}))" if kind < 0.95 else f"unboxed(one ? boxed({text}) : boxed(7))"

    def load(self, match):
        place, order = match.groups()
        if order == "memory_order_seq_cst" and self.random.random() < 0.3:
            return self.choose([f"atomic_load({place})", f"(*{place})"])
        form = self.choose(["load_in({0}, {1})", "load_deep({1}, {0})", "load_case({0}, {1})",
                            "load_into({0}, {1})", "load_through({0}, {1})", "__atomic_load_n({0}, {1})",
                            "atomic_load_explicit({0}, {1})"])
        return form.format(place, order)

    def store(self, match):
        place, value, order = match.groups()
        value = self.value(value)
        if order == "memory_order_seq_cst" and self.random.random() < 0.3:
            return self.choose([f"atomic_store({place}, {value})", f"*{place} = {value}"])
        form = self.choose(["store_in({0}, {1}, {2})", "store_from({0}, {1}, {2})",
                            "store_deep((struct request){{ {0}, {1}, {2} }})",
                            "__atomic_store_n({0}, {1}, {2})", "atomic_store_explicit({0}, {1}, {2})"])
        return form.format(place, value, order)

    def update(self, match):
        name, place, value, order = match.groups()
        value = self.value(value)
        builtin = "__atomic_exchange_n" if name == "exchange" else f"__atomic_{name}"
        forms = [name + "_in({0}, {1}, {2})", builtin + "({0}, {1}, {2})",
                 "atomic_" + name + "_explicit({0}, {1}, {2})"]
        if name == "exchange":
            forms.append("exchange_into({0}, {1}, {2})")
        if order == "memory_order_seq_cst":
            forms.append("atomic_" + name + "({0}, {1})")
        if order == "memory_order_seq_cst" and name in ("fetch_add", "fetch_sub"):
            forms.append("((*{0} " + ("+=" if name == "fetch_add" else "-=") + " {1}) "
                         + ("-" if name == "fetch_add" else "+") + " ({1}))")
            if match.group(3) == "1":
                forms += ["(*{0})" + ("++" if name == "fetch_add" else "--")]
        return self.choose(forms).format(place, value, order)

    def compare(self, match):
        place, expected, desired, success, failure = match.groups()
        desired = self.value(desired)
        form = self.choose(["compare_in({0}, {1}, {2}, {3}, {4})",
                            "__atomic_compare_exchange_n({0}, {1}, {2}, 0, {3}, {4})",
                            "__atomic_compare_exchange_n({0}, {1}, {2}, one, {3}, {4})",
                            "compare_from({0}, {1}, {2}, one, {3}, {4})",
                            "atomic_compare_exchange_weak_explicit({0}, {1}, {2}, {3}, {4})",
                            "atomic_compare_exchange_strong_explicit({0}, {1}, {2}, {3}, {4})"])
        return form.format(place, expected, desired, success, failure)

    def fence(self, match):
        form = self.choose(["fence_in({})", "atomic_thread_fence({})", "__atomic_thread_fence({})"])
        return form.format(match.group(1))

    def condition(self, match):
        return f"{match.group(1)}({self.value(match.group(2))} {match.group(3)})"

    def choice(self, line):
        """`if (c) { A(first) } else { A(second) }` as one access."""
        match = re.fullmatch(r"if \((.*?)\) \{ (.*); \} else \{ (.*); \}", line)
        if match is None:
            return line
        condition, access, other = match.groups()
        first, second = ORDER.search(access).group(), ORDER.search(other).group()
        if ORDER.sub("", access) != ORDER.sub("", other):
            return line
        form = self.choose(["conditional", "variable", "argument", "assigned"])
        if form == "conditional":
            return access.replace(first, f"({condition}) ? {first} : {second}") + ";"
        if form == "variable":
            return (f"{{ memory_order picked = {condition} ? {first} : {second}; "
                    + access.replace(first, "picked") + "; }")
        if form == "argument":
            return access.replace(first, f"same_order({condition} ? {first} : {second})") + ";"
        return (f"{{ memory_order picked = {second}; if ({condition}) picked = {first}; "
                + access.replace(first, "picked") + "; }")

    def between_fences(self, line):
        match = re.fullmatch(rf"{re.escape(FULL)} (\w+) = atomic_fetch_(\w+)_explicit\((&\w+), ([^,]+), "
                             rf"memory_order_seq_cst\); {re.escape(FULL)}", line)
        if match is None:
            return line
        target, name, place, value = match.groups()
        value = self.value(value)
        inverse = {"add": "-", "sub": "+", "xor": "^"}.get(name)
        if inverse and self.random.random() < 0.4:
            return f"{target} = __sync_{name}_and_fetch({place}, {value}) {inverse} ({value});"
        return f"{target} = __sync_fetch_and_{name}({place}, {value});"

    def line(self, line):
        line = self.choice(self.between_fences(line))
        place, order = r"(&\w+)", r"(memory_order_\w+|picked|\([^,]*\) \? \w+ : \w+|same_order\([^,]*\))"
        value = r"([^,]+)"
        line = re.sub(rf"atomic_load_explicit\({place}, {order}\)", self.load, line)
        line = re.sub(rf"atomic_store_explicit\({place}, {value}, {order}\)", self.store, line)
        line = re.sub(rf"atomic_(fetch_\w+|exchange)_explicit\({place}, {value}, {order}\)",
                      self.update, line)
        line = re.sub(rf"atomic_compare_exchange_strong_explicit\({place}, {place}, {value}, {order}, "
                      rf"{order}\)", self.compare, line)
        line = re.sub(rf"atomic_thread_fence\({order}\)", self.fence, line)
        line = re.sub(r"\b(if |assert|__VERIFIER_assume)\((r\d+) ([=!<]+ \d+)\)", self.condition, line)
        return ORDER.sub(lambda match: self.order(match.group(1)), line)

    def copy_of_registers(self, registers):
        """Lines that leave the registers, the members of a struct, as they are."""
        if not registers or self.random.random() < 0.6:
            return []
        return [self.choose([
            "{ struct registers copy; memcpy(&copy, &own, sizeof own); "
            "memset(&own, 0, sizeof own); own = copy; }",
            "{ struct registers copy = own; own = (struct registers){ 0 }; "
            "memmove(&own, &copy, sizeof copy); }",
            "{ struct registers copies[2] = { own, own }; own = copies[one]; }",
            "own = one ? own : (struct registers){ 0 };",
        ])]


LOCALS = ("int one = 1; (void)one;\n"
          + "".join(f"memory_order local_{each} = memory_order_{each}; (void)local_{each};\n"
                    f"const memory_order constant_{each} = memory_order_{each}; (void)constant_{each};\n"
                    f"const memory_order *to_{each} = &constant_{each}; (void)to_{each};\n"
                    for each in NUMBERS)
          + "struct orders mine = { "
          + ", ".join(f".{each} = memory_order_{each}" for each in NUMBERS)
          + " };\nconst struct orders *to_mine = &mine; (void)to_mine;\n"
          + "memory_order own_array[6] = { 0, 1, 2, 3, 4, 5 };\n")


def used_locals(body):
    """The declarations of LOCALS that this text needs."""
    kept = []
    for line in reversed(LOCALS.splitlines()):
        name = re.search(r"\*?(\w+)(\[6\])? =", line).group(1)
        if re.search(rf"\b{name}\b", body + "\n".join(kept)):
            kept.insert(0, line)
    return kept


def used_helpers(text):
    """Helpers that this text needs, in an order that declares each before its use."""
    kept = []
    wanted = text
    for name in reversed(list(HELPERS)):
        last = name.split()[-1]
        names = {"update_in": r"\b(fetch_\w+|exchange)_in\b", "enum my_orders": r"\bMY_"}
        pattern = names.get(name, rf"\b{last}" + ("" if last.endswith("_") else r"\b"))
        if re.search(pattern, wanted):
            kept.insert(0, name)
            wanted += HELPERS[name]
    rank = {"struct": 0, "enum": 0, "union": 0}
    kept.sort(key=lambda name: rank.get(name.split()[0], 1))
    late = [name for name in kept if name in ("store_deep", "load_deep", "load_through")]
    return [HELPERS[name] for name in [each for each in kept if each not in late] + late]


def first_text(cells, threads, asserted):
    """Orders where they are used, and registers as variables."""
    bodies = [(registers, [line for lines in statements for line in lines], [])
              for registers, statements in threads]
    return assemble(cells, bodies, asserted, {})


def second_text(seed, cells, threads, asserted, unchanged):
    """The same in another way; statements in `unchanged` (thread, number) stay as they are."""
    way = Writer(f"{seed} places")
    shape = way.choose(["plain", "members", "elements", "functions"])
    names = {"plain": lambda i, name: name, "members": lambda i, name: f"cells.{name}",
             "elements": lambda i, name: f"cells[{i}]",
             "functions": lambda i, name: f"(*place_of({i}))"}[shape]
    mapping = {name: names(i, name) for i, name in enumerate(cells)} if unchanged is not None else {}
    bodies = []
    for number, (registers, statements) in enumerate(threads):
        lines, is_struct = [], Writer(f"{seed} registers {number}").random.random() < 0.4
        for index, statement in enumerate(statements):
            if (number, index) in unchanged:
                lines += statement
                continue
            writer = Writer(f"{seed} {number} {index}")
            lines += [writer.line(line) for line in statement]
            lines += writer.copy_of_registers(registers) if is_struct else []
        bodies.append((registers, lines, ["struct"] if is_struct and registers else []))
    return assemble(cells, bodies, asserted, mapping, shape)


def assemble(cells, bodies, asserted, mapping, shape="plain"):
    text = {"plain": "".join(f"static atomic_int {name};\n" for name in cells),
            "members": f"static struct {{ char first; atomic_int {', '.join(cells)}; }} cells;\n",
            "elements": f"static atomic_int cells[{len(cells)}];\n",
            "functions": "static atomic_int cells[3];\n"
                         "static atomic_int *place_of(int number) { return &cells[number]; }\n"}[
                             shape if mapping else "plain"]
    text += "static int d;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    functions = ""
    for number, (registers, lines, form) in enumerate(bodies):
        functions += "".join(f"static int t{number}_{name};\n" for name in registers)
        body = "\n".join(lines)
        for name in registers if form else []:
            body = re.sub(rf"\b{name}\b", f"own.{name}", body)
        declared = ("struct registers { int " + ", ".join(registers) + "; };\n"
                    "struct registers own = { 0 }; (void)own;\n" if form else
                    "".join(f"int {name} = 0; (void){name}; " for name in registers))
        final = "".join(f"t{number}_{name} = {'own.' if form else ''}{name};\n" for name in registers)
        functions += (f"static void *t{number}(void *unused) {{\n" + "\n".join(used_locals(body))
                      + "\n" + declared + "\n" + body + "\n" + final + "return unused;\n}\n")
    threads = range(len(bodies))
    functions += "int main(void) {\n" + "".join(f"pthread_t h{i};\n" for i in threads)
    functions += "".join(f"pthread_create(&h{i}, 0, t{i}, 0);\n" for i in threads)
    functions += "".join(f"pthread_join(h{i}, 0);\n" for i in threads) + f"{asserted}\nreturn 0;\n}}\n"
    for name, place in mapping.items():
        functions = re.sub(rf"\b{name}\b(?!\()", place, functions)
    return HEAD + "\n".join(used_helpers(functions)) + "\n" + text + functions


def summary(report):
    """What must be equal, or None where a limit came first; of a refused file: why. (How many executions
    end in an error depends on how much of an execution was there when it was found.)"""
    if report["verdict"] == "invalid":
        first = report["diagnostics"][0] if report["diagnostics"] else {"message": "?"}
        return "refused: " + re.sub(r"`[^`]*`", "`…`", first["message"])
    if report["stop"] not in ("exhausted", "first-error"):
        return None
    kinds = sorted({error["kind"] for error in report["errors"]})
    return {"complete": report["executions"], "kinds": kinds,
            "outcomes": json.dumps(report["outcomes"], sort_keys=True),
            "blocked": (report["blocked"], report["cut"])}


def check(drover, paths, models, options=()):
    """By file and model: what `summary` says. A text instead of a file's answers: a fault."""
    command = [drover, "check", *map(str, paths), "-m", models, "--json", "--all-errors",
               "--no-symmetry", "--max-time", "5", "-W", "none", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3000)
    found = {path.name: {} for path in paths}
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            one = json.loads(line)
            found[pathlib.Path(one["file"]).name][one.get("model", "")] = summary(one)
    if done.returncode in (0, 1, 2, 3) and all(found.values()):
        return found
    if len(paths) == 1:
        return {paths[0].name: f"status {done.returncode}: {done.stderr[:300]}"}
    return {name: each for path in paths
            for name, each in check(drover, [path], models, options).items()}


def difference(left, right):
    """Why two answers do not fit; empty: they do; "refused: …" where the second is refused."""
    for answers in (left, right):
        if isinstance(answers, str):
            return answers
    for model, value in right.items():
        if isinstance(value, str):
            return value
        other = left.get(model)
        if isinstance(other, str):
            return f"only the first text is {other}"
        if value is not None and other is not None and value != other:
            names = [name for name in value if value[name] != other[name]]
            return (", ".join(names) + f" under {model}: " + "; ".join(
                f"{other[name]} with constants, {value[name]} written in another way" for name in names))
    return ""


def whole_difference(drover, folder, seed, answers, models):
    """As `difference`. Which reads may wait, and so how many executions are blocked, is a matter of
    what the reductions of loops see in the text: where only that differs, they are turned off."""
    paths = [folder / f"{seed}.{part}.c" for part in "ab"]
    why = difference(*(answers[path.name] for path in paths))
    if why.startswith("blocked under"):
        answers = check(drover, paths, models, ["--no-await", "--no-plp", "--no-ifaa", "--unroll", "3"])
        why = difference(*(answers[path.name] for path in paths))
    return why


def write(folder, seed, parts, unchanged=frozenset()):
    paths = [folder / f"{seed}.a.c", folder / f"{seed}.b.c"]
    for path, text in zip(paths, [first_text(*parts), second_text(seed, *parts, unchanged)]):
        path.write_text(text, encoding="utf-8")
    return paths


def kind_of(why):
    """What a smaller program must still have: the same kind of difference."""
    return re.sub(r" under .*", "", why) if " under " in why else re.sub(r"\d+", "", why)[:80]


def shrunk(drover, folder, seed, parts, models, kind):
    """Fewer statements, then fewer of them changed, as long as they differ in this kind."""
    def differs(threads, unchanged):
        paths = write(folder, seed, (cells, threads, asserted), unchanged)
        why = whole_difference(drover, folder, seed, check(drover, paths, models), models)
        return kind_of(why) == kind

    cells, threads, asserted = parts
    places = [(number, index) for number, (_, statements) in enumerate(threads)
              for index in range(len(statements))]
    for number, index in places:
        smaller = [(registers, [[] if (number, index) == (n, i) else each
                                for i, each in enumerate(statements)])
                   for n, (registers, statements) in enumerate(threads)]
        if differs(smaller, frozenset()):
            threads = smaller
    unchanged = set()
    for place in places:
        if differs(threads, unchanged | {place}):
            unchanged.add(place)
    parts = (cells, threads, asserted)
    return first_text(*parts), second_text(seed, *parts, unchanged)


def examine(drover, seeds, models):
    """The programs among these that differ (seed, why, both texts), and why others were refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = {seed: Generator(seed).whole() for seed in seeds}
        paths = [path for seed, parts in programs.items() for path in write(folder, seed, parts)]
        answers = check(drover, paths, models)
        found, refused = [], collections.Counter()
        for seed, parts in programs.items():
            why = whole_difference(drover, folder, seed, answers, models)
            if why.startswith("refused"):
                refused[why] += 1
            elif why and kind_of(why) in SHRUNK:
                found.append((seed, why))
            elif why:
                SHRUNK.add(kind_of(why))
                found.append((seed, why, *shrunk(drover, folder, seed, parts, models, kind_of(why))))
        return found, refused


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=20, help="programs per call of Drover")
    parser.add_argument("--models", default=MODELS)
    parser.add_argument("--refused", type=float, default=5, help="per cent that may be refused")
    parser.add_argument("--show", action="store_true", help="print both texts of the first program")
    arguments = parser.parse_args()
    if arguments.show:
        parts = Generator(arguments.seed).whole()
        print(first_text(*parts), second_text(arguments.seed, *parts, frozenset()), sep="\n")
        return 0
    drover = os.path.abspath(arguments.drover)
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    failed, refused = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        batches = [seeds[i:i + arguments.batch] for i in range(0, len(seeds), arguments.batch)]
        for found, why_refused in pool.map(lambda each: examine(drover, each, arguments.models),
                                           batches):
            refused += why_refused
            for seed, why, *texts in found:
                failed += 1
                print(f"seed {seed}: {why}", *texts, sep="\n", flush=True)
    for why, count in refused.most_common():
        print(f"{count} times {why}")
    share = 100 * refused.total() / arguments.count
    print(f"{arguments.count - failed - refused.total()} of {arguments.count} agree, "
          f"{failed} differ, {refused.total()} refused (seeds {seeds[0]} to {seeds[-1]})")
    return 1 if failed or share > arguments.refused else 0


if __name__ == "__main__":
    sys.exit(main())
