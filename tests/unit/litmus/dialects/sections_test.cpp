#include "litmus/dialects/sections.h"

#include <doctest/doctest.h>

namespace drover::litmus::sections_test {

namespace {

struct Split {
  SourceBuffer source;
  DiagnosticSink sink;
  std::optional<Sections> sections;

  explicit Split(std::string text) : source(SourceBuffer::from_text("t", std::move(text))) {
    sections = split_sections(source, sink);
  }
  [[nodiscard]] std::string text_of(Section section) const {
    return source.text().substr(section.begin, section.end - section.begin);
  }
};

}  // namespace

TEST_CASE("a file is cut into header, init, program and condition") {
  const Split split(
      "(* c *)\nC MP+x \"doc {\"\nCycle=A B\n{ x=0; (* } *) }\nP0 () { }\nexists (x=0)");
  REQUIRE(split.sections.has_value());
  CHECK(split.sections->architecture == "C");
  CHECK(split.sections->name == "MP+x");
  CHECK(split.text_of(split.sections->init) == " x=0; (* } *) ");
  CHECK(split.text_of(split.sections->program) == "\nP0 () { }");
  CHECK(split.text_of(split.sections->condition) == "\nexists (x=0)");
}

TEST_CASE("words of conditions in comments and bodies do not end the program") {
  const Split split("C t\n{}\n// exists\n/* forall */ P0 () { int filter = 1; }\n~ exists (x=0)");
  REQUIRE(split.sections.has_value());
  CHECK(split.text_of(split.sections->condition) == "~ exists (x=0)");
}

TEST_CASE("text after << is ignored") {
  const Split split("X86 t\n{}\nP0 ;\n(* final *) NOP ;\nfinal (x=0) (* << *)\n<<\nshow\n>>");
  REQUIRE(split.sections.has_value());
  CHECK(split.text_of(split.sections->condition) == "\nfinal (x=0) (* << *)\n");
}

TEST_CASE("truncated litmus files are refused") {
  const auto kind_of = [](const std::string& text) {
    const Split split(text);
    CHECK_FALSE(split.sections.has_value());
    REQUIRE(split.sink.diagnostics().size() == 1);
    return split.sink.diagnostics().front().kind;
  };
  CHECK(kind_of("") == DiagnosticKind::LitmusHeader);
  CHECK(kind_of("C") == DiagnosticKind::LitmusHeader);
  CHECK(kind_of("C t\nP0 () ") == DiagnosticKind::LitmusNoInit);
  CHECK(kind_of("C t\n{ x=0; ") == DiagnosticKind::LitmusOpenInit);
}

TEST_CASE("litmus files are told from core programs") {
  CHECK(looks_like_litmus("C MP\n{}"));
  CHECK(looks_like_litmus("(* a test *)\nX86 SB"));
  CHECK(looks_like_litmus("AArch64 MP+pos\n"));
  CHECK_FALSE(looks_like_litmus("shared x;\nthread t { }"));
  CHECK_FALSE(looks_like_litmus("const C = 2;"));
  CHECK_FALSE(looks_like_litmus(""));
}

}  // namespace drover::litmus::sections_test
