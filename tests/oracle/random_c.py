#!/usr/bin/env python3
"""Random C programs without threads: Drover's one execution against the system's compiler.

Each program computes a checksum. It is compiled with `-fsanitize=undefined` and run; Drover then
checks that the checksum is the same, or finds an error where the sanitizer did. (What is narrowed
goes by a variable for the compiler: `(uint8_t)(a + b)` is computed in 8 bits by gcc, and an
overflow of the sum is then not looked for.) A program on which they differ is made smaller, statement by statement, and printed.

usage: random_c.py DROVER [--seed N] [--count N] [--jobs N] [--keep FOLDER]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

TYPES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"]
SKIPPED = 77
HEAD = """#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#ifdef OPAQUE
#define AS(T, a) ({ __auto_type v_ = (a); (T)v_; })
#define V(a) ({ __auto_type v_ = (a); v_; })
#else
#define AS(T, a) ((T)(a))
#define V(a) (a)
#endif
static uint64_t checksum = 1469598103934665603UL;
static void add(uint64_t value) { checksum = (checksum ^ value) * 1099511628211UL; }
struct pair { int16_t first; uint32_t second; int64_t third[2]; };
"""
TAIL = """
#ifdef EXPECTED
assert(checksum == EXPECTED);
#else
printf("%lu\\n", checksum);
#endif
return 0;
}
"""


class Generator:
    """One program: a list of lines of global declarations, and a list of statements of main."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.scalars = []  # (name, type)
        self.depth = 0
        self.loops = 0

    def choose(self, options):
        return self.random.choice(options)

    def constant(self):
        if self.random.random() < 0.6:
            return str(self.random.randint(-3, 20))
        return self.choose(["127", "255", "65535", "2147483647", "4294967295u", "1000003",
                            "0x7fffffffffffffffL", "-128", "(-2147483647 - 1)", "1UL << 40"])

    def place(self):
        kind = self.random.random()
        if kind < 0.6 or not self.scalars:
            return self.choose(self.scalars)[0]
        if kind < 0.75:
            return f"array[{self.index(5)}]"
        if kind < 0.85:
            return f"pointer[{self.index(5)}]"
        return self.choose(["record.first", "record.second", f"record.third[{self.index(2)}]",
                            "link->first", "link->second"])

    def index(self, size):
        if self.random.random() < 0.97:
            return f"({self.simple()} & {1 if size == 2 else 3})"
        return str(self.random.randint(0, size - 1))

    def simple(self):
        return self.choose(self.scalars)[0] if self.random.random() < 0.7 else self.constant()

    def value(self, depth=0):
        if depth > 3 or self.random.random() < 0.25:
            return self.place() if self.random.random() < 0.7 else f"({self.constant()})"
        kind = self.random.random()
        a, b = self.value(depth + 1), self.value(depth + 1)
        if kind < 0.30:
            return f"({a} {self.choose(['&', '|', '^'])} {b})"
        if kind < 0.42:  # unsigned, so that it rarely has no meaning
            return f"(AS(uint32_t, {a}) {self.choose(['+', '-', '*'])} AS(uint32_t, {b}))"
        if kind < 0.50:
            return f"((int64_t)AS(int16_t, {a}) {self.choose(['+', '-', '*'])} AS(int8_t, {b}))"
        if kind < 0.53:
            return f"V({a} {self.choose(['+', '-'])} {b})"
        if kind < 0.60:
            return f"(AS(uint64_t, {a}) {self.choose(['<<', '>>'])} ({b} & 31))"
        if kind < 0.64:
            return f"({a} {self.choose(['/', '%'])} (({b} & 7) + 1))"
        if kind < 0.76:
            return f"({a} {self.choose(['<', '<=', '>', '>=', '==', '!='])} {b})"
        if kind < 0.82:
            return f"({a} {self.choose(['&&', '||'])} {b})"
        if kind < 0.87:
            return f"({a} ? {b} : {self.value(depth + 1)})"
        if kind < 0.94:
            return f"AS({self.choose(TYPES)}, {a})"
        return f"{self.choose(['~', '!'])}{a}" if kind < 0.98 else f"helper({a}, {b})"

    def statement(self, depth=0):
        kind = self.random.random()
        if kind < 0.45 or depth > 2:
            return f"{self.place()} = V({self.value()});"
        if kind < 0.55:
            return f"{self.place()} {self.choose(['^=', '|=', '&='])} V({self.value()});"
        if kind < 0.60:
            return f"{self.choose(self.scalars)[0]}{self.choose(['++', '--'])};"
        if kind < 0.67:
            return f"add((uint64_t){self.value()});"
        if kind < 0.68:
            # May be one too many. Within an expression gcc folds such a read away before it looks at
            # the index: `array[5] | 1` is not 0, whatever the array holds.
            array, size = self.choose([("array", 5), ("record.third", 2)])
            return f"add((uint64_t){array}[{self.random.randint(0, size)}]);"
        if kind < 0.80:
            other = f" else {self.block(depth)}" if self.random.random() < 0.5 else ""
            return f"if ({self.value()}) {self.block(depth)}{other}"
        if kind < 0.90:
            self.loops += 1
            name = f"i{self.loops}"
            leave = f" if ({self.value()}) {self.choose(['break', 'continue'])};"
            body = self.block(depth)[1:]
            return (f"for (int {name} = 0; {name} < {self.random.randint(1, 4)}; {name}++) {{"
                    f"{leave if self.random.random() < 0.4 else ''}{body}")
        if kind < 0.95:
            cases = "".join(f"case {i}: {self.statement(3)} {self.choose(['break;', ''])}"
                            for i in range(self.random.randint(1, 3)))
            return f"switch ({self.value()} & 3) {{ {cases} default: {self.statement(3)} }}"
        return f"{{ struct pair copy = record; copy.second += 1u; record = copy; }}"

    def block(self, depth):
        inside = " ".join(self.statement(depth + 1) for _ in range(self.random.randint(1, 3)))
        return "{ " + inside + " }"

    def program(self):
        declared = []
        for i in range(self.random.randint(2, 5)):
            kind = self.choose(TYPES)
            self.scalars.append((f"g{i}", kind))
            declared.append(f"{kind} g{i} = ({kind}){self.constant()};")
        declared.append(f"{self.choose(TYPES)} array[5] = {{1, 2, [3] = 7}};")
        declared.append("uint64_t helper(uint64_t a, int32_t b) { return a ? a ^ b : (uint64_t)b; }")
        kind = declared[-2].split()[0]
        start = ["struct pair record = {1, 2, {3, 4}};", "struct pair *link = &record;",
                 f"{kind} *pointer = array;"]
        for i in range(self.random.randint(1, 3)):
            local = self.choose(TYPES)
            start.append(f"{local} l{i} = ({local}){self.constant()};")
            self.scalars.append((f"l{i}", local))
        body = [self.statement() for _ in range(self.random.randint(4, 14))]
        end = [f"add((uint64_t){name});" for name, _ in self.scalars]
        end += ["for (int i = 0; i < 5; i++) add((uint64_t)array[i]);",
                "add((uint64_t)record.first); add(record.second); add((uint64_t)record.third[1]);"]
        return declared, start, body, end


def text_of(parts):
    declared, start, body, end = parts
    return HEAD + "\n".join(declared) + "\nint main(void) {\n" + "\n".join(start + body + end) + TAIL


def compiled_answer(folder, text):
    """The checksum, "error", or None where it does not compile or says nothing; and whether the
    compiler has folded an overflow of constants, which it says, but the sanitizer does not see."""
    source, program = folder / "p.c", folder / "p"
    source.write_text(text, encoding="utf-8")
    command = ["cc", "-std=gnu11", "-fsigned-char", "-fsanitize=undefined",
               "-fno-sanitize-recover=all", "-DOPAQUE", str(source), "-o", str(program)]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        return None, False
    folds_overflow = "integer overflow in expression" in compiled.stderr
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=20)
    return (done.stdout.strip() if done.returncode == 0 else "error"), folds_overflow


def difference(drover, folder, text):
    """Why they differ; empty: they do not."""
    expected, folds_overflow = compiled_answer(folder, text)
    if expected is None:
        return ""
    define = [] if expected == "error" else ["-D", f"EXPECTED=({expected}UL)"]
    done = subprocess.run([drover, "check", str(folder / "p.c"), "-m", "sc", "--json", *define],
                          capture_output=True, text=True, check=False, timeout=60)
    if done.returncode not in (0, 1):
        return f"status {done.returncode}: {done.stderr[:300]}"
    answer = json.loads(done.stdout.splitlines()[0])
    kinds = sorted({error["kind"] for error in answer["errors"]})
    if folds_overflow and kinds == ["arithmetic"]:
        return ""
    if expected == "error":
        return "" if kinds and kinds != ["assertion"] else f"no error, but the sanitizer has one ({kinds})"
    return "" if not kinds else f"{kinds}: {answer['errors'][0]['message']}, expected {expected}"


def shrunk(drover, folder, parts):
    declared, start, body, end = parts
    index = 0
    while index < len(body):
        smaller = (declared, start, body[:index] + body[index + 1:], end)
        if difference(drover, folder, text_of(smaller)):
            body = smaller[2]
        else:
            index += 1
    return declared, start, body, end


def examine(drover, seed):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        parts = Generator(seed).program()
        why = difference(drover, folder, text_of(parts))
        if not why:
            return None
        small = shrunk(drover, folder, parts)
        return why, text_of(small)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if shutil.which("cc") is None:
        print("skipped: there is no C compiler")
        return SKIPPED
    drover = os.path.abspath(arguments.drover)
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for seed, found in zip(seeds, pool.map(lambda each: examine(drover, each), seeds)):
            if found is None:
                continue
            failed += 1
            print(f"seed {seed}: {found[0]}\n{found[1]}")
    print(f"{arguments.count - failed} of {arguments.count} agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
