"""Programs as litmus tests."""

from machines.layouts import signed
from machines.programs import CELLS, LOCATIONS, WIDE, registers_of

X86_REGISTERS = ["eax", "ebx", "ecx", "edx", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d",
                 "r13d", "r14d", "r15d"]
X86_NAMES = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
             "r14", "r15"]
X86_BASES = {"x": "r14", "y": "r15"}
ARM_FETCH = {"add": "ADD", "eor": "EOR", "set": "SET", "clr": "CLR", "smax": "SMAX",
             "smin": "SMIN", "umax": "UMAX", "umin": "UMIN"}
RISCV_AMO = {"swap": "swap", "add": "add", "eor": "xor", "set": "or", "and": "and", "smax": "max",
             "smin": "min", "umax": "maxu", "umin": "minu"}


class Writer:
    """What the instructions of all machines have in common."""

    def __init__(self, number, layout):
        self.number, self.lines, self.scratch, self.labels = number, [], 0, 0
        self.layout = layout

    def put(self, line):
        self.lines.append(line)

    def label(self):
        self.labels += 1
        return f"L{self.number}{self.labels}"

    def write(self, action):
        getattr(self, "write_" + action["kind"])(action)

    def write_fence(self, a):
        self.put(a["name"])

    def write_pair(self, a):
        for each in (a["first"], a["between"], a["second"]):
            if each is not None:
                self.write(each)

    def write_branch(self, a):
        label = self.label()
        self.jump(a, label)
        if a["over"] is not None:
            self.write(a["over"])
        self.put(f"{label}:")

    # A number, or a number that depends on a register.
    def given(self, a):
        if a.get("data") is None:
            return self.constant(a["value"])
        out = self.zero_of(a["data"])
        if not self.layout.is_mixed:
            self.add(out, out, a["value"])
            return out
        number = self.constant(a["value"])
        self.put(f"{self.sum} {number},{number},{out}")
        return number

    def zero_of(self, source):
        out = self.temporary()
        self.put(f"{self.xor} {out},{self.reg(source)},{self.reg(source)}")
        return out

    def write_compute(self, a):
        self.add(self.reg(a["target"]), self.reg(a["source"]), a["value"])


class ArmWriter(Writer):
    xor, sum = "EOR", "ADD"

    def __init__(self, number, layout):
        super().__init__(number, layout)
        self.put("ADD X26,X27,#4")

    # Half registers have 4 bytes; with accesses of different sizes computations have 8.
    @property
    def letter(self):
        return "X" if self.layout.is_mixed else "W"

    def reg(self, n):
        return f"{self.letter}{n}"

    # An instruction and its register for an access of its size.
    def sized(self, word, register, a):
        bytes_ = self.layout.bytes(a) if self.layout.is_mixed and "extent" in a else 4
        letter = "X" if bytes_ == 8 else "W"
        return word + {1: "B", 2: "H"}.get(bytes_, ""), letter + register[1:]

    def shown(self, n):
        return f"X{n}"

    def temporary(self):
        self.scratch = (self.scratch + 1) % 4
        return f"{self.letter}{22 + self.scratch}"

    def base(self, location):
        return "X27" if location in CELLS else f"X{28 + LOCATIONS.index(location)}"

    # The register that has the address.
    def base_of(self, a):
        if a["location"] == "b":
            return "X26"
        base, offset = self.base(a["location"]), self.layout.offset(a)
        if offset == 0:
            return base
        self.put(f"ADD X20,{base},#{offset}")
        return "X20"

    def place(self, a):
        if a["address"] is not None:
            index = "W" + self.zero_of(a["address"])[1:]
            return f"[{self.base_of(a)},{index},SXTW]"
        offset = 4 if a["location"] == "b" else self.layout.offset(a)
        base = self.base(a["location"])
        return f"[{base},#{offset}]" if offset else f"[{base}]"

    # For what takes no offset.
    def bare(self, a):
        return f"[{self.base_of(a)}]"

    def constant(self, value):
        out = self.temporary()
        self.put(f"MOV {out},#{signed(value, 64)}")
        return out

    def add(self, target, source, value):
        self.put(f"ADD {target},{source},#{value}")

    def jump(self, a, label):
        if a["compares"]:
            self.put(f"CMP {self.reg(a['source'])},#0")
            self.put(f"B.NE {label}")
        else:
            self.put(f"CBNZ {self.reg(a['source'])},{label}")

    def write_load(self, a):
        word = {"": "LDR", "acq": "LDAR", "acqpc": "LDAPR"}[a["order"]]
        word, target = self.sized(word, self.reg(a["target"]), a)
        place = self.bare(a) if a["order"] else self.place(a)
        self.put(f"{word} {target},{place}")

    def write_store(self, a):
        word, value = self.sized("STLR" if a["order"] else "STR", self.given(a), a)
        place = self.bare(a) if a["order"] else self.place(a)
        self.put(f"{word} {value},{place}")

    def write_double_load(self, a):
        word = "LDP" if not a.get("exclusive") else "LDAXP" if a["order"] else "LDXP"
        self.put(f"{word} W{a['targets'][0]},W{a['targets'][1]},[X27]")

    def write_double_conditional(self, a):
        first = self.given({"value": a["values"][0], "data": a["data"]})
        second = self.constant(a["values"][1])
        word = "STLXP" if a["order"] else "STXP"
        self.put(f"{word} W{a['status']},W{first[1:]},W{second[1:]},[X27]")

    def write_double_store(self, a):
        first = self.given({"value": a["values"][0], "data": a["data"]})
        second = self.constant(a["values"][1])
        self.put(f"STP W{first[1:]},W{second[1:]},[X27]")

    def write_select(self, a):
        self.put(f"CMP {self.reg(a['condition'])},#0")
        target = self.reg(a["target"])
        if a["how"] == "CSET":
            return self.put(f"CSET {target},EQ")
        return self.put(f"{a['how']} {target},{self.reg(a['first'])},{self.reg(a['second'])},EQ")

    def write_reserve(self, a):
        base = self.base_of(a)
        if a["address"] is not None:
            offset = self.zero_of(a["address"])
            self.put(f"ADD X21,{base},W{offset[1:]},SXTW")
            base = "X21"
        word, target = self.sized("LDAXR" if a["order"] else "LDXR", self.reg(a["target"]), a)
        self.put(f"{word} {target},[{base}]")

    def write_conditional(self, a):
        word, value = self.sized("STLXR" if a["order"] else "STXR", self.given(a), a)
        self.put(f"{word} W{a['status']},{value},{self.bare(a)}")

    def write_update(self, a):
        number, place = self.constant(a["value"]), self.bare(a)
        suffix = {"": "", "acq": "A", "rel": "L", "both": "AL"}[a["order"]]
        if a["target"] is None:
            word, value = self.sized(f"ST{ARM_FETCH[a['op']]}{suffix}", number, a)
            return self.put(f"{word} {value},{place}")
        word = "SWP" if a["op"] == "swap" else "LD" + ARM_FETCH[a["op"]]
        word, value = self.sized(word + suffix, number, a)
        _, target = self.sized("", self.reg(a["target"]), a)
        return self.put(f"{word} {value},{target},{place}")

    def write_compare(self, a):
        self.put(f"MOV {self.reg(a['target'])},#{signed(a['expected'], 64)}")
        suffix = {"": "", "acq": "A", "rel": "L", "both": "AL"}[a["order"]]
        word, value = self.sized("CAS" + suffix, self.constant(a["value"]), a)
        _, target = self.sized("", self.reg(a["target"]), a)
        self.put(f"{word} {target},{value},{self.bare(a)}")

    def initial(self):
        n = self.number
        return f"{n}:X28=x; {n}:X29=y; {n}:X27=a;"


class RiscvWriter(Writer):
    xor, sum = "xor", "add"
    SUFFIX = {"": "", "acq": ".aq", "rel": ".rl", "both": ".aq.rl"}

    def reg(self, n):
        return f"x{n + 4}"

    shown = reg

    def temporary(self):
        self.scratch = (self.scratch + 1) % 4
        return f"x{24 + self.scratch}"

    def base(self, location):
        return f"x{30 + LOCATIONS.index(location)}"

    def constant(self, value):
        out = self.temporary()
        self.put(f"li {out},{signed(value, 64)}")
        return out

    def add(self, target, source, value):
        self.put(f"addi {target},{source},{value}")

    def jump(self, a, label):
        word = "bne x0," if a["compares"] else "bne "
        other = "" if a["compares"] else ",x0"
        self.put(f"{word}{self.reg(a['source'])}{other},{label}")

    def letter(self, a):
        return {1: "b", 2: "h", 4: "w", 8: "d"}[self.layout.bytes(a)]

    def place(self, a):
        if a["address"] is None:
            return f"{self.layout.offset(a)}({self.base(a['location'])})"
        offset = self.zero_of(a["address"])
        self.put(f"add {offset},{offset},{self.base(a['location'])}")
        return f"{self.layout.offset(a)}({offset})"

    # For what takes no offset.
    def bare(self, a):
        offset = self.layout.offset(a)
        if offset == 0:
            return self.base(a["location"])
        out = self.temporary()
        self.put(f"addi {out},{self.base(a['location'])},{offset}")
        return out

    def bare_place(self, a):
        place = self.place({**a, "extent": (0, 1)})
        if self.layout.offset(a) == 0:
            return place
        out = self.temporary()
        self.put(f"addi {out},{place[2:-1]},{self.layout.offset(a)}")
        return f"0({out})"

    def write_load(self, a):
        place = self.place(a)
        word = "l" + self.letter(a) + ("" if a["is_signed"] or self.letter(a) == "d" else "u")
        self.put(f"{word}{self.SUFFIX[a['order']]} {self.reg(a['target'])},{place}")

    def write_store(self, a):
        value = self.given(a)
        place = self.place(a)
        self.put(f"s{self.letter(a)}{self.SUFFIX[a['order']]} {value},{place}")

    def write_reserve(self, a):
        place = self.bare_place(a)
        self.put(f"lr.{self.letter(a)}{self.SUFFIX[a['order']]} {self.reg(a['target'])},{place}")

    def write_conditional(self, a):
        value, base = self.given(a), self.bare(a)
        self.put(f"sc.{self.letter(a)}{self.SUFFIX[a['order']]} {self.reg(a['status'])},{value},"
                 f"0({base})")

    def write_update(self, a):
        value, base = self.constant(a["value"]), self.bare(a)
        word = f"amo{RISCV_AMO[a['op']]}.{self.letter(a)}{self.SUFFIX[a['order']]}"
        self.put(f"{word} {self.reg(a['target'])},{value},({base})")

    def initial(self):
        return f"{self.number}:x30=x; {self.number}:x31=y;"


class PowerWriter(Writer):
    xor = "xor"

    def reg(self, n):
        return f"r{n}"

    shown = reg

    def temporary(self):
        self.scratch = (self.scratch + 1) % 4
        return f"r{26 + self.scratch}"

    def base(self, location):
        return f"r{30 + LOCATIONS.index(location)}"

    def constant(self, value):
        out = self.temporary()
        self.put(f"li {out},{value}")
        return out

    def add(self, target, source, value):
        self.put(f"addi {target},{source},{value}")

    def jump(self, a, label):
        if a["compares"]:
            zero = self.constant(0)
            self.put(f"cmpw {self.reg(a['source'])},{zero}")
        else:
            self.put(f"cmpwi {self.reg(a['source'])},0")
        self.put(f"bne {label}")

    def access(self, word, register, a):
        base = self.base(a["location"])
        if a["address"] is None:
            return self.put(f"{word} {register},0({base})")
        return self.put(f"{word}x {register},{self.zero_of(a['address'])},{base}")

    def write_load(self, a):
        self.access("lwa" if a["is_signed"] else "lwz", self.reg(a["target"]), a)

    def write_store(self, a):
        self.access("stw", self.given(a), a)

    def write_reserve(self, a):
        index = "r0" if a["address"] is None else self.zero_of(a["address"])
        self.put(f"lwarx {self.reg(a['target'])},{index},{self.base(a['location'])}")

    def write_conditional(self, a):
        value = self.given(a)
        self.put(f"stwcx. {value},r0,{self.base(a['location'])}")
        self.put(f"mfcr {self.reg(a['status'])}")

    def initial(self):
        return f"{self.number}:r30=x; {self.number}:r31=y;"


class X86Writer(Writer):
    def reg(self, n):
        return "%" + X86_REGISTERS[n]

    def shown(self, n):
        return X86_NAMES[n]

    def place(self, a):
        offset = self.layout.offset(a)
        return f"({a['location']})" if not self.layout.is_mixed else \
            f"{offset}(%{X86_BASES[a['location']]})"

    # An instruction and its register for an access of its size.
    def sized(self, word, a, register=None):
        bytes_ = self.layout.bytes(a)
        name = "eax" if register is None else X86_REGISTERS[register]
        if name.startswith("r"):
            part = {1: name[:-1] + "b", 2: name[:-1] + "w", 4: name}[bytes_]
        elif name in ("esi", "edi"):
            part = {1: name[1:] + "l", 2: name[1:], 4: name}[bytes_]
        else:
            part = {1: name[1] + "l", 2: name[1:], 4: name}[bytes_]
        return word + {1: "b", 2: "w", 4: "l"}[bytes_], "%" + part

    def jump(self, a, label):
        self.put(f"cmpl $0,{self.reg(a['source'])}")
        self.put(f"jne {label}")

    def write_compute(self, a):
        self.put(f"movl {self.reg(a['source'])},{self.reg(a['target'])}")
        self.put(f"addl ${a['value']},{self.reg(a['target'])}")

    def write_load(self, a):
        word, target = self.sized("mov", a, a["target"])
        self.put(f"{word} {self.place(a)},{target}")

    def write_store(self, a):
        self.put(f"{self.sized('mov', a)[0]} ${a['value']},{self.place(a)}")

    def write_update(self, a):
        self.put(f"movl ${a['value']},{self.reg(a['target'])}")
        word, target = self.sized("xchg" if a["op"] == "swap" else "lock xadd", a, a["target"])
        self.put(f"{word} {target},{self.place(a)}")

    def write_count(self, a):
        self.put(f"{self.sized('inc', a)[0]} {self.place(a)}")

    # What is compared with is in eax, which no other action uses.
    def write_compare(self, a):
        target = self.reg(a["target"])
        self.put(f"movl ${a['expected']},%eax")
        self.put(f"movl ${a['value']},{target}")
        word, part = self.sized("lock cmpxchg", a, a["target"])
        self.put(f"{word} {part},{self.place(a)}")
        self.put(f"movl %eax,{target}")

    def initial(self):
        if not self.layout.is_mixed:
            return ""
        return " ".join(f"{self.number}:{r}={l};" for l, r in X86_BASES.items())


class KernelWriter(Writer):
    SUFFIX = {"": "_relaxed", "acq": "_acquire", "rel": "_release", "both": ""}
    FENCE = {"mb": "smp_mb()", "rmb": "smp_rmb()", "wmb": "smp_wmb()", "sync": "synchronize_rcu()"}

    def reg(self, n):
        return f"r{n}"

    shown = reg

    def place(self, a):
        if a["address"] is None:
            return f"*{a['location']}"
        return f"*({a['location']} + ({self.reg(a['address'])} ^ {self.reg(a['address'])}))"

    def given(self, a):
        if a["data"] is None:
            return a["value"]
        return f"({self.reg(a['data'])} ^ {self.reg(a['data'])}) + {a['value']}"

    def write_fence(self, a):
        self.put(f"{self.FENCE[a['name']]};")

    def write_load(self, a):
        place = self.place(a)
        call = f"smp_load_acquire({place[1:]})" if a["order"] else f"READ_ONCE({place})"
        self.put(f"int {self.reg(a['target'])} = {call};")

    def write_store(self, a):
        place = self.place(a)
        if a["order"]:
            return self.put(f"smp_store_release({place[1:]}, {self.given(a)});")
        return self.put(f"WRITE_ONCE({place}, {self.given(a)});")

    def write_compute(self, a):
        self.put(f"int {self.reg(a['target'])} = {self.reg(a['source'])} + {a['value']};")

    def write_branch(self, a):
        self.put(f"if ({self.reg(a['source'])} == 0) {{")
        self.write(a["over"])
        self.put("}")

    def write_section(self, a):
        self.put("rcu_read_lock();")
        for each in a["actions"]:
            self.write(each)
        self.put("rcu_read_unlock();")

    def write_update(self, a):
        if a["target"] is None:
            return self.put(f"atomic_add({a['value']}, {a['location']});")
        suffix = self.SUFFIX[a["order"]]
        call = (f"xchg{suffix}({a['location']}, {a['value']})" if a["op"] == "swap" else
                f"atomic_fetch_add{suffix}({a['value']}, {a['location']})")
        return self.put(f"int {self.reg(a['target'])} = {call};")

    def write_compare(self, a):
        self.put(f"int {self.reg(a['target'])} = cmpxchg{self.SUFFIX[a['order']]}"
                 f"({a['location']}, {a['expected']}, {a['value']});")


WRITERS = {"AArch64": ArmWriter, "RISCV": RiscvWriter, "PPC": PowerWriter, "X86_64": X86Writer,
           "LKMM": KernelWriter}


def shown_text(machine, threads, layout):
    writer = WRITERS[machine](0, layout)
    shown = [f"{number}:{writer.shown(r)};" for number, actions in enumerate(threads)
             for r in registers_of(actions)]
    return " ".join(shown + [f"{l};" for l in LOCATIONS])


def kernel_text(name, writers, shown):
    out = f"C {name}\n{{}}\n"
    for writer in writers:
        body = "".join(f"  {line}\n" for line in writer.lines)
        out += f"P{writer.number}(int *x, int *y)\n{{\n{body}}}\n"
    return f"{out}locations [{shown}]\nforall (true)\n"


def text_of(machine, name, threads, layout):
    writers = [WRITERS[machine](n, layout) for n in range(len(threads))]
    for writer, actions in zip(writers, threads):
        for action in actions:
            writer.write(action)
    shown = shown_text(machine, threads, layout)
    if machine == "LKMM":
        return kernel_text(name, writers, shown)
    rows = max(len(w.lines) for w in writers)
    table = " | ".join(f"P{w.number}" for w in writers) + " ;\n"
    for i in range(rows):
        table += " | ".join(w.lines[i] if i < len(w.lines) else "" for w in writers) + " ;\n"
    cells = "int a[2]={0,0}; " if machine == "AArch64" else ""
    initial = cells + " ".join(w.initial() for w in writers)
    if layout.is_mixed:
        initial += "".join(f" {type_of_location(layout)} {l}=0;" for l in LOCATIONS)
    if machine in WIDE or layout.is_mixed:
        initial += "".join(f" int64_t {n}:{writers[0].shown(r)};"
                           for n, actions in enumerate(threads) for r in registers_of(actions))
    return f"{machine} {name}\n{{\n{initial}\n}}\n{table}locations [{shown}]\nforall (true)\n"


def type_of_location(layout):
    return f"int{8 * layout.granule * layout.count}_t"


def state_text(machine, threads, registers, values, layout):
    """A final state as herd prints it."""
    writer = WRITERS[machine](0, layout)
    out = []
    shown = (lambda v: signed(v, 64)) if layout.is_mixed else (lambda v: v)
    for number, actions in enumerate(threads):
        order = registers_of(actions)
        if machine == "X86_64":
            order.sort(key=writer.shown)
        out += [f"{number}:{writer.shown(n)}={shown(registers[number][n])};" for n in order]
    final = [layout.join(each) for each in values[:len(LOCATIONS)]]
    if layout.is_mixed:
        final = [signed(v, 8 * layout.granule * layout.count) for v in final]
    return " ".join(out + [f"[{l}]={v};" for l, v in zip(LOCATIONS, final)])
