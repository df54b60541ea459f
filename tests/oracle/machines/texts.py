"""Programs as litmus tests."""

from machines.programs import CELLS, LOCATIONS, WIDE, registers_of

X86_REGISTERS = ["eax", "ebx", "ecx", "edx", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d",
                 "r13d", "r14d", "r15d"]
X86_NAMES = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
             "r14", "r15"]
ARM_FETCH = {"add": "ADD", "eor": "EOR", "set": "SET", "clr": "CLR", "smax": "SMAX",
             "smin": "SMIN", "umax": "UMAX", "umin": "UMIN"}
RISCV_AMO = {"swap": "swap", "add": "add", "eor": "xor", "set": "or", "and": "and", "smax": "max",
             "smin": "min", "umax": "maxu", "umin": "minu"}


class Writer:
    """What the instructions of all machines have in common."""

    def __init__(self, number):
        self.number, self.lines, self.scratch, self.labels = number, [], 0, 0

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
        self.add(out, out, a["value"])
        return out

    def zero_of(self, source):
        out = self.temporary()
        self.put(f"{self.xor} {out},{self.reg(source)},{self.reg(source)}")
        return out

    def write_compute(self, a):
        self.add(self.reg(a["target"]), self.reg(a["source"]), a["value"])


class ArmWriter(Writer):
    xor = "EOR"

    def __init__(self, number):
        super().__init__(number)
        self.put("ADD X26,X27,#4")

    def reg(self, n):
        return f"W{n}"

    def shown(self, n):
        return f"X{n}"

    def temporary(self):
        self.scratch = (self.scratch + 1) % 4
        return f"W{22 + self.scratch}"

    def base(self, location):
        return "X27" if location in CELLS else f"X{28 + LOCATIONS.index(location)}"

    def place(self, location, offset=None):
        if offset is not None:
            return f"[{self.base(location)},{offset},SXTW]" if location != "b" else \
                f"[X26,{offset},SXTW]"
        return f"[{self.base(location)},#4]" if location == "b" else f"[{self.base(location)}]"

    # For what takes no offset.
    def bare(self, location):
        return "[X26]" if location == "b" else f"[{self.base(location)}]"

    def constant(self, value):
        out = self.temporary()
        self.put(f"MOV {out},#{value}")
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
        target = self.reg(a["target"])
        if a["address"] is not None:
            return self.put(f"LDR {target},{self.place(a['location'], self.zero_of(a['address']))}")
        word = {"": "LDR", "acq": "LDAR", "acqpc": "LDAPR"}[a["order"]]
        place = self.bare(a["location"]) if a["order"] else self.place(a["location"])
        return self.put(f"{word} {target},{place}")

    def write_store(self, a):
        value = self.given(a)
        if a["address"] is not None:
            return self.put(f"STR {value},{self.place(a['location'], self.zero_of(a['address']))}")
        place = self.bare(a["location"]) if a["order"] else self.place(a["location"])
        return self.put(f"{'STLR' if a['order'] else 'STR'} {value},{place}")

    def write_double_load(self, a):
        word = "LDP" if not a.get("exclusive") else "LDAXP" if a["order"] else "LDXP"
        self.put(f"{word} {self.reg(a['targets'][0])},{self.reg(a['targets'][1])},[X27]")

    def write_double_conditional(self, a):
        first = self.given({"value": a["values"][0], "data": a["data"]})
        second = self.constant(a["values"][1])
        word = "STLXP" if a["order"] else "STXP"
        self.put(f"{word} {self.reg(a['status'])},{first},{second},[X27]")

    def write_double_store(self, a):
        first = self.given({"value": a["values"][0], "data": a["data"]})
        second = self.constant(a["values"][1])
        self.put(f"STP {first},{second},[X27]")

    def write_select(self, a):
        self.put(f"CMP {self.reg(a['condition'])},#0")
        target = self.reg(a["target"])
        if a["how"] == "CSET":
            return self.put(f"CSET {target},EQ")
        return self.put(f"{a['how']} {target},{self.reg(a['first'])},{self.reg(a['second'])},EQ")

    def write_reserve(self, a):
        place = f"[{self.base(a['location'])}]"
        if a["address"] is not None:
            offset = self.zero_of(a["address"])
            self.put(f"ADD X21,{self.base(a['location'])},{offset},SXTW")
            place = "[X21]"
        self.put(f"{'LDAXR' if a['order'] else 'LDXR'} {self.reg(a['target'])},{place}")

    def write_conditional(self, a):
        value = self.given(a)
        word = "STLXR" if a["order"] else "STXR"
        self.put(f"{word} {self.reg(a['status'])},{value},[{self.base(a['location'])}]")

    def write_update(self, a):
        value, base = self.constant(a["value"]), self.base(a["location"])
        suffix = {"": "", "acq": "A", "rel": "L", "both": "AL"}[a["order"]]
        if a["target"] is None:
            return self.put(f"ST{ARM_FETCH[a['op']]}{suffix} {value},[{base}]")
        word = "SWP" if a["op"] == "swap" else "LD" + ARM_FETCH[a["op"]]
        return self.put(f"{word}{suffix} {value},{self.reg(a['target'])},[{base}]")

    def write_compare(self, a):
        target = self.reg(a["target"])
        self.put(f"MOV {target},#{a['expected']}")
        value = self.constant(a["value"])
        suffix = {"": "", "acq": "A", "rel": "L", "both": "AL"}[a["order"]]
        self.put(f"CAS{suffix} {target},{value},[{self.base(a['location'])}]")

    def initial(self):
        n = self.number
        return f"{n}:X28=x; {n}:X29=y; {n}:X27=a;"


class RiscvWriter(Writer):
    xor = "xor"
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
        self.put(f"li {out},{value}")
        return out

    def add(self, target, source, value):
        self.put(f"addi {target},{source},{value}")

    def jump(self, a, label):
        word = "bne x0," if a["compares"] else "bne "
        other = "" if a["compares"] else ",x0"
        self.put(f"{word}{self.reg(a['source'])}{other},{label}")

    def place(self, a):
        if a["address"] is None:
            return f"0({self.base(a['location'])})"
        offset = self.zero_of(a["address"])
        self.put(f"add {offset},{offset},{self.base(a['location'])}")
        return f"0({offset})"

    def write_load(self, a):
        place = self.place(a)
        word = "lw" if a["is_signed"] else "lwu"
        self.put(f"{word}{self.SUFFIX[a['order']]} {self.reg(a['target'])},{place}")

    def write_store(self, a):
        value = self.given(a)
        place = self.place(a)
        self.put(f"sw{self.SUFFIX[a['order']]} {value},{place}")

    def write_reserve(self, a):
        place = self.place(a)
        self.put(f"lr.w{self.SUFFIX[a['order']]} {self.reg(a['target'])},{place}")

    def write_conditional(self, a):
        value = self.given(a)
        self.put(f"sc.w{self.SUFFIX[a['order']]} {self.reg(a['status'])},{value},"
                 f"0({self.base(a['location'])})")

    def write_update(self, a):
        value = self.constant(a["value"])
        self.put(f"amo{RISCV_AMO[a['op']]}.w{self.SUFFIX[a['order']]} {self.reg(a['target'])},"
                 f"{value},({self.base(a['location'])})")

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

    def jump(self, a, label):
        self.put(f"cmpl $0,{self.reg(a['source'])}")
        self.put(f"jne {label}")

    def write_compute(self, a):
        self.put(f"movl {self.reg(a['source'])},{self.reg(a['target'])}")
        self.put(f"addl ${a['value']},{self.reg(a['target'])}")

    def write_load(self, a):
        self.put(f"movl ({a['location']}),{self.reg(a['target'])}")

    def write_store(self, a):
        self.put(f"movl ${a['value']},({a['location']})")

    def write_update(self, a):
        target = self.reg(a["target"])
        self.put(f"movl ${a['value']},{target}")
        word = "xchgl" if a["op"] == "swap" else "lock xaddl"
        self.put(f"{word} {target},({a['location']})")

    def write_count(self, a):
        self.put(f"incl ({a['location']})")

    # What is compared with is in eax, which no other action uses.
    def write_compare(self, a):
        target = self.reg(a["target"])
        self.put(f"movl ${a['expected']},%eax")
        self.put(f"movl ${a['value']},{target}")
        self.put(f"lock cmpxchgl {target},({a['location']})")
        self.put(f"movl %eax,{target}")

    def initial(self):
        return ""


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


def shown_text(machine, threads):
    writer = WRITERS[machine](0)
    shown = [f"{number}:{writer.shown(r)};" for number, actions in enumerate(threads)
             for r in registers_of(actions)]
    return " ".join(shown + [f"{l};" for l in LOCATIONS])


def kernel_text(name, writers, shown):
    out = f"C {name}\n{{}}\n"
    for writer in writers:
        body = "".join(f"  {line}\n" for line in writer.lines)
        out += f"P{writer.number}(int *x, int *y)\n{{\n{body}}}\n"
    return f"{out}locations [{shown}]\nforall (true)\n"


def text_of(machine, name, threads):
    writers = [WRITERS[machine](n) for n in range(len(threads))]
    for writer, actions in zip(writers, threads):
        for action in actions:
            writer.write(action)
    shown = shown_text(machine, threads)
    if machine == "LKMM":
        return kernel_text(name, writers, shown)
    rows = max(len(w.lines) for w in writers)
    table = " | ".join(f"P{w.number}" for w in writers) + " ;\n"
    for i in range(rows):
        table += " | ".join(w.lines[i] if i < len(w.lines) else "" for w in writers) + " ;\n"
    cells = "int a[2]={0,0}; " if machine == "AArch64" else ""
    initial = cells + " ".join(w.initial() for w in writers)
    if machine in WIDE:
        initial += "".join(f" int64_t {n}:{writers[0].shown(r)};"
                           for n, actions in enumerate(threads) for r in registers_of(actions))
    return f"{machine} {name}\n{{\n{initial}\n}}\n{table}locations [{shown}]\nforall (true)\n"


def state_text(machine, threads, registers, values):
    """A final state as herd prints it."""
    writer = WRITERS[machine](0)
    out = []
    for number, actions in enumerate(threads):
        order = registers_of(actions)
        if machine == "X86_64":
            order.sort(key=writer.shown)
        out += [f"{number}:{writer.shown(n)}={registers[number][n]};" for n in order]
    return " ".join(out + [f"[{l}]={v};" for l, v in zip(LOCATIONS, values)])
