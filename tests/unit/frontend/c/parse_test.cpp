#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "frontend/c/line_map.h"
#include "frontend/c/parse.h"
#include "frontend/c/preprocess.h"
#include "frontend/diagnostic.h"

namespace drover::c {

namespace {

// The kinds of complaints about a text that needs no preprocessor.
std::vector<std::string> c_kinds(const std::string& text) {
  DiagnosticSink sink;
  const SourceBuffer buffer = SourceBuffer::from_text("test.c", text);
  const LineMap map(buffer, "test.c", text);
  (void)parse_unit(buffer, map, sink);
  std::vector<std::string> kinds;
  for (const Diagnostic& each : sink.sorted()) kinds.emplace_back(diagnostic_name(each.kind));
  return kinds;
}

std::optional<Unit> c_unit(const std::string& text) {
  DiagnosticSink sink;
  const SourceBuffer buffer = SourceBuffer::from_text("test.c", text);
  const LineMap map(buffer, "test.c", text);
  return parse_unit(buffer, map, sink);
}

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("C: a small program has no diagnostics") {
  CHECK(c_kinds("typedef struct node { int v; struct node *next; } node;\n"
                "node a = {.v = 1, .next = &a};\n"
                "int f(int x) { return x ? f(x - 1) : a.next->v; }\n"
                "int main(void) { return f(3); }\n") == Kinds{});
}

TEST_CASE("C: a name of a type that is hidden is an ordinary name") {
  CHECK(c_kinds("typedef int T;\n"
                "int f(void) { int T = 2; return T * T; }\n"
                "struct s { T T; };\n"
                "T g(struct s *p) { return p->T; }\n") == Kinds{});
}

TEST_CASE("C: what a compiler accepts is parsed, whether it is supported or not") {
  const char* texts[] = {
      "double x; double _Complex z; __int128 wide = (__int128)1 << 70;",
      "struct s { int bits : 3, : 0; long more : 40; }; int f(struct s *p) { return p->bits; }",
      "int f(int n) { int a[n]; return sizeof a; } int g(int n, int a[n][n]); int h(int a[*]);",
      "void f(void) { asm(\"cpuid\" : : : \"ebx\"); } int x asm(\"y\");",
      "int f(int n, ...) { return n; }",
      "int f(a, b) int a; char *b; { return a + *b; } g(x) { return x; }",
      "int f(double d) { if (d > 1) return d; return unknown(d); }",
      "void f(void) { void *p = &&l; goto *p; l:; }",
      "typedef int v __attribute__((vector_size(16))); v f(v a) { return a + a; }",
      "int g(int *); int f(void) { int x = 1; return g(&(int){x}); }",
  };
  for (const char* text : texts) {
    CAPTURE(text);
    CHECK(c_kinds(text) == Kinds{});
  }
  CHECK(c_kinds("asm(\".globl x\");") == Kinds{"CAttribute"});
  CHECK(c_kinds("void f(void) { asm(\"dmb ishst\" ::: \"memory\"); }") == Kinds{"CBarrier"});
}

TEST_CASE("C: bit-fields have the layout of the ABI") {
  const auto size_is = [](const std::string& members, int size) {
    CAPTURE(members);
    return c_kinds("struct s { " + members + " }; _Static_assert(sizeof(struct s) == " +
                   std::to_string(size) + ", \"\");") == Kinds{};
  };
  CHECK(size_is("unsigned a : 3, b : 5; char c;", 4));
  CHECK(size_is("int a : 20; int b : 13;", 8));
  CHECK(size_is("char a; int b : 24; char c;", 8));
  CHECK(size_is("char a : 4; short b : 12; char c;", 4));
  CHECK(size_is("int a : 3; int : 0; int b : 3;", 8));
  CHECK(size_is("char a; int : 30;", 8));
  CHECK(size_is("char a; int b : 30 __attribute__((packed));", 5));
  CHECK(size_is("_Bool a : 1; long b : 33;", 8));
  CHECK(c_kinds("struct s { int a : 33; };") == Kinds{"CError"});
  CHECK(c_kinds("struct s { int a : 0; };") == Kinds{"CError"});
  CHECK(c_kinds("struct s { int a : 2; }; int *f(struct s *p) { return &p->a; }") ==
        Kinds{"CError"});
}

TEST_CASE("C: mistakes have diagnostics at their place") {
  CHECK(c_kinds("int f(void) { return y; }") == Kinds{"CUndeclared"});
  // Whether it is called is known later, and then it is refused.
  CHECK(c_kinds("int g(int); int f(void) { return g(1); }") == Kinds{});
  CHECK(c_kinds("int f(int x) { return x.y; }") == Kinds{"CError"});
  CHECK(c_kinds("int f(void) { goto l; }") == Kinds{"CError"});
  CHECK(c_kinds("const int x; void f(void) { x = 1; }") == Kinds{"CError"});
  CHECK(c_kinds("int f(_Atomic int *p) { return atomic_load_explicit(p, 3); }") == Kinds{"CError"});
  CHECK(c_kinds("int f(void) { return 1 + ; }") == Kinds{"UnexpectedToken"});
}

TEST_CASE("C: an initialiser of millions of values has a diagnostic") {
  CHECK(c_kinds("void f(void) { int a[2000000] = {1}; }") == Kinds{"CTooLarge"});
}

TEST_CASE("C: volatile is warned about") {
  CHECK(c_kinds("volatile int x; int f(void) { return x; }") == Kinds{"CVolatile"});
}

TEST_CASE("C: a choice without a range is refused where its value may matter") {
  constexpr const char* Refused[]{"int f(void) { return rand(); }",
                                  "int a[9]; int f(void) { return a[rand()]; }",
                                  "int f(void) { int x = rand(); x++; return x == 2; }",
                                  "int f(void) { int x = rand(); int *p = &x; return *p == 2; }",
                                  "int f(void) { int x = rand(); return x % 3 + (x == 7); }",
                                  "int f(void) { return rand() % 1000; }"};
  for (const char* text : Refused) {
    CAPTURE(text);
    const auto unit = c_unit(text);
    REQUIRE(unit);
    REQUIRE(unit->refusals.size() == 1);
    CHECK(unit->refusals[0].what == "`rand` without a range is");
  }
  constexpr const char* Taken[]{"int f(void) { return !rand(); }",
                                "int f(void) { return rand() % 100; }",
                                "int f(void) { return sizeof(rand()) + (rand() & 3); }",
                                "int f(void) { int x = rand(), y = x; return y > 3 || x < 2; }"};
  for (const char* text : Taken) {
    CAPTURE(text);
    const auto unit = c_unit(text);
    REQUIRE(unit);
    CHECK(unit->refusals.empty());
  }
}

TEST_CASE("C: attributes and pragmas that are not known are warned about") {
  for (const char* unknown :
       {"int x __attribute__((no_such_thing));", "[[nothing_known]] int x;",
        "typedef struct { char c; int i; } s __attribute__((packed));",
        "int x __attribute__((constructor));", "#pragma no_such_thing\nint x;"}) {
    CAPTURE(unknown);
    CHECK(c_kinds(unknown) == Kinds{"CAttribute"});
  }
  for (const char* refused :
       {"void f(void) __attribute__((alias(\"g\")));", "void f(void) { __attribute__((packed)); }",
        "[[gnu::aligned(8)]] int x;", "typedef int *p __attribute__((mode(HI)));",
        "#pragma omp parallel\nint x;", "#pragma pack(pop)\nint x;",
        "__attribute__((constructor)) void f(int x) { x++; }"}) {
    CAPTURE(refused);
    CHECK(c_kinds(refused) == Kinds{"CUnsupported"});
  }
  for (const char* wrong :
       {"int x __attribute__((aligned(3)));", "_Alignas(2) int x;", "int n; char c[n];",
        "int x __attribute__((aligned(n)));", "typedef int w __attribute__((aligned(16))); w x[2];",
        "void f(void) { int x __attribute__((cleanup(nobody))); }"}) {
    CAPTURE(wrong);
    CHECK(!c_kinds(wrong).empty());
  }
}

TEST_CASE("C: arguments of printf that do not fit are warned about") {
  const auto kinds = [](const std::string& call) {
    return c_kinds("void f(long l, int i, char *s, void *p) { printf(" + call + "); }");
  };
  for (const char* right : {"\"%d %5i%%\", i, i", "\"%lx %s %p\", l, s, p", "\"%*d\", i, i",
                            "\"%zu %c %hhd\", sizeof i, i, i", "s", "\"%-08.3ld\", l"}) {
    CAPTURE(right);
    CHECK(kinds(right) == Kinds{});
  }
  for (const char* wrong : {"\"%d\"", "\"%d\", l", "\"%ld\", i", "\"%s\", i", "\"%p\", l",
                            "\"x\", i", "\"%d\", i, i", "\"%y\", i", "\"%s\", p", "\"%\""}) {
    CAPTURE(wrong);
    CHECK(kinds(wrong) == Kinds{"CFormat"});
  }
}

TEST_CASE("C: unsequenced accesses in an expression are warned about") {
  const auto kinds = [](const std::string& expression) {
    return c_kinds(
        "struct s { int a, b; } t; int g, h; int k(int, int);\n"
        "void f(int i, int *v) { int w[3]; " +
        expression + "; }");
  };
  for (const char* wrong :
       {"i = i++", "v[i] = i++", "k(i++, i)", "g = g++ + 1", "i++ + i++", "i + (i = 2)",
        "t.a = t.a++", "w[0] = w[0]++", "i += i++", "(g, i++) + i", "i ? g : g + g++"}) {
    CAPTURE(wrong);
    CHECK(kinds(wrong) == Kinds{"CUnsequenced"});
  }
  for (const char* right :
       {"i = i + 1", "i++, i++", "i++ && i", "i ? i++ : i--", "k(i++, g)", "t.a = t.b++", "i += i",
        "v[i++] = g", "w[0] = w[1]++", "g = k(g, h)", "({ i++; i; })", "*v = (*v)++"}) {
    CAPTURE(right);
    CHECK(kinds(right) == Kinds{});
  }
}

TEST_CASE("C: a misspelt keyword gets a hint") {
  const auto hint = [](const std::string& text) {
    DiagnosticSink sink;
    const SourceBuffer buffer = SourceBuffer::from_text("test.c", text);
    const LineMap map(buffer, "test.c", text);
    (void)parse_unit(buffer, map, sink);
    return sink.diagnostics().empty() ? "" : sink.diagnostics()[0].hint;
  };
  CHECK(hint("int f(void) { retrun 0; }").find("`return`") != std::string::npos);
  CHECK(hint("int f(int x) { whlie (x) { x--; } return 0; }").find("`while`") != std::string::npos);
  CHECK(hint("int f(void) { unsingde x = 1; return 0; }").find("`unsigned`") != std::string::npos);
  CHECK(hint("int f(void) { return 1 + ; }").find("did you mean") == std::string::npos);
}

TEST_CASE("C: structs are laid out as the ABI says") {
  const auto unit = c_unit("struct s { char a; int b; char c; long d; } x; short y[3];");
  REQUIRE(unit);
  CHECK(unit->types.size_of(unit->globals[0].type) == 24);
  CHECK(unit->types.size_of(unit->globals[1].type) == 6);
  const Record& record = unit->types.record_of(unit->globals[0].type);
  CHECK(record.members[1].offset == 4);
  CHECK(record.members[2].offset == 8);
  CHECK(record.members[3].offset == 16);
}

TEST_CASE("C: constants are folded in their types") {
  CHECK(c_kinds("_Static_assert((unsigned char)300 == 44, \"\");\n"
                "_Static_assert(-1 > 0u, \"\");\n"
                "_Static_assert(sizeof(long) == 8 && sizeof 'a' == 4, \"\");\n"
                "_Static_assert((0xFFFFFFFF >> 31) == 1, \"\");\n") == Kinds{});
}

TEST_CASE("C: line markers give diagnostics the place in the original file") {
  DiagnosticSink sink;
  const std::string text = "# 7 \"test.c\"\nint f(void) { return y; }\n";
  const std::string file = "\n\n\n\n\n\nint f(void) {   return y; }\n";
  const SourceBuffer buffer = SourceBuffer::from_text("test.c", text);
  const LineMap map(buffer, "test.c", file);
  (void)parse_unit(buffer, map, sink);
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics()[0].range.line == 7);
  CHECK(sink.diagnostics()[0].range.column == 24);
}

TEST_CASE("C: a missing compiler has a diagnostic") {
  DiagnosticSink sink;
  std::string said;
  const SourceBuffer source = SourceBuffer::from_text("test.c", "int x;\n");
  CHECK(!preprocess("test.c", source, {.compiler = "/no/such/cc", .arguments = {}}, sink, said));
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics()[0].kind == DiagnosticKind::CPreprocessorFailed);
  CHECK(!sink.diagnostics()[0].hint.empty());
}

TEST_CASE("C: deep nesting has a diagnostic") {
  const std::string open(10000, '(');
  const std::string close(10000, ')');
  CHECK(c_kinds("int f(void) { return " + open + "1" + close + "; }") == Kinds{"NestingTooDeep"});
}

TEST_CASE("C: an invalid failure order of a compare-exchange is weakened, with a warning") {
  const auto swap = [](const std::string& orders) {
    return c_kinds("int x, e; int f(void) { return __atomic_compare_exchange_n(&x, &e, 1, 0, " +
                   orders + "); }");
  };
  CHECK(swap("4, 3") == Kinds{"COrder"});
  CHECK(swap("4, 4") == Kinds{"COrder"});
  CHECK(swap("4, 2").empty());
  CHECK(swap("3, 5").empty());
  CHECK(swap("4, 6") == Kinds{"CError"});
}

}  // namespace drover::c
