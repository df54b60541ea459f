#include "frontend/check_context.h"

#include <doctest/doctest.h>

#include "frontend/diagnostic_printer.h"
#include "frontend_testing.h"

using namespace drover;
using drover::testing::check_text_of;
using drover::testing::errors_and_warnings;

namespace {

using Kinds = std::vector<std::string>;

const Kinds Unused{"UnusedRegister"};
const Kinds Unassigned{"UnassignedRegister"};

Kinds in_body(const std::string& body) {
  return errors_and_warnings("shared x, y; thread t { " + body + " }");
}

std::string hint_of(const std::string& source) {
  DiagnosticSink sink;
  (void)check_text_of(source, sink);
  return sink.diagnostics().empty() ? "nothing" : sink.diagnostics().front().hint;
}

}  // namespace

TEST_CASE("a register that is unused and resembles a variable is reported as misspelt") {
  const std::string text = "shared flag, data; thread w { data := 1; flga := 1; }";
  CHECK(errors_and_warnings(text) == Unused);
  CHECK(hint_of(text) == "did you mean `flag`?");
  CHECK(hint_of("shared flag; thread w { flga := flag + 1; }") == "did you mean `flag`?");
  CHECK(hint_of("shared x; thread w { count := 1; x := count; cuont := 2; }") ==
        "did you mean `count`?");
}

TEST_CASE("names that are short, or differ in their number, are not called misspelt") {
  CHECK(hint_of("shared x1; thread t { r1 := 1; }").empty());
  CHECK(hint_of("shared x; thread t { old1 := 1; old2 := 2; x := old1; }").empty());
}

TEST_CASE("a register for the result of an access need not be used, unless it looks misspelt") {
  CHECK(in_body("x := 1; a := y;").empty());
  CHECK(in_body("a := faa(x, 1); b := await(y == 1); c := cas(x, 0, 1);").empty());
  CHECK(in_body("a := 0; if (x == 0) { a := y; }").empty());
  CHECK(in_body("a := x == 0 && y == 0;").empty());
  CHECK(errors_and_warnings("shared flag; thread w { flga := flag; }") == Unused);
}

TEST_CASE("each kind of use of a register counts") {
  CHECK(in_body("r := 1; x := r;").empty());
  CHECK(in_body("r := 1; assert(r == 1);").empty());
  CHECK(in_body("r := 1; if (r) { x := 1; }").empty());
  CHECK(in_body("r := &x; *r := 1;").empty());
  CHECK(in_body("r := 1; await(x == r);").empty());
  CHECK(in_body("r := 1; lock(x); unlock(x); free(r);").empty());
  CHECK(in_body("r := 1; store@rel(x, r);").empty());
  CHECK(in_body("r := 0; while (r < 3) { r := r + 1; }").empty());
  CHECK(
      errors_and_warnings("shared x; fn f(a) { r := a; return r; } thread t { r := 1; x := f(r); }")
          .empty());
  CHECK(errors_and_warnings(
            "shared x; init { r := 1; x := r; } thread t { } final { r := x; assert(r == 1); }")
            .empty());
  CHECK(errors_and_warnings("shared a[2]; thread t(i in 0..1) { r := i; a[r] := 1; }").empty());
  CHECK(errors_and_warnings("const N = 2; shared x; thread t { r := N; x := r; }").empty());
}

TEST_CASE("registers that conditions speak of are used, in all threads of a family") {
  for (const char* kind : {"exists", "require exists", "forbid", "forall"}) {
    CAPTURE(kind);
    CHECK(
        errors_and_warnings(std::string("shared x; thread t { r := x; } ") + kind + " (t:r == 1);")
            .empty());
  }
  CHECK(
      errors_and_warnings("shared x; thread t(i in 1..2) { r := x; } exists (t2:r == 1);").empty());
  CHECK(errors_and_warnings("thread t { r := 1; } thread u { r := 1; } exists (t:r == 1);") ==
        Unused);
}

TEST_CASE("a register that only its own value depends on is not used") {
  CHECK(in_body("r := 0; r := r + 1;") == Unused);
  CHECK(in_body("for (i := 0; x == 0; i := i + 1) { y := 1; }") == Unused);
  // It says which memory is read.
  CHECK(in_body("p := &x; while (p != 0) { p := *p; }").empty());
}

TEST_CASE("parameters need not be used") {
  CHECK(errors_and_warnings("fn f(a) { return 1; } shared x; thread t { x := f(2); }").empty());
}

TEST_CASE("a register that is used where nothing can have been assigned to it is 0") {
  CHECK(in_body("x := r; r := y; y := r;") == Unassigned);
  CHECK(in_body("if (x == 1) { r := 1; } else { x := r; } y := r;") == Unassigned);
  CHECK(in_body("if (x == 1) { r := 1; } x := r;").empty());
  CHECK(in_body("while (x == 0) { y := r; r := x; }").empty());
  CHECK(in_body("for (i := 0; i < 2; i := i + 1) { y := r; r := i; }").empty());
  CHECK(in_body("do { y := r; r := x; } while (r == 0);").empty());
}

TEST_CASE("a program with errors gets no warnings about registers") {
  CHECK(errors_and_warnings("shared x; thread t { r := 1; x := nobody; }") ==
        Kinds{"UndefinedName"});
}

TEST_CASE("a program with very many unused registers is read quickly") {
  std::string text = "shared x;\n";
  for (int i = 0; i < 4000; ++i)
    text += "shared variable" + std::string(i % 7 + 1, 'a') + std::to_string(i) + ";\n";
  text += "thread t {\n";
  for (int i = 0; i < 4000; ++i) text += "  register" + std::to_string(i) + " := 1;\n";
  DiagnosticSink sink;
  CHECK(check_text_of(text + "}\n", sink));
}
