#!/usr/bin/env python3
"""Uses the page without a server, the folder that `./make.sh web` writes, in a headless Chromium.

It is served as plain files. Whatever a person does with the page of `drover serve` is done with this
one (serve_in_browser.py). Besides: how soon the first answer comes; a run that is stopped; answers
that are, but for the times, those of the program; the page from a file, without any server; a
program that nests too deeply.

Exit status 77 where there is no folder or no Chromium.

usage: run_web.py FOLDER [--drover DROVER] [--screenshots FOLDER] [--quick]
"""

import argparse
import functools
import http.server
import json
import pathlib
import sys
import tempfile
import threading
import time

from chromium import Chromium, find_chromium
from report_in_browser import LOOK
from serve_client import Server
from serve_in_browser import PlaygroundUser

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "litmus" / "library"
SB = """shared x, y;
thread left { x := 1; a := y; }
thread right { y := 1; b := x; }
exists (left:a == 0 && right:b == 0);
"""
ENDLESS = """shared x;
thread w(i in 1..8) { for (k := 0; k < 60; k := k + 1) { x@rlx := i; r := x@rlx; } }
exists (w1:r == 2);
"""

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"web: {what}", file=sys.stderr, flush=True)


class Files(http.server.SimpleHTTPRequestHandler):
    """Plain files, as any server has them."""

    def log_message(self, *_):
        pass


class StaticServer:
    """A server of static files with the interface of serve_client.Server."""

    def __init__(self, folder):
        handler = functools.partial(Files, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()

    def wait_for_children(self, *_):
        return True


def without_times(value):
    """The answer without times, which differ between runs."""
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in ("seconds", "http")}
    if isinstance(value, list):
        return [without_times(each) for each in value]
    return value


class Page:
    """Asks Drover in the page."""

    def __init__(self, browser):
        self.browser = browser

    def post(self, path, body):
        return json.loads(self.browser.js(
            f"droverInside.post({json.dumps(path)}, {json.dumps(body)}).then(answer => JSON.stringify(answer))"))

    def get(self, path):
        return json.loads(self.browser.js(
            f"droverInside.get({json.dumps(path)}).then(answer => JSON.stringify(answer))"))


def check_first_answer(browser, address):
    """How soon store buffering is answered under three models, from the moment the page opens."""
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url=address)
    # Asks as soon as the models are listed. The time counts from the navigation.
    times = browser.js("""new Promise(done => {
      const times = {};
      const look = () => {
        const isLoaded = document.querySelectorAll('#models input:checked').length === 3 && document.querySelector('#kind').textContent !== '';
        if (isLoaded && !times.ready) {
          times.ready = performance.now();
          document.querySelector('#check-button').click();
        }
        if (times.ready && document.querySelectorAll('#matrix tbody td').length > 3) {
          times.answer = performance.now();
          times.heads = [...document.querySelectorAll('#matrix thead th')].map(each => each.textContent);
          done(times);
        } else setTimeout(look, 5);
      };
      look();
    })""")
    print(f"web: ready after {times['ready']:.0f} ms, store buffering under "
          f"{', '.join(times['heads'])} answered after {times['answer']:.0f} ms", flush=True)
    expect(times["heads"] == ["sc", "tso", "rc11"], f"models {times['heads']}")
    # A bound of half a minute, since the machine may be busy; the printed time is the result.
    expect(times["answer"] < 30_000, f"the first answer takes {times['answer']:.0f} ms")


def check_verdicts(page):
    answer = page.post("/api/report", {"text": SB, "models": ["sc", "tso", "rc11"]})
    program = answer["result"]["programs"][0]
    counts = {run["model"]: (run["executions"], result["witnesses"])
              for run, result in zip(program["runs"], program["conditions"][0]["results"])}
    # Accesses are sc unless they say otherwise: rc11 forbids it, too.
    expect(counts == {"sc": (3, 0), "tso": (4, 1), "rc11": (3, 0)}, f"store buffering: {counts}")
    wrong = page.post("/api/report", {"text": "shared x;\nthread t { x := 1; r := yy; }",
                                      "models": ["sc"]})
    expect(wrong["status"] == 2 and "program.drv:2:25" in wrong["messages"], f"an error: {wrong}")
    tried = page.post("/api/exercise/try", {"exercise": "sb-two-models", "answer": ""})
    expect(tried["status"] in (0, 1, 2) and "error" not in tried, f"an exercise: {tried}")
    refused = page.post("/api/check", {"text": SB})
    expect(refused["status"] == 2 and "drover serve" in refused["messages"], f"a command: {refused}")
    included = page.post("/api/diagnostics",
                         {"text": 'include "/etc/passwd"', "kind": "cat", "name": "own.cat"})
    expect(included["result"]["diagnostics"], "a file that is not embedded is not found")


def check_c(page):
    """C is preprocessed in the page; where a compiler is needed, the page says why."""
    needs_compiler = "#ifdef __GNUC__\n#endif\nint main(void) { return 0; }\n"
    answer = page.post("/api/report", {"text": needs_compiler, "models": ["rc11"]})
    expect(answer["status"] == 2 and "a page cannot start other programs" in answer["messages"] and
           "a name that the compiler may define" in answer["messages"], f"C for a compiler: {answer}")
    missing = page.post("/api/report", {"text": '#include "a.h"\nint main(void) { return 0; }\n',
                                        "models": ["rc11"]})
    expect(missing["status"] == 2 and "a.h" in missing["messages"], f"C with a file: {missing}")
    names = [each["name"] for each in page.get("/api/gallery")["examples"]]
    expect("publish.c" in names, f"C in the gallery: {names}")


def check_end_of_runs(page):
    """A run is stopped, and the next one answered; others do not wait for it."""
    begin = time.monotonic()
    answer = json.loads(page.browser.js(f"""(async () => {{
      const run = droverInside.post('/api/report', {{text: {json.dumps(ENDLESS)}, models: ['rc11']}}, {{run: 'one'}});
      await new Promise(wake => setTimeout(wake, 300));
      const place = await droverInside.get('/api/run/one');
      const quick = await droverInside.post('/api/diagnostics', {{text: 'shared'}});
      const next = droverInside.post('/api/report', {{text: {json.dumps(SB)}, models: ['sc']}}, {{run: 'two'}});
      const second = await droverInside.get('/api/run/two');
      const stopped = await droverInside.post('/api/stop', {{run: 'one'}});
      return JSON.stringify([place, quick.status, second, stopped, await run, (await next).status]);
    }})()"""))
    place, quick, second, stopped, run, after = answer
    expect(place == {"state": "running"}, f"its place: {place}")
    expect(quick == 0, "a quick request is answered meanwhile")
    expect(second == {"state": "waiting", "before": 1}, f"the place of the next: {second}")
    expect(stopped == {"stopped": True} and run["error"]["kind"] == "stopped", f"stopped: {run}")
    expect(after == 0, "the next run is answered")
    expect(time.monotonic() - begin < 20, "it takes long to stop")
    limited = page.post("/api/report", {"text": ENDLESS, "models": ["rc11"], "max_time": 2})
    expect(limited["status"] == 3 or limited.get("error", {}).get("kind") == "time",
           f"an endless run with a limit: {str(limited)[:300]}")


def check_depth(page):
    """A text that nests too deeply gets a message, and the next request is answered."""
    deep = "shared x; thread t { x := " + "(" * 20_000 + "1" + ")" * 20_000 + "; }"
    answer = page.post("/api/report", {"text": deep, "models": ["sc"]})
    said = (answer.get("error", {}).get("text") or "") + (answer.get("messages") or "")
    expect("deep" in said, f"nested parentheses: {str(answer)[:300]}")
    long = "shared x;\n" + "\n".join(
        f"thread t{i} {{ for (k := 0; k < 150; k := k + 1) {{ x@rlx := k; r := x@rlx; }} }}"
        for i in range(2)) + "\n"
    answer = page.post("/api/report", {"text": long, "models": ["sc", "rc11"], "unroll": 200,
                                       "max_time": 4})
    expect(answer["status"] in (0, 3) or answer["error"]["kind"] in ("memory", "time"),
           f"a long program: {str(answer)[:300]}")
    print(f"web: 600 events: {answer.get('error', {}).get('text') or answer['status']}", flush=True)
    answer = page.post("/api/report", {"text": SB, "models": ["sc"]})
    expect(answer["status"] == 0, "after what is too deep")


def was_limited(answer):
    result = answer["result"]
    return (answer["status"] == 3 or "error" in answer or
            (isinstance(result, dict) and result.get("is_complete") is False))


def check_answers(page, drover):
    """The answers are those of the program."""
    tests = sorted(LIBRARY.glob("*.litmus"))[::7]
    examples = sorted((ROOT / "examples").glob("*.drv")) + sorted((ROOT / "examples/c").glob("*.c"))
    count = 0
    with Server(drover, "--max-time", "20") as server:
        for file in [*tests, *examples]:
            body = {"text": file.read_text(encoding="utf-8")}
            kind = page.post("/api/diagnostics", body)
            expect(without_times(kind) == without_times(server.post("/api/diagnostics", body)),
                   f"{file.name}: diagnostics differ")
            default = kind["result"]["default_model"]
            models = [default] if default in ("aarch64", "riscv", "ppc", "lkmm") else [
                "sc", "tso", "rc11"]
            for path, more in (("/api/report", {"models": models}),
                               ("/api/axioms", {"models": models[:1]}), ("/api/convert", {})):
                mine = page.post(path, {**body, **more})
                other = server.post(path, {**body, **more})
                if was_limited(mine) or was_limited(other):
                    continue  # stopped runs end at different places
                count += 1
                expect(without_times(mine) == without_times(other), f"{file.name}: {path} differs")
        for file in sorted((ROOT / "examples/relax").glob("*.drv")):
            for path in ("/api/relax", "/api/repair"):
                body = {"text": file.read_text(encoding="utf-8"), "pictures": True}
                mine, other = page.post(path, body), server.post(path, body)
                if was_limited(mine) or was_limited(other):
                    continue
                count += 1
                expect(without_times(mine) == without_times(other), f"{file.name}: {path} differs")
        for path in ("/api/models", "/api/exercise/list"):
            expect(page.post(path, {})["result"] == server.post(path, {})["result"], path)
    print(f"web: {count} answers are those of the program", flush=True)
    expect(count > 40, f"only {count} answers were compared")


def check_file(browser, folder):
    """Opened as a file, there is no server at all."""
    browser.open((folder / "index.html").resolve().as_uri())
    browser.js(LOOK)
    end = time.monotonic() + 30
    while browser.js("document.querySelector('#kind').textContent === ''"):
        if time.monotonic() > end:
            expect(False, f"from a file: {browser.js('document.querySelector(`#notice`).textContent')}")
            return
        time.sleep(0.1)
    answer = Page(browser).post("/api/report", {"text": SB, "models": ["sc", "tso", "rc11"]})
    expect(answer["status"] == 0, f"from a file: {answer}")
    print("web: works when it is opened as a file", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--drover", help="whose answers are compared")
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="without the person at the page")
    arguments = parser.parse_args()
    if not (arguments.folder / "drover.wasm").exists():
        print(f"web: skipped, {arguments.folder} is not built: ./make.sh web does it")
        return 77
    program = find_chromium()
    if program is None:
        print("web: skipped, there is no Chromium")
        return 77
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        with StaticServer(arguments.folder) as server, Chromium(program, profile) as browser:
            browser.show(1400, "light")
            check_first_answer(browser, server.address)
            page = Page(browser)
            check_verdicts(page)
            check_c(page)
            check_end_of_runs(page)
            check_depth(page)
            if arguments.drover:
                check_answers(page, arguments.drover)
            if not arguments.quick:
                PlaygroundUser(browser, server, expect, arguments.screenshots).use()
            check_file(browser, arguments.folder)
    print("web: ok" if not failures else f"web: {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
