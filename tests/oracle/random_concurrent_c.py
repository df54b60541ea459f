#!/usr/bin/env python3
"""Random concurrent programs, each written in C and in the core language: the same counts.

A program is threads of loads, stores, updates, fences, choices, loops and locks over a few shared
cells. Both texts are checked under the same models; executions, blocked ones and the kinds of
errors must be equal. With --convert, the C text is also converted to the core language by
`drover convert`, and what that gives is compared, too.

usage: random_concurrent_c.py DROVER [--seed N] [--count N] [--jobs N] [--models M,…] [--convert]
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

ORDERS = {"rlx": "memory_order_relaxed", "acq": "memory_order_acquire",
          "rel": "memory_order_release", "acqrel": "memory_order_acq_rel",
          "sc": "memory_order_seq_cst"}
MODELS = "sc,tso,pso,sra,ra,rc11,rc20,wrc11"
RACY_MODELS = {"rc11", "rc20", "wrc11"}  # where the core language has races, too
C_HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
"""


class Generator:
    """Lines of both languages, side by side."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.atomics = ["x", "y", "z"][:self.random.randint(1, 3)]
        self.has_plain = self.random.random() < 0.2
        self.has_lock = self.random.random() < 0.2
        self.registers = []
        self.loops = 0

    def choose(self, options):
        return self.random.choice(list(options))

    def value(self):
        if self.registers and self.random.random() < 0.4:
            name = self.choose(self.registers)
            return self.choose([name, f"{name} + 1", f"{name} ^ 1"])
        return str(self.random.randint(1, 3))

    def register(self):
        if self.registers and self.random.random() < 0.3:
            return self.choose(self.registers)
        name = f"r{len(self.registers)}"
        self.registers.append(name)
        return name

    def load(self):
        place, mode = self.choose(self.atomics), self.choose(["rlx", "acq", "sc"])
        target = self.register()
        return ([f"{target} = atomic_load_explicit(&{place}, {ORDERS[mode]});"],
                [f"{target} := {place}@{mode};"])

    def store(self):
        place, mode = self.choose(self.atomics), self.choose(["rlx", "rel", "sc"])
        value = self.value()
        return ([f"atomic_store_explicit(&{place}, {value}, {ORDERS[mode]});"],
                [f"{place}@{mode} := {value};"])

    def update(self):
        place, mode = self.choose(self.atomics), self.choose(ORDERS)
        value = self.value()
        c_name, core = self.choose([("atomic_fetch_add", "faa"), ("atomic_exchange", "xchg"),
                                    ("atomic_fetch_xor", "fxor"), ("atomic_fetch_sub", "fas"),
                                    ("atomic_fetch_or", "for")])
        target = self.register()
        return ([f"{target} = {c_name}_explicit(&{place}, {value}, {ORDERS[mode]});"],
                [f"{target} := {core}@{mode}({place}, {value});"])

    def compare(self):
        place, mode = self.choose(self.atomics), self.choose(ORDERS)
        failure = "acq" if mode in ("acq", "acqrel", "sc") and self.random.random() < 0.5 else "rlx"
        expected, desired = str(self.random.randint(0, 2)), self.value()
        target = self.register()
        self.loops += 1
        found = f"e{self.loops}"
        return ([f"int {found} = {expected};",
                 f"{target} = atomic_compare_exchange_strong_explicit(&{place}, &{found}, {desired}, "
                 f"{ORDERS[mode]}, {ORDERS[failure]});"],
                [f"{target} := cas@{mode},{failure}({place}, {expected}, {desired});"])

    def fence(self):
        mode = self.choose(["acq", "rel", "acqrel", "sc"])
        return [f"atomic_thread_fence({ORDERS[mode]});"], [f"fence@{mode};"]

    def plain(self):
        if self.random.random() < 0.5:
            target = self.register()
            return [f"{target} = d;"], [f"{target} := d;"]
        value = self.value()
        return [f"d = {value};"], [f"d := {value};"]

    def nested(self, depth):
        c_lines, core_lines = [], []
        for _ in range(self.random.randint(1, 2)):
            c_part, core_part = self.statement(depth + 1)
            c_lines += c_part
            core_lines += core_part
        return c_lines, core_lines

    def condition(self):
        name = self.choose(self.registers)
        return f"{name} {self.choose(['==', '!=', '<'])} {self.random.randint(0, 2)}"

    def choice(self, depth):
        condition = self.condition()
        known = list(self.registers)
        c_lines, core_lines = self.nested(depth)
        self.registers = known + [r for r in self.registers if r not in known]
        return ([f"if ({condition}) {{", *c_lines, "}"], [f"if ({condition}) {{", *core_lines, "}"])

    def loop(self, depth):
        self.loops += 1
        name, count = f"i{self.loops}", self.random.randint(1, 2)
        c_lines, core_lines = self.nested(depth)
        return ([f"for (int {name} = 0; {name} < {count}; {name}++) {{", *c_lines, "}"],
                [f"for ({name} := 0; {name} < {count}; {name} := {name} + 1) {{", *core_lines, "}"])

    def wait(self):
        place, mode = self.choose(self.atomics), self.choose(["rlx", "acq"])
        return ([f"while (atomic_load_explicit(&{place}, {ORDERS[mode]}) == 0) {{ }}"],
                [f"while ({place}@{mode} == 0) {{ }}"])

    def assumption(self):
        condition = self.condition()
        return [f"__VERIFIER_assume({condition});"], [f"assume({condition});"]

    def assertion(self):
        condition = self.condition()
        return [f"assert({condition});"], [f"assert({condition});"]

    def locked(self, depth):
        c_lines, core_lines = self.nested(depth)
        return (["pthread_mutex_lock(&m);", *c_lines, "pthread_mutex_unlock(&m);"],
                ["lock(m);", *core_lines, "unlock(m);"])

    def statement(self, depth=0):
        kind = self.random.random()
        if kind < 0.28:
            return self.load()
        if kind < 0.56:
            return self.store()
        if kind < 0.66:
            return self.update()
        if kind < 0.73:
            return self.compare()
        if kind < 0.78:
            return self.fence()
        if kind < 0.82 and self.has_plain:
            return self.plain()
        if kind < 0.85 and self.has_lock and depth == 0:
            return self.locked(depth)
        if kind < 0.90 and self.registers and depth < 2:
            return self.choice(depth)
        if kind < 0.93 and depth == 0:
            return self.loop(depth)
        if kind < 0.95 and depth == 0:
            return self.wait()
        if kind < 0.97 and self.registers:
            return self.assumption()
        if kind < 0.98 and self.registers:
            return self.assertion()
        return self.store()

    def program(self):
        c_text, core_text = C_HEAD, ""
        c_text += "".join(f"static atomic_int {name};\n" for name in self.atomics)
        core_text += f"shared {', '.join(self.atomics)}, m;\nshared na d;\n"
        c_text += "static int d;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        threads = self.random.choice([2, 2, 2, 3])
        for thread in range(threads):
            self.registers = []
            c_lines, core_lines = [], []
            for _ in range(self.random.randint(1, 4 if threads == 2 else 2)):
                c_part, core_part = self.statement()
                c_lines += c_part
                core_lines += core_part
            names = "".join(f"int {name} = 0; (void){name}; " for name in self.registers)
            c_text += f"static void *t{thread}(void *unused) {{\n{names}\n" + "\n".join(c_lines)
            c_text += "\nreturn unused;\n}\n"
            start = "".join(f"{name} := 0; " for name in self.registers)
            core_text += f"thread t{thread} {{ {start}\n" + "\n".join(core_lines) + "\n}\n"
        c_text += "int main(void) {\n" + "".join(f"pthread_t h{i};\n" for i in range(threads))
        c_text += "".join(f"pthread_create(&h{i}, 0, t{i}, 0);\n" for i in range(threads))
        c_text += "".join(f"pthread_join(h{i}, 0);\n" for i in range(threads)) + "return 0;\n}\n"
        return c_text, core_text, self.has_plain


def check(drover, paths, models):
    """Of each file, by model: complete and blocked executions and kinds of errors, or None where a
    limit came first. A text instead: why there is no answer."""
    command = [drover, "check", *map(str, paths), "-m", models, "--json", "--all-errors",
               "--no-symmetry", "--max-time", "5", "-W", "none"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3000)
    found = {path.name: {} for path in paths}
    for line in done.stdout.splitlines():
        if not line.startswith("{"):
            continue
        one = json.loads(line)
        kinds = sorted({error["kind"] for error in one["errors"]})
        is_whole = one["verdict"] != "incomplete"
        found[pathlib.Path(one["file"]).name][one["model"]] = (
            (one["executions"], one["blocked"], kinds) if is_whole else None)
    count = len(models.split(","))
    if done.returncode in (0, 1, 3) and all(len(each) == count for each in found.values()):
        return found
    if len(paths) == 1:
        return {paths[0].name: f"status {done.returncode}: {done.stderr[:300]}"}
    return {name: each for path in paths for name, each in check(drover, [path], models).items()}


def difference(seed, texts, answers):
    for file in texts:
        for suffix in (file, "p.c"):
            if isinstance(answers[f"{seed}.{suffix}"], str):
                return f"{suffix}: {answers[f'{seed}.{suffix}']}"
        left, right = answers[f"{seed}.p.c"], answers[f"{seed}.{file}"]
        for model in left:
            if left[model] is not None and right[model] is not None and left[model] != right[model]:
                return f"{model}: {left[model]} in C, {right[model]} in {file}"
    return ""


def converted(drover, path):
    done = subprocess.run([drover, "convert", str(path)], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else f"// not converted: {done.stderr}"


def examine(drover, seeds, models, convert):
    """The programs among these that differ: seed, why, the C text, the core text."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        texts, groups = {}, {}
        for seed in seeds:
            c_text, core_text, has_plain = Generator(seed).program()
            wanted = [name for name in models.split(",") if not has_plain or name in RACY_MODELS]
            if not wanted:
                continue
            texts[seed] = {"p.c": c_text, "p.drv": core_text}
            (folder / f"{seed}.p.c").write_text(c_text, encoding="utf-8")
            if convert:
                texts[seed]["converted.drv"] = converted(drover, folder / f"{seed}.p.c")
            for file, text in texts[seed].items():
                (folder / f"{seed}.{file}").write_text(text, encoding="utf-8")
                groups.setdefault(",".join(wanted), []).append(folder / f"{seed}.{file}")
        answers = {}
        for wanted, paths in groups.items():
            answers |= check(drover, paths, wanted)
        found = []
        for seed, each in texts.items():
            why = difference(seed, each, answers)
            if why:
                found.append((seed, why, each["p.c"], each["p.drv"]))
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=20, help="programs per call of Drover")
    parser.add_argument("--models", default=MODELS)
    parser.add_argument("--convert", action="store_true")
    arguments = parser.parse_args()
    drover = os.path.abspath(arguments.drover)
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        batches = [seeds[i:i + arguments.batch] for i in range(0, len(seeds), arguments.batch)]
        for found in pool.map(lambda each: examine(drover, each, arguments.models,
                                                   arguments.convert), batches):
            for seed, why, c_text, core_text in found:
                failed += 1
                print(f"seed {seed}: {why}\n{c_text}\n{core_text}", flush=True)
    print(f"{arguments.count - failed} of {arguments.count} agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
