#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/findings/annotations.h"
#include "explorer/findings/assertion_coverage.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/findings/findings.h"
#include "explorer/findings/stop_finder.h"
#include "explorer/graph/errors_of_graph.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan.h"
#include "explorer/work/place.h"

namespace drover {

// Judges each execution that an algorithm finds: counts it, looks for the
// errors in it, records its final state and evaluates conditions.
// Works for one worker, on one part of an exploration after the other.
class Judge : public ExecutionObserver {
 public:
  // `program` is as it was written, before any pass; `automata` are the worker's, and `names` are
  // theirs.
  Judge(const Program& program, const ProgramAutomata& automata, const ExplorerOptions& options,
        const Plan& plan, GraphNames names, RunControl& control);

  // Whether it is told where threads give up in blocked executions: not if that is known of enough
  // of those that come before the part.
  enum class Examination : std::uint8_t { Due, Done };

  // Begins with a part of the exploration.
  void start(const work::Place& place, Examination examination = Examination::Due);
  // Whether it has been told of as many as are wanted, in the current part.
  [[nodiscard]] bool has_examined_enough() const {
    return findings_.stops.size() == Findings::MaxExamined;
  }
  // The findings in it. An execution that shows why the run does not count stops it.
  [[nodiscard]] Findings finish();
  // So far, of executions.
  [[nodiscard]] const Findings& found() const { return findings_; }

  void on_execution(const Execution& execution) override;
  void on_stale(const Execution& graph) override;
  void on_dead_end() override { ++findings_.dead_ends; }

  // Executions of every kind so far, in all parts.
  [[nodiscard]] std::uint64_t seen() const { return seen_; }

 private:
  void judge(const Execution& execution);
  // Why the run does not count that came to this execution.
  [[nodiscard]] std::optional<VoidReason> void_reason_of(const Execution& execution) const;
  // Where executions are told apart: whether this one has been seen before.
  [[nodiscard]] bool is_duplicate(const Execution& execution);
  // Whether some thread has computed what has no value, and gone on.
  [[nodiscard]] bool has_failed_computation(const Execution& execution) const;
  // Whether some thread of the execution at hand ends so.
  [[nodiscard]] bool has_end(ThreadEnd end) const;
  void count(const Execution& execution);
  void note_cuts(const Execution& execution);
  void find_thread_errors(const Execution& execution);
  void note_malformed_annotations();
  // Whether what the execution shows counts: in the annotated semantics not all are real.
  [[nodiscard]] bool is_real(const Execution& execution);
  void find_graph_errors(const Execution& execution);
  void note_flags(const Execution& execution);
  // Races and memory errors.
  void find_access_errors(const Execution& execution, const LazyRelation& happens_before);
  void find_double_joins(const Execution& execution);
  void note_leaks(const Execution& execution);
  // The graph of the execution at hand, for all errors in it.
  [[nodiscard]] const SharedGraph& shared_graph(const Execution& execution);
  [[nodiscard]] std::shared_ptr<const GraphRecord> record_of(const SharedGraph& graph);
  // Keeps what is found in a graph: not all of it where there is too much.
  void add_all(const Execution& execution, const std::vector<GraphError>& found);
  [[nodiscard]] ReportedError report_of(const SharedGraph& graph, const HelpError& error) const;
  [[nodiscard]] ReportedError report_of(const SharedGraph& graph, const GraphError& error) const;
  // Where threads gave up, and whether all that is left to do is to wait.
  void find_stops(const Execution& execution);
  void note_stops(const std::vector<ThreadStop>& stops);
  void note_deadlock(const Execution& execution, const std::vector<ThreadStop>& stops);
  // The fact that a thread waits for something.
  [[nodiscard]] ErrorFact fact_of(const ExecutionGraph& graph, ThreadId thread,
                                  const Spin& wait) const;
  void judge_final_states(const Execution& execution);
  void judge_condition(const Execution& execution, const std::vector<std::vector<Value>>& states,
                       std::size_t condition);
  void note_condition_fault(const Execution& execution, const Condition& condition,
                            ErrorKind fault);
  void note_condition_error(const Execution& execution, const Condition& condition,
                            const std::vector<Value>& state);

  // The values of Program::observables at the end. More than one state only under models
  // without coherence, where several writes of a location may be last.
  [[nodiscard]] std::vector<std::vector<Value>> final_states(const Execution& execution) const;
  [[nodiscard]] std::vector<Value> final_values(const Execution& execution, Value address) const;
  [[nodiscard]] ErrorPlace place_of(const ExecutionGraph& graph, EventId event,
                                    ErrorFact fact) const;
  [[nodiscard]] const std::string& thread_name(ThreadId thread) const;
  // The last write of the place that a thread waits for; none() if nobody wrote it.
  [[nodiscard]] EventId last_write(const ExecutionGraph& graph, const Spin& wait) const;
  [[nodiscard]] work::Moment now() { return {place_, serial_++}; }
  // Keeps the error; stops the run where one is enough. Of errors that are the same, which
  // execution shows it first depends on the algorithm: the one with the least facts is kept,
  // so that a whole run says the same whatever found it.
  void add(ReportedError error);
  void add(ReportedError error, const ErrorKey& key);
  // The same of one whose graph is that of the execution, and is not in it yet.
  void add_shown_by(const Execution& execution, ReportedError error);

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
  bool counts_duplicates_;
  bool looks_for_failed_computations_;
  std::uint64_t seen_ = 0;
  std::optional<bool> is_real_;  // of the execution at hand, once somebody has asked
  unsigned ends_ = 0;            // of the threads of the execution at hand, as bits
  // The graph that errors of the execution at hand are shown with, once there is one.
  std::optional<SharedGraph> shown_;
  std::optional<SharedGraph> recorded_;
  std::shared_ptr<const GraphRecord> record_;  // of `recorded_`
  std::unordered_set<GraphHash> known_graphs_;
  std::set<std::vector<Value>> known_waits_;
  LostMemory lost_memory_;                  // of the current execution
  const AssertionCoverage whole_coverage_;  // before the first execution
  AssertionCoverage coverage_;
  std::vector<MalformedCall> malformed_;  // seen in the program, before any execution
};

}  // namespace drover
