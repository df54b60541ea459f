#pragma once

#include <optional>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/evaluator.h"
#include "explorer/graph/traced_relation.h"

namespace drover::cat {

// Explains why a check fails, by deriving the pairs of its relation. Slow, and rarely used.
class Tracer {
 public:
  // `values` must already have the graph.
  Tracer(const Code& code, Evaluator& values);

  // Returns the steps of a shortest cycle of a failed check. A failed emptiness check has a pair:
  // for an intersection, the steps lead forth by one of the two relations and back by the other;
  // else they only lead forth. There are no steps for a set, or if the check requires a cycle.
  [[nodiscard]] std::vector<Step> steps_of(const CodeCheck& check);

 private:
  const TracedRelation& trace(NodeIndex node);
  TracedRelation make(NodeIndex node);
  TracedRelation trace_fixpoint(NodeIndex index);
  // True if the left operand of an intersection explains a pair at least as well as the right.
  [[nodiscard]] bool is_left_telling(const Node& intersection) const;

  const Code& code_;
  Evaluator& values_;
  std::vector<std::optional<TracedRelation>> traced_;  // by node
};

}  // namespace drover::cat
