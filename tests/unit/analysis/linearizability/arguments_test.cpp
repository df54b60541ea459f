#include "analysis/linearizability/arguments.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::arguments_test {

namespace {

// The parameters of the first operation of a specification: one letter each, v for a value.
std::string parameters_of(const std::string& specification) {
  const Program program = testing::program_from("fn f(a, b) { } fn g() { return 0; } object o {" +
                                                specification + "} thread t { f(1, 2); }");
  std::string out;
  for (const auto& operation : linearizability::examined_parameters(*program.sequential)) {
    for (const bool is_examined : operation) out += is_examined ? 'k' : 'v';
  }
  return out;
}

std::vector<std::vector<std::int64_t>> choices_of(const std::string& specification) {
  const Program program = testing::program_from("fn f(a, b) { } fn g() { return 0; } object o {" +
                                                specification + "} thread t { f(1, 2); }");
  std::vector<linearizability::OperationShape> shapes{{.function = "f", .parameters = 2}};
  linearizability::choose_arguments(program, 0, shapes);
  return shapes.front().choices;
}

}  // namespace

TEST_CASE("a parameter is examined if it is more than copied") {
  const std::string get = "fn g() { return x; }";
  CHECK(parameters_of("shared x, y; fn f(a, b) { x := a; c := b; y := c; }" + get) == "vv");
  CHECK(parameters_of("shared x, y[4]; fn f(a, b) { y[a] := b; }" + get) == "kv");
  CHECK(parameters_of("shared x; fn f(a, b) { x := a + 1; if (b > 1) { x := 0; } }" + get) == "kk");
  // A test for 0, and an exchange, do not examine it.
  CHECK(parameters_of("shared x; fn f(a, b) { if (!a || x == 0) { x := b; } }" + get) == "vv");
  CHECK(parameters_of("shared x; fn f(a, b) { c := xchg(x, a); cas(x, 0, b); }" + get) == "vv");
  CHECK(parameters_of("shared x; fn f(a, b) { c := xchg(x, a); x := c + 1; }" + get) == "kv");
  CHECK(parameters_of("shared x; fn f(a, b) { cas(x, a, b); }" + get) == "kk");
  // What was stored is examined by the other operation.
  CHECK(parameters_of("shared x, y; fn f(a, b) { x := a; y := b; } fn g() { return x + 1; }") ==
        "kv");
  CHECK(parameters_of("shared x; fn f(a, b) { if (x == a) { x := b; } }" + get) == "kk");
}

TEST_CASE("examined parameters take two values that the specification allows") {
  using Choices = std::vector<std::vector<std::int64_t>>;
  const std::string get = "fn g() { return 0; }";
  CHECK(choices_of("shared y[4]; fn f(a, b) { y[a] := b; }" + get) == Choices{{0, 1}, {}});
  CHECK(choices_of("shared y[1]; fn f(a, b) { y[a] := b; }" + get) == Choices{{0}, {}});
  CHECK(choices_of("shared y[4]; fn f(a, b) { assert(a > 0); y[a] := b; }" + get) ==
        Choices{{1, 2}, {}});
  // A call that has to wait at first is allowed.
  CHECK(choices_of("shared y[4]; fn f(a, b) { assume(y[a] == 1); }" + get) == Choices{{0, 1}, {}});
}

}  // namespace drover::arguments_test
