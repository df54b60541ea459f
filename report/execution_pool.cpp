#include "report/execution_pool.h"

#include <algorithm>

namespace drover::report {

void ExecutionPool::begin_run(std::size_t run, bool has_coherence) {
  run_ = run;
  has_coherence_ = has_coherence;
  for (auto& [outcome, group] : groups_) {
    if (group.count_by_run.size() <= run || group.count_by_run[run] == 0) continue;
    std::erase_if(group.kept, [&](const KeptExecution& each) { return each.run == run; });
    group.count_by_run[run] = 0;
    group.known.clear();
    group.known_by_reads.clear();
    for (const KeptExecution& each : group.kept) {
      group.known.insert(hash_graph(each.graph, CoherencePart::Included));
      group.known_by_reads.insert(hash_graph(each.graph, CoherencePart::LeftOut));
    }
  }
}

void ExecutionPool::add(const OutcomeKey& outcome, const Execution& execution) {
  auto place = groups_.find(outcome);
  if (place == groups_.end()) {
    const bool is_full = groups_.size() - asked_about_ >= max_outcomes_;
    const bool is_asked = asked_about_ < max_outcomes_ && is_asked_about_(outcome);
    if (is_full && !is_asked) return;
    if (is_asked) ++asked_about_;
    place = groups_.try_emplace(outcome).first;
  }
  Group& group = place->second;
  if (group.count_by_run.size() <= run_) group.count_by_run.resize(run_ + 1);
  // Keeps one more than is shown, to know whether there are more.
  if (group.count_by_run[run_] > max_executions_) return;
  const ExecutionGraph& graph = execution.graph();
  // Graphs without coherence differ only if their reads do.
  const GraphHash by_reads = hash_graph(graph, CoherencePart::LeftOut);
  const bool is_new = has_coherence_
                          ? group.known.insert(hash_graph(graph, CoherencePart::Included)).second
                          : !group.known_by_reads.contains(by_reads);
  group.known_by_reads.insert(by_reads);
  if (!is_new) return;
  group.kept.push_back({graph, execution.nodes, execution.ends, run_});
  ++group.count_by_run[run_];
}

ChosenExecutions ExecutionPool::choose(const OutcomeKey& outcome) const {
  const auto place = groups_.find(outcome);
  if (place == groups_.end()) return {};
  const Group& group = place->second;
  // Ranked by the number of earlier executions of the same run.
  std::vector<std::pair<std::size_t, const KeptExecution*>> ranked;
  std::vector<std::size_t> seen(group.count_by_run.size());
  for (const KeptExecution& each : group.kept) ranked.emplace_back(seen[each.run]++, &each);
  std::ranges::stable_sort(ranked, {}, &decltype(ranked)::value_type::first);
  ChosenExecutions chosen;
  chosen.has_more = ranked.size() > max_executions_;
  if (chosen.has_more) ranked.resize(max_executions_);
  for (const auto& [rank, execution] : ranked) chosen.executions.push_back(execution);
  std::ranges::stable_sort(chosen.executions, {}, &KeptExecution::run);
  return chosen;
}

}  // namespace drover::report
