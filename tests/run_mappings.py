#!/usr/bin/env python3
"""Checks that `drover models compare --mapping` gives the known answers for mappings.

Published mappings are right up to the bound; mappings that are known to be wrong are broken by the
program that is known for it, or by a smaller one. A wrong mapping is a published one with one row
changed. Both published mappings to Power break C11 as it was before RC11 repaired it: the programs
are larger than the bound of the search, and are checked one by one.

usage: run_mappings.py DROVER
"""

import json
import pathlib
import subprocess
import sys
import tempfile

TABLES = pathlib.Path(__file__).resolve().parent.parent / "mapping" / "tables"

# (name, source model, target model, mapping, changed rows, events searched,
#  smallest wrong program without modes, by what it is known as or how many events it has; None: none)
CASES = [
    ("published, with ldapr", "rc11", "aarch64", "c11-aarch64", {}, 4, None),
    ("published, with ldar", "rc11", "aarch64", "c11-aarch64-ldar", {}, 4, None),
    ("published, with exclusives", "rc11", "aarch64", "c11-aarch64-llsc", {}, 4, None),
    ("published, RISC-V", "rc11", "riscv", "c11-riscv", {}, 4, None),
    ("published, leading sync", "rc11", "ppc", "c11-ppc", {}, 4, None),
    ("published, trailing sync", "rc11", "ppc", "c11-ppc-trailing", {}, 4, None),
    ("stlr weakened to str", "rc11", "aarch64", "c11-aarch64",
     {("store", "rel"): ["str"]}, 4, "MP"),
    ("an acquire that is a plain load", "rc11", "aarch64", "c11-aarch64",
     {("load", "acq"): ["ldr"]}, 4, "MP"),
    ("ldapr for sc loads", "rc11", "aarch64", "c11-aarch64",
     {("load", "sc"): ["ldapr"]}, 4, "SB"),
    ("a release fence that is dropped", "rc11", "aarch64", "c11-aarch64",
     {("fence", "rel"): []}, 5, 5),
    ("dmb ishld for the sc fence", "rc11", "aarch64", "c11-aarch64",
     {("fence", "sc"): ["dmb ishld"]}, 5, 5),
    ("lwsync for sc loads and stores", "rc11", "ppc", "c11-ppc",
     {("load", "sc"): ["lwsync", "ld", "branch", "isync"], ("store", "sc"): ["lwsync", "std"]},
     4, "SB"),
    ("leading sync for stores, trailing for loads", "rc11", "ppc", "c11-ppc",
     {("load", "sc"): ["ld", "sync"]}, 4, "SB"),
    ("a read-modify-write without its barrier", "rc11", "ppc", "c11-ppc",
     {("rmw", "rel"): ["ldarx/stdcx."]}, 5, 5),
    # C++20 removed the later writes of a thread from its release sequences. The kernel does not
    # order them either, so the mapping breaks rc11, which has them, from 5 events on.
    ("to the kernel", "rc20", "lkmm", "c11-lkmm", {}, 4, None),
    ("to the kernel, with C11's release sequences", "rc11", "lkmm", "c11-lkmm", {}, 5, 5),
    ("smp_wmb for the release fence", "rc20", "lkmm", "c11-lkmm",
     {("fence", "rel"): ["smp_wmb"]}, 5, 5),
    ("smp_rmb for the acquire fence", "rc20", "lkmm", "c11-lkmm",
     {("fence", "acq"): ["smp_rmb"]}, 5, 5),
    ("WRITE_ONCE for the release store", "rc20", "lkmm", "c11-lkmm",
     {("store", "rel"): ["WRITE_ONCE"]}, 4, "MP"),
    ("sc accesses without smp_mb", "rc20", "lkmm", "c11-lkmm",
     {("store", "sc"): ["smp_store_release"], ("load", "sc"): ["smp_load_acquire"]}, 4, "SB"),
    ("nothing behind a cmpxchg that fails", "rc20", "lkmm", "c11-lkmm",
     {("cas-failed", "acq"): []}, 4, 4),
    ("a release without fence", "rc11", "riscv", "c11-riscv", {("store", "rel"): ["sd"]}, 4, "MP"),
]
# Published for RC11: relaxed reads are kept before later writes.
WITHOUT_THIN_AIR = [
    ("rc11", "aarch64", "rc11-aarch64", 4),
    ("rc11", "riscv", "rc11-riscv", 4),
    ("rc11", "ppc", "rc11-ppc", 4),
]

# Programs of [Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI'17], section 2, about SC accesses on Power:
# the verdicts of C11 and RC11, and whether the outcome is reached with leading and with trailing
# sync.
IRIW = """shared x, y;
thread P0 { x@sc := 1; }
thread P1 { a := x@acq; b := y@sc; }
thread P2 { c := y@acq; d := x@sc; }
thread P3 { y@sc := 1; }
exists (P1:a == 1 && P1:b == 0 && P2:c == 1 && P2:d == 0);
"""
Z6_U = """shared x, y;
thread P0 { x@sc := 1; y@rel := 1; }
thread P1 { b := faa@sc(y, 1); c := y@rlx; }
thread P2 { y@sc := 3; a := x@sc; }
exists (P1:b == 1 && P1:c == 3 && P2:a == 0);
"""
C11 = pathlib.Path(__file__).resolve().parent / "golden" / "mappings" / "c11.cat"
KNOWN = [
    ("IRIW-acq-sc", IRIW, {"c11": False, "rc11": True, "c11-ppc": False, "c11-ppc-trailing": True}),
    ("Z6.U", Z6_U, {"c11": False, "rc11": True, "c11-ppc": True, "c11-ppc-trailing": False}),
]


def is_reached(drover, path, where):
    options = {"c11": ["-m", str(C11), "--algo", "enumerate"], "rc11": ["-m", "rc11"]}.get(
        where, ["-m", "ppc", "--mapping", where])
    finished = subprocess.run([drover, "check", "--json", "--all-errors", *options, path],
                              capture_output=True, text=True)
    return json.loads(finished.stdout)["conditions"][0]["holds"]


def changed(folder, mapping, rows):
    table = json.loads((TABLES / f"{mapping}.json").read_text())
    for (kind, mode), row in rows.items():
        table[kind][mode] = row
    path = pathlib.Path(folder) / "changed.json"
    path.write_text(json.dumps(table, indent=1))
    return str(path)


def compare(drover, source, target, mapping, events):
    finished = subprocess.run(
        [drover, "models", "compare", "--mapping", mapping, source, target, "--json",
         "--max-events", str(events)], capture_output=True, text=True)
    if finished.returncode != 0:
        sys.exit(f"{mapping}: exit status {finished.returncode}\n{finished.stderr}")
    return json.loads(finished.stdout)


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    failed = 0

    def expect(name, what, wanted, report):
        nonlocal failed
        is_right = what == wanted
        failed += not is_right
        print(f"{'ok' if is_right else 'FAILED'}: {name}: {what}"
              f"{'' if is_right else f', not {wanted}'} ({report['programs_with_modes']} programs, "
              f"{report['seconds']:.2f} s)")

    with tempfile.TemporaryDirectory() as folder:
        for name, source, target, mapping, rows, events, wanted in CASES:
            used = changed(folder, mapping, rows) if rows else mapping
            report = compare(drover, source, target, used, events)
            found = [each for each in report["differences"] if not each["is_thin_air"]]
            what = None
            if found:
                what = found[0]["known_as"] if isinstance(wanted, str) else found[0]["events"]
            expect(name, what, wanted, report)
            # Only load buffering breaks RC11's axiom on cycles in po | rf.
            buffering = [each["known_as"] for each in report["differences"] if each["is_thin_air"]]
            if wanted is None:
                expect(f"{name}, po | rf", buffering, ["LB"], report)
        for source, target, mapping, events in WITHOUT_THIN_AIR:
            report = compare(drover, source, target, mapping, events)
            expect(f"{mapping}, po | rf too", len(report["differences"]), 0, report)
        for name, text, answers in KNOWN:
            path = pathlib.Path(folder) / "known.drv"
            path.write_text(text)
            for where, wanted in answers.items():
                holds = is_reached(drover, str(path), where)
                failed += holds != wanted
                print(f"{'ok' if holds == wanted else 'FAILED'}: {name}, {where}: "
                      f"{'reached' if holds else 'not reached'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
