#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/empty_nodes.h"
#include "explorer/cat/tape.h"
#include "explorer/graph/event_set.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover::cat {

// A pair that is taken out of a relation while it is evaluated, to see what depends on it.
struct MissingPair {
  NodeIndex node;
  EventId from;
  EventId to;
};

enum class WhichChecks : std::uint8_t {
  All,
  ForGood,  // only those that, once they fail, fail whatever edges are added
  Quick,    // of those, only the ones that take little to evaluate
};

// Evaluates the checks of a model, or single relations, on execution graphs.
//
// Nodes are evaluated in one pass over a list that is made once, each into rows of bits of its own:
// no node twice, and no memory is allocated once the largest graph has been seen. The list has two
// parts. Nodes that depend on the events alone (modes, program order, locations) are evaluated when
// the events change, `set_events`. Nodes that depend on reads-from or coherence are evaluated for
// each graph over these events. A check is made as soon as its relation is there, and a failed one
// ends the pass.
class Evaluator {
 public:
  // For the axioms of the model.
  explicit Evaluator(const Code& code);
  // For the values of some nodes.
  Evaluator(const Code& code, std::span<const NodeIndex> roots);

  // Takes the events of `graph`. Call it before the others when the events, or the values that
  // reads have, have changed.
  void set_events(const ExecutionGraph& graph);

  // Whether the axioms hold in a graph over these events.
  [[nodiscard]] bool holds(const ExecutionGraph& graph, WhichChecks which = WhichChecks::All);
  // Evaluates everything.
  void evaluate(const ExecutionGraph& graph);

  // After `evaluate`: of the nodes that were asked for or that these depend on.
  [[nodiscard]] std::size_t event_count() const { return index_of_.size(); }
  [[nodiscard]] Relation relation(NodeIndex node) const;
  [[nodiscard]] EventSet set(NodeIndex node) const;
  [[nodiscard]] bool fails(const CodeCheck& check) const;

  void set_missing(const MissingPair* missing) { missing_ = missing; }

 private:
  using Word = BitWord;
  struct WithoutChecks {};
  Evaluator(const Code& code, std::span<const NodeIndex> roots,
            std::optional<WithoutChecks> without_checks);

  void write_quick_tape(std::span<const std::size_t> checks);
  void set_indices(const ExecutionGraph& graph);
  [[nodiscard]] std::size_t at(EventId event) const { return index_of_[event.value]; }
  void fill_locations(const ExecutionGraph& graph);
  void fill_same_value(const ExecutionGraph& graph);
  void fill_dependencies(const ExecutionGraph& graph);
  void fill_rmw(const ExecutionGraph& graph, std::span<const EventId> order);
  void fill_static_base(const ExecutionGraph& graph);
  void fill_thread_order(const ExecutionGraph& graph);
  void fill_edges(const ExecutionGraph& graph);
  void fill_coherence(const ExecutionGraph& graph);
  // Whether it came to the end: no check failed, or it was told to go on.
  bool run(const Tape& tape, bool stops_at_failure, WhichChecks which);
  void evaluate_node(NodeIndex index);
  void erase_missing(NodeIndex index);
  void evaluate_relation(const Node& node, Word* out);
  void evaluate_set(const Node& node, Word* out);
  void sequence(const Word* a, const Word* b, Word* out) const;
  void restrict_domain(const Word* set, const Word* relation, Word* out) const;
  void restrict_range(const Word* relation, const Word* set, Word* out) const;
  void close_transitively(Word* rows) const;
  [[nodiscard]] bool is_acyclic(const Word* rows) const;
  [[nodiscard]] bool is_irreflexive(const Word* rows) const;
  // A round of a `let rec`: whether something changed.
  bool update_variables(const FixpointGroup& group);

  [[nodiscard]] bool has(Base base) const {
    return base_slots_[static_cast<std::size_t>(base)] >= 0;
  }
  [[nodiscard]] Word* rows_of(Base base) {
    return values_[static_cast<std::size_t>(base_slots_[static_cast<std::size_t>(base)])].data();
  }
  [[nodiscard]] std::size_t words_of(ValueKind kind) const {
    return kind == ValueKind::Set ? row_words_ : row_words_ * size_;
  }
  [[nodiscard]] const Word* value(NodeIndex node) const;

  const Code* code_;
  Tape static_tape_;
  Tape tape_;
  Tape quick_tape_;  // for WhichChecks::Quick
  std::optional<EmptyNodes> empty_nodes_;
  const Tape* left_ = nullptr;             // of `tape_`, for these events
  std::vector<NodeIndex> used_;            // whose values are kept
  std::vector<std::int32_t> base_slots_;   // by Base: the node, or -1
  std::vector<std::vector<Word>> values_;  // by node
  // What models see as one event has one index: the halves of a fused read-modify-write.
  std::vector<std::uint32_t> index_of_;  // by EventId
  bool has_fused_ = false;
  std::size_t size_ = 0;  // indices
  std::size_t row_words_ = 0;
  std::vector<Word> all_;  // the set of all events
  std::vector<Word> coherence_;
  std::vector<Word> scratch_;
  const MissingPair* missing_ = nullptr;
};

}  // namespace drover::cat
