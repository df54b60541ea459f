#!/usr/bin/env python3
"""Talks to `drover lsp` like an editor, and like a faulty one.

Conversations are kept in tests/lsp/*.talk: lines `> ` are messages of the client, lines `< ` those
of the server, in order. `--update` records the answers again: read the difference before you commit
it. Tests of several messages at once, broken bytes or times are functions below.

usage: run_lsp.py DROVER [--update] [NAME…]
"""

import json
import os
import pathlib
import random
import re
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from lsp.client import Client, Failure, apply, frame, place, span, units  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
URI = "file:///work/test.drv"
SB = (ROOT / "examples" / "store-buffering.drv").read_text()


def check(condition, text):
    if not condition:
        raise Failure(text)


# ---- Recorded conversations


def normal(message):
    """The message without the parts that differ from build to build."""
    text = json.dumps(message, ensure_ascii=False)
    text = re.sub(r'"version": "[0-9.]+[^"]*"', '"version": "VERSION"', text)
    return re.sub(r'file://[^"]*/drover/models/', "file:///CACHE/drover/models/", text)


def replay(drover, path, is_update):
    """Sends the recorded messages of the client; after each, waits for the recorded number of
    answers."""
    said = []
    for line in path.read_text().splitlines():
        if line.startswith("> "):
            said.append((json.loads(line[2:]), []))
        elif line.startswith("< "):
            said[-1][1].append(line[2:])
    client = Client(drover, initialize=False)
    out = [line for line in path.read_text().splitlines() if line.startswith("#")]
    for message, expected in said:
        client.send(message)
        out.append("> " + json.dumps(message, ensure_ascii=False))
        heard = []
        if is_update:
            is_request = "id" in message
            publishes = message["method"] in ("textDocument/didOpen", "textDocument/didChange",
                                              "textDocument/didClose")
            while is_request or publishes:
                heard.append(normal(client.receive()))
                answered = json.loads(heard[-1]).get("id") == message.get("id")
                if publishes or answered:
                    break
        else:
            for line in expected:
                heard.append(normal(client.receive()))
                check(heard[-1] == line, f"{path.name}: after {out[-1]}\n"
                      f"expected {line}\nheard    {heard[-1]}")
        out += ["< " + line for line in heard]
    check(client.process.wait(timeout=60) == 0, f"{path.name}: does not end well")
    if is_update:
        path.write_text("\n".join(out) + "\n")


# ---- Edits


def test_edits_in_the_middle_of_words(drover):
    """Random edits of a text, also inside words and characters beyond U+FFFF: the server's
    text is always the client's."""
    client = Client(drover)
    rng = random.Random(1)
    text = "// 𝕏 is not é\n" + SB
    client.open(URI, text)
    client.diagnostics(URI, 1)
    pieces = ["x", "y := 1;", "\n", "𝕏", "é", "{", "}", " ", "thread t { a := x; }\n", ";", "/*", "*/", ""]
    for version in range(2, 122):
        lines = text.split("\n")
        first = rng.randrange(len(lines))
        last = min(len(lines) - 1, first + rng.choice([0, 0, 0, 1]))
        begin = rng.randrange(len(lines[first]) + 1)
        end = rng.randrange(begin if last == first else 0, len(lines[last]) + 1)
        where = {"start": place(first, units(lines[first][:begin])),
                 "end": place(last, units(lines[last][:end]))}
        new = rng.choice(pieces)
        text = apply(text, [{"range": where, "newText": new}])
        client.change(URI, version, {"range": where, "text": new})
        if version % 10 == 0:
            found = client.diagnostics(URI, version)
            client.open("file:///work/other.drv", text, version=version)
            expected = client.diagnostics("file:///work/other.drv", version)
            check(found == expected, f"version {version}: the server's text is another one")
    check(client.stop() == 0, "does not end well")


def test_hundred_quick_edits(drover):
    """A hundred edits in one go: diagnostics of the last text, and not of all those between."""
    client = Client(drover)
    client.open(URI, "shared x;\nthread t { x := 1; }\n")
    client.diagnostics(URI, 1)
    word = "abcdefghij" * 10
    messages = []
    for i in range(100):
        messages.append({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": {"uri": URI, "version": i + 2},
            "contentChanges": [{"range": span(1, 17 + i, 1, 17 + i), "text": word[i]}]}})
    client.send(*messages)
    found = client.diagnostics(URI, 101)
    check(len(found) == 1 and f"1{word}" in found[0]["message"], f"wrong diagnostics: {found}")
    published = [m for m in client.notes if m.get("method") == "textDocument/publishDiagnostics"]
    check(len(published) < 50, f"published {len(published)} times on the way")
    check(client.stop() == 0, "does not end well")


# ---- Malformed and cancelled requests


def test_cancelled_requests(drover):
    client = Client(drover, options={"errors": False})
    client.open(URI, SB)
    client.diagnostics(URI)
    hovers = [client.make_request("textDocument/hover", {
        "textDocument": {"uri": URI}, "position": place(7, 2)}) for _ in range(20)]
    cancels = [{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": h["id"]}}
               for h in hovers[10:]]
    client.send(*hovers, *cancels)
    answers = [client.answer(h["id"]) for h in hovers]
    check(all("result" in a for a in answers[:1]), f"no answer: {answers[0]}")
    # A request that was answered before its cancellation was read has a result; the last ones have
    # none.
    check(answers[-1].get("error", {}).get("code") == -32800, f"not cancelled: {answers[-1]}")
    # Cancellations of unknown or finished requests are ignored.
    client.notify("$/cancelRequest", {"id": 12345})
    client.notify("$/cancelRequest", {"id": hovers[0]["id"]})
    client.notify("$/cancelRequest", {})
    check(client.request("textDocument/hover", {
        "textDocument": {"uri": URI}, "position": place(7, 2)}), "no hover")
    # A command that runs.
    client.open("file:///work/long.drv", endless())
    command = client.make_request("workspace/executeCommand", {
        "command": "drover.server.check", "arguments": ["file:///work/long.drv"]})
    client.send(command)
    time.sleep(0.5)
    client.notify("$/cancelRequest", {"id": command["id"]})
    answer = client.answer(command["id"])
    check(answer.get("error", {}).get("code") == -32800, f"not cancelled: {answer}")
    check(not children_of(client.process.pid), "a child is left")
    check(client.stop() == 0, "does not end well")


def test_unknown_methods(drover):
    client = Client(drover)
    check(client.ask("textDocument/unheardOf", {})["error"]["code"] == -32601, "no error")
    check(client.ask("$/unheardOf", {})["error"]["code"] == -32601, "no error")
    client.notify("textDocument/unheardOf", {"x": [1, 2]})
    client.notify("$/setTrace", {"value": "off"})
    # Documents that are not open, params that are missing or of another kind.
    for method in ("hover", "completion", "definition", "references", "rename", "documentSymbol",
                   "foldingRange", "formatting", "codeAction", "codeLens", "prepareRename",
                   "documentHighlight"):
        for params in ({}, [], None, 3, {"textDocument": {"uri": "file:///nowhere"}},
                       {"textDocument": "x", "position": []}):
            answer = client.ask(f"textDocument/{method}", params)
            check("result" in answer or "error" in answer, f"no answer to {method}")
    for params in ({}, {"command": 1}, {"command": "rm"}, {"command": "drover.server.check"},
                   {"command": "drover.server.check", "arguments": ["file:///nowhere"]}):
        check(client.ask("workspace/executeCommand", params)["error"]["code"] == -32602, "no error")
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere"}})
    client.notify("textDocument/didChange", None)
    client.notify("textDocument/didOpen", {"textDocument": {}})
    client.notify("textDocument/didClose", {})
    check(client.stop() == 0, "does not end well")


def test_order_of_life(drover):
    client = Client(drover, initialize=False)
    check(client.ask("textDocument/hover", {})["error"]["code"] == -32002, "not refused")
    client.notify("textDocument/didOpen", {})
    client.request("initialize", {"capabilities": {}})
    check(client.ask("initialize", {"capabilities": {}})["error"]["code"] == -32600, "twice")
    client.request("shutdown", None)
    check(client.ask("textDocument/hover", {})["error"]["code"] == -32600, "after shutdown")
    client.notify("exit", None)
    check(client.process.wait(timeout=60) == 0, "exit after shutdown is not 0")
    client = Client(drover)
    client.notify("exit", None)
    check(client.process.wait(timeout=60) == 1, "exit without shutdown is not 1")
    client = Client(drover)
    client.process.stdin.close()
    check(client.process.wait(timeout=60) == 1, "the end of input is not 1")


# ---- Broken bytes


def test_wrong_lengths(drover):
    client = Client(drover)
    body = json.dumps({"jsonrpc": "2.0", "id": 77, "method": "shutdown"}).encode()
    for length in (b"3", b"5000", b"-1", b"ten", b"99999999999999999999", b""):
        client.raw(b"Content-Length: " + length + b"\r\n\r\n" + body + b" " * 20)
        if length == b"5000":
            client.raw(b"\r\n" * 10 + frame({"jsonrpc": "2.0", "method": "$/x"}) * 100)
        hover = client.ask("textDocument/hover", {})
        check("result" in hover, f"after a length of {length}: {hover}")
    problems = [m for m in client.notes if m.get("error", {}).get("code") == -32700]
    check(len(problems) >= 6, f"only {len(problems)} complaints")
    check(all(m.get("id") != 77 for m in client.notes), "a broken message was carried out")
    check(client.stop() == 0, "does not end well")


def test_malformed_messages(drover):
    client = Client(drover)
    for body in (b"{", b"", b"\xff\xfe", b"[" * 100000, b'{"a":1}}', b"nonsense"):
        client.raw(frame(body))
        answer = client.wait_for(lambda m: m.get("error", {}).get("code") == -32700)
        check(answer["id"] is None, "an answer to whom?")
    for body in (b"[]", b"3", b'"x"', b"null", b"{}", b'{"method": 3}'):
        client.raw(frame(body))
        answer = client.wait_for(lambda m: m.get("error", {}).get("code") == -32600)
        check(answer["id"] is None, "an answer to whom?")
    client.raw(b"junk without a header\r\n\r\n")
    check("result" in client.ask("textDocument/hover", {}), "no answer after junk")
    rng = random.Random(2)
    for _ in range(50):
        client.raw(bytes(rng.randrange(256) for _ in range(200)))
    client.raw(b"\r\n\r\n")
    check("result" in client.ask("textDocument/hover", {}), "no answer after random bytes")
    check(client.stop() == 0, "does not end well")


def test_positions_in_utf16(drover):
    client = Client(drover)
    text = "/* 𝕏𝕏 é */ shared xyz; // 𝕏\nthread t { /* 𝕏 */ r := xyy; assert(r); }\n"
    client.open(URI, text)
    found = client.diagnostics(URI)
    check(found[0]["range"] == span(1, 25, 1, 28), f"at the wrong place: {found}")
    check(client.about("textDocument/hover", URI, 0, 21)["range"] == span(0, 20, 0, 23), "hover")
    # A byte order mark is a character of the first line.
    client.open("file:///work/bom.drv", "\ufeffshared xyz;\nthread t { xyz := 1; }\n")
    check(client.diagnostics("file:///work/bom.drv") == [], "the mark is an error")
    definition = client.about("textDocument/definition", "file:///work/bom.drv", 1, 12)
    check(definition[0]["range"] == span(0, 8, 0, 11), f"definition: {definition}")
    # Lines that end in \r\n, and places outside the text.
    client.open("file:///work/crlf.drv", "shared x;\r\nthread t {\r\n  x := 𝕏; }\r\n")
    found = client.diagnostics("file:///work/crlf.drv")
    check(found[0]["range"] == span(2, 7, 2, 9), f"at the wrong place: {found}")
    client.change("file:///work/crlf.drv", 2, {"range": span(2, 7, 2, 99), "text": "1; }"})
    check(client.diagnostics("file:///work/crlf.drv", 2) == [], "the edit went wrong")
    client.change("file:///work/crlf.drv", 3, {"range": span(70, 7, 99, 0), "text": "// end"})
    check(client.diagnostics("file:///work/crlf.drv", 3) == [], "the edit went wrong")
    check(client.stop() == 0, "does not end well")


# ---- What is on offer


def test_every_suggestion_is_an_action(drover):
    """Every "did you mean" has an action, and its edit removes the complaint."""
    client = Client(drover)
    seen = 0
    files = [p for folder in ("frontend/fail", "cat/fail", "litmus", "reports", "explain")
             for p in sorted((ROOT / "tests/golden" / folder).glob("*"))
             if p.suffix in (".drv", ".litmus", ".cat")]
    for path in files:
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        uri = path.as_uri()
        client.open(uri, text, language="")
        for diagnostic in client.diagnostics(uri, 1):
            if "did you mean" not in diagnostic["message"]:
                continue
            seen += 1
            actions = client.request("textDocument/codeAction", {
                "textDocument": {"uri": uri}, "range": diagnostic["range"],
                "context": {"diagnostics": [diagnostic]}})
            mine = [a for a in actions if a.get("diagnostics") == [diagnostic]]
            check(mine, f"{path.name}: no action for {diagnostic['message']}")
            fixed = apply(text, mine[0]["edit"]["changes"][uri])
            check(fixed != text, f"{path.name}: the action does nothing")
            client.open("file:///work/fixed" + path.suffix, fixed, language="")
            after = client.diagnostics("file:///work/fixed" + path.suffix)
            same = [d for d in after if d["message"] == diagnostic["message"]
                    and d["range"] == diagnostic["range"]]
            check(not same, f"{path.name}: still there: {diagnostic['message']}")
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    check(seen >= 20, f"only {seen} suggestions were seen")
    check(client.stop() == 0, "does not end well")


def test_questions_about_all_files(drover):
    """Every request at many places of every kind of file gets an answer; the server never ends."""
    client = Client(drover)
    rng = random.Random(3)
    files = [p for pattern in ("examples/*.drv", "litmus/library/*.litmus", "explorer/models/*.cat",
                               "tests/golden/frontend/fail/*.drv", "tests/golden/litmus/*.litmus",
                               "tests/fuzz/corpus/*/*")
             for p in sorted(ROOT.glob(pattern)) if p.suffix in (".drv", ".litmus", ".cat")]
    for path in rng.sample(files, 120):
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        uri = path.as_uri()
        client.open(uri, text, language="")
        client.diagnostics(uri, 1)
        document = {"textDocument": {"uri": uri}}
        for method in ("documentSymbol", "foldingRange", "formatting"):
            client.request(f"textDocument/{method}", document)
        lines = text.split("\n")
        for _ in range(8):
            line = rng.randrange(len(lines))
            where = place(line, rng.randrange(units(lines[line]) + 1))
            for method in ("hover", "completion", "definition", "references", "documentHighlight"):
                client.request(f"textDocument/{method}", {**document, "position": where})
            answer = client.ask("textDocument/rename", {**document, "position": where,
                                                        "newName": "fresh_name"})
            if "error" in answer:
                continue
            changed = apply(text, answer["result"]["changes"][uri])
            client.open("file:///work/renamed" + path.suffix, changed, language="")
            before = [d for d in client.request("textDocument/documentSymbol", document) or []]
            after = client.request("textDocument/documentSymbol", {
                "textDocument": {"uri": "file:///work/renamed" + path.suffix}}) or []
            check(len(before) == len(after), f"{path.name}: renaming lost something")
        client.notify("textDocument/didClose", document)
    check(client.stop() == 0, "does not end well")


def test_formatting(drover):
    client = Client(drover)
    text = "shared x,y;\nthread t{x:=1;\nr:=y;}\n// é\nexists(t:r==1);\n"
    client.open(URI, text)
    edits = client.request("textDocument/formatting", {"textDocument": {"uri": URI},
                                                       "options": {"tabSize": 2}})
    check(apply(text, edits) == "shared x, y;\nthread t {\n  x := 1;\n  r := y;\n}\n// é\n"
          "exists (t:r == 1);\n", f"formatted: {edits}")
    client.open("file:///work/bad.drv", "thread t {")
    check(client.request("textDocument/formatting", {
        "textDocument": {"uri": "file:///work/bad.drv"}}) is None, "formats a broken text")
    check(client.stop() == 0, "does not end well")


# ---- Verdicts


def endless():
    """A program whose run does not end during the test."""
    threads = "".join(f"thread t{i} {{ {'x := x + 1; ' * 6}}}\n" for i in range(6))
    return f"shared x;\n{threads}exists (x == 1);\n"


def children_of(pid):
    for _ in range(100):
        try:
            found = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:
            return []
        if not found:
            return []
        time.sleep(0.05)
    return found


def titles(lenses):
    return [lens["command"]["title"] for lens in lenses]


def test_verdicts(drover):
    client = Client(drover)
    client.open(URI, SB)
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    check(titles(lenses) == ["sc: safe · tso: safe · rc11: safe", "sc: no · tso: yes · rc11: no"],
          f"lenses: {titles(lenses)}")
    client.notify("workspace/didChangeConfiguration", {"settings": {"drover": {"models": ["pso"]}}})
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    check(titles(lenses) == ["pso: safe", "pso: yes"], f"lenses: {titles(lenses)}")
    litmus = (ROOT / "litmus/library/MP.litmus").read_text()
    client.open("file:///work/mp.litmus", litmus, language="litmus")
    lenses = client.request("textDocument/codeLens", {
        "textDocument": {"uri": "file:///work/mp.litmus"}})
    check(titles(lenses) == ["sc: Never · tso: Never"], f"lenses: {titles(lenses)}")
    # Nothing to run, and nothing wanted.
    client.open("file:///work/bad.drv", "thread t {")
    check(client.request("textDocument/codeLens", {
        "textDocument": {"uri": "file:///work/bad.drv"}}) == [], "a lens for a broken text")
    client.notify("workspace/didChangeConfiguration", {"settings": {"drover": {"lens": False}}})
    check(client.request("textDocument/codeLens", {"textDocument": {"uri": URI}}) == [], "a lens")
    check(client.stop() == 0, "does not end well")


def test_verdicts_in_the_background(drover):
    """An editor that can be told gets a lens at once, and is told when there is more."""
    client = Client(drover, capabilities={"workspace": {"codeLens": {"refreshSupport": True}}})
    client.open(URI, SB)
    ask = {"textDocument": {"uri": URI}}
    check(titles(client.request("textDocument/codeLens", ask)) == ["drover: checking …"], "no lens")
    refresh = client.wait_for(lambda m: m.get("method") == "workspace/codeLens/refresh")
    client.send({"jsonrpc": "2.0", "id": refresh["id"], "result": None})
    check("tso: safe" in titles(client.request("textDocument/codeLens", ask))[0], "no verdict")
    check(client.stop() == 0, "does not end well")


def test_verdicts_are_cancelled_by_edits(drover):
    client = Client(drover, options={"maxTime": 60})
    client.open(URI, endless())
    lens = client.make_request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    client.send(lens)
    time.sleep(1)
    started = time.monotonic()
    client.change(URI, 2, {"range": span(0, 0, 0, 0), "text": " "})
    answer = client.answer(lens["id"])
    check(answer.get("error", {}).get("code") == -32801, f"not cancelled: {answer}")
    check(time.monotonic() - started < 5, "the edit had to wait")
    check(not children_of(client.process.pid), "a child is left")
    # No process is left when the editor goes away, either.
    client.send(client.make_request("textDocument/codeLens", {"textDocument": {"uri": URI}}))
    time.sleep(1)
    pid = client.process.pid
    before = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    client.process.stdin.close()
    client.process.wait(timeout=60)
    time.sleep(0.2)
    left = [p for p in before if pathlib.Path(f"/proc/{p}").exists()]
    check(not left, f"children are left: {left}")


def test_verdicts_have_limits(drover):
    client = Client(drover, "--max-time", "1", "-m", "sc")
    client.open(URI, endless())
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    # On a slow machine the time is over before there is a verdict.
    check(titles(lenses)[0] in ["sc: incomplete", "sc: it took more than 1 seconds"],
          f"lenses: {titles(lenses)}")
    check(client.stop() == 0, "does not end well")


# ---- Errors of runs

RACY = """shared na data;
shared flag;
thread a { data := 1; flag@rlx := 1; }
thread b { r := flag@rlx; if (r == 1) { s := data; assert(s == 2, "two"); } }
"""


def test_errors_of_runs_are_diagnostics(drover):
    client = Client(drover, options={"models": ["sc", "rc11"]})
    client.open(URI, RACY)
    check(client.diagnostics(URI, 1) == [], "the text has no errors")
    found = {each["code"]: each for each in client.diagnostics(URI, 1)}
    check(set(found) == {"race", "assertion"}, f"errors: {found}")
    race = found["race"]
    check(race["range"] == span(2, 11, 2, 15), f"the place of the race: {race}")
    check(race["message"].startswith("race: race on `data`") and race["message"].endswith("(rc11)"),
          race["message"])
    (other,) = race["relatedInformation"]
    check(other["location"]["range"] == span(3, 40, 3, 41), f"the other access: {other}")
    check(found["assertion"]["message"] == "assertion: two", found["assertion"]["message"])
    check(found["assertion"]["range"]["start"]["line"] == 3, "the line of the assertion")
    # They go with the text that has them.
    client.change(URI, 2, {"text": RACY.replace("s == 2", "1").replace("@rlx", "")})
    check(client.diagnostics(URI, 2) == [], "errors of the text before")
    client.notify("workspace/didChangeConfiguration", {"settings": {"drover": {"errors": False}}})
    client.change(URI, 3, {"text": RACY})
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    check(titles(lenses) == ["sc: violation · rc11: violation"], f"lenses: {titles(lenses)}")
    published = [note for note in client.notes if note["params"].get("version") == 3]
    check(all(note["params"]["diagnostics"] == [] for note in published), f"unwanted: {published}")
    check(client.stop() == 0, "does not end well")


C_PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "cells.h"

void *left(void *unused) { atomic_store_explicit(&x, 1, memory_order_relaxed); return unused; }
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, left, 0);
  assert(atomic_load(&x) == 1);
  pthread_join(one, 0);
  return 0;
}
"""


def test_c_programs(drover):
    """The headers beside a program are found; other C files are left alone."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "cells.h").write_text("extern atomic_int x;\natomic_int x;\n")
        uri = f"file://{folder}/mine.c"
        client = Client(drover, options={"models": ["sc"]})
        client.open(uri, C_PROGRAM, language="c")
        check(client.diagnostics(uri, 1) == [], "C is not read while one types")
        (error,) = client.diagnostics(uri, 1)
        check(error["code"] == "assertion" and error["range"]["start"]["line"] == 9, f"{error}")
        lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
        check(titles(lenses) == ["sc: violation"], f"lenses: {titles(lenses)}")
        result = client.request("workspace/executeCommand", {
            "command": "drover.server.check", "arguments": [uri]})
        check(result["status"] == 1 and "mine.c:10" in result["text"], f"check: {result}")
        client.change(uri, 2, {"text": C_PROGRAM.replace("return unused", "return unusual")})
        check(client.diagnostics(uri, 2) == [], "the error of the text before")
        (error,) = client.diagnostics(uri, 2)
        check("unusual" in error["message"] and error["range"]["start"]["line"] == 5, f"{error}")
        other = f"file://{folder}/other.c"
        client.open(other, "int twice(int a) { return a + a; }\n", language="c")
        ask = {"textDocument": {"uri": other}}
        check(client.request("textDocument/codeLens", ask) == [], "a lens on any C file")
        check(client.request("textDocument/formatting", {**ask, "options": {}}) is None, "formatting")
        check(client.stop() == 0, "does not end well")


def test_c_programs_in_several_files(drover):
    """Flags and further files come from compile_commands.json."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        text = ("#include <assert.h>\n#include <pthread.h>\nint part(void);\n"
                "int main(void) {\n  assert(part() == 2);\n  return 0;\n}\n")
        (root / "mine.c").write_text(text)
        (root / "part.c").write_text("int part(void) { return PART; }\n")
        (root / "build").mkdir()
        (root / "build/compile_commands.json").write_text(json.dumps([
            {"directory": folder, "file": f"{name}.c", "command": f"cc -O2 -DPART=1 -c {name}.c"}
            for name in ("mine", "part")]))
        uri = f"file://{folder}/mine.c"
        client = Client(drover, options={"models": ["sc"]})
        client.open(uri, text, language="c")
        check(client.diagnostics(uri, 1) == [], "C is not read while one types")
        (error,) = client.diagnostics(uri, 1)
        check(error["code"] == "assertion" and error["range"]["start"]["line"] == 4, f"{error}")
        check(client.stop() == 0, "does not end well")


def test_semantic_tokens(drover):
    client = Client(drover)
    legend = client.capabilities["semanticTokensProvider"]["legend"]
    text = "shared x;  // é 𝕏\nthread t { x@rel := 1; r := x; }\n"
    client.open(URI, text)
    data = client.request("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})["data"]
    line, character, found = 0, 0, []
    for by_lines, by_characters, length, kind, modifiers in zip(*[iter(data)] * 5):
        character = by_characters + (character if by_lines == 0 else 0)
        line += by_lines
        word = text.splitlines()[line].encode("utf-16-le")[2 * character:2 * (character + length)]
        is_declared = bool(modifiers >> legend["tokenModifiers"].index("declaration") & 1)
        found.append((word.decode("utf-16-le"), legend["tokenTypes"][kind], is_declared))
    check(found[:4] == [("x", "variable", True), ("t", "class", True), ("x", "variable", False),
                        ("rel", "modifier", False)], f"tokens: {found}")
    check([each[0] for each in found[4:]] == ["r", "x"], f"tokens: {found}")
    check(client.stop() == 0, "does not end well")


# ---- Which orders a program needs

PUBLISH = """// é 𝕏
shared na data;
shared ready;

thread producer { data := 42; ready := 1; }
thread consumer { await(ready == 1); assert(data == 42); }
"""
PUBLISHED = PUBLISH.replace("ready := 1", "ready@rel := 1").replace("await(", "await@acq(")


def order_actions(client, uri, **context):
    actions = client.request("textDocument/codeAction", {
        "textDocument": {"uri": uri}, "range": span(0, 0, 0, 0), "context": {"diagnostics": [], **context}})
    return [a for a in actions if a.get("kind") == "refactor.rewrite"]


def test_orders_are_relaxed_and_repaired(drover):
    client = Client(drover, capabilities={"workspace": {
        "applyEdit": True, "workspaceEdit": {"documentChanges": True}}})

    def carry_out(uri, action):
        """The edit that the server asks for, and the answer to the command."""
        command = client.make_request("workspace/executeCommand", {
            "command": action["command"]["command"], "arguments": action["command"]["arguments"]})
        client.send(command)
        answer = client.answer(command["id"])
        check("result" in answer, f"{answer}")
        edits = [m for m in client.notes if m.get("method") == "workspace/applyEdit"]
        client.notes = [m for m in client.notes if m not in edits]
        for each in edits:
            client.send({"jsonrpc": "2.0", "id": each["id"], "result": {"applied": True}})
        told = [m["params"]["message"] for m in client.notes if m.get("method") == "window/showMessage"]
        client.notes = [m for m in client.notes if m.get("method") != "window/showMessage"]
        check(told == ["drover: " + answer["result"]["text"]], f"told: {told}")
        return edits, answer["result"]

    client.open(URI, PUBLISH)
    actions = order_actions(client, URI)
    check([a["title"] for a in actions] == [
        "Relax the orders of this program (rc11)", "Repair the orders of this program (rc11)"],
        f"actions: {actions}")
    edits, result = carry_out(URI, actions[0])
    check(result["status"] == 0 and "1 weakest assignment" in result["text"], f"{result}")
    change, = edits[0]["params"]["edit"]["documentChanges"]
    check(change["textDocument"] == {"uri": URI, "version": 1}, f"{change}")
    check(apply(PUBLISH, change["edits"]) == PUBLISHED, f"{change}")
    # Applies the edit: then nothing is left to relax, and nothing is wrong.
    client.change(URI, 2, *[{"range": e["range"], "text": e["newText"]} for e in change["edits"]])
    edits, result = carry_out(URI, actions[0])
    check(not edits and "needed as it is" in result["text"], f"{edits} {result}")
    edits, result = carry_out(URI, actions[1])
    check(not edits and result["status"] == 2 and "right" in result["text"], f"{edits} {result}")
    # A program that is too weak is repaired, and is the original again.
    weak = PUBLISHED.replace("@rel", "@rlx").replace("@acq", "@rlx")
    client.open("file:///work/weak.drv", weak)
    edits, result = carry_out("file:///work/weak.drv", order_actions(client, "file:///work/weak.drv")[0])
    check(not edits and result["status"] == 2 and "Repair" in result["text"], f"{edits} {result}")
    edits, result = carry_out("file:///work/weak.drv", order_actions(client, "file:///work/weak.drv")[1])
    check(apply(weak, edits[0]["params"]["edit"]["documentChanges"][0]["edits"]) == PUBLISHED, f"{edits}")
    check("4 smallest repairs" in result["text"] and "first" in result["text"], f"{result}")
    # A program that no modes can repair.
    client.open("file:///work/lost.drv", "shared x;\nthread a { x := x + 1; }\nthread b { x := x + 1; }\nforall (x == 2);\n")
    edits, result = carry_out("file:///work/lost.drv", order_actions(client, "file:///work/lost.drv")[1])
    check(not edits and result["status"] == 1 and "under sc" in result["text"], f"{edits} {result}")
    check(client.stop() == 0, "does not end well")


def test_order_actions_that_fit(drover):
    """If the verdict is known, only the action that fits is offered, for the models of the
    settings; none if there is nothing to search."""
    client = Client(drover, options={"models": ["sc", "tso", "rc11"]})
    client.open(URI, PUBLISH)
    titles_of = lambda: [a["title"].replace(" the orders of this program", "") for a in order_actions(client, URI)]
    check(titles_of() == ["Relax (tso)", "Repair (tso)", "Relax (rc11)", "Repair (rc11)"], f"{titles_of()}")
    client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    check(titles_of() == ["Relax (tso)", "Relax (rc11)"], f"{titles_of()}")
    check(not order_actions(client, URI, only=["quickfix"]), "asked for fixes only")
    check(order_actions(client, URI, only=["refactor"]), "asked for rewriting")
    client.open("file:///work/wrong.drv", PUBLISH + "xx")
    client.open("file:///work/sb.litmus", (ROOT / "litmus/library/SB.litmus").read_text(), language="litmus")
    client.open("file:///work/m.cat", '"m"\nacyclic po as c\n', language="cat")
    for uri in ("file:///work/wrong.drv", "file:///work/sb.litmus", "file:///work/m.cat"):
        check(not order_actions(client, uri), f"an action for {uri}")
        answer = client.ask("workspace/executeCommand", {"command": "drover.server.relax", "arguments": [uri]})
        check(answer.get("error", {}).get("code") == -32803, f"{uri}: {answer}")
    # Unknown models, models not known to be monotone, options instead of models.
    for model in ("nonsense", "imm", "--help", "-o/tmp/x.svg", "x.cat"):
        answer = client.ask("workspace/executeCommand", {"command": "drover.server.relax", "arguments": [URI, model]})
        check(answer.get("error", {}).get("code") == -32803, f"{model}: {answer}")
    # An editor that cannot be asked gets the edit.
    result = client.request("workspace/executeCommand", {"command": "drover.server.relax", "arguments": [URI, "rc11"]})
    check(apply(PUBLISH, result["edit"]["changes"][URI]) == PUBLISHED, f"{result}")
    check(client.stop() == 0, "does not end well")


def test_orders_are_dropped_by_edits(drover):
    slow = "const N = 7;\nshared x;\nthread t(i in 1..N) { faa(x, i); a := x; faa(x, a); }\nfinal { assert(x != 1); }\n"
    client = Client(drover, options={"maxTime": 60, "errors": False},
                    capabilities={"workspace": {"applyEdit": True}})
    for end in ("edit", "close", "cancel"):
        client.open(URI, slow)
        command = client.make_request("workspace/executeCommand", {"command": "drover.server.relax", "arguments": [URI]})
        client.send(command)
        time.sleep(1)
        check(children_of(client.process.pid), "it does not run")
        started = time.monotonic()
        if end == "edit":
            client.change(URI, 2, {"range": span(0, 0, 0, 0), "text": " "})
        elif end == "close":
            client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        else:
            client.notify("$/cancelRequest", {"id": command["id"]})
        answer = client.answer(command["id"])
        check(answer.get("error", {}).get("code") in (-32801, -32800), f"{end}: {answer}")
        check(time.monotonic() - started < 5, f"{end}: it had to wait")
        check(not children_of(client.process.pid), f"{end}: a child is left")
    # At its time limit the search ends with its findings.
    client.notify("workspace/didChangeConfiguration", {"settings": {"drover": {"maxTime": 1}}})
    client.open(URI, slow)
    result = client.request("workspace/executeCommand", {"command": "drover.server.relax", "arguments": [URI]})
    check(result["status"] == 3 and "Not done" in result["text"], f"{result}")
    check(not [m for m in client.notes if m.get("method") == "workspace/applyEdit"], "an edit of nothing")
    check(client.stop() == 0, "does not end well")


def test_commands(drover):
    client = Client(drover)
    client.open("file:///work/sb.drv", SB)

    def run(command):
        return client.request("workspace/executeCommand", {
            "command": f"drover.server.{command}", "arguments": ["file:///work/sb.drv"]})
    check("sb.drv" in run("check")["text"] and run("check")["status"] == 0, "check")
    check("tso: allowed" in run("explain")["text"], "explain")
    check(run("report")["html"].startswith("<!DOCTYPE html>"), "report")
    check(client.stop() == 0, "does not end well")


def cpu_of(pid):
    """The processor time of a process, in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_latency(drover):
    """Diagnostics of a text of 5000 lines, from the edit to the message."""
    body = "".join(f"  r{i} := x@acq;\n  x@rel := r{i} + {i};\n" for i in range(24))
    text = "shared x;\n" + "".join(f"thread t{i} {{\n{body}}}\n" for i in range(100))
    check(len(text.split("\n")) >= 5000, "the text is too short")
    client = Client(drover)
    client.open(URI, text)
    client.diagnostics(URI, 1)
    times = []
    before = cpu_of(client.process.pid)
    for version in range(2, 22):
        started = time.monotonic()
        client.change(URI, version, {"range": span(2500, 2, 2500, 2), "text": "z"})
        client.diagnostics(URI, version)
        times.append(time.monotonic() - started)
    used = (cpu_of(client.process.pid) - before) / len(times)
    times.sort()
    line = (f"latency of diagnostics, {len(text.splitlines())} lines: median "
            f"{times[10] * 1000:.0f} ms, worst {times[-1] * 1000:.0f} ms, CPU {used * 1000:.0f} ms")
    print(line)
    # A generous bound: the machine may be busy. bench/ measures times.
    check(times[10] < 10, line)
    check(client.stop() == 0, "does not end well")


def main():
    words = sys.argv[1:]
    drover = str(pathlib.Path(words[0]).resolve())
    is_update = "--update" in words
    wanted = [w for w in words[1:] if not w.startswith("--")]
    failed = run = 0
    tests = [(path.name, lambda p=path: replay(drover, p, is_update))
             for path in sorted((ROOT / "tests/lsp").glob("*.talk"))]
    if not is_update:
        tests += [(name[5:], lambda f=function: f(drover))
                  for name, function in sorted(globals().items()) if name.startswith("test_")]
    for name, test in tests:
        if wanted and name not in wanted:
            continue
        run += 1
        try:
            test()
        except (Failure, OSError) as failure:
            failed += 1
            print(f"{name}: {failure}")
    print(f"language server: {run} run, {failed} failed")
    return 1 if failed or not run else 0


if __name__ == "__main__":
    sys.exit(main())
