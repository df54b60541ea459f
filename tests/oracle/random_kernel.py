#!/usr/bin/env python3
"""Random litmus tests of the Linux kernel: `lb` finds what `enumerate` finds.

A test is threads of marked accesses, read-modify-writes, fences, locks, RCU, branches that are
nested and joined, and loops. Dependencies go through registers, branches and addresses. Both
algorithms are to print the same states, and as many executions. With --plain some accesses are
plain: those tests `lb` leaves to `enumerate`.

usage: random_kernel.py DROVER [--seed N] [--count N] [--jobs N] [--least N] [--plain]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SECONDS = 5  # that `enumerate` has for one test
CELLS = ["x", "y", "z"]


class Thread:
    """The code of one thread."""

    def __init__(self, source, size, has_plain):
        self.random = source
        self.left = size
        self.has_plain = has_plain
        self.registers = 0
        self.known = []
        self.has_pointer = False
        self.lines = self.block(0)
        if self.has_pointer:
            self.lines.append(self.choose([
                "q = READ_ONCE(*ptr); last = READ_ONCE(*q);",
                "q = rcu_dereference(*ptr); last = READ_ONCE(*q);",
                "q = READ_ONCE(*ptr); WRITE_ONCE(*q, 3);"]))

    def choose(self, options):
        return self.random.choice(list(options))

    def chance(self, of):
        return self.random.random() < of

    def register(self):
        if self.known and self.chance(0.2):
            return self.choose(self.known)
        name = f"r{self.registers}"
        self.registers += 1
        return name

    def value(self):
        if self.known and self.chance(0.5):
            name = self.choose(self.known)
            return self.choose([name, f"{name} + 1", f"({name} ^ {name}) + 1", f"{name} & 1"])
        return str(self.random.randint(1, 2))

    def condition(self):
        name = self.choose(self.known)
        other = self.choose(self.known)
        return self.choose([name, f"{name} == 1", f"{name} != {other}", f"{name} == 2",
                            f"{name} + {other} == 2"])

    def load(self):
        cell = self.choose(CELLS)
        name = self.register()
        text = self.choose([f"READ_ONCE(*{cell})"] * 4 + [f"smp_load_acquire({cell})"]
                           + ([f"*{cell}"] if self.has_plain else []))
        self.known.append(name)
        return f"{name} = {text};"

    def store(self):
        cell = self.choose(CELLS)
        value = self.value()
        return self.choose([f"WRITE_ONCE(*{cell}, {value});"] * 4
                           + [f"smp_store_release({cell}, {value});"]
                           + ([f"*{cell} = {value};"] if self.has_plain else []))

    def update(self):
        cell = self.choose(CELLS)
        value = self.value()
        name = self.register()
        suffix = self.choose(["_relaxed"] * 3 + ["", "_acquire", "_release"])
        text = self.choose([f"xchg{suffix}({cell}, {value})",
                            f"cmpxchg{suffix}({cell}, {self.choose([0, 1])}, {value})"])
        self.known.append(name)
        return f"{name} = {text};"

    def fence(self):
        return self.choose(["smp_mb();", "smp_rmb();", "smp_wmb();", "smp_mb();",
                            "synchronize_rcu();"])

    def statements(self, depth):
        choice = self.random.random()
        if choice < 0.28:
            self.left -= 1
            return [self.load()]
        if choice < 0.56:
            self.left -= 1
            return [self.store()]
        if choice < 0.62:
            self.left -= 2
            return [self.update()]
        if choice < 0.66:
            return [self.fence()]
        if choice < 0.69 and depth == 0 and self.left > 1:
            self.left -= 3
            inner = self.choose([self.load, self.store])()
            return self.choose([["spin_lock(l);", inner, "spin_unlock(l);"],
                                ["rcu_read_lock();", inner, "rcu_read_unlock();"]])
        if choice < 0.75 and self.known:
            return [f"{self.assigned()} = {self.value()};"]
        if choice < 0.78 and self.known and depth < 2:
            self.left -= 1
            return [f"while ({self.condition()}) {{", *self.block(depth + 1, 1), "}"]
        if choice < 0.96 and self.known and depth < 3:
            before = list(self.known)
            first = self.block(depth + 1, self.random.randint(0, 2))
            self.known = before
            second = self.block(depth + 1, self.random.randint(0, 1)) if self.chance(0.5) else []
            self.known = before
            head = [f"if ({self.condition()}) {{", *first]
            return head + (["} else {", *second] if second else []) + ["}"]
        if choice > 0.97 and depth == 0:
            self.has_pointer = True
        return []

    def assigned(self):
        """A register that may be known on one way only: all are 0 in the beginning."""
        name = self.register()
        self.known.append(name)
        return name

    def block(self, depth, most=9):
        lines = []
        while self.left > 0 and most > 0:
            found = self.statements(depth)
            most -= 1 if found and depth > 0 else 0
            lines += found
        return lines


def test_of(seed, has_plain):
    source = random.Random(seed)
    count = source.choice([2, 2, 3])
    threads = [Thread(source, source.randint(2, 5 if count == 2 else 4), has_plain)
               for _ in range(count)]
    text = f"C random-{seed}\n{{ int *ptr = &{source.choice(CELLS)}; }}\n"
    observed = []
    for number, thread in enumerate(threads):
        text += f"P{number}(int *x, int *y, int *z, int **ptr, spinlock_t *l) {{\n"
        for each in range(thread.registers):
            text += f"  int r{each} = 0;\n"
            observed.append(f"{number}:r{each}")
        text += "  int *q;\n  int last = 0;\n"
        text += "".join(f"  {line}\n" for line in thread.lines) + "}\n"
        observed.append(f"{number}:last")
    return text + f"locations [x;y;z;{';'.join(observed)};]\nexists (x=1)\n"


def run(drover, algorithm, paths):
    done = subprocess.run([drover, "litmus", "-q", "--json", "-a", algorithm, "--max-time",
                           str(SECONDS), *map(str, paths)],
                          capture_output=True, text=True, check=False)
    answers = []
    for line in done.stdout.splitlines():
        answers.append(json.loads(line))
    if len(answers) != len(paths):
        print(f"{algorithm}: {len(answers)} answers to {len(paths)} tests\n{done.stderr[-2000:]}")
    return answers


def examine(drover, seeds, has_plain):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths = []
        for seed in seeds:
            paths.append(folder / f"{seed}.litmus")
            paths[-1].write_text(test_of(seed, has_plain), encoding="utf-8")
        first = run(drover, "enumerate", paths)
        second = run(drover, "lb", paths)
        if len(first) != len(paths) or len(second) != len(paths):
            return [(list(seeds), "no answer")], 0, 0
        found = []
        compared = taken = 0
        for path, left, right in zip(paths, first, second):
            if not left["complete"]:
                continue
            compared += 1
            taken += right.get("algo") == "lb"
            keys = [key for key in left if key not in ("algo", "seconds")]
            wrong = [key for key in keys if left[key] != right.get(key)]
            if wrong:
                found.append((path.name, f"{wrong}\n{left}\n{right}\n{path.read_text()}"))
        return found, compared, taken


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=20, help="tests per call of Drover")
    parser.add_argument("--least", type=int, default=0, help="that `lb` takes, of a hundred")
    parser.add_argument("--plain", action="store_true")
    arguments = parser.parse_args()
    drover = os.path.abspath(arguments.drover)
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    failed = compared = taken = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        batches = [seeds[i:i + arguments.batch] for i in range(0, len(seeds), arguments.batch)]
        for found, done, by_lb in pool.map(
                lambda each: examine(drover, each, arguments.plain), batches):
            compared += done
            taken += by_lb
            for name, why in found:
                failed += 1
                print(f"{name}: {why}", flush=True)
    print(f"{compared - failed} of {compared} agree, {taken} of them explored by lb, "
          f"{arguments.count - compared} too large")
    return 1 if failed or taken * 100 < arguments.least * max(compared, 1) else 0


if __name__ == "__main__":
    sys.exit(main())
