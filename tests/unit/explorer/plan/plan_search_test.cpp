#include "explorer/plan/plan_search.h"

#include <doctest/doctest.h>

#include "explorer/models/model_registry.h"
#include "explorer/run/searches.h"
#include "tests/support/program_text.h"

namespace drover::plan_search_test {

TEST_CASE("spore and rcmc have the same widths, an algorithm without sets of events has one") {
  for (std::uint32_t width = 0; width < GraphCapacities.size(); ++width) {
    CHECK(has_width(AlgorithmKind::Spore, width));
    CHECK(has_width(AlgorithmKind::Rcmc, width));
  }
  CHECK_FALSE(has_width(AlgorithmKind::Spore, GraphCapacities.size()));
  CHECK_FALSE(has_width(AlgorithmKind::Rcmc, GraphCapacities.size()));
  CHECK(has_width(AlgorithmKind::Rvf, 0));
  CHECK_FALSE(has_width(AlgorithmKind::Rvf, 1));
}

TEST_CASE("dpor can be resumed but not split, interleave neither") {
  CHECK_FALSE(is_splittable(AlgorithmKind::Dpor));
  CHECK(is_resumable(AlgorithmKind::Dpor));
  CHECK_FALSE(is_splittable(AlgorithmKind::Interleave));
  CHECK_FALSE(is_resumable(AlgorithmKind::Interleave));
  CHECK(is_splittable(AlgorithmKind::Spore));
}

TEST_CASE("only a search by values counts the work of VerifySC") {
  struct Nobody : ExecutionObserver {
    void on_execution(const Execution& /*execution*/) override {}
  };
  const Program program = testing::program_from("shared x; thread t { x := 1; }");
  const MemoryModel& model = *find_model("sc");
  for (const AlgorithmKind kind : {AlgorithmKind::Rvf, AlgorithmKind::Spore}) {
    Plan plan;
    plan.algorithm = kind;
    ProgramAutomata automata(program, {});
    RunControl control;
    Nobody nobody;
    const auto search = make_search(plan, model, 0, automata, control, nobody);
    CHECK(counters_of(*search).has_value() == (kind == AlgorithmKind::Rvf));
  }
}

}  // namespace drover::plan_search_test
