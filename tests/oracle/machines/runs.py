"""All runs of one thread, for the values that its reads may have."""

from machines.programs import CELLS, LOCATIONS, parts_of

MASK = 0xffffffff
ALL_LOCATIONS = LOCATIONS + CELLS


class Event:
    """What a thread does at once. `reads` and `writes` are values, or None; a fence has neither.
    Dependencies are positions in the thread; picks are those that go through a choice, too."""

    def __init__(self, instruction, location=None, reads=None, writes=None, tags=()):
        self.instruction, self.location = instruction, location
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


def signed(value):
    value &= MASK
    return value - (1 << 32) if value >> 31 else value


def combined(op, old, given):
    return {"swap": lambda: given, "add": lambda: signed(old + given), "eor": lambda: old ^ given,
            "set": lambda: old | given, "and": lambda: old & given,
            "clr": lambda: old & ~given, "smax": lambda: max(old, given),
            "smin": lambda: min(old, given),
            "umax": lambda: max(old, given, key=lambda v: v & MASK),
            "umin": lambda: min(old, given, key=lambda v: v & MASK)}[op]()


ORDER_TAGS = {"": [], "acq": ["acq"], "acqpc": ["acqpc"], "rel": ["rel"], "both": ["acq", "rel"]}


class Runner:
    def __init__(self, machine, actions, values):
        self.machine, self.actions, self.values = machine, actions, values

    def runs(self):
        return self.through(self.actions, [State()])

    def through(self, actions, states):
        for action in actions:
            states = [after for state in states for after in self.step(state, action)]
        return states

    def step(self, state, a):
        state = state.copy()
        state.instruction += 1
        return getattr(self, "step_" + a["kind"])(state, a)

    def read_values(self, location):
        return sorted(self.values[location])

    # RISC-V has one tag for both orders.
    def tags(self, order):
        if self.machine == "RISCV":
            return {"": [], "acq": ["acq"], "rel": ["rel"], "both": ["acqrel"]}[order]
        return ORDER_TAGS[order]

    def with_address(self, state, event, register):
        event.addr, event.pick_addr = state.deps(register), state.picks(register)

    def with_data(self, state, event, register):
        event.data, event.pick_data = state.deps(register), state.picks(register)

    def step_load(self, state, a, tags=()):
        for value in self.read_values(a["location"]):
            after = state.copy()
            event = Event(state.instruction, a["location"], reads=value,
                          tags=[*self.tags(a["order"]), *tags])
            self.with_address(state, event, a["address"])
            is_signed = a.get("is_signed", self.machine != "PPC")
            after.set(a["target"], value if is_signed else value & MASK, [after.add(event)])
            yield after

    def step_store(self, state, a):
        event = Event(state.instruction, a["location"], writes=a["value"],
                      tags=self.tags(a["order"]))
        self.with_address(state, event, a["address"])
        self.with_data(state, event, a["data"])
        if self.machine == "X86_64":
            event.addr, event.data = set(), set()
        state.add(event)
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
            event = Event(state.instruction, cell, writes=value,
                          tags=["X", *self.tags(a["order"])])
            self.with_data(state, event, data)
            state.add(event)
        state.set(a["status"], 0)
        yield state

    def step_double_store(self, state, a):
        for cell, value, data in zip(CELLS, a["values"], [a["data"], None]):
            event = Event(state.instruction, cell, writes=value)
            self.with_data(state, event, data)
            state.add(event)
        yield state

    # ---- Reservations

    def step_reserve(self, state, a):
        picks = state.picks(a["address"])
        for after in self.step_load(state, a, ["X"]):
            after.reserved = (a["location"], picks)
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
        if reserved is None or reserved[0] != a["location"]:
            return
        event = Event(state.instruction, a["location"], writes=a["value"],
                      tags=["X", *self.tags(a["order"])])
        self.with_data(state, event, a["data"])
        event.pick = set(reserved[1])
        index = state.add(event)
        deps = {"PPC": operands, "RISCV": {index}}.get(self.machine, ())
        state.set(a["status"], 2 if is_power else 0, deps)
        yield state

    def step_pair(self, state, a):
        parts = [each for each in (a["first"], a["between"], a["second"]) if each is not None]
        return self.through(parts, [state])

    # ---- Read-modify-writes

    def step_update(self, state, a):
        for old in self.read_values(a["location"]):
            after = state.copy()
            getattr(self, "update_" + self.machine)(after, a, old, combined(a["op"], old, a["value"]))
            yield after

    def update_RISCV(self, state, a, old, new):
        event = Event(state.instruction, a["location"], reads=old, writes=new,
                      tags=["X", *self.tags(a["order"])])
        state.set(a["target"], old, [state.add(event)])

    def update_AArch64(self, state, a, old, new):
        is_quiet = a["target"] is None
        order = a["order"]
        read = Event(state.instruction, a["location"], reads=old, tags=["X", "amo"])
        if is_quiet:
            read.tags.add("noret")
        elif order in ("acq", "both"):
            read.tags.add("acq")
        write = Event(state.instruction, a["location"], writes=new, tags=["X", "amo"])
        if order in ("rel", "both"):
            write.tags.add("rel")
        index = state.add(read)
        if a["op"] != "swap":
            write.data = write.pick_data = {index}
        state.add(write)
        state.set(a["target"], old, [index])

    def update_X86_64(self, state, a, old, new):
        index = state.add(Event(state.instruction, a["location"], reads=old, tags=["locked", "amo"]))
        state.add(Event(state.instruction, a["location"], writes=new, tags=["locked", "amo"]))
        state.set(a["target"], old, [index])

    # What is ordered as by smp_mb has a fence before it and one behind it.
    def update_LKMM(self, state, a, old, new):
        is_full = a["order"] == "both" and a["target"] is not None
        if is_full:
            state.add(Event(state.instruction, tags=["F", "mb"]))
        read = Event(state.instruction, a["location"], reads=old, tags=["amo"])
        write = Event(state.instruction, a["location"], writes=new, tags=["amo"])
        if a["target"] is None:
            read.tags.add("noret")
        elif a["order"] == "acq":
            read.tags.add("acq")
        elif a["order"] == "rel":
            write.tags.add("rel")
        index = state.add(read)
        if a["op"] != "swap":
            write.data = {index}
        state.add(write)
        if is_full:
            state.add(Event(state.instruction, tags=["F", "mb"]))
        state.set(a["target"], old, [index])

    def step_compare(self, state, a):
        for old in self.read_values(a["location"]):
            yield from getattr(self, "compare_" + self.machine)(state, a, old)

    # The result of a success is what was compared with or what was read; a failure writes nothing,
    # in two ways, or writes back what it read.
    def compare_AArch64(self, state, a, old):
        read_tags = ["acq"] if a["order"] in ("acq", "both") else []
        write_tags = ["X", "amo"] + (["rel"] if a["order"] in ("rel", "both") else [])
        succeeds = old == a["expected"]
        for way in range(2 if succeeds else 3):
            after = state.copy()
            has_write = succeeds or way == 2
            read = Event(state.instruction, a["location"], reads=old,
                         tags=read_tags + (["X", "amo"] if has_write else []))
            index = after.add(read)
            if has_write:
                write = Event(state.instruction, a["location"], tags=write_tags,
                              writes=a["value"] if succeeds else old)
                if not succeeds:
                    write.data = write.pick_data = {index}
                after.add(write)
            if succeeds and way == 0:
                after.set(a["target"], old, (), [index])
            else:
                after.set(a["target"], old, [index])
            yield after

    def compare_X86_64(self, state, a, old):
        after = state.copy()
        if old == a["expected"]:
            self.update_X86_64(after, a, old, a["value"])
        else:
            event = Event(state.instruction, a["location"], reads=old, tags=["locked"])
            after.set(a["target"], old, [after.add(event)])
        yield after

    # The order of a failure does not count.
    def compare_LKMM(self, state, a, old):
        after = state.copy()
        if old == a["expected"]:
            self.update_LKMM(after, {**a, "op": "swap"}, old, a["value"])
        else:
            after.set(a["target"], old,
                      [after.add(Event(state.instruction, a["location"], reads=old))])
        yield after

    def step_count(self, state, a):
        for old in self.read_values(a["location"]):
            after = state.copy()
            after.add(Event(state.instruction, a["location"], reads=old))
            after.instruction += 1
            after.add(Event(after.instruction, a["location"], writes=signed(old + 1)))
            yield after

    def step_section(self, state, a):
        state.add(Event(state.instruction, tags=["F", "rcu-lock"]))
        for after in self.through(a["actions"], [state]):
            after.instruction += 1
            after.add(Event(after.instruction, tags=["F", "rcu-unlock"]))
            yield after


MAX_VALUES = 16


def possible_values(machine, threads):
    """What each location may hold, and more; None if that is too much. A value is made by a chain
    of read-modify-writes, each of which is on it once."""
    changes = sum(part["kind"] in ("update", "compare", "count") for actions in threads
                  for part in parts_of(actions))
    values = {location: {0} for location in ALL_LOCATIONS}
    for _ in range(changes + 1):
        before = {l: set(v) for l, v in values.items()}
        for actions in threads:
            for state in Runner(machine, actions, before).runs():
                for event in state.events:
                    if event.writes is not None:
                        values[event.location].add(event.writes)
        if values == before:
            break
        if sum(map(len, values.values())) > MAX_VALUES:
            return None
    return values
