#include "frontend/c/align_tokens.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace drover::c {

namespace {

using Texts = std::vector<std::string>;

// The parts of the line that the tokens of a text are from.
Texts parts(std::string_view line, std::string_view made) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = next_token(made, 0); at < made.size();) {
    const std::size_t end = token_end(made, at);
    tokens.push_back(made.substr(at, end - at));
    at = next_token(made, end);
  }
  Texts texts;
  for (const LinePart& part : align_tokens(line, tokens)) {
    texts.emplace_back(line.substr(part.begin, part.end - part.begin));
  }
  return texts;
}

}  // namespace

TEST_CASE("tokens without macros are where they are") {
  CHECK(parts("x  = y /* a */;", "x = y;") == Texts{"x", "=", "y", ";"});
  CHECK(parts("the end */ x ;", "x;") == Texts{"x", ";"});
  CHECK(parts("", "").empty());
}

TEST_CASE("what a macro became is at its use") {
  CHECK(parts("f(N);", "f(1 + 2);") == Texts{"f", "(", "N", "N", "N", ")", ";"});
  CHECK(parts("E E x;", "x;") == Texts{"x", ";"});
  CHECK(parts("x = 1;", "x[0] = 1;") == Texts{"x", "x", "x", "x", "=", "1", ";"});
  CHECK(parts("g (a);", "h(a);") == Texts{"g (a)", "g (a)", "a", "g (a)", ";"});
}

TEST_CASE("what a macro with arguments became is at its use, and its arguments are in there") {
  CHECK(parts("a; C(b == 1); x", "a; t(!!(b == 1), \"b == 1\"); x") ==
        Texts{"a", ";", "C(b == 1)", "C(b == 1)", "C(b == 1)", "C(b == 1)", "C(b == 1)", "b", "=",
              "=", "1", "C(b == 1)", "C(b == 1)", "C(b == 1)", "C(b == 1)", ";", "x"});
  CHECK(parts("M(a, b)", "a > b ? a : b") ==
        Texts{"a", "M(a, b)", "b", "M(a, b)", "a", "M(a, b)", "b"});
}

TEST_CASE("several uses of macros in one line are kept apart") {
  CHECK(parts("C(a); C(b); y", "{ t(a); }; { t(b); }; y") ==
        Texts{"C(a)", "C(a)", "C(a)", "a", "C(a)", "C(a)", "C(a)", ";", "C(b)", "C(b)", "C(b)", "b",
              "C(b)", "C(b)", "C(b)", ";", "y"});
  CHECK(parts("C(a); C(b); y", "t(1, a); t(1, b); y") == Texts{"C(a)", "C(a)", "C(a)", "C(a)", "a",
                                                               "C(a)", ";", "C(b)", "C(b)", "C(b)",
                                                               "C(b)", "b", "C(b)", ";", "y"});
  CHECK(parts("if (z == 0) C(z);", "if (z == 0) do { if (!(z)) stop(); } while (0);")[7] == "C(z)");
}

TEST_CASE("uses of macros over several lines") {
  CHECK(parts("x; C(a &&", "x; t(a && b); y") ==
        Texts{"x", ";", "C(a &&", "C(a &&", "a", "&", "&", "C(a &&", "C(a &&", "C(a &&", "C(a &&"});
  CHECK(parts("b); y = 1;", "; y = 1;") == Texts{";", "y", "=", "1", ";"});
}

TEST_CASE("tokens that are nowhere in the line have a place") {
  CHECK(parts("1 2", "1 3 2") == Texts{"1", "2", "2"});
  CHECK(parts("1", "1 2") == Texts{"1", ""});
  std::string line;
  for (int i = 0; i < 2000; ++i) line += "x ";
  CHECK(parts(line, "y " + line).size() == 2001);
}

}  // namespace drover::c
