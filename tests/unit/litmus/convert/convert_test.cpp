#include "litmus/convert/convert.h"

#include <map>

#include "frontend/desugar.h"
#include "frontend/parse.h"
#include "litmus/library.h"
#include "semantics/lower/lower_ast.h"
#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::convert_test {

namespace {

drover::Program core_program(const std::string& text) {
  const SourceBuffer source = SourceBuffer::from_text("test.drv", text);
  DiagnosticSink sink;
  std::optional<Ast> ast = parse(source, sink);
  CAPTURE(text);
  REQUIRE(ast.has_value());
  const std::optional<CheckedProgram> checked = check_program(std::move(*ast), {}, sink);
  REQUIRE(checked.has_value());
  std::optional<drover::Program> program = lowering::lower(desugar(*checked), source, sink);
  REQUIRE(program.has_value());
  return std::move(*program);
}

struct Counts {
  std::uint64_t satisfying = 0;
  std::uint64_t others = 0;
  std::uint64_t blocked = 0;
  std::uint64_t cut = 0;

  bool operator==(const Counts&) const = default;
};

Counts counts_of(const drover::Program& program, const std::string& model) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.reductions = ReductionSet::none();
  options.after_error = AfterError::GoOn;
  options.unfold.unroll = 2;
  const ExplorationResult result = explore(program, options);
  return {result.conditions.front().witnesses, result.conditions.front().others, result.blocked,
          result.cut};
}

Counts counts_of(const LitmusTest& test, const std::string& model) {
  const LitmusVerdict verdict = run(test, model);
  const ExplorationResult result = explore(test.program, herd_options(test, *find_model(model)));
  return {verdict.satisfying, verdict.others, verdict.blocked, result.cut};
}

std::string core_text(const LitmusTest& test) {
  DiagnosticSink sink;
  const std::optional<std::string> text = to_core(test, sink);
  REQUIRE(text.has_value());
  return *text;
}

}  // namespace

TEST_CASE("tests of the library are the same as core programs, and back as C tests") {
  for (const LibraryTest& each : library_tests()) {
    CAPTURE(each.name);
    const Loaded loaded{std::string(each.text)};
    const LitmusTest& test = *loaded.test;
    if (test.dialect->architecture != "C" && test.dialect->architecture != "X86") continue;
    const drover::Program core = core_program(core_text(test));
    for (const std::string model : {"sc", "tso", "rc11"}) {
      CAPTURE(model);
      CHECK(counts_of(core, model) == counts_of(test, model));
    }
    DiagnosticSink sink;
    const std::optional<std::string> back = to_c_litmus(core, "back", sink);
    if (each.name == "CAS+weak-may-fail") {  // has an assume
      CHECK_FALSE(back.has_value());
      continue;
    }
    REQUIRE(back.has_value());
    CAPTURE(*back);
    const Loaded again(*back);
    REQUIRE(again.test.has_value());
    for (const std::string model : {"sc", "rc11"}) {
      CAPTURE(model);
      CHECK(counts_of(*again.test, model) == counts_of(test, model));
    }
  }
}

TEST_CASE("C litmus tests that are written are in herd's language") {
  std::size_t written = 0;
  for (const LibraryTest& each : library_tests()) {
    const Loaded loaded{std::string(each.text)};
    DiagnosticSink sink;
    const std::optional<std::string> text = to_c_litmus(*loaded.test, "back", sink);
    if (!text) continue;
    ++written;
    CAPTURE(each.name);
    CAPTURE(*text);
    CHECK(Loaded(*text, {.strictness = Strictness::Herd}).test.has_value());
    // The values of these tests are small.
    CHECK(text->find("4294967295") == std::string::npos);
  }
  CHECK(written > 140);
}

TEST_CASE("operators and loops that herd does not have are written with others") {
  const auto written = [](const std::string& body) {
    DiagnosticSink sink;
    const std::string text = "shared x; thread p { r := x; " + body + " } exists (p:r == 1);";
    return to_c_litmus(core_program(text), "t", sink).value_or("");
  };
  CHECK(written("s := -r; x := ~s;").find("(-1 - s)") != std::string::npos);
  CHECK(written("x := r && !r;").find("((r != 0) & ((r == 0) != 0))") != std::string::npos);
  CHECK(written("x := r << 3;").find("(r * 8)") != std::string::npos);
  CHECK(written("x := r % 3;").find("(r - (r / 3) * 3)") != std::string::npos);
  CHECK(written("s := cmpxchg(x, r, 2); x := s;").find("*expected_0_0 = r;") != std::string::npos);
  CHECK(written("do { r := x; } while (r == 2);").find("while (again_0)") != std::string::npos);
  CHECK(written("x := r >> 1;").empty());
  CHECK(written("x := 5000000000;").empty());
}

TEST_CASE("a test of a machine is converted to a core program if modes express its instructions") {
  std::size_t converted = 0;
  std::size_t refused = 0;
  for (const LibraryTest& each : library_tests()) {
    const Loaded loaded{std::string(each.text)};
    const LitmusTest& test = *loaded.test;
    if (test.dialect->architecture == "C" || test.dialect->architecture == "X86") continue;
    CAPTURE(each.name);
    DiagnosticSink sink;
    const std::optional<std::string> text = to_core(test, sink);
    CHECK(text.has_value() != sink.has_errors());
    ++(text ? converted : refused);
    if (!text) continue;
    CAPTURE(*text);
    const drover::Program core = core_program(*text);
    for (const std::string model : {"sc", "tso"}) {
      CAPTURE(model);
      CHECK(counts_of(core, model) == counts_of(test, model));
    }
  }
  CHECK(converted > 10);
  CHECK(refused > 40);
}

TEST_CASE("litmus tests keep their conditions and their states as C litmus tests") {
  std::map<std::string_view, std::size_t> converted;
  for (const LibraryTest& each : library_tests()) {
    CAPTURE(each.name);
    const Loaded loaded{std::string(each.text)};
    const LitmusTest& test = *loaded.test;
    DiagnosticSink sink;
    const std::optional<std::string> text = to_c_litmus(test, "back", sink);
    CHECK(text.has_value() != sink.has_errors());
    if (!text) continue;
    CAPTURE(*text);
    ++converted[test.dialect->architecture];
    const Loaded again(*text);
    CHECK(again.test.has_value());
    if (!again.test) continue;
    CHECK(again.test->condition.quantifier == test.condition.quantifier);
    CHECK(again.test->condition.filter.has_value() == test.condition.filter.has_value());
    CHECK(again.test->shown.size() == test.shown.size());
    CHECK(counts_of(*again.test, "sc") == counts_of(test, "sc"));
    CHECK(run(*again.test, "sc").states.size() == run(test, "sc").states.size());
    // Names of registers may differ where `%` is part of one.
    const bool has_same_names =
        test.dialect->architecture == "C" || test.dialect->architecture == "X86";
    if (has_same_names) CHECK(outcome_of(*text, "sc") == outcome_of(std::string(each.text), "sc"));
  }
  CHECK(converted["C"] > 70);
  CHECK(converted["X86"] > 20);
  CHECK(converted["AArch64"] > 20);
  CHECK(converted["RISCV"] > 10);
  CHECK(converted["PPC"] > 10);
  CHECK(converted["X86_64"] > 3);
}

TEST_CASE("a condition is written with the names of the C litmus test") {
  const auto condition = [](const std::string& given) {
    const Loaded loaded(c_test("int a[2] = {4,5}; int *p = &x;",
                               "P0 (int* x, int* p, int* a) { int* q = *p; int r = *x; }", given));
    REQUIRE(loaded.test.has_value());
    DiagnosticSink sink;
    const std::optional<std::string> text = to_c_litmus(*loaded.test, "t", sink);
    return text ? text->substr(text->rfind("}\n") + 2) : "";
  };
  CHECK(condition("~exists (0:r=1 /\\ x=0 \\/ 0:r=-1)") ==
        "~exists ((P0:r=1 /\\ x=0) \\/ P0:r=-1)\n");
  CHECK(condition("forall (0:q=x => 0:r=[x])") == "forall (not (P0:q=x) \\/ P0:r=[x])\n");
  CHECK(condition("locations [x; 0:r;] filter x=0 exists ~(x=1)") ==
        "locations [x;P0:r;]\nfilter (x=0)\nexists (not (x=1))\n");
  CHECK(condition("exists true") == "exists (true)\n");
}

TEST_CASE("instructions of machines have the nearest orders of C") {
  const auto body = [](const std::string& text) {
    const Loaded loaded(text);
    REQUIRE(loaded.test.has_value());
    DiagnosticSink sink;
    return to_c_litmus(*loaded.test, "t", sink).value_or("");
  };
  const auto has = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  };
  const std::string x86 = body(x86_test(
      "", " P0 ;\n MOV [x],$1 ;\n MFENCE ;\n MOV EAX,[y] ;\n XCHG [y],EAX ;", "exists 0:EAX=0"));
  has(x86, "atomic_store_explicit(x, 1, memory_order_relaxed)");
  has(x86, "atomic_thread_fence(memory_order_seq_cst)");
  has(x86, "atomic_load_explicit(y, memory_order_relaxed)");
  has(x86, "atomic_exchange_explicit(y, EAX, memory_order_seq_cst)");
  const auto arm = [&](const std::string& instruction) {
    return body(format("AArch64 t\n{{ 0:X1=x; }}\n P0 ;\n {} ;\nexists 0:X0=0\n", instruction));
  };
  has(arm("LDR W0,[X1]"), "(X1, memory_order_relaxed)");
  has(arm("LDAR W0,[X1]"), "(X1, memory_order_seq_cst)");
  has(arm("LDAPR W0,[X1]"), "(X1, memory_order_acquire)");
  has(arm("STLR W0,[X1]"), ", memory_order_seq_cst)");
  has(arm("DMB SY"), "atomic_thread_fence(memory_order_seq_cst)");
  has(arm("DMB LD"), "atomic_thread_fence(memory_order_acquire)");
  has(arm("DMB ST"), "atomic_thread_fence(memory_order_release)");
  has(arm("DMB ST"), "The fence for DMB.ST orders earlier loads, too.");
  CHECK(arm("ISB").empty());
  CHECK(arm("LDXR W0,[X1]").empty());
  has(body("PPC t\n{}\n P0 ;\n lwsync ;\nexists 0:r0=0\n"),
      "atomic_thread_fence(memory_order_acq_rel)");
  has(body("RISCV t\n{}\n P0 ;\n fence rw,w ;\nexists 0:x5=0\n"),
      "atomic_thread_fence(memory_order_release)");
}

TEST_CASE("filters, arrays and initial addresses survive") {
  const Loaded loaded(
      c_test("int a[2] = {4,5}; int *p = &x; x = -3",
             "P0 (int* x, int* p, int* a) { int* q = *p; int s = *q; int r = *(a + 4); }",
             "filter 0:r=5 exists (0:s=-3 /\\ a={4,5} /\\ not x=0)"));
  REQUIRE(loaded.test.has_value());
  CHECK(counts_of(core_program(core_text(*loaded.test)), "rc11") == Counts{1, 0, 0, 0});
}

TEST_CASE("a C test with unordered operands becomes a core program that chooses their order") {
  const Loaded loaded(c_test("",
                             "P0 (atomic_int* x) { int r = 10 * atomic_fetch_add(x, 1) + "
                             "atomic_exchange(x, 5); }",
                             "exists 0:r=50"));
  REQUIRE(loaded.test.has_value());
  const drover::Program core = core_program(core_text(*loaded.test));
  CHECK(counts_of(core, "rc11") == Counts{1, 1, 0, 0});
  // C litmus tests have no such choice.
  DiagnosticSink sink;
  CHECK_FALSE(to_c_litmus(*loaded.test, "t", sink).has_value());
}

TEST_CASE("a register that is assigned nowhere is 0") {
  const Loaded loaded(
      "C T\n{}\nP0 (int* x) { *x = 1; }\nP1 (int* x) { }\nexists (0:r=0 /\\ 1:s=0)\n");
  const drover::Program core = core_program(core_text(*loaded.test));
  CHECK(counts_of(core, "sc") == counts_of(*loaded.test, "sc"));
}

TEST_CASE("an address in a condition cannot be written in the core language") {
  const Loaded loaded(c_test("p = x", "P0 (int* p) { int r = *p; }", "exists 0:r=x"));
  DiagnosticSink sink;
  CHECK_FALSE(to_core(*loaded.test, sink).has_value());
  CHECK(sink.error_count() == 1);
}

TEST_CASE("a test as a program has its condition, with its text, and its locations") {
  const Loaded loaded(
      c_test("", "P0 (atomic_int* x) { int r = *x; }", "locations [x;] filter x=0 forall (0:r=0)"));
  DiagnosticSink sink;
  const auto program = litmus::core_program(*loaded.test, sink);
  REQUIRE(program.has_value());
  CHECK(program->conditions.front().text == "([x]=0) => (0:r=0)");
  CHECK(program->conditions.front().kind == ConditionKind::Forall);
  CHECK(program->observables.size() == 2);
}

TEST_CASE("constructs that C litmus tests lack are refused by name") {
  const auto refusals = [](const std::string& text) {
    DiagnosticSink sink;
    CHECK_FALSE(to_c_litmus(core_program(text), "t", sink).has_value());
    return sink.error_count();
  };
  CHECK(refusals("shared x; thread t { r := await(x == 1); assert(r == 1); } exists (x == 0);") ==
        2);
  CHECK(refusals("shared x; thread t { xchgawait(x == 0, 2); xchgawait@acq(x > 0, x - 1); "
                 "assume xchgawait@acq(x == 0, 1); lock(x); } exists (x == 0);") == 3);
  CHECK(refusals("shared x; init { x := 1; } thread t { p := alloc(1); } exists (x == 0);") == 2);
  CHECK(refusals("shared x; thread t { x := 1; } exists (x + 1 == 0);") == 1);
  CHECK(refusals("shared x; thread t { x := 1; } exists (x == 0); exists (x == 1);") == 1);
}

}  // namespace drover::litmus::convert_test
