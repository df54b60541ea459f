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

TEST_CASE("a test of a machine is a core program, unless its instructions say more") {
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

TEST_CASE("filters, arrays and initial addresses survive") {
  const Loaded loaded(
      c_test("int a[2] = {4,5}; int *p = &x; x = -3",
             "P0 (int* x, int* p, int* a) { int* q = *p; int s = *q; int r = *(a + 4); }",
             "filter 0:r=5 exists (0:s=-3 /\\ a={4,5} /\\ not x=0)"));
  REQUIRE(loaded.test.has_value());
  CHECK(counts_of(core_program(core_text(*loaded.test)), "rc11") == Counts{1, 0, 0, 0});
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

TEST_CASE("what a C litmus test cannot do is named") {
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
