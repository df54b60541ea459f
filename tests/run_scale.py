#!/usr/bin/env python3
"""Checks that runs on threads, in pieces, and stopped and resumed give the report of a plain run.

Reports are compared byte for byte, except for times, rates and memory. Processes are stopped and
killed at moments that a fixed seed chooses. What is not installed here (GNU parallel, OpenMPI) and
what cannot be done here (a disk that is full) is skipped with a message.

usage: run_scale.py DROVER [PART…]     where PART is a part's name, to run only that
"""

import difflib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench" / "programs"
EXAMPLES = ROOT / "examples"
COUNTS = ROOT / "tests" / "golden" / "counts"
SEED = 17
# Seconds: a run that takes longer hangs. Sanitized builds are slow: programs for long runs are
# smaller there.
IS_SANITIZED = bool(os.environ.get("DROVER_SANITIZED"))
PATIENCE = 3600 if IS_SANITIZED else 120
# Lines of a difference that are shown.
DIFFERENCES = 20
VERIFIED, VIOLATED, WRONG, INCOMPLETE = 0, 1, 2, 3

# Programs for threads, with sizes of up to some thousand executions; the last are not safe.
SMALL = [
    (BENCH / "ainc.drv", ["-D", "N=4"]),
    (BENCH / "binc.drv", ["-D", "N=3"]),
    (BENCH / "casrot.drv", ["-D", "N=7"]),
    (BENCH / "casw.drv", ["-D", "N=4"]),
    (BENCH / "dglmqueue-fifo.drv", ["-D", "N=1"]),
    (BENCH / "fais.drv", []),
    (BENCH / "fib_bench.drv", ["-D", "K=2"]),
    (BENCH / "lastzero.drv", ["-D", "N=4"]),
    (BENCH / "linuxrwlocks.drv", ["-D", "N=2"]),
    (BENCH / "mcslock.drv", ["-D", "N=3"]),
    (BENCH / "mpmc.drv", ["-D", "BOTH=1"]),
    (BENCH / "msqueue-multiset.drv", ["-D", "N=4"]),
    (BENCH / "rdcss.drv", ["-D", "N=2"]),
    (BENCH / "readers.drv", ["-D", "N=6", "--no-symmetry"]),
    (BENCH / "safestack.drv", ["-D", "FIRST=2", "-D", "SECOND=1", "-D", "THIRD=1"]),
    (BENCH / "sbn.drv", ["-D", "N=5"]),
    (BENCH / "seqlock.drv", ["-D", "N=2"]),
    (BENCH / "treiber-lifo.drv", ["-D", "N=2"]),
    (BENCH / "ttaslock.drv", ["-D", "N=4", "--no-symmetry"]),
    (BENCH / "twalock.drv", ["-D", "N=4"]),
    (COUNTS / "iriw-rlx.drv", []),
    (COUNTS / "await-missed.drv", []),
    (BENCH / "broken" / "fib_bench.drv", ["-D", "N=3"]),
    (BENCH / "broken" / "linuxrwlocks.drv", ["-D", "N=2"]),
    (BENCH / "broken" / "mcslock.drv", ["-D", "N=3"]),
    (BENCH / "broken" / "mpmc.drv", ["-D", "N=2"]),
    (BENCH / "broken" / "msqueue.drv", ["-D", "N=3"]),
    (BENCH / "broken" / "seqlock.drv", ["-D", "N=1"]),
    (BENCH / "broken" / "ticketlock.drv", ["-D", "N=4"]),
    (BENCH / "broken" / "treiber-aba.drv", ["-D", "N=2"]),
]
WAYS = [["-m", "rc11"], ["-m", "sc"], ["-m", "tso"], ["-m", "wrc11"]]
MORE_WAYS = [["-m", "sc", "-a", "rvf"], ["-m", "rc11", "-a", "rcmc"], ["-m", "sc", "-a", "dpor"],
             ["-m", "ra"], ["-m", "pso"], ["-m", "rc20"]]
FORMATS = [[], ["-v"], ["--json", "-v"]]
# Members of the report about the run, not about the program.
VARYING = [
    (re.compile(r"\d+\.\d+ s\b(?: \(\d+ %\))?"), "T s"),
    (re.compile(r"\d+ executions? per second, peak memory \d+ KiB"), "RATE"),
    (re.compile(r'"seconds":[-+.e\d]+'), '"seconds":T'),
    (re.compile(r',"workers":\{[^{}]*\}'), ""),
    (re.compile(r"^  work: .*\n", re.MULTILINE), ""),
]
failures = []
random_moments = random.Random(SEED)


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"failed: {what}", flush=True)
    return holds


class Drover:
    """The program, called in one folder."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def start(self, words):
        return subprocess.Popen([self.program, *map(str, words)], cwd=self.folder, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def run(self, *words):
        """The exit status, and what is printed: on the output, on the error output."""
        with self.start(words) as process:
            try:
                output, error = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                return None, "", f"no end after {PATIENCE} s"
        return process.returncode, without_times(output), error

    def timed(self, *words):
        """The result of `run` and its duration, to stop another run before its end."""
        began = time.monotonic()
        found = self.run(*words)
        return found, time.monotonic() - began

    def killed(self, sent, seconds, *words):
        """The exit status and the output of a run that gets a signal after so many seconds."""
        with self.start(words) as process:
            try:
                output, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(sent)
                output, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, output


def without_times(text):
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text


def is_stopped(output):
    """Whether the run of a JSON report was stopped before its end."""
    return bool(re.search(r'"stop":"(max-time|max-executions|interrupted)"', output))


def told(words):
    return " ".join(pathlib.Path(str(word)).name if "/" in str(word) else str(word)
                    for word in words)


def expect_same(found, expected, what):
    if expect(found == expected, f"{what}: another report"):
        return
    for there, here in zip(expected, found or ()):
        # JSON is one line.
        there, here = (str(each).replace(',"', ',\n"').splitlines() for each in (there, here))
        different = list(difflib.unified_diff(there, here, "expected", "found", "", "", 0, ""))
        print("\n".join(f"  {line[:200]}" for line in different[:DIFFERENCES]), flush=True)


def expect_refused(drover, words, *phrases, status=WRONG):
    """The call ends with the status, and its message has the phrases."""
    found, output, error = drover.run(*words)
    said = output + error
    what = f"{told(words)}: status {found}, {said.strip()!r}"
    expect(found == status and said.strip() and all(phrase in said for phrase in phrases),
           f"{what}; expected status {status} and {phrases}")
    expect("what():" not in said and "terminate" not in said, what)


# ---- broken programs

def check_broken_programs(drover):
    files = sorted((BENCH / "broken").glob("*.drv"))
    expect(len(files) >= 10, f"{len(files)} programs in bench/programs/broken")
    for file in files:
        for size in (1, 2):
            status, output, _ = drover.run("check", "-D", f"N={size}", "-j", 2, file)
            expect(status == VIOLATED, f"{file.name}({size}) is not a violation: {output}")


# ---- threads

def check_threads(drover):
    turn = 0
    for number, (file, options) in enumerate(SMALL):
        for way in [WAYS[0], WAYS[1 + number % 3], MORE_WAYS[number % len(MORE_WAYS)]]:
            for errors in ([], ["--all-errors"]):
                turn += 1
                words = ["check", *way, *options, *errors, *FORMATS[turn % len(FORMATS)], file]
                expected = drover.run(*words, "-j", 1)
                expect(expected[0] in (VERIFIED, VIOLATED, INCOMPLETE) or not expected[1],
                       f"{told(words)}: status {expected[0]}")
                for jobs in (2, 7):
                    expect_same(drover.run(*words, "-j", jobs), expected,
                                f"{told(words)} -j {jobs}")
    files = [*sorted(COUNTS.glob("*.drv")), *sorted((ROOT / "examples").glob("*.drv"))]
    for way in WAYS:
        for form in ([], ["--json", "-v"]):
            words = ["check", *way, "--all-errors", *form, *files]
            expected = drover.run(*words, "-j", 1)
            for jobs in (2, 7, 0):
                expect_same(drover.run(*words, "-j", jobs), expected,
                            f"{told(words[:5])} (all small programs) -j {jobs}")


def check_simulation(drover):
    """Threads that one thread plays: the same report, and the same division of the work each time."""
    words = ["check", "--all-errors", BENCH / "casrot.drv", "-D",
             "N=11" if IS_SANITIZED else "N=12"]
    expect_same(drover.run(*words, "-j", 8, "--simulate"), drover.run(*words), "--simulate")
    shares = []
    many = 16 if IS_SANITIZED else 64  # then the threads have less to share
    for _ in range(2):
        with drover.start([*words, "-j", many, "--simulate", "--json"]) as process:
            shares.append(json.loads(process.communicate(timeout=PATIENCE)[0])["workers"])
    expect(shares[0] == shares[1], f"--simulate: not the same each time: {shares}")
    events = shares[0]["events"]
    expect(len(events) == many and min(events) * many >= 0.8 * sum(events),
           f"--simulate: the work is not evenly divided: {events}")


def check_buffering(drover):
    """`lb` on graphs of more than 256 events, where steps are long; and where a computation fails."""
    (drover.folder / "large.drv").write_text(
        "shared x, y, z; thread a { i := 0; while (i < 260) { z@rlx := i; i := i + 1; } r := x@rlx;\n"
        "y@rlx := r + 1; } thread b { s := y@rlx; x@rlx := 1; x@rlx := s; }\n"
        "thread c { t := y@rlx; x@rlx := t; }\n")
    words = ["large.drv", "-m", "imm", "--unroll", 400]
    expected = drover.run("check", *words)
    expect(expected[0] == VERIFIED and "(lb)" in expected[1], f"large graphs: {expected}")
    for more in (["--simulate", "-j", 3], ["-j", 3]):
        expect_same(drover.run("check", *words, *more), expected, f"large graphs {told(more)}")
    drover.run("split", *words, "--items", 4, "-o", "large")
    for piece in pieces_of(drover, "large"):
        expect(drover.run("work", piece)[0] == VERIFIED, f"work on large graphs: {piece}")
    expect_same(drover.run("merge", "large"), expected, "large graphs in pieces")
    # An error comes before the failure, or behind it: the report is that of one worker.
    chain = " ".join(f"z{i}@rlx := 1; z{i}@rlx := 2;" for i in range(6))
    reads = " ".join(f"p{i} := z{i}@rlx;" for i in range(6))
    cells = ", ".join(f"z{i}" for i in range(6))
    for value in (0, 1, 2):
        holds = " || ".join(f"p{i} != {value}" for i in range(6))
        (drover.folder / "fails.drv").write_text(
            f"shared x, {cells}; thread a {{ r := x@rlx; d := 4 / (3 - r); }}\n"
            f"thread b {{ x@rlx := 3; }} thread e {{ {chain} }}\n"
            f"thread c {{ {reads} assert({holds}); }}\n")
        expected = drover.run("check", "fails.drv", "-m", "imm", "-j", 1)
        expect(expected[0] == VIOLATED, f"a failure and an error: {expected}")
        for jobs in (2, 4):
            expect_same(drover.run("check", "fails.drv", "-m", "imm", "-j", jobs), expected,
                        f"a failure and an error, -j {jobs}")


# ---- checkpoints

# Some tenths of a second each: two that are safe, one whose errors do not stop it, one that stops.
LONG = [
    [BENCH / "casrot.drv", "-D", "N=12"],
    [BENCH / "safestack.drv", "-D", "FIRST=2", "-D", "SECOND=2", "-D", "THIRD=1"],
    [BENCH / "broken" / "mcslock.drv", "-D", "N=5", "--all-errors"],
    [BENCH / "broken" / "treiber-aba.drv", "-D", "N=4"],
]
# Executions after which each of them is stopped.
LIMITS = [200_000, 12_000, 30_000, 9000]
if IS_SANITIZED:
    LONG = [
        [BENCH / "casrot.drv", "-D", "N=10"],
        [BENCH / "safestack.drv", "-D", "FIRST=2", "-D", "SECOND=1", "-D", "THIRD=1"],
        [BENCH / "broken" / "mcslock.drv", "-D", "N=4", "--all-errors"],
        [BENCH / "broken" / "treiber-aba.drv", "-D", "N=3"],
    ]
    LIMITS = [10_000, 600, 1000, 450]


def resume_until_the_end(drover, words, state, stop_again):
    """The report of a run that is stopped again and again, and how often it was."""
    count = 0
    start = ["check", "--checkpoint", state]
    while stop_again(start + words):
        count += 1
        start = ["check", "--checkpoint", state, "--resume", state]
        if not expect(count < 200, f"{told(words)}: no progress"):
            break
        if not expect((drover.folder / state).exists(), f"{told(words)}: no checkpoint"):
            return None, count
    if (drover.folder / state).exists() and count:
        start = ["check", "--resume", state]
    return drover.run(*start, *words), count


def kept_report(drover, words, state):
    """The report of a run with a checkpoint, which must be that of a plain run except for the
    number of graphs explored in vain."""
    report = drover.run("check", "--checkpoint", state, *words)
    expect_same(without_vain(report), without_vain(drover.run("check", *words)),
                f"{told(words)} with a checkpoint")
    return report


def check_limits(drover):
    """Runs that --max-time and --max-executions stop."""
    for number, program in enumerate(LONG):
        words = ["-v", "-j", 1 + number % 2, *program]
        _, seconds = drover.timed("check", *words)
        kept = kept_report(drover, words, f"limits-{number}.state")
        for name, limit in (("--max-executions", LIMITS[number]),
                            ("--max-time", round(seconds / 4, 3))):
            def stop(call):
                status, output, error = drover.run(*call, "--json", name, limit)
                expect(status in (VERIFIED, VIOLATED, INCOMPLETE),
                       f"{told(call)} {name} {limit}: status {status} {error}")
                return is_stopped(output)
            found, count = resume_until_the_end(drover, words, f"limits-{number}{name}.state", stop)
            print(f"{told(words)} {name} {limit}: stopped {count} times")
            expect_same(found, kept, f"{told(words)} {name}, stopped {count} times")


def check_signals(drover):
    for number, program in enumerate(LONG):
        for jobs in (1, 2):
            words = ["--json", "-j", jobs, *program]
            _, seconds = drover.timed("check", *words)
            kept = kept_report(drover, words, f"signals-{number}-{jobs}-whole.state")
            signals = [signal.SIGINT, signal.SIGTERM]

            def stop(call):
                if not signals:
                    return False
                sent = signals.pop()
                moment = random_moments.uniform(0.1, 0.4) * seconds
                status, output = drover.killed(sent, moment, *call)
                expect(status in (VERIFIED, VIOLATED, INCOMPLETE, -sent),
                       f"{told(call)}, {sent.name}: status {status}")
                # A signal that comes before Drover listens ends it, and there is no state yet.
                return is_stopped(output)
            found, count = resume_until_the_end(drover, words, f"signals-{number}-{jobs}.state",
                                                stop)
            print(f"{told(words)}: {count} signals")
            expect_same(found, kept, f"{told(words)}, after {count} signals")


def check_kills(drover):
    for number, program in enumerate(LONG[:3]):
        for jobs in (1, 2):
            words = ["--json", "-j", jobs, "--checkpoint-every", 0.02, *program]
            state = f"kills-{number}-{jobs}.state"
            expected, seconds = drover.timed("check", *words[:3], *program)
            start, kills = ["--checkpoint", state], 0
            for _ in range(8):
                moment = random_moments.uniform(0.1, 0.6) * seconds
                status, _ = drover.killed(signal.SIGKILL, moment, "check", *start, *words)
                if status != -signal.SIGKILL:
                    expect(status == expected[0], f"{told(words)}: status {status}")
                    break
                kills += 1
                if (drover.folder / state).exists():
                    start = ["--checkpoint", state, "--resume", state]
            print(f"{told(words)}: killed {kills} times")
            expect(kills > 0, f"{told(words)}: was never killed")
            expect_same(drover.run("check", *start, *words), expected,
                        f"{told(words)}, killed {kills} times")
            left = [each.name for each in drover.folder.glob(f"{state}?*")]
            expect(len(left) <= kills, f"{told(words)} leaves {left} behind")


def check_other_algorithms(drover):
    """Algorithms whose runs cannot be divided: calls are refused at once, or resumed correctly."""
    for number, words in enumerate([
            [BENCH / "twalock.drv", "-D", "N=4", "-m", "wrc11"],
            [BENCH / "rvf" / "growth.drv", "-D", "N=8", "-m", "sc"],
            [BENCH / "sbn.drv", "-D", "N=7", "-m", "sc", "-a", "rvf"],
            [BENCH / "casrot.drv", "-D", "N=9", "-m", "rc11", "-a", "rcmc"],
            [BENCH / "casrot.drv", "-D", "N=8", "-m", "sc", "-a", "dpor"],
            [BENCH / "ainc.drv", "-D", "N=3", "-m", "rc11", "-a", "enumerate"],
            [BENCH / "ainc.drv", "-D", "N=3", "-m", "sc", "-a", "interleave"],
    ]):
        expected, seconds = drover.timed("check", *words)
        state = f"other-{number}.state"
        for limit in (["--max-executions", 20], ["--max-time", round(seconds / 4, 3)]):
            call = ["check", *words, *limit, "--checkpoint", state]
            status, _, error = drover.run(*call)
            if status == WRONG:
                expect("--checkpoint" in error, f"{told(call)}: {error}")
            elif status == INCOMPLETE:
                expect_same(drover.run("check", *words, "--resume", state), expected, told(call))
        folder = f"other-{number}"
        status, _, error = drover.run("split", *words, "--items", 3, "-o", folder)
        if status == WRONG:
            expect("split" in error, f"split {told(words)}: {error}")
            continue
        pieces = pieces_of(drover, folder)
        expect(not pieces or drover.run("work", *pieces)[0] == VERIFIED, f"work {told(words)}")
        expect_same(drover.run("merge", folder), expected, f"merge of {told(words)}")


# [SPORE] Example 6, made larger by more threads: the run starts again without symmetry.
CYCLE = """shared x, y, z;
thread t1 { x@rlx := 2; }
thread t(i in 2..3) { r := x@rlx; if (r == 2) { y@rlx := 1; } }
thread t4 { a := y@rlx; x@rlx := 1; }
thread n(i in 1..6) { s := xchg@rlx(z, i); }
"""


def check_lost_symmetry(drover):
    (drover.folder / "cycle.drv").write_text(CYCLE)
    expected = drover.run("check", "cycle.drv")
    for jobs in (2, 7):
        expect_same(drover.run("check", "-j", jobs, "cycle.drv"), expected, f"cycle -j {jobs}")

    def stop(call):
        return is_stopped(drover.run(*call, "--json", "--max-executions", 3000)[1])
    found, count = resume_until_the_end(drover, ["cycle.drv"], "cycle.state", stop)
    expect(count > 3, f"cycle: stopped {count} times")
    expect_same(found, expected, f"cycle, stopped {count} times")
    # Pieces are explored independently: the report is right, or there is none.
    drover.run("split", "cycle.drv", "--items", 4, "-o", "cycle")
    expect(drover.run("work", *pieces_of(drover, "cycle"))[0] == VERIFIED, "work on a cycle")
    merged = drover.run("merge", "cycle")
    expect(merged == expected or (merged[0] == WRONG and "--no-symmetry" in merged[2]),
           f"merge of a cycle: {merged}")


def check_memory(drover):
    words = ["-D", "N=11" if IS_SANITIZED else "N=12", BENCH / "casrot.drv"]
    call = ["check", "--max-memory", 1, "--checkpoint", "memory.state", *words]
    status, output, complaints = drover.run(*call)
    expect(status == INCOMPLETE and "--max-memory" in output + complaints,
           f"--max-memory 1: {status}, {output} {complaints}")
    if "--max-memory" not in output:  # it was stopped before the exploration began: there is no state
        return
    expect_same(drover.run("check", "--resume", "memory.state", *words),
                drover.run("check", *words), "resumed after --max-memory")


# ---- searches for modes

RELAX = ROOT / "examples" / "relax"
# `relax` and `repair`: some tenths of a second each.
SEARCHES = [
    ["relax", RELAX / "ticket-lock.drv", "-D", "N=4"],
    ["relax", RELAX / "mcs-lock.drv", "-D", "N=3"],
    ["relax", "--same-outcomes", RELAX / "seqlock.drv"],
    ["relax", RELAX / "chase-lev.drv"],
    ["repair", "--cost", "all", ROOT / "tests" / "golden" / "reports" / "repair-mp.drv"],
    ["relax", "-m", "aarch64", ROOT / "tests" / "golden" / "reports" / "relax-machine.drv"],
]


def check_searches(drover):
    """Searches for modes: on threads, stopped by limits, by signals and killed, and resumed."""
    for number, words in enumerate(SEARCHES):
        expected, seconds = drover.timed(*words, "--json")
        for jobs in (2, 3):
            expect_same(drover.run(*words, "--json", "-j", jobs), expected, f"{told(words)} -j {jobs}")
        state = f"search-{number}.state"
        counts = {}
        for how in ("--max-executions", "--max-time", signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            name = how if isinstance(how, str) else how.name
            (drover.folder / state).unlink(missing_ok=True)
            start, most = ["--checkpoint", state, "--checkpoint-every", 0.02], 1
            counts[name] = 0
            for _ in range(12):
                call = [*words, "--json", *start]
                if how == "--max-executions":
                    status = drover.run(*call, how, most)[0]
                    most *= 2
                elif how == "--max-time":
                    status = drover.run(*call, how, max(0.001, round(seconds / 4, 3)))[0]
                else:
                    moment = random_moments.uniform(0.1, 0.7) * seconds
                    status, _ = drover.killed(how, moment, *call)
                if status == expected[0]:
                    break
                stopped = (INCOMPLETE,) if isinstance(how, str) else (INCOMPLETE, -how)
                expect(status in stopped, f"{told(call)}, {name}: status {status}")
                counts[name] += 1
                if (drover.folder / state).exists():
                    start = ["--checkpoint", state, "--checkpoint-every", 0.02, "--resume", state]
            if (drover.folder / state).exists():
                expect_same(drover.run(*words, "--json", "--resume", state), expected,
                            f"{told(words)}, stopped {counts[name]} times by {name}")
        print(f"{told(words)}: stopped", ", ".join(f"{name} {n}" for name, n in counts.items()))
        expect(sum(counts.values()) > 0, f"{told(words)} was never stopped")


def other_versions(state, start):
    """The state as an earlier and as a later version would have written it."""
    version = state[len(start):state.index(b"\n")]
    expect(state.startswith(start) and version.isdigit(), f"{start.decode()}and a number begin it")
    rest = state[len(start) + len(version):]
    return [start + b"%d" % (int(version) + change) + rest for change in (-1, 1)]


def check_wrong_search_states(drover):
    program = RELAX / "seqlock.drv"
    expect(drover.run("relax", program, "--checkpoint", "good.state")[0] == VERIFIED, "no state")
    whole = (drover.folder / "good.state").read_bytes()
    expect(len(whole) < 200_000, f"a checkpoint of the seqlock has {len(whole)} bytes")
    run = ["check", "--checkpoint", "run.state", "--max-executions", 3, BENCH / "casrot.drv"]
    expect(drover.run(*run)[0] == INCOMPLETE, "no state of a run")

    def refused(name, text, *phrases, call=("relax", program)):
        if text is not None:
            (drover.folder / name).write_bytes(text)
        expect_refused(drover, [*call, "--resume", name], name, *phrases)

    for size in (1, 10, 20, len(whole) // 2, len(whole) - 1):
        refused("truncated.state", whole[:size])
    refused("empty.state", b"")
    refused("longer.state", whole + b"x", "damaged")
    for _ in range(12):
        position = random_moments.randrange(len(whole))
        changed = bytes([whole[position] ^ (1 << random_moments.randrange(8))])
        refused("damaged.state", whole[:position] + changed + whole[position + 1:])
    refused("foreign.state", b"\x7fELF and so on" * 100, "not the state of a search")
    for other in other_versions(whole, b"drover search "):
        refused("other.state", other, "version")
    refused("missing.state", None, "no such file")
    refused("run.state", None, "drover check")
    expect_refused(drover, ["check", "--resume", "good.state", program], "drover relax")
    (drover.folder / "other.drv").write_text(program.read_text() + "// Another.\n")
    refused("good.state", None, "another program", call=("relax", "other.drv"))
    refused("good.state", None, "another command", call=("repair", program))
    refused("good.state", None, "another model", "tso", call=("relax", "-m", "tso", program))
    refused("good.state", None, "--unroll", call=("relax", "--unroll", 7, program))
    refused("good.state", None, "--group", call=("relax", "--group", "function", program))
    refused("good.state", None, "--same-outcomes", call=("relax", "--same-outcomes", program))
    refused("good.state", None, "--cost", call=("relax", "--cost", "power", program))
    lock = RELAX / "ticket-lock.drv"
    expect(drover.run("relax", lock, "--checkpoint", "lock.state")[0] == VERIFIED, "no state")
    refused("lock.state", None, "-D", call=("relax", "-D", "N=3", lock))
    expect_refused(drover, ["relax", "--checkpoint", "nowhere/s.state", program], "nowhere/s.state")
    expect_refused(drover, ["relax", "--checkpoint", "s", program, "other.drv"], "--checkpoint")
    expect_refused(drover, ["relax", "--checkpoint-every", "1", program], "--checkpoint")
    expect_refused(drover, ["relax", "--checkpoint", "", program], "--checkpoint")


def check_wrong_states(drover):
    program = [BENCH / "casrot.drv"]
    sizes = ["-D", "N=11"]
    words = ["--max-executions", 100, *sizes, *program]
    expect(drover.run("check", "--checkpoint", "good.state", *words)[0] == INCOMPLETE,
           "no state to begin with")
    whole = (drover.folder / "good.state").read_bytes()
    expect(len(whole) < 100_000, f"a checkpoint of casrot(11) has {len(whole)} bytes")

    def refused(name, text, *phrases, call=(*sizes, *program)):
        if text is not None:
            (drover.folder / name).write_bytes(text)
        before = (drover.folder / name).read_bytes() if text is not None else None
        expect_refused(drover, ["check", "--resume", name, "--checkpoint", name, *call], name,
                       *phrases)
        if text is not None:
            expect((drover.folder / name).read_bytes() == before, f"{name} was written over")

    for size in (1, 10, 20, len(whole) // 2, len(whole) - 1):
        refused("truncated.state", whole[:size])
    refused("empty.state", b"")
    refused("longer.state", whole + b"x", "damaged")
    for _ in range(12):
        position = random_moments.randrange(len(whole))
        changed = bytes([whole[position] ^ (1 << random_moments.randrange(8))])
        refused("damaged.state", whole[:position] + changed + whole[position + 1:])
    refused("foreign.state", b"\x7fELF and so on" * 100, "not the state of a run")
    for other in other_versions(whole, b"drover state "):
        refused("other.state", other, "version")
    refused("missing.state", None, "no such file")
    expect_refused(drover, ["check", "--resume", ".", *sizes, *program], "`.`")
    # Another run.
    (drover.folder / "other.drv").write_text(program[0].read_text() + "// Another.\n")
    refused("good.state", whole, "another program", call=[*sizes, "other.drv"])
    refused("good.state", whole, "-D", call=["-D", "N=10", *program])
    refused("good.state", whole, "-D", call=program)
    refused("good.state", whole, "another model", "tso", call=["-m", "tso", *sizes, *program])
    refused("good.state", whole, "--unroll", call=["--unroll", 7, *sizes, *program])
    refused("good.state", whole, "--all-errors", call=["--all-errors", *sizes, *program])
    refused("good.state", whole, "reductions", call=["--no-symmetry", *sizes, *program])
    refused("good.state", whole, "algorithm", call=["-a", "spore", *sizes, *program])
    refused("good.state", whole, "--fail-on", call=["--fail-on", "race", *sizes, *program])
    # Another text of the same mapping.
    mapping = drover.folder / "own.json"
    mapping.write_text((ROOT / "mapping" / "tables" / "c11-aarch64.json").read_text())
    call = ["-m", "aarch64", "--mapping", mapping, *sizes, *program]
    expect(drover.run("check", "--checkpoint", "own.state", "--max-executions", 10, *call)[0] == INCOMPLETE,
           "a state with a mapping")
    of_mapping = (drover.folder / "own.state").read_bytes()
    mapping.write_text(mapping.read_text() + "\n")
    refused("own.state", of_mapping, "another text of the mapping", call=call)


def check_failed_writes(drover):
    words = ["-D", "N=11", BENCH / "casrot.drv"]
    limit = ["--max-executions", 1000]
    expect_refused(drover, ["check", "--checkpoint", "nowhere/run.state", *limit, *words],
                   "nowhere/run.state")
    expect_refused(drover, ["check", "--checkpoint", ".", *limit, *words], "--checkpoint")
    disk = drover.folder / "disk"
    disk.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True)
    if not mounted or mounted.returncode != 0:
        print("skipped: a full disk (a tmpfs cannot be mounted here)")
        return
    try:
        check_full_disk(drover, disk, words, limit)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def check_full_disk(drover, disk, words, limit):
    expected = drover.run("check", *words)
    state = disk / "run.state"
    expect(drover.run("check", "--checkpoint", state, *limit, *words)[0] == INCOMPLETE,
           "checkpoint on a disk with room")
    before = state.read_bytes()
    with (disk / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 4096)
        except OSError:
            pass
    expect_refused(drover, ["check", "--resume", state, "--checkpoint", state, *limit, *words],
                   "run.state")
    expect(state.exists() and state.read_bytes() == before, "a full disk: the older state is lost")
    left = sorted(each.name for each in disk.iterdir())
    expect(left == ["filler", "run.state"], f"a full disk: {left} is left behind")
    found = drover.run("check", "--resume", state, *words)
    expect_same(found, expected, "resumed after a full disk")


# ---- pieces

PIECES = [
    ([BENCH / "casrot.drv", "-D", "N=9"], 10),
    ([BENCH / "casrot.drv", "-D", "N=2"], 100),
    ([BENCH / "twalock.drv", "-D", "N=5"], 7),
    ([BENCH / "msqueue-multiset.drv", "-D", "N=5"], 5),
    ([BENCH / "rdcss.drv", "-D", "N=3", "-m", "sc"], 9),
    ([BENCH / "sbn.drv", "-D", "N=7", "-m", "tso"], 4),
    ([BENCH / "broken" / "fib_bench.drv", "-D", "N=4"], 6),
    ([BENCH / "broken" / "fib_bench.drv", "-D", "N=4", "--all-errors"], 6),
    ([BENCH / "broken" / "treiber-aba.drv", "-D", "N=3"], 12),
    ([BENCH / "broken" / "treiber-aba.drv", "-D", "N=3", "--all-errors", "-m", "tso"], 12),
    ([BENCH / "broken" / "mcslock.drv", "-D", "N=3", "--all-errors"], 3),
    ([COUNTS / "iriw-rlx.drv", "-m", "ra"], 5),
    # Under models of machines the program is compiled; with its modes, the verdicts are others.
    ([EXAMPLES / "store-buffering.drv", "-m", "aarch64"], 3),
    ([EXAMPLES / "message-passing.drv", "-m", "aarch64"], 3),
    ([EXAMPLES / "message-passing.drv", "-m", "riscv"], 3),
    ([EXAMPLES / "message-passing.drv", "-m", "ppc"], 3),
    ([EXAMPLES / "message-passing.drv", "-m", "lkmm"], 3),
    ([BENCH / "sbn.drv", "-D", "N=5", "-m", "imm"], 4),
    ([EXAMPLES / "c" / "publish.c"], 3),
    ([EXAMPLES / "c" / "publish.c", "-m", "aarch64", "--all-errors"], 3),
    ([EXAMPLES / "c" / "counter.c", "-m", "sc"], 3),
]
# It includes a file, and asserts something in it.
C_PROGRAM = """#include <pthread.h>
#include <stdatomic.h>
#include "shared.h"
void *write(void *unused) {
  for (int i = 1; i <= 6; ++i) { PUT(x, i); PUT(y, i); }
  return unused;
}
void *read(void *unused) {
  for (int i = 0; i < 4; ++i) { int b = GET(y); int a = GET(x); check(a, b); }
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write, 0);
  pthread_create(&threads[1], 0, read, 0);
}
"""
C_HEADER = """#include <assert.h>
atomic_int x, y;
#define PUT(cell, value) atomic_store_explicit(&cell, value, memory_order_relaxed)
#define GET(cell) atomic_load_explicit(&cell, memory_order_relaxed)
static void check(int a, int b) { assert(a >= b); }
"""


def pieces_of(drover, folder):
    return sorted(f"{folder}/{each.name}" for each in (drover.folder / folder).iterdir()
                  if re.fullmatch(r"\d+", each.name))


def check_pieces(drover):
    for number, (words, items) in enumerate(PIECES):
        folder = f"pieces-{number}"
        status, _, error = drover.run("split", *words, "--items", items, "-o", folder)
        if not expect(status == VERIFIED, f"split {told(words)}: status {status}, {error}"):
            continue
        pieces = pieces_of(drover, folder)
        expect(len(pieces) <= items, f"split {told(words)}: {len(pieces)} pieces, not {items}")
        random_moments.shuffle(pieces)
        for part in (pieces[0::2], pieces[1::2]):
            if part:
                status, output, error = drover.run("work", "-j", 1 + number % 2, *part)
                expect(status == VERIFIED, f"work {told(words)}: status {status}, {error}")
        for form in FORMATS:
            expect_same(without_vain(drover.run("merge", *form, folder)),
                        without_vain(drover.run("check", *form, *words)),
                        f"merge of {told(words)} {form}")


def without_vain(run):
    """A run without the numbers of graphs explored in vain: pieces have more, since they do without
    the reductions that a run might have to take back."""
    status, output, error = run
    output = re.sub(r'"(stale|dead_ends)":\d+,', "", output)
    return status, re.sub(r".* (explored in vain|given up before the end): .*\n", "", output), error


def check_missing_pieces(drover):
    words = [BENCH / "casrot.drv", "-D", "N=9"]
    expected = drover.run("check", *words)
    drover.run("split", *words, "--items", 6, "-o", "kept")
    pieces = pieces_of(drover, "kept")
    expect_refused(drover, ["merge", "kept"], "0001", "not done", status=INCOMPLETE)
    expect(drover.run("work", *pieces[:-1])[0] == VERIFIED, "work")
    expect_refused(drover, ["merge", "kept"], pieces[-1], "not done", status=INCOMPLETE)
    # A piece that is lost before it is done, one that is damaged, one of another run.
    lost = drover.folder / pieces[-1]
    whole = lost.read_bytes()
    lost.unlink()
    expect_refused(drover, ["merge", "kept"], pieces[-1])
    expect_refused(drover, ["work", pieces[-1]], pieces[-1])
    lost.write_bytes(whole[:-3])
    expect_refused(drover, ["merge", "kept"], pieces[-1], "damaged")
    expect_refused(drover, ["work", pieces[-1]], pieces[-1], "damaged")
    drover.run("split", *words[:-1], "N=10", "--items", 6, "-o", "of-another")
    lost.write_bytes((drover.folder / "of-another" / "0001").read_bytes())
    expect_refused(drover, ["work", pieces[-1]], pieces[-1], "another")
    lost.write_bytes(whole)
    # A piece done twice, also at the same time, counts once.
    expect(drover.run("work", pieces[-1])[0] == VERIFIED, "work on the last piece")
    expect(drover.run("work", *pieces)[0] == VERIFIED, "work on all pieces again")
    expect_same(drover.run("merge", "kept"), expected, "merge of pieces done twice")
    done = drover.folder / f"{pieces[0]}.done"
    kept = done.read_bytes()
    done.write_bytes(kept[:len(kept) // 2])
    expect_refused(drover, ["merge", "kept"], f"{pieces[0]}.done", "damaged")
    done.unlink()
    with drover.start(["work", *pieces]) as one, drover.start(["work", *reversed(pieces)]) as other:
        for process in (one, other):
            output, error = process.communicate(timeout=PATIENCE)
            expect(process.returncode == VERIFIED, f"two at once: {process.returncode} {error}")
    expect_same(drover.run("merge", "kept"), expected, "merge after two at once")
    # The same piece twice in one call, and all files of the folder, as `work DIR/*` has them.
    done.unlink()
    for _ in range(4):
        done.unlink(missing_ok=True)
        status, _, error = drover.run("work", "-j", 2, pieces[0], pieces[0])
        expect(status == VERIFIED, f"a piece twice in one call: status {status}, {error}")
    drover.run("work", *sorted(f"kept/{each.name}" for each in (drover.folder / "kept").iterdir()))
    odd = [each.name for each in (drover.folder / "kept").iterdir()
           if not re.fullmatch(r"run|start|\d{4}(\.done)?", each.name)]
    expect(not odd, f"`work DIR/*` takes other files for pieces: {odd}")
    expect_same(drover.run("merge", "kept"), expected, "merge after `work DIR/*`")
    # The pieces are enough: the program may be gone, the folder moved.
    copy = drover.folder / "gone.drv"
    copy.write_text(words[0].read_text())
    drover.run("split", "gone.drv", "-D", "N=9", "--items", 3, "-o", "moved")
    expected = drover.run("check", "gone.drv", "-D", "N=9")
    copy.unlink()
    (drover.folder / "moved").rename(drover.folder / "moved-on")
    expect(drover.run("work", *pieces_of(drover, "moved-on"))[0] == VERIFIED, "work after a move")
    expect_same(drover.run("merge", "moved-on"), expected, "merge after a move")
    # So they are where a C program includes a file.
    files = {"gone.c": C_PROGRAM, "shared.h": C_HEADER}
    for name, text in files.items():
        (drover.folder / name).write_text(text)
    expected = drover.run("check", "--all-errors", "gone.c")
    expect(expected[0] == VIOLATED and "shared.h" in expected[1], f"a C program: {expected}")
    status, _, error = drover.run("split", "--all-errors", "gone.c", "--items", 3, "-o", "moved-c")
    expect(status == VERIFIED, f"split of a C program: {error}")
    for name in files:
        (drover.folder / name).unlink()
    expect(pieces_of(drover, "moved-c"), "a C program without pieces")
    expect(drover.run("work", *pieces_of(drover, "moved-c"))[0] == VERIFIED, "work without its files")
    expect_same(drover.run("merge", "moved-c"), expected, "merge of a C program without its files")


def check_killed_work(drover):
    words = [BENCH / "casrot.drv", "-D", "N=13"]
    expected, seconds = drover.timed("check", *words)
    drover.run("split", *words, "--items", 2, "-o", "killed")
    pieces = pieces_of(drover, "killed")
    kills = 0
    for turn in range(10):
        moment = random_moments.uniform(0.1, 0.7) * seconds
        status, _ = drover.killed(signal.SIGKILL, moment, "work", "--checkpoint-every", 0.02,
                                  "-j", 1 + turn % 2, *pieces)
        kills += status == -signal.SIGKILL
    expect(kills > 0, "work was never killed")
    expect(any((drover.folder / f"{each}{end}").exists() for each in pieces
               for end in (".part", ".done")), "a killed `work` leaves nothing behind")
    status, output, error = drover.run("work", "--max-time", seconds / 10, *pieces)
    expect(status in (VERIFIED, INCOMPLETE), f"work --max-time: status {status}, {error}")
    while drover.killed(signal.SIGTERM, seconds / 2, "work", *pieces)[0] != VERIFIED:
        kills += 1
        if not expect(kills < 100, "work: no progress"):
            break
    print(f"work: killed {kills} times")
    expect_same(drover.run("merge", "killed"), expected, f"merge after {kills} kills")
    expect(not list((drover.folder / "killed").glob("????.part")), "work: .part is left behind")


def check_gnu_parallel(drover):
    version = shutil.which("parallel") and subprocess.run(
        ["parallel", "--version"], capture_output=True, text=True).stdout
    if not version or "GNU" not in version:
        print("skipped: GNU parallel (it is not installed here)")
        return
    words = [BENCH / "twalock.drv", "-D", "N=5"]
    drover.run("split", *words, "--items", 20, "-o", "parallel")
    finished = subprocess.run(
        ["parallel", "--will-cite", "-j", "2", drover.program, "work", ":::",
         *pieces_of(drover, "parallel")],
        cwd=drover.folder, capture_output=True, text=True, timeout=PATIENCE)
    expect(finished.returncode == 0, f"parallel: {finished.stdout}{finished.stderr}")
    expect_same(drover.run("merge", "parallel"), drover.run("check", *words), "GNU parallel")


# ---- bad input

def check_bad_input(drover):
    (drover.folder / "full").mkdir()
    (drover.folder / "full" / "file").write_text("x\n")
    (drover.folder / "empty").mkdir()
    program, other = BENCH / "casrot.drv", BENCH / "ainc.drv"
    for words, phrases in [
            (["check", "-j", "-1", program], ["-j"]),
            (["check", "-j", "x", program], ["-j", "x"]),
            (["check", "-j", "1.5", program], ["-j"]),
            (["check", "-j", "99999999999999999999", program], ["-j"]),
            (["check", "--simulate", program], ["--simulate", "--jobs"]),
            (["check", "--simulate", "-j", 2, "--estimate", program], ["--simulate"]),
            (["check", "--simulate", "-j", 2, "--max-executions", 3, program], ["--simulate"]),
            (["check", "--simulate", "-j", 2, "--count-duplicates", program], ["--simulate"]),
            (["check", "--simulate", "-j", 2, "-m", "sc", "-a", "dpor", program], ["dpor"]),
            (["check", "--checkpoint", "s", program, other], ["--checkpoint"]),
            (["check", "--checkpoint", "s", "-m", "sc,tso", program], ["--checkpoint"]),
            (["check", "--checkpoint", "s", "-m", "sc", "-a", "interleave", program],
             ["interleave"]),
            (["check", "--checkpoint", "s", "--count-duplicates", program],
             ["--count-duplicates"]),
            (["check", "--checkpoint", "", program], ["--checkpoint"]),
            (["check", "--checkpoint-every", "-1", "--checkpoint", "s", program],
             ["--checkpoint-every"]),
            (["check", "--checkpoint-every", "x", "--checkpoint", "s", program],
             ["--checkpoint-every"]),
            (["check", "--checkpoint-every", "1", program], ["--checkpoint"]),
            (["check", "--resume", "s", program, other], ["--resume"]),
            (["check", "--resume", "s", "-m", "sc,tso", program], ["--resume"]),
            (["check", "--resume", "s", "-m", "sc", "-a", "interleave", program],
             ["interleave"]),
            (["check", "--max-memory", "0", program], ["--max-memory"]),
            (["check", "--max-memory", "-3", program], ["--max-memory"]),
            (["check", "--max-memory", "x", program], ["--max-memory"]),
            (["check", "--sample", "0", program], ["--sample"]),
            (["check", "--sample", "-1", program], ["--sample"]),
            (["check", "--sample", "x", program], ["--sample"]),
            (["check", "--sample", "3", "--seed", "x", program], ["--seed"]),
            (["check", "--sample", "3", "--seed", "-1", program], ["--seed"]),
            (["check", "--sample", "3", "--estimate", program], ["--sample", "--estimate"]),
            (["check", "--sample", "3", "--checkpoint", "s", program], ["--sample"]),
            (["check", "--sample", "3", "--resume", "s", program], ["--sample"]),
            (["check", "--sample", "3", "-m", "sc", "-a", "dpor", program], ["--sample"]),
            (["check", "--sample", "3", "-m", "wrc11", program], ["--sample"]),
            (["check", "--estimate", "--checkpoint", "s", program], ["--estimate"]),
            (["check", "--estimate", "-m", "sc", "-a", "rvf", program], ["--estimate"]),
            (["check", "--estimate", "-m", "wrc11", program], ["--estimate"]),
            (["check", "--progress", "x", program], ["--progress"]),
            (["split", program], ["-o"]),
            (["split", program, "--items", "0", "-o", "new"], ["--items"]),
            (["split", program, "--items", "-4", "-o", "new"], ["--items"]),
            (["split", program, "--items", "x", "-o", "new"], ["--items"]),
            (["split", program, "-o", "full"], ["full", "not empty"]),
            (["split", program, "-o", "full/file"], ["full/file"]),
            (["split", program, other, "-o", "new"], ["split"]),
            (["split", program, "-m", "sc,tso", "-o", "new"], ["model"]),
            (["split", program, "-m", "sc", "-a", "dpor", "-o", "new"], ["dpor"]),
            (["split", "missing.drv", "-o", "new"], ["missing.drv"]),
            (["work"], ["PIECE"]),
            (["work", "missing/0001"], ["missing"]),
            (["work", "full/file"], ["full"]),
            (["work", "empty/0001"], ["empty"]),
            (["work", "-j", "-1", "full/file"], ["-j"]),
            (["work", "--max-time", "-1", "full/file"], ["--max-time"]),
            (["merge"], ["DIR"]),
            (["merge", "missing"], ["missing"]),
            (["merge", "empty"], ["empty"]),
            (["merge", "full/file"], ["full/file"]),
            (["merge", "full"], ["full", "split"]),
    ]:
        expect_refused(drover, words, *phrases)
        expect(not (drover.folder / "new").exists(), f"{told(words)}: makes the folder")
        shutil.rmtree(drover.folder / "new", ignore_errors=True)


# ---- MPI

def check_mpi(drover):
    program = pathlib.Path(drover.program).with_name("drover-mpi")
    if not program.exists() or not shutil.which("mpirun"):
        print("skipped: MPI (drover-mpi is not built, or mpirun is not installed)")
        return
    ranks = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", str(program)]
    for words, _ in PIECES:
        for form in FORMATS[1:]:
            call = ["check", *form, *map(str, words)]
            finished = subprocess.run([*ranks, *call], cwd=drover.folder, capture_output=True,
                                      text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
            status, output, _ = drover.run(*call)
            expect_same((finished.returncode, without_times(finished.stdout)), (status, output),
                        f"mpirun {told(call)}")


PARTS = {
    "broken": check_broken_programs,
    "threads": check_threads,
    "simulation": check_simulation,
    "buffering": check_buffering,
    "limits": check_limits,
    "signals": check_signals,
    "kills": check_kills,
    "algorithms": check_other_algorithms,
    "symmetry": check_lost_symmetry,
    "memory": check_memory,
    "states": check_wrong_states,
    "searches": check_searches,
    "search-states": check_wrong_search_states,
    "writes": check_failed_writes,
    "pieces": check_pieces,
    "missing": check_missing_pieces,
    "killed-work": check_killed_work,
    "parallel": check_gnu_parallel,
    "input": check_bad_input,
    "mpi": check_mpi,
}


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    for name in sys.argv[2:] or PARTS:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](Drover(program, pathlib.Path(folder)))
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
    print(f"scale: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
