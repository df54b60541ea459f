#!/usr/bin/env python3
"""Random core programs under the models of machines: `check -m` against `convert --to` and `litmus`.

Each program is small: two to four threads with loads, stores, read-modify-writes, fences and
dependencies of every kind, with all modes. Every mapping compiles it in two ways: `drover check`
compiles it and explores what comes of it, `drover convert --to` prints it as a litmus test, which
`drover litmus` reads and runs. The final states, and how many executions each has, must be the same
(the states alone where AArch64's CAS is in the test: herd, and Drover, count its ways of failing).
The classical shapes come first, each with random modes and dependencies.

usage: random_mappings.py DROVER [--seed N] [--count N] [--jobs N]
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

MAPPINGS = {
    "aarch64": ["c11-aarch64", "c11-aarch64-ldar", "c11-aarch64-llsc", "rc11-aarch64"],
    "riscv": ["c11-riscv", "rc11-riscv"],
    "ppc": ["c11-ppc", "c11-ppc-trailing", "rc11-ppc"],
    "lkmm": ["c11-lkmm"],
}
# W and R of a location, one word per thread.
SHAPES = [
    "WxWy RyRx", "WxRy WyRx", "RxWy RyWx", "WxWy WyWx", "WxWy WyRx", "WxWy RyWx",
    "Wx RxRy Wy RyRx", "Wx RxWy RyRx", "WxWy RyWz RzRx", "WxWx RxRx", "Wx RxWx", "WxRx RxWx",
]
LOAD = ["", "@rlx", "@acq", "@sc"]
STORE = ["", "@rlx", "@rel", "@sc"]
UPDATE = ["", "@rlx", "@acq", "@rel", "@acqrel", "@sc"]
FENCE = ["@acq", "@rel", "@acqrel", "@sc"]
OPERATIONS = ["xchg", "faa", "fas", "fand", "for", "fxor"]


class Thread:
    """Writes the statements of one thread."""

    def __init__(self, source, name):
        self.random = source
        self.name = name
        self.registers = []
        self.lines = []
        self.depth = 0

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def new_register(self):
        self.registers.append(f"r{len(self.registers)}")
        return self.registers[-1]

    def earlier(self):
        return self.random.choice(self.registers)

    def place(self, name):
        if self.registers and self.random.random() < 0.2:
            register = self.earlier()
            return f"*(&{name} + ({register} ^ {register}))"
        if name == "z" and self.random.random() < 0.5:
            return "a[1]" if not self.registers or self.random.random() < 0.5 else f"a[{self.earlier()} & 1]"
        return name

    def value(self, number):
        if not self.registers or self.random.random() < 0.6:
            return str(number)
        register = self.earlier()
        return self.random.choice([
            register, f"{number} + ({register} ^ {register})", f"{register} + 1",
            f"({register} == {number})", f"({register} < {number}) + 1", f"!{register}",
            f"({register} && {number})", f"({register} || 0) + 1", f"{register} * 2 - 1",
            f"-{register}", f"~{register} & 3", f"({register} >= 1)", f"({register} != {number})",
            f"({register} << 1)", f"({number} | {register})"])

    def branch(self):
        if not self.registers or self.depth > 1 or self.random.random() > 0.15:
            return
        register = self.earlier()
        self.line(self.random.choice([
            f"if ({register} == {register}) {{", f"if ({register}) {{", f"if ({register} == 1) {{",
            f"if ({register} < 2) {{", f"if (!{register}) {{", f"if ({register} != 0) {{"]))
        self.depth += 1

    def fence(self):
        if self.random.random() < 0.15:
            self.line(f"fence{self.random.choice(FENCE)};")

    def access(self, kind, name, number):
        self.fence()
        self.branch()
        dice = self.random.random()
        if kind == "R" and dice < 0.9:
            place = self.place(name)
            self.line(f"{self.new_register()} := load{self.random.choice(LOAD)}({place});")
        elif kind == "W" and dice < 0.85:
            self.line(f"store{self.random.choice(STORE)}({self.place(name)}, {self.value(number)});")
        else:
            self.update(name, number)

    def update(self, name, number):
        mode = self.random.choice(UPDATE)
        place, value = self.place(name), self.value(number)
        dice = self.random.random()
        if dice < 0.6:
            operation = self.random.choice(OPERATIONS)
            self.line(f"{self.new_register()} := {operation}{mode}({place}, {value});")
        else:
            word = "cas" if dice < 0.8 else "cmpxchg"
            expected = self.value(self.random.randint(0, 1))
            self.line(f"{self.new_register()} := {word}{mode}({place}, {expected}, {value});")

    def text(self):
        while self.depth > 0:
            self.depth -= 1
            self.line("}")
        return f"thread {self.name} {{\n" + "\n".join(self.lines) + "\n}\n"


def program(seed):
    source = random.Random(seed)
    if source.random() < 0.6:
        shape = source.choice(SHAPES)
        words = [re.findall("[WR][xyz]", word) for word in shape.split()]
    else:
        words = [[source.choice("WR") + source.choice("xyz") for _ in range(source.randint(1, 3))]
                 for _ in range(source.randint(2, 3))]
    threads, number = [], 0
    for index, word in enumerate(words):
        thread = Thread(source, f"P{index}")
        for kind, name in word:
            number += 1
            thread.access(kind, name, number % 3 + 1 if kind == "W" else 1)
        threads.append(thread)
    observed = [f"{thread.name}:{each} == 0" for thread in threads for each in thread.registers]
    observed += [f"{name} == 0" for name in ("x", "y", "z", "a[0]", "a[1]")]
    return ("shared x, y = 1, z, a[2] = {0, 3};\n" + "".join(thread.text() for thread in threads)
            + f"exists ({' && '.join(observed)});\n")


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)


def states_of_check(drover, path, machine, mapping):
    finished = run([drover, "check", "-m", machine, "--mapping", mapping, "--json", "--all-errors", path])
    report = json.loads(finished.stdout)
    if report.get("errors"):
        return None  # an index or an address: litmus tests do not have these errors
    return {tuple(sorted(each["state"].items())): each["count"] for each in report["outcomes"]}


# How each machine jumps, and sets a register that no test uses.
FAILED = {"aarch64": ("B", "MOV X28,#1", "X28"), "riscv": ("j", "li x31,1", "x31"),
          "ppc": ("b", "li r31,1", "r31")}


def tried_once(test, machine):
    """The test, where a pair of load-reserve and store-conditional that fails is not tried again:
    such executions are left out by a filter."""
    lines = test.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(" P0"))
    last = max(i for i, line in enumerate(lines) if line.endswith(";") and i >= first)
    columns = list(zip(*[[cell.strip() for cell in line.rstrip(";").split("|")]
                         for line in lines[first:last + 1]]))
    jump, sets, register = FAILED[machine]
    filters, changed = [], []
    for thread, column in enumerate(columns):
        cells = [cell for cell in column if cell]
        # Programs have no loops: what jumps back tries a pair again.
        tried = [re.sub(r"\b(L\d+)$", lambda m: f"LF{thread}" if is_backward(cells, i, m[1])
                        else m[1], cell) for i, cell in enumerate(cells)]
        again = tried != cells
        cells = tried
        if again:
            cells += [f"{jump} LE{thread}", f"LF{thread}:", sets, f"LE{thread}:"]
            filters.append(f"{thread}:{register}=0")
        changed.append(cells)
    if not filters:
        return test
    height = max(map(len, changed))
    rows = zip(*[cells + [""] * (height - len(cells)) for cells in changed])
    table = [" " + " | ".join(row) + " ;" for row in rows]
    return "\n".join(lines[:first] + table + ["filter (" + " /\\ ".join(filters) + ")"]
                     + lines[last + 1:]) + "\n"


def is_backward(cells, at, label):
    return cells.index(label + ":") < at


def states_of_litmus(drover, path, machine, mapping):
    converted = run([drover, "convert", "--to", machine, "--mapping", mapping, path])
    if converted.returncode != 0:
        return None, converted.stderr
    names = dict(re.findall(r"(P\d+:r\d+) is (\d+:\w+)", converted.stdout))
    is_kernel = machine == "lkmm"  # its tests have no pairs, and keep the names of registers
    litmus = run([drover, "litmus", "-m", machine, "--json", "-"],
                 converted.stdout if is_kernel else tried_once(converted.stdout, machine))
    report = json.loads(litmus.stdout)
    back = {register: name for name, register in names.items()}
    if is_kernel:
        back = {name: "P" + name for each in report["states"] for name in each["state"]
                if re.match(r"\d+:", name)}
    states = {}
    for each in report["states"]:
        state = {back.get(name.strip("[]"), name.strip("[]") if name.count("[") != 1 or
                          name.startswith("[") else name): value
                 for name, value in each["state"].items()}
        states[tuple(sorted(state.items()))] = each["executions"]
    return states, converted.stdout


def check(drover, seed):
    """What is wrong with a program; nothing if all is well. And how many were compared."""
    compared = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "random.drv")
        text = program(seed)
        pathlib.Path(path).write_text(text)
        for machine, mappings in MAPPINGS.items():
            for mapping in mappings:
                wanted = states_of_check(drover, path, machine, mapping)
                if wanted is None:
                    compared["faulty"] += 1
                    continue
                found, test = states_of_litmus(drover, path, machine, mapping)
                if found is None:
                    return f"seed {seed}, {mapping}: not converted\n{text}\n{test}", compared
                if re.search(r"\bCAS", test):
                    wanted, found = set(wanted), set(found)
                compared[mapping] += 1
                if wanted != found:
                    return (f"seed {seed}, {mapping}: check has {wanted}\nlitmus has {found}\n"
                            f"{text}\n{test}"), compared
    return "", compared


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    drover = str(pathlib.Path(arguments.drover).resolve())
    compared, failed = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        seeds = range(arguments.seed, arguments.seed + arguments.count)
        for complaint, counts in pool.map(lambda seed: check(drover, seed), seeds):
            compared += counts
            if complaint:
                failed += 1
                print(complaint)
    faulty = compared.pop("faulty", 0)
    print(f"{arguments.count} programs from seed {arguments.seed}: {sum(compared.values())} "
          f"comparisons under {len(compared)} mappings, {faulty} left out for faults, {failed} failed")
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
