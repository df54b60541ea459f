#include "explorer/cat/kinds.h"

#include <string>

#include "explorer/cat/code.h"
#include "tests/unit/explorer/models/incremental/cat_text.h"

namespace drover::cat::kinds_test {

namespace {

Kind kind_of(const std::string& text) {
  const testing::Expression expression(text);
  return kinds_of_threads(*expression.code).kinds[expression.node];
}
Form form_of(const std::string& text) {
  const testing::Expression expression(text);
  return kinds_of_threads(*expression.code).forms[expression.node];
}

}  // namespace

TEST_CASE("kinds: a relation that earlier events of the thread decide is of the thread") {
  for (const std::string text : {"po",
                                 "addr",
                                 "data",
                                 "ctrl",
                                 "rmw",
                                 "po; po",
                                 "[R]; po",
                                 "po; [W & REL]",
                                 "po & loc",
                                 "loc & po",
                                 "po \\ loc",
                                 "po \\ (R * W)",
                                 "po & (R * W)",
                                 "(addr | data)+",
                                 "po?",
                                 "[W]",
                                 "po | [R]",
                                 "addr; po & ~(W * R)",
                                 "[range(po; [F])]; po",
                                 "po & ext"}) {
    CAPTURE(text);
    CHECK(kind_of(text) == Kind::Kept);
  }
}

TEST_CASE("kinds: a relation that its two events decide is of the pair") {
  for (const std::string text :
       {"loc", "int", "ext", "R * W", "loc & int", "loc | int", "~(R * W)", "loc \\ (W * W)",
        "[R]; loc", "loc; [W]", "loc \\ [W]", "loc | [R]", "range(po) * W"}) {
    CAPTURE(text);
    CHECK(kind_of(text) == Kind::OfPair);
  }
}

TEST_CASE("kinds: a relation from later events, or by rf, co and sync, is of the whole graph") {
  for (const std::string text : {"rf",
                                 "co",
                                 "fr",
                                 "sync",
                                 "rf; po",
                                 "po | rf",
                                 "po & rf",
                                 "po \\ rf",
                                 "rf+",
                                 "po^-1",
                                 "loc^-1",
                                 "po | loc",
                                 "loc+",
                                 "loc; po",
                                 "~po",
                                 "~rf",
                                 "[domain(rf)]",
                                 "domain(po) * W",
                                 "[domain(po)]; po",
                                 "po & (domain(po) * W)",
                                 "loc \\ po",
                                 "[FW]"}) {
    CAPTURE(text);
    CHECK(kind_of(text) == Kind::Whole);
  }
}

TEST_CASE("kinds: an event with itself, and what is not of a thread, is not written down") {
  for (const std::string text : {"rf?", "loc?", "(po | rf)?", "co?"}) {
    CAPTURE(text);
    CHECK(kind_of(text) == Kind::Reflexive);
  }
}

TEST_CASE("kinds: of sets, those that an event is in by what it is and what was before it") {
  for (const std::string text : {"R", "~R", "W & REL", "R | F", "R \\ RMW", "range(po)",
                                 "range(po; [F]) & W", "range(addr)", "IW", "Acquire"}) {
    CAPTURE(text);
    CHECK(kind_of(text) == Kind::Kept);
  }
  for (const std::string text :
       {"FW", "domain(po)", "range(rf)", "R \\ range(rf)", "~range(co)", "W & FW"}) {
    CAPTURE(text);
    CHECK(kind_of(text) == Kind::Whole);
  }
}

TEST_CASE("kinds: `let rec` is of the whole graph") {
  const auto code =
      testing::code_from("include \"cos.cat\"\nlet rec it = po | it; po\nempty it \\ it\n");
  CHECK(kinds_of_threads(*code).kinds[code->names.at("it")] == Kind::Whole);
}

TEST_CASE("forms: fr and (rf | co | fr)+ however they are written") {
  CHECK(form_of("fr") == Form::FromRead);
  CHECK(form_of("rf^-1; co") == Form::FromRead);
  CHECK(form_of("(rf | co | fr)+") == Form::Communication);
  CHECK(form_of("(co | (rf^-1; co) | rf)+") == Form::Communication);
  for (const std::string text :
       {"rf", "co", "(rf | co)+", "(rf | fr)+", "(co | fr)+", "rf | co | fr",
        "(rf | co | fr | po)+", "(rfe | co | fr)+", "co^-1; rf", "fr; co"}) {
    CAPTURE(text);
    CHECK(form_of(text) == Form::Any);
  }
}

}  // namespace drover::cat::kinds_test
