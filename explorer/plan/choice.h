#pragma once

// Which algorithm a plan is for. Nothing is run here: what has to be tried out is measured before
// (measure.h), and what is chosen is built after (plan.h).

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan_reasons.h"
#include "semantics/program/program.h"

namespace drover {

struct Choice {
  AlgorithmKind algorithm = AlgorithmKind::Enumerate;  // never Auto
  std::optional<ChoiceReason> reason;                  // unless it was asked for by name
};

// By the options, the model and the text of the program.
[[nodiscard]] Choice choose_algorithm(const Program& program, const ExplorerOptions& options);

// Properties that `spore` needs and that are not proved of a model from a file, for this program.
[[nodiscard]] std::vector<ModelProperty> tried_properties(const Program& program,
                                                          const MemoryModel& model);

// The program that `lb` explores: it has no use for annotated calls, and built-in models do not
// speak of them.
[[nodiscard]] Program program_for_buffering(const Program& program, const MemoryModel& model);

// Whether `auto` may explore by values. A user who turns a reduction off, or counts duplicates,
// counts executions; an observer of final states does, too. With annotated calls `spore` has less
// to explore; with a heap `rvf` has more to look for. The work of threads that are spawned is not
// known before they are.
[[nodiscard]] bool may_choose_values(const Program& program, const ExplorerOptions& options);

// An exploration that is kept, or done in parts or in many places, cannot start again.
[[nodiscard]] bool may_start_again(const ExplorerOptions& options);

// Measurements of a program.
struct Measurements {
  std::optional<ValuePromise> promise;
  std::optional<SizeComparison> sizes;  // where there is no promise
  bool may_reorder = false;  // additions commute, and `dpor` may explore one order of them
};

// An algorithm that has far less to explore than `spore`.
struct Shortcut {
  AlgorithmKind algorithm = AlgorithmKind::Rvf;
  ChoiceReason reason;
  std::optional<std::uint64_t> trial;  // after so many executions, it was the wrong choice
};
[[nodiscard]] std::optional<Shortcut> choose_shortcut(const Measurements& measured);

}  // namespace drover
