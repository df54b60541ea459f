#!/usr/bin/env python3
"""Compares `drover litmus` with a reference of its own on random tests of machines.

The reference is slow and direct, and shares nothing with Drover: it writes random programs, runs
each thread on every value that may be read, takes every reads-from and every coherence order, and
asks the axioms, which are written down here as sets of pairs. What is compared is the set of final
states and the number of executions.

usage: machine_reference.py DROVER [--machine NAME] [--seed N] [--count N] [--keep DIR]
"""

import argparse
import itertools
import pathlib
import random
import subprocess
import sys
import tempfile

LOCATIONS = ["x", "y"]
MAX_CANDIDATES = 300


# ---- Programs: a thread is a list of actions, each a dictionary

class Generator:
    """Writes random threads. Registers are numbers; each is written once."""

    def __init__(self, machine, rng):
        self.machine, self.rng = machine, rng

    def thread(self):
        actions, self.next, self.reads = [], 1, []
        for _ in range(self.rng.randint(1, 3)):
            actions.append(self.action())
        return actions

    def register(self):
        self.next += 1
        return self.next - 1

    def dependency(self):
        use = self.reads and self.rng.random() < 0.4
        return self.rng.choice(self.reads) if use else None

    def action(self):
        kinds = ["load", "load", "store", "store", "fence"]
        if self.reads:
            kinds += ["branch", "skip"]
        if self.rng.random() < 0.25:
            kinds = ["pair"] + (["update"] if self.machine != "PPC" else [])
        kind = self.rng.choice(kinds)
        location = self.rng.choice(LOCATIONS)
        return getattr(self, kind)(location)

    def load(self, location):
        address = self.dependency()
        order = self.rng.choice(LOAD_ORDERS[self.machine]) if address is None else ""
        target = self.register()
        self.reads.append(target)
        return {"kind": "load", "location": location, "target": target, "address": address,
                "order": order}

    def store(self, location):
        address, data = self.dependency(), self.dependency()
        order = self.rng.choice(STORE_ORDERS[self.machine]) if address is None else ""
        return {"kind": "store", "location": location, "value": self.rng.randint(1, 2),
                "address": address, "data": data, "order": order}

    def fence(self, _location):
        return {"kind": "fence", "name": self.rng.choice(FENCES[self.machine])}

    def branch(self, _location):
        return {"kind": "branch", "source": self.rng.choice(self.reads), "over": None}

    def skip(self, location):
        return {"kind": "branch", "source": self.rng.choice(self.reads),
                "over": self.store(location)}

    def pair(self, location):
        target, status = self.register(), self.register()
        between = self.store(self.rng.choice(LOCATIONS)) if self.rng.random() < 0.3 else None
        self.reads.append(target)
        return {"kind": "pair", "location": location, "target": target, "status": status,
                "value": self.rng.randint(1, 2), "between": between,
                "order": self.rng.choice(["", "acq", "rel"]) if self.machine != "PPC" else ""}

    def update(self, location):
        target = self.register()
        self.reads.append(target)
        return {"kind": "update", "location": location, "target": target,
                "value": self.rng.randint(1, 2), "adds": self.rng.random() < 0.5,
                "order": self.rng.choice(["", "acq", "rel", "both"])}


LOAD_ORDERS = {"AArch64": ["", "", "acq", "acqpc"], "RISCV": ["", "", "acq"], "PPC": [""]}
STORE_ORDERS = {"AArch64": ["", "", "rel"], "RISCV": ["", "", "rel"], "PPC": [""]}
FENCES = {
    "AArch64": ["DMB SY", "DMB LD", "DMB ST", "ISB"],
    "RISCV": ["fence rw,rw", "fence r,rw", "fence rw,w", "fence w,w", "fence r,r", "fence w,r",
              "fence.tso"],
    "PPC": ["sync", "lwsync", "isync", "eieio"]}


# ---- Texts

class Writer:
    """The instructions of a thread, as text."""

    def __init__(self, machine, number):
        self.machine, self.number = machine, number
        self.lines, self.scratch, self.labels = [], 0, 0

    # Register n of the program, the address of a location, a register for what is computed.
    def reg(self, n):
        return {"AArch64": f"W{n}", "RISCV": f"x{n + 4}", "PPC": f"r{n}"}[self.machine]

    def shown(self, n):
        return {"AArch64": f"X{n}", "RISCV": f"x{n + 4}", "PPC": f"r{n}"}[self.machine]

    def base(self, location):
        n = LOCATIONS.index(location)
        return {"AArch64": f"X{28 + n}", "RISCV": f"x{30 + n}", "PPC": f"r{30 + n}"}[self.machine]

    def temporary(self):
        self.scratch = (self.scratch + 1) % 4
        n = self.scratch
        return {"AArch64": f"W{24 + n}", "RISCV": f"x{24 + n}", "PPC": f"r{26 + n}"}[self.machine]

    def label(self):
        self.labels += 1
        return f"L{self.number}{self.labels}"

    def zero_of(self, source):
        out = self.temporary()
        word = "EOR" if self.machine == "AArch64" else "xor"
        self.lines.append(f"{word} {out},{self.reg(source)},{self.reg(source)}")
        return out

    def constant(self, value):
        out = self.temporary()
        self.lines.append({"AArch64": f"MOV {out},#{value}", "RISCV": f"li {out},{value}",
                           "PPC": f"li {out},{value}"}[self.machine])
        return out

    def write(self, action):
        getattr(self, "write_" + action["kind"])(action)

    def write_load(self, a):
        base, target = self.base(a["location"]), self.reg(a["target"])
        if a["address"] is not None:
            offset = self.zero_of(a["address"])
            if self.machine == "AArch64":
                self.lines.append(f"LDR {target},[{base},{offset},SXTW]")
            elif self.machine == "PPC":
                self.lines.append(f"lwzx {target},{offset},{base}")
            else:
                self.lines.append(f"add {offset},{offset},{base}")
                self.lines.append(f"lw {target},0({offset})")
            return
        if self.machine == "AArch64":
            word = {"": "LDR", "acq": "LDAR", "acqpc": "LDAPR"}[a["order"]]
            self.lines.append(f"{word} {target},[{base}]")
        else:
            word = "lwz" if self.machine == "PPC" else {"": "lw", "acq": "lw.aq"}[a["order"]]
            self.lines.append(f"{word} {target},0({base})")

    def write_store(self, a):
        if a["data"] is None:
            value = self.constant(a["value"])
        else:
            value = self.zero_of(a["data"])
            word = {"AArch64": f"ADD {value},{value},#", "RISCV": f"addi {value},{value},",
                    "PPC": f"addi {value},{value},"}[self.machine]
            self.lines.append(f"{word}{a['value']}")
        base = self.base(a["location"])
        if a["address"] is not None:
            offset = self.zero_of(a["address"])
            if self.machine == "AArch64":
                self.lines.append(f"STR {value},[{base},{offset},SXTW]")
            elif self.machine == "PPC":
                self.lines.append(f"stwx {value},{offset},{base}")
            else:
                self.lines.append(f"add {offset},{offset},{base}")
                self.lines.append(f"sw {value},0({offset})")
            return
        if self.machine == "AArch64":
            self.lines.append(f"{'STLR' if a['order'] else 'STR'} {value},[{base}]")
        else:
            word = "stw" if self.machine == "PPC" else ("sw.rl" if a["order"] else "sw")
            self.lines.append(f"{word} {value},0({base})")

    def write_fence(self, a):
        self.lines.append(a["name"])

    def write_branch(self, a):
        label, source = self.label(), self.reg(a["source"])
        if self.machine == "AArch64":
            self.lines.append(f"CBNZ {source},{label}")
        elif self.machine == "RISCV":
            self.lines.append(f"bne {source},x0,{label}")
        else:
            self.lines.append(f"cmpwi {source},0")
            self.lines.append(f"bne {label}")
        if a["over"] is not None:
            self.write(a["over"])
        self.lines.append(f"{label}:")

    def write_pair(self, a):
        base, target, status = self.base(a["location"]), self.reg(a["target"]), self.reg(a["status"])
        acquires, releases = a["order"] == "acq", a["order"] == "rel"
        if self.machine == "AArch64":
            self.lines.append(f"{'LDAXR' if acquires else 'LDXR'} {target},[{base}]")
        elif self.machine == "RISCV":
            self.lines.append(f"lr.w{'.aq' if acquires else ''} {target},0({base})")
        else:
            self.lines.append(f"lwarx {target},r0,{base}")
        if a["between"] is not None:
            self.write(a["between"])
        value = self.constant(a["value"])
        if self.machine == "AArch64":
            self.lines.append(f"{'STLXR' if releases else 'STXR'} {status},{value},[{base}]")
        elif self.machine == "RISCV":
            self.lines.append(f"sc.w{'.rl' if releases else ''} {status},{value},0({base})")
        else:
            self.lines.append(f"stwcx. {value},r0,{base}")
            self.lines.append(f"mfcr {status}")

    def write_update(self, a):
        base, target, value = self.base(a["location"]), self.reg(a["target"]), self.constant(a["value"])
        if self.machine == "AArch64":
            suffix = {"": "", "acq": "A", "rel": "L", "both": "AL"}[a["order"]]
            self.lines.append(f"{'LDADD' if a['adds'] else 'SWP'}{suffix} {value},{target},[{base}]")
        else:
            suffix = {"": "", "acq": ".aq", "rel": ".rl", "both": ".aq.rl"}[a["order"]]
            self.lines.append(f"{'amoadd' if a['adds'] else 'amoswap'}.w{suffix} {target},{value},({base})")


def registers_of(actions):
    out = []
    for a in actions:
        if "target" in a:
            out.append(a["target"])
        if a["kind"] == "pair":
            out.append(a["status"])
    return out


def text_of(machine, name, threads):
    writers = [Writer(machine, n) for n in range(len(threads))]
    for writer, actions in zip(writers, threads):
        for action in actions:
            writer.write(action)
    init = " ".join(f"{w.number}:{w.base(l)}={l};" for w in writers for l in LOCATIONS)
    rows = max(len(w.lines) for w in writers)
    table = " | ".join(f"P{w.number}" for w in writers) + " ;\n"
    for i in range(rows):
        table += " | ".join(w.lines[i] if i < len(w.lines) else "" for w in writers) + " ;\n"
    shown = [f"{w.number}:{w.shown(r)};" for w, t in zip(writers, threads) for r in registers_of(t)]
    shown += [f"{l};" for l in LOCATIONS]
    return f"{machine} {name}\n{{\n{init}\n}}\n{table}locations [{' '.join(shown)}]\nforall (true)\n"


# ---- Runs of one thread

class Event:
    def __init__(self, kind, location=None, value=None, tags=(), written=None):
        self.kind, self.location, self.value, self.tags = kind, location, value, set(tags)
        self.written = written  # of one event that reads and writes: what it writes
        self.addr, self.data, self.ctrl = set(), set(), set()

    reads = property(lambda self: self.kind in ("R", "U"))
    writes = property(lambda self: self.kind in ("W", "U"))


class Runner:
    """All runs of a thread, for the values that its reads may have."""

    def __init__(self, machine, actions, values):
        self.machine, self.actions, self.values = machine, actions, values

    def runs(self):
        # A state: events, registers (value, origins), origins of branches, reservation.
        states = [([], {}, set(), None)]
        for action in self.actions:
            states = [after for state in states for after in self.step(state, action)]
        return [(events, registers) for events, registers, _, _ in states]

    def step(self, state, a):
        return getattr(self, "step_" + a["kind"])(state, a)

    @staticmethod
    def put(state, event, ctrl):
        events, registers, branches, reserved = state
        event.ctrl = set(ctrl)
        return (events + [event], dict(registers), set(branches), reserved), len(events)

    def step_load(self, state, a, tags=()):
        for value in sorted(self.values[a["location"]]):
            event = Event("R", a["location"], value, ORDER_TAGS.get(a["order"], ()) or ())
            event.tags |= set(tags)
            if a.get("address") is not None:
                event.addr = set(state[1][a["address"]][1])
            after, index = self.put(state, event, state[2])
            after[1][a["target"]] = (value, {index})
            yield after

    def step_store(self, state, a):
        event = Event("W", a["location"], a["value"], ORDER_TAGS.get(a["order"], ()) or ())
        if a["address"] is not None:
            event.addr = set(state[1][a["address"]][1])
        if a["data"] is not None:
            event.data = set(state[1][a["data"]][1])
        yield self.put(state, event, state[2])[0]

    def step_fence(self, state, a):
        yield self.put(state, Event("F", tags=[a["name"]]), state[2])[0]

    def step_branch(self, state, a):
        value, origins = state[1][a["source"]]
        after = (state[0], state[1], state[2] | origins, state[3])
        if value != 0 or a["over"] is None:
            yield after
        else:
            yield from self.step(after, a["over"])

    def step_pair(self, state, a):
        load = {"location": a["location"], "target": a["target"],
                "order": "acq" if a["order"] == "acq" else ""}
        for after in self.step_load(state, load, ["X"]):
            between = self.step(after, a["between"]) if a["between"] is not None else [after]
            for middle in between:
                # Power: success is 2 in its register, RISC-V and AArch64: 0; failure is 0 and 1.
                failed = (middle[0], dict(middle[1]), middle[2], None)
                failed[1][a["status"]] = (0 if self.machine == "PPC" else 1, set())
                yield failed
                event = Event("W", a["location"], a["value"], ["X"])
                if a["order"] == "rel":
                    event.tags |= set(ORDER_TAGS["rel"])
                stored, index = self.put(middle, event, middle[2])
                origins = {index} if self.machine == "RISCV" else set()
                stored[1][a["status"]] = (2 if self.machine == "PPC" else 0, origins)
                yield stored

    def step_update(self, state, a):
        for value in sorted(self.values[a["location"]]):
            new = value + a["value"] if a["adds"] else a["value"]
            if self.machine == "RISCV":
                event = Event("U", a["location"], value, ["X", "AMO"], written=new)
                event.tags |= {{"acq": "acq", "rel": "rel", "both": "acqrel"}.get(a["order"], "")}
                after, index = self.put(state, event, state[2])
                after[1][a["target"]] = (value, {index})
                yield after
                continue
            read = Event("R", a["location"], value, ["X", "amo"])
            write = Event("W", a["location"], new, ["X", "amo"])
            if a["order"] in ("acq", "both"):
                read.tags.add("acq")
            if a["order"] in ("rel", "both"):
                write.tags.add("rel")
            after, index = self.put(state, read, state[2])
            if a["adds"]:
                write.data = {index}
            after, _ = self.put(after, write, state[2])
            after[1][a["target"]] = (value, {index})
            yield after


ORDER_TAGS = {"acq": ["acq"], "acqpc": ["acqpc"], "rel": ["rel"]}


def possible_values(machine, threads):
    values = {location: {0} for location in LOCATIONS}
    for _ in range(6):
        before = {l: set(v) for l, v in values.items()}
        for actions in threads:
            for events, _ in Runner(machine, actions, before).runs():
                for event in events:
                    if event.kind == "W":
                        values[event.location].add(event.value)
                    elif event.kind == "U":
                        values[event.location].add(event.written)
        if values == before:
            break
    return values


# ---- Relations

def seq(*relations):
    out = relations[0]
    for relation in relations[1:]:
        by_first = {}
        for a, b in relation:
            by_first.setdefault(a, set()).add(b)
        out = {(a, c) for a, b in out for c in by_first.get(b, ())}
    return out


def plus(relation):
    out = set(relation)
    while True:
        more = out | seq(out, out)
        if more == out:
            return out
        out = more


def ident(events):
    return {(e, e) for e in events}


def inverse(relation):
    return {(b, a) for a, b in relation}


def acyclic(relation):
    return all(a != b for a, b in plus(relation))


class Candidate:
    """Events with their relations. Event 0 … are the initial writes, then those of the threads."""

    def __init__(self, paths):
        self.events, self.thread, self.po, self.dep = [], [], set(), {}
        for location in LOCATIONS:
            self.events.append(Event("W", location, 0, ["init"]))
            self.thread.append(None)
        dep = {"addr": set(), "data": set(), "ctrl": set()}
        for number, events in enumerate(paths):
            first = len(self.events)
            for i, event in enumerate(events):
                self.events.append(event)
                self.thread.append(number)
                self.po |= {(first + k, first + i) for k in range(i)}
                for name, pairs in dep.items():
                    pairs |= {(first + k, first + i) for k in getattr(event, name)}
        self.dep = dep
        every = range(len(self.events))
        self.r = {e for e in every if self.events[e].reads}
        self.w = {e for e in every if self.events[e].writes}
        self.m = self.r | self.w
        self.po_loc = {(a, b) for a, b in self.po if self.same_location(a, b)}
        self.rmw, self.amo = self.exclusive_pairs()

    def same_location(self, a, b):
        return a in self.m and b in self.m and self.events[a].location == self.events[b].location

    def tagged(self, *tags):
        return {e for e in range(len(self.events)) if self.events[e].tags & set(tags)}

    def exclusive_pairs(self):
        rmw, amo = set(), set()
        for a, b in self.po_loc:
            first, second = self.events[a], self.events[b]
            if not (first.kind == "R" and second.kind == "W" and "X" in first.tags & second.tags):
                continue
            if ("amo" in first.tags) != ("amo" in second.tags):
                continue
            between = [c for c in range(a + 1, b)
                       if "X" in self.events[c].tags and self.events[c].kind != "U"]
            if not between:
                rmw.add((a, b))
                if "amo" in first.tags:
                    amo.add((a, b))
        return rmw, amo

    def written(self, e):
        return self.events[e].written if self.events[e].kind == "U" else self.events[e].value

    def external(self, relation):
        return {(a, b) for a, b in relation if self.thread[a] is None
                or self.thread[a] != self.thread[b]}

    def internal(self, relation):
        return relation - self.external(relation)

    # All reads-from and coherence orders.
    def choices(self):
        reads = sorted(self.r)
        writers = [[w for w in sorted(self.w) if self.same_location(w, r) and
                    self.written(w) == self.events[r].value] for r in reads]
        orders = []
        for location in LOCATIONS:
            of = [w for w in sorted(self.w) if self.events[w].location == location]
            orders.append([(of[0], *rest) for rest in itertools.permutations(of[1:])])
        for chosen in itertools.product(*writers):
            rf = set(zip(chosen, reads))
            for order in itertools.product(*orders):
                co = {(line[i], line[j]) for line in order for j in range(len(line))
                      for i in range(j)}
                yield rf, co, [line[-1] for line in order]


# ---- Models

def check_aarch64(c, rf, co):
    fr = seq(inverse(rf), co)
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    r, w, m, po = c.r, c.w, c.m, c.po
    acq, acqpc, rel = c.tagged("acq"), c.tagged("acqpc"), c.tagged("rel")
    successor = {(a, b) for a, b in c.po_loc if a in w and b in r and not any(
        (a, k) in c.po_loc and (k, b) in c.po_loc and k in w for k in range(a, b))}
    addr, data, ctrl = c.dep["addr"], c.dep["data"], c.dep["ctrl"]
    step = {(a, b) for a, b in addr if b in r} | seq({p for p in addr | data if p[1] in w}, successor)
    carried = plus(step) | ident(range(len(c.events)))
    addr, ctrl = seq(carried, addr), seq(carried, ctrl)
    data = seq(carried, data - c.amo)
    to_w = ident(w)
    mem = ident(m)
    dob = addr | data | seq(ctrl, to_w) | seq(addr, mem, po, to_w) | seq(addr | data, mem, successor)
    fence = lambda name: seq(po, ident(c.tagged(name)), po)
    bob = (seq(mem, fence("DMB SY"), mem) | seq(ident(r), fence("DMB LD"), mem) |
           seq(to_w, fence("DMB ST"), to_w) | seq(ident(rel), po, ident(acq)) |
           seq(ident(acq | acqpc), po, mem) | seq(mem, po, ident(rel)) |
           seq(ident({b for a, b in c.amo if a in acq and b in rel}), po, mem))
    isb = ident(c.tagged("ISB"))
    isb_ob = seq(ctrl, isb, po) | seq(addr, mem, po, isb, po)
    aob = c.rmw | seq(c.rmw, successor, ident(acq | acqpc))
    lob = plus(seq(mem, c.po_loc, to_w) | dob | aob | bob | isb_ob)
    hazard = seq(ident(r), c.po_loc, ident(r), fre)
    if not acyclic(lob | hazard | rfe | coe | fre):
        return False
    rfi, coi, fri = rf - rfe, co - coe, fr - fre
    if any(a == b for a, b in seq(ident(r), c.po_loc | c.rmw, to_w, rfi)):
        return False
    if any(a == b for a, b in seq(to_w, c.po_loc, to_w, coi)):
        return False
    if any(a == b for a, b in seq(to_w, c.po_loc, ident(r), fri)):
        return False
    return not (c.rmw & seq(fr, co)) - (c.rmw & seq(fri, coi))


def check_riscv(c, rf, co):
    fr = {(a, b) for a, b in seq(inverse(rf), co) if a != b}
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    r, w, m, po = ident(c.r), ident(c.w), ident(c.m), c.po
    if not acyclic(co | rf | fr | c.po_loc):
        return False
    sets = {"r": r, "w": w, "rw": m}
    fences = set()
    for before, first in sets.items():
        for after, second in sets.items():
            fences |= seq(first, po, ident(c.tagged(f"fence {before},{after}")), po, second)
    tso = seq(po, ident(c.tagged("fence.tso")), po)
    fences |= seq(r, tso, m) | seq(w, tso, w)
    acq, rel = c.tagged("acq", "acqrel"), c.tagged("rel", "acqrel")
    consistent = ident((acq | rel) & c.tagged("X"))
    near = {(a, b) for a, b in c.po_loc if not any(
        (k == a or (a, k) in c.po_loc) and (k, b) in c.po_loc and k in c.w and
        (k != a) | (a in c.w) for k in range(a, b))}
    addr, data, ctrl = c.dep["addr"], c.dep["data"], c.dep["ctrl"]
    rfi = rf - rfe
    ppo = (seq(m, c.po_loc, w) | (seq(r, near, r) - seq(inverse(rf), rf)) |
           seq(ident(c.tagged("X")), rfi, r) | fences | seq(ident(acq), po, m) |
           seq(m, po, ident(rel)) | seq(consistent, po, consistent) | c.rmw |
           seq(m, addr, m) | seq(m, data, w) | seq(m, ctrl, w) |
           seq(m, addr | data, w, rfi, r) | seq(m, addr, m, po, w))
    return acyclic(co | rfe | fr | ppo) and not c.rmw & seq(fre, coe)


def check_ppc(c, rf, co):
    fr = seq(inverse(rf), co)
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    if not acyclic(c.po_loc | rf | fr | co) or c.rmw & seq(fre, coe):
        return False
    r, w, po = c.r, c.w, c.po
    fence = lambda name: seq(po, ident(c.tagged(name)), po)
    mem = ident(c.m)
    sync = fence("sync")
    light = ({(a, b) for a, b in fence("lwsync") if not (a in w and b in r)} |
             {(a, b) for a, b in fence("eieio") if a in w and b in w})
    addr, data, ctrl = c.dep["addr"], c.dep["data"], c.dep["ctrl"]
    dd = addr | data
    ci0 = seq(ctrl, ident(c.tagged("isync")), po) | (c.po_loc & seq(coe, rfe))
    ii0 = dd | (rf - rfe) | (c.po_loc & seq(fre, rfe))
    cc0 = dd | c.po_loc | ctrl | seq(addr, po)
    ci, ii, cc, ic = set(), set(), set(), set()
    while True:
        after = (ci0 | seq(ci, ii) | seq(cc, ci), ii0 | ci | seq(ic, ci) | seq(ii, ii),
                 cc0 | ci | seq(ci, ic) | seq(cc, cc), ii | cc | seq(ic, cc) | seq(ii, ic))
        if after == (ci, ii, cc, ic):
            break
        ci, ii, cc, ic = after
    ppo = ({(a, b) for a, b in ii if a in r and b in r} |
           {(a, b) for a, b in ic if a in r and b in w})
    hb = ppo | sync | light | rfe
    if not acyclic(hb):
        return False
    star = plus(hb) | ident(range(len(c.events)))
    base = seq((sync | light) | seq(rfe, sync | light), star)
    seen = rfe | fre | coe | seq(fre, rfe) | seq(coe, rfe) | ident(range(len(c.events)))
    prop = ({(a, b) for a, b in base if a in w and b in w} |
            seq(seen, plus(base) | ident(range(len(c.events))), sync, star))
    exclusive = {(a, b) for a, b in po if a in c.tagged("X") and b in c.tagged("X")}
    return (acyclic(co | prop) and all(a != b for a, b in seq(fre, prop, star)) and
            acyclic(co | exclusive) and bool(mem))


MODELS = {"AArch64": check_aarch64, "RISCV": check_riscv, "PPC": check_ppc}


def answer_of(machine, threads):
    """The final states and the number of executions, or nothing if there is too much to try."""
    values = possible_values(machine, threads)
    writer = Writer(machine, 0)
    states, count, tried = set(), 0, 0
    runs = [Runner(machine, actions, values).runs() for actions in threads]
    paths = 1
    for each in runs:
        paths *= len(each)
    if paths > MAX_CANDIDATES:
        return None
    for combination in itertools.product(*runs):
        candidate = Candidate([events for events, _ in combination])
        for rf, co, last in candidate.choices():
            tried += 1
            if tried > MAX_CANDIDATES:
                return None
            if not MODELS[machine](candidate, rf, co):
                continue
            count += 1
            state = []
            for number, ((_, registers), actions) in enumerate(zip(combination, threads)):
                shown = sorted(registers_of(actions))
                state += [f"{number}:{writer.shown(n)}={registers[n][0]};" for n in shown]
            state += [f"[{l}]={candidate.written(e)};" for l, e in zip(LOCATIONS, last)]
            states.add(" ".join(state))
    return states, count


# ---- Comparison

def drover_answers(drover, files):
    done = subprocess.run([drover, "litmus", "-q", "-"], input="\n".join(files), text=True,
                          capture_output=True, check=False)
    answers, lines = {}, done.stdout.splitlines()
    at = 0
    while at < len(lines):
        if not lines[at].startswith("Test "):
            at += 1
            continue
        name, count = lines[at].split()[1], int(lines[at + 1].split()[1])
        states = set(lines[at + 2:at + 2 + count])
        positive = int(lines[at + count + 4].split()[1])
        answers[name] = (states, positive)
        at += count + 5
    return answers, done.stderr


def shrunk(drover, machine, threads, folder):
    """Leaves out actions while the answers still differ."""
    def differs(smaller):
        try:
            wanted = answer_of(machine, smaller)
        except KeyError:  # a register that nobody writes any more
            return False
        if wanted is None:
            return False
        file = folder / "shrunk.litmus"
        file.write_text(text_of(machine, "shrunk", smaller), encoding="utf-8")
        return drover_answers(drover, [str(file)])[0].get("shrunk") != wanted
    changed = True
    while changed:
        changed = False
        for t, actions in enumerate(threads):
            for i in range(len(actions)):
                smaller = [list(each) for each in threads]
                del smaller[t][i]
                if all(smaller) and differs(smaller):
                    threads, changed = smaller, True
                    break
            if changed:
                break
    return threads


def compare(drover, machine, seed, count, folder):
    rng = random.Random(f"{machine} {seed}")
    generator = Generator(machine, rng)
    wanted, texts, programs = {}, [], {}
    while len(wanted) < count:
        threads = [generator.thread() for _ in range(2 if rng.random() < 0.85 else 3)]
        answer = answer_of(machine, threads)
        if answer is None:
            continue
        name = f"random{len(wanted)}"
        file = folder / f"{name}.litmus"
        file.write_text(text_of(machine, name, threads), encoding="utf-8")
        wanted[name], programs[name] = answer, threads
        texts.append(str(file))
    got, errors = drover_answers(drover, texts)
    different = [name for name in wanted if got.get(name) != wanted[name]]
    print(f"{machine}: {count - len(different)} of {count} equal (seed {seed})")
    for name in different[:3]:
        smaller = shrunk(drover, machine, programs[name], folder)
        file = folder / "shrunk.litmus"
        file.write_text(text_of(machine, "shrunk", smaller), encoding="utf-8")
        print(file.read_text(encoding="utf-8"))
        print("reference:", answer_of(machine, smaller))
        print("drover:   ", drover_answers(drover, [str(file)])[0].get("shrunk"))
    if different and errors:
        print(errors[:1000])
    return not different


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("drover")
    parser.add_argument("--machine", choices=sorted(MODELS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = [compare(options.drover, machine, options.seed, options.count,
                           pathlib.Path(folder))
                   for machine in MODELS if options.machine in (None, machine)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
