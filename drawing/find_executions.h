#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "drawing/selection.h"
#include "explorer/algorithms/execution.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"
#include "semantics/program/value.h"

namespace drover::drawing {

// What to run, how far, and what to keep of it. The program, the model and the selection must live
// as long as the search.
struct FindRequest {
  const Program& program;
  const MemoryModel& model;
  const Selection& selection;
  // Whether a final state, as values of Program::observables, has the outcome of the selection;
  // and whether it satisfies the condition of the file, for selections of witnesses.
  std::function<bool(std::span<const Value>)> is_selected;
  std::function<bool(std::span<const Value>)> is_witness = nullptr;
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  // Only such that leave no execution out, as passes that end loops which only wait.
  ReductionSet reductions = ReductionSet::none();
  std::uint32_t unroll = 100;
  std::optional<double> max_seconds = {};
  std::optional<std::uint64_t> max_executions = {};
  std::size_t max_found = 100;
};

struct FoundExecution {
  std::size_t number = 0;  // among those that were selected, from 1
  ExecutionGraph graph;
  std::vector<NodeId> nodes = {};               // where its threads stand
  std::vector<ThreadEnd> ends = {};             // and how they ended
  std::vector<std::vector<Value>> states = {};  // final ones, of those that are selected
  std::vector<Violation> violations = {};       // of candidates that the model does not accept
  std::optional<std::size_t> error = {};        // which it shows, of the result's
};

// Why the search ended.
enum class SearchEnd : std::uint8_t {
  All,          // there are no others
  LastNumber,   // the greatest number that was asked for was found
  Full,         // there are more than `max_found`
  Interrupted,  // by the user
  Limit,        // the result says which
  Cut           // loops were cut: there may be others
};

struct FoundExecutions {
  std::vector<FoundExecution> executions;
  std::size_t matching = 0;  // also those that were not kept
  SearchEnd end = SearchEnd::All;
  std::vector<std::size_t> left_out = {};  // errors of the result for which another one stands
  ExplorationResult result;                // what the nodes, the names and the errors refer to
};

// Runs the program and keeps what the selection asks for: the numbers it names, or else the
// first `max_found`.
//
// Forbidden candidates come from the reference algorithm under a model without axioms. They are
// those that the model of the request rejects.
[[nodiscard]] FoundExecutions find_executions(const FindRequest& request);

}  // namespace drover::drawing
