"""Random programs of machines. A thread is a list of actions, each a dictionary; registers are
numbers, and each is written once."""

LOCATIONS = ["x", "y"]
# The cells of an array, for instructions that access two at once.
CELLS = ["a", "b"]

LOAD_ORDERS = {"AArch64": ["", "", "acq", "acqpc"], "RISCV": ["", "", "acq", "both"], "PPC": [""],
               "X86_64": [""], "LKMM": ["", "", "acq"]}
STORE_ORDERS = {"AArch64": ["", "", "rel"], "RISCV": ["", "", "rel", "both"], "PPC": [""],
                "X86_64": [""], "LKMM": ["", "", "rel"]}
PAIR_ORDERS = {"AArch64": [("", ""), ("acq", ""), ("", "rel"), ("acq", "rel")],
               "RISCV": [("", ""), ("acq", ""), ("", "rel"), ("both", "both")], "PPC": [("", "")]}
UPDATE_ORDERS = {"AArch64": ["", "acq", "rel", "both"], "RISCV": ["", "acq", "rel", "both"],
                 "X86_64": [""], "LKMM": ["", "acq", "rel", "both"]}
FENCES = {
    "AArch64": ["DMB SY", "DMB LD", "DMB ST", "ISB", "DMB SY", "DSB SY", "DSB LD", "DSB ST",
                "DMB ISH", "DMB ISHLD", "DMB ISHST", "DMB OSH"],
    "RISCV": ["fence rw,rw", "fence r,rw", "fence rw,w", "fence w,w", "fence r,r", "fence w,r",
              "fence w,rw", "fence r,w", "fence rw,r", "fence.tso", "fence.i", "fence"],
    "PPC": ["sync", "lwsync", "isync", "eieio"],
    "X86_64": ["mfence", "mfence", "lfence", "sfence"],
    "LKMM": ["mb", "rmb", "wmb", "sync"]}
# How a value is made of the old one.
OPERATIONS = {
    "AArch64": ["swap", "add", "eor", "set", "clr", "smax", "smin", "umax", "umin"],
    "RISCV": ["swap", "add", "eor", "set", "and", "smax", "smin", "umax", "umin"],
    "X86_64": ["swap", "add"],
    "LKMM": ["swap", "add"]}
# Besides loads, stores and fences, with how often.
OTHERS = {
    "AArch64": {"branch": 3, "skip": 3, "pair": 3, "reserve": 1, "conditional": 1, "update": 4,
                "compare": 2, "select": 3, "double_load": 2, "double_store": 2, "quiet": 2,
                "compute": 3, "exclusive_pair": 3},
    "RISCV": {"branch": 3, "skip": 3, "pair": 3, "reserve": 1, "conditional": 1, "update": 4,
              "compute": 3},
    "PPC": {"branch": 4, "skip": 4, "pair": 3, "reserve": 1, "conditional": 1, "compute": 3},
    "X86_64": {"branch": 1, "skip": 2, "update": 4, "compare": 3, "count": 2, "compute": 2},
    "LKMM": {"skip": 4, "update": 4, "compare": 3, "quiet": 2, "section": 3, "compute": 2}}
# Machines whose registers are shown with all of their 64 bits, with how often a load extends the
# sign.
WIDE = {"RISCV": 0.8, "PPC": 0.3}
# What needs a register that was read.
NEEDS_READ = {"branch", "skip", "select", "compute"}


class Generator:
    """Writes random threads."""

    def __init__(self, machine, rng, layout):
        self.machine, self.rng, self.layout = machine, rng, layout

    def threads(self):
        if self.rng.random() < 0.75:
            return self.cycle()
        return [self.thread() for _ in range(2 if self.rng.random() < 0.85 else 3)]

    def start(self, place=None, chance=0.4):
        self.next, self.reads, self.depth = 1, [], 0
        self.place, self.chance = place, chance

    def thread(self):
        self.start()
        return self.actions(self.rng.randint(1, 3))

    # Threads that access two locations each, in opposite orders, with something in between: what
    # models are about. Now and then one more, which passes on what it sees.
    def cycle(self):
        out = [self.link("x", "y"), self.link("y", "x")]
        if self.rng.random() < 0.15:
            self.start(self.rng.choice(LOCATIONS))
            out.append([self.access()])
        return out

    def link(self, first, second):
        self.start(first, 0.7)
        out = [self.access()]
        for _ in range(self.rng.choice([0, 1, 1, 1, 2])):
            kinds = ["fence", "fence"]
            if self.reads:
                kinds += [k for k in ("branch", "select", "compute")
                          if k in OTHERS[self.machine]]
            out.append(getattr(self, self.rng.choice(kinds))())
        self.place = second
        return out + [self.access()]

    def access(self):
        kinds = {"load": 8, "store": 8}
        kinds.update((k, n) for k, n in OTHERS[self.machine].items()
                     if k not in ("branch", "select", "compute", "section", "reserve", "conditional")
                     and (self.reads or k not in NEEDS_READ))
        action = getattr(self, self.rng.choices(list(kinds), list(kinds.values()))[0])()
        if self.machine == "LKMM" and self.rng.random() < 0.15:
            action = {"kind": "section", "actions": [action]}
        return action

    # The location at hand, or any.
    def spot(self):
        return self.place or self.rng.choice(LOCATIONS)

    def actions(self, count):
        return [self.action() for _ in range(count)]

    def register(self):
        self.next += 1
        return self.next - 1

    def read_register(self):
        target = self.register()
        self.reads.append(target)
        return target

    def dependency(self, chance=None):
        use = self.reads and self.rng.random() < (chance or self.chance)
        return self.rng.choice(self.reads) if use else None

    def value(self):
        is_negative = self.machine in WIDE and self.rng.random() < 0.15
        return -1 if is_negative else self.rng.randint(1, 2)

    # Gives an access a place in its location, and a value of its size.
    def sized(self, action):
        if not self.layout.is_mixed or action["location"] in CELLS:
            return action
        extents = self.layout.extents()
        if self.machine == "RISCV" and action["kind"] in ("reserve", "conditional", "update"):
            extents = [e for e in extents if self.layout.granule * e[1] >= 4]
        action["extent"] = self.rng.choice(extents)
        for name, low in (("value", 1), ("expected", 0)):
            if name in action:
                values = [self.rng.randint(low, 2) for _ in range(action["extent"][1])]
                if self.rng.random() < 0.1:  # its sign, or what is carried, shows
                    values[-1] = (1 << (8 * self.layout.granule)) - 1
                action[name] = self.layout.join(values)
        return action

    def location(self):
        has_cells = self.machine == "AArch64" and self.rng.random() < 0.1
        return self.rng.choice(CELLS) if has_cells else self.spot()

    def action(self):
        kinds = {"load": 8, "store": 8, "fence": 5}
        kinds.update((k, n) for k, n in OTHERS[self.machine].items()
                     if self.reads or k not in NEEDS_READ)
        if self.depth > 0:
            kinds.pop("section", None)
        kind = self.rng.choices(list(kinds), list(kinds.values()))[0]
        return getattr(self, kind)()

    def load(self):
        address = self.dependency()
        order = self.rng.choice(LOAD_ORDERS[self.machine]) if address is None else ""
        is_signed = self.rng.random() < WIDE[self.machine] if self.machine in WIDE else True
        return self.sized({"kind": "load", "location": self.location(), "address": address,
                           "order": order, "target": self.read_register(),
                           "is_signed": is_signed})

    def store(self):
        address, data = self.dependency(), self.dependency()
        order = self.rng.choice(STORE_ORDERS[self.machine]) if address is None else ""
        return self.sized({"kind": "store", "location": self.location(), "value": self.value(),
                           "address": address, "data": data, "order": order})

    def fence(self):
        return {"kind": "fence", "name": self.rng.choice(FENCES[self.machine])}

    def branch(self):
        return {"kind": "branch", "source": self.rng.choice(self.reads), "over": None,
                "compares": self.rng.random() < 0.4}

    def skip(self):
        return {**self.branch(), "over": self.store()}

    # The sum of a register and a number, which depends on it.
    def compute(self):
        source = self.rng.choice(self.reads)
        return {"kind": "compute", "source": source, "value": self.value(),
                "target": self.read_register()}

    # One of two registers, or what is made of the second, by whether a third is 0.
    def select(self):
        sources = [self.rng.choice(self.reads) for _ in range(3)]
        return {"kind": "select", "condition": sources[0], "first": sources[1],
                "second": sources[2], "how": self.rng.choice(["CSEL", "CSINC", "CSET"]),
                "target": self.read_register()}

    # A load that reserves, and a store that may fail.
    def reserve(self):
        orders = self.rng.choice(PAIR_ORDERS[self.machine])
        return self.sized({"kind": "reserve", "location": self.spot(), "order": orders[0],
                           "address": self.dependency(0.2), "target": self.read_register()})

    def conditional(self):
        orders = self.rng.choice(PAIR_ORDERS[self.machine])
        return self.sized({"kind": "conditional", "location": self.spot(), "order": orders[1],
                           "value": self.value(), "data": self.dependency(0.2),
                           "status": self.register()})

    def pair(self):
        location = self.spot()
        first, second = self.reserve(), self.conditional()
        first["location"] = second["location"] = location
        if "extent" in first and (self.machine == "RISCV" or self.rng.random() < 0.8):
            second["value"] = self.layout.join(
                [self.rng.randint(1, 2) for _ in range(first["extent"][1])])
            second["extent"] = first["extent"]
        between = None
        if self.rng.random() < 0.2:
            between = getattr(self, self.rng.choice(["load", "store", "fence", "update", "branch"]
                                                    if "update" in OTHERS[self.machine] else
                                                    ["load", "store", "fence", "branch"]))()
        return {"kind": "pair", "first": first, "second": second, "between": between}

    def update(self):
        return self.sized({"kind": "update", "location": self.spot(), "value": self.value(),
                           "address": None, "op": self.rng.choice(OPERATIONS[self.machine]),
                           "order": self.rng.choice(UPDATE_ORDERS[self.machine]),
                           "target": self.read_register()})

    # A read-modify-write that returns nothing.
    def quiet(self):
        operations = [op for op in OPERATIONS[self.machine] if op != "swap"]
        orders = ["", "rel"] if self.machine == "AArch64" else [""]
        return self.sized({"kind": "update", "location": self.spot(), "value": self.value(),
                           "address": None, "op": self.rng.choice(operations),
                           "order": self.rng.choice(orders), "target": None})

    def compare(self):
        return self.sized({"kind": "compare", "location": self.spot(),
                           "expected": self.rng.randint(0, 1), "value": self.value(),
                           "order": self.rng.choice(UPDATE_ORDERS[self.machine]),
                           "target": self.read_register()})

    # A read and a write that anything may come between.
    def count(self):
        return self.sized({"kind": "count", "location": self.spot()})

    def double_load(self):
        return {"kind": "double_load", "targets": [self.read_register(), self.read_register()]}

    def double_store(self):
        return {"kind": "double_store", "values": [self.value(), self.value()],
                "data": self.dependency()}

    # Both cells at once, exclusively. Without acquire and release: Drover orders the two accesses
    # of one instruction, the reference does not, and only there it would show.
    def exclusive_pair(self):
        first = {"kind": "double_load", "order": "", "exclusive": True,
                 "targets": [self.read_register(), self.read_register()]}
        second = {"kind": "double_conditional", "order": "", "status": self.register(),
                  "values": [self.value(), self.value()], "data": self.dependency(0.2)}
        return {"kind": "pair", "first": first, "between": None, "second": second}

    # A critical section of RCU.
    def section(self):
        self.depth += 1
        inner = self.actions(self.rng.randint(1, 2))
        self.depth -= 1
        return {"kind": "section", "actions": inner}


def parts_of(actions):
    """All actions, also those inside others."""
    for a in actions:
        yield a
        inner = [a.get("first"), a.get("between"), a.get("second")] if a["kind"] == "pair" else []
        inner += [a["over"]] if a.get("over") else []
        yield from parts_of([i for i in inner if i] + a.get("actions", []))


def registers_of(actions):
    out = []
    for a in parts_of(actions):
        out += a.get("targets", [])
        out += [a[name] for name in ("target", "status") if a.get(name) is not None]
    return sorted(out)


def smaller_threads(threads):
    """The program without one of its actions, in every way."""
    for t, actions in enumerate(threads):
        for i, action in enumerate(actions):
            rest = [list(each) for each in threads]
            instead = []
            if action["kind"] == "section":
                instead = [action["actions"]]
            elif action["kind"] == "pair":
                instead = [[action["first"], action["second"]], [action["first"]]]
            elif action.get("over"):
                instead = [[action["over"]]]
            for replacement in [[]] + instead:
                rest[t] = actions[:i] + replacement + actions[i + 1:]
                if all(rest):
                    yield [list(each) for each in rest]
