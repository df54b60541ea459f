#pragma once

// Chooses the algorithm of a plan. Nothing is run here: measurements come first, and the plan is
// built afterwards (plan.cpp).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan_reasons.h"
#include "semantics/program/program.h"

namespace drover {

struct Choice {
  AlgorithmKind algorithm = AlgorithmKind::Enumerate;  // never Auto
  std::optional<ChoiceReason> reason;                  // unless it was requested by name
};

// Chooses by the options, the model and the text of the program.
[[nodiscard]] Choice choose_algorithm(const Program& program, const ExplorerOptions& options);

// A program that only `enumerate` takes, and that is too large for it; or one that the requested
// algorithm does not take.
struct Refusal {
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  LocatedObstacle obstacle;  // to `lb`, or to the requested algorithm
  std::string model;
};
// For litmus tests, too: `interleave`, requested by name, does not take all programs under models
// whose machine makes promises.
[[nodiscard]] std::optional<Refusal> find_machine_refusal(const Program& program,
                                                          const ExplorerOptions& options);
// For programs: litmus tests are small. Nothing if the algorithm was requested by name.
[[nodiscard]] std::optional<Refusal> find_refusal(const Program& program,
                                                  const ExplorerOptions& options);

// Returns the properties that `spore` needs and that are not proved of a model from a file, for
// this program.
[[nodiscard]] std::vector<ModelProperty> tried_properties(const Program& program,
                                                          const MemoryModel& model);

// Returns the program that `lb` explores: without annotated calls, which `lb` and built-in models
// do not use.
[[nodiscard]] Program program_for_buffering(const Program& program, const MemoryModel& model);

// True if `auto` may explore by values. A user who turns a reduction off or counts duplicates wants
// to count executions, and so does an observer of final states. With annotated calls `spore` has
// less to explore; with a heap `rvf` has more to check. The work of spawned threads cannot be
// predicted.
[[nodiscard]] bool may_choose_values(const Program& program, const ExplorerOptions& options);

// True if the exploration may start again with another plan: not if its state is kept or resumed,
// or if it is divided into parts or among processes.
[[nodiscard]] bool may_start_again(const ExplorerOptions& options);

struct Measurements {
  std::optional<ValuePromise> promise;
  std::optional<SizeComparison> sizes;  // if there is no promise
  bool may_reorder = false;  // additions commute, and `dpor` may explore one order of them
};

// An algorithm with far less to explore than `spore`.
struct Shortcut {
  AlgorithmKind algorithm = AlgorithmKind::Rvf;
  ChoiceReason reason;
  std::optional<std::uint64_t> trial;  // beyond this many executions it was the wrong choice
};
[[nodiscard]] std::optional<Shortcut> choose_shortcut(const Measurements& measured);

}  // namespace drover
