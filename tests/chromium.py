"""A headless Chromium that is driven over a pipe with the protocol of its developer tools.

Input is real: the mouse is moved to where an element is on the screen, keys are pressed in whatever
has the focus. Nothing but the standard library and a Chromium is needed.
"""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time

KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13,
        "Escape": 27, "Tab": 9, " ": 32}


def find_chromium():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
                None)


class BrowserError(Exception):
    """The browser or the page did not do what it was told."""


class Chromium:
    """One browser with one tab."""

    def __init__(self, program, folder, seconds=60):
        self.seconds, self.buffer, self.count = seconds, b"", 0
        self.requests, self.complaints = [], []
        # The browser reads from descriptor 3 and writes to 4.
        to_browser, from_browser = os.pipe(), os.pipe()
        ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (to_browser[0], from_browser[1])]

        def place_ends():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
             f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=place_ends, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (to_browser[0], from_browser[1], *ends):
            os.close(fd)
        self.output, self.input = to_browser[1], from_browser[0]
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait(timeout=30)
        os.close(self.output)
        os.close(self.input)

    # ---- The protocol

    def call(self, method, **parameters):
        self.count += 1
        number = self.count
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]

    def receive(self):
        end = time.monotonic() + self.seconds
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.input], [], [], max(0, end - time.monotonic()))
            piece = os.read(self.input, 1 << 20) if ready else b""
            if not piece:
                raise BrowserError("the browser does not answer")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method, parameters):
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))

    # ---- The page

    def show(self, width, theme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": theme}])

    def open(self, address):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        end = time.monotonic() + self.seconds
        while self.js("document.readyState !== 'complete' || location.href === 'about:blank'"):
            if time.monotonic() > end:
                raise BrowserError(f"{address} does not open")
            time.sleep(0.02)

    def js(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def point(self, element):
        """Scrolls to an element, given as an expression; gives a point that is on it."""
        place = self.js(f"""(() => {{
          const element = {element};
          element.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
          const box = element.getBoundingClientRect();
          for (const part of [0.5, 0.25, 0.75, 0.1, 0.9]) {{
            const x = box.left + box.width * part, y = box.top + box.height / 2;
            const hit = document.elementFromPoint(x, y);
            if (hit && element.contains(hit)) return [x, y];
          }}
          return null;
        }})()""")
        if place is None:
            raise BrowserError(f"nothing of {element} can be pointed at")
        return place

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def hover(self, element):
        self.move(*self.point(element))

    def click(self, element):
        x, y = self.point(element)
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key, shift=False):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        parameters = {"key": key, "modifiers": 8 if shift else 0,
                      "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **parameters)
        self.call("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def picture(self, path):
        """The whole page as a PNG."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True,
                         clip={"x": 0, "y": 0, "width": size["width"], "height": size["height"],
                               "scale": 1})
        path.write_bytes(base64.b64decode(shot["data"]))
