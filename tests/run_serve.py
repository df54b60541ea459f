#!/usr/bin/env python3
"""Starts `drover serve` and sends it correct and incorrect requests.

- Answers are those of the command line.
- Requests that are meant for another host, come from another page, or name files, are refused.
- Runs have limits; they end when the client leaves, and when they are stopped; a run that crashes
  is an answer.
- A thousand requests that are not requests: random bytes, wrong lengths, huge bodies, slow and
  half-closed connections. The server goes on, no child is left, memory and descriptors return.
- Many clients at once, with short and endless programs: every request gets an answer.

With `--browser`, a headless Chromium opens the page, and it is used with mouse and keys, see
serve_in_browser.py; exit status 77 where there is none. `--screenshots FOLDER` leaves pictures.
`--load SECONDS` is only the last, for longer, with `--clients N`.

usage: run_serve.py DROVER [--browser [--screenshots FOLDER]] [--load SECONDS [--clients N]]
"""

import argparse
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from chromium import Chromium, find_chromium
from serve_client import Server
from serve_in_browser import PlaygroundUser

SB = """shared x, y;
thread left { x := 1; a := y; }
thread right { y := 1; b := x; }
exists (left:a == 0 && right:b == 0);
"""
# A program with too many executions to explore.
ENDLESS = """shared x;
thread w(i in 1..8) { x@rlx := i; r := x@rlx; s := x@rlx; }
exists (w1:r == 2);
"""
JSON = {"Content-Type": "application/json"}
ROOT = pathlib.Path(__file__).resolve().parent.parent

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAIL {what}", flush=True)


def command_line(drover, *arguments, text=""):
    done = subprocess.run([drover, *arguments], input=text, capture_output=True, text=True,
                          timeout=60)
    return done.stdout


def without_time(value):
    """The answer without times and names of files, which differ."""
    if isinstance(value, dict):
        return {key: without_time(each) for key, each in value.items()
                if key not in ("seconds", "file", "time")}
    if isinstance(value, list):
        return [without_time(each) for each in value]
    return value


# ---- Answers


def check_answers(drover, server):
    answer = server.post("/api/check", {"text": SB, "models": ["sc", "tso"]})
    own = [json.loads(line) for line in command_line(
        drover, "check", "--json", "--all-errors", "-m", "sc,tso", "-", text=SB).splitlines()]
    expect(without_time(answer["result"]) == without_time(own), "check is not that of the command")
    expect(answer["status"] == 0 and answer["http"] == 200, f"check: {answer['status']}")

    test = (ROOT / "litmus/library/SB.litmus").read_text()
    answer = server.post("/api/check", {"text": test, "models": ["tso"]})
    own = [json.loads(command_line(drover, "litmus", "--json", "-m", "tso", "-", text=test))]
    expect(without_time(answer["result"]) == without_time(own), "check of a litmus test")

    answer = server.post("/api/explain", {"text": SB, "models": ["sc"]})
    own = [json.loads(line) for line in command_line(
        drover, "explain", "--json", "-m", "sc", "-", text=SB).splitlines()]
    expect(without_time(answer["result"]) == without_time(own), "explain is not that of the command")

    answer = server.post("/api/models", {})
    expect(answer["result"] == json.loads(command_line(drover, "models", "--json")), "models")

    answer = server.post("/api/draw", {"text": SB, "models": ["tso"], "format": "tex"})
    expect("tikzpicture" in answer["result"], f"draw: {answer['messages']}")
    answer = server.post("/api/convert", {"text": SB})
    expect(answer["result"].startswith("C "), f"convert: {answer['messages']}")
    answer = server.post("/api/report/page", {"text": SB, "models": ["sc"]})
    expect(answer["result"].startswith("<!DOCTYPE html>"), "a report as a page")

    answer = server.post("/api/report", {"text": SB, "models": ["sc", "tso"]})
    program = answer["result"]["programs"][0]
    expect([run["executions"] for run in program["runs"]] == [3, 4], "report: executions")
    drawing = program["outcomes"][0]["executions"][0]["drawing"]
    walk = drawing["annotation"]["walks"][0]
    expect(walk["kind"] == "buffers" and len(walk["steps"]) == 6, f"the walk under tso: {walk}")
    picture = server.post("/api/draw", {"text": SB, "models": ["sc", "tso"], "format": "svg",
                                        "picture": drawing["annotation"]["number"]})
    expect(picture["result"].lstrip().startswith("<"), f"a picture of it: {picture['messages']}")


def check_diagnostics(server):
    answer = server.post("/api/diagnostics", {"text": "shared x;\nthread t { x := yy; }\n"})
    found = answer["result"]["diagnostics"]
    expect(len(found) == 1 and found[0]["line"] == 2 and found[0]["length"] == 2, f"{found}")
    expect(answer["result"]["language"] == "core", "the language of a core program")
    test = (ROOT / "litmus/library/SB.litmus").read_text()
    answer = server.post("/api/diagnostics", {"text": test})
    expect(answer["result"]["kind"] == "litmus" and answer["result"]["language"] == "X86",
           f"the language of a test: {answer['result']}")
    answer = server.post("/api/diagnostics", {"text": "let a = po |\n", "kind": "cat"})
    expect(answer["result"]["diagnostics"], "a model with an error")


def check_generate(server):
    answer = server.post("/api/generate", {"architecture": "X86", "cycle": "PodWW Rfe PodRR Fre"})
    test = answer["result"]
    expect(test["is_closed"] and test["name"] == "MP", f"a test from a cycle: {answer}")
    found = server.post("/api/check", {"text": test["text"], "models": ["tso"]})["result"]
    expect([each["observation"] for each in found] == ["Never"], f"its verdict: {found}")
    part = server.post("/api/generate", {"architecture": "X86", "cycle": "PodWW Rfe"})["result"]
    expect(not part["is_closed"] and part["cycle"].startswith("PodWW Rfe "), f"a part: {part}")
    offered = [word for group in part["next"] for word in group["words"]]
    expect("PodRR" in offered and "PodWW" not in offered, f"the next edges: {offered}")


def check_own_model(server):
    model = '"SC again"\ninclude "sc.cat"\n'
    body = {"text": SB, "models": ["own.cat", "tso"],
            "own_model": {"name": "own.cat", "text": model}}
    answer = server.post("/api/check", body)
    expect([each["executions"] for each in answer["result"]] == [3, 4], f"own model: {answer}")
    answer = server.post("/api/report", body)
    runs = answer["result"]["programs"][0]["runs"]
    expect([run["executions"] for run in runs] == [3, 4], "a report with an own model")
    for file in ("/etc/passwd", "../sc.cat", "/proc/self/environ", "nothing.cat"):
        body["own_model"]["text"] = f'"X"\ninclude "{file}"\n'
        answer = server.post("/api/check", body)
        expect(answer["status"] == 2 and not answer["result"], f"include {file}: {answer}")
        expect("root:" not in json.dumps(answer), f"include {file} was read")
    # Programs are compiled for machines, everywhere.
    machines = {"text": SB, "models": ["rc11", "aarch64"]}
    found = server.post("/api/diagnostics", {"text": SB})["result"]
    expect(not found["misfits"], f"models of a core program: {found['misfits']}")
    scoped = "shared x; thread t @ cta 1 { x@rel.cta := 1; }"
    answer = server.post("/api/check", {"text": scoped, "models": ["ptx"]})
    expect(answer["result"][0]["executions"] == 1, f"scopes: {answer}")
    answer = server.post("/api/check", {"text": scoped, "models": ["rc11"]})
    expect(answer["status"] == 2 and "`rc11` knows no scopes" in json.dumps(answer), f"scopes: {answer}")
    expect(len(server.post("/api/check", machines)["result"]) == 2, "check under a machine's model")
    programs = server.post("/api/report", machines)["result"]["programs"]
    expect([each["runs"][0]["model"] for each in programs] == ["rc11", "aarch64"], "report")
    for path in ("/api/axioms", "/api/choose"):
        answer = server.post(path, {"text": SB, "models": ["aarch64"]})
        expect(answer["status"] == 0, f"{path} under a machine's model: {answer}")
    for name in ("/etc/passwd", "x.cat", "./own.cat", "rc12"):
        answer = server.post("/api/check", {"text": SB, "models": [name]})
        expect(answer["status"] == 2, f"a model {name}")


C_PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(a == 1 || b == 1);
}
"""

# Ways to make a preprocessor open a file, or say whether there is one.
C_ABUSE = [
    '#include "/etc/passwd"', "#include </etc/passwd>", '#  include "/etc/passwd"',
    '/* */ # /* */ include /* */ "/etc/passwd"', '#inc\\\nlude "/etc/passwd"',
    '#include \\\n"/etc/passwd"', '#inc\\  \nlude "/etc/passwd"', '%:include "/etc/passwd"',
    '??=include "/etc/passwd"', '#include_next "/etc/passwd"', '#import "/etc/passwd"',
    '#define F "/etc/passwd"\n#include F', '#define F(x) #x\n#include F(/etc/passwd)',
    '#if __has_include("/etc/passwd")\n#error passwd is there\n#endif',
    '#define P(a, b) a##b\n#if P(__has_, include)("/etc/passwd")\n#error passwd is there\n#endif',
    '#define P(a, b) a%:%:b\n#if P(__has_, include)("/etc/passwd")\n#error passwd is there\n#endif',
    '#pragma GCC dependency "/etc/passwd"', '_Pragma("GCC dependency \\"/etc/passwd\\"")',
    '#line 1 "/etc/passwd"\nint x = ;', '# 1 "/etc/passwd"\nint x = ;',
    '# 1 "/etc/passwd" 1\nint x = ;', '#embed "/etc/passwd"',
    'char *r = R"(\n)";\n#include "/etc/passwd"', 'char *r = R"(";\n#include "/etc/passwd"\n)";',
    '/* \\\n*\\\n/ #include "/etc/passwd"', "#include <../../../../etc/passwd>",
    '#include "../etc/passwd"', '#include "stdatomic.h/../../etc/passwd"', "#include",
    '#include <stdatomic.h> "/etc/passwd"', "'\n#include \"/etc/passwd\"\n'",
    '#if 0\n#include "/etc/passwd"\n#endif', '\f#include "/etc/passwd"', '\v#\finclude "/etc/passwd"',
    '#\r\ninclude "/etc/passwd"', '#include\r"/etc/passwd"', '//\\\n\n#include "/etc/passwd"',
    '#ident "/etc/passwd"\n#sccs "x"', '#include "/proc/self/environ"', '#include "/dev/stdin"',
    '#include "/dev/zero"',
]


def check_c(server):
    """C programs: the headers of C, and no other file."""
    answer = server.post("/api/diagnostics", {"text": C_PROGRAM})
    expect(answer["result"]["kind"] == "c" and answer["result"]["is_readable"], f"a C program: {answer}")
    for body, model in (({"text": C_PROGRAM}, "rc20"), ({"text": C_PROGRAM, "name": "a.c"}, "sc")):
        answer = server.post("/api/check", {**body, "models": [model]})
        verdict = answer["result"][0]["verdict"]
        expect(verdict == ("violation" if model == "rc20" else "safe"), f"{model}: {answer}")
    answer = server.post("/api/report", {"text": C_PROGRAM, "models": ["sc", "rc20"]})
    expect(len(answer["result"]["programs"][0]["runs"]) == 2, f"a report of C: {answer}")
    answer = server.post("/api/repair", {"text": C_PROGRAM, "models": ["rc20"]})
    expect("+  atomic_thread_fence(memory_order_seq_cst);" in answer["result"]["answers"][0]["patch"],
           f"a repair of C: {answer}")
    wrong = C_PROGRAM.replace("return unused", "return unusual", 1)
    answer = server.post("/api/diagnostics", {"text": "#if 0\n#include <time.h>\n#endif\n" + wrong})
    expect([each["line"] for each in answer["result"]["diagnostics"]] == [14],
           f"the line of an error behind headers: {answer['result']['diagnostics']}")
    text = server.get("/api/gallery")["examples"]
    for each in text:
        if each["name"].endswith(".c"):
            found = server.post("/api/diagnostics", {"text": each["text"]})["result"]
            expect(found["is_readable"] and found["kind"] == "c", f"{each['name']}: {found}")
    expect(any(each["name"] == "publish.c" for each in text), "C in the gallery")
    for trick in C_ABUSE:
        for path in ("/api/diagnostics", "/api/check", "/api/report", "/api/relax"):
            for body in ({"text": trick + "\nint main(void) { return 0; }\n", "name": "a.c"},
                         {"text": "int main(void) { return 0; }\n" + trick + "\n"}):
                answer = server.post(path, {**body, "models": ["sc"]})
                told = json.dumps(answer)
                expect("root:" not in told and "daemon" not in told and "is there" not in told,
                       f"{path}: {trick!r} reads a file: {told[:400]}")
                is_refused = answer["status"] == 2 or (
                    path == "/api/diagnostics" and not answer["result"]["is_readable"])
                expect(is_refused, f"{path}: {trick!r} is not refused: {told[:400]}")
    for path in ("/api/diagnostics", "/api/report", "/api/check", "/api/convert", "/api/axioms"):
        answer = server.post(path, {"name": "a.i", "text": '# 1 "/etc/passwd"\nint main() {}',
                                    "models": ["sc"]})
        expect(answer["status"] == 2 and not answer["result"], f"{path} of a.i: {answer}")
    # The compiler has the limits of the run.
    bomb = "#define A 0+0+0+0\n" + "".join(
        f"#define {chr(b)} {chr(b - 1)}+{chr(b - 1)}+{chr(b - 1)}+{chr(b - 1)}\n"
        for b in range(ord("B"), ord("R"))) + "int main(void) { return Q; }\n"
    answer = server.post("/api/check", {"text": bomb, "models": ["sc"], "name": "bomb.c"})
    expect(answer["status"] != 0, f"a bomb of macros: {str(answer)[:400]}")


def check_play(server):
    answer = server.post("/api/play", {"text": SB, "models": ["tso"], "help": True})
    goal = answer["result"]["goal"]
    expect(goal["is_there"] and len(goal["way"]) == 6, f"the way under tso: {goal}")
    end = server.post("/api/play", {"text": SB, "models": ["tso"], "moves": goal["way"]})
    expect(end["result"]["goal"]["is_reached"] and end["result"]["is_over"], "the way leads there")
    expect(end["result"]["memory"] == [["x", "1"], ["y", "1"]], f"{end['result']['memory']}")
    answer = server.post("/api/play", {"text": SB, "models": ["sc"], "help": True})
    goal = answer["result"]["goal"]
    expect(goal["is_known"] and not goal["is_there"], "there is no way under sc")
    moved = server.post("/api/play", {"text": SB, "models": ["tso"], "moves": [[0, None]]})
    threads = moved["result"]["threads"]
    expect(threads[0]["buffer"] == [["x", "1", True]], f"the buffer: {threads[0]}")
    expect(moved["result"]["memory"] == [["x", "0"], ["y", "0"]], "memory does not have it yet")
    answer = server.post("/api/play", {"text": SB, "models": ["tso"], "moves": [[0, 3]]})
    expect(answer["status"] == 2, "a move that is not possible")
    answer = server.post("/api/play", {"text": SB, "models": ["rc11"]})
    expect(answer["status"] == 2, "rc11 has no machine")


def check_choose(server):
    begin = server.post("/api/choose", {"text": SB, "models": ["sc"]})["result"]
    expect(begin["left"] == 3 and len(begin["reads"]) == 2, f"choose: {begin['left']}")
    choices = []
    for read in begin["reads"]:
        initial = next(each for each in read["options"] if each["write"][0] is None)
        choices.append(["rf", initial["write"], read["read"]])
    one = server.post("/api/choose", {"text": SB, "models": ["sc"], "choices": choices[:1]})
    expect(one["result"]["left"] == 1, "one choice leaves one execution")
    both = server.post("/api/choose", {"text": SB, "models": ["sc"], "choices": choices})
    refused = both["result"].get("refused")
    expect(refused and len(refused["cycle"]) >= 3 and refused["is_by_choices"], f"{both}")
    both = server.post("/api/choose", {"text": SB, "models": ["tso"], "choices": choices})
    expect(both["result"]["is_done"], "tso allows both")
    expect("left:a = 0" in both["result"]["outcome"], both["result"]["outcome"])


def library(*names):
    return [(name, (ROOT / f"litmus/library/{name}.litmus").read_text()) for name in names]


def check_walks(server):
    """Every execution of a machine's model is a run of the machine, which ends as it does."""
    tests = library("SB", "SB+mfences", "SB+rfi-pos", "MP+rlxs", "2+2W", "3.SB", "IRIW+rlxs", "INC+locked",
                    "CAS+one-wins", "CMPXCHG+one-wins", "SB+xchgs", "CoRR+2readers", "R+rlxs", "S+rlxs")
    programs = [(name, (ROOT / f"examples/{name}.drv").read_text())
                for name in ("spinlock", "ttas-lock", "message-passing")]
    places = {"sc": 0, "tso": 1, "pso": 2, "rc11": 3}
    for name, text in tests + programs:
        # rc11 is not about x86.
        models = [model for model in places if model != "rc11" or not text.startswith("X86")]
        answer = server.post("/api/report", {"text": text, "models": models})
        program = answer["result"]["programs"][0]
        seen = 0
        for outcome in program["outcomes"]:
            for execution in outcome["executions"]:
                walks = execution["drawing"]["annotation"]["walks"]
                walked = sorted(place for walk in walks for place in walk["models"])
                expect(walked == sorted(execution["allowed"]), f"{name}: walks of {walked}, allowed {execution['allowed']}")
                for walk in walks:
                    seen += 1
                    last = walk["steps"][-1]
                    expect(walk["kind"] == {0: "memory", 1: "buffers", 2: "buffers", 3: "views"}[walk["models"][0]], name)
                    if walk["kind"] == "buffers":
                        expect(not any(last["buffers"]), f"{name}: a buffer is not empty at the end")
                    memory = dict(zip(walk["locations"], last["memory"]))
                    for observable, value in zip(program["observables"], outcome["values"]):
                        if observable in memory:
                            expect(memory[observable] == value, f"{name}: {observable} = {memory[observable]} at the end, not {value}")
        expect(seen > 0, f"{name}: nothing to walk through")


def check_choices(server):
    """Every series of choices leads to an execution, and every execution can be chosen."""
    own = random.Random(7)
    for (name, text), model in zip(
            library("SB", "MP+rlxs", "2+2W", "IRIW+rlxs", "CAS+one-wins", "LB+rlxs", "SB-aarch64", "CoRR"),
            ("tso", "rc11", "pso", "ra", "rc11", "rc11", "aarch64", "sc")):
        checked = server.post("/api/check", {"text": text, "models": [model]})["result"][0]
        begin = server.post("/api/choose", {"text": text, "models": [model]})["result"]
        count = checked["positive"] + checked["negative"]
        expect(begin["left"] == count, f"{name}: {begin['left']} of {count}")
        for _ in range(4):
            choices, state = [], begin
            while not state.get("is_done"):
                expect(len(choices) < 30, f"{name}: choices do not end")
                options = [["rf", option["write"], read["read"]] for read in state["reads"] for option in read["options"]]
                options += [["co", order["first"], order["second"]] for order in state["orders"]]
                options += [["co", order["second"], order["first"]] for order in state["orders"]]
                choice = own.choice(options)
                answer = server.post("/api/choose", {"text": text, "models": [model], "choices": [*choices, choice]})["result"]
                if "refused" in answer:
                    expect(answer["refused"]["axiom"] and answer["refused"]["cycle"], f"{name}: refused without a reason")
                    continue
                expect(answer["left"] <= state["left"], f"{name}: a choice leaves more than there was")
                choices.append(choice)
                state = answer
            expect(state["left"] == 1, f"{name}: {state['left']} executions at the end")


def check_axioms(server):
    answer = server.post("/api/axioms", {"text": SB, "models": ["sc"]})["result"]
    kept = [each for each in answer["executions"] if not each["breaks"]]
    broken = [each for each in answer["executions"] if each["breaks"]]
    expect(sum(each["count"] for each in kept) == 3, "sc has three executions")
    expect(sum(each["count"] for each in broken) == 1, "and forbids one")
    expect(broken[0]["axiom"] in [axiom["name"] for axiom in answer["axioms"]], f"{broken[0]}")


def check_orders(drover, server):
    """`relax` and `repair` are those of the command; pictures come if they are asked for."""
    wrong = "shared na data;\nshared ready;\nthread p { data := 42; ready@rlx := 1; }\n" \
            "thread c { await@rlx(ready == 1); assert(data == 42); }\n"
    lost = "shared x;\nthread a { x := x + 1; }\nthread b { x := x + 1; }\nforall (x == 2);\n"
    seqlock = (ROOT / "examples/relax/seqlock.drv").read_text()
    for command, text, status, more, options in [
            ("relax", seqlock, 0, {}, []), ("repair", wrong, 0, {}, []), ("relax", wrong, 2, {}, []),
            ("repair", seqlock, 2, {}, []), ("repair", lost, 1, {}, []),
            ("relax", seqlock, 0, {"cost": "power"}, ["--cost", "power"]),
            ("relax", seqlock, 0, {"group": "function"}, ["--group", "function"]),
            ("relax", SB, 0, {"same_outcomes": True}, ["--same-outcomes"]),
            ("repair", wrong, 0, {"models": ["rc20"]}, ["-m", "rc20"]),
            ("relax", "shared x; thread t { x := y; }", 2, {}, [])]:
        answer = server.post(f"/api/{command}", {"text": text, **more})
        own = json.loads(command_line(drover, command, "--json", *options, "-", text=text))
        for each in (own, answer["result"]):
            for found in each.get("answers", []):
                del found["patch"]  # it has the name of the file
        expect(without_time(answer["result"]) == without_time(own), f"{command} is not that of the command: {answer}")
        expect(answer["status"] == status, f"{command}: {answer['status']} {answer['messages']}")

    result = server.post("/api/relax", {"text": seqlock, "pictures": True})["result"]
    needed = [each for found in result["answers"] for each in found["needed"]]
    expect(len(result["answers"]) == 4 and needed, "the seqlock has four weakest assignments")
    for each in needed:
        expect("<svg" in result["pictures"][each["picture"]], "an execution that goes wrong is drawn")
        # A mode is needed because it forbids the execution.
        expect(each["forbidden"]["kind"] == "axiom" and each["forbidden"]["cycle"], f"{each['forbidden']}")
        expect("<svg" in result["pictures"][each["forbidden"]["picture"]], "so is what forbids it")
    result = server.post("/api/repair", {"text": lost, "pictures": True})["result"]
    expect("<svg" in result["pictures"][result["error_picture"]] and result["error_under"] == "sc", "lost")

    for body, words in [({"cost": "table.json"}, "`cost`"), ({"cost": "changes"}, "`cost`"), ({"group": "x"}, "`group`"),
                        ({"models": ["sc", "tso"]}, "one model"), ({"models": ["imm"]}, "not known"),
                        ({"text": (ROOT / "litmus/library/SB.litmus").read_text()}, "litmus test")]:
        answer = server.post("/api/relax", {"text": SB, **body})
        expect(answer["status"] == 2 and words in answer["messages"], f"{body}: {answer}")
    # A search that takes too long ends with its findings.
    slow = "const N = 7;\nshared x;\nthread t(i in 1..N) { faa(x, i); a := x; faa(x, a); }\nfinal { assert(x != 1); }\n"
    answer = server.post("/api/relax", {"text": slow, "max_time": 1})
    expect(answer["status"] == 3 and answer["result"]["verdict"] == "incomplete", f"{answer}")
    expect(answer["seconds"] < 4, f"it took {answer['seconds']} s")


def check_exercises(drover, server):
    answer = server.post("/api/exercise/list", {})
    expect(answer["result"] == json.loads(command_line(drover, "exercise", "list", "--json")),
           "the list of exercises")
    name = "sb-two-models"
    shown = server.post("/api/exercise/show", {"exercise": name})["result"]
    expect(shown["form"]["rows"] and shown["question"], f"{shown}")
    said = "\n".join(f"{row['model']}: allowed" for row in shown["form"]["rows"])
    answer = server.post("/api/exercise/try", {"exercise": name, "answer": said})
    own = json.loads(command_line(drover, "exercise", "try", name, said, "--json"))
    expect(answer["result"] == own, "an answer is graded as the command does")
    hint = server.post("/api/exercise/hint", {"exercise": name, "hints": 1})
    expect(len(hint["result"]["hints"]) == 1, "a hint")
    answer = server.post("/api/exercise/show", {"exercise": "/etc/passwd"})
    expect(answer["status"] == 2, "an exercise is not a path")
    cycle = server.post("/api/exercise/show", {"exercise": "cycle-sb"})["result"]["form"]
    expect(cycle["edges"] and cycle["svg"].startswith("<svg"), "the edges of a cycle")
    # The moves of a game answer an exercise on the steps of a machine.
    game = server.post("/api/exercise/show", {"exercise": "machine-steps"})["result"]["form"]["play"]
    body = {"text": game["text"], "models": [game["model"]], "goal": game["goal"]}
    way = server.post("/api/play", {**body, "help": True})["result"]["goal"]["way"]
    steps = server.post("/api/play", {**body, "moves": way})["result"]["steps"]
    grades = [server.post("/api/exercise/try", {"exercise": "machine-steps", "answer": "\n".join(said)})["result"]["points"]
              for said in (steps, steps[:-1])]
    expect(grades == [4, 0], f"the steps {steps} are worth {grades}")


# ---- Clients that are refused


def check_refusals(server):
    own = {"Host": f"127.0.0.1:{server.port}"}
    body = json.dumps({"text": SB})
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "", "127.0.0.1:1"):
        status, _, _ = server.request("POST", "/api/check", body, {**JSON, "Host": host})
        expect(status == 403, f"Host {host!r}: {status}")
        status, _, _ = server.request("GET", "/", None, {"Host": host})
        expect(status == 403, f"GET with Host {host!r}: {status}")
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port}", "file://",
                   f"http://127.0.0.1:{server.port + 1}"):
        status, _, _ = server.request("POST", "/api/check", body, {**JSON, **own, "Origin": origin})
        expect(status == 403, f"Origin {origin}: {status}")
    status, _, _ = server.request("POST", "/api/models", "{}", {
        **JSON, "Host": f"localhost:{server.port}", "Origin": f"http://localhost:{server.port}"})
    expect(status == 200, f"localhost: {status}")
    status, _, _ = server.request("POST", "/api/check", body, {"Content-Type": "text/plain"})
    expect(status == 415, f"a body that is not JSON by its type: {status}")
    for wrong in ("", "[]", "3", "{", '{"text": 1}x', "[" * 100000):
        status, _, _ = server.request("POST", "/api/check", wrong, JSON)
        expect(status == 400, f"the body {wrong[:20]!r}: {status}")
    answer = server.post("/api/check", {"text": 5})
    expect(answer["status"] == 2 and "text" in answer["messages"], f"{answer}")
    for path in ("/etc/passwd", "/../../etc/passwd", "/page.js/..", "/style.css%00", "/api", "//",
                 "/api/run", "/serve/page/page.html", "/.git/config"):
        status, _, _ = server.request("GET", path)
        expect(status == 404, f"{path}: {status}")
    for method, path, wanted in (("GET", "/api/check", 405), ("POST", "/", 405), ("PUT", "/", 405),
                                 ("DELETE", "/api/check", 405), ("GET", "/api/stop", 405)):
        headers = {"Content-Length": "0"}
        status, _, _ = server.request(method, path, None, headers)
        expect(status == wanted, f"{method} {path}: {status}")


def check_headers(server):
    for path in ("/", "/page.js", "/style.css", "/editor.js", "/editor.css", "/api/gallery"):
        status, headers, text = server.request("GET", path)
        expect(status == 200 and text, f"{path}: {status}")
        policy = headers.get("Content-Security-Policy", "")
        for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'",
                     "connect-src 'self'"):
            expect(part in policy, f"{path}: the policy has no {part}")
        expect("unsafe" not in policy, f"{path}: {policy}")
        expect(headers.get("X-Content-Type-Options") == "nosniff", f"{path}: nosniff")
    gallery = server.get("/api/gallery")
    expect(len(gallery["tests"]) > 100 and gallery["examples"], "the gallery")


# ---- Runs


def send_request(server, body, path="/api/check", headers=""):
    """A connection on which a request was sent."""
    data = json.dumps(body).encode()
    client = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    client.sendall((f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{headers}"
                    f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
                    ).encode() + data)
    return client


def check_runs(server):
    begin = time.monotonic()
    answer = server.post("/api/check", {"text": ENDLESS, "models": ["rc11"], "max_time": 1})
    expect(answer["status"] == 3, f"an endless run: {answer.get('status')}")
    expect(answer["result"][0]["verdict"] == "incomplete", "what it found is told")
    expect(time.monotonic() - begin < 8, "it takes as long as it may")

    client = send_request(server, {"text": ENDLESS, "models": ["rc11"]})
    expect(server.wait_for_children(1), "a run is a child")
    client.close()
    expect(server.wait_for_children(0, 5), "a client leaves, its run stays")

    # Half-closed: it still waits for an answer, and gets it.
    client = send_request(server, {"text": ENDLESS, "models": ["rc11"], "max_time": 1.5})
    client.shutdown(socket.SHUT_WR)
    text = b""
    while piece := client.recv(65536):
        text += piece
    expect(b'"verdict":"incomplete"' in text, f"half-closed: {text[-200:]}")
    client.close()

    answers = []
    runner = threading.Thread(target=lambda: answers.append(
        server.post("/api/check", {"text": ENDLESS, "models": ["rc11"]}, {"X-Run": "one"})))
    runner.start()
    expect(server.wait_for_children(1), "a run begins")
    expect(server.get("/api/run/one")["state"] == "running", "it is known by its name")
    expect(server.post("/api/stop", {"run": "one"})["stopped"], "it can be stopped")
    runner.join(timeout=10)
    expect(answers and answers[0]["error"]["kind"] == "stopped", f"{answers}")
    expect(server.wait_for_children(0, 5), "it is gone")
    expect(not server.post("/api/stop", {"run": "one"})["stopped"], "nothing is left to stop")


def check_crash(server):
    answers = []
    runner = threading.Thread(target=lambda: answers.append(
        server.post("/api/check", {"text": ENDLESS, "models": ["rc11"]})))
    runner.start()
    expect(server.wait_for_children(1), "a run begins")
    time.sleep(0.2)
    os.kill(server.children()[0], signal.SIGABRT)  # which sanitizers do not catch
    runner.join(timeout=10)
    error = answers[0].get("error", {})
    expect(error.get("kind") == "crash" and "fault of Drover" in error["text"], f"{answers}")
    answer = server.post("/api/check", {"text": SB, "models": ["sc"]})
    expect(answer["result"][0]["executions"] == 3, "the server goes on")


def check_memory_limit(drover):
    if os.environ.get("DROVER_SANITIZED"):  # No limit: sanitizers reserve more.
        return
    # Forty million cells.
    arrays = ", ".join(f"a{i}[1000000]" for i in range(40))
    text = f"shared {arrays};\nthread t {{ a1[1] := 1; }}\nexists (a1[1] == 1);\n"
    with Server(drover, "--max-memory", "128", "--max-time", "20") as server:
        answer = server.post("/api/check", {"text": text, "models": ["sc"]}, timeout=90)
        expect(answer.get("error", {}).get("kind") == "memory", f"a run without memory: {answer}")
        answer = server.post("/api/check", {"text": SB, "models": ["sc"]})
        expect(answer["result"][0]["executions"] == 3, "the server goes on")


def check_queue(drover):
    with Server(drover, "--runs", "1", "--max-time", "20") as server:
        clients = [send_request(server, {"text": ENDLESS, "models": ["rc11"]}, headers=f"X-Run: r{i}\r\n")
                   for i in range(4)]
        expect(server.wait_for_children(1), "one at once")
        time.sleep(0.5)
        expect(len(server.children()) == 1, "and no more")
        places = sorted(server.get(f"/api/run/r{i}").get("before", -1) for i in range(4))
        expect(places == [-1, 0, 1, 2], f"the places of those that wait: {places}")
        quick = server.post("/api/diagnostics", {"text": SB})
        expect(quick["result"]["is_readable"], "short runs do not wait behind long ones")
        for client in clients:
            client.close()
        expect(server.wait_for_children(0, 10), "all are gone")


def check_fairness(drover):
    """A client with many runs does not make another one wait for all of them."""
    with Server(drover, "--runs", "1", "--max-time", "2") as server:
        flood = [send_request(server, {"text": ENDLESS, "models": ["rc11"], "max_time": 2})
                 for _ in range(30)]
        expect(server.wait_for_children(1), "the first run begins")
        begin = time.monotonic()
        answer = server.post("/api/check", {"text": SB, "models": ["sc"]}, {"X-Client": "other"})
        waited = time.monotonic() - begin
        expect(answer["result"][0]["executions"] == 3, f"the other client: {answer}")
        expect(waited < 15, f"the other client waited {waited:.0f} s behind 30 runs")
        for client in flood:
            client.close()


STUDENTS = ["Ada Lovelace", "../../evil", "张伟", "Ольга", "José", "Josá", "Anna B", "Anna-B"]


def check_collect(drover):
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "answers"
        with Server(drover, "--collect", str(target), "--exercises", str(ROOT / "exercises")) as server:
            expect(server.get("/api/server")["collects"], "it says that it collects")
            for student in ["", *STUDENTS, *STUDENTS]:
                answer = server.post("/api/exercise/try", {
                    "exercise": "sb-two-models", "student": student,
                    "answer": "sc: allowed\ntso: allowed"})
                told = answer["kept"].get("student" if student else "problem")
                wanted = student or "an answer without a name is not kept"
                expect(told == wanted, f"what is kept: {answer['kept']}")
            answer = server.post("/api/exercise/try", {"exercise": "no-such", "student": "Ada",
                                                       "answer": "sc: allowed"})
            expect("kept" not in answer, f"an unknown exercise: {answer}")
        files = [each.relative_to(folder) for each in pathlib.Path(folder).rglob("*")
                 if each.is_file()]
        expect(len(files) == 2 * len(STUDENTS), f"{files}")
        expect(all(each.parent == pathlib.Path("answers") for each in files), f"{files}")
        done = subprocess.run([drover, "exercise", "grade", "--json", "--expect", "sb-two-models",
                               str(target)], capture_output=True, text=True, timeout=60)
        graded = [json.loads(line) for line in done.stdout.splitlines()]
        expect({each["student"] for each in graded} == set(STUDENTS), f"{graded}")
        expect(all(len(each["files"]) == 2 and len(each["answers"]) == 1 for each in graded),
               f"{graded}")
        expect(not done.stderr, f"attempts of a student: {done.stderr}")


# ---- Malformed requests


def abuse(server, random_source, port):
    """Opens one connection that is faulty in a random way."""
    client = socket.create_connection(("127.0.0.1", port), timeout=20)
    head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    body = json.dumps({"text": SB, "models": ["sc"]}).encode()
    kind = random_source.randrange(12)
    try:
        if kind == 0:
            client.sendall(random_source.randbytes(random_source.randrange(1, 3000)))
        elif kind == 1:
            client.sendall(random_source.randbytes(200) + b"\r\n\r\n" + random_source.randbytes(200))
        elif kind == 2:  # shorter than it says
            client.sendall((head + f"Content-Length: {len(body) + 50}\r\n\r\n").encode() + body)
        elif kind == 3:  # longer than it says
            client.sendall((head + f"Content-Length: {len(body) - 10}\r\n\r\n").encode() + body)
        elif kind == 4:
            length = random_source.choice(["-1", "1e3", "99999999999999999999", "0x10", " ", "5, 5"])
            client.sendall((head + f"Content-Length: {length}\r\n\r\n").encode() + body)
        elif kind == 5:  # huge
            client.sendall((head + "Content-Length: 4000000000\r\n\r\n").encode() + b"x" * 100000)
        elif kind == 6:  # endless headers
            client.sendall(head.encode() + b"X-Long: " + b"a" * 40000 + b"\r\n\r\n")
        elif kind == 7:  # closes at once
            client.sendall((head + f"Content-Length: {len(body)}\r\n\r\n").encode() + body)
        elif kind == 8:  # closes one side
            client.sendall((head + f"Content-Length: {len(body)}\r\n\r\n").encode() + body)
            client.shutdown(socket.SHUT_WR)
        elif kind == 9:  # a valid head, then noise as JSON
            noise = random_source.randbytes(300)
            client.sendall((head + f"Content-Length: {len(noise)}\r\n\r\n").encode() + noise)
        elif kind == 10:
            client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" * 3)
        else:
            client.sendall((head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n").encode())
        if kind not in (2, 7):
            client.settimeout(15)
            client.recv(65536)
    except OSError:
        pass
    finally:
        client.close()


def check_abuse(server, count):
    random_source = random.Random(20)
    threads, memory, descriptors = server.threads(), server.memory(), server.descriptors()
    # Clients that send a byte now and then, and clients that send nothing.
    slow = [socket.create_connection(("127.0.0.1", server.port), timeout=30) for _ in range(30)]
    for client in slow[:15]:
        client.sendall(b"POST /api/che")
    stop = threading.Event()

    def trickle():
        while not stop.wait(0.5):
            for client in slow[:15]:
                try:
                    client.sendall(b"c")
                except OSError:
                    pass

    dripper = threading.Thread(target=trickle)
    dripper.start()
    seeds = [random_source.randrange(1 << 30) for _ in range(count)]
    workers = [threading.Thread(target=lambda part: [
        abuse(server, random.Random(seed), server.port) for seed in part], args=(seeds[i::8],))
        for i in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    # Slow clients are disconnected, although they never stop sending.
    begin = time.monotonic()
    for client in slow[:15]:
        client.settimeout(20)
        try:
            told = client.recv(65536)
            expect(b" 408 " in told or told == b"", f"a slow client is told {told[:60]}")
        except OSError:
            pass
    expect(time.monotonic() - begin < 20, "slow clients stay")
    stop.set()
    dripper.join()
    for client in slow:
        client.close()
    expect(server.process.poll() is None, "the server has ended")
    answer = server.post("/api/check", {"text": SB, "models": ["sc"]})
    expect(answer["result"][0]["executions"] == 3, "the server does not answer any more")
    server.settle(threads)
    expect(not server.children(), "children are left")
    expect(server.threads() <= threads, f"{server.threads()} threads, were {threads}")
    expect(server.descriptors() <= descriptors + 2, f"{server.descriptors()} descriptors, were {descriptors}")
    expect(server.memory() < memory + 20_000, f"{server.memory()} KiB, were {memory}")
    print(f"abuse: {count} requests; memory {memory} KiB before, {server.memory()} KiB after")


# ---- Many at once


def check_load(drover, clients, seconds):
    """Each client asks again and again: short programs mostly, endless ones sometimes."""
    with Server(drover, "--max-time", "2") as server:
        server.post("/api/check", {"text": SB, "models": ["sc"]})
        threads, memory = server.threads(), server.memory()
        end = time.monotonic() + seconds
        times, wrong, lock = [], [], threading.Lock()
        counts = {"short": 0, "endless": 0, "left": 0, "busy": 0}

        def client(number):
            own = random.Random(number)
            while time.monotonic() < end:
                is_endless = own.random() < 0.03
                begin = time.monotonic()
                try:
                    if is_endless and own.random() < 0.5:
                        gone = send_request(server, {"text": ENDLESS, "models": ["rc11"]})
                        time.sleep(own.random())
                        gone.close()
                        with lock:
                            counts["left"] += 1
                        continue
                    answer = server.post("/api/check", {"text": ENDLESS if is_endless else SB,
                                                        "models": ["rc11"]}, timeout=300)
                except (OSError, ValueError) as error:
                    with lock:
                        wrong.append(repr(error))
                    continue
                took = time.monotonic() - begin
                with lock:
                    if answer["http"] == 503:
                        counts["busy"] += 1
                    elif is_endless:
                        counts["endless"] += 1
                        if answer.get("status") != 3 and "error" not in answer:
                            wrong.append(answer)
                    else:
                        counts["short"] += 1
                        times.append(took)
                        if not answer["result"] or answer["result"][0]["executions"] != 3:
                            wrong.append(answer)

        workers = [threading.Thread(target=client, args=(i,)) for i in range(clients)]
        begin = time.monotonic()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(timeout=seconds + 330)
        took = time.monotonic() - begin
        expect(not any(worker.is_alive() for worker in workers), "a request waits forever")
        expect(not wrong, f"{len(wrong)} requests went wrong: {wrong[:3]}")
        expect(counts["short"] > 0, "no request was answered")
        server.settle(threads)
        expect(not server.children(), "children are left")
        expect(server.threads() <= threads, f"{server.threads()} threads, were {threads}")
        expect(server.memory() < memory + 40_000, f"{server.memory()} KiB, were {memory}")
        times.sort()
        print(f"load: {clients} clients, {took:.0f} s: {counts}; "
              f"short ones {len(times) / took:.0f} per second, "
              f"median {times[len(times) // 2] * 1000:.0f} ms, "
              f"99 % {times[int(len(times) * 0.99)] * 1000:.0f} ms; "
              f"memory {memory} KiB before, {server.memory()} KiB after", flush=True)


def use_browser(drover, screenshots):
    program = find_chromium()
    if program is None:
        print("serve: skipped, there is no Chromium")
        return 77
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with Server(drover, "--max-time", "20") as server, Chromium(program, folder) as browser:
            PlaygroundUser(browser, server, expect, screenshots).use()
        answers = pathlib.Path(folder) / "answers"
        with (Server(drover, "--collect", str(answers)) as server,
              Chromium(program, pathlib.Path(folder) / "other") as browser):
            PlaygroundUser(browser, server, expect, screenshots).hand_in()
        kept = sorted(each.name for each in answers.iterdir())
        expect(kept == ["张伟.sb-two-models.1.txt"], f"kept: {kept}")
    print("serve in a browser: ok" if not failures else f"serve: {len(failures)} failures")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--load", type=float, help="only this: seconds of many clients")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--requests", type=int, default=1000, help="that are not requests")
    arguments = parser.parse_args()
    if arguments.browser:
        return use_browser(arguments.drover, arguments.screenshots)
    if arguments.load:
        check_load(arguments.drover, arguments.clients, arguments.load)
        return 1 if failures else 0
    with Server(arguments.drover, "--max-time", "20") as server:
        check_answers(arguments.drover, server)
        check_diagnostics(server)
        check_generate(server)
        check_own_model(server)
        check_c(server)
        check_play(server)
        check_choose(server)
        check_walks(server)
        check_choices(server)
        check_axioms(server)
        check_orders(arguments.drover, server)
        check_exercises(arguments.drover, server)
        check_refusals(server)
        check_headers(server)
        check_runs(server)
        check_crash(server)
        check_abuse(server, arguments.requests)
        expect(server.stop() == 0, "it ends when it is asked to")
    check_memory_limit(arguments.drover)
    check_queue(arguments.drover)
    check_fairness(arguments.drover)
    check_collect(arguments.drover)
    check_load(arguments.drover, 40, 5)
    print("serve: ok" if not failures else f"serve: {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
