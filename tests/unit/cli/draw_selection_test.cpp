#include "cli/draw_selection.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/models/model_registry.h"

namespace drover::draw_selection_test {

namespace {

cli::ParsedSelection parse(const std::vector<std::string>& texts) {
  return cli::parse_selection(texts);
}

}  // namespace

TEST_CASE("--select takes outcomes, all of which must hold") {
  const cli::ParsedSelection parsed = parse({"x == 1", "r:a != 0 && y > 2"});
  CHECK(parsed.complaint.empty());
  CHECK(parsed.selection.outcome == "(x == 1) && (r:a != 0 && y > 2)");
  CHECK_FALSE(parsed.selection.is_forbidden);
}

TEST_CASE("--select takes numbers and ranges") {
  const drawing::Selection selection = parse({"1,4..6"}).selection;
  CHECK(selection.has_number(1));
  CHECK_FALSE(selection.has_number(3));
  CHECK(selection.has_number(5));
  CHECK(selection.last_number() == 6);
  for (const std::string text : {"0", "3..2", "1,,2", "1..", "1x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse({text}).complaint.empty());
  }
}

TEST_CASE("--select takes words for ends, errors and axioms") {
  CHECK(parse({"blocked"}).selection.is_blocked);
  CHECK(parse({"race"}).selection.kind == ErrorKind::Race);
  CHECK(parse({"error"}).selection.is_error);
  CHECK(parse({"forbidden"}).selection.axiom.empty());
  const MemoryModel& model = *find_model("rc11");
  drawing::Selection selection = parse({"COHERENCE"}).selection;
  CHECK(selection.is_forbidden);
  CHECK(cli::check_axiom(selection, model).empty());
  CHECK(selection.axiom == "coherence");
  drawing::Selection unknown = parse({"coherense"}).selection;
  CHECK(cli::check_axiom(unknown, model).find("did you mean `coherence`") != std::string::npos);
}

TEST_CASE("--select refuses a combination that no execution satisfies") {
  using Texts = std::vector<std::string>;
  for (const Texts& texts :
       {Texts{"complete", "blocked"}, Texts{"error", "forbidden"}, Texts{"race", "x == 1"},
        Texts{"witness", "x == 1"}, Texts{"blocked", "x == 1"}, Texts{" "}}) {
    CAPTURE(texts.front());
    CHECK_FALSE(parse(texts).complaint.empty());
  }
}

}  // namespace drover::draw_selection_test
