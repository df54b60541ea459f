#pragma once

// The relations of a cat model that depend on threads alone, or on two events (see
// open_cat_checker.h), and the events of the current graph.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/base_sets.h"
#include "explorer/models/incremental/open_cat/cat_kinds.h"
#include "explorer/models/incremental/open_cat/event_shapes.h"
#include "explorer/models/incremental/rows.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::incremental {

template <std::size_t Words>
class ThreadRelations : protected CatKinds {
 protected:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // Both must outlive it.
  ThreadRelations(const cat::Code& code, const ProgramAutomata& automata)
      : CatKinds(code),
        automata_(automata),
        shapes_(automata),
        begin_(code.nodes.size(), 0),
        filled_(code.nodes.size()) {}

  // Adds a node; its operands must exist, and its kind must be noted. A node that is OfAnother has
  // no rows.
  enum class Rows : std::uint8_t { Own, OfAnother };
  void add_rows(NodeIndex index, Rows rows) {
    if (kinds_[index] == Kind::OfThread) of_threads_.push_back(index);
    if (kinds_[index] == Kind::OfPair || rows == Rows::OfAnother) return;
    begin_[index] = rows_.size();
    // A set is one row.
    rows_.resize(rows_.size() + (is_set(node(index)) ? 1 : Graph::Capacity));
  }
  [[nodiscard]] Bits* rows_of(NodeIndex index) { return rows_.data() + begin_[index]; }
  [[nodiscard]] const Bits* rows_of(NodeIndex index) const { return rows_.data() + begin_[index]; }

  // ---- Events

  // An event as last computed, with the events before it in its thread.
  struct Seen {
    Slot slot = NoEvent;
    std::uint8_t outcome = 0;
    NodeId node;
    std::uint32_t history = 0;
  };
  // Returns the outcome of an event, as far as relations of the thread depend on it.
  [[nodiscard]] static std::uint8_t outcome_of(const WorkingEvent<Words>& event) {
    return static_cast<std::uint8_t>((event.is_exclusive_read ? 1 : 0) |
                                     (event.is_failed_exclusive ? 2 : 0) |
                                     (event.is_exclusive_write ? 4 : 0));
  }
  // The events of a thread up to one event, as far as relations of the thread depend on them,
  // independent of their slots. Holds the predecessors of the last event, by index in the thread,
  // in the requested relations; for sets, its membership.
  struct History {
    struct Next {
      std::uint32_t shape = 0;
      std::uint8_t outcome = 0;
      std::uint32_t history = 0;
    };
    std::vector<Next> next = {};
    std::vector<Bits> rows = {};
  };
  [[nodiscard]] std::uint32_t history_behind(std::uint32_t before, std::uint32_t shape,
                                             std::uint8_t outcome) {
    for (const typename History::Next& each : histories_[before].next) {
      if (each.shape == shape && each.outcome == outcome) return each.history;
    }
    const auto added = static_cast<std::uint32_t>(histories_.size());
    histories_[before].next.push_back({shape, outcome, added});
    histories_.emplace_back();
    return added;
  }

  [[nodiscard]] static std::size_t initial_index(std::size_t location) {
    return Graph::Capacity - 1 - location;
  }
  [[nodiscard]] bool is_initial(std::size_t event) const { return initial_.contains(event); }

  // False if the graph is too large. `open` are the events without a writer or coherence position.
  bool take_events(const Graph& graph, const Bits& open) {
    graph_ = &graph;
    present_ = graph.events();
    initial_.clear();
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const Slot last = graph.last_of(t);
      if (last != NoEvent && open.contains(last)) present_.erase(last);
    }
    bool is_too_large = false;
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      const auto& location = graph.location(LocationId(i));
      if (!(location.reads | location.writes).intersects(present_)) continue;
      is_too_large |= i >= Graph::Capacity || graph.events().contains(initial_index(i));
      if (is_too_large) return false;
      initial_.insert(initial_index(i));
    }
    seen_.resize(std::max(seen_.size(), graph.thread_count()));
    own_.resize(seen_.size());
    whole_.resize(seen_.size(), 0);
    for (std::size_t t = 0; t < graph.thread_count(); ++t) settle_thread(graph, t);
    initial_.for_each([&](std::size_t event) {
      if (settled_initial_.contains(event)) return;
      settled_initial_.insert(event);
      before_[event].clear();
      settle(event);
    });
    present_ |= initial_;
    return true;
  }

  void settle_thread(const Graph& graph, std::size_t thread) {
    const auto& events = graph.thread(thread).events;
    std::vector<Seen>& seen = seen_[thread];
    bool is_same = true;
    std::uint32_t history = 0;
    Bits before;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Slot slot = events[i];
      if (!present_.contains(slot)) {
        forget_from(thread, i);
        own_[thread] = before;
        return;
      }
      const auto& event = graph[slot];
      const std::uint8_t outcome = outcome_of(event);
      is_same = is_same && i < seen.size() && seen[i].slot == slot;
      if (is_same && seen[i].node == event.node && seen[i].outcome == outcome) {
        history = seen[i].history;
        before.insert(slot);
        continue;
      }
      history = history_behind(history, shapes_.of(thread, event.node), outcome);
      const Seen now{slot, outcome, event.node, history};
      is_same = is_same && seen[i].history == history;
      if (is_same) {
        seen[i] = now;
      } else {
        forget_from(thread, i);
        seen.push_back(now);
        settled_initial_.erase(slot);
        before_[slot] = before;
        recall(graph, thread, i);
      }
      before.insert(slot);
    }
    forget_from(thread, events.size());
    own_[thread] = before;
  }
  void forget_from(std::size_t thread, std::size_t number) {
    seen_[thread].resize(number);
    whole_[thread] = std::min(whole_[thread], number);
  }

  // Computes the event with this index in a thread: from its known history; or, the first time,
  // together with the incomplete events before it.
  void recall(const Graph& graph, std::size_t thread, std::size_t number) {
    const auto& events = graph.thread(thread).events;
    const Slot slot = events[number];
    const std::uint32_t at = seen_[thread][number].history;
    if (histories_[at].rows.empty() && !asked_for_.empty()) {
      for (std::size_t& i = whole_[thread]; i <= number; ++i) settle(events[i]);
      histories_[at].rows = numbered_rows(graph, slot);
      return;
    }
    for (std::size_t i = 0; i < asked_for_.size(); ++i) {
      const NodeIndex index = asked_for_[i];
      const Bits& numbers = histories_[at].rows[i];
      if (is_set(node(index))) {
        put(rows_of(index)[0], slot, !numbers.is_empty());
        continue;
      }
      Bits row;
      numbers.for_each([&](std::size_t each) { row.insert(events[each]); });
      rows_of(index)[slot] = row;
      put(filled_[index], slot, !row.is_empty());
    }
  }
  [[nodiscard]] std::vector<Bits> numbered_rows(const Graph& graph, Slot slot) const {
    std::vector<Bits> out(asked_for_.size());
    for (std::size_t i = 0; i < asked_for_.size(); ++i) {
      const NodeIndex index = asked_for_[i];
      if (is_set(node(index))) {
        put(out[i], 0, rows_of(index)[0].contains(slot));
        continue;
      }
      rows_of(index)[slot].for_each(
          [&](std::size_t each) { out[i].insert(graph[static_cast<Slot>(each)].index); });
    }
    return out;
  }

  // ---- Relations of a thread

  void settle(std::size_t event) {
    for (const NodeIndex index : of_threads_) {
      const Node& of = node(index);
      if (is_set(of)) {
        put(rows_of(index)[0], event, is_member(of, event));
        continue;
      }
      const Bits row = computed_row(index, event);
      rows_of(index)[event] = row;
      put(filled_[index], event, !row.is_empty());
    }
  }
  static void put(Bits& set, std::size_t event, bool is_in) {
    if (is_in) {
      set.insert(event);
    } else {
      set.erase(event);
    }
  }

  [[nodiscard]] bool is_member(const Node& of, std::size_t event) const {
    const auto has = [&](NodeIndex part) { return rows_of(part)[0].contains(event); };
    switch (of.operation) {
      case Operation::Union: return has(of.a) || has(of.b);
      case Operation::Intersection: return has(of.a) && has(of.b);
      case Operation::Difference: return has(of.a) && !has(of.b);
      case Operation::Complement: return !has(of.a);
      case Operation::Range: return !rows_of(of.a)[event].is_empty();
      case Operation::Base: break;
      default: return false;
    }
    return is_initial(event) ? is_initial_member(of.base, event)
                             : is_base_member(of.base, static_cast<Slot>(event));
  }
  [[nodiscard]] bool is_initial_member(Base base, std::size_t event) const {
    switch (base) {
      case Base::All:
      case Base::Writes:
      case Base::InitialWrites:
      case Base::Na: return true;
      default: break;
    }
    const LocationId location(Graph::Capacity - 1 - event);
    return has_tag(automata_.locations().initial_tags(location), base);
  }
  [[nodiscard]] bool is_base_member(Base base, Slot slot) const {
    const auto& event = (*graph_)[slot];
    if (base < Base::FirstTag) return is_in_base(event, base);
    const Label& label = automata_.thread(ThreadId(event.thread)).label(event.node);
    const bool is_read = event.kind == LabelKind::Read;
    return has_tag(is_read ? label.tags_when_reading(event.value) : label.tags, base);
  }

  // Known rows, for row_of. Relations of a pair include absent events, which are removed where
  // necessary.
  struct Known {
    const ThreadRelations& of;
    NodeIndex index;
    [[nodiscard]] Bits row(NodeIndex part, std::size_t event) const {
      return of.kinds_[part] == Kind::OfPair ? of.computed_row(part, event)
                                             : of.rows_of(part)[event];
    }
    [[nodiscard]] const Bits& own(std::size_t event) const { return of.rows_of(index)[event]; }
    [[nodiscard]] const Bits& set(NodeIndex part) const { return of.rows_of(part)[0]; }
    [[nodiscard]] const Bits& all() const { return of.everything_; }
    [[nodiscard]] Bits base(Base base, std::size_t event) const {
      if (base == Base::Loc) return of.location_of(event);
      if (base == Base::Int) return of.thread_of(event);
      return of.is_initial(event) ? Bits{} : of.base_of_thread(base, event);
    }
  };
  [[nodiscard]] Bits computed_row(NodeIndex index, std::size_t event) const {
    return row_of<Bits>(node(index), event, Known{*this, index});
  }

  [[nodiscard]] Bits base_of_thread(Base base, std::size_t event) const {
    const auto slot = static_cast<Slot>(event);
    const auto& at = (*graph_)[slot];
    if (base == Base::Po) return before_[event];
    if (base == Base::RmwPairs || base == Base::Amo) return first_half_of(*graph_, slot);
    const EventDependencies& dependencies =
        automata_.thread(ThreadId(at.thread)).dependencies(at.node);
    const auto& events = graph_->thread(at.thread).events;
    Bits bits;
    const auto insert = [&](const ReadSet& reads) {
      reads.for_each([&](std::uint32_t read) { bits.insert(events[read]); });
    };
    switch (base) {
      case Base::Addr: insert(dependencies.addr); break;
      case Base::Data: insert(dependencies.data); break;
      case Base::Ctrl: insert(dependencies.ctrl); break;
      case Base::PickAddr: insert(dependencies.pick_addr); break;
      case Base::PickData: insert(dependencies.pick_data); break;
      case Base::PickCtrl: insert(dependencies.pick_ctrl); break;
      case Base::Pick: insert(dependencies.pick); break;
      default: break;
    }
    return bits;
  }

  [[nodiscard]] static Bits all_events() {
    Bits bits;
    for (std::size_t i = 0; i < Graph::Capacity; ++i) bits.insert(i);
    return bits;
  }
  [[nodiscard]] Bits location_of(std::size_t event) const {
    std::size_t at = Graph::Capacity - 1 - event;
    if (!is_initial(event)) {
      const auto& access = (*graph_)[static_cast<Slot>(event)];
      if (access.kind != LabelKind::Read && access.kind != LabelKind::Write) return {};
      at = access.location.value;
    }
    const auto& location = graph_->location(LocationId(at));
    Bits bits = location.reads | location.writes;
    bits.insert(initial_index(at));
    return bits;
  }
  [[nodiscard]] Bits thread_of(std::size_t event) const {
    Bits bits;
    if (is_initial(event)) return bits;
    const std::size_t thread = (*graph_)[static_cast<Slot>(event)].thread;
    for (const Slot each : graph_->thread(thread).events) bits.insert(each);
    return bits;
  }

  const ProgramAutomata& automata_;
  const Graph* graph_ = nullptr;  // the current graph
  Bits present_;
  Bits initial_;
  std::vector<Bits> own_;         // by thread: its present events
  PerEvent<Bits, Words> before_;  // predecessors in the thread
  // One for each checker: the reference counts of sets without a fixed size are not atomic.
  Bits everything_ = all_events();
  EventShapes shapes_;
  std::vector<NodeIndex> of_threads_;  // the stored relations of threads, operands first
  std::vector<NodeIndex> asked_for_;   // those that others use or checks need
  std::vector<std::size_t> begin_;     // by node: start of its rows
  std::vector<Bits> rows_;             // of each node, by event
  std::vector<Bits> filled_;           // by node: the events with predecessors
  std::vector<History> histories_ = std::vector<History>(1);  // the first is the empty history
  std::vector<std::vector<Seen>> seen_;                       // by thread: the computed events
  std::vector<std::size_t> whole_;  // by thread: how many have all relations of threads
  Bits settled_initial_;
};

}  // namespace drover::incremental
