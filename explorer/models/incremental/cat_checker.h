#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explorer/cat/compiled_model.h"
#include "explorer/models/incremental/base_sets.h"
#include "explorer/models/incremental/coherence.h"
#include "explorer/models/incremental/rows.h"

namespace drover::incremental {

// AlwaysConsistent: the model is known to be extensible (ModelProperty), so an event that is added
// maximally needs no check.
enum class Extensions : std::uint8_t { Unknown, AlwaysConsistent };

// Checks any model that can be compiled (cat/compiled_model.h).
//
// For each event and forward relation it stores the predecessors of the event. They are computed
// when the event is added, for a read when its writer is known, and do not change while the event
// is in the graph; so nothing has to be undone, and a revisit copies those of the kept events,
// whose predecessors are kept too.
//
// Each step runs the model's checks. If the model is extensible, a read from the last write of its
// location and a write after the last one are consistent; coherence is checked by ranks
// (CompiledTest::Coherence); otherwise the relations with co or fr are evaluated, each at most once
// and only if needed.
template <std::size_t Words>
class CatChecker {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // State shared by all checkers of one exploration: the model, and storage for one step.
  struct Shared {
    Shared(cat::CompiledModel compiled, Extensions known)
        : model(std::move(compiled)),
          extensions(known),
          values(model.nodes.size() * Graph::Capacity),
          epochs(model.nodes.size(), 0),
          is_filled(model.nodes.size(), 0),
          position(model.nodes.size(), 0) {
      for (std::size_t i = 0; i < model.columns.size(); ++i) position[model.columns[i]] = i;
      for (std::size_t i = 0; i < model.sets.size(); ++i) position[model.sets[i]] = i;
    }
    cat::CompiledModel model;
    Extensions extensions;
    std::vector<Bits> values;           // by node and event: the predecessors
    std::vector<std::uint64_t> epochs;  // by node: the step of its evaluation
    std::vector<char> is_filled;        // by node: not empty
    std::uint64_t epoch = 0;
    std::vector<std::size_t> position;  // by node: index in `columns` or `sets`
    std::vector<Slot> present;
  };

  explicit CatChecker(std::shared_ptr<Shared> shared)
      : shared_(std::move(shared)),
        width_(shared_->model.columns.size()),
        columns_(width_ * Graph::Capacity),
        sets_(shared_->model.sets.size()) {}

  void on_add(const Graph& graph, Slot event) { settle(graph, event); }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    std::size_t lowest = 0;
    for (const cat::CompiledCheck& check : shared_->model.checks) {
      if (check.test != cat::CompiledTest::Coherence) break;
      lowest =
          std::max(lowest, last_seen_rank(graph, graph[event].location, column(event, check.node)));
    }
    return lowest;
  }
  bool on_read(const Graph& graph, Slot read) {
    settle(graph, read);
    const LocationId location = graph[read].location;
    const std::size_t rank = graph.coherence_rank(location, graph[read].reads_from);
    return allows(graph, read, rank, false);
  }
  bool on_place(const Graph& graph, Slot write) {
    const LocationId location = graph[write].location;
    const std::size_t rank = graph.coherence_rank(location, write);
    bool has_open_read = false;
    graph.location(location).reads.for_each([&](std::size_t slot) {
      const auto read = static_cast<Slot>(slot);
      if (graph[read].reads_from != NoEvent) return;
      settle(graph, read);  // it may have got a writer since
      has_open_read = true;
    });
    return allows(graph, write, rank, has_open_read);
  }
  [[nodiscard]] Bits happens_before(const Graph& graph, Slot event) const {
    if (!shared_->model.happens_before) return {};
    Bits before = column(event, *shared_->model.happens_before) & graph.events();
    before.erase(event);
    return before;
  }
  // False only if the model sets no flag on the graph.
  [[nodiscard]] bool may_raise_flags(const Graph& graph) {
    if (!shared_->model.flags) return true;
    begin_step(graph);
    return std::ranges::any_of(*shared_->model.flags, [&](const cat::CompiledFlag& flag) {
      return fails(graph, flag.check) != flag.is_up_where_true;
    });
  }
  [[nodiscard]] static std::size_t mark() { return 0; }
  static void undo(std::size_t /*mark*/) {}
  void copy_without(const CatChecker& other, const Bits& kept, const Bits& /*deleted*/) {
    sets_ = other.sets_;
    kept.for_each([&](std::size_t event) {
      const auto from = other.columns_.begin() + static_cast<std::ptrdiff_t>(event * width_);
      std::copy(from, from + static_cast<std::ptrdiff_t>(width_),
                columns_.begin() + static_cast<std::ptrdiff_t>(event * width_));
    });
  }

 private:
  using Node = cat::CompiledNode;
  using Index = cat::CompiledIndex;
  using Operation = cat::Operation;
  using Base = cat::Base;

  [[nodiscard]] const Node& node(Index index) const { return shared_->model.nodes[index]; }
  [[nodiscard]] Bits& column(Slot event, Index index) {
    return columns_[event * width_ + shared_->position[index]];
  }
  [[nodiscard]] const Bits& column(Slot event, Index index) const {
    return columns_[event * width_ + shared_->position[index]];
  }
  [[nodiscard]] const Bits& set(Index index) const { return sets_[shared_->position[index]]; }

  // The predecessors of each event in a relation that is forward or just evaluated.
  struct Rows {
    const Bits* first;
    std::size_t stride;
    const Bits& operator[](std::size_t event) const { return first[event * stride]; }
  };
  [[nodiscard]] Rows rows(Index index) const {
    if (node(index).is_forward) return {columns_.data() + shared_->position[index], width_};
    return {shared_->values.data() + index * Graph::Capacity, 1};
  }

  // ---- Event sets and predecessors

  void settle(const Graph& graph, Slot event) {
    const BaseSets base = base_sets_of(graph[event]);
    for (const Index index : shared_->model.sets) {
      Bits& bits = sets_[shared_->position[index]];
      if (is_member(event, node(index), base)) {
        bits.insert(event);
      } else {
        bits.erase(event);
      }
    }
    for (const Index index : shared_->model.columns) {
      column(event, index) = row_of<Bits>(node(index), event, Columns{*this, graph, index});
    }
  }

  [[nodiscard]] bool is_member(Slot slot, const Node& of, BaseSets base) const {
    const auto a = [&] { return set(of.a).contains(slot); };
    const auto b = [&] { return set(of.b).contains(slot); };
    switch (of.operation) {
      case Operation::Union: return a() || b();
      case Operation::Intersection: return a() && b();
      case Operation::Difference: return a() && !b();
      case Operation::Complement: return !a();
      case Operation::Base: return is_among(of.base, base);
      default: return false;
    }
  }

  // The known rows of earlier events (for row_of).
  struct Columns {
    const CatChecker& of;
    const Graph& graph;
    Index index;
    [[nodiscard]] const Bits& row(Index part, std::size_t event) const {
      return of.column(static_cast<Slot>(event), part);
    }
    [[nodiscard]] const Bits& own(std::size_t event) const { return row(index, event); }
    [[nodiscard]] const Bits& set(Index part) const { return of.set(part); }
    [[nodiscard]] const Bits& all() const { return graph.events(); }
    [[nodiscard]] Bits base(Base base, std::size_t event) const {
      return base_before(graph, static_cast<Slot>(event), base);
    }
  };
  [[nodiscard]] static Bits single(Slot event) { return incremental::single<Bits>(event); }

  // Returns the earlier events of the thread.
  [[nodiscard]] static Bits before_in_thread(const Graph& graph, Slot event) {
    Bits bits;
    const auto& events = graph.thread(graph[event].thread).events;
    for (std::size_t i = 0; i < graph[event].index; ++i) bits.insert(events[i]);
    return bits;
  }

  [[nodiscard]] static Bits base_before(const Graph& graph, Slot slot, Base base) {
    const auto& event = graph[slot];
    switch (base) {
      case Base::Po: return before_in_thread(graph, slot);
      case Base::Sync: return event.po - before_in_thread(graph, slot);
      case Base::Rf:
        if (event.kind != LabelKind::Read || event.reads_from == NoEvent ||
            event.reads_from == InitialWrite) {
          return {};
        }
        return single(event.reads_from);
      case Base::RmwPairs:
      case Base::Amo: return first_half_of(graph, slot);
      case Base::Loc: {
        if (event.kind != LabelKind::Read && event.kind != LabelKind::Write) return {};
        const auto& location = graph.location(event.location);
        return location.reads | location.writes;
      }
      case Base::Int: {
        Bits bits;
        for (const Slot each : graph.thread(event.thread).events) bits.insert(each);
        return bits;
      }
      case Base::Co:
      case Base::Fr: {
        Bits bits;  // a write without a coherence position has none
        if (event.kind != LabelKind::Write) return bits;
        const auto& location = graph.location(event.location);
        for_each_place(graph, location, base, base == Base::Fr ? location.initial_readers : Bits{},
                       [&](Slot write, const Bits& before) {
                         if (write == slot) bits = before;
                       });
        return bits;
      }
      default: return {};
    }
  }

  // ---- Checks

  [[nodiscard]] bool allows(const Graph& graph, Slot event, std::size_t rank, bool has_open_read) {
    const auto& order = graph.location(graph[event].location).coherence;
    if (shared_->extensions == Extensions::AlwaysConsistent && rank == order.size()) return true;
    bool is_begun = false;
    for (const cat::CompiledCheck& check : shared_->model.checks) {
      if (has_open_read && !check.fails_for_good) continue;
      if (check.test == cat::CompiledTest::Coherence) {
        if (last_seen_rank(graph, graph[event].location, column(event, check.node)) > rank) {
          return false;
        }
        continue;
      }
      if (!is_begun) begin_step(graph);
      is_begun = true;
      if (fails(graph, check)) return false;
    }
    return true;
  }

  void begin_step(const Graph& graph) {
    ++shared_->epoch;
    shared_->present.clear();
    graph.events().for_each(
        [&](std::size_t slot) { shared_->present.push_back(static_cast<Slot>(slot)); });
  }

  [[nodiscard]] bool fails(const Graph& graph, const cat::CompiledCheck& check) {
    if (!evaluate(graph, check.node)) return false;
    const Rows relation = rows(check.node);
    switch (check.test) {
      case cat::CompiledTest::Empty:
        for (const Slot event : shared_->present) {
          if (!relation[event].is_empty()) return true;
        }
        return false;
      case cat::CompiledTest::Irreflexive:
        for (const Slot event : shared_->present) {
          if (relation[event].contains(event)) return true;
        }
        return false;
      case cat::CompiledTest::Acyclic: return has_cycle(graph.events(), relation);
      case cat::CompiledTest::Coherence: break;
    }
    return false;
  }

  // Evaluates a whole relation; false only if it is empty.
  bool evaluate(const Graph& graph, Index index) {
    const Node& of = node(index);
    if (of.is_forward) return true;  // it may be empty
    if (shared_->epochs[index] == shared_->epoch) return shared_->is_filled[index] != 0;
    shared_->epochs[index] = shared_->epoch;
    const bool is_filled = evaluate_now(graph, index, of);
    shared_->is_filled[index] = is_filled ? 1 : 0;
    if (!is_filled) {
      for (const Slot event : shared_->present) out(event, index) = {};
    }
    return is_filled;
  }

  [[nodiscard]] Bits& out(Slot event, Index index) {
    return shared_->values[index * Graph::Capacity + event];
  }

  template <typename Make>
  bool fill(Index index, Make make) {
    Bits all;
    for (const Slot event : shared_->present) {
      const Bits bits = make(event);
      out(event, index) = bits;
      all |= bits;
    }
    return !all.is_empty();
  }

  bool compose(Index index, const Rows& a, const Rows& b) {
    return fill(index, [&](Slot event) {
      Bits bits;
      b[event].for_each([&](std::size_t middle) { bits |= a[middle]; });
      return bits;
    });
  }
  void turn_round(Index index, const Rows& a) {
    fill(index, [&](Slot) { return Bits{}; });
    for (const Slot event : shared_->present) {
      a[event].for_each(
          [&](std::size_t first) { out(static_cast<Slot>(first), index).insert(event); });
    }
  }

  bool evaluate_now(const Graph& graph, Index index, const Node& of) {
    // Sets have no rows.
    const Rows a = node(of.a).kind == cat::ValueKind::Relation ? rows(of.a) : Rows{nullptr, 0};
    const Rows b = node(of.b).kind == cat::ValueKind::Relation ? rows(of.b) : Rows{nullptr, 0};
    switch (of.operation) {
      case Operation::Base: return evaluate_base(graph, index, of.base);
      case Operation::Union: {
        const bool has_a = evaluate(graph, of.a);
        const bool has_b = evaluate(graph, of.b);
        if (!has_a && !has_b) return false;
        return fill(index, [&](Slot event) { return a[event] | b[event]; });
      }
      case Operation::Intersection:
        if (!evaluate(graph, of.a) || !evaluate(graph, of.b)) return false;
        return fill(index, [&](Slot event) { return a[event] & b[event]; });
      case Operation::Difference:
        if (of.is_without_product && has_all_accesses(graph, node(of.b))) return false;
        if (!evaluate(graph, of.a)) return false;
        evaluate(graph, of.b);
        return fill(index, [&](Slot event) { return a[event] - b[event]; });
      case Operation::Sequence:
        if (!evaluate(graph, of.a) || !evaluate(graph, of.b)) return false;
        return compose(index, a, b);
      case Operation::RestrictDomain: {
        const Bits kept = set(of.a) & graph.events();
        if (kept.is_empty() || !evaluate(graph, of.b)) return false;
        return fill(index, [&](Slot event) { return b[event] & kept; });
      }
      case Operation::RestrictRange: {
        const Bits kept = set(of.b) & graph.events();
        if (kept.is_empty() || !evaluate(graph, of.a)) return false;
        return fill(index, [&](Slot event) { return kept.contains(event) ? a[event] : Bits{}; });
      }
      case Operation::Optional:
        evaluate(graph, of.a);
        return fill(index, [&](Slot event) { return a[event] | single(event); });
      case Operation::Plus:
        if (!evaluate(graph, of.a)) return false;
        fill(index, [&](Slot event) { return a[event]; });
        close_rows(graph.events(), [&](std::size_t event) -> Bits& {
          return out(static_cast<Slot>(event), index);
        });
        return true;
      case Operation::Complement:
        evaluate(graph, of.a);
        return fill(index, [&](Slot event) { return graph.events() - a[event]; });
      case Operation::Inverse:
        if (!evaluate(graph, of.a)) return false;
        turn_round(index, a);
        return true;
      case Operation::Identity:
        return fill(index,
                    [&](Slot event) { return set(of.a).contains(event) ? single(event) : Bits{}; });
      case Operation::Product: {
        const Bits first = set(of.a) & graph.events();
        return fill(index, [&](Slot event) { return set(of.b).contains(event) ? first : Bits{}; });
      }
      default: return false;
    }
  }

  // True if both sets of a product contain all accesses.
  [[nodiscard]] bool has_all_accesses(const Graph& graph, const Node& product) const {
    Bits accesses;
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      const auto& location = graph.location(LocationId(i));
      accesses |= location.reads;
      accesses |= location.writes;
    }
    return (accesses - set(product.a)).is_empty() && (accesses - set(product.b)).is_empty();
  }

  bool evaluate_base(const Graph& graph, Index index, Base base) {
    if (base != Base::Co && base != Base::Fr) {
      return fill(index, [&](Slot event) { return base_before(graph, event, base); });
    }
    fill(index, [&](Slot) { return Bits{}; });
    bool is_filled = false;
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      const auto& location = graph.location(LocationId(i));
      for_each_place(graph, location, base, base == Base::Fr ? location.initial_readers : Bits{},
                     [&](Slot write, const Bits& before) {
                       out(write, index) = before;
                       is_filled |= !before.is_empty();
                     });
    }
    return is_filled;
  }

  std::shared_ptr<Shared> shared_;
  std::size_t width_;
  std::vector<Bits> columns_;  // by event, then by CompiledModel::columns
  std::vector<Bits> sets_;     // by CompiledModel::sets
};

}  // namespace drover::incremental
