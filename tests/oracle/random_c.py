#!/usr/bin/env python3
"""Random C programs without threads: Drover's one execution against the system's compiler.

Each program computes a checksum. It is compiled with `-fsanitize=undefined,address` and run; Drover
then checks that the checksum is the same, or finds an error where a sanitizer did. A second text
denies that it is the same: there an assertion must fail. (What is narrowed
goes by a variable for the compiler: `(uint8_t)(a + b)` is computed in 8 bits by gcc, and an
overflow of the sum is then not looked for; so do comparisons, since gcc makes of `a - (b < c)` a
choice between `a - 1` and `a`, and does not look for overflows there.) The compiler's numbers from
outside are one of those that Drover chooses from: a program with some is only denied its checksum. A program on which they
differ is made smaller, statement by statement, and printed, the first one of each kind. What Drover refuses, with its place, is
counted by reason.

usage: random_c.py DROVER [--seed N] [--count N] [--jobs N] [--batch N] [--refused PERCENT]
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

TYPES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"]
SKIPPED = 77
# Messages of errors that say what Drover does not follow, not what is wrong.
NOT_FOLLOWED = ["sizes are mixed"]
COMMON = """#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef OPAQUE
#define AS(T, a) ({ __auto_type v_ = (a); (T)v_; })
#define V(a) ({ __auto_type v_ = (a); v_; })
#else
#define AS(T, a) ((T)(a))
#define V(a) (a)
#endif
struct pair { int16_t first; uint32_t second; int64_t third[2]; };
"""
HEAD = COMMON + """static uint64_t checksum = 1469598103934665603UL;
static void add(uint64_t value) { checksum = (checksum ^ value) * 1099511628211UL; }
"""
TAIL = """
#if defined EXPECTED
assert(checksum == EXPECTED);
#elif defined DENIED
assert(checksum != DENIED);
#else
printf("%lu\\n", checksum);
#endif
return 0;
}
"""
SHRUNK = set()  # kinds of differences of which a small program was printed
# Names of programs of other generators that are to be different in each of them.
OTHER_NAMES = []


class Generator:
    """One program: a list of lines of global declarations, and a list of statements of main."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.scalars = []  # (name, type)
        self.depth = 0
        self.loops = 0
        self.choices = False  # numbers from outside

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
        if kind < 0.05:
            return self.bits(a)
        if kind < 0.09:
            return self.checked(a, b)
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
            return f"V({a} {self.choose(['<', '<=', '>', '>=', '==', '!='])} {b})"
        if kind < 0.82:
            return f"V({a} {self.choose(['&&', '||'])} {b})"
        if kind < 0.87:
            # gcc takes `MIN - (a ? b : c)` apart, and does not look for an overflow then.
            return f"V({a} ? {b} : {self.value(depth + 1)})"
        if kind < 0.94:
            return f"AS({self.choose(TYPES)}, {a})"
        if kind < 0.98:
            return self.choose([f"~{a}", f"V(!{a})"])
        return f"helper({a}, {b})"

    def bits(self, a):
        """A function of the bits of a value; of 0 now and then, which may have no meaning."""
        width, suffix = self.choose([("uint32_t", ""), ("uint64_t", "l"), ("uint64_t", "ll")])
        name = self.choose(["clz", "ctz", "popcount", "parity", "ffs", "clrsb", "bswap"])
        if name in ("clz", "ctz"):
            above = "" if self.random.random() < 0.1 else f" | ({width})1"
            return f"V(__builtin_{name}{suffix}(AS({width}, {a}){above}))"
        if name == "bswap":
            size = self.choose([16, 32, 64])
            return f"__builtin_bswap{size}(AS(uint{size}_t, {a}))"
        signed = width if name in ("popcount", "parity") else width[1:]
        return f"__builtin_{name}{suffix}(AS({signed}, {a}))"

    def checked(self, a, b):
        """Arithmetic that reports an overflow: the result, and whether it is the exact one."""
        name, kind = self.choose(["add", "sub", "mul"]), self.choose(TYPES)
        a, b = (f"AS({self.choose(TYPES)}, {each})" if self.random.random() < 0.6 else f"V({each})"
                for each in (a, b))
        if self.random.random() < 0.2:
            return f"__builtin_{name}_overflow_p({a}, {b}, ({kind})0)"
        return (f"({{ {kind} r_; int o_ = __builtin_{name}_overflow({a}, {b}, &r_); "
                f"((uint64_t)r_ << 1) + (uint64_t)o_; }})")

    def statement(self, depth=0):
        kind = self.random.random()
        if self.choices and kind < 0.03:
            # What is chosen has an effect on the checksum alone: every choice has the same errors.
            if self.random.random() < 0.5:
                return f"add((uint64_t)(__VERIFIER_nondet_int() % {self.random.randint(2, 9)}));"
            number = self.choose(["0", "-1", "7", "19", "20", "255", "-128", "2147483647"])
            compared = f"chosen {self.choose(['<', '<=', '>', '>=', '==', '!='])} {number}"
            return f"add(({compared}) ? 3u : 5u);"
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
        self.choices = self.random.random() < 0.2
        if self.choices:
            number = self.choose([-1000, -3, -1, 0, 1, 7, 19, 20, 127, 255, 2147483647])
            declared += ["#undef __VERIFIER_nondet_int", "#ifndef __DROVER__",
                         f"#define __VERIFIER_nondet_int() ({number})", "#endif"]
            start.append("int chosen = __VERIFIER_nondet_int();")
        body = [self.statement() for _ in range(self.random.randint(4, 14))]
        end = [f"add((uint64_t){name});" for name, _ in self.scalars]
        end += ["for (int i = 0; i < 5; i++) add((uint64_t)array[i]);",
                "add((uint64_t)record.first); add(record.second); add((uint64_t)record.third[1]);"]
        return declared, start, body, end


def text_of(parts):
    declared, start, body, end = parts
    return HEAD + "\n".join(declared) + "\nint main(void) {\n" + "\n".join(start + body + end) + TAIL


def names_of_its_own(number):
    """What lets several programs be one file for the compiler: each name of a program gets its number."""
    names = ["main", "checksum", "add", "array", "helper"] + [f"g{i}" for i in range(5)] + OTHER_NAMES
    return ("".join(f"#define {name} {name}_{number}\n" for name in names),
            "".join(f"#undef {name}\n" for name in names))


def together(texts):
    """One program that runs all of them, each in a process of its own, and prints what each says."""
    text = COMMON
    for number, each in enumerate(texts):
        define, undefine = names_of_its_own(number)
        text += define + f'#line 1 "p{number}.c"\n' + each.replace(COMMON, "", 1) + undefine
    text += "#include <sys/wait.h>\n#include <unistd.h>\nint main(void) {\nint status;\n"
    for number in range(len(texts)):
        text += (f'fflush(stdout); if (fork() == 0) {{ printf("{number} "); main_{number}(); fflush(stdout); _exit(0); }} '
                 f'wait(&status); if (status != 0) printf("{number} error\\n");\n')
    return text + "return 0;\n}\n"


def compiled_answers(folder, texts):
    """Of each the checksum or "error", and whether the compiler has folded an overflow of constants,
    which it says, but the sanitizer does not see. None where they do not compile."""
    source, program = folder / "all.c", folder / "all"
    source.write_text(together(texts), encoding="utf-8")
    command = ["cc", "-std=gnu11", "-fsigned-char", "-fno-builtin", "-fsanitize=undefined,address",
               "-fno-sanitize-recover=all", "-DOPAQUE", str(source), "-o",
               str(program)]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        return None
    environment = os.environ | {"ASAN_OPTIONS": "detect_leaks=0:strict_string_checks=1"}
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=True, timeout=300)
    answers = dict(line.split() for line in done.stdout.splitlines())
    assert len(answers) == len(texts), done.stdout
    folded = {name for name in re.findall(r"^(p\d+\.c):.*integer overflow in expression",
                                          compiled.stderr, re.MULTILINE)}
    return [(answers[str(number)], f"p{number}.c" in folded) for number in range(len(texts))]


def reason(message):
    """A message without the names that it mentions, to count it by."""
    return "refused: " + re.sub(r"`[^`]*`|\d+", "…", message)


def refusal(answer):
    """Why Drover does not know what this program means; empty: it does."""
    if answer["verdict"] == "invalid":
        return reason(answer["diagnostics"][0]["message"] if answer["diagnostics"] else "?")
    for error in answer["errors"]:
        if any(text in error["message"] for text in NOT_FOLLOWED):
            return reason(error["message"])
    return ""


def disagreement(answer, is_denied, expected, folds_overflow):
    """Why Drover's answer does not fit what the compiled program said; empty: it does."""
    refused = refusal(answer)
    if refused:
        return refused
    kinds = sorted({error["kind"] for error in answer["errors"]})
    if folds_overflow and kinds == ["arithmetic"]:
        return ""
    if expected == "error":
        return "" if kinds and kinds != ["assertion"] else f"no error, but the sanitizer has one ({kinds})"
    if kinds == ["assertion"] * is_denied:
        return ""
    first = answer["errors"][0]["message"] if kinds else "no error"
    return f"{kinds}: {first}, {'denied' if is_denied else 'expected'} {expected}"


def differences(drover, folder, texts):
    """Why they differ, of each; empty: they do not."""
    compiled = compiled_answers(folder, texts)
    if compiled is None:
        if len(texts) == 1:
            return ["the compiler refuses it"]
        return [differences(drover, folder, [text])[0] for text in texts]
    wanted = {}  # by file: of which program, and whether the checksum is denied
    for number, (text, (expected, _)) in enumerate(zip(texts, compiled)):
        # A program that denies its checksum says all; some also assert it.
        has_choices = "int chosen" in text
        names = ["EXPECTED"] if expected == "error" else ["DENIED", "EXPECTED"][
            :1 + (number % 4 == 0 and not has_choices)]
        for name in names:
            path = folder / f"{name.lower()}{number}.c"
            define = "" if expected == "error" else f"#define {name} ({expected}UL)\n"
            path.write_text(define + text, encoding="utf-8")
            wanted[path.name] = (number, name == "DENIED")
    done = subprocess.run([drover, "check", *wanted, "-m", "sc", "--json", "-W", "none", "--no-leaks"],
                          cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    answers = {answer["file"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    if done.returncode not in (0, 1, 2) or answers.keys() != wanted.keys():
        if len(texts) == 1:
            return [f"status {done.returncode}: {done.stderr[:300]}"]
        return [differences(drover, folder, [text])[0] for text in texts]
    found = [""] * len(texts)
    for file, (number, is_denied) in wanted.items():
        found[number] = found[number] or disagreement(answers[file], is_denied, *compiled[number])
    return found


def is_wrong(why):
    return bool(why) and not why.startswith("refused")


def kind_of(why):
    """What a smaller program must still have: the same kind of difference."""
    return re.sub(r"\d+", "", re.split(", (expected|denied) ", why)[0])


def shrunk(drover, folder, parts, kind):
    """Fewer statements, of main first, as long as Drover is wrong in this way."""
    parts = list(parts)
    for which in (2, 3, 1, 0):
        index = 0
        while index < len(parts[which]):
            smaller = list(parts)
            smaller[which] = parts[which][:index] + parts[which][index + 1:]
            if kind_of(differences(drover, folder, [text_of(smaller)])[0]) == kind:
                parts = smaller
            else:
                index += 1
    return parts


def examine(drover, seeds, generator):
    """The programs among these that differ (seed, why, text), and why others were refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = [generator(seed).program() for seed in seeds]
        found, refused = [], collections.Counter()
        for seed, parts, why in zip(seeds, programs,
                                    differences(drover, folder, [text_of(each) for each in programs])):
            if is_wrong(why) and kind_of(why) in SHRUNK:
                found.append((seed, why))
            elif is_wrong(why):
                SHRUNK.add(kind_of(why))
                found.append((seed, why, text_of(shrunk(drover, folder, parts, kind_of(why)))))
            elif why:
                refused[why] += 1
        return found, refused


def main(generator=Generator):
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=20, help="programs per call of compiler and Drover")
    parser.add_argument("--refused", type=float, default=100, help="per cent that may be refused")
    parser.add_argument("--show", action="store_true", help="print the first program")
    arguments = parser.parse_args()
    if arguments.show:
        print(text_of(generator(arguments.seed).program()))
        return 0
    if shutil.which("cc") is None:
        print("skipped: there is no C compiler")
        return SKIPPED
    drover = os.path.abspath(arguments.drover)
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    failed, refused = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        batches = [seeds[i:i + arguments.batch] for i in range(0, len(seeds), arguments.batch)]
        for found, why_refused in pool.map(lambda each: examine(drover, each, generator), batches):
            refused += why_refused
            for seed, why, *text in found:
                failed += 1
                print(f"seed {seed}: {why}", *text, sep="\n", flush=True)
    for why, count in refused.most_common():
        print(f"{count} times {why}")
    print(f"{arguments.count - failed - refused.total()} of {arguments.count} agree, "
          f"{failed} differ, {refused.total()} refused (seeds {seeds[0]} to {seeds[-1]})")
    return 1 if failed or 100 * refused.total() > arguments.refused * arguments.count else 0


if __name__ == "__main__":
    sys.exit(main())
