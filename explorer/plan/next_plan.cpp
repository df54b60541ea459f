#include "explorer/plan/next_plan.h"

#include <utility>

#include "support/check.h"

namespace drover {

namespace {

Plan without_symmetry(Plan plan, ReductionObstacle obstacle) {
  if (obstacle == ReductionObstacle::HelpInDoubt) {
    plan.trust.given_up_help = trust::GivenUpHelp::Stays;
  }
  plan.trust.symmetric.clear();
  plan.used.erase(Reduction::Symmetry);
  for (ReductionUse& use : plan.reduction_uses) {
    if (use.reduction == Reduction::Symmetry) use.state = ReductionState::TurnedOff;
  }
  plan.remarks.push_back({obstacle, ""});
  plan.obstacle = obstacle;
  return plan;
}

}  // namespace

Plan next_plan(Plan plan, VoidReason reason) {
  switch (reason) {
    case VoidReason::FailedComputation:
    case VoidReason::TrialFailed: {
      DROVER_CHECK(plan.fallback != nullptr, "a plan that may fail has another one behind it");
      return *plan.fallback;
    }
    case VoidReason::HelpInDoubt:
      return without_symmetry(std::move(plan), ReductionObstacle::HelpInDoubt);
    case VoidReason::CausalCycle:
      return without_symmetry(std::move(plan), ReductionObstacle::CausalCycle);
    case VoidReason::ThreadsMisused:
      return without_symmetry(std::move(plan), ReductionObstacle::ThreadsMisused);
    case VoidReason::PlacementMatters:
      return without_symmetry(std::move(plan), ReductionObstacle::PlacementMatters);
  }
  return plan;
}

Plan reached_plan(Plan plan, bool is_fallback, const std::optional<ReductionObstacle>& obstacle) {
  if (is_fallback) plan = Plan(*plan.fallback);
  return obstacle ? without_symmetry(std::move(plan), *obstacle) : plan;
}

Plan plan_for_one_run(Plan plan) {
  plan.trust.given_up_help = trust::GivenUpHelp::Stays;
  plan.trust.over_graphs = trust::OverGraphs::Explored;
  return plan;
}

}  // namespace drover
