#!/usr/bin/env python3
"""Compares `drover linearize` with the known answers of a corpus of objects and clients.

usage: run_relinche.py DROVER [CORPUS] [--only TEXT] [--limit SECONDS] [--jobs N] [--times]
       CORPUS has expected.json and the files that it names; else relinche/ of $DROVER_CORPUS. Without
       it, or without its files, this exits with 77, which ctest takes for "skipped".

Each case is an implementation, a client with marked calls, a specification and what clients may rely
on (`variant`). The answer is `ok`, a kind of linearizability error, or an error of another kind that
may be found first (`or`). Cases that take more than the limit count as neither right nor wrong; a run
in which no case ends is a failure.

GenMC trusts the annotations of helpers: it never runs what they do. Where that matters, the case is
run again with helpers that wait (DROVER_TRUST_HELPING): a mutant of a helping exchange is really
wrong, and GenMC accepts it.

With --times, the processor time of each case stands beside GenMC's.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

SKIPPED = 77
KINDS = {
    "values": "wrong return values",
    "synchronisation": "missing synchronisation",
    "ordered-client": "wrong return values in an ordered client",
}
ERRORS = {"race": "race", "memory": "memory error", "assertion": "assertion"}
OF_LINEARIZABILITY = set(KINDS.values())
Answer = collections.namedtuple("Answer", "what seconds message")
# Release sequences are those of C++20.
MODELS = {"rc11": "rc20", "sc": "sc"}


def command_of(drover, case, trusts_helping=False):
    words = [drover, "linearize", "--json", "-j", "1", "-m", MODELS[case["model"]]]
    words += [flag for flag in case["flags"] if flag.startswith("-D")]
    implementation, client = case.get("implementation"), case["client"]
    if implementation and implementation != client:
        # Some of the headers rely on GenMC's <pthread.h> for `bool`.
        words += ["--include", "stdbool.h", "--include", implementation]
    if trusts_helping:
        words.append("-DDROVER_TRUST_HELPING")
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


def run(words, corpus, limit):
    """Returns the output, messages, status and processor time; the status is None at the limit."""
    limits = (math.ceil(limit), math.ceil(limit) + 1)
    with tempfile.TemporaryFile("w+") as messages:
        with subprocess.Popen(words, cwd=corpus, stdout=subprocess.PIPE, stderr=messages, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limits)
                              ) as child:
            output = child.stdout.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        ended = None if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else child.returncode
        return output, messages.read(), ended, usage.ru_utime + usage.ru_stime


def answer_of(drover, corpus, case, limit, trusts_helping):
    output, messages, status, seconds = run(command_of(drover, case, trusts_helping), corpus, limit)
    if status is None:
        return Answer("time", seconds, "")
    if status not in (0, 1, 3):
        return Answer("failed", seconds, messages.strip())
    report = json.loads(output)
    if report["verdict"] == "incomplete":
        return Answer("time", seconds, "")
    if report["verdict"] == "linearizable":
        return Answer("ok", seconds, "")
    if report["violation"]:
        return Answer(KINDS[report["violation"]["kind"]], seconds, report["violation"]["message"])
    kind = report["error"]["kind"]
    return Answer(ERRORS.get(kind, kind), seconds, report["error"]["message"])


def answers_of(drover, corpus, case, limit):
    """Returns the answer, and the one that trusts annotations, where the first does not agree."""
    plain = answer_of(drover, corpus, case, limit, False)
    code = (corpus / case["implementation"]).read_text() if case.get("implementation") else ""
    if "__VERIFIER_helping_CAS" not in code or agrees(plain.what, case):
        return plain, None
    return plain, answer_of(drover, corpus, case, limit, True)


def agrees(answer, case):
    wanted = {case["result"], *case.get("or", [])} if isinstance(case.get("or"), list) else {
        case["result"], case.get("or")}
    if answer in wanted:
        return True
    # The kinds of one fault come together: the one that is found first depends on the search.
    faults = OF_LINEARIZABILITY | set(ERRORS.values())
    return case["result"] in faults and answer in faults


def count(case, plain, trusting, counts, wrong):
    if agrees(plain.what, case):
        same = plain.what == case["result"]
        counts["agree" if same else "agree that it is wrong, other error first"] += 1
    elif trusting and agrees(trusting.what, case):
        late = plain.what == "time"
        counts["agree if helping is trusted, else " + ("no answer in time" if late else "wrong")] += 1
    elif "time" in (plain.what, trusting.what if trusting else ""):
        counts["no answer in time"] += 1
    else:
        counts["different"] += 1
        wrong.append(f"{case['id']}: {plain.what} {plain.message}, expected {case['result']}")


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
        answers = pool.map(lambda case: answers_of(drover, corpus, case, options.limit), cases)
        for case, (plain, trusting) in zip(cases, answers):
            reference = case["genmc"].get("default", {}).get("seconds")
            compared = plain if trusting is None else trusting
            if compared.what not in ("time", "failed") and reference:
                own += compared.seconds
                genmc += reference
            if options.times:
                more = f"; trusting: {trusting.what}, {trusting.seconds:.2f} s" if trusting else ""
                print(f"{case['id']}: {plain.what}, {plain.seconds:.2f} s{more}, GenMC {reference} s",
                      flush=True)
            count(case, plain, trusting, counts, wrong)
    print("\n".join(wrong))
    print(f"{len(cases)} cases: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    print(f"time of the cases with an answer: {own:.1f} s, GenMC {genmc:.1f} s")
    return 1 if wrong or not counts["agree"] else 0


if __name__ == "__main__":
    sys.exit(main())
