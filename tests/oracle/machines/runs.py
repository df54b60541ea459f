"""All runs of one thread, for the values that its reads may have."""

import itertools

from machines.layouts import Layout, signed
from machines.programs import CELLS, parts_of

MASK = 0xffffffff
MAX_RUNS = 2000


class TooMuch(Exception):
    """There are too many runs to try."""


class Event:
    """What a thread does at once. `reads` and `writes` are values, or None; a fence has neither.
    Dependencies are positions in the thread; picks are those that go through a choice, too. The
    events of one access have the same `access`."""

    def __init__(self, instruction, location=None, reads=None, writes=None, tags=()):
        self.instruction, self.location, self.access = instruction, location, None
        self.reads, self.writes, self.tags = reads, writes, set(tags)
        self.addr, self.data, self.ctrl = set(), set(), set()
        self.pick_addr, self.pick_data, self.pick_ctrl, self.pick = set(), set(), set(), set()


class State:
    """Of a thread. A register has a value, what it depends on, and what was picked by."""

    def __init__(self):
        self.events, self.registers, self.ctrl, self.pick_ctrl = [], {}, set(), set()
        self.reserved, self.instruction = None, 0

    def copy(self):
        out = State()
        out.events, out.registers = list(self.events), dict(self.registers)
        out.ctrl, out.pick_ctrl = set(self.ctrl), set(self.pick_ctrl)
        out.reserved, out.instruction = self.reserved, self.instruction
        return out

    def add(self, event):
        event.ctrl, event.pick_ctrl = set(self.ctrl), set(self.pick_ctrl)
        self.events.append(event)
        return len(self.events) - 1

    def set(self, register, value, deps=(), picks=()):
        if register is not None:
            self.registers[register] = (value, frozenset(deps), frozenset(picks) | frozenset(deps))

    def value(self, register):
        return self.registers[register][0]

    def deps(self, register):
        return set() if register is None else set(self.registers[register][1])

    def picks(self, register):
        return set() if register is None else set(self.registers[register][2])


def combined(op, old, given, bits=32):
    old, given, mask = signed(old, bits), signed(given, bits), (1 << bits) - 1
    return {"swap": lambda: given, "add": lambda: signed(old + given, bits),
            "eor": lambda: old ^ given,
            "set": lambda: old | given, "and": lambda: old & given,
            "clr": lambda: old & ~given, "smax": lambda: max(old, given),
            "smin": lambda: min(old, given),
            "umax": lambda: max(old, given, key=lambda v: v & mask),
            "umin": lambda: min(old, given, key=lambda v: v & mask)}[op]()


ORDER_TAGS = {"": [], "acq": ["acq"], "acqpc": ["acqpc"], "rel": ["rel"], "both": ["acq", "rel"]}


class Runner:
    def __init__(self, machine, actions, values, layout=Layout()):
        self.machine, self.actions, self.values = machine, actions, values
        self.layout = layout

    def runs(self):
        return self.through(self.actions, [State()])

    def through(self, actions, states):
        for action in actions:
            states = [after for state in states for after in self.step(state, action)]
            if len(states) > MAX_RUNS:
                raise TooMuch
        return states

    def step(self, state, a):
        state = state.copy()
        state.instruction += 1
        return getattr(self, "step_" + a["kind"])(state, a)

    # What an access may read, by granule.
    def read_values(self, a):
        return list(itertools.product(*(sorted(self.values[p]) for p in self.layout.places(a))))

    # Adds the events of an access, and returns their positions.
    def add_access(self, state, a, reads=None, writes=None, tags=()):
        places = self.layout.places(a)
        reads = reads or [None] * len(places)
        writes = [None] * len(places) if writes is None else self.layout.split(writes, len(places))
        first = len(state.events)
        for place, read, write in zip(places, reads, writes):
            event = Event(state.instruction, place, reads=read, writes=write, tags=tags)
            event.access = first
            state.add(event)
        return range(first, len(state.events))

    # A register after a load.
    def loaded(self, a, value, is_signed):
        if not self.layout.is_mixed:
            return value if is_signed else value & MASK
        return signed(value, self.layout.bits(a)) if is_signed else value

    # RISC-V has one tag for both orders.
    def tags(self, order):
        if self.machine == "RISCV":
            return {"": [], "acq": ["acq"], "rel": ["rel"], "both": ["acqrel"]}[order]
        return ORDER_TAGS[order]

    def with_address(self, state, indices, register):
        for event in (state.events[i] for i in indices):
            event.addr, event.pick_addr = state.deps(register), state.picks(register)

    def with_data(self, state, indices, register):
        for event in (state.events[i] for i in indices):
            event.data, event.pick_data = state.deps(register), state.picks(register)

    # Each part of a write depends on all parts of the read.
    @staticmethod
    def with_read(state, writes, reads):
        for event in (state.events[i] for i in writes):
            event.data = event.pick_data = set(reads)

    def step_load(self, state, a, tags=()):
        is_signed = a.get("is_signed", True) and self.machine in ("RISCV", "PPC")
        if not self.layout.is_mixed:
            is_signed = a.get("is_signed", self.machine != "PPC")
        for values in self.read_values(a):
            after = state.copy()
            indices = self.add_access(after, a, reads=values,
                                      tags=[*self.tags(a["order"]), *tags])
            self.with_address(after, indices, a["address"])
            after.set(a["target"], self.loaded(a, self.layout.join(values), is_signed), indices)
            yield after

    def step_store(self, state, a):
        indices = self.add_access(state, a, writes=a["value"], tags=self.tags(a["order"]))
        if self.machine != "X86_64":
            self.with_address(state, indices, a["address"])
            self.with_data(state, indices, a["data"])
        yield state

    def step_fence(self, state, a):
        state.add(Event(state.instruction, tags=["F", a["name"]]))
        yield state

    def step_branch(self, state, a):
        before = set(state.ctrl)
        state.ctrl |= state.deps(a["source"])
        state.pick_ctrl |= state.picks(a["source"])
        if state.value(a["source"]) != 0 or a["over"] is None:
            afters = [state]
        else:
            afters = list(self.step(state, a["over"]))
        for after in afters:
            # The kernel's control dependencies end where the ways meet.
            if self.machine == "LKMM":
                after.ctrl = set(before)
            yield after

    def step_compute(self, state, a):
        source = a["source"]
        state.set(a["target"], state.value(source) + a["value"], state.deps(source),
                  state.picks(source))
        yield state

    def step_select(self, state, a):
        flags = state.picks(a["condition"])
        is_first = state.value(a["condition"]) == 0
        if a["how"] == "CSET":
            state.set(a["target"], 1 if is_first else 0, (), flags)
        else:
            source = a["first"] if is_first else a["second"]
            more = 1 if a["how"] == "CSINC" and not is_first else 0
            state.set(a["target"], state.value(source) + more, state.deps(source),
                      state.picks(source) | flags)
        yield state

    def step_double_load(self, state, a):
        states = [state]
        for cell, target in zip(CELLS, a["targets"]):
            load = {"location": cell, "target": target, "address": None,
                    "order": a.get("order", "")}
            tags = ["X"] if a.get("exclusive") else []
            states = [after for each in states for after in self.step_load(each, load, tags)]
        for after in states:
            if a.get("exclusive"):
                after.reserved = ("both", set())
            yield after

    def step_double_conditional(self, state, a):
        reserved, state.reserved = state.reserved, None
        failed = state.copy()
        failed.set(a["status"], 1)
        yield failed
        if reserved is None or reserved[0] != "both":
            return
        for cell, value, data in zip(CELLS, a["values"], [a["data"], None]):
            indices = self.add_access(state, {"location": cell}, writes=value,
                                      tags=["X", *self.tags(a["order"])])
            self.with_data(state, indices, data)
        state.set(a["status"], 0)
        yield state

    def step_double_store(self, state, a):
        for cell, value, data in zip(CELLS, a["values"], [a["data"], None]):
            self.with_data(state, self.add_access(state, {"location": cell}, writes=value), data)
        yield state

    # ---- Reservations

    def step_reserve(self, state, a):
        picks = state.picks(a["address"])
        for after in self.step_load(state, a, ["X"]):
            after.reserved = (self.layout.places(a), picks)
            yield after

    # Power: 2 in its register is success, 0 failure; elsewhere 0 is success and 1 failure.
    def step_conditional(self, state, a):
        reserved = state.reserved
        state.reserved = None
        # On Power what the operands come from, and what the reservation does, is in the status.
        is_power = self.machine == "PPC"
        operands = state.deps(a["data"]) | (set(reserved[1]) if reserved else set())
        failed = state.copy()
        failed.set(a["status"], 0 if is_power else 1, operands if is_power else ())
        yield failed
        if reserved is None or reserved[0] != self.layout.places(a):
            return
        indices = self.add_access(state, a, writes=a["value"],
                                  tags=["X", *self.tags(a["order"])])
        self.with_data(state, indices, a["data"])
        for index in indices:
            state.events[index].pick = set(reserved[1])
        deps = {"PPC": operands, "RISCV": indices}.get(self.machine, ())
        state.set(a["status"], 2 if is_power else 0, deps)
        yield state

    def step_pair(self, state, a):
        parts = [each for each in (a["first"], a["between"], a["second"]) if each is not None]
        return self.through(parts, [state])

    # ---- Read-modify-writes

    def step_update(self, state, a):
        for old in self.read_values(a):
            after = state.copy()
            new = combined(a["op"], self.layout.join(old), a["value"], self.layout.bits(a))
            getattr(self, "update_" + self.machine)(after, a, old, new)
            yield after

    def update_RISCV(self, state, a, old, new):
        indices = self.add_access(state, a, reads=old, writes=new,
                                  tags=["X", *self.tags(a["order"])])
        state.set(a["target"], self.loaded(a, self.layout.join(old), True), indices)

    def update_AArch64(self, state, a, old, new):
        is_quiet = a["target"] is None
        order = a["order"]
        acquires = ["noret"] if is_quiet else ["acq"] if order in ("acq", "both") else []
        reads = self.add_access(state, a, reads=old, tags=["X", "amo", *acquires])
        writes = self.add_access(state, a, writes=new,
                                 tags=["X", "amo"] + (["rel"] if order in ("rel", "both") else []))
        if a["op"] != "swap":
            self.with_read(state, writes, reads)
        state.set(a["target"], self.layout.join(old), reads)

    def update_X86_64(self, state, a, old, new):
        reads = self.add_access(state, a, reads=old, tags=["locked", "amo"])
        self.add_access(state, a, writes=new, tags=["locked", "amo"])
        state.set(a["target"], self.layout.join(old), reads)

    # What is ordered as by smp_mb has a fence before it and one behind it.
    def update_LKMM(self, state, a, old, new):
        is_full = a["order"] == "both" and a["target"] is not None
        if is_full:
            state.add(Event(state.instruction, tags=["F", "mb"]))
        has_result = a["target"] is not None
        read_tags = [] if has_result else ["noret"]
        read_tags += ["acq"] if has_result and a["order"] == "acq" else []
        write_tags = ["rel"] if has_result and a["order"] == "rel" else []
        reads = self.add_access(state, a, reads=old, tags=["amo", *read_tags])
        writes = self.add_access(state, a, writes=new, tags=["amo", *write_tags])
        if a["op"] != "swap":
            self.with_read(state, writes, reads)
        if is_full:
            state.add(Event(state.instruction, tags=["F", "mb"]))
        state.set(a["target"], old[0], reads)

    def step_compare(self, state, a):
        for old in self.read_values(a):
            yield from getattr(self, "compare_" + self.machine)(state, a, old)

    # The result of a success is what was compared with or what was read; a failure writes nothing,
    # in two ways, or writes back what it read.
    def compare_AArch64(self, state, a, old):
        read_tags = ["acq"] if a["order"] in ("acq", "both") else []
        write_tags = ["X", "amo"] + (["rel"] if a["order"] in ("rel", "both") else [])
        found = self.layout.join(old)
        succeeds = found == a["expected"]
        for way in range(2 if succeeds else 3):
            after = state.copy()
            has_write = succeeds or way == 2
            reads = self.add_access(after, a, reads=old,
                                    tags=read_tags + (["X", "amo"] if has_write else []))
            if has_write:
                writes = self.add_access(after, a, tags=write_tags,
                                         writes=a["value"] if succeeds else found)
                if not succeeds:
                    self.with_read(after, writes, reads)
            if succeeds and way == 0:
                after.set(a["target"], found, (), reads)
            else:
                after.set(a["target"], found, reads)
            yield after

    def compare_X86_64(self, state, a, old):
        after = state.copy()
        found = self.layout.join(old)
        if found == a["expected"]:
            self.update_X86_64(after, a, old, a["value"])
        else:
            after.set(a["target"], found, self.add_access(after, a, reads=old, tags=["locked"]))
        yield after

    # The order of a failure does not count.
    def compare_LKMM(self, state, a, old):
        after = state.copy()
        if old[0] == a["expected"]:
            self.update_LKMM(after, {**a, "op": "swap"}, old, a["value"])
        else:
            after.set(a["target"], old[0], self.add_access(after, a, reads=old))
        yield after

    def step_count(self, state, a):
        for old in self.read_values(a):
            after = state.copy()
            self.add_access(after, a, reads=old)
            after.instruction += 1
            new = signed(self.layout.join(old) + 1, self.layout.bits(a))
            self.add_access(after, a, writes=new)
            yield after

    def step_section(self, state, a):
        state.add(Event(state.instruction, tags=["F", "rcu-lock"]))
        for after in self.through(a["actions"], [state]):
            after.instruction += 1
            after.add(Event(after.instruction, tags=["F", "rcu-unlock"]))
            yield after


MAX_VALUES = 16


def possible_values(machine, threads, layout):
    """What each granule may hold, and more. A value is made by a chain
    of read-modify-writes, each of which is on it once."""
    changes = sum(part["kind"] in ("update", "compare", "count") for actions in threads
                  for part in parts_of(actions))
    values = {place: {0} for place in layout.all()}
    for _ in range(changes + 1):
        before = {l: set(v) for l, v in values.items()}
        for actions in threads:
            for state in Runner(machine, actions, before, layout).runs():
                for event in state.events:
                    if event.writes is not None:
                        values[event.location].add(event.writes)
        if values == before:
            break
        if sum(map(len, values.values())) > MAX_VALUES:
            raise TooMuch
    return values
