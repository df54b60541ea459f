#!/usr/bin/env python3
"""Compares `drover linearize` with the known answers of a corpus of objects and clients.

usage: run_relinche.py DROVER [CORPUS] [--only TEXT] [--limit SECONDS] [--jobs N] [--times]
       CORPUS has expected.json and the files that it names; else relinche/ of $DROVER_CORPUS. Without
       it, or without its files, this exits with 77, which ctest takes for "skipped".

Each case is an implementation, a client with marked calls, a specification and what clients may rely
on (`variant`). The answer is `ok`, a kind of linearizability error, or an error of another kind that
may be found first (`or`). Cases that take more than the limit count as neither right nor wrong; a run
in which no case ends is a failure.

With --times, the time of each case stands beside GenMC's.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
KINDS = {
    "values": "wrong return values",
    "synchronisation": "missing synchronisation",
    "ordered-client": "wrong return values in an ordered client",
}
ERRORS = {"race": "race", "memory": "memory error", "assertion": "assertion"}
OF_LINEARIZABILITY = set(KINDS.values())
# Release sequences are those of C++20.
MODELS = {"rc11": "rc20", "sc": "sc"}


def command_of(drover, case, limit):
    words = [drover, "linearize", "--json", "-m", MODELS[case["model"]], "--max-time", str(limit)]
    words += [flag for flag in case["flags"] if flag.startswith("-D")]
    implementation, client = case.get("implementation"), case["client"]
    if implementation and implementation != client:
        # Some of the headers rely on GenMC's <pthread.h> for `bool`.
        words += ["--include", "stdbool.h", "--include", implementation]
    if case["variant"]:
        words += ["--object", case["object"], "--promise", case["variant"]]
    else:
        # The specification is the same file with other macros.
        known = set(case["flags"])
        words += ["--object", "itself"]
        for flag in case["specification"]["flags"]:
            if flag not in known:
                words += ["--spec-macro", flag.removeprefix("-D")]
    return words + [client]


def answer_of(drover, corpus, case, limit):
    try:
        done = subprocess.run(command_of(drover, case, limit), cwd=corpus, capture_output=True,
                              text=True, check=False, timeout=limit + 30)
    except subprocess.TimeoutExpired:
        return "time", limit, ""
    if done.returncode not in (0, 1, 3):
        return "failed", 0, done.stderr.strip()
    report = json.loads(done.stdout)
    if report["verdict"] == "incomplete":
        return "time", report["seconds"], ""
    if report["verdict"] == "linearizable":
        return "ok", report["seconds"], ""
    if report["violation"]:
        return KINDS[report["violation"]["kind"]], report["seconds"], report["violation"]["message"]
    kind = report["error"]["kind"]
    return ERRORS.get(kind, kind), report["seconds"], report["error"]["message"]


def agrees(answer, case):
    wanted = {case["result"], *case.get("or", [])} if isinstance(case.get("or"), list) else {
        case["result"], case.get("or")}
    if answer in wanted:
        return True
    # The kinds of one fault come together: the one that is found first depends on the search.
    faults = OF_LINEARIZABILITY | set(ERRORS.values())
    return case["result"] in faults and answer in faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args()
    corpus = options.corpus or os.path.join(os.environ.get("DROVER_CORPUS", ""), "relinche")
    corpus = pathlib.Path(corpus)
    expected = corpus / "expected.json"
    if not expected.exists() or not (corpus / "data-structures").exists():
        print("no corpus of objects: skipped")
        return SKIPPED
    drover = str(pathlib.Path(options.drover).resolve())
    cases = [case for case in json.loads(expected.read_text())["cases"] if options.only in case["id"]]
    counts, wrong, own, genmc = collections.Counter(), [], 0.0, 0.0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = pool.map(lambda case: answer_of(drover, corpus, case, options.limit), cases)
        for case, (answer, seconds, message) in zip(cases, answers):
            reference = case["genmc"].get("default", {}).get("seconds")
            if answer not in ("time", "failed") and reference:
                own += seconds
                genmc += reference
            if options.times:
                print(f"{case['id']}: {answer}, {seconds:.2f} s, GenMC {reference} s", flush=True)
            if answer == "time":
                counts["no answer in time"] += 1
            elif agrees(answer, case):
                same = answer == case["result"]
                counts["agree" if same else "agree that it is wrong, other error first"] += 1
                if not same and options.times:
                    print(f"  expected: {case['result']}")
            else:
                counts["different"] += 1
                wrong.append(f"{case['id']}: {answer} {message}, expected {case['result']}")
    print("\n".join(wrong))
    print(f"{len(cases)} cases: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    print(f"time of the cases with an answer: {own:.1f} s, GenMC {genmc:.1f} s")
    return 1 if wrong or not counts["agree"] else 0


if __name__ == "__main__":
    sys.exit(main())
