#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/explain/outcome.h"
#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/reduction.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::explain {

// A candidate execution with an outcome. Valid during the visitor's call only.
struct VisitedCandidate {
  const ExecutionGraph& graph;
  const std::vector<NodeId>& nodes;    // final nodes of its threads
  const std::vector<ThreadEnd>& ends;  // how its threads ended
  std::vector<Value> state;            // final state; empty if a thread does not finish
  std::optional<ThreadId> failed;      // the thread that fails at the outcome's place
};
using CandidateVisitor = std::function<void(const VisitedCandidate&)>;

// Candidates that a reader may expect, and all others.
//
// In a coherent candidate, the accesses of each location alone are sequentially consistent (herd's
// "sc per location"), and read-modify-writes are atomic. Readers usually take this for granted in
// any model; incoherent candidates, such as a read from a later write of its thread, explain
// little.
enum class CandidateClass : std::uint8_t { Coherent, Incoherent };

[[nodiscard]] bool is_coherent(const ExecutionGraph& candidate);
// True if the candidate is incoherent only because a read-modify-write is not atomic.
[[nodiscard]] bool is_torn(const ExecutionGraph& candidate);

// Graphs come with or without the dependencies of their events.
enum class Dependencies : std::uint8_t { LeftOut, Included };

// Visits the candidates of a program that satisfy `outcome`, of one class or of both: all thread
// paths, reads-from and coherence, without any model's axioms. Candidates are complete if the
// outcome is about final states only; otherwise threads may end in any way.
//
// The register parts of the outcome are checked as soon as their threads have ended, before
// reads-from is chosen; if only coherent candidates are wanted, an incoherent one is dropped at
// once. Reads may return a value from a cycle of reads and writes if the program or the outcome
// mentions it. Few candidates of a litmus test remain.
void visit_candidates(ProgramAutomata& automata, const Outcome& outcome,
                      std::optional<CandidateClass> wanted, Dependencies dependencies,
                      RunControl& control, const CandidateVisitor& visit);

// Returns the values of Program::observables at the end of an execution with coherence, in which
// all threads finish.
[[nodiscard]] std::vector<Value> final_state(const ProgramAutomata& automata,
                                             const Execution& execution);

struct SearchLimits {
  // The choices of the search. Unlike time, they are the same on every machine.
  std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
  std::optional<double> seconds = {};
  RunControl::Clock::time_point start = RunControl::Clock::now();  // of these seconds
  const std::atomic<bool>* interrupt = nullptr;                    // set from outside to stop
};

// Searches the candidates of a program, by default without the loop iterations that have no effect:
// its final states are the same ([Godot] Thm. 1).
class CandidateSearch {
 public:
  CandidateSearch(const Program& program, std::uint32_t unroll, Dependencies dependencies,
                  ReductionSet reductions = ReductionSet({Reduction::Plp, Reduction::Await}));

  [[nodiscard]] const Program& program() const { return automata().program(); }
  [[nodiscard]] const ProgramAutomata& automata() const { return *automata_; }
  // Sets the program of a result, its automata, its names and its stop finder to this search's.
  // They may outlive the search.
  void describe(ExplorationResult& result) const;
  // The names for the graphs of all candidates. They keep alive whatever they refer to.
  [[nodiscard]] const std::shared_ptr<const GraphNames>& names() const { return names_; }

  // Visits the candidates (see visit_candidates) and returns why the search ended.
  StopReason run(const Outcome& outcome, std::optional<CandidateClass> wanted,
                 const SearchLimits& limits, const CandidateVisitor& visit);
  // The same for the executions of a model, whose kind says which candidates there are.
  StopReason run(const Outcome& outcome, const MemoryModel& model, const SearchLimits& limits,
                 const CandidateVisitor& visit);
  // For visitors: ends the search; adds to its steps.
  void stop() { control_->stop(StopReason::MaxExecutions); }
  void count_steps(std::uint64_t steps) { steps_ += steps; }

 private:
  StopReason run(const SearchLimits& limits, const std::function<void(RunControl&)>& search);

  Dependencies dependencies_;
  std::shared_ptr<StopFinder> stops_;
  std::shared_ptr<ProgramAutomata> automata_;
  std::shared_ptr<const GraphNames> names_;
  RunControl* control_ = nullptr;  // of the current search
  std::uint64_t steps_ = 0;
};

// True if some thread reached a label of that kind in the automata built so far. After a search,
// LabelKind::Cut means that candidates or values may be missing.
[[nodiscard]] bool has_node(const ProgramAutomata& automata, LabelKind kind);
// True if some thread may stop for good: at a failed assume or an await.
[[nodiscard]] bool has_stop(const ProgramAutomata& automata);

}  // namespace drover::explain
