#include "classroom/sections.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace drover::sections_test {
using namespace classroom;

namespace {

std::vector<TextSection> sections_of(const SourceBuffer& source, DiagnosticSink& sink) {
  return read_sections(source, 0, source.text().size(), sink);
}

std::string parts_text(const Exercise& exercise, const std::string& text) {
  const SourceBuffer answer = SourceBuffer::from_text("answer", text);
  std::string out;
  for (const Stretch& part : parts_of(exercise, answer)) {
    out += "<" + text.substr(part.begin, part.end - part.begin) + ">";
  }
  return out;
}

}  // namespace

TEST_CASE("sections have their text on the line, or without its indentation below it") {
  const SourceBuffer source = SourceBuffer::from_text(
      "exercise", "# a comment\ntitle: one: two\nprogram p:\n    a\n      b\n\n    c\nat:r: x\n");
  DiagnosticSink sink;
  const auto sections = sections_of(source, sink);
  CHECK(!sink.has_errors());
  REQUIRE(sections.size() == 3);
  CHECK(sections[0].name() == "title");
  CHECK(sections[0].text == "one: two");
  CHECK(!sections[0].has_block);
  CHECK(sections[1].words[1].text == "p");
  CHECK(sections[1].text == "a\n  b\n\nc\n");
  CHECK(sections[1].has_block);
  CHECK(sections[2].name() == "at:r");
}

TEST_CASE("a line outside sections is an error at its place") {
  const SourceBuffer source = SourceBuffer::from_text("exercise", "title: x\nno section\n");
  DiagnosticSink sink;
  CHECK(sections_of(source, sink).size() == 1);
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics().front().kind == DiagnosticKind::ExerciseLine);
  CHECK(sink.diagnostics().front().range.line == 2);
}

TEST_CASE("a word is found with other capital letters, if only one word is alike") {
  const std::vector<std::string> words{"SB", "sb", "MP"};
  CHECK(find_word(words, "sb") == 1);
  CHECK(find_word(words, "mp") == 2);
  CHECK(!find_word(words, "Sb"));
  CHECK(!find_word(words, "LB"));
}

TEST_CASE("an answer in one line is cut at separators, and before the names of holes") {
  Exercise table;
  table.kind = Kind::Verdicts;
  CHECK(parts_text(table, "sc: allowed, tso: forbidden") == "<sc: allowed><tso: forbidden>");
  Exercise fill;
  fill.kind = Kind::Fill;
  fill.holes.resize(2);
  fill.holes[0].name = "a";
  fill.holes[0].kind = HoleKind::Statements;
  fill.holes[1].name = "b";
  CHECK(parts_text(fill, "a: x := 1; y := 2; b: rel") == "<a: x := 1; y := 2;><b: rel>");
  CHECK(parts_text(fill, "b: acq, a: x := 1;") == "<b: acq><a: x := 1;>");
}

}  // namespace drover::sections_test
