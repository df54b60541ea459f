#include "input/outcome_argument.h"

#include <doctest/doctest.h>

#include <string>

#include "litmus/litmus_test.h"

namespace drover {

namespace {

SourceBuffer text(const std::string& source) { return SourceBuffer::from_text("a.drv", source); }

}  // namespace

TEST_CASE("--outcome adds a condition to a core program, with places of its own") {
  input::OutcomeArgument argument("--outcome", "x == 1");
  const SourceBuffer whole = argument.behind(text("shared x;"));
  CHECK(whole.text() == "shared x;\nexists (x == 1\n);\n");
  const std::size_t begin = whole.text().find("x == 1");
  CHECK_FALSE(argument.contains(whole.range(0, 6)));
  REQUIRE(argument.contains(whole.range(begin, begin + 1)));
  Diagnostic diagnostic;
  diagnostic.range = whole.range(begin + 5, begin + 6);
  const Diagnostic placed = argument.placed(diagnostic);
  CHECK(placed.range.line == 1);
  CHECK(placed.range.column == 6);
}

TEST_CASE("text behind the outcome is an error") {
  input::OutcomeArgument argument("--outcome", "x ==");
  const SourceBuffer whole = argument.behind(text("shared x;"));
  const std::size_t parenthesis = whole.text().find("\n)") + 1;
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::UnexpectedToken;
  diagnostic.range = whole.range(parenthesis, parenthesis + 1);
  diagnostic.arguments = {"`)`", ""};
  CHECK(argument.placed(diagnostic).message() == "unexpected end of the outcome");
}

TEST_CASE("an outcome of a litmus test stands in place of its condition, and its filter stays") {
  const SourceBuffer source = text(
      "C t\n{}\nP0 (atomic_int* x) {\n  int r0 = atomic_load_explicit(x, "
      "memory_order_relaxed);\n}\n"
      "filter (x=0)\nexists (0:r0=1)\n");
  DiagnosticSink sink;
  const auto test = litmus::load_litmus(source, {litmus::Strictness::Wide, 2}, sink);
  REQUIRE(test.has_value());
  input::OutcomeArgument argument("--outcome", "0:r0 == 0 && x == 0");
  const std::string whole = argument.in_place_of_condition(source, *test).text();
  CHECK(whole.find("exists (0:r0=1)") == std::string::npos);
  CHECK(whole.find("filter ([x]=0)") != std::string::npos);
  CHECK(whole.ends_with("exists (0:r0  = 0 /\\ x  = 0\n)\n"));
}

TEST_CASE("names in an outcome that the test does not have are errors") {
  const SourceBuffer source = text(
      "C t\n{}\nP0 (atomic_int* x) {\n  int r0 = atomic_load_explicit(x, "
      "memory_order_relaxed);\n}\nexists (0:r0=1)\n");
  const litmus::ReadingOptions wide{.strictness = litmus::Strictness::Wide, .unroll = 2};
  DiagnosticSink sink;
  const auto test = litmus::load_litmus(source, wide, sink);
  REQUIRE(test.has_value());
  const auto faults = [&](const std::string& outcome) {
    input::OutcomeArgument argument("--outcome", outcome);
    DiagnosticSink read;
    static_cast<void>(
        litmus::load_litmus(argument.in_place_of_condition(source, *test), wide, read));
    argument.refuse_unknown_names(read);
    std::string found;
    for (const Diagnostic& each : read.diagnostics()) {
      if (each.kind == DiagnosticKind::LitmusFault) found += each.message() + "\n";
    }
    CHECK(read.has_errors() == !found.empty());
    return found;
  };
  CHECK(faults("0:r0 == 0 && x == 0").empty());
  CHECK(faults("0:r7 == 0") == "P0 has no `r7`\n");
  CHECK(faults("0:r0 == 0 && z == 0") == "the test has no `z`\n");
}

TEST_CASE("a text that is not one condition is refused") {
  const auto refusal = [](const std::string& outcome) {
    return input::OutcomeArgument("--outcome", outcome).refusal().value_or("");
  };
  CHECK(refusal("x == 1").empty());
  CHECK(refusal("exists_of == 1").empty());
  CHECK(refusal(" \n").find("is empty") != std::string::npos);
  CHECK(refusal("exists (x == 1)").find("leave out `exists`") != std::string::npos);
  CHECK(refusal("~exists (x=1)").find("leave out `~exists`") != std::string::npos);
  CHECK(refusal("x == 1); exists (y == 1").find("has no `;`") != std::string::npos);
}

}  // namespace drover
