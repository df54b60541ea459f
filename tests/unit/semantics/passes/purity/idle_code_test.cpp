#include "semantics/passes/purity/idle_code.h"

#include <doctest/doctest.h>

#include <string>

#include "input/subject.h"
#include "semantics/passes/purity/eliminate.h"
#include "semantics/program/program_printer.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

bool loses_code(const Program& program, passes::Liberties liberties = {}) {
  Program lean = program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    lean.threads[t] = passes::without_idle_code(program, ThreadId(t), liberties);
  }
  return print_program(lean) != print_program(program);
}

// True if code is left out of the loop, or of what surrounds it.
bool is_lean(const std::string& code, const std::string& conditions = "",
             passes::Liberties liberties = {}) {
  const std::string text = "shared x, y, z; thread t { " + code + " } " + conditions;
  return loses_code(testing::program_from(text), liberties);
}

// The same of a loop that waits for an atomic variable, in C.
bool is_lean_in_c(const std::string& before, const std::string& loop) {
  const input::Subject subject =
      input::read_subject_text(SourceBuffer::from_text("test.c",
                                                       "#include <stdatomic.h>\natomic_int x, y;\n"
                                                       "int main(void) { " +
                                                           before + " while (!atomic_load(&x)) { " +
                                                           loop + " } return 0; }\n"),
                               {});
  REQUIRE(subject.program);
  return loses_code(*subject.program);
}

}  // namespace

TEST_CASE("Lemma 36: a counter on which nothing depends is left out") {
  CHECK(is_lean("n := 0; while (x == 0) { n := n + 1; if (n > 10) { n := 0; } }"));
  CHECK(is_lean("n := 0; m := 0; while (x == 0) { n := n + 1; if (n == 3) { m := n; } }"));
  // (a) What an instruction reads, or a condition names, stays.
  CHECK_FALSE(is_lean("n := 0; while (x == 0) { n := n + 1; if (n > 10) { n := 0; } } y := n;"));
  CHECK_FALSE(is_lean("n := 0; while (x == 0) { n := n + 1; if (n > 10) { n := 0; } }",
                      "exists (t:n == 3);"));
  CHECK_FALSE(is_lean("n := 0; while (x == 0) { n := n + 1; if (n > 10) { n := 0; } y := n; }"));
  // (a) So does a computation that may fault.
  CHECK_FALSE(is_lean("n := 0; while (x == 0) { n := n + 1; m := 5 / (n - 3); }"));
  CHECK(is_lean("n := 0; while (x == 0) { n := 2; m := 5 / n; }"));
}

TEST_CASE("Lemma 36: a branch is left out if its sides do nothing until they meet") {
  const auto with = [](const std::string& side) {
    return is_lean("n := 0; r := 0; while (x == 0) { n := n + 1; if (n > 10) { " + side +
                   " } } z := r;");
  };
  CHECK(with("n := 0;"));
  CHECK(with("if (n == 12) { n := 0; } else { n := 5; }"));
  // (b) An event, an error, the end of the thread or of the loop, a value that is used.
  CHECK_FALSE(with("y := 1;"));
  CHECK_FALSE(with("s := y;"));
  CHECK_FALSE(with("fence@sc;"));
  CHECK_FALSE(with("error;"));
  CHECK_FALSE(with("block;"));
  CHECK_FALSE(with("break;"));
  CHECK_FALSE(with("return;"));
  CHECK_FALSE(with("r := 1;"));
  CHECK_FALSE(with("assert(n < 12);"));
  // (b) A condition that may fault.
  CHECK_FALSE(is_lean("n := 0; while (x == 0) { n := n + 1; if (5 / (n - 3) == 1) { n := 0; } }"));
  // (c) A loop that may not end.
  CHECK(with("for (i := 0; i < n; i := i + 1) { }"));
  CHECK_FALSE(with("while (1) { }"));
  CHECK_FALSE(with("while (n < 20) { }"));
}

TEST_CASE("Lemma 36: a bounded wait is not a wait") {
  CHECK_FALSE(is_lean("n := 0; while (x == 0) { n := n + 1; if (n > 100) { return; } } y := 1;"));
  const auto always_pure = [](const std::string& code) {
    const auto loops = passes::eliminate_pure_iterations(
                           testing::program_from("shared x, y; thread t { " + code + " }"))
                           .loops;
    return loops.size() == 1 && loops[0].is_always_pure;
  };
  CHECK_FALSE(
      always_pure("n := 0; while (x == 0) { n := n + 1; if (n > 100) { return; } } y := 1;"));
  CHECK(always_pure("n := 0; while (x == 0) { n := n + 1; if (n > 100) { n := 0; } } y := 1;"));
  CHECK(
      always_pure("d := 1; while (!cas(x, 0, 1)) { for (i := 0; i < d; i := i + 1) { } "
                  "if (d < 64) { d := d * 2; } } y := 1;"));
}

TEST_CASE("Lemma 36: a branch on what was read stays under models with dependencies") {
  const passes::Liberties keeping{.adds_dependencies = false};
  const std::string wait = "while (x == 0) { for (i := 0; i < d; i := i + 1) { } }";
  CHECK(is_lean("d := y; " + wait));
  CHECK(is_lean("d := 5; " + wait, "", keeping));
  CHECK_FALSE(is_lean("d := y; " + wait, "", keeping));
  CHECK_FALSE(is_lean("r := y; d := r + 1; " + wait, "", keeping));
}

TEST_CASE("Lemma 37: loops that count end") {
  const auto ends = [](const std::string& loop) {
    return is_lean("d := y; while (x == 0) { i := 0; " + loop + " }");
  };
  CHECK(ends("while (i < d) { i := i + 1; }"));
  CHECK(ends("while (d > i) { i := i + 1; }"));
  CHECK(ends("while (i < 10) { i := i + 3; }"));
  CHECK(ends("while (i <= 10) { i := i + 1; }"));
  CHECK(ends("i := d; while (i > 0) { i := i - 1; }"));
  CHECK(ends("i := d; while (i != 0) { i := i - 1; }"));
  CHECK(ends("i := d; while (i) { i := i - 1; }"));
  CHECK(ends("while (!(i >= 10)) { i := i + 1; }"));
  CHECK(ends("while (i < 10) { if (i == d) { break; } i := i + 1; }"));
  CHECK(ends("while (i < 10) { j := 0; while (j < i) { j := j + 1; } i := i + 1; }"));
  CHECK(ends("do { j := i; i := i - 1; } while (j != 0);"));
  CHECK(ends("while (i < d) { i := i - 1; }"));
  // (a) The sum overflows, or the step leads away from the bound, or is none.
  CHECK_FALSE(ends("while (i <= d) { i := i + 1; }"));
  CHECK_FALSE(ends("while (i < d) { i := i + 3; }"));
  CHECK_FALSE(ends("while (i < d) { i := i - 2; }"));
  CHECK_FALSE(ends("while (i < d) { i := i + 0; }"));
  CHECK_FALSE(ends("while (i < d) { i := i * 2; }"));
  // (b) Steps that may miss the bound.
  CHECK_FALSE(ends("while (i != d) { i := i + 2; }"));
  CHECK(ends("while (i != d) { i := i + 1; }"));
  CHECK_FALSE(ends("while (i == d) { i := i + 0; }"));
  // The bound, or the counter, changes otherwise.
  CHECK_FALSE(ends("while (i < d) { i := i + 1; d := d + 1; }"));
  CHECK_FALSE(ends("while (i < d) { i := i + 1; if (i == 3) { i := 0; } }"));
  CHECK_FALSE(ends("while (i < 10) { if (d == 3) { continue; } i := i + 1; }"));
  CHECK_FALSE(ends("while (i < 10) { if (d == 3) { i := i + 1; } }"));
  CHECK_FALSE(ends("while (1) { if (d == 3) { if (i > 10) { break; } } i := i + 1; }"));
}

TEST_CASE("C: counters that overflow at once stay, those that take a million steps go") {
  CHECK(is_lean_in_c("int n = 0;", "n++;"));
  CHECK(is_lean_in_c("int n = 0;", "if (++n > 10) n = 0;"));
  CHECK(is_lean_in_c("long n = 0;", "n--;"));
  CHECK(is_lean_in_c("unsigned d = 1;", "d *= 2;"));
  CHECK_FALSE(is_lean_in_c("int d = 1;", "d *= 2;"));
  CHECK_FALSE(is_lean_in_c("int n = 2147483000;", "n++;"));
  CHECK_FALSE(is_lean_in_c("int n = 0;", "n += 100000;"));
  CHECK_FALSE(is_lean_in_c("int n = atomic_load(&y);", "n++;"));
  CHECK(is_lean_in_c("int d = 1;", "d *= 2; if (d > 1000) d = 1000;"));
  CHECK(is_lean_in_c("int d = 1;", "if (d < 1000) d <<= 1;"));
}

TEST_CASE("C: the loops of a back-off end") {
  CHECK(is_lean_in_c("unsigned d = 1;", "for (unsigned i = 0; i < d; i++) ; d <<= 1;"));
  CHECK(is_lean_in_c("int d = 1;", "for (volatile int i = 0; i < d; ++i) ; if (d < 1024) d *= 2;"));
  CHECK(is_lean_in_c("unsigned d = 1;", "unsigned i = d; while (i--) ; d *= 2;"));
  CHECK(is_lean_in_c("int d = 100;", "int i = d; while (--i > 0) ;"));
  CHECK(is_lean_in_c("unsigned long d = atomic_load(&y);",
                     "for (volatile unsigned long i = 0; i < d; i++) ;"));
  // 65536 is no `unsigned short`: the loop never ends.
  CHECK_FALSE(is_lean_in_c("int d = 65536;", "unsigned short i = 0; while (i != d) i++;"));
  CHECK(is_lean_in_c("int d = 65535;", "unsigned short i = 0; while (i != d) i++;"));
}

}  // namespace drover
