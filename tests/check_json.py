#!/usr/bin/env python3
"""Validates the JSON that drover prints against the schemas that `drover schema` prints.

Every schema is a JSON Schema of draft 2020-12, every command whose help lists --json has one, and
each line that is printed, by the runs of tests/golden and by those below, is valid. The schemas
leave nothing open: a member that is added or left out is found.

The output of `check --sarif` is checked against the requirements of SARIF 2.1.0 (OASIS, 2020). If
the environment variable SARIF_SCHEMA names the official schema, it is used, too.

The effects of --fail-on and -v are checked here, too.

usage: check_json.py DROVER
"""

import copy
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
REPORTS = GOLDEN / "reports"
# Kinds of errors. A causal cycle under symmetry is no error: the run can go on without symmetry.
KINDS = ["assertion", "race", "memory", "annotation", "deadlock", "condition",
         "arithmetic", "thread", "linearizability", "unsupported"]
SEEN_KINDS = set(KINDS)

# Besides the runs of tests/golden: a folder, and the arguments. They have errors of every kind.
PROGRAMS = " ".join(sorted(file.name for file in REPORTS.glob("*.drv")))
RUNS = [
    (REPORTS, f"check --json --all-errors -m all --max-executions 1000 {PROGRAMS}"),
    (REPORTS, f"check --json --all-errors --no-symmetry --max-executions 1000 {PROGRAMS}"),
    (REPORTS, "check --json --max-executions 1 -a rvf -m sc loops.drv"),
    (REPORTS, "check --json --count-duplicates -a rcmc duplicates.drv"),
    (REPORTS, "check --json no-such-file.drv"),
    (REPORTS, "check --json --sample 5 --seed 3 loops.drv"),
    (REPORTS, "check --json --estimate loops.drv"),
    (REPORTS, "check --json -v -j 2 loops.drv"),
    (ROOT / "litmus" / "library", "litmus --json " + " ".join(
        sorted(file.name for file in (ROOT / "litmus" / "library").glob("*.litmus")))),
    (ROOT / "litmus" / "library", "litmus --json -m sc MP.litmus no-such-file.litmus"),
    (ROOT / "examples", "explain --json -m sc,tso,rc11 store-buffering.drv"),
    (ROOT, "explain --json -m all-of-them examples/no-such-file.drv"),
    (ROOT, "explain --json examples/no-such-file.drv"),
    (ROOT, "models --json"),
    (ROOT, "models show rc11 tso --json"),
    (ROOT, "models audit --json --max-events 2 --random 10 sc rc11 wrc11"),
    (ROOT, "models compare --json --max-events 3 sc tso"),
    (ROOT, "models compare --json --max-events 4 sra ra"),
    (ROOT, "models suite --json --max-events 3 tso"),
    (ROOT, "models suite --json --allowed --max-events 4 sc"),
    (ROOT, "classify --json MP+dmb.sy+addr"),
    (ROOT, "models cover --json --max-events 3 sc SB CoRR"),
    (ROOT / "examples" / "objects", "linearize --json --operations 2 counter-lost.drv"),
    (ROOT / "examples" / "objects", "linearize --json --operations 2 counter.drv"),
    (ROOT, "generate --json -a X86 -m tso PodWW Rfe PodRR Fre"),
    (REPORTS, "vsc --json " + " ".join(sorted(file.name for file in REPORTS.glob("*.vsc")))),
    (ROOT / "examples" / "relax", "relax --json --cost aarch64 seqlock.drv mcs-lock.drv"),
    (REPORTS, "repair --json repair-mp.drv repair-race.drv repair-lost.drv no-such-file.drv"),
    (ROOT, "exercise list --json"),
    (ROOT, "exercise show sb-two-models --json"),
    (ROOT, "exercise try sb-two-models --hint --json"),
    (ROOT, "exercise try sb-two-models --json 'sc: allowed, tso: allowed'"),
    (ROOT, "exercise verify sb-two-models --json"),
    (REPORTS, "exercise grade --json exercise-answers.txt exercise-answers-bad.txt"),
]


class Complaints:
    def __init__(self):
        self.count = 0

    def require(self, condition, text):
        if not condition:
            self.count += 1
            print(text)
        return condition


def run(drover, arguments, folder=ROOT):
    return subprocess.run([drover, *arguments], capture_output=True, text=True, cwd=folder,
                          timeout=3000)


def commands_with_json(drover, words=()):
    text = run(drover, [*words, "--help"]).stdout
    names = set()
    if re.search(r"^ +--json\b", text, re.MULTILINE):
        names.add(" ".join(words))
    is_list = False
    for line in text.splitlines():
        if line.strip() and not line.startswith(" "):
            is_list = line.startswith("Subcommands")
        elif is_list and line.startswith("  ") and line[2] != " ":
            names |= commands_with_json(drover, (*words, line.split()[0]))
    return names


def schema_name(arguments, schemas):
    """The schema for a command line."""
    for length in (2, 1):
        name = " ".join(arguments[:length])
        if name in schemas:
            return name
    is_litmus = arguments and (arguments[0].endswith(".litmus") or arguments[0] == "generate")
    return "litmus" if is_litmus else "check"


def validators_of(drover, complaints):
    validators = {}
    for name in run(drover, ["schema"]).stdout.splitlines():
        printed = run(drover, ["schema", *name.split()])
        complaints.require(printed.returncode == 0, f"schema {name}: {printed.stderr}")
        schema = json.loads(printed.stdout)
        complaints.require(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema",
                           f"schema {name}: not of draft 2020-12")
        jsonschema.Draft202012Validator.check_schema(schema)
        complaints.require(is_closed(schema), f"schema {name}: an object is left open")
        validators[name] = jsonschema.Draft202012Validator(schema)
    found = commands_with_json(drover)
    # One for all parts of `exercise`; `generate -m` prints what `litmus` does.
    wanted = {"exercise" if name.startswith("exercise") else "litmus" if name == "generate" else name
              for name in found}
    complaints.require(wanted == set(validators),
                       f"commands with --json: {sorted(wanted)}, schemas: {sorted(validators)}")
    return validators


def is_closed(schema):
    """True if no object may have members that the schema does not describe."""
    if isinstance(schema, list):
        return all(map(is_closed, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object" and "properties" in schema and schema.get("additionalProperties") is not False:
        return False
    return all(map(is_closed, schema.values()))


def golden_runs():
    for folder in ("reports", "explain"):
        for case in sorted((GOLDEN / folder).glob("*.run")):
            arguments = case.read_text().partition("\n")[0]
            if "--json" in arguments:
                yield case.parent, arguments


def split_in(drover, folder):
    """A run in pieces, for `merge`."""
    program = str(REPORTS / "loops.drv")
    for arguments in (["split", program, "--items", "2", "-o", "pieces"],
                      ["work", *(f"pieces/{i:04}" for i in (1, 2))]):
        subprocess.run([drover, *arguments], cwd=folder, capture_output=True, check=False)


def check_runs(drover, validators, complaints):
    """The lines that were validated, by schema."""
    lines = {name: [] for name in validators}
    pieces = tempfile.TemporaryDirectory()
    split_in(drover, pieces.name)
    merged = (pathlib.Path(pieces.name), "merge --json pieces")
    for folder, arguments in [*golden_runs(), *RUNS, merged]:
        words = shlex.split(arguments)
        printed = run(drover, words, folder)
        complaints.require(printed.returncode in (0, 1, 2, 3),
                           f"drover {arguments}: {printed.stderr}")
        name = schema_name(words, validators)
        for line in printed.stdout.splitlines():
            try:
                data = json.loads(line)
            except json.JSONDecodeError as error:
                complaints.require(False, f"drover {arguments}: {error}: {line[:200]}")
                continue
            lines[name].append(data)
            # The deepest errors are the most specific.
            for error in list(validators[name].iter_errors(data))[:1]:
                inner = jsonschema.exceptions.best_match([error])
                place = "/".join(map(str, inner.absolute_path))
                complaints.require(False, f"drover {arguments}: {place}: {inner.message[:300]}")
    for name, all_of_it in lines.items():
        complaints.require(all_of_it, f"{name}: nothing was validated")
    return lines


def check_strictness(validators, lines, complaints):
    """Checks that the schemas reject a missing or an additional member."""
    for name, validator in validators.items():
        for data in lines[name][:5]:
            whole = data[0] if isinstance(data, list) else data
            for key in list(whole):
                less = copy.deepcopy(data)
                (less[0] if isinstance(less, list) else less).pop(key)
                if key not in OPTIONAL.get(name, ()):
                    complaints.require(not validator.is_valid(less),
                                       f"schema {name} does not miss `{key}`")
            more = copy.deepcopy(data)
            (more[0] if isinstance(more, list) else more)["no_such_member"] = 1
            complaints.require(not validator.is_valid(more),
                               f"schema {name} takes members that are not described")


OPTIONAL = {"models compare": ["mapping", "programs_with_modes"],
            "check": ["flags", "vsc", "blocked_at", "vacuous", "progress"], "merge": ["blocked_at"],
            "litmus": ["deadlocks", "expected", "as_expected", "progress"],
            "explain": ["limit", "impossible", "order", "waits"],
            "relax": ["error", "error_under", "limit", "open"],
            "repair": ["error", "error_under", "limit", "open"],
            "robust": ["mapping", "error", "smallest"], "models suite": ["mapping"], "classify": ["complaint"],
            "vsc": ["witness", "conflict", "search"], "exercise": ["hints", "question"]}


def check_executions(lines, complaints):
    """Checks that po, rf, co and the order name existing events and are consistent."""
    kinds = set()
    for report in lines["check"]:
        for error in report.get("errors", []):
            kinds.add(error["kind"])
            execution = error["execution"]
            if execution is None:
                continue
            where = f"{report['file']} under {report['model']}"
            events = {event["id"]: event for event in execution["events"]}
            in_threads = [i for ids in execution["po"].values() for i in ids]
            complaints.require(
                sorted(execution["order"]) == sorted(in_threads) == sorted(
                    i for i, event in events.items() if event["thread"]),
                f"{where}: the order has other events than the threads")
            place = {i: k for k, i in enumerate(execution["order"])}
            for thread, ids in execution["po"].items():
                complaints.require(
                    [place[i] for i in ids] == sorted(place[i] for i in ids)
                    and all(events[i]["thread"] == thread for i in ids),
                    f"{where}: the order is not that of {thread}")
            for write, read in execution["rf"]:
                complaints.require(
                    events[write]["kind"] == "write" and events[read]["kind"] == "read"
                    and events[write]["location"] == events[read]["location"]
                    and events[write]["value"] == events[read]["value"],
                    f"{where}: rf from {write} to {read}")
            if execution["co"] is None:
                complaints.require(report["model"] == "wrc11", f"{where}: no co")
                continue
            for location, ids in execution["co"].items():
                complaints.require(
                    events[ids[0]]["thread"] is None
                    and all(events[i]["location"] == location for i in ids),
                    f"{where}: co of {location}")
            writes = [i for i, event in events.items() if event["kind"] == "write"]
            complaints.require(
                sorted(writes) == sorted(i for ids in execution["co"].values() for i in ids),
                f"{where}: co has other events than writes")
    complaints.require(SEEN_KINDS <= kinds <= set(KINDS), f"kinds of errors that were seen: {sorted(kinds)}")


def check_fail_on(drover, complaints):
    """Checks which kinds give status 1, and that errors of other kinds do not stop the run."""
    for arguments, status in [("race.drv", 1), ("--fail-on race race.drv", 1),
                              ("--fail-on assertion,memory race.drv", 0),
                              ("--fail-on none race.drv", 0),
                              ("--fail-on assertion race.drv assertion.drv", 1),
                              ("--fail-on assertion --max-executions 1 race.drv", 3)]:
        printed = run(drover, ["check", *arguments.split()], REPORTS)
        complaints.require(printed.returncode == status,
                           f"check {arguments}: status {printed.returncode}, not {status}")
    text = """shared na d; shared x;
        thread a { d := 1; x := 1; }
        thread b { d := 2; r := x; assert(r == 1); }"""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "both.drv").write_text(text)
        # Each execution races; the assertion fails in the second one only.
        for kinds, found in [("race", {"race"}), ("assertion", {"race", "assertion"})]:
            printed = run(drover, ["check", "--json", "--fail-on", kinds, "both.drv"], folder)
            errors = {error["kind"] for error in json.loads(printed.stdout)["errors"]}
            complaints.require(printed.returncode == 1 and errors == found,
                               f"--fail-on {kinds}: status {printed.returncode}, {sorted(errors)}")


def check_verbosity(drover, complaints):
    """Errors of one kind on one line are shown in full once, or all with -v; an execution once."""
    for arguments, executions, errors in [
            ("check --all-errors", 1, 2), ("check --all-errors -v", 1, 4),
            ("draw --select error", 2, 0), ("draw --select error -v", 4, 0),
            ("check --all-errors -m sc,rc11", 0, 0), ("check --all-errors -m sc,rc11 -v", 2, 5)]:
        printed = run(drover, [*arguments.split(), "one-line.drv"], REPORTS).stdout
        shown = printed.count("rf d = 0"), printed.count("\n  in thread ")
        complaints.require(shown == (executions, errors),
                           f"{arguments}: {shown}: executions and errors in full")


# ---- SARIF ------------------------------------------------------------------------------

def require_message(message, where, complaints):
    complaints.require(isinstance(message, dict) and isinstance(message.get("text"), str)
                       and message["text"], f"{where}: a message needs a text (3.11)")


def require_physical(place, sources, where, complaints):
    uri = place["artifactLocation"]["uri"]
    complaints.require(" " not in uri and "\\" not in uri, f"{where}: `{uri}` is not a URI (3.4.3)")
    region = place.get("region")
    if region is None:
        return
    source = sources[uri]
    line, column = region["startLine"], region["startColumn"]
    complaints.require(1 <= line <= len(source), f"{where}: line {line} of {uri} (3.30.5)")
    complaints.require(1 <= column <= len(source[line - 1]) + 1,
                       f"{where}: column {column} of {uri}:{line} (3.30.6)")
    if "endLine" in region:
        end = (region["endLine"], region["endColumn"])
        complaints.require(end > (line, column), f"{where}: the region is empty (3.30.7)")


def require_result(result, driver, sources, complaints):
    where = f"a result {result.get('ruleId')}"
    require_message(result.get("message"), where, complaints)
    complaints.require(result["level"] in ("none", "note", "warning", "error"),
                       f"{where}: level (3.27.10)")
    complaints.require(driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"],
                       f"{where}: ruleIndex is of another rule (3.27.6)")
    for location in [*result["locations"], *result.get("relatedLocations", [])]:
        require_physical(location["physicalLocation"], sources, where, complaints)
    for flow in result.get("codeFlows", []):
        complaints.require(flow["threadFlows"], f"{where}: no threadFlows (3.36.3)")
        orders = []
        for thread in flow["threadFlows"]:
            complaints.require(thread["locations"], f"{where}: no locations (3.37.6)")
            own = [step["executionOrder"] for step in thread["locations"]]
            complaints.require(own == sorted(own), f"{where}: a thread runs backwards (3.38.11)")
            orders += own
            for step in thread["locations"]:
                require_message(step["location"]["message"], where, complaints)
                require_physical(step["location"]["physicalLocation"], sources, where, complaints)
                complaints.require(step["importance"] in ("important", "essential", "unimportant"),
                                   f"{where}: importance (3.38.13)")
        complaints.require(sorted(orders) == list(range(1, len(orders) + 1)),
                           f"{where}: the order of events has gaps")


def require_sarif(log, sources, complaints):
    complaints.require(log.get("version") == "2.1.0", "SARIF: version (3.13.2)")
    complaints.require(len(log.get("runs", [])) == 1, "SARIF: runs (3.13.4)")
    the_run = log["runs"][0]
    driver = the_run["tool"]["driver"]
    complaints.require(driver.get("name"), "SARIF: the name of the tool (3.19.8)")
    ids = [rule["id"] for rule in driver["rules"]]
    complaints.require(ids == KINDS, f"SARIF: rules {ids}")
    complaints.require(the_run["columnKind"] == "unicodeCodePoints", "SARIF: columnKind (3.14.17)")
    invocation = the_run["invocations"][0]
    complaints.require(isinstance(invocation["executionSuccessful"], bool),
                       "SARIF: executionSuccessful (3.20.14)")
    for notification in invocation["toolExecutionNotifications"]:
        require_message(notification.get("message"), "a notification", complaints)
        for location in notification["locations"]:
            require_physical(location["physicalLocation"], sources, "a notification", complaints)
    complaints.require(isinstance(the_run["results"], list), "SARIF: results (3.14.23)")
    for result in the_run["results"]:
        require_result(result, driver, sources, complaints)
    official = os.environ.get("SARIF_SCHEMA")
    if official:
        schema = json.loads(pathlib.Path(official).read_text())
        validator = jsonschema.validators.validator_for(schema)(schema)
        for error in validator.iter_errors(log):
            complaints.require(False, f"SARIF: {list(error.absolute_path)}: {error.message[:300]}")


def check_sarif(drover, complaints):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        sources = {}
        for program in REPORTS.glob("*.drv"):
            (folder / program.name).write_text(program.read_text())
        # File names that are not URIs, and columns after characters of several bytes.
        (folder / "a ü%.drv").write_text(
            'shared x;\nthread a { assert(x == 0, "größer"); x := 1; r := x; assert(r == 0); }\n')
        # A limit of Drover.
        (folder / "too-large.drv").write_text(
            "shared x;\nthread a { p := alloc(x + 999999999); x := p; }\n")
        for program in folder.glob("*.drv"):
            name = "".join(c if c.isascii() and c not in " %" else
                           "".join(f"%{byte:02X}" for byte in c.encode()) for c in program.name)
            sources[name] = program.read_text().split("\n")
        names = sorted(program.name for program in folder.glob("*.drv"))
        printed = run(drover, ["check", "--all-errors", "--max-executions", "1000", "-m", "sc,rc11",
                               "--sarif", "out.sarif", *names], folder)
        log = json.loads((folder / "out.sarif").read_text())
        require_sarif(log, sources, complaints)
        the_run = log["runs"][0]
        complaints.require(printed.returncode == the_run["invocations"][0]["exitCode"] == 2,
                           f"SARIF: exitCode, status {printed.returncode}")
        seen = {result["ruleId"] for result in the_run["results"]}
        complaints.require(SEEN_KINDS <= seen <= set(KINDS), f"SARIF: kinds {sorted(seen)}")
        flows = sum("codeFlows" in result for result in the_run["results"])
        complaints.require(flows > 0, "SARIF: no code flow")
        places = [(result["ruleId"], result["properties"]["model"],
                   json.dumps(result["locations"][0]["physicalLocation"]["artifactLocation"]),
                   result["locations"][0]["physicalLocation"].get("region", {}).get("startLine"))
                  for result in the_run["results"]]
        complaints.require(len(set(places)) == len(places), "SARIF: two results for one line")
        complaints.require(all(result["occurrenceCount"] >= 1 for result in the_run["results"]) and
                           any(result["occurrenceCount"] > 1 for result in the_run["results"]),
                           "SARIF: occurrenceCount (3.27.13)")
        # Diagnostics of a file are the same under all models.
        told = [note["descriptor"]["id"] for note in
                the_run["invocations"][0]["toolExecutionNotifications"] if "descriptor" in note]
        complaints.require(told.count("ExpectedToken") == 1, f"SARIF: notifications {told}")
        # With --json and in parallel: the same log.
        run(drover, ["check", "--json", "--all-errors", "--max-executions", "1000", "-m", "sc,rc11",
                     "-j", "4", "--sarif", "again.sarif", *names], folder)
        again = json.loads((folder / "again.sarif").read_text())
        complaints.require(again == log, "SARIF: another log with -j 4")
        # Nothing is wrong: a log without results, and a level that --fail-on lowers.
        run(drover, ["check", "--sarif", "safe.sarif", "safe.drv"], folder)
        safe = json.loads((folder / "safe.sarif").read_text())
        require_sarif(safe, sources, complaints)
        complaints.require(safe["runs"][0]["results"] == [], "SARIF: results of a safe program")
        run(drover, ["check", "--fail-on", "memory", "--sarif", "race.sarif", "race.drv"], folder)
        levels = [result["level"] for result in
                  json.loads((folder / "race.sarif").read_text())["runs"][0]["results"]]
        complaints.require(set(levels) == {"warning"}, f"SARIF: levels {levels}")
        refused = run(drover, ["check", "--sarif", "none/out.sarif", "safe.drv"], folder)
        complaints.require(refused.returncode == 2 and "--sarif: cannot write" in refused.stderr,
                           "--sarif to a folder that is not there is not refused")
        complaints.require(not list(folder.glob("*.part")), "--sarif leaves drafts")


def main():
    drover = str(pathlib.Path(sys.argv[1]).resolve())
    complaints = Complaints()
    validators = validators_of(drover, complaints)
    lines = check_runs(drover, validators, complaints)
    check_strictness(validators, lines, complaints)
    check_executions(lines, complaints)
    check_fail_on(drover, complaints)
    check_verbosity(drover, complaints)
    check_sarif(drover, complaints)
    counts = ", ".join(f"{len(all_of_it)} of {name}" for name, all_of_it in lines.items())
    print(f"JSON: {counts}; {complaints.count} complaints")
    return 1 if complaints.count else 0


if __name__ == "__main__":
    sys.exit(main())
