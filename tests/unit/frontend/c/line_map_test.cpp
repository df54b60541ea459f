#include "frontend/c/line_map.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/preprocess.h"
#include "frontend/c/preprocessor/preprocessor.h"

namespace drover::c::line_map_test {

namespace {

using Texts = std::vector<std::string>;

// The parts of the file that the tokens of the preprocessed text are from.
Texts places(const std::string& file, const std::string& made) {
  const SourceBuffer text = SourceBuffer::from_text("t.c", made);
  const LineMap map(text, "t.c", file);
  Texts texts;
  for (std::uint32_t number = 1; number <= text.line_count(); ++number) {
    if (text.line_text(number).starts_with('#')) continue;
    const std::size_t begin = text.line_begin(number);
    for (const TextSpan& token : tokens_of(text.line_text(number))) {
      const SourceRange place = map.place(text.range(begin + token.begin, begin + token.end));
      texts.emplace_back(map.sources().text(place));
    }
  }
  return texts;
}

Texts by_compiler(const std::string& line, const std::string& made) {
  return places(line, "# 1 \"t.c\"\n" + made + "\n");
}

Texts by_us(const std::string& text) {
  const std::string file =
      "#define N 1 + 2\n#define E\n#define C(x) t(!!(x), #x)\n#define M(a, b) a > b ? a : b\n" +
      text + "\n";
  DiagnosticSink sink;
  std::string said;
  const auto made = preprocess("t.c", SourceBuffer::from_text("t.c", file),
                               {.text = PreprocessedText::Given, .arguments = {}}, sink, said);
  REQUIRE(made);
  CHECK(made->starts_with(preprocessor::ColumnsMark));
  return places(file, *made);
}

}  // namespace

TEST_CASE("line map: tokens without macros are in their places") {
  const Texts tokens{"x", "=", "y", ";"};
  CHECK(by_us("x  = y /* a */;") == tokens);
  CHECK(by_us("/* two\n lines */ x\t=y;") == tokens);
  CHECK(by_us("x = \\\n y;") == tokens);
  CHECK(by_compiler("x  = y /* a */;", "x = y ;") == tokens);
  CHECK(by_compiler("the end */ x ;", "x ;") == Texts{"x", ";"});
}

TEST_CASE("line map: the expansion of a macro is at its use, and arguments are in their places") {
  CHECK(by_us("f(N);") == Texts{"f", "(", "N", "N", "N", ")", ";"});
  CHECK(by_us("E E x;") == Texts{"x", ";"});
  CHECK(by_us("x; C (b == 1); y") ==
        Texts{"x", ";", "C (b == 1)", "C (b == 1)", "C (b == 1)", "C (b == 1)", "C (b == 1)", "b",
              "=", "=", "1", "C (b == 1)", "C (b == 1)", "C (b == 1)", "C (b == 1)", ";", "y"});
  CHECK(by_us("M(a, b)") == Texts{"a", "M(a, b)", "b", "M(a, b)", "a", "M(a, b)", "b"});
  CHECK(by_us("M(M(c, 1), 2)").size() == 19);
}

TEST_CASE("line map: several uses of macros in one line are kept apart") {
  const Texts all = by_us("C(a); C(b); y");
  CHECK(all[0] == "C(a)");
  CHECK(all[12] == "C(b)");
  CHECK(all.back() == "y");
}

TEST_CASE("line map: a macro use over several lines is in the first") {
  CHECK(by_us("x; C(a\n); y").front() == "x");
  CHECK(by_us("x; C(a\n); y")[2] == "C(a");
  CHECK(by_us("x; C(a\n); y").back() == "y");
}

TEST_CASE("line map: a compiler's tokens between equal ones are at what differs") {
  CHECK(by_compiler("f(N);", "f(1 + 2);") == Texts{"f", "(", "N", "N", "N", ")", ";"});
  CHECK(by_compiler("g (a); h", "h(a); h") == Texts{"g", "(", "a", ")", ";", "h"});
  CHECK(by_compiler("x = A + B;", "x = 1 + 2;") == Texts{"x", "=", "A + B", "A + B", "A + B", ";"});
  CHECK(by_compiler("1 2", "1 3 2") == Texts{"1", "2", "2"});
  CHECK(by_compiler("1", "1 2") == Texts{"1", ""});
}

}  // namespace drover::c::line_map_test
