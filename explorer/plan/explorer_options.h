#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explorer/algorithms/rvf/rvf_options.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/error_kinds.h"
#include "explorer/plan/reduction.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/value.h"

namespace drover {

enum class AlgorithmKind : std::uint8_t {
  Auto,
  Enumerate,
  Interleave,
  Spore,
  Buffering,
  Rcmc,
  Dpor,
  Rvf
};

// The reaction to an error of any kind.
enum class AfterError : std::uint8_t { Stop, GoOn };

// Whether the findings of parts that may turn out not to count, since an error comes before them,
// are kept apart for somebody who knows of other parts of the same run.
enum class PartsKept : std::uint8_t { Together, Apart };

// Of executions that show the same error, which one is kept: one of those that are met first, or
// one with the fewest events and changes of thread.
enum class ShownError : std::uint8_t { First, Shortest };

// Whether executions that come up again are told from new ones. That takes memory for each.
enum class DuplicatePolicy : std::uint8_t { Ignore, Count };

// How far a run has come; for progress lines.
struct Progress {
  std::uint64_t executions = 0;  // of every kind
  std::size_t depth = 0;         // events of the current graph
  double seconds = 0;
};

class Execution;
struct GraphNames;
struct ExplorationState;
template <class State>
struct Keeping;
namespace work {
class Cluster;
class Pool;
}  // namespace work

// The treatment of memory that is lost at the end of an execution.
enum class LeakPolicy : std::uint8_t { Report, Ignore };

struct ExplorerOptions {
  const MemoryModel* model = nullptr;
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  UnfoldOptions unfold;
  // Which reductions may be used; those that fit the program, model and algorithm are.
  ReductionSet reductions = ReductionSet::all();
  // Passes that run even if the algorithm would not take them by itself: the references.
  ReductionSet asked_for = ReductionSet::none();
  rvf::RvfOptions rvf;
  AfterError after_error = AfterError::Stop;
  ErrorKindSet stops_at = ErrorKindSet::all();  // AfterError::Stop: errors that stop the run
  ShownError shown = ShownError::First;
  DuplicatePolicy duplicates = DuplicatePolicy::Ignore;
  LeakPolicy leaks = LeakPolicy::Report;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_executions;
  const std::atomic<bool>* interrupt = nullptr;  // set from outside to stop
  work::Pool* pool = nullptr;                    // whose threads may help; must outlive the run
  std::size_t simulated_workers = 0;             // one thread plays so many (Crew::simulate)
  work::Cluster* cluster = nullptr;              // whose processes may help (help_explore)
  const Keeping<ExplorationState>* checkpoint =
      nullptr;  // who keeps the state of the run now and then
  PartsKept parts = PartsKept::Together;
  const ExplorationState* resume = nullptr;       // what is left of the run to go on with
  std::function<void(const Progress&)> progress;  // called often; must be quick
  // Called before the first execution, with the names of what executions are made of, which are
  // good until the run ends; and again where a run has to be started again.
  std::function<void(const GraphNames&)> on_start;
  // Called for each complete execution with its final state, the values of
  // Program::observables; only if the program has conditions. A run that has to be started
  // again with more room calls it again.
  std::function<void(const Execution&, const std::vector<Value>&)> on_final_state;
  // Called for each execution that counts, complete or not, before its final states. The same
  // holds for a run that is started again.
  std::function<void(const Execution&)> on_execution;
};

}  // namespace drover
