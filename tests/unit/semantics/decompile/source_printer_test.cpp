#include "semantics/decompile/source_printer.h"

#include <doctest/doctest.h>

#include <string>

#include "semantics/passes/await_pass.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

using testing::program_from;

// What a thread with this code is printed as.
std::string printed(const std::string& code) {
  const std::string declarations = "shared x, y, a[2];\n";
  const auto text =
      decompile::print_source(program_from(declarations + "thread t { " + code + " }"));
  REQUIRE(text);
  const std::string head = declarations + "\nthread t {\n";
  REQUIRE(text->starts_with(head));
  return text->substr(head.size(), text->size() - head.size() - 2);
}

// The program is printed as it is written.
void check_same(const std::string& code) { CHECK(printed(code) == code); }

}  // namespace

TEST_CASE("straight code is printed as it is written") {
  check_same(
      "  r := x@acq;\n"
      "  y@rel := r + 1;\n"
      "  x := y;\n"
      "  s := a[r & 1] * 2 - -r;\n"
      "  a[x] := y;\n"
      "  fence;\n"
      "  fence@acq;\n"
      "  r := cas@acqrel(x, 0, s);\n"
      "  cmpxchg@sc,rlx(x, 0, 1);\n"
      "  r := faa(x, faa@rlx(y, 1));\n"
      "  load@acq(x);\n"
      "  lock(x);\n"
      "  r := await@acq(x > 1 && x != 5);\n"
      "  xchgawait(x == 1, x + r);\n"
      "  assume xchgawait@acqrel,rlx(x != 0, 0);\n"
      "  assume(r == 1 || s < 2);\n"
      "  assert(x == 1);\n"
      "  assert(x == y, \"say \\\"why\\\"\");\n"
      "  error;\n");
}

TEST_CASE("control flow is printed as it is written") {
  check_same(
      "  if (x == 1 && y != 2) {\n"
      "    r := 1;\n"
      "  } else if (x || r < 3) {\n"
      "    r := 2;\n"
      "  } else {\n"
      "    r := 3;\n"
      "  }\n"
      "  while (x) {\n"
      "    r := r + 1;\n"
      "  }\n"
      "  do {\n"
      "    r := r - 1;\n"
      "    y := r;\n"
      "  } while (r > 0 && x);\n"
      "  while (1) {\n"
      "    r := r + 1;\n"
      "    if (y != r) {\n"
      "      if (x == r) {\n"
      "        break;\n"
      "      }\n"
      "      x := r;\n"
      "    }\n"
      "  }\n"
      "  y := r;\n");
}

TEST_CASE("labels are printed only to leave more than one level") {
  check_same(
      "  part: {\n"
      "    loop: while (x) {\n"
      "      while (y) {\n"
      "        if (y == 1) {\n"
      "          continue loop;\n"
      "        }\n"
      "        if (y == 2) {\n"
      "          break part;\n"
      "        }\n"
      "        y := 0;\n"
      "      }\n"
      "      x := 1;\n"
      "    }\n"
      "    y := 3;\n"
      "  }\n"
      "  y := 4;\n");
}

TEST_CASE("inlined code has register names of its own") {
  const auto text = decompile::print_source(
      program_from("shared x; fn f(v, x2) { r := v + x2; x := r; return r; } "
                   "thread t { r := f(1, 2); r := f(r, 3) + r; } exists (t:r == 1);"));
  REQUIRE(text);
  CHECK(*text ==
        "shared x;\n"
        "\n"
        "thread t {\n"
        "  v := 1;\n"
        "  x2 := 2;\n"
        "  r2 := v + x2;\n"
        "  x := r2;\n"
        "  t0 := r2;\n"
        "  r := t0;\n"
        "  v2 := r;\n"
        "  x22 := 3;\n"
        "  r3 := v2 + x22;\n"
        "  x := r3;\n"
        "  t0 := r3;\n"
        "  r := t0 + r;\n"
        "}\n"
        "\n"
        "exists (t:r == 1);\n");
}

TEST_CASE("registers that nothing assigns any more stay registers") {
  const auto text = decompile::print_source(
      program_from("shared x; thread t { block; r := 1; x := r; } exists (t:r == 0);"));
  REQUIRE(text);
  CHECK(*text == "shared x;\n\nthread t {\n  r := 0;\n  block;\n}\n\nexists (t:r == 0);\n");
}

TEST_CASE("code before a round of a loop that is not an expression is written twice") {
  CHECK(printed("while (await(x > 0) == 1) { y := 1; }") ==
        "  while (await(x > 0) == 1) {\n"
        "    y := 1;\n"
        "  }\n");
  CHECK(printed("while (1) { k := x; if (k) { y := 1; break; } }") ==
        "  do {\n"
        "    k := x;\n"
        "  } while (!k);\n"
        "  y := 1;\n");
  const auto text = decompile::print_source(
      program_from("shared x, y; fn f() { r := x; if (r == 2) return 0; return r; } "
                   "thread t { while (f()) { y := 1; } }"));
  REQUIRE(text);
  const std::string call =
      "r := x;\n"
      "if (r == 2) {\n"
      "  t0 := 0;\n"
      "} else {\n"
      "  t0 := r;\n"
      "}\n";
  const auto indented = [&](const std::string& blanks) {
    std::string out = blanks;
    for (const char c : call) out += c == '\n' ? "\n" + blanks : std::string(1, c);
    return out.substr(0, out.size() - blanks.size());
  };
  CHECK(*text == "shared x, y;\n\nthread t {\n" + indented("  ") +
                     "  if (t0) {\n    do {\n      y := 1;\n" + indented("      ") +
                     "    } while (t0);\n  }\n}\n");
}

TEST_CASE("the result of the await pass is printed as source") {
  const auto text = decompile::print_source(passes::with_awaits(
      program_from("shared x, y; thread t { r := x@acq; assume(r != 0); y := r; "
                   "s := cas@acq(y, 1, 2); assume(s); x := s; if (y == 0) { block; } }")));
  REQUIRE(text);
  CHECK(*text ==
        "shared x, y;\n"
        "\n"
        "thread t {\n"
        "  r := assume await@acq(x != 0);\n"
        "  y := r;\n"
        "  s := assume xchgawait@acq(y == 1, 2);\n"
        "  s := 1;\n"
        "  x := s;\n"
        "  assume await(y != 0);\n"
        "}\n");
}

TEST_CASE("a large number in a C program is not taken for the address of an object") {
  Program program =
      testing::program_from("shared x = 4611686018427387904; thread t { r := load(x); }");
  program.threads[0].name = "main";  // as in C
  program.objects[0].initial[0] += Value{1} << 40;
  const auto text = decompile::print_source(program);
  REQUIRE(text.has_value());
  CHECK(text->find("4611687117939015680") != std::string::npos);
}

}  // namespace drover
