"""A client of the Language Server Protocol, for tests."""

import json
import queue
import subprocess
import threading

PATIENCE = 60  # seconds; the machine may be busy


class Failure(Exception):
    pass


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Client:
    """Starts a server, and reads what it says in a thread of its own."""

    def __init__(self, drover, *arguments, capabilities=None, options=None, initialize=True):
        self.process = subprocess.Popen(
            [drover, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.messages = queue.Queue()
        self.next_id = 0
        self.notes = []  # what was passed over while waiting for an answer
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if initialize:
            self.capabilities = self.request("initialize", {
                "processId": None, "rootUri": None, "capabilities": capabilities or {},
                "initializationOptions": options or {}})["capabilities"]
            self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.partition(b":")
                if name == b"Content-Length":
                    length = int(value)
            self.messages.put(json.loads(stream.read(length)))

    # ---- Sending

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *messages):
        """All at once."""
        self.raw(b"".join(frame(message) for message in messages))

    def make_request(self, method, params):
        self.next_id += 1
        return {"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    # ---- Receiving

    def receive(self, patience=PATIENCE):
        try:
            message = self.messages.get(timeout=patience)
        except queue.Empty:
            raise Failure("the server says nothing") from None
        if message is None:
            raise Failure(f"the server has ended: {self.process.stderr.read().decode()}")
        return message

    def wait_for(self, fits, patience=PATIENCE):
        """The first message that fits; the others are kept in `notes`."""
        for i, note in enumerate(self.notes):
            if fits(note):
                return self.notes.pop(i)
        while True:
            message = self.receive(patience)
            if fits(message):
                return message
            self.notes.append(message)

    def answer(self, identity, patience=PATIENCE):
        return self.wait_for(
            lambda m: m.get("id") == identity and "method" not in m, patience)

    def ask(self, method, params, patience=PATIENCE):
        """The whole answer: a result or an error."""
        message = self.make_request(method, params)
        self.send(message)
        return self.answer(message["id"], patience)

    def request(self, method, params, patience=PATIENCE):
        answer = self.ask(method, params, patience)
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']}")
        return answer["result"]

    # ---- Documents

    def open(self, uri, text, language="drover", version=1):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)})

    def diagnostics(self, uri, version=None, patience=PATIENCE):
        """What is published next about a document, or about a version of it."""
        def fits(message):
            params = message.get("params", {})
            return (message.get("method") == "textDocument/publishDiagnostics"
                    and params["uri"] == uri
                    and (version is None or params.get("version") == version))
        return self.wait_for(fits, patience)["params"]["diagnostics"]

    def about(self, method, uri, line, character, **more):
        return self.request(method, {
            "textDocument": {"uri": uri}, "position": place(line, character), **more})

    def stop(self):
        """The usual end; gives the exit status."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=PATIENCE)


def place(line, character):
    return {"line": line, "character": character}


def span(first_line, first, last_line, last):
    return {"start": place(first_line, first), "end": place(last_line, last)}


def units(text):
    """The length of a text as the protocol counts it."""
    return len(text.encode("utf-16-le")) // 2


def offset_of(text, position):
    """Where a place of the protocol is in a Python string."""
    lines = text.split("\n")
    line = lines[position["line"]]
    count, index = 0, 0
    while count < position["character"]:
        count += units(line[index])
        index += 1
    return sum(len(each) + 1 for each in lines[:position["line"]]) + index


def apply(text, edits):
    """A text after TextEdits, which do not overlap."""
    cuts = sorted(((offset_of(text, e["range"]["start"]), offset_of(text, e["range"]["end"]),
                    e["newText"]) for e in edits), reverse=True)
    for begin, end, new in cuts:
        text = text[:begin] + new + text[end:]
    return text
