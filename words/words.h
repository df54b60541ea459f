#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/explain/explanation.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"

// What is in an execution graph, and why a model rejects it, in English. Sentences are made from
// the events and relations in it: relations that have a usual reading have theirs, others are
// called by their names.
namespace drover::words {

// "reader's acquire read of y (c, line 9)", "the initial write of x = 0".
[[nodiscard]] std::string event_words(const ExecutionGraph& graph, EventId event,
                                      const GraphNames& names);

// "… happens before …": a pair of a relation, by its name. Inverses (`rf^-1`) are read backwards.
[[nodiscard]] std::string pair_words(const ExecutionGraph& graph, EventId from,
                                     const std::string& relation, EventId to,
                                     const GraphNames& names);

// A line of an account of a cycle: what follows from the lines below it that are indented more.
struct AccountLine {
  std::size_t depth = 0;
  std::string text;
  std::string relations;  // "rf, so sw, so hb": the pair is in the first, hence in the next
  bool has_parts = false;
  // The pair that is shown, then the base pairs that it comes down to; none of them an inverse.
  std::vector<CycleEdge> pairs = {};
};

// Steps of a cycle in words: each as a line, what it is made of below it. A step that is made of
// one pair between the same events is shown together with it.
[[nodiscard]] std::vector<AccountLine> account_of(const std::vector<Step>& steps,
                                                  const ExecutionGraph& graph,
                                                  const GraphNames& names);

// The same cycle, begun where it reads best: at an event that starts a thread's part of the story,
// so that the last step is a read of an old value, if there is one. A cycle of one pair is taken
// apart.
[[nodiscard]] std::vector<Step> in_reading_order(std::vector<Step> steps,
                                                 const ExecutionGraph& graph);

// "… and … both read from …", of a cycle that says no more than that: one reads from what the other
// reads from, and the other way round. Empty for other cycles.
[[nodiscard]] std::string shared_source_words(const std::vector<Step>& steps,
                                              const ExecutionGraph& graph, const GraphNames& names);

// What a step is reported as: itself, or the pair between the same events that it is made of.
[[nodiscard]] const Step& told_step(const Step& step);

// Those of `pairs` that are shown, in the order of the steps; inverses in the steps stand for the
// pairs themselves. Of a step and what it is made of only the innermost count, but base relations
// and `sw` are not taken apart.
[[nodiscard]] std::vector<CycleEdge> told_pairs(const std::vector<Step>& steps,
                                                const std::vector<CycleEdge>& pairs);

// "a (writer:3)", "init x": for texts that may stand without the execution.
[[nodiscard]] std::string place_words(const ExecutionGraph& graph, EventId event,
                                      const GraphNames& names);
// "po a → b", of an execution that is shown.
[[nodiscard]] std::string short_pair(const ExecutionGraph& graph, const CycleEdge& pair,
                                     const GraphNames& names);

// "allowed", "forbidden", "impossible", "unknown".
[[nodiscard]] constexpr std::string_view verdict_word(explain::OutcomeVerdict verdict) {
  switch (verdict) {
    case explain::OutcomeVerdict::Allowed: return "allowed";
    case explain::OutcomeVerdict::Forbidden: return "forbidden";
    case explain::OutcomeVerdict::Impossible: return "impossible";
    case explain::OutcomeVerdict::Unknown: return "unknown";
  }
  return "";
}
}  // namespace drover::words
