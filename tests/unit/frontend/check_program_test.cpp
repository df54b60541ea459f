#include "frontend/check_program.h"

#include <doctest/doctest.h>

#include "frontend/suggestion.h"
#include "frontend_testing.h"

using namespace drover;
using drover::testing::check_text_of;
using drover::testing::complaints;
using drover::testing::errors_and_warnings;
using drover::testing::kinds_of;

namespace {
using Kinds = std::vector<std::string>;
}  // namespace

TEST_CASE("overrides replace the values of constants, and of those computed from them") {
  DiagnosticSink sink;
  const auto program = check_text_of(
      "const N = 2; const M = N * 2; shared a[M]; thread t(i in 1..N) { }", sink, {{"N", 3}});
  REQUIRE(program);
  CHECK(program->constants[0].value == 3);
  CHECK(program->constants[1].value == 6);
  CHECK(program->shared[0].initial.size() == 6);
  CHECK(program->threads.size() == 3);
}

TEST_CASE("an override of a name that is no constant is OverrideOfNoConstant") {
  DiagnosticSink sink;
  CHECK_FALSE(check_text_of("const COUNT = 2; thread t { }", sink, {{"COUMT", 3}}));
  CHECK(kinds_of(sink) == Kinds{"OverrideOfNoConstant"});
  CHECK(sink.diagnostics().front().range.line == 0);
  CHECK(sink.diagnostics().front().hint == "did you mean `COUNT`? the constants are `COUNT`");
}

TEST_CASE("an empty family is the warning EmptyFamily, and no error") {
  DiagnosticSink sink;
  const auto program = check_text_of("const N = 0; thread t(i in 1..N) { r := i; }", sink);
  REQUIRE(program);
  CHECK(program->threads.empty());
  CHECK(kinds_of(sink) == Kinds{"EmptyFamily"});
}

TEST_CASE("a family of N threads may be empty where there are others") {
  CHECK(errors_and_warnings("const N = 0; thread t(i in 1..N) { } thread u { }").empty());
  CHECK(errors_and_warnings("thread t(i in 1..0) { } thread u { }") == Kinds{"EmptyFamily"});
  CHECK(errors_and_warnings("const N = 1; thread t(i in 3..N) { } thread u { }") ==
        Kinds{"EmptyFamily"});
}

TEST_CASE("threads come in order: init, workers, final") {
  DiagnosticSink sink;
  const auto program = check_text_of(
      "final { } thread b { } thread a(i in 0..1) { r := i; } init { q := 1; }", sink);
  REQUIRE(program);
  REQUIRE(program->threads.size() == 5);
  CHECK(program->threads[0].name == "init");
  CHECK(program->threads[0].registers == std::vector<std::string>{"q"});
  CHECK(program->threads[1].name == "b");
  CHECK(program->threads[2].name == "a0");
  CHECK(program->threads[3].family_value == 1);
  CHECK(program->threads[4].role == BodyRole::Final);
}

TEST_CASE("shared variables have their initial values, the rest 0") {
  DiagnosticSink sink;
  const auto program = check_text_of("shared x = 3, a[3] = {1, 2}; thread t { }", sink);
  REQUIRE(program);
  CHECK(program->shared[0].initial == std::vector<std::int64_t>{3});
  CHECK(program->shared[1].initial == std::vector<std::int64_t>{1, 2, 0});
}

TEST_CASE("the same field at the same offset of two structs is not ambiguous") {
  CHECK(complaints("struct A { v; next; } struct B { w; next; }"
                   "thread t { p := alloc A; p->next := p; }")
            .empty());
}

TEST_CASE("registers of functions and threads are their own") {
  CHECK(complaints("fn f() { r := 1; return r; } thread t { r := f(); } thread u { s := r; }") ==
        Kinds{"UndefinedName"});
}

TEST_CASE("constants are computed in 64 bits") {
  DiagnosticSink sink;
  const auto program = check_text_of(
      "const A = -9223372036854775808; const B = A / -1; const C = A % -1; const D = 1 << 63;"
      "const E = -8 >> 1; const F = 1 || 1 / 0; const G = 7 & 12 | 1 ^ 2; const H = !5 + ~0;"
      "thread t { }",
      sink);
  REQUIRE(program);
  constexpr std::int64_t Min = std::numeric_limits<std::int64_t>::min();
  std::vector<std::int64_t> values;
  for (const ConstantInfo& constant : program->constants) values.push_back(constant.value);
  CHECK(values == std::vector<std::int64_t>{Min, Min, 0, Min, -4, 1, 7, -1});
}

TEST_CASE("an undefined name is reported once per body") {
  CHECK(complaints("thread t { r := q; r := q + q; } thread u { s := q; }") ==
        Kinds{"UndefinedName", "UndefinedName"});
}

TEST_CASE("a long chain of calls is not recursion") {
  std::string source = "fn f0() { }\n";
  for (int i = 1; i < 5000; ++i) {
    source += "fn f" + std::to_string(i) + "() { f" + std::to_string(i - 1) + "(); }\n";
  }
  CHECK(complaints(source + "thread t { }").empty());
}

TEST_CASE("distances count edits and swaps") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "acb") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  const std::vector<std::string> names = {"writer", "reader"};
  const std::vector<std::string> relations{"pco", "po"};
  CHECK(did_you_mean("poo", relations).text == "did you mean `po`?");
  CHECK(did_you_mean("raeder", names).text == "did you mean `reader`?");
  CHECK(did_you_mean("q", names).empty());
}

TEST_CASE("names are near if one is short for the other, or has its words") {
  const std::vector<std::string> names = {"sb-two-models", "sb-count", "mcs-lock", "treiber_aba"};
  CHECK(did_you_mean("sb-two", names).text == "did you mean `sb-two-models`?");
  CHECK(did_you_mean("models-sb", names).text == "did you mean `sb-two-models`?");
  CHECK(did_you_mean("sb", names).text == "did you mean `sb-two-models` or `sb-count`?");
  CHECK(did_you_mean("MCS", names).text == "did you mean `mcs-lock`?");
  CHECK(did_you_mean("aba", names).text == "did you mean `treiber_aba`?");
  CHECK(did_you_mean("the-lock-of-mcs", names).text == "did you mean `mcs-lock`?");
  CHECK(did_you_mean("s", names).empty());
  CHECK(did_you_mean("--", names).empty());
  CHECK(did_you_mean("locks", names).empty());
}
