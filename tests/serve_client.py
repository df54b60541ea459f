"""A `drover serve` that tests start, and a plain client for it."""

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import time


class Server:
    """A server on a free port, for a `with` block: it ends with the block."""

    def __init__(self, drover, *options, folder=None):
        self.process = subprocess.Popen(
            [drover, "serve", "--port", "0", *options], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, cwd=folder)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            self.process.kill()
            raise RuntimeError(f"it says {line!r} {self.process.stderr.read()}")
        self.port = int(found.group(1))
        self.address = f"http://127.0.0.1:{self.port}/"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        self.process.stderr.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None

    # ---- Requests

    def request(self, method, path, body=None, headers=None, timeout=60):
        """Status, headers and text of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            data = body.encode() if isinstance(body, str) else body
            connection.request(method, path, body=data, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    def post(self, path, body, headers=None, timeout=60):
        """The JSON of the answer to a JSON request."""
        status, _, text = self.request(
            "POST", path, json.dumps(body), {"Content-Type": "application/json", **(headers or {})},
            timeout)
        answer = json.loads(text)
        answer["http"] = status
        return answer

    def get(self, path):
        return json.loads(self.request("GET", path)[2])

    # ---- Processes and memory of the server

    def children(self):
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        found = []
        for task in tasks.iterdir():
            try:
                found += [int(each) for each in (task / "children").read_text().split()]
            except OSError:
                pass
        return found

    def wait_for_children(self, count, seconds=10):
        """True if the server has so many children within a time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if len(self.children()) == count:
                return True
            time.sleep(0.02)
        return False

    def memory(self):
        """KiB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+)", text).group(1))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def settle(self, threads, seconds=30):
        """Waits until connections have ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and (self.threads() > threads or self.children()):
            time.sleep(0.1)
