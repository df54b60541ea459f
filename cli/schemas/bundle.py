#!/usr/bin/env python3
"""Makes schemas complete: adds the definitions of SHARED that each needs, and writes it to FOLDER.

usage: bundle.py SHARED FOLDER FILE…
"""

import json
import pathlib
import sys

PREFIX = "#/$defs/"


def names_in(schema):
    """The definitions that a schema refers to."""
    if isinstance(schema, dict):
        reference = schema.get("$ref", "")
        if isinstance(reference, str) and reference.startswith(PREFIX):
            yield reference[len(PREFIX):]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from names_in(part)


def bundled(schema, shared):
    own = schema.setdefault("$defs", {})
    open_names = list(names_in(schema))
    while open_names:
        name = open_names.pop(0)
        if name in own:
            continue
        own[name] = shared[name]
        open_names += names_in(shared[name])
    return schema


def main():
    shared_file, folder, *files = map(pathlib.Path, sys.argv[1:])
    shared = json.loads(shared_file.read_text(encoding="utf-8"))["$defs"]
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        schema = bundled(json.loads(file.read_text(encoding="utf-8")), shared)
        text = json.dumps(schema, indent=2, ensure_ascii=False)
        (folder / file.name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
