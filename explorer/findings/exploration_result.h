#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "explorer/findings/shared_graph.h"
#include "explorer/findings/thread_stop.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/plan/reduction.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/error_fact.h"
#include "semantics/program/error_kind.h"
#include "semantics/program/program.h"

namespace drover {

class StopFinder;
struct ExplorationState;

enum class Verdict : std::uint8_t {
  Safe,
  Vacuous,  // nothing was found, but no execution completes, or none comes to an assertion
  Violation,
  Incomplete
};

// A place in the source that an error speaks of.
struct ErrorPlace {
  SourceRange source;
  std::string thread;
  ErrorFact fact = {};  // what happens there
};

// The part of an event in an error.
struct EventFact {
  EventId event;
  ErrorFact fact;
};

// words/fact_words.h says it.
struct ReportedError {
  ErrorKind kind = ErrorKind::Assertion;
  ErrorFact fact = {};
  ErrorPlace place = {};
  std::vector<ErrorPlace> others = {};  // the other access of a race, other waiting threads, …
  SharedGraph graph;                    // the execution that shows it
  std::vector<EventFact> events = {};
};

struct ConditionResult {
  const Condition* condition = nullptr;
  // Complete executions with a final state that satisfies it, and with one that does not.
  // Only under models without coherence an execution may have several final states.
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

// A loop in which a thread was cut.
struct CutLoop {
  std::uint32_t loop = 0;  // Program::loops
  CutReason reason = CutReason::LoopBound;
  std::string thread;
  std::uint64_t executions = 0;
};

// Memory that was allocated at one place and is lost at the end of some executions
// (algorithms/lost_memory.h).
struct LeakedMemory {
  SourceRange source;
  std::uint64_t executions = 0;
};

// The treatment of iterations of a loop that change nothing, [Godot] §III.
enum class PureIterations : std::uint8_t {
  None,     // it has none, as far as is known, or nothing was done
  Stopped,  // a thread stops in them, at an assume
  Awaited   // it waits until the next iteration will not be one
};

// A loop in the report of a run.
enum class LoopFate : std::uint8_t {
  Await,     // it only waits: never repeated, threads wait for what it reads
  Pure,      // it only waits: never repeated, threads stop if it would be
  Bounded,   // its own condition, on registers that do not depend on memory, ends it
  Unrolled,  // it was repeated as often as executions asked for
  Cut        // it would have been repeated more often than is allowed
};

struct LoopReport {
  std::uint32_t loop = 0;  // Program::loops
  LoopFate fate = LoopFate::Unrolled;
  PureIterations pure_iterations = PureIterations::None;
  // All iterations that come back are pure. What is done about them is another matter.
  bool only_waits = false;
  bool has_events = true;  // without, it is not bounded by the number of its iterations
  // The most that were seen without a break; nothing of a run that ended at an error: it depends on
  // how many workers there were what else was seen.
  std::optional<std::uint32_t> iterations;
};

// A number that was estimated, and an interval that the truth is likely to be in.
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
  std::uint64_t distinct = 0;  // executions among them
  // Of the whole exploration, if they could be estimated: complete ones, others, and all.
  std::optional<Estimate> executions;
  std::optional<Estimate> others;
  std::optional<Estimate> all;
  std::uint64_t seed = 0;  // of the last sample: where the run stops at the first error, it is it
};

struct ExplorationResult {
  Verdict verdict = Verdict::Safe;
  StopReason stop_reason = StopReason::Exhausted;
  std::string algorithm;                            // the one that ran
  std::optional<AlgorithmReason> algorithm_reason;  // where it was chosen automatically
  std::vector<Reduction> reductions;                // those that were at work
  std::vector<std::vector<std::string>> symmetric;  // names of threads explored as one
  std::vector<ReductionUse> reduction_uses;         // of each reduction; of `lb` alone
  std::vector<PlanRemark> remarks;  // what was not reduced although it looks like it

  std::uint64_t executions = 0;  // complete ones
  std::uint64_t blocked = 0;
  std::uint64_t deadlocks = 0;               // of the blocked ones
  std::vector<BlockedPlace> blocked_places;  // in the order in which they were met
  std::uint64_t examined = 0;                // blocked executions that these are about: the first
  std::uint64_t erroneous = 0;               // a thread is stuck at an error
  std::uint64_t cut = 0;                     // a thread reached a loop bound
  std::uint64_t stale = 0;  // graphs explored for nothing: not executions, and not counted above
  // Graphs that were left before their end: not counted above either. See ExecutionObserver.
  std::uint64_t dead_ends = 0;
  std::uint64_t events = 0;  // of all executions, initial writes not counted
  // Executions may have been explored more than once. If they are told apart, `duplicates`
  // says how often that was, and all other numbers count each execution once.
  bool may_repeat = false;
  std::optional<std::uint64_t> duplicates;

  std::optional<vsc::VscCounters> vsc;  // `rvf`: what VerifySC had to do

  std::vector<LeakedMemory> leaks;             // in the order of the source
  std::map<std::string, std::uint64_t> flags;  // that the model raised, and in how many executions

  std::vector<ReportedError> errors;
  bool has_more_errors = false;       // than are kept (Findings::MaxErrors)
  std::vector<ErrorPlace> unreached;  // assertions that no execution has come to
  bool has_reached_none = false;      // there are assertions, and these are all of them
  std::vector<ConditionResult> conditions;
  std::map<std::vector<Value>, std::uint64_t> outcomes;  // values of Program::observables
  std::vector<CutLoop> cut_loops;
  std::vector<LoopReport> loops;  // all of Program::loops
  double seconds = 0;
  std::vector<std::uint64_t> events_of_workers;  // those that took part
  std::optional<SampleSummary> sample;           // if only random executions were looked at
  std::uint64_t items_given = 0;                 // parts of the work that changed hands
  std::shared_ptr<const ExplorationState> left;  // what is still to be explored

  std::shared_ptr<const Program> program;           // as it was explored, after all passes
  std::shared_ptr<const ProgramAutomata> automata;  // of `program`; what `names` refer to
  GraphNames names;
  std::shared_ptr<StopFinder> stops;  // why threads of an execution went no further
};

}  // namespace drover
