#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/graph/graph_hash.h"
#include "report/report_data.h"

namespace drover::report {

// An execution that may be shown.
struct KeptExecution {
  ExecutionGraph graph;
  std::vector<NodeId> nodes;  // by thread: its final node
  std::vector<ThreadEnd> ends;
  std::size_t run = 0;  // owner of the graph: its run numbers locations and nodes
};

using OutcomeKey = std::pair<OutcomeKind, std::vector<Value>>;

struct ChosenExecutions {
  std::vector<const KeptExecution*> executions;
  bool has_more = false;
};

// Some executions for each outcome, over the runs of several models. An execution that several
// models allow is kept once. Each run has a share, so that executions of the last run are shown,
// too. Outcomes that conditions ask about have their own room.
class ExecutionPool {
 public:
  using IsAskedAbout = std::function<bool(const OutcomeKey&)>;
  ExecutionPool(std::size_t max_outcomes, std::size_t max_executions, IsAskedAbout is_asked_about)
      : max_outcomes_(max_outcomes),
        max_executions_(max_executions),
        is_asked_about_(std::move(is_asked_about)) {}

  // Starts a run: later executions belong to it. Forgets the run's earlier executions.
  void begin_run(std::size_t run, bool has_coherence);
  // Gets the graph only if the execution may be kept.
  void add(const OutcomeKey& outcome, const Execution& execution);

  [[nodiscard]] bool has(const OutcomeKey& outcome) const { return groups_.contains(outcome); }
  // Returns at most `max_executions` of an outcome, one of each run before more of any.
  [[nodiscard]] ChosenExecutions choose(const OutcomeKey& outcome) const;

 private:
  struct Group {
    std::vector<KeptExecution> kept;
    std::vector<std::size_t> count_by_run;
    std::unordered_set<GraphHash> known;           // with coherence
    std::unordered_set<GraphHash> known_by_reads;  // without coherence
  };

  std::size_t max_outcomes_;
  std::size_t max_executions_;
  IsAskedAbout is_asked_about_;
  std::size_t asked_about_ = 0;  // number of groups asked about
  std::size_t run_ = 0;
  bool has_coherence_ = true;
  std::map<OutcomeKey, Group> groups_;
};

}  // namespace drover::report
