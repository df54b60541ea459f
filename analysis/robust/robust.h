#pragma once

// Robustness: has a program, under a model, behaviour that it has not under sc?

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover::robust {

// The part of an execution that sc must have, too.
enum class Behaviour : std::uint8_t {
  Traces,  // all of it: po, rf and co
  Reads,   // po and rf: which write each read reads from
  States   // the final state, or the error at its end
};

struct RobustOptions {
  ExplorerOptions explorer;         // with the model, which fits the program
  const MemoryModel* sc = nullptr;  // fits the program, too
  Behaviour by = Behaviour::Traces;
  bool stops_at_first = false;  // at the first behaviour that sc has not
};

// An execution with behaviour that sc has not.
struct Surprise {
  ExecutionGraph graph;
  std::size_t events = 0;
  std::vector<Value> state;            // States: of Program::observables; empty: an error
  std::optional<std::size_t> error;    // States: index in the errors of the run
  std::optional<Violation> violation;  // of sc, in this graph; nothing: only its end is new
};

enum class RobustVerdict : std::uint8_t {
  Robust,
  NotRobust,
  Undefined,  // an error, such as a race, with which the model gives the program no meaning
  Incomplete  // a limit was reached, or a loop was cut, and no such behaviour was found
};

struct Robustness {
  RobustVerdict verdict = RobustVerdict::Robust;
  ExplorationResult run;                      // under the model
  std::optional<ExplorationResult> under_sc;  // States, if there are candidates for surprises
  std::uint64_t executions = 0;               // of every kind, under the model
  // Executions (Traces, Reads) or final states and errors (States) that sc has not.
  std::uint64_t others = 0;
  std::uint64_t states = 0;              // States: final states and errors under the model
  bool is_complete = true;               // `others` are all
  std::optional<Surprise> smallest;      // with the fewest events, then with the shortest cycle
  std::optional<std::size_t> undefined;  // Undefined: index in the errors of the run
};

// True if the model has what `by` compares: traces need a coherence order that the graph shows.
[[nodiscard]] bool can_compare(const MemoryModel& model, Behaviour by);

// Explores `program` under the model and decides of each execution, from its graph, whether sc has
// it. Only States may need an exploration under sc: if some graph is not of sc, although its final
// state may be. For States the program must observe its final states
// (orders::with_all_observables). Executions are those of `check`: iterations of loops that change
// nothing are no behaviour, and of symmetric threads one order counts for all.
[[nodiscard]] Robustness find_robustness(const Program& program, const RobustOptions& options);

}  // namespace drover::robust
