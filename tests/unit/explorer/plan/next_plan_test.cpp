#include "explorer/plan/next_plan.h"

#include <doctest/doctest.h>

#include <memory>
#include <utility>

namespace drover::next_plan_test {

namespace {

// A plan that relies on all that may turn out not to hold.
Plan hopeful_plan() {
  Plan plan;
  plan.algorithm = AlgorithmKind::Spore;
  plan.used = ReductionSet({Reduction::Await, Reduction::Symmetry, Reduction::Helping});
  plan.trust.symmetric = {{ThreadId(0), ThreadId(1)}};
  plan.trust.given_up_help = trust::GivenUpHelp::Leaves;
  plan.trust.over_graphs = trust::OverGraphs::Dropped;
  return plan;
}

Plan trial() {
  Plan plan;
  plan.algorithm = AlgorithmKind::Rvf;
  plan.max_executions = 10;
  Plan other = hopeful_plan();
  other.is_fallback = true;
  plan.fallback = std::make_shared<const Plan>(std::move(other));
  return plan;
}

}  // namespace

TEST_CASE("a plan without symmetry keeps all else") {
  const std::pair<VoidReason, ReductionObstacle> cases[] = {
      {VoidReason::CausalCycle, ReductionObstacle::CausalCycle},
      {VoidReason::ThreadsMisused, ReductionObstacle::ThreadsMisused},
      {VoidReason::PlacementMatters, ReductionObstacle::PlacementMatters}};
  for (const auto& [reason, obstacle] : cases) {
    CAPTURE(static_cast<int>(reason));
    const Plan after = next_plan(hopeful_plan(), reason);
    CHECK(after.trust.symmetric.empty());
    CHECK_FALSE(after.used.contains(Reduction::Symmetry));
    CHECK(after.used.contains(Reduction::Await));
    CHECK(after.used.contains(Reduction::Helping));
    CHECK(after.algorithm == AlgorithmKind::Spore);
    CHECK(after.trust.given_up_help == trust::GivenUpHelp::Leaves);
    CHECK(after.trust.over_graphs == trust::OverGraphs::Dropped);
    CHECK(after.obstacle == obstacle);
    REQUIRE(after.remarks.size() == 1);
    CHECK(after.remarks[0].obstacle == obstacle);
  }
}

TEST_CASE("a plan for lb says that symmetry is off after all") {
  Plan plan;
  plan.algorithm = AlgorithmKind::Buffering;
  plan.reduction_uses = {{Reduction::Plp, ReductionState::On, "imm"},
                         {Reduction::Symmetry, ReductionState::On, "imm"}};
  const Plan after = next_plan(plan, VoidReason::PlacementMatters);
  REQUIRE(after.reduction_uses.size() == 2);
  CHECK(after.reduction_uses[0].state == ReductionState::On);
  CHECK(after.reduction_uses[1].state == ReductionState::TurnedOff);
}

TEST_CASE("a doubt about helping keeps it, and drops symmetry") {
  const Plan after = next_plan(hopeful_plan(), VoidReason::HelpInDoubt);
  CHECK(after.trust.given_up_help == trust::GivenUpHelp::Stays);
  CHECK(after.trust.symmetric.empty());
  CHECK(after.obstacle == ReductionObstacle::HelpInDoubt);
}

TEST_CASE("doubts add up, independent of their order") {
  for (const bool help_first : {true, false}) {
    Plan plan = hopeful_plan();
    if (help_first) plan = next_plan(std::move(plan), VoidReason::HelpInDoubt);
    plan = next_plan(std::move(plan), VoidReason::CausalCycle);
    if (!help_first) plan = next_plan(std::move(plan), VoidReason::HelpInDoubt);
    CHECK(plan.trust.given_up_help == trust::GivenUpHelp::Stays);
    CHECK(plan.trust.symmetric.empty());
  }
}

TEST_CASE("a trial, or a computation that has failed, leads to the other plan") {
  for (const VoidReason reason : {VoidReason::TrialFailed, VoidReason::FailedComputation}) {
    const Plan after = next_plan(trial(), reason);
    CHECK(after.algorithm == AlgorithmKind::Spore);
    CHECK(after.is_fallback);
    CHECK_FALSE(after.is_trial_of_size());
    CHECK_FALSE(after.max_executions);
  }
}

TEST_CASE("the plan of a restarted run follows from its reasons") {
  const Plan first = reached_plan(trial(), false, std::nullopt);
  CHECK(first.algorithm == AlgorithmKind::Rvf);
  CHECK(first.is_trial_of_size());
  const Plan reached = reached_plan(trial(), true, ReductionObstacle::CausalCycle);
  const Plan led_to =
      next_plan(next_plan(trial(), VoidReason::TrialFailed), VoidReason::CausalCycle);
  CHECK(reached.is_fallback == led_to.is_fallback);
  CHECK(reached.obstacle == led_to.obstacle);
  CHECK(reached.trust.symmetric == led_to.trust.symmetric);
}

TEST_CASE("a run that cannot restart uses no reduction that may be in doubt later") {
  const Plan plan = plan_for_one_run(hopeful_plan());
  CHECK(plan.trust.given_up_help == trust::GivenUpHelp::Stays);
  CHECK(plan.trust.over_graphs == trust::OverGraphs::Explored);
}

}  // namespace drover::next_plan_test
