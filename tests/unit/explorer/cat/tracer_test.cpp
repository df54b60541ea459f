#include "explorer/cat/tracer.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "explorer/cat/read_model.h"
#include "tests/support/graph_text.h"
#include "tests/unit/explorer/litmus_graphs.h"

namespace drover::tracer_test {
using namespace drover::testing;

namespace {

// The steps of the first check that fails; nothing if none does.
class Explained {
 public:
  Explained(const std::string& model, const ExecutionGraph& graph)
      : code_(cat::read_model_text("test.cat", model).code), values_(*code_) {
    values_.set_events(graph);
    values_.set_edges(graph);
    for (const cat::CodeCheck& check : code_->checks) {
      if (steps || !values_.fails(check)) continue;
      steps = cat::Tracer(*code_, values_).steps_of(check);
    }
  }
  // True if a base step is a pair of the relation that it names.
  [[nodiscard]] bool is_pair(const Step& step) {
    const bool is_inverse = step.relation.ends_with("^-1");
    const auto found = code_->names.find(
        is_inverse ? step.relation.substr(0, step.relation.size() - 3) : step.relation);
    REQUIRE(found != code_->names.end());
    const Relation relation = values_.relation(found->second);
    return is_inverse ? relation.contains(step.to, step.from)
                      : relation.contains(step.from, step.to);
  }
  [[nodiscard]] Relation relation(const std::string& name) {
    return values_.relation(code_->names.find(name)->second);
  }

  std::optional<std::vector<Step>> steps;

 private:
  std::shared_ptr<const cat::Code> code_;
  cat::Evaluator values_;
};

}  // namespace

TEST_CASE("a failed check is explained by a cycle of base edges") {
  std::size_t count = 0;
  for (const std::string model :
       {"acyclic po | sync | rf | co | fr", "irreflexive (po | sync | rf)+; (rf | co | fr)+",
        "irreflexive (po | sync)+; (rf? ; (co | fr)?)",
        "acyclic ((po \\ ([W]; po; [R])) | sync); fr?",
        "let ecr = rf^-1; (co | id) let rec hb = po | sync | (hb; rf; hb)\nacyclic hb | ecr; fr",
        "empty (po | sync)^-1 & (rf | co | fr)",
        "empty ((po | sync)^-1 & (rf | co | fr)) \\ (rf & int)",
        "empty [M]; ((po | sync)^-1 & (rf | co | fr)); [M]"}) {
    for (const LitmusGraph& litmus : LitmusGraphs) {
      CAPTURE(model);
      CAPTURE(litmus.name);
      Explained explained(model, graph(std::string(litmus.text)));
      if (!explained.steps) continue;
      ++count;
      const std::vector<Step> base = base_steps(*explained.steps);
      REQUIRE_FALSE(base.empty());
      for (std::size_t i = 0; i < base.size(); ++i) {
        CHECK(explained.is_pair(base[i]));
        CHECK(base[i].to == base[(i + 1) % base.size()].from);
      }
    }
  }
  CHECK(count > 50);
}

TEST_CASE("the cycle of a failed check is as short as possible") {
  std::size_t count = 0;
  for (const LitmusGraph& litmus : LitmusGraphs) {
    CAPTURE(litmus.name);
    Explained explained("let all = po | sync | rf | co | fr\nacyclic all",
                        graph(std::string(litmus.text)));
    if (!explained.steps) continue;
    ++count;
    CHECK(base_steps(*explained.steps).size() == shortest_cycle(explained.relation("all")).size());
  }
  CHECK(count > 20);
}

TEST_CASE("a named relation is one step, with its derivation") {
  Explained explained("let com = rf | co | fr\nlet ghb = po | sync | com\nacyclic ghb",
                      graph("W x 1; R y 0 || W y 1; R x 0"));
  REQUIRE(explained.steps);
  REQUIRE(explained.steps->size() == 4);
  const Step& step = explained.steps->front();
  CHECK(step.relation == "ghb");
  for (const Step& each : *explained.steps) {
    REQUIRE(each.parts.size() == 1);
    const Step& part = each.parts[0];
    CHECK((part.relation == "po" || part.relation == "com"));
    if (part.relation == "com") CHECK(part.parts[0].relation == "fr");
  }
}

}  // namespace drover::tracer_test
