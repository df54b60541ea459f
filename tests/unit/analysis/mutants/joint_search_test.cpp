#include "analysis/mutants/joint_search.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/mutants/mutants.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::joint_search_test {
using namespace drover::testing;

namespace {

using Model = std::shared_ptr<const MemoryModel>;

Model model_of_text(const std::string& text) {
  cat::ModelOptions options;
  options.texts["mutant.cat"] = text;
  return read_model_file("mutant.cat", nullptr, options).model;
}

// A model from its text, and its mutants.
struct Family {
  explicit Family(const std::string& text) : models{model_of_text(text)} {
    for (const mutants::Mutant& each : mutants::mutants_of(text)) {
      if (Model model = model_of_text(each.text)) models.push_back(std::move(model));
    }
    for (const Model& each : models) fitted.push_back(each->fitted({}));
  }

  std::vector<Model> models;
  std::vector<const MemoryModel*> fitted;
};

std::array<explain::Outcome, 2> outcomes_of(const Program& program) {
  const explain::Outcome asked = explain::outcome_of(program, program.conditions.front());
  explain::Outcome others;
  others.parts.push_back(
      {.text = "others",
       .observables = asked.parts.front().observables,
       .holds = [asked](std::span<const Value> state) { return !asked.holds(state); }});
  for (const explain::OutcomePart& part : asked.parts) {
    auto& all = others.parts.front().observables;
    all.insert(all.end(), part.observables.begin(), part.observables.end());
  }
  return {asked, others};
}

mutants::Reached reached_alone(const Program& program, const MemoryModel& model,
                               const std::array<explain::Outcome, 2>& outcomes) {
  ExplorerOptions options;
  options.model = &model;
  options.reductions = ReductionSet::none();
  options.after_error = AfterError::GoOn;
  mutants::Reached out{};
  for (const auto& [state, count] : explore(program, options).outcomes) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) out[i] |= outcomes[i].holds(state);
  }
  return out;
}

constexpr std::string_view Programs[] = {
    "shared x, y;\nthread p { store@rlx(x, 1); store@rel(y, 1); }\n"
    "thread q { a := load@acq(y); b := load@rlx(x); }\nexists (q:a == 1 && q:b == 0);\n",
    "shared x, y;\nthread p { store@rlx(x, 1); fence@sc; a := load@rlx(y); }\n"
    "thread q { store@rlx(y, 1); fence@sc; b := load@rlx(x); }\nexists (p:a == 0 && q:b == 0);\n",
    "shared x;\nthread p { store@rlx(x, 1); store@rlx(x, 2); }\n"
    "thread q { a := load@rlx(x); b := load@rlx(x); }\nexists (q:a == 2 && q:b == 1);\n",
    "shared x;\nthread p { a := faa@rlx(x, 1); }\nthread q { b := faa@rlx(x, 1); }\n"
    "exists (x == 1);\n",
    "shared x, y;\nthread p { a := load@rlx(x); store@rlx(y, 1); }\n"
    "thread q { b := load@rlx(y); if (b == 1) { store@rlx(x, 1); } }\n"
    "exists (p:a == 1 && q:b == 1);\n",
    "shared x, y;\nthread p { store@rlx(x, 1); store@rlx(y, 1); }\n"
    "thread q { store@rlx(y, 2); store@rlx(x, 2); }\nforall (x == 2 || y == 1);\n",
};

}  // namespace

TEST_CASE("models that are asked together answer as each alone") {
  std::size_t taken = 0;
  std::size_t changed = 0;
  for (const std::string_view name : {"sc", "tso", "rc11", "imm"}) {
    const Family family{std::string(find_model(name)->text())};
    const mutants::JointSearch search(family.fitted);
    REQUIRE(search.takes(0));
    for (const std::string_view text : Programs) {
      const Program program = program_from(std::string(text));
      const auto outcomes = outcomes_of(program);
      const auto found = search.run(program, 2, outcomes, {});
      REQUIRE(found);
      for (std::size_t i = 0; i < family.fitted.size(); ++i) {
        if (!search.takes(i)) continue;
        CAPTURE(name);
        CAPTURE(text);
        CAPTURE(i);
        CHECK((*found)[i] == reached_alone(program, *family.fitted[i], outcomes));
        ++taken;
        changed += (*found)[i] != (*found)[0] ? 1 : 0;
      }
    }
  }
  CHECK(taken > 500);
  CHECK(changed > 20);
}

TEST_CASE("equal expressions and equal recursions are evaluated once") {
  const std::string text =
      "\"a model\"\ninclude \"cos.cat\"\nlet rec r = rf | (r; s) and s = co | (s; r)\n"
      "acyclic po | r as one\nacyclic rf | co | fr as two\n";
  const Model first = model_of_text(text);
  const Model second = model_of_text(text + "empty rmw & (fr; co) as three\n");
  REQUIRE(first);
  REQUIRE(second);
  const std::vector<const cat::Code*> codes{first->code(), second->code()};
  const std::vector<mutants::JoinedCode> joined = mutants::joined(codes);
  REQUIRE(joined.size() == 1);
  CHECK(joined.front().code.groups.size() == 1);
  CHECK(joined.front().members[1].axioms.size() == joined.front().members[0].axioms.size() + 1);
  CHECK(joined.front().code.checks.size() == joined.front().members[1].axioms.size());
}

TEST_CASE("many recursions need several codes") {
  std::vector<Model> models;
  std::vector<const cat::Code*> codes;
  for (std::size_t i = 0; i <= cat::MaxGroups; ++i) {
    std::string chain = "rf";
    for (std::size_t k = 0; k < i; ++k) chain += "; po";
    models.push_back(model_of_text("\"a model\"\ninclude \"cos.cat\"\nlet rec r = (" + chain +
                                   ") | (r; co)\nacyclic r\n"));
    REQUIRE(models.back());
    codes.push_back(models.back()->code());
  }
  CHECK(mutants::joined(codes).size() == 2);
}

TEST_CASE("a joint search has limits") {
  const Family family{std::string(find_model("sc")->text())};
  const mutants::JointSearch search(family.fitted);
  const Program program = program_from(std::string(Programs[0]));
  const std::atomic<bool> interrupt = true;
  CHECK_FALSE(search.run(program, 2, outcomes_of(program), {.interrupt = &interrupt}));
}

}  // namespace drover::joint_search_test
