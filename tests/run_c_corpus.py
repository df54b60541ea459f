#!/usr/bin/env python3
"""Compares `drover check` on the C programs of a corpus with GenMC's answers.

usage: run_c_corpus.py DROVER [CORPUS] [--jobs N] [--only TEXT] [--limit SECONDS] [--least PERCENT]
                       [--models M,…] [--times]
       CORPUS is c/ of $DROVER_CORPUS, or of ../shared/corpus beside the repository. Without it, this
       exits with 77, which ctest takes for "skipped".

CORPUS/expected.json has, for each program and its flags, GenMC's verdict under rc11 (which is
Drover's rc20), sc and tso, without reductions: `ok` with the number of complete executions, or the
kind of the error and where it is. A run agrees if

- the verdict is the same: no error, or an error of this kind (at this line, where one is given);
- for `ok`, the number of complete executions is the same, and there are no more blocked ones.
  (`raw` has GenMC's answer without its reductions of loops: where that ended, it counts as well.
  It is compared with both answers of Drover, the second one with its reductions of loops off, too:
  which iterations are cut is a matter of either tool, how many executions there are is not.)

With --times, the answers are not compared, but the time that they take: each program is checked
once, up to its first error as GenMC does, and the processor time of it all (compiler included, as
in expected.json) is set against GenMC's, of all programs that both have an answer to.

A run that crashes, or that ends with an internal error, is a failure however many others agree.
With sanitizers one of eight runs is made, a time that runs out says nothing, and only such faults
and wrong answers count.

These differences count as agreement: a deadlock where GenMC has blocked executions; the counts of
runs that are bounded, since the bounds do not mean the same; and more executions where GenMC leaves
out optional code (`__VERIFIER_optional`), which Drover executes. All others are listed.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import resource
import subprocess
import sys

SKIPPED = 77
MODELS = {"rc11": "rc20", "sc": "sc", "tso": "tso"}
# GenMC's kinds of errors, as in expected.json, and Drover's.
KINDS = {
    "race": {"race"},
    "memory": {"memory"},
    "assertion": {"assertion", "thread"},
    "liveness": {"deadlock"},
    "misuse": {"assertion", "thread"},
}


def run(drover, root, test, flags, model, options, limit):
    defines = [flag for flag in flags if flag.startswith(("-D", "-U", "-I"))]
    command = [drover, "check", test, "-m", model, "--json", "--all-errors", "--no-symmetry",
               "--no-helping", "--max-time", str(limit), *defines, *options]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False,
                              timeout=limit + 30)
    except subprocess.TimeoutExpired:
        return None, "no answer in time"
    if done.returncode not in (0, 1, 2, 3):
        return None, f"fault: status {done.returncode}: {done.stderr[:2000]}"
    if done.returncode == 2 or not done.stdout.strip():
        lines = [line for line in done.stderr.splitlines() if "error:" in line]
        return None, f"status {done.returncode}: {(lines or done.stderr.splitlines() or ['?'])[0]}"
    return json.loads(done.stdout.splitlines()[0]), ""


def place_of(expected, errors):
    """The comparison of places: does an error have the places that GenMC gives, if it gives any?"""
    # Of an error of memory, `with` is the allocation or the release, whichever came to mind first.
    names = ("at",) if expected.get("kind") == "memory" else ("at", "with", "assertion_at")
    wanted = {expected[name] for name in names if name in expected}
    if not wanted:
        return "agrees", ""
    seen = []
    for error in errors:
        places = {f"{pathlib.Path(each['file']).name}:{each['line']}"
                  for each in [error, *error.get("others", [])] if each["line"]}
        if wanted <= places or (places and places <= wanted):
            return "agrees", ""
        seen.append(" ".join(sorted(places)))
    return "other place", f"{'; '.join(seen[:3])} for {' '.join(sorted(wanted))}"


def compare(drover, root, test, one, model, limit):
    answers = one.get(model, {})
    kind, why = compare_with(drover, root, test, one, model, limit, answers.get("plain", {}))
    raw = answers.get("raw", {})
    if kind in ("agrees", "skipped", "fault") or raw.get("verdict") not in ("ok", "error"):
        return kind, why
    for reductions in ([], ["--no-plp", "--no-await"]):
        other, _ = compare_with(drover, root, test, one, model, limit, raw, reductions)
        if other == "agrees":
            return "agrees", ""
    return kind, why


def compare_with(drover, root, test, one, model, limit, expected, reductions=()):
    if expected.get("verdict") not in ("ok", "error"):
        return "skipped", ""
    options = ["--unroll", str(max(1, int(one["unroll"])))] if "unroll" in one else []
    options += reductions
    answer, why = run(drover, root, test["file"], one["flags"], MODELS[model], options, limit)
    if answer is None:
        return ("fault" if why.startswith("fault") else "no answer"), why
    ignores_races = one.get("races") == "ignored"
    kinds = {error["kind"] for error in answer["errors"]}
    if ignores_races:
        kinds.discard("race")
    if expected["verdict"] == "error":
        wanted = KINDS.get(expected.get("kind"), {expected.get("kind")})
        if kinds & wanted:
            return place_of(expected, [e for e in answer["errors"] if e["kind"] in wanted])
        if kinds:
            return "other kind", f"{sorted(kinds)} for {expected.get('kind')}"
        return "missed", f"{expected.get('kind')} ({expected.get('genmc', '')})"
    real = kinds - {"deadlock"}
    if real:
        first = next(error for error in answer["errors"] if error["kind"] in real)
        return "false alarm", f"{first['kind']}: {first['message']} at {first['file']}:{first['line']}"
    if answer["verdict"] == "incomplete" and "unroll" not in one:
        return "incomplete", ""
    if "unroll" in one:
        return "agrees", ""
    if "__VERIFIER_optional" in test.get("calls", []):
        has_more = answer["executions"] >= expected["complete"]
        return ("agrees" if has_more else "count"), "fewer than without what is optional"
    if answer["executions"] != expected["complete"]:
        return "count", f"{answer['executions']} complete, not {expected['complete']}"
    if answer["blocked"] > expected["blocked"]:
        return "more blocked", f"{answer['blocked']} blocked, not {expected['blocked']}"
    return "agrees", ""


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare_times(drover, root, work, limit):
    ours = theirs = 0.0
    compared = left_out = 0
    slower = []
    for test, one, model in work:
        expected = one.get(model, {}).get("plain", {})
        if expected.get("verdict") not in ("ok", "error") or "user_s" not in expected:
            continue
        options = ["--unroll", str(max(1, int(one["unroll"])))] if "unroll" in one else []
        defines = [flag for flag in one["flags"] if flag.startswith(("-D", "-U", "-I"))]
        before = processor_time()
        done = subprocess.run(
            [drover, "check", test["file"], "-m", MODELS[model], "--json", "--no-symmetry",
             "--no-helping", "--max-time", str(limit), *defines, *options],
            cwd=root, capture_output=True, text=True, check=False)
        seconds = processor_time() - before
        if done.returncode not in (0, 1):
            left_out += 1
            continue
        compared += 1
        ours += seconds
        theirs += expected["user_s"]
        slower.append((seconds - expected["user_s"], seconds, expected["user_s"], model,
                       test["file"], " ".join(one["flags"])))
    for _, mine, other, model, file, flags in sorted(slower, reverse=True)[:10]:
        if mine > other:
            print(f"slower: {model} {file} {flags}: {mine:.2f} s, GenMC {other:.2f} s")
    print(f"{compared} runs ({left_out} without an answer in time): {ours:.1f} s, "
          f"GenMC {theirs:.1f} s, {theirs / max(ours, 1e-9):.1f} times as long")
    return 0 if compared else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--models", default="rc11,sc,tso")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--least", type=float, default=0.0, help="per cent that must agree")
    arguments = parser.parse_args()
    shared = pathlib.Path(__file__).resolve().parents[2] / "shared" / "corpus"
    root = pathlib.Path(arguments.corpus or
                        pathlib.Path(os.environ.get("DROVER_CORPUS", shared)) / "c")
    if not (root / "expected.json").exists():
        print(f"skipped: there is no corpus in {root}")
        return SKIPPED
    drover = str(pathlib.Path(arguments.drover).resolve())
    tests = json.loads((root / "expected.json").read_text(encoding="utf-8"))["tests"]
    work = [(test, one, model) for test in tests if arguments.only in test["file"]
            for one in test["runs"] for model in arguments.models.split(",")]
    is_sanitized = bool(os.environ.get("DROVER_SANITIZED"))
    if is_sanitized:
        work = work[::8]
    if arguments.times:
        return compare_times(drover, root, work, arguments.limit)
    results = collections.Counter()
    listed = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        answers = pool.map(
            lambda each: compare(drover, root, each[0], each[1], each[2], arguments.limit), work)
        for (test, one, model), (kind, why) in zip(work, answers):
            results[kind] += 1
            if kind not in ("agrees", "skipped"):
                listed.append(f"{kind}: {model} {test['file']} {' '.join(one['flags'])}: {why}")
    for line in sorted(listed):
        print(line)
    if is_sanitized:
        results["skipped"] += results.pop("incomplete", 0) + results.pop("no answer", 0)
    compared = sum(results.values()) - results["skipped"]
    share = 100 * results["agrees"] / compared if compared else 0
    print(f"{results['agrees']} of {compared} agree ({share:.1f} %): {dict(results)}")
    return 0 if compared and share >= arguments.least and not results["fault"] else 1


if __name__ == "__main__":
    sys.exit(main())
