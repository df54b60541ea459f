#!/usr/bin/env python3
"""Small C programs, one for each feature: each must have the answers that its first lines name.

usage: run_c_features.py DROVER [--only TEXT]

`// expect: safe`          no error, and no complaint but warnings
`// expect: safe open-order LINE …`   the same, with warnings about open orders in these lines; LINE may be missing
`// expect: error KIND`    an error, of this kind if one is given; the verdict is `violation`
`// expect: error unsupported`   what is not supported is reached: the verdict is `incomplete`
`// expect: refused TEXT`  status 2, and a message with a place and this text
Words after `options:` in the same line are given to `drover check`. A file may begin with several
such lines: each is a run.
"""

import argparse
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "c"


def expectations(path):
    return list(itertools.takewhile(lambda each: each.startswith("// expect:"),
                                    path.read_text(encoding="utf-8").splitlines()))


def answer(drover, path):
    """The differences from the expected answers."""
    wrong = []
    lines = expectations(path)
    if not lines:
        return "its first line does not say what to expect"
    for line in lines:
        why = answer_to(drover, path, line)
        if why:
            wrong.append(f"{why} (for {line})")
    return "; ".join(wrong)


def answer_to(drover, path, line):
    expected, _, options = line.removeprefix("// expect:").partition("options:")
    words = expected.split()
    command = [drover, "check", path.name, "--json", *options.split()]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False,
                          timeout=60)
    if words[0] == "refused":
        has_place = re.search(rf"{re.escape(path.name)}:\d+:\d+: error:", done.stderr)
        has_text = all(word in done.stderr for word in words[1:])
        if done.returncode == 2 and has_place and has_text:
            return ""
        return f"status {done.returncode}, {done.stderr[:300] or 'nothing said'}"
    if done.returncode not in (0, 1, 3) or not done.stdout.strip():
        return f"status {done.returncode}: {done.stderr[:400]}"
    report = json.loads(done.stdout.splitlines()[0])
    kinds = [error["kind"] for error in report["errors"]]
    if words[0] == "safe":
        is_right = report["verdict"] == "safe" and not kinds
        lines = [str(each["line"]) for each in report.get("open_orders", [])]
        if words[1:2] == ["open-order"] and lines != words[2:]:
            return f"open orders in lines {' '.join(lines)}"
    else:
        verdict = "incomplete" if words[1:] == ["unsupported"] else "violation"
        is_right = (bool(kinds) and (len(words) == 1 or words[1] in kinds) and
                    report["verdict"] == verdict)
    if is_right:
        return ""
    texts = [f"{error['kind']}: {error['message']} (line {error['line']})"
             for error in report["errors"][:1]]
    return f"{report['verdict']} {' '.join(texts)}"


def limits(drover):
    """Inputs beyond some limit: each gets an answer, and none a crash."""
    whole = "int main(void) { return 0; }\n"
    cases = {
        "large.c": (whole + "/*" + "x" * 10_000_000 + "*/\n", [], "bytes"),
        "long.c": (whole + "int a;\n" * 300_000, [], "bytes"),
        "deep.c": ("int main(void) { return " + "(" * 10_000 + "1" + ")" * 10_000 + "; }\n", [],
                   "nest"),
        "endless.c": ('#include "endless.c"\n', [], "nested"),
        "missing.c": ('#include "nowhere.h"\n', [], "nowhere.h"),
        "no-compiler.c": (whole, ["--cc", "/no/such/cc"], "(another compiler): install"),
        "binary.c": ("int main(void) { return 0; }\x00\x01\n", [], "error"),
        "empty.c": ("", [], "main"),
    }
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for file, (text, options, wanted) in cases.items():
            (pathlib.Path(name) / file).write_text(text, encoding="utf-8")
            done = subprocess.run([drover, "check", file, *options], cwd=name, capture_output=True,
                                  text=True, check=False, timeout=300)
            if done.returncode != 2 or wanted not in done.stderr:
                failed += 1
                print(f"{file}: status {done.returncode}, {done.stderr[:300]}")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    drover = str(pathlib.Path(arguments.drover).resolve())
    files = [path for path in sorted(FOLDER.glob("*.c")) if arguments.only in path.name]
    failed = 0
    for path in files:
        why = answer(drover, path)
        if why:
            failed += 1
            print(f"{path.name}: {why}")
    if not arguments.only:
        failed += limits(drover)
    print(f"{len(files) - failed} of {len(files)} have the expected answer")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
