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

// All decisions of a run. A plan is made once and then run. It is made in three steps: measure
// (plan.cpp), choose (choice.h), build (plan.cpp). If a run turns out not to count, next_plan.h
// gives the plan to run instead.
struct Plan {
  AlgorithmKind algorithm = AlgorithmKind::Enumerate;  // never Auto
  std::optional<AlgorithmReason> reason;               // if it was chosen automatically

  ReducedProgram reduced;
  ReductionSet used = ReductionSet::none();  // all reductions that change the exploration
  std::vector<PlanRemark> remarks;           // on reductions that suit the program but are not used

  // The state of each reduction; for `lb` alone.
  std::vector<ReductionUse> reduction_uses;

  UnfoldOptions unfold;
  trust::TrustOptions trust;                              // for `spore`
  dpor::Additions additions = dpor::Additions::Conflict;  // for `dpor`
  rvf::RvfOptions rvf;                                    // for `rvf`
  StoreBuffers machine = StoreBuffers::None;              // for `interleave`
  std::optional<PromisingRules> promises;                 // the same, for a machine with promises

  bool may_repeat = false;         // some execution may come up more than once
  bool counts_duplicates = false;  // repeated executions are distinguished from new ones
  // The program chooses the order of unsequenced accesses: executions that differ only in it are
  // one.
  bool has_orders = false;
  // True if the executions seen are remembered.
  [[nodiscard]] bool knows_executions() const { return counts_duplicates || has_orders; }
  std::optional<std::uint64_t> max_executions;
  // The plan to run instead if an assumption turns out to be wrong: if failed computations are
  // noted (UnfoldOptions::failures) and there is one; otherwise if the trial limit `max_executions`
  // is reached.
  std::shared_ptr<const Plan> fallback;
  bool is_fallback = false;                   // of a trial of size
  std::optional<ReductionObstacle> obstacle;  // found during a run, if any
  [[nodiscard]] bool is_trial_of_size() const {
    return fallback != nullptr && unfold.failures == FailedComputations::End;
  }
};

// Returns the plan for `program` with `options`. The model must be set, and the algorithm must fit
// it (`find_misfit`). The plan uses the allowed reductions that are sound here and useful for the
// program. The references use only reductions requested by name.
[[nodiscard]] Plan make_plan(const Program& program, const ExplorerOptions& options);

// The same, but `auto` does not look for an algorithm with less to explore: the chosen one can be
// divided, sampled and estimated.
[[nodiscard]] Plan make_divisible_plan(const Program& program, const ExplorerOptions& options);

// Returns the options with the model's variant for this program. (A model that cannot be fitted has
// been reported.)
[[nodiscard]] ExplorerOptions fitted(ExplorerOptions options, const Program& program);

}  // namespace drover
