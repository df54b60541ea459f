#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "drawing/compose.h"
#include "drawing/selection.h"
#include "explorer/algorithms/execution.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"
#include "semantics/program/value.h"

namespace drover::drawing {

// Program, limits and selection of a search. The program, the model and the selection must outlive
// the search.
struct FindRequest {
  const Program& program;
  const MemoryModel& model;
  const Selection& selection;
  // True if a final state (values of Program::observables) has the selected outcome; or satisfies
  // the file's condition, for selections of witnesses.
  std::function<bool(std::span<const Value>)> is_selected;
  std::function<bool(std::span<const Value>)> is_witness = nullptr;
  // The values that conditions mention: in forbidden candidates they may come from a cycle of reads
  // and writes (see explain::visit_candidates).
  std::vector<Value> mentioned = {};
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  // Reductions must keep all executions, like passes that end waiting loops.
  ReductionSet reductions = ReductionSet::none();
  std::uint32_t unroll = 100;
  std::optional<double> max_seconds = {};
  std::optional<std::uint64_t> max_executions = {};
  std::size_t max_found = 100;
};

struct FoundExecution {
  std::size_t number = 0;  // among selected executions, from 1
  ExecutionGraph graph;
  std::vector<NodeId> nodes = {};               // final nodes of its threads
  std::vector<ThreadEnd> ends = {};             // how its threads ended
  std::vector<std::vector<Value>> states = {};  // selected final states
  std::vector<Violation> violations = {};       // of a candidate that the model rejects
  std::optional<std::size_t> error = {};        // index of its error in the result
};

// Reason why the search ended.
enum class SearchEnd : std::uint8_t {
  All,          // there are no others
  LastNumber,   // the greatest requested number was found
  Full,         // there are more than `max_found`
  Interrupted,  // by the user
  Limit,        // see the result
  Cut           // loops were cut: there may be others
};

struct FoundExecutions {
  std::vector<FoundExecution> executions;
  std::size_t matching = 0;  // includes executions not kept
  SearchEnd end = SearchEnd::All;
  std::vector<std::size_t> left_out = {};  // errors of the result that a drawn error represents
  ExplorationResult result;                // nodes, names and errors refer to it
};

// Runs the program and keeps the selected executions: the requested numbers, or else the first
// `max_found`.
//
// Forbidden candidates are those of explain::CandidateSearch that the request's model rejects.
[[nodiscard]] FoundExecutions find_executions(const FindRequest& request);

// Returns why each thread of an execution stopped, for its picture: the line, the value, and
// whether it waits or was cut. `model` is the run's model.
[[nodiscard]] std::vector<ThreadEnding> thread_endings(const ExplorationResult& result,
                                                       const MemoryModel& model,
                                                       const Execution& execution);

// Returns the request for an execution, without relations: its final states, how its threads ended,
// and its violated axioms or its error. `model` is the model of the search.
[[nodiscard]] PictureRequest captions_of(const FoundExecution& execution,
                                         const ExplorationResult& result, const MemoryModel& model);

}  // namespace drover::drawing
