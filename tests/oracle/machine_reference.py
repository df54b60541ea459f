#!/usr/bin/env python3
"""Compares `drover litmus` with a reference of its own on random tests of machines.

The reference is slow and direct, and shares nothing with Drover: it writes random programs, runs
each thread on every value that may be read, takes every reads-from and every coherence order, and
asks the axioms, which are written down in machines/models.py as sets of pairs. What is compared is
the set of final states and the number of executions.

With --sizes the accesses of a test have different sizes (AArch64, RISC-V, X86_64): the reference
has an event for each granule of an access.

usage: machine_reference.py DROVER [--machine NAME] [--sizes] [--seed N] [--count N] [--keep DIR]
"""

import argparse
import itertools
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from machines.layouts import MIXED, Layout
from machines.models import MODELS, Candidate
from machines.programs import Generator, smaller_threads
from machines.runs import Event, Runner, TooMuch, possible_values
from machines.texts import state_text, text_of

MAX_CANDIDATES = 400
# With accesses of different sizes.
MAX_MIXED_CANDIDATES = 1500
# Written, run and compared together.
BATCH = 200


def answer_of(machine, threads, layout):
    """The final states and the number of executions, or nothing if there is too much to try."""
    try:
        values = possible_values(machine, threads, layout)
        runs = [Runner(machine, actions, values, layout).runs() for actions in threads]
    except TooMuch:
        return None
    initial = [Event(None, place, writes=0, tags=["init"]) for place in layout.all()]
    paths, most = 1, MAX_MIXED_CANDIDATES if layout.is_mixed else MAX_CANDIDATES
    for each in runs:
        paths *= len(each)
    if paths > most:
        return None
    states, count, tried = set(), 0, 0
    for combination in itertools.product(*runs):
        candidate = Candidate(machine, [run.events for run in combination], initial, layout)
        for rf, co, last in candidate.choices():
            tried += 1
            if tried > most:
                return None
            if not MODELS[machine](candidate, rf, co):
                continue
            count += 1
            registers = [{n: run.value(n) for n in run.registers} for run in combination]
            states.add(state_text(machine, threads, registers, last, layout))
    return states, count


# ---- Comparison

def drover_answers(drover, files):
    done = subprocess.run([drover, "litmus", "-q", "-"], input="\n".join(files), text=True,
                          capture_output=True, check=False)
    answers, lines = {}, done.stdout.splitlines()
    at = 0
    while at < len(lines):
        if not lines[at].startswith("Test "):
            at += 1
            continue
        name, count = lines[at].split()[1], int(lines[at + 1].split()[1])
        states = set(lines[at + 2:at + 2 + count])
        positive = int(lines[at + count + 4].split()[1])
        answers[name] = (states, positive)
        at += count + 5
    return answers, done.stderr


def shrunk(drover, machine, threads, layout, folder):
    """Leaves out actions while the answers still differ."""
    def differs(smaller):
        try:
            wanted = answer_of(machine, smaller, layout)
        except KeyError:  # a register that nobody writes any more
            return False
        if wanted is None:
            return False
        file = folder / "shrunk.litmus"
        file.write_text(text_of(machine, "shrunk", smaller, layout), encoding="utf-8")
        return drover_answers(drover, [str(file)])[0].get("shrunk") != wanted
    while True:
        smaller = next((each for each in smaller_threads(threads) if differs(each)), None)
        if smaller is None:
            return threads
        threads = smaller


def compare_batch(drover, machine, rng, has_sizes, count, folder):
    """How many differ; tells of the first."""
    wanted, files, programs = {}, [], {}
    while len(wanted) < count:
        layout = Layout(*rng.choice(MIXED[machine])) if has_sizes else Layout()
        threads = Generator(machine, rng, layout).threads()
        answer = answer_of(machine, threads, layout)
        if answer is None:
            continue
        name = f"random{len(wanted)}"
        file = folder / f"{name}.litmus"
        file.write_text(text_of(machine, name, threads, layout), encoding="utf-8")
        wanted[name], programs[name] = answer, (threads, layout)
        files.append(str(file))
    got, errors = drover_answers(drover, files)
    different = [name for name in wanted if got.get(name) != wanted[name]]
    for name in different[:1]:
        threads, layout = programs[name]
        smaller = shrunk(drover, machine, threads, layout, folder)
        file = folder / "shrunk.litmus"
        file.write_text(text_of(machine, "shrunk", smaller, layout), encoding="utf-8")
        print(file.read_text(encoding="utf-8"))
        print("reference:", answer_of(machine, smaller, layout))
        print("drover:   ", drover_answers(drover, [str(file)])[0].get("shrunk"))
        print(errors[:1000])
    return len(different)


def compare(drover, machine, has_sizes, seed, count, folder, keep):
    rng = random.Random(f"{machine} {seed}")
    name = f"{machine}, sizes" if has_sizes else machine
    done = different = 0
    while done < count and different < 5:
        size = min(BATCH, count - done)
        more = compare_batch(drover, machine, rng, has_sizes, size, folder)
        if more and keep:
            shutil.copytree(folder, pathlib.Path(keep) / f"{machine}-{seed}-{done}")
        done, different = done + size, different + more
        if count > BATCH:
            print(f"{name}: {done - different} of {done} equal so far", file=sys.stderr)
    print(f"{name}: {done - different} of {done} equal (seed {seed})", flush=True)
    return different == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--machine", choices=sorted(MODELS))
    parser.add_argument("--sizes", action="store_true", help="accesses have different sizes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", help="where tests of a batch that differs are kept")
    options = parser.parse_args()
    machines = [machine for machine in (MIXED if options.sizes else MODELS)
                if options.machine in (None, machine)]
    with tempfile.TemporaryDirectory() as folder:
        results = [compare(options.drover, machine, options.sizes, options.seed, options.count,
                           pathlib.Path(folder), options.keep) for machine in machines]
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
