#include "semantics/passes/unroll_pass.h"

#include <doctest/doctest.h>

#include <string>

#include "semantics/decompile/source_printer.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

std::string unrolled_text(const std::string& text, std::uint32_t bound) {
  const std::optional<Program> program = passes::unrolled(testing::program_from(text), bound);
  REQUIRE(program.has_value());
  return decompile::print_source(*program).value_or("it does not print");
}

}  // namespace

TEST_CASE("an unrolled loop is nested choices, and blocks where it would be cut") {
  CHECK(unrolled_text("shared x; thread t { while (x == 0) { x := 1; } x := 2; }", 2) ==
        "shared x;\n"
        "\n"
        "thread t {\n"
        "  if (x == 0) {\n"
        "    x := 1;\n"
        "    if (x == 0) {\n"
        "      x := 1;\n"
        "      if (x == 0) {\n"
        "        block;\n"
        "      }\n"
        "    }\n"
        "  }\n"
        "  x := 2;\n"
        "}\n");
}

TEST_CASE("the code after an unrolled loop is there once") {
  const std::string text = unrolled_text(
      "shared x; thread t { do { r := x; if (r == 5) { break; } } while (r != 0); x := 9; }", 4);
  CHECK(text.find("x := 9;") != std::string::npos);
  CHECK(text.find("x := 9;") == text.rfind("x := 9;"));
}

TEST_CASE("the counter of an inner loop starts anew in each round of the outer one") {
  const std::string text =
      unrolled_text("shared x; thread t { while (x == 1) { while (x == 2) { x := 3; } } }", 2);
  std::size_t copies = 0;
  for (std::size_t at = text.find("x := 3;"); at != std::string::npos;
       at = text.find("x := 3;", at + 1)) {
    ++copies;
  }
  CHECK(copies == 4);
}

TEST_CASE("a loop without events stays a loop") {
  const std::string text = unrolled_text(
      "shared x; thread t { n := 0; while (n < 500) { n := n + 1; } while (x == n) { x := 1; } }",
      2);
  CHECK(text.find("while") != std::string::npos);
  CHECK(text.find("while") == text.rfind("while"));
  CHECK(text.find("block") != std::string::npos);
}

TEST_CASE("branches keep the events that depend on them") {
  Program program = testing::program_from("shared x; thread t { if (x == 1) { x := 2; } }");
  const auto flow_in = [](const Program& in) {
    for (const Instruction& each : in.threads[0].code) {
      if (const auto* branch = std::get_if<Branch>(&each.body)) return branch->flow;
    }
    return Flow::Onward;
  };
  for (Instruction& each : program.threads[0].code) {
    if (auto* branch = std::get_if<Branch>(&each.body)) branch->flow = Flow::Silent;
  }
  CHECK(flow_in(*passes::unrolled(program, 2)) == Flow::Silent);
}

TEST_CASE("a program without loops stays what it is") {
  const std::string text = "shared x, y;\n\nthread t {\n  if (x == 1) {\n    y := 2;\n  }\n}\n";
  CHECK(unrolled_text(text, 7) == text);
}

TEST_CASE("a program that would be too long is not unrolled") {
  const Program program =
      testing::program_from("shared x; thread t { while (x == 0) { x := 1; x := 2; } }");
  CHECK(passes::unrolled(program, 100).has_value());
  CHECK_FALSE(passes::unrolled(program, 1'000'000).has_value());
}

}  // namespace drover
