#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/findings/annotations.h"
#include "explorer/findings/assertion_coverage.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/findings/findings.h"
#include "explorer/findings/open_orders.h"
#include "explorer/findings/stop_finder.h"
#include "explorer/graph/errors_of_graph.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/histories/history_check.h"
#include "explorer/histories/settled_histories.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan.h"
#include "explorer/work/place.h"

namespace drover {

// Judges each execution that an algorithm finds: counts it, finds its errors, records its final
// state and evaluates conditions. Serves one worker, on one part of an exploration after the other.
class Judge : public ExecutionObserver {
 public:
  // `program` is the original program, before any pass; `automata` are the worker's, and `names`
  // belong to them.
  Judge(const Program& program, const ProgramAutomata& automata, const ExplorerOptions& options,
        const Plan& plan, GraphNames names, RunControl& control);

  // Due: the places where threads give up in blocked executions are recorded. Done: enough of them
  // are known from earlier parts.
  enum class Examination : std::uint8_t { Due, Done };

  void start(const work::Place& place, Examination examination = Examination::Due);
  // True if enough blocked executions have been examined in the current part.
  [[nodiscard]] bool has_examined_enough() const {
    return findings_.stops.size() == Findings::MaxExamined;
  }
  // Returns the findings of the part. An execution that makes the run void stops it.
  [[nodiscard]] Findings finish();
  [[nodiscard]] const Findings& found() const { return findings_; }

  void on_execution(const Execution& execution) override;
  void on_stale(const Execution& graph) override;
  void on_dead_end() override { ++findings_.dead_ends; }

  // Returns the number of executions of every kind so far, in all parts.
  [[nodiscard]] std::uint64_t seen() const { return seen_; }

 private:
  void judge(const Execution& execution);
  // Returns the reason that this execution makes the run void.
  [[nodiscard]] std::optional<VoidReason> void_reason_of(const Execution& execution) const;
  // False if no final state of the execution counts.
  [[nodiscard]] bool is_counted(const Execution& execution, bool is_complete) const;
  // If executions are remembered: true if this one has been seen before.
  [[nodiscard]] bool is_duplicate(const Execution& execution);
  // True if some thread has gone on past a computation without a value.
  [[nodiscard]] bool has_failed_computation(const Execution& execution) const;
  // True if some thread of the current execution has this end.
  [[nodiscard]] bool has_end(ThreadEnd end) const;
  void count(const Execution& execution);
  void note_cuts(const Execution& execution);
  void find_thread_errors(const Execution& execution);
  void note_malformed_annotations();
  // True if the execution counts: in the annotated semantics not all are real.
  [[nodiscard]] bool is_real(const Execution& execution);
  void find_graph_errors(const Execution& execution);
  void note_flags(const Execution& execution);
  void find_access_errors(const Execution& execution, const LazyRelation& happens_before);
  // Checks the calls of objects that have a specification.
  void check_histories(const Execution& execution);
  void check_calls(const Execution& execution);
  [[nodiscard]] RecordedError report_of(const ExecutionGraph& graph,
                                        const histories::HistoryFault& fault) const;
  void examine_open_orders(const Execution& execution);
  void find_double_joins(const Execution& execution);
  void note_leaks(const Execution& execution);
  // Keeps the errors found in a graph, up to a limit.
  void add_all(const Execution& execution, const std::vector<GraphError>& found);
  [[nodiscard]] RecordedError report_of(const ExecutionGraph& graph, const HelpError& error) const;
  [[nodiscard]] RecordedError report_of(const ExecutionGraph& graph, const GraphError& error) const;
  [[nodiscard]] ErrorFact beyond_block(const ExecutionGraph& graph, const GraphError& error) const;
  // Finds where threads gave up, and whether the execution is a deadlock.
  // Returns the threads that wait for ever, if all that have not finished do.
  std::vector<ThreadId> waiting_threads(const Execution& execution);
  void find_stops(const Execution& execution);
  void note_stops(const std::vector<ThreadStop>& stops);
  void note_deadlock(const Execution& execution, const std::vector<ThreadStop>& stops);
  [[nodiscard]] ErrorFact fact_of(const ExecutionGraph& graph, ThreadId thread,
                                  const Spin& wait) const;
  void judge_final_states(const Execution& execution);
  void judge_condition(const Execution& execution, const std::vector<std::vector<Value>>& states,
                       std::size_t condition);
  void note_condition_fault(const Execution& execution, const Condition& condition,
                            ErrorKind fault);
  void note_condition_error(const Execution& execution, const Condition& condition,
                            const std::vector<Value>& state);

  // Returns the final values of Program::observables. More than one state only under models without
  // coherence, where several writes of a location may be last.
  [[nodiscard]] std::vector<std::vector<Value>> final_states(const Execution& execution) const;
  [[nodiscard]] std::vector<Value> final_values(const Execution& execution, Value address) const;
  [[nodiscard]] std::vector<Value> final_values(const Execution& execution,
                                                std::span<const ObservedPart> parts) const;
  [[nodiscard]] ErrorPlace place_of(const ExecutionGraph& graph, EventId event,
                                    ErrorFact fact) const;
  [[nodiscard]] const std::string& thread_name(ThreadId thread) const;
  // Returns the last write to the cell that a thread waits for; none() if there is none.
  [[nodiscard]] EventId last_write(const ExecutionGraph& graph, const Spin& wait) const;
  [[nodiscard]] work::Moment now() { return {place_, serial_++}; }
  // Keeps the error, shown by the graph of the current execution; stops the run if one is enough.
  // The algorithm decides which execution shows an error first, so of equal errors the one with the
  // least facts is kept: a whole run then reports the same with every algorithm.
  void add(const ExecutionGraph& graph, RecordedError error);
  void add(const ExecutionGraph& graph, RecordedError error, const ErrorKey& key);
  // The same for an error that is found without the graph.
  void add_shown_by(const Execution& execution, RecordedError error);
  // Counts an error of the current execution, and returns it; null if it is not known.
  FoundError* count_known(const ErrorKey& key);

  const ProgramAutomata& automata_;
  const ExplorerOptions& options_;
  GraphNames names_;
  RunControl& control_;
  StopFinder stop_finder_;
  Findings findings_;  // of the current part
  work::Place place_;
  std::uint64_t serial_ = 0;
  Examination examination_ = Examination::Due;
  std::optional<std::uint64_t> max_executions_;
  bool has_frees_;
  bool looks_for_races_;
  bool looks_for_leaks_;
  bool looks_at_annotations_;
  AnnotationRule annotation_rule_;
  bool may_have_flags_;
  bool knows_executions_;
  bool has_symmetry_;
  bool looks_for_failed_computations_;
  std::uint64_t seen_ = 0;
  std::optional<bool> is_real_;               // of the current execution, cached
  unsigned ends_ = 0;                         // of the current execution's threads, as bits
  std::shared_ptr<const GraphRecord> shown_;  // with errors of the current execution, once needed
  std::unordered_set<GraphHash> known_graphs_;
  std::map<std::vector<Value>, ErrorKey> known_waits_;
  OpenOrderCheck open_orders_;
  bool has_objects_ = false;                              // with specifications
  std::optional<histories::HistoryCheck> history_check_;  // if the model orders their calls
  std::unique_ptr<histories::SettledHistories> settled_histories_;
  CallOrders call_orders_;                  // of the current execution, reused
  LostMemory lost_memory_;                  // of the current execution
  const AssertionCoverage whole_coverage_;  // before the first execution
  AssertionCoverage coverage_;
  std::vector<MalformedCall> malformed_;  // found in the program, before any execution
};

}  // namespace drover
