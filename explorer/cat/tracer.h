#pragma once

#include <memory>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/evaluator.h"
#include "explorer/graph/step.h"

namespace drover::cat {

// Explains why a check fails, by deriving the pairs of its relation from the fewest base edges.
// Slow, and rarely used.
//
// It evaluates relations a second time, on lengths: for each pair, the number of base edges of its
// shortest derivation. Sequences and closures are then shortest-path computations.
class Tracer {
 public:
  // `values` must already have the graph.
  Tracer(const Code& code, Evaluator& values)
      : code_(code), values_(values), traces_(code.nodes.size()) {}

  // Returns the steps of a shortest cycle of a failed check. A failed emptiness check has a pair:
  // for an intersection, the steps lead forth by one of the two relations and back by the other;
  // else they only lead forth. There are no steps for a set, or if the check requires a cycle.
  [[nodiscard]] std::vector<Step> steps_of(const CodeCheck& check);

 private:
  struct Trace;
  using TracePointer = std::shared_ptr<const Trace>;

  TracePointer trace(NodeIndex index);
  TracePointer derive(NodeIndex index);
  TracePointer trace_fixpoint(NodeIndex index);
  // Returns the pairs of `whole` that `kept` has.
  [[nodiscard]] TracePointer part_of(TracePointer whole, const Relation& kept) const;
  [[nodiscard]] TracePointer undivided(const std::string& name, const Relation& relation) const;
  [[nodiscard]] TracePointer closure(const TracePointer& of) const;
  Relation relation(NodeIndex index);
  [[nodiscard]] const Node& without_exceptions(NodeIndex index) const;
  // True if the left operand of an intersection explains a pair at least as well as the right.
  [[nodiscard]] bool is_left_telling(const Node& intersection) const;

  const Code& code_;
  Evaluator& values_;
  std::vector<TracePointer> traces_;  // by node
};

}  // namespace drover::cat
