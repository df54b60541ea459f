#pragma once

#include <optional>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/evaluator.h"
#include "explorer/graph/traced_relation.h"

namespace drover::cat {

// Why a check fails: how the pairs of its relation come about. Slow, and rarely asked.
class Tracer {
 public:
  // `values` has been given the graph.
  Tracer(const Code& code, Evaluator& values);

  // The steps of a shortest cycle of a check that fails. A check of emptiness is broken by a pair:
  // of an intersection, the steps lead there by one of the two relations and back by the other; of
  // anything else, they only lead there. There are no steps for a set, or where the check asks for
  // a cycle.
  [[nodiscard]] std::vector<Step> steps_of(const CodeCheck& check);

 private:
  const TracedRelation& trace(NodeIndex node);
  TracedRelation make(NodeIndex node);
  TracedRelation trace_fixpoint(NodeIndex index);
  // Of two operands of an intersection, the one that says more about how a pair comes about.
  [[nodiscard]] bool is_left_telling(const Node& intersection) const;

  const Code& code_;
  Evaluator& values_;
  std::vector<std::optional<TracedRelation>> traced_;  // by node
};

}  // namespace drover::cat
