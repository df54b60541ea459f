#!/usr/bin/env python3
"""Compares `drover litmus -m FILE.cat` with herd7's answers for herd's own model files.

The corpus has a folder `cat` with herd's models (herd/, linux/) and expected.json: by model and
test, herd7's answer. Every model file must be read; every answer must be the same: states,
verdict, numbers of executions, flags. Tests of a dialect that Drover does not read are counted as
waiting for it. The corpus is not part of the repository: without it this exits with 77, which ctest
takes for "skipped".

usage: run_cat_corpus.py DROVER [CORPUS] [--model TEXT] [--only TEXT] [--verbose]
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import time

SKIPPED = 77
# Models that herd7 7.58 itself cannot run: they have a type error, an undefined name or a syntax
# error, or are parts of models, which other files include.
BROKEN_IN_HERD = {"pretty.cat", "LL.cat", "doc64.cat", "aarch64-obsolete.cat", "herd.cat",
                  "uniproc-normw-cat.cat", "ifetch-cos.cat"}

# Answers that differ, with the reason (docs/cat.md).
FOLDED = "herd computes x ^ x, which is a dependency of the value here"
SYMBOLIC = "herd shows values that come from themselves as symbols"
KNOWN = {
    ("minimal.cat", "ppc/DETOUR0160.litmus"): FOLDED,
    ("minimal.cat", "ppc/DETOUR0241.litmus"): FOLDED,
    ("minimal.cat", "riscv/LB+[fr-rf]-addr+addr.litmus"): FOLDED,
    ("minimal.cat", "riscv/CoRR+posxp+X.litmus"): SYMBOLIC,
    ("minimal.cat", "riscv/MP+fence.tsopx+fence.tsoxx.litmus"): SYMBOLIC,
    ("minimal.cat", "riscv/WWC+fence.rw.rwspx+posxp.litmus"): SYMBOLIC,
}


def blocks_of(text):
    blocks, current = {}, []
    for line in text.splitlines():
        if line.startswith("Digest="):
            blocks[len(blocks)] = current
            current = []
        elif current or line:
            current.append(line)
    return [blocks[i] for i in range(len(blocks))]


def parse_block(block):
    count = int(block[1].split()[1])
    states = block[2:2 + count]
    verdict = block[2 + count]
    counts = next(line for line in block if line.startswith("Positive:")).split()
    flags = [line[len("Flag "):] for line in block if line.startswith("Flag ")]
    return {"name": block[0].split()[1], "states": states, "verdict": verdict,
            "positive": int(counts[1]), "negative": int(counts[3]), "flags": flags}


def can_read(drover, file):
    """True if Drover reads tests of this dialect."""
    done = subprocess.run([drover, "litmus", "-q", str(file)], capture_output=True, text=True,
                          check=False)
    return "there are no litmus tests for" not in done.stderr and done.returncode != 2


def compare_model(drover, corpus, name, answers, options):
    folder = corpus / "cat" / "herd"
    names = [each for each in answers if options.only in each]
    readable = {}
    for each in names:
        dialect = each.split("/")[0]
        if dialect not in readable:
            readable[dialect] = can_read(drover, corpus / each)
    waiting = collections.Counter(each.split("/")[0] for each in names
                                  if not readable[each.split("/")[0]])
    names = [each for each in names if readable[each.split("/")[0]]]
    command = [drover, "litmus", "-q", "-m", str(folder / name), "-I", str(folder), "-j", "2", "-"]
    start = time.monotonic()
    done = subprocess.run(command, input="\n".join(str(corpus / each) for each in names),
                          capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    blocks = [parse_block(block) for block in blocks_of(done.stdout)]
    equal, different, known = 0, [], collections.Counter()
    at = 0
    for each in names:
        wanted = {key: answers[each][key]
                  for key in ("name", "states", "verdict", "positive", "negative", "flags")}
        got = blocks[at] if at < len(blocks) and blocks[at]["name"] == wanted["name"] else None
        if got is not None:
            at += 1
        if got == wanted:
            equal += 1
        elif got is not None and (name, each) in KNOWN:
            known[KNOWN[name, each]] += 1
        else:
            different.append((each, wanted, got))
    herd = sum(answers[each]["seconds"] for each in names)
    print(f"{name}: {equal} of {len(names)} equal; {seconds:.2f} s, herd7 {herd:.2f} s"
          + "".join(f"; {count} of {dialect} wait for their dialect"
                    for dialect, count in waiting.items()))
    for reason, count in known.items():
        print(f"  {count} differ as known: {reason}")
    for each, wanted, got in different[:40 if options.verbose else 5]:
        print(f"  {each}")
        if options.verbose:
            print(f"    herd7:  {wanted}\n    drover: {got}")
    if different:
        print(done.stderr[:2000])
    return not different


def load_models(drover, corpus):
    """Every model file can be read, as a model on its own."""
    failures = []
    count = 0
    for path in sorted((corpus / "cat").glob("*/*.cat")):
        if path.name in BROKEN_IN_HERD:
            continue
        count += 1
        done = subprocess.run([drover, "models", "show", str(path)], capture_output=True, text=True,
                              check=False)
        if "unexpected" in done.stderr:
            failures.append((path.name, done.stderr.splitlines()[0]))
    print(f"{count - len(failures)} of {count} model files have no syntax errors")
    for name, line in failures:
        print(f"  {name}: {line}")
    return not failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--model", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    beside = pathlib.Path(__file__).resolve().parents[1] / ".." / "shared" / "corpus"
    corpus = pathlib.Path(options.corpus or os.environ.get("DROVER_CORPUS") or beside).resolve()
    expected = corpus / "cat" / "expected.json"
    if not expected.exists():
        print(f"no answers in {expected}: skipped")
        return SKIPPED
    answers = json.loads(expected.read_text(encoding="utf-8"))
    results = [load_models(options.drover, corpus)] if not options.model else []
    for name in sorted(answers):
        if options.model in name:
            results.append(compare_model(options.drover, corpus, name, answers[name], options))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
