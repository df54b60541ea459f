#!/usr/bin/env python3
"""Finds a type name that two files define in one namespace.

Two definitions of one name with different contents break the one-definition rule. No compiler
sees both, and the program crashes. This script reads what stands at namespace scope: classes,
structs, unions, enums, aliases and concepts. It passes over forward declarations, specialisations
of templates, nested types, and everything in an anonymous namespace of a .cpp file: no other file
sees that. An anonymous namespace in a header counts as the namespace around it.

An alias that says the same in both files is reported too: one place is enough.

usage: check_names.py REPOSITORY
       check_names.py --self-test
"""

import collections
import pathlib
import re
import sys

# Comments, literals and preprocessor lines, which are not code.
NOISE = re.compile(
    r'R"(?P<mark>[^(\s]*)\((?:.|\n)*?\)(?P=mark)"'  # raw strings
    r"|//[^\n]*|/\*(?:.|\n)*?\*/"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"  # characters, not the separators of numbers
    r"|^[ \t]*#(?:\\\n|[^\n])*",  # preprocessor lines
    re.MULTILINE)
# A declaration at namespace scope, as the text before its `{` or `;`.
NAMESPACE = re.compile(r"^(?:inline\s+)?namespace\b\s*((?:\w|::|\s)*)$")
TYPE = re.compile(r"^(?:enum\s+(?:class\s+|struct\s+)?|class\s+|struct\s+|union\s+)(\w[\w:]*)")
ALIAS = re.compile(r"^using\s+(\w+)\s*=")
CONCEPT = re.compile(r"^concept\s+(\w+)\s*=")
TYPEDEF = re.compile(r"^typedef\b.*?(\w+)$", re.DOTALL)

Definition = collections.namedtuple("Definition", "name file line")


def without_noise(text):
    """The text with blanks for comments, literals and preprocessor lines; the lines stay."""
    return NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def without_template_head(declaration):
    """The declaration without `template <...>` and its `requires` clause."""
    while match := re.match(r"template\s*<", declaration):
        depth, end = 1, match.end()
        while depth and end < len(declaration):
            depth += {"<": 1, ">": -1}.get(declaration[end], 0)
            end += 1
        declaration = declaration[end:].lstrip()
    return re.sub(r"^requires\b.*?\b(?=(?:class|struct|union|using)\b)", "", declaration,
                  flags=re.DOTALL)


def without_attributes(declaration):
    plain = re.sub(r"\[\[.*?\]\]|\balignas\s*\([^)]*\)", " ", declaration)
    return re.sub(r"\s+", " ", plain).strip()


def type_before_brace(declaration):
    """The type that a block defines, or None if the block is something else."""
    match = TYPE.match(declaration)
    if not match:
        return None
    rest = declaration[match.end():].strip()
    # `struct A<int> {` specialises a template; `struct A f() {` is a function.
    if rest and not rest.startswith(":") and rest != "final" and not rest.startswith("final "):
        return None
    return match.group(1)


def alias_before_semicolon(declaration):
    for pattern in (ALIAS, CONCEPT, TYPEDEF):
        if match := pattern.match(declaration):
            return match.group(1)
    return None


class Reader:
    """Reads one file, block by block. A block is a namespace or something to pass over."""

    def __init__(self, path, text):
        self.path = path
        self.text = without_noise(text)
        self.header = not path.endswith(".cpp")
        self.found = []

    def add(self, scope, name, position):
        if scope is not None:
            line = self.text.count("\n", 0, position) + 1
            self.found.append(Definition("::".join([*scope, name]), self.path, line))

    def end_of_block(self, position):
        depth = 1
        while depth and position < len(self.text):
            depth += {"{": 1, "}": -1}.get(self.text[position], 0)
            position += 1
        return position

    def inner_scope(self, scope, name):
        parts = [part for part in re.split(r"[\s:]+", name) if part and part != "inline"]
        if parts:
            return None if scope is None else [*scope, *parts]
        return scope if self.header else None

    def declaration(self, start, end):
        # A template's head goes first: its own `class` does not matter.
        return without_attributes(without_template_head(self.text[start:end].strip()))

    def read(self):
        # The scope is None inside an anonymous namespace that no other file sees.
        scopes = [[]]
        start = position = 0
        while position < len(self.text):
            character = self.text[position]
            if character == ";":
                declaration = self.declaration(start, position)
                if name := alias_before_semicolon(declaration):
                    self.add(scopes[-1], name, position)
                start = position + 1
            elif character == "}":
                if len(scopes) > 1:
                    scopes.pop()
                start = position + 1
            elif character == "{":
                declaration = self.declaration(start, position)
                if match := NAMESPACE.match(declaration):
                    scopes.append(self.inner_scope(scopes[-1], match.group(1)))
                    start = position + 1
                else:
                    name = type_before_brace(declaration)
                    if name:
                        self.add(scopes[-1], name, position)
                    position = self.end_of_block(position + 1)
                    # A block inside an expression: the declaration goes on behind it.
                    goes_on = re.compile(r"\s*[;,.)&|]").match(self.text, position)
                    if not goes_on:
                        start = position
                    # What follows a type's block, up to `;`, are variables of it.
                    if name:
                        start = self.text.find(";", position) + 1 or len(self.text)
                        position = start
                    continue
            position += 1
        return self.found


def definitions(path, text):
    return Reader(path, text).read()


def complaints(files):
    """`files`: pairs of a path and a text."""
    places = collections.defaultdict(list)
    for path, text in files:
        for definition in definitions(path, text):
            places[definition.name].append(definition)
    for name, found in sorted(places.items()):
        # Two definitions in one file are alternatives of the preprocessor: a compiler sees them.
        files_of_name = {definition.file: definition for definition in reversed(found)}
        if len(files_of_name) > 1:
            where = ", ".join(
                f"{d.file}:{d.line}" for d in sorted(files_of_name.values(), key=lambda d: d.file))
            yield f"{name} is defined in {len(files_of_name)} files: {where}"


def sources(root):
    for folder in sorted(root.iterdir()):
        if not folder.is_dir() or folder.name.startswith((".", "build")):
            continue
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".h", ".cpp"):
                yield file.relative_to(root).as_posix(), file.read_text()


# Each name begins with what is expected of it: `Twice` is reported, `Once` is not.
FIXTURE = [
    ("a.h", """
        #define OPEN {
        namespace a::b { struct TwiceNested { int x; }; class OnceForward; }
        namespace a {
        struct TwicePlain {};  // struct OnceInComment {};
        enum class TwiceEnum : char { A, B };
        using TwiceAlias = int;
        struct OnceOuter { struct OnceInner {}; using OnceMember = int; enum { X }; };
        template <typename T, class U = std::vector<std::vector<int>>> class TwiceTemplate final : X<T> {};
        template <> struct OnceSpecialised<int> {};
        template <typename T> concept TwiceConcept = requires(T t) { t.x; };
        inline int f(struct OnceArgument a) { struct OnceLocal {}; return 1'000; }
        inline bool operator==(A a, B b) { return true; }
        class OnceAfterOperator {};
        inline int g(int x = 1, A a = {}) { return x; }
        class TwiceAfterFunction {};
        inline const char* s = R"(namespace c { struct OnceInString {}; )";
        constexpr int list[] = {1, 2};
        struct [[nodiscard]] TwiceAttribute { int y = 1; } object;
        namespace { struct TwiceInHeader {}; }
        extern char quote, brace;
        }
        """),
    ("b.cpp", """
        char quote = '"', brace = '{';
        namespace a { namespace b { struct TwiceNested {}; class OnceForward; } }
        namespace a {
        struct OnceOuterToo { struct OnceInner {}; using OnceMember = int; };
        class TwicePlain : public Y {};
        struct OnceInComment {};
        enum TwiceEnum { C };
        typedef std::pair<int, int> TwiceAlias;
        struct OnceInner {};
        using OnceMember = int;
        template <typename T> requires (sizeof(T) > 1) class TwiceTemplate {};
        template <> struct OnceSpecialised<long> {};
        template <typename T> concept TwiceConcept = true;
        struct OnceLocal {};
        struct TwiceAfterFunction { int x; };
        struct OnceInString {};
        namespace { struct OnceHidden {}; namespace c { struct OnceHidden2 {}; } }
        struct TwiceAttribute {};
        struct TwiceInHeader {};
        }
        namespace other { struct TwicePlainElsewhere {}; struct OnceEnum {}; }
        """),
    ("c.cpp", """
        namespace a { struct OnceHidden {}; namespace c { struct OnceHidden2 {}; } }
        namespace other { struct TwicePlainElsewhere {}; }
        namespace third { struct TwicePlain {}; }  // one namespace of its own: not reported
        """),
]


def self_test():
    names = {line.split()[0] for line in complaints(FIXTURE)}
    expected = {
        "a::TwicePlain", "a::TwiceEnum", "a::TwiceAlias", "a::TwiceTemplate", "a::TwiceConcept",
        "a::TwiceAttribute", "a::TwiceInHeader", "a::TwiceAfterFunction", "a::b::TwiceNested",
        "other::TwicePlainElsewhere"}
    for name in sorted(expected - names):
        print(f"not found: {name}")
    for name in sorted(names - expected):
        print(f"wrongly found: {name}")
    # Names after skipped declarations must be found.
    read = {d.name for path, text in FIXTURE for d in definitions(path, text)}
    for name in ("a::OnceOuter", "a::OnceOuterToo", "a::OnceInner", "a::OnceLocal", "a::OnceMember",
                 "a::OnceAfterOperator"):
        if name not in read:
            print(f"not read: {name}")
            return 1
    print("names: the self-test", "passed" if names == expected else "failed")
    return 0 if names == expected else 1


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    files = list(sources(pathlib.Path(sys.argv[1])))
    found = list(complaints(files))
    read = sum(len(definitions(path, text)) for path, text in files)
    if read < 100:
        found.append(f"only {read} types were found in {len(files)} files: the reader is broken")
    print("\n".join(found) if found else f"names: ok, {read} types in {len(files)} files")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
