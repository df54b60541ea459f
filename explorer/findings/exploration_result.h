#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "explorer/findings/thread_stop.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/plan/reduction.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/cell_cuts.h"
#include "semantics/program/error_fact.h"
#include "semantics/program/error_kind.h"
#include "semantics/program/program.h"

namespace drover {

class StopFinder;
struct ExplorationState;

// A graph that several errors of one execution share: there may be as many races as pairs of
// events. Converts to a graph.
class SharedGraph {
 public:
  SharedGraph() : SharedGraph(ExecutionGraph({})) {}
  SharedGraph(ExecutionGraph graph)  // NOLINT(google-explicit-constructor)
      : graph_(std::make_shared<const ExecutionGraph>(std::move(graph))) {}

  operator const ExecutionGraph&() const { return *graph_; }  // NOLINT(google-explicit-constructor)

  [[nodiscard]] std::size_t size() const { return graph_->size(); }
  [[nodiscard]] const Event& event(EventId id) const { return graph_->event(id); }
  [[nodiscard]] auto events() const { return graph_->events(); }
  [[nodiscard]] auto events_of(ThreadId thread) const { return graph_->events_of(thread); }
  // Equal for objects that share a graph.
  [[nodiscard]] const ExecutionGraph* identity() const { return graph_.get(); }

 private:
  std::shared_ptr<const ExecutionGraph> graph_;
};

enum class Verdict : std::uint8_t {
  Safe,
  Vacuous,  // no error found, but no execution completes, or none reaches an assertion
  Violation,
  Incomplete
};

struct ErrorPlace {
  SourceRange source;
  std::string thread;
  ErrorFact fact = {};  // what happens there
};

struct EventFact {
  EventId event;
  ErrorFact fact;
};

// words/fact_words.h turns it into text.
struct ReportedError {
  ErrorKind kind = ErrorKind::Assertion;
  ErrorFact fact = {};
  ErrorPlace place = {};
  std::vector<ErrorPlace> others = {};  // the other access of a race, other waiting threads, …
  SharedGraph graph = {};               // the execution that shows it
  std::vector<EventFact> events = {};
  std::uint64_t executions = 0;  // those with this error
  std::uint64_t times = 0;       // in these: pairs of accesses that race, for example
};

struct ConditionResult {
  const Condition* condition = nullptr;
  // The number of complete executions with a final state that satisfies the condition, and with one
  // that does not. An execution has several final states only under models without coherence.
  std::uint64_t witnesses = 0;
  std::uint64_t others = 0;

  [[nodiscard]] bool holds() const;
};

// A place where threads gave up in blocked executions.
struct BlockedPlace {
  SourceRange source;
  StopKind kind = StopKind::Assumption;
  std::vector<std::string> threads;
  std::uint64_t executions = 0;
};

struct CutLoop {
  std::uint32_t loop = 0;  // Program::loops
  CutReason reason = CutReason::LoopBound;
  std::string thread;
  std::uint64_t executions = 0;
};

// Memory allocated at one place and lost at the end of some executions (algorithms/lost_memory.h).
struct LeakedMemory {
  SourceRange source;
  std::uint64_t executions = 0;
};

// The treatment of loop iterations that change nothing, [Godot] §III.
enum class PureIterations : std::uint8_t {
  None,     // none known, or not treated
  Stopped,  // a thread stops in them, at an assume
  Awaited   // a thread waits until the next iteration changes something
};

enum class LoopFate : std::uint8_t {
  Await,     // it only waits: never repeated, threads wait for the value it reads
  Pure,      // it only waits: never repeated, threads stop instead
  Bounded,   // its own condition, on registers that do not depend on memory, ends it
  Unrolled,  // repeated as often as executions needed
  Cut        // the loop bound was reached
};

struct LoopReport {
  std::uint32_t loop = 0;  // Program::loops
  LoopFate fate = LoopFate::Unrolled;
  PureIterations pure_iterations = PureIterations::None;
  // All repeating iterations are pure, whether or not they are treated.
  bool only_waits = false;
  bool has_events = true;  // if false, the number of iterations does not bound it
  // The most consecutive iterations seen; empty if the run ended at an error: then the number
  // depends on the number of workers.
  std::optional<std::uint32_t> iterations;
};

// An estimated number, and an interval that likely contains the true one.
struct Estimate {
  double mean = 0;
  double low = 0;
  double high = 0;

  [[nodiscard]] bool is_exact() const { return low == high; }
};
[[nodiscard]] constexpr Estimate exactly(double number) { return {number, number, number}; }

// Estimates from random paths.
struct SampleSummary {
  std::uint64_t samples = 0;
  std::uint64_t distinct = 0;  // distinct executions among them
  // Estimates for the whole exploration, if possible: complete executions, others, and all.
  std::optional<Estimate> executions;
  std::optional<Estimate> others;
  std::optional<Estimate> all;
  std::uint64_t seed = 0;  // of the last sample, which is the error's if an error stops the run
};

// The counts of an exploration, or of a part of one.
struct ExecutionCounts {
  std::uint64_t executions = 0;  // complete ones
  std::uint64_t blocked = 0;
  std::uint64_t deadlocks = 0;  // among the blocked ones
  std::uint64_t erroneous = 0;  // a thread ended at an error
  std::uint64_t cut = 0;        // a thread reached a loop bound
  std::uint64_t stale = 0;      // graphs explored in vain: not executions, and not counted above
  std::uint64_t dead_ends = 0;  // graphs left before their end: the same. See ExecutionObserver
  std::uint64_t events = 0;     // of all executions, initial writes not counted
  std::map<std::string, std::uint64_t> flags;  // raised by the model, with the number of executions
  std::map<std::vector<Value>, std::uint64_t> outcomes;  // values of Program::observables
  std::optional<vsc::VscCounters> vsc;                   // `rvf`: the work of VerifySC
  bool has_more_errors = false;                          // than are kept (Findings::MaxErrors)
  bool has_unchecked_histories = false;  // of objects: too many calls, or orders of them
  double history_seconds = 0;            // that their checks took in this process
};

struct ExplorationResult : ExecutionCounts {
  Verdict verdict = Verdict::Safe;
  StopReason stop_reason = StopReason::Exhausted;
  std::string algorithm;                            // the one that ran
  std::optional<AlgorithmReason> algorithm_reason;  // if it was chosen automatically
  std::vector<Reduction> reductions;                // the reductions used
  std::vector<std::vector<std::string>> symmetric;  // names of threads explored as one
  std::vector<ReductionUse> reduction_uses;         // of each reduction; for `lb` only
  std::vector<PlanRemark> remarks;  // seemingly possible reductions that were not used

  std::vector<BlockedPlace> blocked_places;  // in the order found
  std::uint64_t examined = 0;                // number of first blocked executions that these cover
  // Executions may have been explored more than once. If they are distinguished, `duplicates` is
  // the number of repetitions, and all other numbers count each execution once.
  bool may_repeat = false;
  std::optional<std::uint64_t> duplicates;

  std::vector<LeakedMemory> leaks;  // in the order of the source
  // Expressions of C whose order is open and may matter, in the order of the source.
  std::vector<SourceRange> open_orders;

  std::vector<ReportedError> errors;
  std::vector<ErrorPlace> unreached;  // assertions that no execution has reached
  bool has_reached_none = false;      // there are assertions, and none was reached
  std::vector<ConditionResult> conditions;
  std::vector<CutLoop> cut_loops;
  std::vector<LoopReport> loops;  // all of Program::loops
  double seconds = 0;
  std::vector<std::uint64_t> events_of_workers;  // of the workers that took part
  std::optional<SampleSummary> sample;           // if only random executions were explored
  std::uint64_t items_given = 0;                 // parts of the work given to other workers
  std::shared_ptr<const ExplorationState> left;  // the remaining exploration

  CellCuts missing_cuts;                       // of C: where accesses overlap in part
  std::shared_ptr<const Program> cut_program;  // with the cuts that were found; null: without any

  std::shared_ptr<const Program> program;           // the explored program, after all passes
  std::shared_ptr<const ProgramAutomata> automata;  // of `program`; `names` refer to it
  GraphNames names;
  std::shared_ptr<StopFinder> stops;  // finds why threads of an execution stopped

  // Some executions may be missing, or have no end.
  [[nodiscard]] bool is_partial() const {
    return stop_reason != StopReason::Exhausted || cut > 0 || reaches_unsupported();
  }
  [[nodiscard]] bool reaches_unsupported() const {
    return std::ranges::find(errors, ErrorKind::Unsupported, &ReportedError::kind) != errors.end();
  }
};

}  // namespace drover
