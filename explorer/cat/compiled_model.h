#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/kinds.h"

// A model compiled for an incremental checker (models/incremental/cat_checker.h).
//
// The graph grows at the end of po, sync and rf. A relation is *forward* if the first event of each
// pair is before the second in these, or is the same event: a new event adds only pairs that end in
// it, and they do not change while the event is in the graph. So a forward relation is stored as
// one set of predecessors per event. All other relations (with co and fr) are evaluated when a
// check needs them.
//
// Initial writes are not events here. No po, sync, rf, co or fr edge leads to them; a model is
// compiled only if this holds for all of its relations, so that no cycle passes through them.
namespace drover::cat {

// `order`, a forward relation, restricted to a location does not contradict coherence: equivalent
// to `acyclic (order & loc) | rf | co | fr`, and to `irreflexive order; (rf | co | fr)+`.
struct CoherenceCheck {
  std::size_t check = 0;  // index in Code::checks
  NodeIndex order = 0;
};

struct CompiledModel {
  Code code;                     // the model's, with all forms of fr as the base relation
  std::vector<NodeIndex> nodes;  // those that are used, operands first
  Kinds of;                      // kept: sets of events by label, and forward relations
  std::vector<CoherenceCheck> coherence;
  // Indices in Code::checks.
  std::vector<std::size_t> checks;                // other axioms
  std::optional<std::vector<std::size_t>> flags;  // nothing: not compiled
  // A forward part of the model's happens-before.
  std::optional<NodeIndex> happens_before;
};

// Returns nothing if the model uses something that is not compiled (complements of relations other
// than `int`, `loc` and products, `let rec`, dependencies, tags, sets that depend on more than the
// event), or if one of its relations may lead to an initial write.
//
// `implied` are the indices of checks that follow from others. Checks that hold in all graphs that
// TruSt builds are left out: acyclicity of a forward relation, and atomicity of read-modify-writes.
[[nodiscard]] std::optional<CompiledModel> compile(const Code& code,
                                                   const std::vector<std::size_t>& implied);

}  // namespace drover::cat
