#!/usr/bin/env python3
"""Random C programs without threads over objects of unusual shapes, against the system's compiler.

As random_c.py, but of bit-fields (in packed structs and in unions, too), arrays of variable length,
compound literals as initialisers, buffers of bytes that hold other types, functions with `...`, and
constants of floating point.

usage: random_c_shapes.py DROVER [--seed N] [--count N] [--jobs N] [--batch N] [--refused PERCENT]
"""

import sys

import random_c

WIDTHS = {"int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16, "int32_t": 32, "uint32_t": 32,
          "int64_t": 31, "uint64_t": 31, "_Bool": 1}
POOL = 40  # slots of 8 bytes
FIXED = """#include <stdarg.h>
static _Alignas(16) char pool[320];
static struct { int64_t used; _Alignas(8) unsigned char bytes[320]; } arena;
struct point { int32_t x; int64_t y; };
struct line { struct point from, to; int16_t *list; };
static struct point origin = (struct point){1, 2};
static struct line line = {(struct point){3, 4}, .to = (struct point){.y = 5}, (int16_t[]){6, 7, 8}};
static int32_t *number = &(int32_t){9};
static uint64_t all_of(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  uint64_t all = count > 0 ? (uint64_t)va_arg(again, int64_t) : 1;
  for (int i = 0; i < count; i++) all = all * 31 + (uint64_t)va_arg(list, int64_t);
  va_end(again);
  va_end(list);
  return all;
}
static uint64_t total(int rows, int columns, int32_t *table) {
  uint64_t all = 0;
  for (int i = 0; i < rows * columns; i++) all = all * 31 + (uint64_t)table[i];
  return all;
}
static uint64_t point_of(const struct point *from) { return (uint64_t)from->x * 3 + (uint64_t)from->y; }
static uint64_t line_of(struct line from) { return point_of(&from.from) ^ point_of(&from.to) * 7; }"""


class Generator(random_c.Generator):
    """Statements over the objects that `program` declares."""

    def __init__(self, seed):
        super().__init__(seed)
        self.names = 0
        self.inside = 0  # of expressions
        self.bit_fields = {}  # by struct: (name, type, width)
        self.slots = []  # of the buffers: (place, type)

    def fresh(self):
        self.names += 1
        return f"n{self.names}"

    def bits_of(self):
        kind = self.choose(list(self.bit_fields))
        return kind, f"{self.choose(['x', 'y'])}_{kind}"

    def place(self):
        if self.random.random() < 0.3:
            kind, name = self.bits_of()
            place = f"{name}.{self.choose(self.bit_fields[kind])[0]}"
            return f"(+{place})" if self.inside else place  # typeof takes no bit-field
        if self.slots and self.random.random() < 0.2:
            return self.choose(self.slots)[0]
        if not self.inside and self.random.random() < 0.2:
            return self.choose(["view.first", "view.second"])
        return self.choose(["origin.x", "line.to.y", "line.list[1]", "*number", "view.all",
                            self.choose(self.scalars)[0]])

    def value(self, depth=0):
        self.inside += 1
        made = super().value(depth)
        self.inside -= 1
        return made

    def literal(self):
        return f"(struct point){{ V({self.value(3)}), .y = {self.constant()} }}"

    def bits_statement(self):
        kind, name = self.bits_of()
        member, scalar, width = self.choose(self.bit_fields[kind])
        choice = self.random.random()
        if choice < 0.3:
            return f"add((uint64_t)({name}.{member} = V({self.value(2)})));"
        if choice < 0.45 and width < 32:
            step = self.choose([f"{name}.{member}++", f"--{name}.{member}", f"{name}.{member} += 3"])
            return f"add((uint64_t)({step}));" if scalar != "_Bool" else f"{name}.{member} ^= 1;"
        if choice < 0.6:
            return f"x_{kind} = y_{kind};" if self.random.random() < 0.5 else \
                   f"memcpy(&y_{kind}, &x_{kind}, sizeof y_{kind});"
        if choice < 0.75:
            return f"{name} = (struct {kind}){{ {self.initial(kind)} }};"
        if choice < 0.85:
            return f"add(sum_{kind}({name}) + sizeof {name});"
        if choice < 0.92:
            return f"add({name}.{member} - 100 < 0);"  # promoted or not
        return f"memset(&{name}, {self.choose(['0', '0', '255'])}, sizeof {name});"

    def variable_length(self):
        name, kind = self.fresh(), self.choose(random_c.TYPES)
        rows = f"{name}_rows"
        count = f"(V({self.value(3)}) & 3) + {self.choose(['1', '1', '1', '1', '1', '0'])}"
        if self.random.random() < 0.4:
            return (f"{{ int {rows} = {count}; int32_t {name}[{rows}][{rows} + 1]; "
                    f"for (int i = 0; i < {rows}; i++) for (int j = 0; j <= {rows}; j++) "
                    f"{name}[i][j] = (int32_t)V({self.value(3)}) ^ i; "
                    f"add(total({rows}, {rows} + 1, &{name}[0][0]) + sizeof {name} + sizeof {name}[0]); }}")
        index = self.choose([f"{rows} - 1", "0", f"{rows} - 1", "0", "0", rows])
        return (f"{{ int {rows} = {count}; {kind} {name}[{rows}++]; {rows}--; "
                f"for (int i = 0; i < {rows}; i++) {name}[i] = ({kind})V({self.value(3)}); "
                f"add((uint64_t){name}[{index}] + sizeof {name}); }}")

    def buffer(self):
        if len(self.slots) >= POOL - 1:
            return f"add((uint64_t){self.choose(self.slots)[0]});"
        kind = self.choose(random_c.TYPES)
        slot = len(self.slots)
        start = self.choose(["pool", "arena.bytes"])
        self.slots.append((f"(*({kind} *)({start} + {8 * slot}))", kind))
        return f"add((uint64_t){self.slots[-1][0]}); {self.slots[-1][0]} = V({self.value(2)});"

    def floating(self):
        a, b = (self.choose(["0.5", "1.75", "3", "1e3", "0.1", "-2.25", "7.0f", "1e-3"]) for _ in range(2))
        kind = self.random.random()
        if kind < 0.5:
            return f"add((uint64_t)(int64_t)({a} {self.choose(['+', '-', '*'])} {b}));"
        if kind < 0.8:
            left = self.choose([a, f"V({self.value(3)})"]) if "f" not in b else a
            if left != a:
                left = f"AS({self.choose(['int32_t', 'uint32_t', 'int16_t'])}, {left})"
            return f"add({left} {self.choose(['<', '<=', '>', '>=', '==', '!='])} {b});"
        name = self.fresh()
        return (f"{{ double {name} = {a}, {name}_list[2] = {{ {b} }}; {name} += {name}_list[1] * V({self.value(3)}); "
                f"{name}_list[0] = {name} / 2; add(sizeof {name}_list); }}")

    def statement(self, depth=0):
        kind = self.random.random()
        if kind < 0.25:
            return self.bits_statement()
        if kind < 0.35:
            return self.variable_length()
        if kind < 0.45:
            return self.buffer()
        if kind < 0.52:
            return self.choose([f"origin = {self.literal()};", f"add(point_of(&{self.literal()}));",
                                f"line = (struct line){{ {self.literal()}, origin, (int16_t[]){{1, 2}} }};"
                                " line.list = (static_list);",
                                f"add(line_of((struct line){{ .to = {self.literal()}, .from = origin }}));",
                                f"add((uint64_t)(int64_t[]){{ V({self.value(3)}), 4 }}[{self.index(2)}]);"])
        if kind < 0.57:
            values = [f"(int64_t)V({self.value(3)})" for _ in range(self.random.randint(0, 3))]
            return f"add(all_of({', '.join([str(len(values)), *values])}));"
        if kind < 0.62:
            return self.floating()
        return super().statement(depth)

    def initial(self, kind):
        members = self.bit_fields[kind]
        if self.random.random() < 0.3:
            member = self.choose(members)[0]
            return f".{member} = V({self.value(3)})"
        return ", ".join(self.constant() if scalar != "_Bool" else "1" for _, scalar, _ in members)

    def declare_bits(self, number):
        kind, members, lines, run = f"b{number}", [], [], 0
        for i in range(self.random.randint(1, 5)):
            scalar = self.choose([*WIDTHS])
            width = self.random.randint(1, WIDTHS[scalar])
            if self.random.random() < 0.2:
                lines.append(f"{scalar} m{i};")
                members.append((f"m{i}", scalar, 64))
                run = 0
                continue
            if self.random.random() < 0.15:
                lines.append(self.choose(["int : 0;", "int8_t : 0;", "int16_t : 3;", "int32_t : 5;"]))
                run += 5
            if run + width > 28:
                lines.append("int64_t : 0;")
                run = 0
            run += width + 4
            lines.append(f"{scalar} m{i} : {width};")
            members.append((f"m{i}", scalar, width))
        self.bit_fields[kind] = members
        packed = "__attribute__((packed)) " if self.random.random() < 0.3 else ""
        total = " ^ ".join(f"(uint64_t)from.{name} * {2 * i + 3}" for i, (name, _, _) in enumerate(members))
        fixed = ", ".join("1" for _ in members)
        return [f"struct {packed}{kind} {{ {' '.join(lines)} }};",
                f"static struct {kind} x_{kind} = {{ {fixed} }}, y_{kind};",
                f"static uint64_t sum_{kind}(struct {kind} from) {{ return {total}; }}"]

    def program(self):
        declared = [FIXED, "static int16_t static_list[3] = {1, 2, 3};"]
        width = self.random.randint(1, 31)
        declared.append(f"static union {{ struct {{ uint32_t first : {width}, second : {32 - width}; }}; "
                        "uint32_t all; } view = { .all = 0x12345678 };")
        for i in range(2):
            kind = self.choose(random_c.TYPES)
            self.scalars.append((f"g{i}", kind))
            declared.append(f"{kind} g{i} = ({kind}){self.constant()};")
        declared.append("uint64_t array[5] = {1, 2, [3] = 7};")
        declared.append("uint64_t helper(uint64_t a, int32_t b) { return a ? a ^ b : (uint64_t)b; }")
        for number in range(self.random.randint(1, 2)):
            declared += self.declare_bits(number)
        start = ["struct pair record = {1, 2, {3, 4}};"]
        local = self.choose(random_c.TYPES)
        start.append(f"{local} l0 = ({local}){self.constant()};")
        self.scalars.append(("l0", local))
        body = [self.statement() for _ in range(self.random.randint(4, 12))]
        end = [f"add((uint64_t){name});" for name, _ in self.scalars]
        end += [f"add(sum_{kind}(x_{kind}) + sum_{kind}(y_{kind}) + sizeof(struct {kind}));"
                for kind in self.bit_fields]
        end += [f"add((uint64_t){place});" for place, _ in self.slots]
        end += ["add(view.all + view.first); add(point_of(&origin)); add(line_of(line)); add((uint64_t)*number);"]
        return declared, start, body, end


random_c.OTHER_NAMES += (["pool", "arena", "point", "line", "origin", "number", "all_of", "total", "point_of",
                          "line_of", "view", "static_list"]
                         + [f"{name}b{i}" for name in ("", "x_", "y_", "sum_") for i in range(2)])

if __name__ == "__main__":
    sys.exit(random_c.main(Generator))
