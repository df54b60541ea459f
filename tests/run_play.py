#!/usr/bin/env python3
"""Plays `drover play` over a pipe, and compares what it says.

Each session of SESSIONS is a program, options, lines of input, and texts that the output must have, in
this order, or must not have. A session with a goal also follows the hints to the end, which must be the
goal, and takes every move back.

usage: run_play.py DROVER
"""

import pathlib
import re
import subprocess
import sys
import tempfile

SB = """shared x, y;
thread P0 { x@rlx := 1; a := y@rlx; }
thread P1 { y@rlx := 1; b := x@rlx; }
exists (P0:a == 0 && P1:b == 0);
"""
LB = """shared x, y;
thread P0 { r := x@rlx; y@rlx := 1; }
thread P1 { s := y@rlx; x@rlx := 1; }
exists (P0:r == 1 && P1:s == 1);
"""
MP = """AArch64 MP
{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }
 P0          | P1           ;
 MOV W5,#1   | LDAR W5,[X2] ;
 STR W5,[X1] | LDR W6,[X1]  ;
 STLR W5,[X2] |             ;
exists (1:X5=1 /\\ 1:X6=0)
"""
MP_LOADS = MP.replace("LDAR W5", "LDR W5 ").replace("STLR", "STR ")


SPAWN = """shared x, y, z;
fn f() { a := y@rlx; x@rlx := 1; z@rlx := a; }
thread P0 { t := spawn f(); r := x@rlx; y@rlx := 1; join t; }
exists (P0:r == 1 && z == 1);
"""
JOIN = """shared x;
fn f() { x@rlx := 1; }
thread P0 { t := spawn f(); join t; r := x@rlx; }
exists (P0:r == 0);
"""
SIZES = """AArch64 sizes
{ uint64_t x; 0:X1=x; 1:X1=x; }
 P0          | P1           ;
 MOV W5,#1   | LDRH W5,[X1] ;
 STRB W5,[X1] |             ;
exists (1:X5=1)
"""
FENCE = """shared x, y;
thread P0 { x@rlx := 1; y@rlx := 2; fence@sc; a := y@rlx; }
thread P1 { await@acq(y == 2); b := x@rlx; }
exists (P1:b == 0);
"""
CAS = """AArch64 cas
{ 0:X1=x; 1:X1=x; 0:X2=y; 1:X2=y; }
 P0             | P1           ;
 MOV W5,#1      | MOV W5,#1    ;
 MOV W6,#2      | STR W5,[X1]  ;
 CAS W5,W6,[X1] | LDR W7,[X2]  ;
 STR W5,[X2]    |              ;
exists (0:X5=1 /\\ x=2 /\\ 1:X7=1)
"""
BYTES = """#include <pthread.h>
#include <stdatomic.h>
union { _Atomic unsigned char byte[4]; _Atomic unsigned word; } u;
int r;
void *write_all(void *p) { atomic_store(&u.word, 0x01020304); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_all, 0);
  r = atomic_load(&u.byte[1]);
  pthread_join(t, 0);
}
"""
FAILS = """shared x;
thread P0 { x@rlx := 1; }
thread P1 { a := x@rlx; assert(a == 0); }
"""


def play(drover, folder, name, text, options, lines):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    command = [drover, "play", str(path), *options]
    done = subprocess.run(command, input="".join(line + "\n" for line in lines),
                          capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def follow_hints(drover, folder, name, text, options):
    """Asks for hints and makes the moves they name. Returns the moves and the last output."""
    lines = []
    for _ in range(60):
        status, out, _ = play(drover, folder, name, text, options, [*lines, "h"])
        found = re.findall(r"the next: (\d+)", out)
        if status != 0 or "you are there" in out or not found:
            break
        lines.append(found[-1])
    return lines, play(drover, folder, name, text, options, lines)[1]


def main():
    drover = sys.argv[1]
    mistakes = []

    def check(is_right, what, out=""):
        if not is_right:
            mistakes.append(f"{what}\n{out}")

    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name, text, model, is_there in [
                ("sb.drv", SB, "sc", False), ("sb.drv", SB, "tso", True), ("sb.drv", SB, "pso", True),
                ("sb.drv", SB, "aarch64", True), ("sb.drv", SB, "riscv", True),
                ("lb.drv", LB, "tso", False), ("lb.drv", LB, "aarch64", True),
                ("lb.drv", LB, "riscv", True), ("mp.litmus", MP, "aarch64", False),
                ("loads.litmus", MP_LOADS, "aarch64", True), ("spawn.drv", SPAWN, "tso", False),
                ("spawn.drv", SPAWN, "aarch64", True), ("spawn.drv", SPAWN, "riscv", True), ("cas.litmus", CAS, "aarch64", True),
                ("join.drv", JOIN, "aarch64", False)]:
            what = f"{name} under {model}"
            options = ["-m", model]
            lines, out = follow_hints(drover, folder, name, text, options)
            if not is_there:
                check(not lines, f"{what}: a hint leads nowhere", out)
                out = play(drover, folder, name, text, options, ["h"])[1]
                check("there is no way under " + model in out, f"{what}: no word of that", out)
                continue
            check("This is the goal." in out, f"{what}: the hints do not lead to the goal", out)
            back = play(drover, folder, name, text, options, [*lines, *["u"] * len(lines), "u"])[1]
            start = play(drover, folder, name, text, options, [])[1]
            check("nothing has been done" in back, f"{what}: not every move is taken back", back)
            state = start[:start.rindex(">")]
            check(back.count(state) == 2, f"{what}: undo does not lead to the start", back)

        # Why a step is not possible.
        lines, out = [], ""
        for wanted in ["P0: write x = 1", "P0: write y = 1", r"P1: read y = 1 \(#2\)"]:
            out = play(drover, folder, "mp.litmus", MP, [], lines)[1]
            moves = re.findall(rf"^ *(\d+)  {wanted}$", out, re.M)
            check(bool(moves), f"no move `{wanted}`", out)
            lines += moves[-1:]
        out = play(drover, folder, "mp.litmus", MP, [], [*lines, "w"])[1]
        check("x = 0 (initial) is too old" in out and "is an acquire and has seen #2" in out,
              "why: the acquire", out)
        check("has seen x = 1 (#1), y = 1 (#2)" in out, "what P1 has seen", out)

        # Words and mistakes.
        out = play(drover, folder, "lb.drv", LB, ["-m", "aarch64"], ["?", "99", "what", "q", "1"])[1]
        check("Promising-ARM/RISC-V" in out and out.count("say a number from 1 to") == 2
              and out.endswith("> q\n"), "help, wrong words, leaving", out)
        status, _, complaint = play(drover, folder, "lb.drv", LB, ["-m", "rc11"], [])
        check(status == 2 and "has no machine" in complaint, "a model without machine", complaint)
        status, _, complaint = play(drover, folder, "sizes.litmus", SIZES, [], [])
        check(status == 2 and ":4:16: error" in complaint and "different sizes" in complaint,
              "accesses of different sizes", complaint)

        for name, text, line in [("sizes.litmus", SIZES, 4), ("bytes.c", BYTES, 0)]:
            for model in ["sc"] if line else ["sc", "tso", "pso", "aarch64", "riscv"]:
                status, _, complaint = play(drover, folder, name, text, ["-m", model], [])
                check(status == 2 and f"play under {model} takes no accesses of different sizes" in complaint
                      and f"{name}:" in complaint.replace("<stdin>", name), f"{name} under {model}", complaint)

        # What a thread waits for, and what keeps a write in its buffer.
        for model, texts in [
                ("sc", ["P1: wait for y: the value that is there does not end the wait"]),
                ("tso", ["P0: fence: the writes in its buffer have to reach memory first",
                         "P0: y = 2 stays in the buffer: x = 1 was written before it"]),
                ("pso", ["P0: fence: the writes in its buffer have to reach memory first"]),
                ("aarch64", ["P1: y = 0 (initial) does not end the wait"])]:
            lines = []
            for wanted in ["P0: write x = 1", "P0: write y = 2"] if model != "aarch64" else []:
                out = play(drover, folder, "fence.drv", FENCE, ["-m", model], lines)[1]
                lines += re.findall(rf"^ *(\d+)  {wanted}$", out, re.M)[-1:]
            out = play(drover, folder, "fence.drv", FENCE, ["-m", model], ["w"] if model == "sc" else [*lines, "w"])[1]
            check(all(each in out for each in texts), f"why: waits under {model}", out)

        # A way of a compare-and-swap that does not fit what may be read.
        out = play(drover, folder, "cas.litmus", CAS, [], [])[1]
        check("choose 0: read x, write x\n" in out and "choose 2: read x\n" in out, "the ways of CAS", out)
        out = play(drover, folder, "cas.litmus", CAS, [], ["1", "w"])[1]
        check("P0: x = 0 (initial) does not fit the way that was chosen for this instruction" in out
              and "P0: read x" not in out[out.rindex("line 6: read x"):], "a way that does not fit", out)

        # Why a thread has failed.
        out = play(drover, folder, "fails.drv", FAILS, ["-m", "sc"], ["1", "1"])[1]
        check("P1: failed: assertion failed: a == 0 (line 3)" in out, "a failed assertion", out)

        # A join waits for its thread.
        out = play(drover, folder, "s.drv", SPAWN, ["-m", "aarch64"], [])[1]
        check("not spawned" in out, "a thread that is not spawned yet", out)
        for model in ["sc", "riscv"]:
            out = play(drover, folder, "j.drv", JOIN, ["-m", model], ["1", "w"])[1]
            check("has not ended" in out, f"why: the join under {model}", out)
    print("\n".join(mistakes) if mistakes else "ok")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
