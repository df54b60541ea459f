#!/usr/bin/env python3
"""Random C programs with atomic accesses of different sizes, against litmus tests of the machine.

Both have the same accesses: the C program is compiled by a mapping, and its accesses are cut where a
run finds that they overlap; the addresses of the litmus test are found before the run. The numbers
of executions must be the same (but for compare-and-swaps of AArch64, which have several ways), and
an assertion must fail if the litmus test has such a final state. The litmus tests themselves are
compared with a reference by machine_reference.py. With --enumerate, `lb` is compared with
`enumerate`, too.

usage: random_c_sizes.py DROVER [--seed N] [--count N] [--enumerate] [--keep DIR]
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SIZES = [1, 2, 4, 8]
WORDS = ["x", "y"]
MACHINES = {"aarch64": "AArch64", "riscv": "RISCV", "tso": "X86_64"}
# One access of an AArch64 compare-and-swap has several ways in herd's executions.
UNCOUNTED = {"aarch64"}
# Seconds after which a program is left out.
LIMIT = 20


class Access:
    def __init__(self, rng, machine, words, sizes):
        kinds = ["load", "store"] * 3 + ["swap", "add", "cas", "fence"]
        self.kind = rng.choice(kinds)
        if machine == "riscv" and self.kind == "cas":
            self.kind = "load"
        self.word = rng.choice(words)
        small = machine == "riscv" and self.kind in ("swap", "add")
        self.size = rng.choice([s for s in sizes if not small or s >= 4] or [4, 8])
        self.at = rng.randrange(0, 8 // self.size) * self.size
        self.value = rng.randrange(1, 4) * sum(1 << (8 * i) for i in range(self.size))
        self.expected = rng.choice([0, 0, self.value])
        self.order = "rlx"
        if machine == "aarch64" and rng.random() < 0.3:
            self.order = {"load": "sc", "store": "rel"}.get(self.kind, "rlx")
        self.reads = self.kind not in ("store", "fence")

    def in_c(self, reg):
        kind = f"uint{8 * self.size}_t"
        place = f"(_Atomic {kind} *)((char *)&{self.word} + {self.at})"
        order = {"rlx": "memory_order_relaxed", "rel": "memory_order_release",
                 "sc": "memory_order_seq_cst"}[self.order]
        if self.kind == "fence":
            return "atomic_thread_fence(memory_order_seq_cst);"
        if self.kind == "load":
            return f"{reg} = atomic_load_explicit({place}, {order});"
        if self.kind == "store":
            return f"atomic_store_explicit({place}, ({kind}){self.value}u, {order});"
        if self.kind == "swap":
            return f"{reg} = atomic_exchange_explicit({place}, ({kind}){self.value}u, {order});"
        if self.kind == "add":
            return f"{reg} = atomic_fetch_add_explicit({place}, ({kind}){self.value}u, {order});"
        return (f"{{ {kind} found = ({kind}){self.expected}u; atomic_compare_exchange_strong_explicit("
                f"{place}, &found, ({kind}){self.value}u, {order}, memory_order_relaxed); {reg} = found; }}")

    # The lines of a thread. `number` is that of the register that takes what is read.
    def in_aarch64(self, number):
        base = {"x": 20, "y": 21}[self.word]
        suffix = {1: "B", 2: "H"}.get(self.size, "")
        r = "X" if self.size == 8 else "W"
        lines = [f"ADD X22,X{base},#{self.at}"]
        value = [f"MOV {r}23,#{self.value & 0xffff}"]
        value += [f"MOVK {r}23,#{self.value >> s & 0xffff},LSL #{s}"
                  for s in (16, 32, 48) if s < 8 * self.size]
        if self.kind == "fence":
            return ["DMB ISH"]
        if self.kind == "load":
            name = "LDAR" if self.order == "sc" else "LDR"
            return lines + [f"{name}{suffix} {r}{number},[X22]"]
        if self.kind == "store":
            name = "STLR" if self.order == "rel" else "STR"
            return lines + value + [f"{name}{suffix} {r}23,[X22]"]
        if self.kind == "swap":
            return lines + value + [f"SWP{suffix} {r}23,{r}{number},[X22]"]
        if self.kind == "add":
            return lines + value + [f"LDADD{suffix} {r}23,{r}{number},[X22]"]
        expected = [line.replace(f"{r}23", f"{r}{number}") for line in value]
        if self.expected == 0:
            expected = [f"MOV {r}{number},#0"]
        return lines + value + expected + [f"CAS{suffix} {r}{number},{r}23,[X22]"]

    def in_riscv(self, number):
        base = {"x": 20, "y": 21}[self.word]
        suffix = {1: "b", 2: "h", 4: "w", 8: "d"}[self.size]
        unsigned = "u" if self.size < 8 else ""
        # The constants of a test are in registers of its initial state.
        value = f"x{22 + self.value % 256}"
        if self.kind == "fence":
            return ["fence rw,rw"]
        if self.kind == "load":
            return [f"l{suffix}{unsigned} x{number},{self.at}(x{base})"]
        if self.kind == "store":
            return [f"s{suffix} {value},{self.at}(x{base})"]
        name = "amoswap" if self.kind == "swap" else "amoadd"
        return [f"addi x26,x{base},{self.at}", f"{name}.{suffix} x{number},{value},(x26)"]

    def in_x86(self, number):
        suffix = {1: "b", 2: "w", 4: "l", 8: "q"}[self.size]
        rax = {1: "%al", 2: "%ax", 4: "%eax", 8: "%rax"}[self.size]
        name = {1: f"%r{number}b", 2: f"%r{number}w", 4: f"%r{number}d", 8: f"%r{number}"}[self.size]
        place = f"{self.at}(%{'rsi' if self.word == 'x' else 'rdi'})"
        value = f"${self.value}"
        if self.kind == "fence":
            return ["mfence"]
        if self.kind == "load":
            return [f"mov{suffix} {place},{name}"]
        if self.kind == "store":
            return [f"mov{suffix} {value},{place}"]
        if self.kind == "swap":
            return [f"mov{suffix} {value},{name}", f"xchg{suffix} {name},{place}"]
        if self.kind == "add":
            return [f"mov{suffix} {value},{name}", f"lock xadd{suffix} {name},{place}"]
        return [f"mov{suffix} ${self.expected},{rax}", f"mov{suffix} {value},%rcx".replace(
            "%rcx", {1: "%cl", 2: "%cx", 4: "%ecx", 8: "%rcx"}[self.size]),
            f"lock cmpxchg{suffix} {{}},{place}".format(
                {1: "%cl", 2: "%cx", 4: "%ecx", 8: "%rcx"}[self.size]),
            f"movq %rax,%r{number}"]


def in_litmus(machine, threads):
    writer = {"aarch64": "in_aarch64", "riscv": "in_riscv", "tso": "in_x86"}[machine]
    initial, columns, seen = ["uint64_t x; uint64_t y;"], [], []
    for t, accesses in enumerate(threads):
        if machine == "aarch64":
            initial.append(f"{t}:X20=x; {t}:X21=y;")
        elif machine == "riscv":
            initial.append(f"{t}:x20=x; {t}:x21=y;")
            for v in (1, 2, 3):
                initial.append(f"uint64_t {t}:x{22 + v}={v * 0x0101010101010101};")
        else:
            initial.append(f"uint64_t {t}:rsi=x; uint64_t {t}:rdi=y; uint64_t {t}:rax; uint64_t {t}:rcx;")
        lines = []
        for i, access in enumerate(accesses):
            number = {"aarch64": i, "riscv": 5 + i, "tso": 8 + i}[machine]
            lines += getattr(access, writer)(number)
            if access.reads:
                name = f"{t}:{ {'aarch64': 'X', 'riscv': 'x', 'tso': 'r'}[machine]}{number}"
                seen.append((t, i, name))
                initial.append(f"uint64_t {name};")
        columns.append(lines)
    height = max(map(len, columns))
    rows = [[f"P{t}" for t in range(len(threads))]]
    rows += [[lines[i] if i < len(lines) else "" for lines in columns] for i in range(height)]
    text = f"{MACHINES[machine]} Sizes\n{{\n" + "\n".join(initial) + "\n}\n"
    text += "".join(" " + " | ".join(row) + " ;\n" for row in rows)
    names = [name for _, _, name in seen]
    return text + f"locations [{''.join(f'{n};' for n in names + WORDS)}]\nexists (x=0)\n", seen


def in_c(threads, seen, state):
    names = {(t, i): f"r{t}_{i}" for t, i, _ in seen}
    out = ["#include <assert.h>", "#include <pthread.h>", "#include <stdatomic.h>", "#include <stdint.h>",
           "_Atomic uint64_t x, y;"]
    if names:
        out.append(f"uint64_t {', '.join(names.values())};")
    for t, accesses in enumerate(threads):
        out.append(f"static void *thread{t}(void *unused) {{")
        out += [f"  {a.in_c(names.get((t, i), ''))}" for i, a in enumerate(accesses)]
        out.append("  return unused;\n}")
    out.append("int main(void) {\n  pthread_t threads[%d];" % len(threads))
    out += [f"  pthread_create(&threads[{t}], 0, thread{t}, 0);" for t in range(len(threads))]
    out += [f"  pthread_join(threads[{t}], 0);" for t in range(len(threads))]
    held = [f"{names[t, i]} == {state[name]}u" for t, i, name in seen]
    held += [f"{word} == {state[word]}u" for word in WORDS]
    out.append(f"  assert(!({' && '.join(held)}));\n  return 0;\n}}")
    return "\n".join(out) + "\n"


def run(drover, *args):
    return subprocess.run([drover, *args], capture_output=True, text=True, timeout=LIMIT)


def states_of(answer):
    number = re.compile(r"\[?([\w:]+)\]?=(-?\w+);")
    wrap = (1 << 64) - 1
    states = [{k: int(v, 0) & wrap for k, v in number.findall(line)}
              for line in answer.splitlines() if re.match(r"(\[?\w+\]?|\d:\w+)=.*;", line)]
    count = re.search(r"Positive: (\d+) Negative: (\d+)", answer)
    return states, sum(map(int, count.groups())) if count else None


def check(drover, machine, threads, rng, folder, with_reference):
    text, seen = in_litmus(machine, threads)
    test = folder / "test.litmus"
    test.write_text(text)
    litmus = run(drover, "litmus", str(test))
    states, count = states_of(litmus.stdout)
    if not states:
        return f"the litmus test has no answer\n{litmus.stdout}{litmus.stderr}"
    state = dict(rng.choice(states))
    if rng.random() < 0.5:
        other, name = rng.choice(states), rng.choice(sorted(state))
        state[name] = other[name]
    program = folder / "test.c"
    program.write_text(in_c(threads, seen, state))
    wanted = "violation" if state in states else "safe"
    answers = {}
    for algo in ["lb", "enumerate"] if with_reference else ["lb"]:
        c = run(drover, "check", "-m", machine, "--json", "--all-errors", "--algo", algo,
                str(program))
        if c.returncode not in (0, 1):
            return f"{algo}: status {c.returncode}\n{c.stdout}{c.stderr}"
        answers[algo] = json.loads(c.stdout)
        answers[algo]["executions"] += answers[algo]["erroneous"]
        if answers[algo]["verdict"] != wanted:
            return f"{algo}: {answers[algo]['verdict']}, but {wanted} by the litmus test"
        has_ways = machine in UNCOUNTED and any(a.kind == "cas" for each in threads for a in each)
        if not has_ways and answers[algo]["executions"] != count:
            return f"{algo}: {answers[algo]['executions']} executions, {count} of the litmus test"
    if len({a["executions"] for a in answers.values()}) > 1:
        return f"executions: { {k: a['executions'] for k, a in answers.items()} }"
    return answers["lb"]["algo"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--enumerate", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    wrong, by = 0, {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(exist_ok=True)
        for seed in range(options.seed, options.seed + options.count):
            rng = random.Random(seed)
            machine = rng.choice(sorted(MACHINES))
            words = WORDS[:rng.randint(1, 2)]
            sizes = rng.sample(SIZES, 2)
            most = rng.choice([(1, 1, 2), (2, 2), (2, 3), (1, 2)])
            threads = [[Access(rng, machine, words, sizes) for _ in range(n)] for n in most]
            try:
                said = check(options.drover, machine, threads, rng, folder, options.enumerate)
            except subprocess.TimeoutExpired:
                said = "none"
            if "\n" in said or " " in said:
                wrong += 1
                print(f"seed {seed} ({machine}): {said}")
                if wrong >= 5:
                    break
            else:
                by[said] = by.get(said, 0) + 1
    left_out = by.pop("none", 0)
    total = sum(by.values())
    print(f"{total} programs agree: {by}; {left_out} took too long; {wrong} differ")
    return 1 if wrong or total <= left_out else 0


if __name__ == "__main__":
    sys.exit(main())
