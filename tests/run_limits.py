#!/usr/bin/env python3
"""Checks that --max-time, --max-memory, SIGINT and SIGTERM end runs, and that the findings so far
are reported.

The checks compare processor time, as other processes may keep the machine busy. Bounds on memory
are well above the memory of a run that keeps its limit, and well below that of a run without one.

usage: run_limits.py DROVER
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

# How much longer than its limit a run may take.
SLACK = 2.0
# Programs with too many executions to explore: many threads, many events, long steps.
PROGRAMS = {
    "threads-400": "shared x; thread a(i in 1..400) { x := i; }",
    "threads-1000": "shared x; thread a(i in 1..1000) { x := i; }",
    "readers-300": "shared x; thread w(i in 1..300) { x := i; } thread r(i in 1..300) { a := x; }",
    "updates": "shared x, y; thread a(i in 1..9) { r := faa(x, i); y := r; s := faa(y, 1); }",
}
# Executions of thousands of events: a step takes milliseconds, and more.
LARGE = "shared x; thread a(i in 1..2) { " + "faa(x, i); " * 1500 + "}"
# Inlined calls: the program is large before it is explored.
INLINED = 14
failures = []
peaks = []


def racing_program(increments):
    """A program with a race for each pair of increments, and more, in one execution."""
    body = "  x++;\n" * increments
    return f"""#include <pthread.h>
int x;
void *one(void *a) {{
{body}  return a;
}}
void *two(void *a) {{
{body}  return a;
}}
int main(void) {{
  pthread_t p, q;
  pthread_create(&p, 0, one, 0);
  pthread_create(&q, 0, two, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  return 0;
}}
"""


def inlined_program(depth):
    calls = "".join(f"static void f{i}(void) {{ f{i - 1}(); f{i - 1}(); }}\n"
                    for i in range(1, depth + 1))
    return f"""#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void f0(void) {{ atomic_fetch_add(&x, 1); }}
{calls}void *one(void *a) {{ f{depth}(); return a; }}
int main(void) {{
  pthread_t p;
  pthread_create(&p, 0, one, 0);
  f{depth}();
  pthread_join(p, 0);
  return 0;
}}
"""


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"failed: {what}")


def processor_time(command, folder, seconds_to_signal=None, sent=signal.SIGTERM):
    """The exit status, what was printed, and the seconds of processor time.

    The most memory that it took, in MiB, is the last of `peaks`.
    """
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        used_before = 0.0
        if seconds_to_signal is not None:
            used_before = wait_until_used(process.pid, seconds_to_signal, sent)
            os.kill(process.pid, sent)  # not send_signal, which waits for one that has ended
        output = process.stdout.read()
        error = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    peaks.append(usage.ru_maxrss / 1024)
    return process.returncode, output + error, usage.ru_utime + usage.ru_stime - used_before


def wait_until_used(pid, seconds, sent):
    """Until the process has used that much processor time, and waits for that signal.

    On a busy machine even the loader's part can take that long.
    """
    ticks = os.sysconf("SC_CLK_TCK")
    used = 0.0
    for _ in range(3000):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        used = (int(fields[11]) + int(fields[12])) / ticks
        caught = re.search(r"^SigCgt:\s*(\w+)$",
                           pathlib.Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
        if used >= seconds and (caught is None or int(caught[1], 16) >> (sent - 1) & 1):
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
        # `timeout` sends its signal twice in quick succession.
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


def check_large_executions(drover, folder):
    """Runs with long steps look at the clock at every step."""
    for options in (["-m", "rc11"], ["-m", "wrc11"], ["-m", "sc", "-a", "dpor"]):
        command = [drover, "check", "--json", "--max-time", "1", *options, "large.drv"]
        status, _, used = processor_time(command, folder)
        what = f"{' '.join(command[2:])}: status {status}, {used:.1f} s"
        print(what)
        expect(status in (0, 3) and used < 1 + 2 * SLACK, what)


def check_deep_stops(drover, folder):
    """A stopped run without --checkpoint does not build its state: that takes longer than the
    run."""
    for sent in (signal.SIGINT, signal.SIGTERM):
        command = [drover, "check", "--json", "-W", "none", "-m", "sc", "inlined.c"]
        status, printed, used = processor_time(command, folder, 1.5, sent)
        what = f"{' '.join(command[2:])}, {sent.name}: status {status}, {used:.1f} s"
        print(what)
        expect(status == 3 and used < SLACK, what)


def check_many_errors(drover, folder):
    """An execution with 90 000 races: they share one graph, and not all are kept."""
    command = [drover, "check", "--json", "-W", "none", "racing.c"]
    status, printed, used = processor_time(command, folder)
    report = json.loads(printed)
    expect(status == 1 and report["verdict"] == "violation" and report["has_more_errors"]
           and len(report["errors"]) == 10_000,
           f"many races: status {status}, {len(report['errors'])} errors")
    expect(peaks[-1] < 3000, f"many races: {peaks[-1]:.0f} MiB")
    status, printed, used = processor_time([drover, "check", "-W", "none", "racing.c"], folder)
    expect(status == 1 and "only 10000 are kept" in printed and len(printed) < 3_000_000,
           f"many races: status {status}, {len(printed)} characters")
    expect(peaks[-1] < 1000, f"many races, as text: {peaks[-1]:.0f} MiB")


def check_memory_limits(drover, folder):
    """A limit that is reached during the exploration, and one that is reached before it."""
    for options in ([], ["-j", "2"]):
        command = [drover, "check", "--json", "--max-memory", "60M", *options, "large.drv"]
        status, printed, _ = processor_time(command, folder)
        report = json.loads(printed) if printed.startswith("{") else {"stop": printed}
        what = f"{' '.join(command[2:])}: status {status}, {report['stop']}, {peaks[-1]:.0f} MiB"
        print(what)
        expect(status == 3 and report["stop"] == "max-memory" and peaks[-1] < 1000, what)
    for command in (["check", "--max-memory", "60", "large.drv"],
                    ["check", "-W", "none", "--max-memory", "30M", "inlined.c"],
                    ["report", "--max-memory", "60M", "-m", "rc11", "-o", "memory.html",
                     "large.drv"],
                    ["draw", "--max-memory", "60M", "large.drv"],
                    ["explain", "--max-memory", "60M", "--max-time", "2", "-m", "rc11", "--outcome",
                     "x == 1", "large.drv"],
                    ["check", "--estimate", "--max-memory", "60M", "large.drv"]):
        status, printed, _ = processor_time([drover, *command], folder)
        what = f"{' '.join(command)}: status {status}, {peaks[-1]:.0f} MiB\n{printed[-300:]}"
        print(what)
        expect(status == 3 and "memory" in printed and peaks[-1] < 1500, what)
    page = pathlib.Path(folder, "memory.html")
    expect(page.exists() and "--max-memory" in page.read_text(), "a page, with the limit named")
    # The next file can use the memory that the previous one has released.
    status, printed, _ = processor_time(
        [drover, "check", "--max-memory", "60M", "large.drv", "small.drv"], folder)
    expect(status == 3 and "small.drv: safe" in printed, f"the next file: {status}, {printed}")


def check_estimates(drover, folder):
    for name in ("threads-400", "updates", "large"):
        command = [drover, "check", "--estimate", "--json", "--max-time", "1", f"{name}.drv"]
        status, printed, used = processor_time(command, folder)
        found = json.loads(printed)["estimate"]
        what = f"{' '.join(command[2:])}: status {status}, {used:.1f} s, {found}"
        print(what)
        expect(used < 1 + 2 * SLACK and status == (0 if found["why_not"] is None else 3), what)
        if found["why_not"] is None:
            expect(found["all_low"] >= found["explored"] and found["all_high"] >= found["all"], what)
            expect(found["seconds"] is None or found["seconds"] > 0, what)
    for sent in (signal.SIGINT, signal.SIGTERM):
        command = [drover, "check", "--estimate", "--max-time", "600", "readers-300.drv"]
        status, printed, used = processor_time(command, folder, 0.3, sent)
        expect(status == 3 and used < SLACK and "no estimate: interrupted" in printed,
               f"an estimate, {sent.name}: status {status}, {used:.1f} s\n{printed}")


def check_reports(drover, folder):
    """A stopped `report` writes the findings so far."""
    page = pathlib.Path(folder, "stopped.html")
    command = [drover, "report", "--max-executions", "100000000", "--max-time", "600", "-m",
               "rc11,wrc11", "-o", str(page), "updates.drv"]
    status, printed, used = processor_time(command, folder, 1.0, signal.SIGTERM)
    expect(status == 3 and used < SLACK and "interrupted" in printed and page.exists(),
           f"report: status {status}, {used:.1f} s\n{printed}")
    expect(page.exists() and "the run was interrupted" in page.read_text(), "the page says so")
    command = [drover, "report", "--max-time", "1", "-m", "rc11,wrc11", "-o", "large.html",
               "large.drv"]
    status, printed, used = processor_time(command, folder)
    expect(status == 3 and used < 30 and pathlib.Path(folder, "large.html").exists(),
           f"report of large executions: status {status}, {used:.1f} s\n{printed}")


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS.items():
            pathlib.Path(folder, f"{name}.drv").write_text(text + "\n")
        pathlib.Path(folder, "large.drv").write_text(LARGE + "\n")
        pathlib.Path(folder, "small.drv").write_text("shared x; thread a { x := 1; }\n")
        pathlib.Path(folder, "racing.c").write_text(racing_program(300))
        pathlib.Path(folder, "inlined.c").write_text(inlined_program(INLINED))
        check_time_limits(drover, folder)
        check_large_executions(drover, folder)
        check_signals(drover, folder)
        check_deep_stops(drover, folder)
        check_many_errors(drover, folder)
        check_memory_limits(drover, folder)
        check_estimates(drover, folder)
        check_reports(drover, folder)
    print(f"limits: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
