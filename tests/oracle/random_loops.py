#!/usr/bin/env python3
"""Random programs that wait in loops, under models with dependencies: with and without reductions.

usage: random_loops.py DROVER [--count N] [--seed S] [--models M,…]

The final states that `lb` finds with the reductions that it uses by itself, and with those that can
be asked for by name, must be those of the program with its loops unrolled. (These waits need few
iterations: the values are few.)
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

MODELS = ("imm", "aarch64", "riscv", "ppc")
READ_MODES = ("rlx", "acq", "sc")
WRITE_MODES = ("rlx", "rel", "sc")
UPDATE_MODES = ("rlx", "acq", "rel", "acqrel", "sc")
PATIENCE = 8  # seconds; what takes longer is passed over
REDUCTIONS = ([], ["--plp"], ["--await"], ["--plp", "--await"])
UNREDUCED = ["--no-plp", "--no-await"]


def statement(choose, registers):
    """A statement, and whether it sets the register after the last one."""
    place = choose.choice("xyl")
    new = f"r{registers}"
    load = f"{place}@{choose.choice(READ_MODES)}"
    update = choose.choice(UPDATE_MODES)
    kind = choose.randrange(11)
    if kind <= 2:
        value = choose.choice(["0", "1", "2"] + [f"r{i}" for i in range(registers)])
        return f"{place}@{choose.choice(WRITE_MODES)} := {value};", False
    if kind == 3:
        return f"{new} := {load};", True
    if kind == 4:
        return f"while ({load} == 0) {{ }}", False
    if kind == 5:
        return f"do {{ {new} := {load}; }} while ({new} != {choose.randrange(3)});", True
    if kind == 6:
        return f"while (xchg@{update}({place}, 1) != 0) {{ }}", False
    if kind == 7:
        swap = f"cas@{update},rlx({place}, {choose.randrange(2)}, {1 + choose.randrange(2)})"
        return f"do {{ {new} := {swap}; }} while ({new} == 0);", True
    if kind <= 9:  # Something that may put back what was there, while another value is waited for.
        other = choose.choice("xyl")
        keeps = f"cas@{update},rlx({other}, 1, 1);" if kind == 8 else f"xchg@{update}({other}, 1);"
        return f"do {{ {keeps} {new} := {load}; }} while ({new} == 0);", True
    return f"{new} := {load}; assume({new} != {choose.randrange(2)});", True


def program(choose):
    lines = ["shared x, y, l;"]
    shown = ["x", "y", "l"]
    for thread in "ab" if choose.random() < 0.6 else "abc":
        body = []
        registers = 0
        if choose.random() < 0.8:  # What others may wait for.
            value = choose.choice([0, 1, 1, 2])
            body.append(f"{choose.choice('xyl')}@{choose.choice(WRITE_MODES)} := {value};")
        for _ in range(choose.randint(1, 3)):
            text, sets = statement(choose, registers)
            body.append(text)
            registers += sets
        shown += [f"{thread}:r{i}" for i in range(registers)]
        lines.append(f"thread {thread} {{ {' '.join(body)} }}")
    lines.append(f"exists ({' || '.join(f'{each} == 77' for each in shown)});")
    return "\n".join(lines) + "\n"


def final_states(drover, path, model, options):
    """What the program may end with; None if it is not explored by `lb`, or not in time."""
    command = [drover, "check", "-m", model, "-a", "lb", "--all-errors", "--unroll", "4", *options,
               str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode not in (0, 1, 3):
        return f"status {done.returncode}: {done.stderr[:300]}"
    if "(lb)" not in done.stdout:
        return None
    return {re.sub(r"^\s*\d+ × ", "", line) for line in done.stdout.splitlines() if " × " in line}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", default=",".join(MODELS))
    arguments = parser.parse_args()
    drover = str(pathlib.Path(arguments.drover).resolve())
    same = different = passed_over = with_states = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "loops.drv"
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            text = program(random.Random(seed))
            path.write_text(text, encoding="utf-8")
            for model in arguments.models.split(","):
                wanted = final_states(drover, path, model, UNREDUCED)
                for options in REDUCTIONS:
                    found = wanted if wanted is None else final_states(drover, path, model, options)
                    if wanted is None or found is None:
                        passed_over += 1
                    elif found == wanted:
                        same += 1
                        with_states += bool(found)
                    else:
                        different += 1
                        print(f"seed {seed}, {model} {' '.join(options)}: {found}\n"
                              f"  unrolled: {wanted}\n{text}")
    print(f"{same} the same ({with_states} of them with final states), {different} different, "
          f"{passed_over} passed over")
    return 0 if with_states and not different else 1


if __name__ == "__main__":
    sys.exit(main())
