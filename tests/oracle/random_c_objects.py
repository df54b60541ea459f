#!/usr/bin/env python3
"""Random C programs without threads over objects of all kinds, against the system's compiler.

As random_c.py, but of what has more than one scalar, or more than one view: structs by value (nested,
as arguments, results and in conditionals), unions, memcpy, memmove, memset and memcmp, pointers of
another sign, narrow types, arrays of one element, strings with zeros in them, allocated memory,
divisions and shifts at the edges of 64 bits, and atomic objects: operators and all families of
builtins. The compiler's program runs with `-fsanitize=undefined,address`. What it computes is
asserted, and in a second text denied, which must fail.

usage: random_c_objects.py DROVER [--seed N] [--count N] [--jobs N] [--batch N] [--refused PERCENT]
"""

import sys

import random_c

SCALARS = random_c.TYPES + ["_Bool", "char"]
SIZES = {"int8_t": 1, "uint8_t": 1, "char": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4,
         "uint32_t": 4, "int64_t": 8, "uint64_t": 8}
PAIRS = [("int8_t", "uint8_t"), ("int16_t", "uint16_t"), ("int32_t", "uint32_t"),
         ("int64_t", "uint64_t")]
EDGES = ["INT64_MIN", "INT64_MAX", "INT32_MIN", "INT32_MAX", "UINT64_MAX", "UINT32_MAX", "-1", "0", "1",
         "INT8_MIN", "127", "128", "255", "256", "32768", "65535", "-2", "1L << 62", "0x80", "0xff00"]
TEXTS = ['"ab\\0cd"', '"abc"', '""', '"\\0"', '"a\\377b"', '"x\\0\\0y"', '"abcd"']


class Generator(random_c.Generator):
    """Statements over the objects that `program` declares."""

    def __init__(self, seed):
        super().__init__(seed)
        self.names = 0
        self.casts_pointers = self.random.random() < 0.3  # to one of the other sign

    def fresh(self):
        self.names += 1
        return f"n{self.names}"

    def constant(self):
        if self.random.random() < 0.5:
            return super().constant()
        return self.choose(EDGES)

    def other_sign(self, kind):
        return {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}.get(kind, kind)

    # Places, all of which are initialised.

    def atomic(self):
        return self.choose(self.atomics)

    def member_of(self, record):
        """A path to a scalar of a struct of this kind, and its type."""
        name, kind = self.choose(self.members[record])
        if kind in self.members:
            path, scalar = self.member_of(kind)
            return f"{name}.{path}", scalar
        if "[" in kind:
            scalar, size = kind[:-1].split("[")
            return f"{name}[{self.index(int(size))}]", scalar
        return name, kind

    def index(self, size):
        if size == 1:
            return "0"
        if size in (2, 4) or self.random.random() < 0.3:
            return f"({self.simple()} & {1 if size < 4 else 3})"
        return str(self.random.randint(0, size - 1))

    def record(self, kind):
        """An lvalue of this struct."""
        names = [name for name, each in self.records if each == kind]
        name = self.choose(names)
        if self.random.random() < 0.2:
            return f"(*&{name})"
        if self.random.random() < 0.2:
            return f"many_{kind}[{self.index(2)}]"
        if self.random.random() < 0.15:
            return f"(*to_{kind})"
        return name

    def place(self):
        kind = self.random.random()
        if kind < 0.40:
            return self.choose(self.scalars)[0]
        if kind < 0.65:
            record = self.choose(list(self.members))
            return f"{self.record(record)}.{self.member_of(record)[0]}"
        if kind < 0.80:
            return f"{self.choose(self.unions)}.{self.choose(['number', 'bits'])}"
        if kind < 0.85:
            return f"nested.view.{self.choose(['number', 'bits'])}"
        if kind < 0.90:
            return f"one[{self.choose(['0', '0', '0', 'zero'])}]"
        if kind < 0.95:
            return f"array[{self.index(5)}]"
        return f"heap[{self.index(4)}]"

    # Values of structs: expressions that can be arguments and can be assigned.

    def record_value(self, kind, depth=0):
        choice = self.random.random()
        if depth > 2 or choice < 0.35:
            return self.record(kind)
        if choice < 0.50:
            return f"same_{kind}({self.record_value(kind, depth + 1)})"
        if choice < 0.65:
            return f"make_{kind}(V({self.value(2)}))"
        if choice < 0.75:
            return f"changed_{kind}({self.record_value(kind, depth + 1)}, V({self.value(2)}))"
        if choice < 0.88:
            return (f"(V({self.value(2)}) ? {self.record_value(kind, depth + 1)} : "
                    f"{self.record_value(kind, depth + 1)})")
        if choice < 0.93:
            # Nothing is changed here: C leaves open which argument is evaluated first.
            return f"((void)V({self.value(3)}), {self.record(kind)})"
        if choice < 0.97:
            name = self.fresh()
            return f"({{ struct {kind} {name} = {self.record_value(kind, depth + 1)}; {name}; }})"
        return f"*pointer_{kind}(&{self.choose([n for n, each in self.records if each == kind])})"

    def value(self, depth=0):
        kind = self.random.random()
        if depth <= 2 and kind < 0.10:
            record = self.choose(list(self.members))
            return f"sum_{record}({self.record_value(record)})"
        if depth <= 2 and kind < 0.13:
            record = self.choose(list(self.members))
            return f"same_{record}({self.record_value(record, 2)}).{self.member_of(record)[0]}"
        if kind < 0.16:
            return self.atomic()[0]
        if kind < 0.18:
            return f"narrow(V({self.value(depth + 2)}), V({self.value(depth + 2)}))"
        if kind < 0.19:
            return f"strlen({self.choose(TEXTS)})"
        if kind < 0.20:
            return f"sizeof({self.place()})"
        if kind < 0.22 and self.casts_pointers:
            # The value of memory as a number of the other sign.
            view, name = self.choose(self.views)
            return f"(*({view} *)&{name})"
        return super().value(depth)

    # Statements.

    def blocks(self):
        """Copies, fills and comparisons of memory."""
        kind = self.random.random()
        record = self.choose(list(self.members))
        if kind < 0.25:
            function = self.choose(["memcpy", "memmove"])
            return f"{function}(&{self.record(record)}, &source_{record}, sizeof(struct {record}));"
        if kind < 0.40:
            (to, size), (source, other) = self.random.sample(self.arrays, 2)
            if size != other:
                return f"memset({to}, {self.choose(['0', '1', '255', '-1', '0x80'])}, sizeof {to});"
            function = self.choose(["memcpy", "memmove", "__builtin_memcpy"])
            return f"{function}({to}, {source}, {self.choose(['sizeof ' + to, '2 * sizeof *' + to])});"
        if kind < 0.55:
            name = self.choose(self.arrays)[0]
            a, b, count = self.choose([(0, 1, 3), (1, 0, 3), (2, 0, 2), (0, 0, 4), (0, 2, 2), (1, 1, 1)])
            return f"memmove({name} + {a}, &{name}[{b}], {count} * sizeof {name}[0]);"
        if kind < 0.58:  # may overlap
            name = self.choose(self.arrays)[0]
            a, b, count = self.choose([(0, 1, 3), (0, 2, 2), (2, 0, 2), (0, 3, 1), (1, 2, 2)])
            return f"memcpy({name} + {a}, &{name}[{b}], {count} * sizeof {name}[0]);"
        if kind < 0.66:
            name = self.choose(self.arrays)[0]
            count = self.choose(["1", "2", "4", "4", "(zero + 3)", "zero"])
            return f"memset({name}, V({self.value(3)}), {count} * sizeof {name}[0]);"
        if kind < 0.70:
            return f"memset(&{self.record(record)}, 0, sizeof(struct {record}));"
        if kind < 0.85:
            (left, size), (right, other) = self.random.sample(self.arrays, 2)
            length = min(size, other)
            count = self.choose([4 * length, 2 * length, length])
            return f"add(sign(memcmp({left}, {right}, {count})));"
        if kind < 0.93:
            one, two = self.random.sample(self.unions, 2)
            if self.sizes[one] != self.sizes[two]:
                return f"memcpy(&{one}, &{one}_other, sizeof {one});"
            return f"memcpy(&{one}, &{two}, sizeof {two});"
        kind, name = self.choose(self.scalars)[::-1]
        other = self.other_sign(kind)
        copy = self.fresh()
        return (f"{{ {other} {copy}; memcpy(&{copy}, &{name}, sizeof {copy}); add((uint64_t){copy}); "
                f"{copy} = ({other}){self.constant()}; memcpy(&{name}, &{copy}, sizeof {name}); }}"
                if kind not in ("_Bool",) else f"{name} = !{name};")

    def records_statement(self):
        record = self.choose(list(self.members))
        kind = self.random.random()
        if kind < 0.4:
            return f"{self.record(record)} = {self.record_value(record)};"
        if kind < 0.5:
            name = self.fresh()
            return (f"{{ struct {record} {name} = {self.record_value(record)}; "
                    f"{name}.{self.member_of(record)[0]} = V({self.value(2)}); "
                    f"{self.record(record)} = {name}; }}")
        if kind < 0.6:
            return f"to_{record} = &{self.choose([n for n, each in self.records if each == record])};"
        if kind < 0.75:
            return f"add(sum_{record}({self.record_value(record)}));"
        if kind < 0.85:
            return f"{self.record(record)} = (struct {record}){{ {self.initial(record)} }};"
        if kind < 0.95:
            one = self.choose(self.unions)
            return self.choose([f"{one} = {one}_other;", f"{one}_other = {one};",
                                f"{one} = same_{one}({one}_other);",
                                f"{one}_other = V({self.value(3)}) ? {one} : {one}_other;",
                                f"{one}_other.{self.choose(['number', 'bits'])} = V({self.value(2)});",
                                "nested = nested_source;", "nested = same_nested(nested);",
                                "memcpy(&nested_source, &nested, sizeof nested);"])
        name = self.fresh()  # copying what is written in part
        path = self.member_of(record)[0]
        return (f"{{ struct {record} {name}, {name}_copy; {name}.{path} = V({self.value(2)}); "
                f"{name}_copy = {name}; add((uint64_t){name}_copy.{path}); }}"
                if "&" not in path else f"{self.record(record)} = source_{record};")

    def operation_on_atomic(self):
        name, kind = self.atomic()
        operand = f"V({self.value(2)})"
        choice = self.random.random()
        if choice < 0.46:
            return self.operator_on_atomic(name, kind, operand, choice)
        if kind == "_Bool":
            return self.choose([f"add(atomic_exchange(&{name}, {operand}));",
                                f"atomic_store(&{name}, {operand});",
                                f"add(__atomic_load_n(&{name}, __ATOMIC_ACQUIRE));"])
        if choice < 0.72:
            return f"add((uint64_t){self.update_of(name, operand)});"
        if choice < 0.90:
            return self.compare_exchange(name, kind, operand)
        return self.other_access(name, kind, operand)

    def operator_on_atomic(self, name, kind, operand, choice):
        is_wide = kind in ("int32_t", "int64_t")  # what overflows is an error that no sanitizer sees
        if choice < 0.12:
            return f"{name} = {operand};"
        if choice < 0.30 and is_wide:
            return f"{name} {self.choose(['&=', '|=', '^='])} {operand};"
        if choice < 0.30:
            operator = self.choose(["+=", "-=", "*=", "&=", "|=", "^="])
            if operator == "*=" and not kind.startswith("u"):
                operator, operand = "+=", f"({operand} & 1023)"
            elif SIZES.get(kind, 1) < 4:
                operand = f"(AS(int16_t, {operand}))"
            return f"add((uint64_t)({name} {operator} {operand}));"
        if choice < 0.36:
            operator = self.choose(["/=", "%=", ">>=", "<<=" if kind.startswith("u") else ">>="])
            bits = 7 if operator in (">>=", "<<=") else 15
            return f"{name} {operator} ({operand} & {bits}) + 1;"
        step = self.choose([f"{name}++", f"{name}--", f"++{name}", f"--{name}"])
        return f"{f'{name} = 5; ' if is_wide else ''}add((uint64_t)({step}));"

    def order(self):
        return self.choose(["__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST", "__ATOMIC_ACQ_REL"])

    def update_of(self, name, operand):
        operation = self.choose(["add", "sub", "and", "or", "xor", "nand"])
        calls = [f"__atomic_fetch_{operation}(&{name}_plain, {operand}, {self.order()})",
                 f"__atomic_{operation}_fetch(&{name}_plain, {operand}, {self.order()})",
                 f"__sync_fetch_and_{operation}(&{name}_plain, {operand})",
                 f"__sync_{operation}_and_fetch(&{name}_plain, {operand})"]
        if operation != "nand":
            calls += [f"atomic_fetch_{operation}(&{name}, {operand})",
                      f"atomic_fetch_{operation}_explicit(&{name}, {operand}, memory_order_acquire)"]
        return self.choose(calls)

    def compare_exchange(self, name, kind, operand):
        expected, plain = self.fresh(), f"{name}_plain"
        found = self.other_sign(kind) if self.casts_pointers else kind
        weak, orders = self.choose(["0", "zero"]), f"{self.order()}, __ATOMIC_RELAXED"
        which = self.choose(["strong", "weak"])
        return self.choose([
            f"{{ {found} {expected} = ({found}){self.choose([plain, operand])}; "
            f"add(__atomic_compare_exchange_n(&{plain}, ({kind} *)&{expected}, {operand}, {weak}, {orders})); "
            f"add((uint64_t){expected}); }}",
            f"{{ {found} {expected} = ({found}){self.choose([plain, operand])}; "
            f"add(__atomic_compare_exchange(&{plain}, ({kind} *)&{expected}, &{name}_value, 0, {orders})); "
            f"add((uint64_t){expected}); }}",
            f"{{ {kind} {expected} = ({kind}){self.choose([name, operand])}; "
            f"add(atomic_compare_exchange_{which}(&{name}, &{expected}, {operand})); "
            f"add((uint64_t){expected}); }}",
            f"add(__sync_bool_compare_and_swap(&{plain}, {self.choose([plain, operand])}, {operand}));",
            f"add((uint64_t)__sync_val_compare_and_swap(&{plain}, {self.choose([plain, operand])}, {operand}));"])

    def other_access(self, name, kind, operand):
        plain, found = f"{name}_plain", self.fresh()
        other = self.other_sign(kind) if self.casts_pointers else kind
        return self.choose([
            f"{{ {other} {found}; __atomic_load(&{plain}, ({kind} *)&{found}, __ATOMIC_ACQUIRE); "
            f"add((uint64_t){found}); }}",
            f"{{ {kind} {found} = ({kind}){operand}; __atomic_store(&{plain}, &{found}, __ATOMIC_RELEASE); }}",
            f"{{ {kind} {found}; __atomic_exchange(&{plain}, &{name}_value, &{found}, {self.order()}); "
            f"add((uint64_t){found}); }}",
            f"add((uint64_t)atomic_exchange_explicit(&{name}, {operand}, memory_order_release));",
            f"add((uint64_t)__atomic_exchange_n(&{plain}, {operand}, {self.order()}));",
            f"add((uint64_t)__sync_lock_test_and_set(&{plain}, {operand}));",
            f"__sync_lock_release(&{plain});",
            f"__atomic_store_n(&{plain}, {operand}, __ATOMIC_RELAXED);",
            f"atomic_store_explicit(&{name}, {operand}, memory_order_relaxed);",
            "add(atomic_flag_test_and_set(&flag));", "atomic_flag_clear(&flag);",
            "add(__atomic_test_and_set(&byte, __ATOMIC_ACQUIRE));",
            "__atomic_clear(&byte, __ATOMIC_RELEASE);"])

    def edges(self):
        """Arithmetic that may have no meaning."""
        kind, a, b = self.choose(["int64_t", "int64_t", "int32_t", "uint64_t"]), self.fresh(), self.fresh()
        operator = self.choose(["/", "%", "<<", ">>", "+", "-", "*"])
        left = self.choose([self.choose(EDGES), self.place()])
        right = (self.choose(["1", "3", "31", "33", "62", "63", "0"]) if operator in ("<<", ">>") else
                 self.choose(["-1", "-1", "1", "2", self.place()]))
        if kind == "int32_t" and operator in ("<<", ">>") and self.random.random() < 0.8:
            right = f"({right} & 15)"
        return (f"{{ {kind} {a} = ({kind})({left}), {b} = ({kind})({right}); "
                f"{kind} {a}_result = {a} {operator} {b}; add((uint64_t){a}_result); }}")

    def strings(self):
        name = self.fresh()
        text = self.choose(TEXTS)
        other = self.choose(TEXTS)
        return self.choose([
            f"{{ char {name}[8] = {text}; add(strlen({name})); add(sizeof {text}); add((uint64_t){name}[3]); }}",
            f"{{ char {name}[8] = {{ 0 }}; memcpy({name}, {text}, sizeof {text}); "
            f"add((uint64_t){name}[1]); add(strlen({name})); }}",
            f"add(sign(strcmp({text}, {other})));",
            f"add(sign(strncmp({text}, {other}, {self.random.randint(0, 4)})));",
            f"{{ char {name}[12] = {text}; strcat({name}, {other}); add(strlen({name})); "
            f"add((uint64_t){name}[2]); }}",
            f"{{ char {name}[12]; strcpy({name}, {text}); add(strchr({name}, 'b') - {name} == 1); "
            f"add(strrchr({name}, 0) == {name} + strlen({text})); }}",
            f"{{ char {name}[12]; strncpy({name}, {text}, 5); add((uint64_t){name}[4]); }}",
            f"{{ const char *{name} = {text}; add((uint64_t)*{name}); add(strnlen({name}, 3)); }}",
            f"add(sign(memcmp({text}, \"ab\\0cx\", 1)));"])

    def allocated(self):
        kind = self.choose(random_c.TYPES)
        name, size = self.fresh(), self.random.randint(1, 4)
        past = size if self.random.random() < 0.03 else self.random.randint(0, size - 1)
        if self.random.random() < 0.01:
            past = -1
        start = self.choose([f"malloc({size} * sizeof({kind})); "
                             f"for (int i = 0; i < {size}; i++) {name}[i] = ({kind})(i * 40)",
                             f"calloc({size}, sizeof({kind}))"])
        grow = ""
        if self.random.random() < 0.25:
            grow = f"{name} = realloc({name}, {size + 1} * sizeof({kind})); {name}[{size}] = 1; "
        return (f"{{ {kind} *{name} = {start}; {name}[{size - 1}] = ({kind})V({self.value(3)}); {grow}"
                f"add((uint64_t){name}[{past}]); free({name}); }}")

    def past_the_end(self):
        """May be one too many."""
        array, size = self.choose([("one", 1), ("array", 5), ("heap", 4)]
                                  + [(name, 4) for name, _ in self.arrays])
        return f"add((uint64_t){array}[zero + {self.random.randint(0, size)}]);"

    def statement(self, depth=0):
        kind = self.random.random()
        if kind < 0.16:
            return self.blocks()
        if kind < 0.32:
            return self.records_statement()
        if kind < 0.48:
            return self.operation_on_atomic()
        if kind < 0.51:
            return self.edges()
        if kind < 0.55:
            return self.strings()
        if kind < 0.58:
            return self.allocated()
        if kind < 0.585:
            return self.past_the_end()
        if kind < 0.62:
            return f"{self.place()} {self.choose(['++', '--'])};" if self.random.random() < 0.1 else \
                   f"{self.choose(self.unions)}.bits{self.choose(['++', '--'])};"
        if kind < 0.66 and self.casts_pointers:
            view, name = self.choose(self.views)
            return f"*({view} *)&{name} = V({self.value(2)});"
        return super().statement(depth)

    # Declarations.

    def initial(self, record):
        return ", ".join("{ " + self.initial(kind) + " }" if kind in self.members else
                         "{ 1, 2 }" if "[2" in kind else "{ 3 }" if "[" in kind else
                         f"({kind}){self.constant()}" for _, kind in self.members[record])

    def declare_records(self, count):
        lines = []
        for number in range(count):
            kind = f"s{number}"
            members = []
            for i in range(self.random.randint(1, 3)):
                scalar = self.choose(SCALARS)
                if number and self.random.random() < 0.4:
                    scalar = self.choose([each for each in self.members])
                elif self.random.random() < 0.25:
                    scalar += self.choose(["[1]", "[2]"])
                members.append((f"m{i}", scalar))
            self.members[kind] = members
            body = " ".join(f"{'struct ' if each in self.members else ''}{each.split('[')[0]} {name}"
                            f"{'[' + each.split('[')[1] if '[' in each else ''};" for name, each in members)
            lines.append(f"struct {kind} {{ {body} }};")
            paths = [path for path, _ in self.paths(kind)]
            total = " ^ ".join(f"(uint64_t)from.{path} * {2 * i + 3}" for i, path in enumerate(paths))
            first, scalar = self.paths(kind)[0]
            lines += [f"static uint64_t sum_{kind}(struct {kind} from) {{ return {total}; }}",
                      f"static struct {kind} same_{kind}(struct {kind} from) {{ return from; }}",
                      f"static struct {kind} *pointer_{kind}(struct {kind} *to) {{ return to; }}",
                      f"static struct {kind} make_{kind}(uint64_t value) {{ struct {kind} made = {{ {self.initial(kind)} }}; "
                      f"made.{first} = ({scalar})value; return made; }}",
                      f"static struct {kind} changed_{kind}(struct {kind} from, int64_t value) {{ "
                      f"from.{paths[-1]} = ({self.paths(kind)[-1][1]})value; return from; }}",
                      f"struct {kind} source_{kind} = {{ {self.initial(kind)} }}, many_{kind}[2];",
                      f"struct {kind} *to_{kind} = &source_{kind};"]
            self.records.append((f"source_{kind}", kind))
        return lines

    def paths(self, record):
        found = []
        for name, kind in self.members[record]:
            if kind in self.members:
                found += [(f"{name}.{path}", scalar) for path, scalar in self.paths(kind)]
            elif "[" in kind:
                found += [(f"{name}[{i}]", kind.split("[")[0]) for i in range(int(kind.split("[")[1][:-1]))]
            else:
                found.append((name, kind))
        return found

    def declare_unions(self):
        lines = []
        for number in range(2):
            signed, unsigned = self.choose(PAIRS)
            name = f"u{number}"
            self.unions.append(name)
            self.sizes[name] = signed
            lines += [f"union view{number} {{ {signed} number; {unsigned} bits; }};",
                      f"union view{number} u{number} = {{ ({signed}){self.constant()} }}, u{number}_other;",
                      f"static union view{number} same_u{number}(union view{number} from) {{ return from; }}"]
        lines += ["struct nested { int8_t tag; union view0 view; uint16_t end; };",
                  "struct nested nested = { 1, { 2 }, 3 }, nested_source;",
                  "static struct nested same_nested(struct nested from) { from.tag++; return from; }"]
        return lines

    def program(self):
        self.members, self.records, self.unions, self.sizes = {}, [], [], {}
        self.atomics, self.arrays, self.views = [], [], []
        declared = ["int zero; static uint64_t helper(uint64_t a, int32_t b) { return a ? a ^ b : (uint64_t)b; }",
                    "static uint64_t sign(int number) { return number < 0 ? 1 : number > 0 ? 2 : 0; }",
                    "atomic_flag flag = ATOMIC_FLAG_INIT; _Bool byte;"]
        for i in range(2):
            kind = self.choose(SCALARS)
            self.scalars.append((f"g{i}", kind))
            declared.append(f"{kind} g{i} = ({kind}){self.constant()};")
        narrow = [self.choose(SCALARS) for _ in range(3)]
        declared.append(f"static {narrow[0]} narrow({narrow[1]} a, {narrow[2]} b) {{ return a ^ b; }}")
        declared.append(f"{self.choose(random_c.TYPES)} one[1] = {{ 5 }}, array[5] = {{1, 2, [3] = 7}};")
        pair = self.choose(PAIRS)
        for i in range(3):
            kind = pair[i % 2] if i < 2 or self.random.random() < 0.5 else self.choose(random_c.TYPES)
            self.arrays.append((f"a{i}", SIZES[kind]))
            declared.append(f"{kind} a{i}[4] = {{ {', '.join(f'({kind}){self.constant()}' for _ in range(4))} }};")
        for i in range(3):
            kind = self.choose(SCALARS)
            self.atomics.append((f"at{i}", kind))
            declared.append(f"_Atomic({kind}) at{i} = ({kind}){self.constant()}; "
                            f"{kind} at{i}_plain = ({kind}){self.constant()}, at{i}_value = 1;")
        for i in range(2):
            kind, view = self.choose([*PAIRS, *(each[::-1] for each in PAIRS)])
            self.views.append((view, f"v{i}"))
            declared.append(f"{kind} v{i} = ({kind}){self.constant()};")
        declared += self.declare_unions() + self.declare_records(self.random.randint(1, 3))
        start = ["struct pair record = {1, 2, {3, 4}};"]
        for i in range(self.random.randint(1, 3)):
            local = self.choose(SCALARS)
            start.append(f"{local} l{i} = ({local}){self.constant()};")
            self.scalars.append((f"l{i}", local))
        for kind in self.members:
            start.append(f"struct {kind} r_{kind} = {{ {self.initial(kind)} }};")
            self.records.append((f"r_{kind}", kind))
        kind = self.choose(random_c.TYPES)
        start.append(f"{kind} *heap = malloc(4 * sizeof *heap); for (int i = 0; i < 4; i++) heap[i] = ({kind})(i - 1);")
        body = [self.statement() for _ in range(self.random.randint(3, 9))]
        end = [f"add((uint64_t){name});" for name, _ in self.scalars]
        end += [f"add((uint64_t){name}); add((uint64_t){name}_plain);" for name, _ in self.atomics]
        end += [f"add((uint64_t){name}.number); add((uint64_t){name}.bits);" for name in self.unions]
        end += [f"add((uint64_t){name});" for _, name in self.views]
        end += [f"add(sum_{kind}({name}));" for name, kind in self.records]
        end += ["for (int i = 0; i < 4; i++) { add((uint64_t)array[i]); add((uint64_t)heap[i]); "
                "add((uint64_t)a0[i]); add((uint64_t)a1[i]); add((uint64_t)a2[i]); }",
                "add((uint64_t)one[0]); add((uint64_t)nested.view.bits); add((uint64_t)nested.tag); free(heap);"]
        return declared, start, body, end


def names():
    """Names with external linkage or tags, which several programs in one file must not share."""
    found = ["zero", "sign", "flag", "byte", "narrow", "one", "nested", "nested_source", "same_nested",
             "view0", "view1"]
    found += [f"{name}{i}{end}" for name in ("at", "u", "v", "a") for i in range(3)
              for end in ("", "_plain", "_value", "_other")]
    found += [f"same_u{i}" for i in range(2)]
    for i in range(3):
        found += [f"s{i}"] + [f"{name}_s{i}" for name in ("sum", "same", "pointer", "make", "changed",
                                                          "source", "many", "to")]
    return found


random_c.OTHER_NAMES += names()

if __name__ == "__main__":
    sys.exit(random_c.main(Generator))
