#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/explain/explanation.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"

// Describes execution graphs, and why a model rejects them, in English. Sentences follow from
// events and relations: known relations have their own wording, others appear by name.
namespace drover::words {

// Returns "sc fence", or the instruction or primitive of a machine or of the kernel: "DMB SY".
[[nodiscard]] std::string fence_words(const Label& fence, const GraphNames& names);

// Returns "reader's acquire read of y (c, line 9)", "the initial write of x = 0".
[[nodiscard]] std::string event_words(const ExecutionGraph& graph, EventId event,
                                      const GraphNames& names);

// Returns "… happens before …" for a pair of a named relation. Inverses (`rf^-1`) are read
// backwards.
[[nodiscard]] std::string pair_words(const ExecutionGraph& graph, EventId from,
                                     const std::string& relation, EventId to,
                                     const GraphNames& names);

// A line of an account of a cycle: follows from the deeper lines below it.
struct AccountLine {
  std::size_t depth = 0;
  std::string text;
  std::string relations;          // "rf, so rfe, so observed": from the innermost relation outwards
  std::vector<std::string> main;  // the ones among them that matter, in that order
  bool has_parts = false;
  // The pair shown, then the underlying base pairs, without inverses.
  std::vector<CycleEdge> pairs = {};
};

// Returns the steps of a cycle in words: each as a line, its parts below. A step that consists of
// one pair between the same events is shown together with it.
[[nodiscard]] std::vector<AccountLine> account_of(const std::vector<Step>& steps,
                                                  const ExecutionGraph& graph,
                                                  const GraphNames& names);

// Rotates a cycle for reading: it begins where a thread's part of the story starts, so that the
// last step is a read of an old value, if there is one. Splits a cycle of one pair.
[[nodiscard]] std::vector<Step> in_reading_order(std::vector<Step> steps,
                                                 const ExecutionGraph& graph);

// Returns "… and … both read from …" for a cycle that says only that: each reads from the other's
// source. Empty for other cycles.
[[nodiscard]] std::string shared_source_words(const std::vector<Step>& steps,
                                              const ExecutionGraph& graph, const GraphNames& names);

// Returns the step to report: itself, or the pair between the same events that it consists of.
[[nodiscard]] const Step& told_step(const Step& step);

// Returns the shown pairs of `pairs`, in the order of the steps; an inverse in a step counts as its
// pair. Of a step and its parts only the innermost count, except that base relations and `sw` are
// not split.
[[nodiscard]] std::vector<CycleEdge> told_pairs(const std::vector<Step>& steps,
                                                const std::vector<CycleEdge>& pairs);

// Returns "a (writer:3)", "init x", for texts without the execution.
[[nodiscard]] std::string place_words(const ExecutionGraph& graph, EventId event,
                                      const GraphNames& names);
// Returns "po a → b", for an execution that is shown.
[[nodiscard]] std::string short_pair(const ExecutionGraph& graph, const CycleEdge& pair,
                                     const GraphNames& names);

// Returns "allowed", "forbidden", "impossible", "unknown".
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
