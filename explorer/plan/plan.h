#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explorer/algorithms/dpor/dpor_options.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/plan/reduce_program.h"

namespace drover {

// What a run will do. It is made once, and then run: nobody asks again what fits what. A plan is
// made in three steps: measure (measure.h), choose (choice.h), build (plan.cpp). Where a run turns
// out not to count, next_plan.h has the plan to run instead.
struct Plan {
  AlgorithmKind algorithm = AlgorithmKind::Enumerate;  // never Auto
  std::optional<AlgorithmReason> reason;               // if it was chosen

  ReducedProgram reduced;
  ReductionSet used = ReductionSet::none();  // all reductions that change what is explored
  std::vector<PlanRemark> remarks;           // on those that the program asks for and does not get

  // The state of each reduction; for `lb` alone.
  std::vector<ReductionUse> reduction_uses;

  UnfoldOptions unfold;
  trust::TrustOptions trust;                              // for `spore`
  dpor::Additions additions = dpor::Additions::Conflict;  // for `dpor`
  rvf::RvfOptions rvf;                                    // for `rvf`
  StoreBuffers machine = StoreBuffers::None;              // for `interleave`

  bool may_repeat = false;         // some execution may come up more than once
  bool counts_duplicates = false;  // those that come up again are told from new ones
  std::optional<std::uint64_t> max_executions;
  // If given, this is what to do instead if the plan turns out to be wrong: where failed
  // computations are noted (UnfoldOptions::failures), if there is one; else if `max_executions`,
  // which is a trial then, is reached.
  std::shared_ptr<const Plan> fallback;
  bool is_fallback = false;                   // of a plan that is a trial of size
  std::optional<ReductionObstacle> obstacle;  // that has turned out, if one has
  [[nodiscard]] bool is_trial_of_size() const {
    return fallback != nullptr && unfold.failures == FailedComputations::End;
  }
};

// The plan for `program` as `options` say. The model must be set, and the algorithm must fit it
// (`find_misfit`). Of the reductions that are allowed it has those that are sound here and that
// the program gives a reason for. The references take only what is asked of them by name.
[[nodiscard]] Plan make_plan(const Program& program, const ExplorerOptions& options);

// The same, but that `auto` does not look for an algorithm that has less to explore: what it
// chooses can be divided, sampled and estimated.
[[nodiscard]] Plan make_divisible_plan(const Program& program, const ExplorerOptions& options);

// With the model as it is for such programs. (A model that cannot be fitted has been reported.)
[[nodiscard]] ExplorerOptions fitted(ExplorerOptions options, const Program& program);

}  // namespace drover
