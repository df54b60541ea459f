#!/usr/bin/env python3
"""Random C programs without threads that access parts of numbers, against the system's compiler.

As random_c.py, but numbers are read and written in bytes, halves and words: as members of unions
(nested, copied, in allocated memory, by pointers that may point to several), as characters, and by
memcpy and memset of any number of bytes at any offset.

usage: random_c_parts.py DROVER [--seed N] [--count N] [--jobs N] [--batch N] [--refused PERCENT]
"""

import sys

import random_c

UNIONS = 4
VIEWS = {1: ["uint8_t", "int8_t", "char"], 2: ["uint16_t", "int16_t"],
         4: ["uint32_t", "int32_t", "int"], 8: ["uint64_t", "int64_t", "long"]}
SIZES = {"int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4,
         "int64_t": 8, "uint64_t": 8}


class Generator(random_c.Generator):
    """Statements over `union view`, its variables x0 to x3, and the bytes of all variables."""

    def place(self):
        if self.random.random() < 0.5:
            return super().place()
        return self.member() if self.random.random() < 0.7 else self.byte()

    def union(self):
        return self.choose([f"x{i}" for i in range(UNIONS)] + ["outer.view", "(*link_x)", "(*heap)"])

    def member(self):
        size = self.choose(self.views)
        count = 8 // size
        if size == 8:
            return f"{self.union()}.m8"
        index = str(self.random.randrange(count)) if self.random.random() < 0.7 else \
            f"({self.simple()} & {count - 1})"
        return f"{self.union()}.m{size}[{index}]"

    # An object that is initialised, and its number of bytes.
    def object(self):
        if self.random.random() < 0.5:
            return self.union(), 8
        name, kind = self.choose(self.scalars)
        return name, SIZES[kind]

    def byte(self):
        name, size = self.object()
        kind = self.choose(["unsigned char", "signed char", "char"])
        return f"(({kind} *)&{name})[{self.random.randrange(size)}]"

    def statement(self, depth=0):
        if self.random.random() < 0.6:
            return super().statement(depth)
        kind = self.random.random()
        target, size = self.object()
        if kind < 0.15:
            return f"{self.member()} = V({self.value(2)});"
        if kind < 0.25:
            return f"{self.member()} {self.choose(['^=', '|='])} V({self.value(2)});"
        if kind < 0.35:
            return f"{self.member()}{self.choose(['++', '--'])};" if self.random.random() < 0.3 else \
                f"add((uint64_t){self.member()}); add((uint64_t){self.byte()});"
        if kind < 0.55:
            count = self.random.randint(1, size)
            at = self.random.randint(0, size - count)
            return f"memcpy((char *)&{target} + {at}, bytes + {self.random.randint(0, 8 - count)}, {count});"
        if kind < 0.7:
            count = self.random.randint(1, size)
            at = self.random.randint(0, size - count)
            return f"memcpy(bytes + {self.random.randint(0, 8 - count)}, (char *)&{target} + {at}, {count});"
        if kind < 0.78:
            count = self.random.randint(1, size)
            return f"memset((char *)&{target} + {size - count}, {self.random.randint(-1, 300)}, {count});"
        if kind < 0.86:
            return (f"{{ union view copy = {self.union()}; copy.m{self.choose([s for s in self.views if s < 8])}[1] ^= "
                    f"(uint8_t){self.simple()}; {self.union()} = copy; }}")
        if kind < 0.93:
            return (f"for (int i = 0; i < {size}; i++) bytes[i] = ((char *)&{target})[{size - 1} - i];")
        return self.choose([f"link_x = &x{self.random.randrange(UNIONS)};",
                            f"link_x = {self.simple()} & 1 ? &x0 : heap;",
                            "struct outer copied = outer; copied.view = x1; outer = copied;",
                            f"add((uint64_t)memcmp(&{self.union()}, bytes, {self.random.randint(1, 8)}) == 0);"])

    def program(self):
        self.views = sorted({8, *self.random.sample([1, 2, 4], self.random.randint(1, 3))})
        members = [f"{self.choose(VIEWS[s])} m{s}{'' if s == 8 else f'[{8 // s}]'};" for s in self.views]
        self.random.shuffle(members)
        declared, start, body, end = super().program()
        own = ["union view { " + " ".join(members) + " };",
               "struct outer { int8_t before; union view view; int8_t behind; };"]
        for i in range(2):
            own.append(f"union view x{i} = {{ .m8 = (int64_t){self.constant()} }};")
        own.append("struct outer outer = { 1, { .m8 = -2 }, 3 };")
        own.append(f"char bytes[8] = {{ 1, {self.random.randint(-128, 127)}, 3 }};")
        start = [f"union view x2 = {{ .m8 = {self.random.randint(-9, 9)} }}, x3 = x1;",
                 "union view *heap = malloc(sizeof *heap), *link_x = &x2;",
                 f"heap->m8 = (int64_t){self.constant()};"] + start
        end += [f"add((uint64_t)x{i}.m8);" for i in range(UNIONS)]
        end += ["for (int i = 0; i < 8; i++) add((uint64_t)bytes[i]);",
                "add((uint64_t)outer.view.m8 + (uint64_t)outer.before); add((uint64_t)heap->m8); free(heap);"]
        return own + declared, start, body, end


random_c.OTHER_NAMES += ["view", "outer", "bytes", *(f"x{i}" for i in range(UNIONS))]

if __name__ == "__main__":
    sys.exit(random_c.main(Generator))
