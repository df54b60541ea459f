#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"

// A model as an incremental checker runs it (models/incremental/cat_checker.h).
//
// The graph grows at the end of po, sync and rf. A relation is *forward* if the first of each pair
// is before the second in these, or is the same event: what a new event adds to it are pairs that
// end in the new event, and they stay what they are as long as it is in the graph. So a forward
// relation is kept as one set per event, the events that it leads from. All others (those with co
// and fr) are evaluated where a check needs them.
//
// Initial writes are not events here. Nothing leads to them in po, sync, rf, co and fr; a model is
// compiled only if nothing does in any of its relations, so that no cycle goes through them.
namespace drover::cat {

using CompiledIndex = std::uint16_t;

struct CompiledNode {
  Operation operation = Operation::Empty;
  ValueKind kind = ValueKind::Relation;
  Base base = Base::All;
  CompiledIndex a = 0;
  CompiledIndex b = 0;
  bool is_forward = false;
  // Difference of accesses of one location and a product of sets: it is empty where both sets have
  // all accesses.
  bool is_without_product = false;
};

enum class CompiledTest : std::uint8_t {
  Acyclic,
  Irreflexive,
  Empty,
  // What `node`, a forward relation, relates within a location does not go down in coherence: the
  // whole of `acyclic (node & loc) | rf | co | fr`, and of `irreflexive node; (rf | co | fr)+`.
  Coherence,
};

struct CompiledCheck {
  CompiledTest test = CompiledTest::Acyclic;
  CompiledIndex node = 0;
  bool fails_for_good = false;  // CodeCheck
};

// A mark that the model puts on complete executions.
struct CompiledFlag {
  CompiledCheck check;
  bool is_up_where_true = false;  // where what the test says is so, or where it is not
};

struct CompiledModel {
  std::vector<CompiledNode> nodes;  // operands first
  std::vector<CompiledIndex> sets;  // of events, by what they are: operands first
  // The relations of which each event has a set: forward ones, and what they are made of. Operands
  // first.
  std::vector<CompiledIndex> columns;
  std::vector<CompiledCheck> checks;               // those that need little first
  std::optional<std::vector<CompiledFlag>> flags;  // nothing: they are not compiled
  // A forward relation that is part of the model's happens-before.
  std::optional<CompiledIndex> happens_before;
};

// Nothing if the model uses something that is not compiled (complements of relations other than
// `int`, `loc` and products, `let rec`, dependencies, tags, sets that depend on more than the
// event), or if one of its relations may lead to an initial write.
//
// `implied` are checks, by their number in the code, that follow from others. Checks that hold of
// all graphs that TruSt builds are left out: that a forward relation has no cycle, and that nothing
// comes between the halves of a read-modify-write.
[[nodiscard]] std::optional<CompiledModel> compile(const Code& code,
                                                   const std::vector<std::size_t>& implied);

}  // namespace drover::cat
