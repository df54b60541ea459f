#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/cat_kinds.h"
#include "explorer/models/incremental/rows.h"

namespace drover::incremental {

// The current graph, the rows of a model's nodes, and relations of pairs. `Schedule`, the derived
// class, decides which rows are kept from graph to graph (Kind::Kept), and has
//   kept_row(node, event)  kept_set(node)  kept_filled(node)  all_events()
//   kept_base(base, event)   a row of a base relation, without loc and int
template <typename Schedule, std::size_t Words>
class CatRows : protected CatKinds {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

 protected:
  // The code must outlive it.
  explicit CatRows(const cat::Code& code)
      : CatKinds(code), begin_(code.nodes.size(), 0), filled_(code.nodes.size()) {}

  // A set is one row.
  void allocate(NodeIndex index) {
    begin_[index] = rows_.size();
    rows_.resize(rows_.size() + (is_set(node(index)) ? 1 : Graph::Capacity));
  }
  [[nodiscard]] Bits* rows_of(NodeIndex index) { return rows_.data() + begin_[index]; }
  [[nodiscard]] const Bits* rows_of(NodeIndex index) const { return rows_.data() + begin_[index]; }

  // Computes a row from the rows of operands. Relations of a pair include absent events, which are
  // removed where necessary.
  [[nodiscard, gnu::noinline]] Bits computed_row(NodeIndex index, std::size_t event) const {
    return row_of<Bits>(node(index), event, Known<Operands::Any>{*this, schedule(), index});
  }
  // The same for a node whose operands are all kept.
  [[nodiscard]] Bits row_of_kept(NodeIndex index, std::size_t event) const {
    return row_of<Bits>(node(index), event, Known<Operands::Kept>{*this, schedule(), index});
  }

  static void put(Bits& set, std::size_t event, bool is_in) {
    if (is_in) {
      set.insert(event);
    } else {
      set.erase(event);
    }
  }

  // Initial writes that are events have the last numbers.
  [[nodiscard]] static std::size_t initial_index(std::size_t location) {
    return Graph::Capacity - 1 - location;
  }
  [[nodiscard]] bool is_initial(std::size_t event) const { return initial_.contains(event); }

  const Graph* graph_ = nullptr;  // the current graph
  Bits present_;
  Bits initial_;
  std::vector<Bits> own_;           // by thread: its present events
  std::vector<std::size_t> begin_;  // by node: start of its rows
  std::vector<Bits> rows_;          // of each node, by event
  std::vector<Bits> filled_;        // by node: the events with predecessors

 private:
  // For row_of.
  enum class Operands : std::uint8_t { Kept, Any };
  template <Operands Parts>
  struct Known {
    const CatRows& of;
    const Schedule& schedule;
    NodeIndex index;
    [[nodiscard, gnu::always_inline]] Bits row(NodeIndex part, std::size_t event) const {
      if (Parts == Operands::Kept || of.kinds_[part] != Kind::OfPair) [[likely]]
        return schedule.kept_row(part, event);
      return of.computed_row(part, event);
    }
    [[nodiscard]] const Bits& own(std::size_t event) const {
      return schedule.kept_row(index, event);
    }
    [[nodiscard]] const Bits& set(NodeIndex part) const { return schedule.kept_set(part); }
    [[nodiscard]] const Bits& all() const { return schedule.all_events(); }
    [[nodiscard]] Bits base(Base base, std::size_t event) const {
      if (base == Base::Loc) return of.same_location(event);
      if (base == Base::Int) return of.same_thread(event);
      return schedule.kept_base(base, event);
    }
  };
  [[nodiscard]] const Schedule& schedule() const { return static_cast<const Schedule&>(*this); }

  [[nodiscard]] Bits same_location(std::size_t event) const {
    std::size_t at = Graph::Capacity - 1 - event;
    if (!is_initial(event)) {
      const auto& access = (*graph_)[static_cast<Slot>(event)];
      if (access.kind != LabelKind::Read && access.kind != LabelKind::Write) return {};
      at = access.location.value;
    }
    const auto& location = graph_->location(LocationId(at));
    Bits bits = location.reads | location.writes;
    if (Schedule::HasInitialWrites) bits.insert(initial_index(at));
    return bits;
  }
  [[nodiscard]] Bits same_thread(std::size_t event) const {
    Bits bits;
    if (is_initial(event)) return bits;
    const std::size_t thread = (*graph_)[static_cast<Slot>(event)].thread;
    for (const Slot each : graph_->thread(thread).events) bits.insert(each);
    return bits;
  }
};

}  // namespace drover::incremental
