#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"

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

using CompiledIndex = std::uint16_t;

struct CompiledNode {
  Operation operation = Operation::Empty;
  ValueKind kind = ValueKind::Relation;
  Base base = Base::All;
  CompiledIndex a = 0;
  CompiledIndex b = 0;
  bool is_forward = false;
  // A difference of same-location accesses and a product of sets: empty if both sets contain all
  // accesses.
  bool is_without_product = false;
};

enum class CompiledTest : std::uint8_t {
  Acyclic,
  Irreflexive,
  Empty,
  // `node`, a forward relation, restricted to a location does not contradict coherence: equivalent
  // to `acyclic (node & loc) | rf | co | fr`, and to `irreflexive node; (rf | co | fr)+`.
  Coherence,
};

struct CompiledCheck {
  CompiledTest test = CompiledTest::Acyclic;
  CompiledIndex node = 0;
  bool fails_for_good = false;  // as in CodeCheck
};

// A flag that the model sets on complete executions.
struct CompiledFlag {
  CompiledCheck check;
  bool is_up_where_true = false;  // set if the test holds, or if it does not
};

struct CompiledModel {
  std::vector<CompiledNode> nodes;  // operands first
  std::vector<CompiledIndex> sets;  // sets of events by label, operands first
  // The relations stored as one set per event: forward relations and their operands, operands
  // first.
  std::vector<CompiledIndex> columns;
  std::vector<CompiledCheck> checks;               // cheap checks first
  std::optional<std::vector<CompiledFlag>> flags;  // nothing: not compiled
  // A forward part of the model's happens-before.
  std::optional<CompiledIndex> happens_before;
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
