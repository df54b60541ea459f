#!/usr/bin/env python3
"""Checks that `drover-mpi` gives the report of `drover` with any number of processes, also if some
are killed.

Skipped if it is not built (`./make.sh mpi`), or if there is no `mpirun`.

usage: run_mpi.py DROVER [DROVER_MPI]
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
TIMEOUT = 240
PROGRAMS = {
    "lock": (pathlib.Path(__file__).parent.parent / "bench/programs/twalock.drv").read_text(),
    # The errors are far from the beginning, and in parts of the tree that are explored at a time.
    "late": """
        const N = 5;
        const K = 0;
        shared x, y;
        thread a(i in 1..N) { r := faa(x, i); y := r; }
        thread z {
          a := x; b := y; c := y;
          assert(!(a == 0 && b == 5 && c == 1));
          assert(!(a == 3 && b == 2 && c == 1));
        }
        thread w(i in 1..K) { d := y; }""",
    "wrong": "shared x; thread a { y@rel := ; }",
}
# Arguments of checks, and whether the run is long enough for every process to get a part.
RUNS = [
    (["-D", "N=5", "lock.drv"], False),
    (["-D", "N=6", "lock.drv"], True),
    (["-D", "N=5", "--no-symmetry", "-m", "tso", "lock.drv"], True),
    (["late.drv"], True),
    (["--all-errors", "late.drv"], True),
    # K = 2: explored under sc, the program is over too soon for three processes.
    (["--shortest", "-m", "sc", "-D", "K=2", "late.drv"], True),
    # A program that all processes compile for a machine.
    (["-m", "aarch64", "--all-errors", "late.drv"], False),
    (["-D", "N=4", "--max-memory", "100000", "late.drv"], False),
    (["-D", "N=6", "--checkpoint", "run", "--checkpoint-every", "0.05", "lock.drv"], True),
    (["--checkpoint", "run", "--checkpoint-every", "0.05", "late.drv"], True),
]
# Calls that are refused, and their messages.
REFUSED = [
    (["check", "wrong.drv"], "wrong.drv:1:"),
    (["check", "absent.drv"], "absent.drv"),
    (["check", "--no-such-option", "late.drv"], "--no-such-option"),
    (["check", "-m", "absent", "late.drv"], "absent"),
    (["check", "late.drv", "lock.drv"], "one program at a time"),
    (["check", "-m", "sc", "-m", "tso", "late.drv"], "one model at a time"),
    (["check", "-"], "standard input"),
    (["check", "--sample", "10", "late.drv"], "`drover check --sample`"),
    (["check", "--estimate", "late.drv"], "`drover check --estimate`"),
    (["check", "--max-executions", "10", "late.drv"], "`--max-time`"),
    (["check", "--count-duplicates", "late.drv"], "`drover check --count-duplicates`"),
    (["check", "-a", "dpor", "-m", "sc", "late.drv"], "`drover check --algo dpor`"),
    (["check", "--resume", "absent", "late.drv"], "--resume"),
    (["models"], "only `check`"),
]
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"failed: {what}")


def without_times(text):
    return re.sub(r" in [0-9.]+ s\b", " in T s", text)


class Runner:
    def __init__(self, drover, drover_mpi, folder):
        self.drover = drover
        self.drover_mpi = drover_mpi
        self.folder = folder

    def run(self, command):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False)

    def alone(self, *arguments):
        return self.run([self.drover, *arguments])

    def mpirun(self, *arguments):
        # Otherwise mpirun refuses root, and more processes than processors.
        as_root = ["--allow-run-as-root"] if os.getuid() == 0 else []
        return ["mpirun", *as_root, "--oversubscribe", "--quiet", *arguments]

    def together(self, processes, *arguments):
        return self.run(self.mpirun("-n", str(processes), self.drover_mpi, *arguments))


def check_reports(runner):
    for arguments, is_long in RUNS:
        wanted = runner.alone("check", *arguments)
        for processes, jobs in ((1, 1), (2, 1), (3, 1), (2, 2)):
            what = f"{' '.join(arguments)}, {processes} × {jobs}"
            print(what, flush=True)
            result = runner.together(processes, "check", "-j", str(jobs), *arguments)
            is_same = without_times(result.stdout) == without_times(wanted.stdout)
            expect(is_same, f"{what}: another report:\n{result.stdout}instead of:\n{wanted.stdout}")
            expect(result.stderr == wanted.stderr, f"{what}: complaints:\n{result.stderr}")
            expect(result.returncode == wanted.returncode, f"{what}: status {result.returncode}")
        if is_long:
            check_workers(runner, arguments)


def check_workers(runner, arguments):
    """All processes take part."""
    result = runner.together(3, "check", "-v", "--json", *arguments)
    events = json.loads(result.stdout)["workers"]["events"]
    print(f"  events of workers: {events}")
    expect(len(events) == 3 and min(events) > 0,
           f"{' '.join(arguments)}: some did not work: {events}")


def check_alone(runner):
    """Without mpirun it is one process."""
    wanted = runner.alone("check", "late.drv")
    result = runner.run([runner.drover_mpi, "check", "late.drv"])
    expect(without_times(result.stdout) == without_times(wanted.stdout), "alone: another report")
    expect(result.returncode == 1, f"alone: status {result.returncode}")


def check_refusals(runner):
    for arguments, told in REFUSED:
        result = runner.together(3, *arguments)
        what = f"{' '.join(arguments)}: status {result.returncode}, {result.stderr}"
        expect(result.returncode == 2 and result.stdout == "", what)
        expect(result.stderr.count(told) >= 1, what)
        lines = result.stderr.splitlines()
        expect(len(lines) == len(set(lines)) > 0, f"said more than once: {what}")
    help_text = runner.together(2, "check", "--help")
    expect(help_text.stdout == runner.alone("check", "--help").stdout, "--help is another")


def check_misfits(runner):
    """Processes that read different programs do not work together."""
    for other, told in (("lock.drv", "has another program"), ("wrong.drv", "cannot read"),
                        ("absent.drv", "cannot read")):
        result = runner.run(runner.mpirun("-n", "2", runner.drover_mpi, "check", "late.drv", ":",
                                          "-n", "1", runner.drover_mpi, "check", other))
        expect(result.returncode == 2 and result.stdout == "", f"{other}: {result.returncode}")
        expect(re.fullmatch(f"drover-mpi: process 2 on `.*` {told}.*\n", result.stderr),
               f"{other}: {result.stderr}")


def check_limits(runner):
    """A run that is stopped again and again ends with the report of one that is not."""
    arguments = ["-D", "N=7", "lock.drv"]
    wanted = runner.alone("check", *arguments)
    kept = runner.folder / "limited"
    runs = 0
    for runs in range(100):
        resume = ["--resume", kept.name] if runs > 0 else []
        result = runner.together(2 + runs % 2, "check", "--checkpoint", kept.name, *resume,
                                 "--max-time", str(1 + runs), *arguments)
        if result.returncode != 3:
            break
        expect("--max-time" in result.stdout, f"--max-time: {result.stdout}{result.stderr}")
    print(f"--max-time: {runs + 1} runs")
    expect(runs > 0, "--max-time: the first run has come to the end")
    expect(without_times(result.stdout) == without_times(wanted.stdout),
           f"--max-time: another report:\n{result.stdout}instead of:\n{wanted.stdout}")


def children_of(pid):
    tasks = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
    return sorted(int(child) for task in tasks for child in task.read_text().split())


def is_alive(pid):
    """False also for a process that has ended and is still listed (a zombie)."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def processes_of(pid, program):
    """The processes of a run, the first of the cluster first."""
    def is_one(child):
        command = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
        return command[0].decode() == program
    return [child for child in children_of(pid) if is_one(child)]


def stop_in_the_middle(runner, arguments, stop):
    """Starts three processes, waits for a checkpoint, and calls `stop` with mpirun's id and theirs."""
    kept = runner.folder / "kept"
    kept.unlink(missing_ok=True)
    command = runner.mpirun("-n", "3", runner.drover_mpi, "check", "--checkpoint", kept.name,
                            "--checkpoint-every", "0.2", *arguments)
    with subprocess.Popen(command, cwd=runner.folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        time.sleep(1.5)
        members = processes_of(process.pid, runner.drover_mpi)
        expect(len(members) == 3, f"there are three processes: {members}")
        stop(process.pid, members)
        output, _ = process.communicate(timeout=TIMEOUT)
    expect(process.returncode != 0, "mpirun says that the run has not come to its end")
    # After Ctrl-C, mpirun may end a moment before the others.
    end = time.time() + 10
    while any(map(is_alive, members)) and time.time() < end:
        time.sleep(0.1)
    expect(not any(map(is_alive, members)), "some are left")
    return output


def check_kills(runner):
    arguments = ["-D", "N=7", "lock.drv"]
    wanted = runner.alone("check", *arguments)
    stops = {
        "the first is killed": lambda _, members: os.kill(members[0], signal.SIGKILL),
        "the last is killed": lambda _, members: os.kill(members[2], signal.SIGKILL),
        "Ctrl-C": lambda mpirun, _: os.kill(mpirun, signal.SIGINT),
        "SIGTERM for the first": lambda _, members: os.kill(members[0], signal.SIGTERM),
    }
    for name, stop in stops.items():
        print(name, flush=True)
        output = stop_in_the_middle(runner, arguments, stop)
        is_killed = "killed" in name
        expect(is_killed or "stopped: interrupted" in output, f"{name}: {output}")
        left = (runner.folder / "kept").stat().st_size
        expect(left > 1000, f"{name}: the state of the run is in the file: {left} bytes")
        resumed = runner.alone("check", "--resume", "kept", *arguments)
        expect(without_times(resumed.stdout) == without_times(wanted.stdout),
               f"{name}: another report:\n{resumed.stdout}{resumed.stderr}")


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    drover_mpi = str(pathlib.Path(sys.argv[2]).resolve()) if len(sys.argv) > 2 else ""
    if not os.path.exists(drover_mpi) or not shutil.which("mpirun"):
        print("skipped: there is no drover-mpi, or no mpirun (./make.sh mpi)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS.items():
            pathlib.Path(folder, f"{name}.drv").write_text(text)
        runner = Runner(drover, drover_mpi, pathlib.Path(folder))
        for check in (check_alone, check_refusals, check_misfits, check_reports, check_limits,
                      check_kills):
            check(runner)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
