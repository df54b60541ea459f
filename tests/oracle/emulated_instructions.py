#!/usr/bin/env python3
"""Compares what instructions compute with an emulator: one thread, random instructions.

emulated_instructions.py DROVER [--seed N] [--count N] [--machine NAME]

Each test loads six or seven registers from memory, runs one to three instructions, and shows the
registers and four variables of 8, 16, 32 and 64 bits. All tests of a machine are one program for
QEMU's user mode (Debian: qemu-user, binutils-aarch64-linux-gnu, binutils-riscv64-linux-gnu,
binutils-powerpc64-linux-gnu; tests of x86-64 run on an x86-64 machine itself). A machine
without its tools is left out, with a message. Instructions that Drover refuses are counted.
"""
import argparse
import pathlib
import platform
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

NUMBERS = [0, 1, -1, 2, 0x7fffffff, -0x80000000, 0xffffffff, 1 << 32, (1 << 63) - 1, -(1 << 63),
           0x123456789abcdef0, 0xff, 0x80, 0x8000, -0x123456789abcdef, 1 << 62, 1 << 61]
VARIABLES = [("int", "x", 5), ("int64_t", "y", -7), ("int8_t", "b", -3), ("int16_t", "h", -300)]


class Machine:
    """What is common: `random`, and operands that are made of it."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def one_of(self, *choices):
        return self.random.choice(choices)

    def word(self, words):
        return self.random.choice(words.split())

    def number(self, low, high):
        return self.one_of(low, high, self.random.randint(low, high))

    def jump_over(self, label, jump, step):
        return [f"{jump} {label}", step, f"{label}:", self.nothing]

    nothing = "nop"
    order = "<"


class AArch64(Machine):
    name = "AArch64"
    tools = ("aarch64-linux-gnu-as -march=armv8.4-a", "aarch64-linux-gnu-ld", "qemu-aarch64 -cpu max")
    shown = [f"X{i}" for i in range(5, 11)]
    conditions = "EQ NE CS CC HS LO MI PL VS VC HI LS GE LT GT LE"

    def places(self):
        return ["0:X1=x;", "0:X2=y;", "0:X3=b;", "0:X4=h;"] + [
            f"0:X{20 + i}=v{i};" for i in range(len(self.shown))]

    def loads(self):
        return [f"LDR {reg},[X{20 + i}]" for i, reg in enumerate(self.shown)] + ["SUBS XZR,XZR,XZR"]

    def prologue(self, at, values):
        variables = ["str w11,[x1]", "str x11,[x2]", "strb w11,[x3]", "strh w11,[x4]"]
        out = [f"adrp x1,mem{at}", f"add x1,x1,:lo12:mem{at}", "add x2,x1,#8", "add x3,x1,#16", "add x4,x1,#24"]
        for (_, _, value), store in zip(VARIABLES, variables):
            out += [f"mov x11,#{value}", store]
        for reg, value in zip(self.shown, values):
            out += [f"movz {reg},#{value & 0xffff}"]
            out += [f"movk {reg},#{value >> s & 0xffff},lsl #{s}" for s in (16, 32, 48)]
        return out + ["subs xzr,xzr,xzr"]

    def epilogue(self, at):
        out = ["add x11,x1,#32"]
        out += [f"str {reg},[x11,#{8 * i}]" for i, reg in enumerate(self.shown)]
        for i, load in enumerate(["ldrsw x12,[x1]", "ldr x12,[x2]", "ldrsb x12,[x3]", "ldrsh x12,[x4]"]):
            out += [load, f"str x12,[x11,#{8 * (len(self.shown) + i)}]"]
        size = 8 * (len(self.shown) + 4)
        out += ["mov x0,#1", "mov x1,x11", f"mov x2,#{size}", "mov x8,#64", "svc #0"]
        return out + [".data", ".balign 8", f"mem{at}: .skip {32 + size}", ".text"]

    first = [".globl _start", "_start:"]
    last = ["mov x0,#0", "mov x8,#93", "svc #0"]

    def instruction(self, _label):
        size = self.one_of("X", "W")
        bits = 64 if size == "X" else 32

        def reg(kind=size, zero=True):
            number = self.random.choice(range(5, 11))
            return f"{kind}ZR" if zero and self.random.random() < .07 else f"{kind}{number}"

        def named(kind=size):
            return reg(kind, False)

        def shifted(shifts):
            return self.one_of("", f",{self.word(shifts)} #{self.number(0, bits - 1)}")

        def mask():
            element = self.one_of(*[e for e in (2, 4, 8, 16, 32, 64) if e <= bits])
            ones, turn = self.random.randint(1, element - 1), self.random.randint(0, element - 1)
            run = (1 << ones) - 1
            run = (run >> turn | run << (element - turn)) & ((1 << element) - 1)
            return sum(run << i for i in range(0, bits, element))

        def bit_field():
            low = self.number(0, bits - 1)
            return f"{named()},{named()},#{low},#{self.number(1, bits - low)}"

        def memory():
            end, at, kind = self.one_of(("", "X1", "W"), ("", "X2", "X"), ("B", "X3", "W"), ("H", "X4", "W"))
            update = self.word("LDADD LDCLR LDEOR LDSET LDSMAX LDSMIN LDUMAX LDUMIN SWP CAS")
            signed = {"X1": ["LDRSW X"], "X2": [], "X3": ["LDRSB W", "LDRSB X"], "X4": ["LDRSH W", "LDRSH X"]}[at]
            plain = [f"{op}{end} {kind}" for op in ("LDR", "STR")] + signed
            chosen = self.one_of(*plain)
            return self.one_of(
                f"{chosen[:-1]}{named(chosen[-1])},[{at}]",
                f"{update}{self.word('_ A L AL').strip('_')}{end} {named(kind)},{named(kind)},[{at}]")

        extension = self.word("UXTB UXTH SXTB SXTH SXTW")
        extended = "X" if extension == "SXTW" else "W" if extension[0] == "U" else size
        return [self.one_of(
            f"{self.word('ADD SUB ADDS SUBS')} {named()},{named()},#{self.number(0, 4095)}" + self.one_of("", ",LSL #12"),
            f"{self.word('ADD SUB ADDS SUBS')} {reg()},{reg()},{reg()}{shifted('LSL LSR ASR')}",
            f"{self.word('ADD SUB ADDS SUBS')} {named()},{named()},{named('W')},"
            f"{self.word('UXTB UXTH UXTW SXTB SXTH SXTW')} #{self.number(0, 4)}",
            f"{self.word('AND ORR EOR ANDS BIC BICS ORN EON')} {reg()},{reg()},{reg()}{shifted('LSL LSR ASR ROR')}",
            f"{self.word('AND ORR EOR ANDS')} {named()},{reg()},#{mask():#x}",
            f"{self.word('CMP CMN')} {named()},{self.one_of(reg(), f'#{self.number(0, 4095)}')}",
            f"TST {reg()},{self.one_of(reg(), f'#{mask():#x}')}",
            f"{self.word('NEG NEGS MVN')} {reg()},{reg()}{shifted('LSL LSR ASR')}",
            f"{self.word('ADC ADCS SBC SBCS MUL MNEG SDIV UDIV')} {reg()},{reg()},{reg()}",
            f"{self.word('LSL LSR ASR ROR')} {reg()},{reg()},{self.one_of(reg(), f'#{self.number(0, bits - 1)}')}",
            f"{self.word('MADD MSUB')} {reg()},{reg()},{reg()},{reg()}",
            f"{self.word('SMULL UMULL SMNEGL UMNEGL')} {reg('X')},{reg('W')},{reg('W')}",
            f"{self.word('SMADDL UMADDL SMSUBL UMSUBL')} {reg('X')},{reg('W')},{reg('W')},{reg('X')}",
            f"{self.word('SMULH UMULH')} {reg('X')},{reg('X')},{reg('X')}",
            f"{self.word('UBFM SBFM BFM')} {named()},{named()},#{self.number(0, bits - 1)},#{self.number(0, bits - 1)}",
            f"{self.word('UBFX SBFX BFI BFXIL UBFIZ SBFIZ')} {bit_field()}",
            f"EXTR {reg()},{reg()},{reg()},#{self.number(0, bits - 1)}",
            f"{extension} {named(extended)},{named('W')}",
            f"{self.word('CLZ RBIT REV REV16')} {reg()},{reg()}",
            f"REV32 {reg('X')},{reg('X')}",
            f"{self.word('CSEL CSINC CSINV CSNEG')} {reg()},{reg()},{reg()},{self.word(self.conditions)}",
            f"{self.word('CSET CSETM')} {reg()},{self.word(self.conditions)}",
            f"{self.word('CINC CINV CNEG')} {reg()},{named()},{self.word(self.conditions)}",
            f"{self.word('CCMP CCMN')} {reg()},{self.one_of(reg(), f'#{self.number(0, 31)}')},"
            f"#{self.number(0, 15)},{self.word(self.conditions)}",
            f"{self.word('MOVZ MOVK MOVN')} {named()},#{self.number(0, 65535)}" + self.one_of("", ",LSL #16"),
            f"MOV {reg()},{reg()}",
            memory(), memory())]


class RiscV(Machine):
    name = "RISCV"
    tools = ("riscv64-linux-gnu-as -march=rv64gc", "riscv64-linux-gnu-ld", "qemu-riscv64")
    shown = [f"x{i}" for i in range(10, 16)]

    def places(self):
        return ["0:x5=x;", "0:x6=y;", "0:x7=b;", "0:x8=h;"] + [f"0:x{20 + i}=v{i};" for i in range(len(self.shown))]

    def loads(self):
        return [f"ld {reg},0(x{20 + i})" for i, reg in enumerate(self.shown)]

    def prologue(self, at, values):
        out = [f"la x5,mem{at}", "addi x6,x5,8", "addi x7,x5,16", "addi x8,x5,24"]
        for (_, _, value), store in zip(VARIABLES, ["sw x9,0(x5)", "sd x9,0(x6)", "sb x9,0(x7)", "sh x9,0(x8)"]):
            out += [f"li x9,{value}", store]
        return out + [f"li {reg},{value}" for reg, value in zip(self.shown, values)]

    def epilogue(self, at):
        out = [f"la x9,mem{at}", "addi x9,x9,32"]
        out += [f"sd {reg},{8 * i}(x9)" for i, reg in enumerate(self.shown)]
        for i, load in enumerate(["lw x20,0(x5)", "ld x20,0(x6)", "lb x20,0(x7)", "lh x20,0(x8)"]):
            out += [load, f"sd x20,{8 * (len(self.shown) + i)}(x9)"]
        size = 8 * (len(self.shown) + 4)
        out += ["li x10,1", "mv x11,x9", f"li x12,{size}", "li x17,64", "ecall"]
        return out + [".data", ".balign 8", f"mem{at}: .skip {32 + size}", ".text"]

    first = [".option norelax", ".globl _start", "_start:"]
    last = ["li x10,0", "li x17,93", "ecall"]
    nothing = "addi x11,x11,0"

    def instruction(self, label):
        def reg():
            return "x0" if self.random.random() < .07 else self.one_of(*self.shown)

        def memory():
            size, at = self.one_of(("w", "x5"), ("d", "x6"), ("b", "x7"), ("h", "x8"))
            unsigned = "" if size == "d" else "u"
            choices = [f"s{size} {reg()},0({at})", f"l{size} {reg()},0({at})", f"l{size}{unsigned} {reg()},0({at})"]
            if size in "wd":
                update = self.word("swap add and or xor max min maxu minu")
                choices += [f"amo{update}.{size}{self.one_of('', '.aq', '.rl')} {reg()},{reg()},({at})"] * 2
            return self.one_of(*choices)

        three = "add sub and or xor slt sltu sll srl sra addw subw sllw srlw sraw mul mulw div rem"
        return self.random.choice([
            [f"{self.word('addi andi ori xori slti sltiu addiw')} {reg()},{reg()},{self.number(-2048, 2047)}"],
            [f"{self.word('slli srli srai')} {reg()},{reg()},{self.number(0, 63)}"],
            [f"{self.word('slliw srliw sraiw')} {reg()},{reg()},{self.number(0, 31)}"],
            [f"{self.word(three)} {reg()},{reg()},{reg()}"],
            [f"{self.word(three)} {reg()},{reg()},{reg()}"],
            [f"{self.word('mv neg negw not seqz snez sltz sgtz sext.w')} {reg()},{reg()}"],
            [f"lui {reg()},{self.number(0, 0xfffff)}"],
            [f"li {reg()},{self.number(-2**31, 2**31 - 1)}"],
            [memory()], [memory()],
            self.jump_over(label, f"{self.word('beq bne blt bge bltu bgeu')} {reg()},{reg()},", "addi x10,x10,1")])


class Power(Machine):
    name = "PPC"
    tools = ("powerpc64-linux-gnu-as -a64 -mregnames -mpower8", "powerpc64-linux-gnu-ld -melf64ppc", "qemu-ppc64")
    shown = [f"r{i}" for i in range(5, 11)]
    order = ">"

    def places(self):
        return ["0:r14=x;", "0:r15=y;", "0:r16=b;", "0:r17=h;"] + [f"0:r{20 + i}=v{i};" for i in range(len(self.shown))]

    def loads(self):
        return [f"ld {reg},0(r{20 + i})" for i, reg in enumerate(self.shown)]

    def prologue(self, at, values):
        out = [f"addis r14,r2,mem{at}@toc@ha", f"addi r14,r14,mem{at}@toc@l", "addi r15,r14,8", "addi r16,r14,16",
               "addi r17,r14,24"]
        for (_, _, value), store in zip(VARIABLES, ["stw r3,0(r14)", "std r3,0(r15)", "stb r3,0(r16)", "sth r3,0(r17)"]):
            out += [f"li r3,{value}", store]
        for reg, value in zip(self.shown, values):
            parts = [value >> s & 0xffff for s in (48, 32, 16, 0)]
            high = parts[0] - (0x10000 if parts[0] >= 0x8000 else 0)
            out += [f"lis {reg},{high}", f"ori {reg},{reg},{parts[1]}", f"sldi {reg},{reg},32",
                    f"oris {reg},{reg},{parts[2]}", f"ori {reg},{reg},{parts[3]}"]
        return out + ["li r3,0", "mtcr r3"]

    def epilogue(self, at):
        out = [f"addis r11,r2,mem{at}@toc@ha", f"addi r11,r11,mem{at}@toc@l", "addi r11,r11,32"]
        out += [f"std {reg},{8 * i}(r11)" for i, reg in enumerate(self.shown)]
        for i, load in enumerate(["lwa r3,0(r14)", "ld r3,0(r15)", "lbz r3,0(r16)\nextsb r3,r3", "lha r3,0(r17)"]):
            out += [load, f"std r3,{8 * (len(self.shown) + i)}(r11)"]
        size = 8 * (len(self.shown) + 4)
        out += ["li r3,1", "mr r4,r11", f"li r5,{size}", "li r0,4", "sc"]
        return out + [".data", ".balign 8", f"mem{at}: .skip {32 + size}", ".text"]

    first = [".section \".opd\",\"aw\"", ".globl _start", "_start: .quad .L_start,.TOC.@tocbase,0", ".text", ".L_start:"]
    last = ["li r3,0", "li r0,1", "sc"]

    def instruction(self, label):
        def reg():
            return self.one_of(*self.shown)

        dot = self.one_of("", "", ".")
        signed, unsigned = self.number(-32768, 32767), self.number(0, 65535)
        size, at = self.one_of(("w", "r14"), ("d", "r15"), ("b", "r16"), ("h", "r17"))
        loads = [f"l{size}{'' if size == 'd' else 'z'}"] + [f"l{size}a"] * (size == "h") + ["lwa"] * (size == "w")
        compare = self.word("cmpw cmpd cmplw cmpld")
        jump = self.word("beq bne blt bge bnl bgt ble bng")
        recorded = self.one_of(
            f"{compare} {reg()},{reg()}",
            f"{compare}i {reg()},{unsigned if 'l' in compare else signed}",
            f"{self.word('add sub subf and or xor nor mullw slw srad')}. {reg()},{reg()},{reg()}")
        return self.random.choice([
            [f"{self.word('add sub subf and andc or xor nor mulld mullw')}{dot} {reg()},{reg()},{reg()}"],
            [f"{self.word('addi mulli addis')} {reg()},{reg()},{signed}"],
            [f"{self.word('andi. ori xori oris')} {reg()},{reg()},{unsigned}"],
            [f"{self.word('slw sld srw srd sraw srad')}{dot} {reg()},{reg()},{reg()}"],
            [f"{self.word('slwi srwi srawi')}{dot} {reg()},{reg()},{self.number(0, 31)}"],
            [f"{self.word('sldi srdi sradi')}{dot} {reg()},{reg()},{self.number(0, 63)}"],
            [f"{self.word('li lis')} {reg()},{signed}"],
            [f"clrldi{dot} {reg()},{reg()},{self.number(0, 63)}"],
            [f"clrlwi{dot} {reg()},{reg()},{self.number(0, 31)}"],
            [f"{self.word('rlwinm rlwimi')}{dot} {reg()},{reg()},{self.number(0, 31)},{self.number(0, 31)},{self.number(0, 31)}"],
            [f"{self.word('mr neg not extsb extsh extsw')}{dot} {reg()},{reg()}"],
            [f"st{size} {reg()},0({at})"], [f"{self.one_of(*loads)} {reg()},0({at})"],
            [recorded] + self.jump_over(label, jump, "addi r5,r5,1")])


class X86(Machine):
    name = "X86_64"
    tools = ("as", "ld", "")
    shown = ["rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9"]
    prefix = "%"
    parts = {"rax": ("eax", "ax", "al"), "rbx": ("ebx", "bx", "bl"), "rcx": ("ecx", "cx", "cl"),
             "rdx": ("edx", "dx", "dl"), "rsi": ("esi", "si", "sil"), "r8": ("r8d", "r8w", "r8b"),
             "r9": ("r9d", "r9w", "r9b")}
    memory = {"l": "(x)", "q": "(y)", "b": "(b)", "w": "(h)"}
    addresses = {"(x)": "(%r12)", "(y)": "(%r13)", "(b)": "(%r14)", "(h)": "(%r15)"}

    def places(self):
        return []

    def loads(self):
        return [f"movq (v{i}),%{reg}" for i, reg in enumerate(self.shown)]

    def prologue(self, at, values):
        out = [f"lea mem{at}(%rip),%r12", "lea 8(%r12),%r13", "lea 16(%r12),%r14", "lea 24(%r12),%r15"]
        for (_, _, value), (size, place) in zip(VARIABLES, [("l", "%r12"), ("q", "%r13"), ("b", "%r14"), ("w", "%r15")]):
            out += [f"mov{size} ${value},({place})"]
        return out + [f"movabsq ${value},%{reg}" for reg, value in zip(self.shown, values)]

    def epilogue(self, at):
        out = [f"lea 32+mem{at}(%rip),%r11"] + [f"movq %{reg},{8 * i}(%r11)" for i, reg in enumerate(self.shown)]
        for i, load in enumerate(["movslq (%r12)", "movq (%r13)", "movsbq (%r14)", "movswq (%r15)"]):
            out += [f"{load},%rax", f"movq %rax,{8 * (len(self.shown) + i)}(%r11)"]
        size = 8 * (len(self.shown) + 4)
        out += ["movq $1,%rdi", "movq %r11,%rsi", f"movq ${size},%rdx", "movq $1,%rax", "syscall"]
        return out + [".data", ".balign 8", f"mem{at}: .skip {32 + size}", ".text"]

    first = [".globl _start", "_start:"]
    last = ["movq $0,%rdi", "movq $60,%rax", "syscall"]

    def instruction(self, label):
        size = self.one_of(*"bwlq")
        place = self.memory[size]

        def reg():
            name = self.one_of(*self.shown)
            return "%" + (name if size == "q" else self.parts[name]["lwb".index(size)])

        def number():
            bits = {"b": 8, "w": 16}.get(size, 32)
            return f"${self.one_of(0, 1, -1, 2, self.number(-2 ** (bits - 1), 2 ** (bits - 1) - 1))}"

        def lock(target):
            return self.one_of("", "lock ") if target == place else ""

        target = self.one_of(reg(), place)
        source = self.one_of(number(), reg(), *([] if target == place else [place]))
        update = self.word("add sub and or xor")
        # js and jns follow herd's sign flag, which is that of the comparison, not of the difference.
        jump = self.word("je jne jl jle jg jge")
        return self.random.choice([
            [f"{lock(target)}{update}{size} {source},{target}"], [f"mov{size} {source},{target}"],
            [f"{lock(target)}{self.word('inc dec')}{size} {target}"],
            [f"xchg{size} {reg()},{target}"],
            [f"{lock(target)}{self.word('xadd cmpxchg')}{size} {reg()},{target}"],
            [f"cmp{size} {self.one_of(number(), reg())},{target}"] + self.jump_over(label, jump, "incq %rbx"),
            [f"cmp{size} {number()},{reg()}", f"setnb {self.one_of('%bl', '%cl', '%sil')}"]])

    def assembled(self, line):
        for place, at in self.addresses.items():
            line = line.replace(place, at)
        return line


MACHINES = {each.name: each for each in (AArch64, RiscV, Power, X86)}


def missing_tools(machine):
    tools = [tool.split()[0] for tool in machine.tools if tool]
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if machine is X86 and platform.machine() != "x86_64":
        missing.append("a machine of x86-64")
    return missing


def emulated(machine, tests, folder):
    """Returns what the emulator shows: for each test, a line as Drover prints it."""
    lines = list(machine.first)
    for at, (values, code) in enumerate(tests):
        lines += machine.prologue(at, values)
        renamed = [re.sub(r"\bL(\d+)\b", rf"L{at}_\1", line) for line in code]
        lines += [machine.assembled(line) if hasattr(machine, "assembled") else line for line in renamed]
        lines += machine.epilogue(at)
    (folder / "all.s").write_text("\n".join(lines + machine.last) + "\n")
    assembler, linker, emulator = machine.tools
    subprocess.run(f"{assembler} -o all.o all.s && {linker} -o all all.o", shell=True, cwd=folder, check=True)
    output = subprocess.run(f"{emulator} ./all", shell=True, cwd=folder, check=True, capture_output=True).stdout
    count = len(machine.shown) + len(VARIABLES)
    shown = []
    for at in range(len(tests)):
        values = struct.unpack_from(f"{machine.order}{count}q", output, 8 * count * at)
        named = dict(zip([f"0:{reg}" for reg in machine.shown], values))
        named.update(zip([f"[{name}]" for _, name, _ in VARIABLES], values[len(machine.shown):]))
        shown.append({name: str(value) for name, value in named.items()})
    return shown


def write_test(machine, name, values, code, folder):
    prefix = getattr(machine, "prefix", "")
    initial = [f"{kind} {name}={value};" for kind, name, value in VARIABLES]
    initial += [f"int64_t v{i}={value};" for i, value in enumerate(values)] + machine.places()
    initial += [f"int64_t 0:{prefix}{reg};" for reg in machine.shown]
    shown = [f"0:{prefix}{reg};" for reg in machine.shown] + [f"{name};" for _, name, _ in VARIABLES]
    rows = "".join(f" {line} ;\n" for line in machine.loads() + code)
    (folder / f"{name}.litmus").write_text(
        f"{machine.name} {name}\n{{ {' '.join(initial)} }}\n P0 ;\n{rows}locations [{' '.join(shown)}]\nexists (true)\n")


def computed(drover, names, folder):
    """Returns by name the states that Drover prints."""
    (folder / "all").write_text("".join(f"{name}.litmus\n" for name in names))
    output = subprocess.run([drover, "litmus", "-q", "@all"], cwd=folder, capture_output=True, text=True, check=False).stdout
    states, name = {}, None
    for line in output.splitlines():
        if line.startswith("Test "):
            name = line.split()[1]
            states[name] = []
        elif line.startswith("0:"):
            states[name].append(dict(part.split("=") for part in line.rstrip(";").split("; ")))
    return states


def compare(kind, drover, seed, count):
    machine = kind(seed)
    tests = []
    for _ in range(count):
        values = [machine.one_of(*NUMBERS, machine.random.getrandbits(64) - (1 << 63)) for _ in machine.shown]
        code = sum((machine.instruction(f"L{i}") for i in range(machine.random.randint(1, 3))), [])
        tests.append((values, code))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        expected = emulated(machine, tests, folder)
        names = [f"t{at}" for at in range(count)]
        for test_name, (values, code) in zip(names, tests):
            write_test(machine, test_name, values, code, folder)
        found = computed(drover, names, folder)
    refused = differ = 0
    for test_name, (values, code), wanted in zip(names, tests, expected):
        if test_name not in found:
            refused += 1
        elif found[test_name] != [wanted]:
            differ += 1
            print(f"{machine.name}, seed {seed}, {test_name}: {'; '.join(code)}")
            print(f"  from {dict(zip(machine.shown, values))}")
            for state in found[test_name]:
                wrong = {key: (value, wanted.get(key)) for key, value in state.items() if value != wanted.get(key)}
                print(f"  Drover, emulator: {wrong}")
    print(f"{machine.name}: {count} tests, {differ} differ, {refused} refused")
    return differ == 0 and refused < count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drover")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--machine", choices=sorted(MACHINES))
    arguments = parser.parse_args()
    drover = str(pathlib.Path(arguments.drover).resolve())
    ran, are_equal = 0, True
    for name, machine in MACHINES.items():
        if arguments.machine not in (None, name):
            continue
        missing = missing_tools(machine)
        if missing:
            print(f"{name}: left out, there is no {', no '.join(missing)}")
            continue
        ran += 1
        are_equal &= compare(machine, drover, arguments.seed, arguments.count)
    if ran == 0:
        return 77
    return 0 if are_equal else 1


if __name__ == "__main__":
    sys.exit(main())
