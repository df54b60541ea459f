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

enum class AfterError : std::uint8_t { Stop, GoOn };

// Findings of parts after a possible error may turn out not to count. Apart: they are kept
// separately, for a caller that knows other parts of the same run.
enum class PartsKept : std::uint8_t { Together, Apart };

// The execution shown for an error: one of the first found, or one with the fewest events and
// changes of thread.
enum class ShownError : std::uint8_t { First, Shortest };

// Count: repeated executions are distinguished from new ones, which takes memory for each.
enum class DuplicatePolicy : std::uint8_t { Ignore, Count };

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

// The treatment of memory lost at the end of an execution.
enum class LeakPolicy : std::uint8_t { Report, Ignore };

// The orders of calls for which an object must be what its specification says: those of the program
// as it is, or also those that other clients with the same calls may impose.
enum class ClientOrders : std::uint8_t { AsWritten, All };

struct ExplorerOptions {
  const MemoryModel* model = nullptr;
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  UnfoldOptions unfold;
  // The allowed reductions; those that fit the program, model and algorithm are used.
  ReductionSet reductions = ReductionSet::all();
  // Passes that run even if the algorithm does not use them by default: the references.
  ReductionSet asked_for = ReductionSet::none();
  rvf::RvfOptions rvf;
  AfterError after_error = AfterError::Stop;
  ErrorKindSet stops_at = Violations;  // AfterError::Stop: errors that stop the run
  ShownError shown = ShownError::First;
  DuplicatePolicy duplicates = DuplicatePolicy::Ignore;
  LeakPolicy leaks = LeakPolicy::Report;
  ClientOrders client_orders = ClientOrders::AsWritten;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_executions;
  const std::atomic<bool>* interrupt = nullptr;  // set from outside to stop
  work::Pool* pool = nullptr;                    // its threads may help; must outlive the run
  std::size_t simulated_workers = 0;  // one thread simulates so many workers (Crew::simulate)
  work::Cluster* cluster = nullptr;   // its processes may help (help_explore)
  const Keeping<ExplorationState>* checkpoint =
      nullptr;  // regularly receives the run's state, so that it can be resumed later
  PartsKept parts = PartsKept::Together;
  const ExplorationState* resume = nullptr;       // the rest of an earlier run, to continue
  std::function<void(const Progress&)> progress;  // called often; must be quick
  // Called before the first execution, with the names for graphs, which are valid until the run
  // ends; called again if a run is restarted.
  std::function<void(const GraphNames&)> on_start;
  // Called for each complete execution with its final state, the values of Program::observables;
  // only if the program has conditions. A run that is restarted with more room calls it again.
  std::function<void(const Execution&, const std::vector<Value>&)> on_final_state;
  // Called for each execution that counts, complete or not, before its final states; also again if
  // the run is restarted.
  std::function<void(const Execution&)> on_execution;
  // True for final states that count; other executions raise no flags. Null: all count.
  std::function<bool(const std::vector<Value>&)> is_counted;
};

}  // namespace drover
