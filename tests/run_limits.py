#!/usr/bin/env python3
"""Whether runs end when they are told to: by --max-time, SIGINT and SIGTERM, and with what was found.

Processor time is compared, not time: other processes may keep the machine busy.

usage: run_limits.py DROVER
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

# How much longer than its limit a run may take.
SLACK = 2.0
# Programs with more executions than anybody waits for: many threads, many events, long steps.
PROGRAMS = {
    "threads-400": "shared x; thread a(i in 1..400) { x := i; }",
    "threads-1000": "shared x; thread a(i in 1..1000) { x := i; }",
    "readers-300": "shared x; thread w(i in 1..300) { x := i; } thread r(i in 1..300) { a := x; }",
    "updates": "shared x, y; thread a(i in 1..9) { r := faa(x, i); y := r; s := faa(y, 1); }",
}
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"failed: {what}")


def processor_time(command, folder, seconds_to_signal=None, sent=signal.SIGTERM):
    """The exit status, what was printed, and the seconds of processor time."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        used_before = 0.0
        if seconds_to_signal is not None:
            used_before = wait_until_used(process.pid, seconds_to_signal)
            os.kill(process.pid, sent)  # not send_signal, which waits for one that has ended
        output = process.stdout.read()
        error = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, output + error, usage.ru_utime + usage.ru_stime - used_before


def wait_until_used(pid, seconds):
    """Until the process has used that much processor time."""
    ticks = os.sysconf("SC_CLK_TCK")
    used = 0.0
    for _ in range(3000):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        used = (int(fields[11]) + int(fields[12])) / ticks
        if used >= seconds:
            break
        time.sleep(0.02)
    return used


def check_time_limits(drover, folder):
    for name in PROGRAMS:
        for options in (["-m", "rc11"], ["-m", "sc", "-a", "dpor"], ["-m", "wrc11"],
                        ["-m", "tso", "-a", "spore"], ["-m", "sc", "-a", "rvf"]):
            command = [drover, "check", "--json", "--max-time", "1", *options, f"{name}.drv"]
            status, printed, used = processor_time(command, folder)
            what = f"{' '.join(command[2:])}: status {status}, {used:.1f} s"
            print(what)
            expect(status in (0, 3) and used < 1 + SLACK, what)


def check_signals(drover, folder):
    for sent in (signal.SIGINT, signal.SIGTERM):
        command = [drover, "check", "--json", "-m", "rc11", "threads-400.drv"]
        status, printed, used = processor_time(command, folder, 0.5, sent)
        expect(status == 3 and used < SLACK, f"check, {sent.name}: status {status}, {used:.1f} s")
        report = json.loads(printed)
        expect(report["stop"] == "interrupted" and report["executions"] > 0,
               f"check, {sent.name}: {report['stop']}, {report['executions']} executions")
        # `timeout` sends its signal twice in a row.
        command = ["timeout", "-s", sent.name[3:], "2", *command]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        expect(run.stdout.startswith("{") and json.loads(run.stdout)["stop"] == "interrupted",
               f"timeout -s {sent.name}: {run.stdout}{run.stderr}")
    for seconds in (0.2, 0.6, 1.0, 1.5):
        command = [drover, "report", "--max-executions", "100000000", "-o", "report.html",
                   "updates.drv"]
        status, printed, used = processor_time(command, folder, seconds, signal.SIGINT)
        expect(status == 3 and used < SLACK,
               f"report after {seconds} s: status {status}, {used:.1f} s more\n{printed}")
    for seconds in (0.2, 1.0, 3.0):
        command = [drover, "models", "compare", "--mapping", "c11-aarch64", "rc11", "aarch64",
                   "--max-events", "5"]
        status, printed, used = processor_time(command, folder, seconds, signal.SIGINT)
        expect(status == 3 and used < SLACK and "interrupted" in printed,
               f"comparison after {seconds} s: status {status}, {used:.1f} s more\n{printed}")
        expect("up to 0 events" not in printed, f"says what was not searched: {printed}")


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS.items():
            pathlib.Path(folder, f"{name}.drv").write_text(text + "\n")
        check_time_limits(drover, folder)
        check_signals(drover, folder)
    print(f"limits: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
