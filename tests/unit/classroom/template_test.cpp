#include "classroom/template.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "classroom/tokens.h"

namespace drover::template_test {
using namespace classroom;

namespace {

Hole hole(const std::string& name, HoleKind kind, std::vector<Choice> choices = {}) {
  Hole out;
  out.name = name;
  out.kind = kind;
  out.choices = std::move(choices);
  return out;
}

Exercise with_holes() {
  Exercise exercise;
  exercise.holes = {hole("mode", HoleKind::Mode, {{"rlx", 0}, {"rel", 1}}),
                    hole("barrier", HoleKind::Fence, {{"-", 0}, {"sc", 4}}),
                    hole("value", HoleKind::Expression)};
  exercise.banned = {"assume"};
  return exercise;
}

const Subject Program{
    "p", Language::Core, "thread t { x@[[mode]] := [[value]]; [[barrier]] r := y; }", {}, {}};

std::optional<Filling> matched(const std::string& text) {
  DiagnosticSink sink;
  return match_template(with_holes(), Program, SourceBuffer::from_text("answer", text), sink);
}

}  // namespace

TEST_CASE("a template consists of fixed text and holes") {
  const auto pieces = pieces_of("a [[b]] c");
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].text == "a ");
  CHECK(pieces[1].hole == "b");
  CHECK(pieces[2].begin == 7);
  CHECK(has_holes("[[b]]"));
  CHECK(!has_holes("x[[1]"));
}

TEST_CASE("filling makes a fence a statement, and puts an expression in parentheses") {
  const Filling filling{{"mode", "rel"}, {"barrier", "sc"}, {"value", "1 + 1"}};
  CHECK(fill(with_holes(), Program.text, filling) ==
        "thread t { x@rel := (1 + 1); fence@sc; r := y; }");
  const Filling none{{"mode", "rlx"}, {"barrier", "-"}, {"value", "2"}};
  CHECK(fill(with_holes(), Program.text, none) == "thread t { x@rlx := (2);  r := y; }");
}

TEST_CASE(
    "matching a whole program with its template gives the holes' contents, whatever the blanks") {
  const auto filling = matched("thread t{x@rel:=1 + 2;\n fence@sc; // here\n r := y;}");
  REQUIRE(filling);
  CHECK(filling->at("mode") == "rel");
  CHECK(filling->at("value") == "1 + 2");
  CHECK(filling->at("barrier") == "sc");
  CHECK(matched("thread t { x@rlx := 1; r := y; }")->at("barrier") == "-");
  CHECK(!matched("thread t { x@rlx := 1; r := z; }"));
}

TEST_CASE("a text that would end its hole is refused") {
  const Hole value = hole("value", HoleKind::Expression);
  CHECK(why_not_in_hole(value, Language::Core, "(1 + 2)").empty());
  CHECK(why_not_in_hole(value, Language::Core, "1; x := 2").find("`;`") != std::string::npos);
  CHECK(why_not_in_hole(value, Language::Core, "1)").find("closes nothing") != std::string::npos);
  CHECK(why_not_in_hole(value, Language::Core, "(1").find("is missing") != std::string::npos);
  CHECK(!why_not_in_hole(value, Language::Core, "1 /*").empty());
}

TEST_CASE("banned words are found outside comments, each once") {
  const auto found =
      banned_words(with_holes(), Language::Core, "assume(x); assume(y); // assume\nassumed := 1;");
  CHECK(found == std::vector<std::string>{"assume"});
}

TEST_CASE("text that closes a bracket or comment it did not open cannot fill a hole") {
  const Hole expression{"E", HoleKind::Expression, {}, "", {}};
  const Hole statements{"S", HoleKind::Statements, {}, "", {}};
  CHECK(why_not_in_hole(expression, Language::Core, "a + (b)").empty());
  CHECK_FALSE(why_not_in_hole(expression, Language::Core, "a; b").empty());
  CHECK_FALSE(why_not_in_hole(expression, Language::Core, "a) + (b").empty());
  CHECK(why_not_in_hole(statements, Language::Core, "if (a) { b := 1; }").empty());
  CHECK_FALSE(why_not_in_hole(statements, Language::Core, "} thread t {").empty());
  CHECK_FALSE(why_not_in_hole(statements, Language::Core, "x := 1; /*").empty());
  CHECK_FALSE(why_not_in_hole(expression, Language::Cat, "po (* ").empty());
  CHECK(why_not_in_hole(expression, Language::Cat, "[W]; po; [R]").empty());
  // Comments of cat nest: the last parenthesis here is not part of a comment.
  CHECK_FALSE(why_not_in_hole(expression, Language::Cat, "0 (* (* *) ( ( *) )").empty());
  CHECK(why_not_in_hole(expression, Language::Cat, "0 (* (* *) ( ( *)").empty());
  CHECK_FALSE(why_not_in_hole(statements, Language::Core, "assert(1, \"\n } \");").empty());
  CHECK(why_not_in_hole(statements, Language::Core, "assert(1, \"\\\" } \");").empty());
  CHECK(tokens_of("a /* ) */ // }\n b", Language::Core).size() == 2);
}

}  // namespace drover::template_test
