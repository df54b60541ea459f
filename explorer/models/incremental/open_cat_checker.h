#pragma once

// Checks a cat model on a working graph with open events (algorithms/buffering): reads without a
// writer, writes without a coherence position. The verdict is that of the axioms on the same graph
// as an ExecutionGraph (cat/evaluator.h). For any model of sets and relations only, with
// dependencies, tags and `let rec`.
//
// The schedule of CatEngine: the row of an event in sets and relations of threads (cat/kinds.h) is
// kept as long as the events of its thread up to it do not change; they are compared with the
// events seen before. So a step computes only the row of the new event, and nothing has to be
// undone.
//
// Initial writes are events here: they have the last numbers. If the graph has too many events for
// that, the checker gives no verdict.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/graph/pairs.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/base_sets.h"
#include "explorer/models/incremental/cat_engine.h"
#include "explorer/models/incremental/open_cat/event_shapes.h"
#include "explorer/models/incremental/step_checker.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::incremental {

template <std::size_t Words>
class OpenCatChecker : public CatEngine<OpenCatChecker<Words>, Words> {
  using Engine = CatEngine<OpenCatChecker<Words>, Words>;

 public:
  using typename Engine::Bits;
  using typename Engine::Graph;
  static constexpr bool HasInitialWrites = true;

  // True if the checker supports the model.
  [[nodiscard]] static bool takes(const cat::Code& code) { return !code.fuses_updates; }

  // Both must outlive the checker. The automata track dependencies if the model needs them.
  // `implied` are axioms known to hold on all checked graphs; `not_of_parts` may fail on a part
  // that can become consistent.
  OpenCatChecker(const cat::Code& code, const ProgramAutomata& automata,
                 const std::vector<std::size_t>& implied = {},
                 const std::vector<std::size_t>& not_of_parts = {})
      : Engine(code, cat::kinds_of_threads(code)), automata_(automata), shapes_(automata) {
    for (std::size_t i = 0; i < code.checks.size(); ++i) {
      const cat::CodeCheck& check = code.checks[i];
      if (std::ranges::find(implied, i) != implied.end() || is_settled(check)) continue;
      if (check.use != cat::CheckUse::Axiom) {
        flags_.push_back(i);
        flags_need_tags_ &= needs_tags(check);
        continue;
      }
      all_.push_back(i);
      const bool is_of_parts = std::ranges::find(not_of_parts, i) == not_of_parts.end();
      if (check.fails_for_good && is_of_parts) part_.push_back(i);
    }
    add_nodes();
  }

  // See OpenGraphChecker. Parts are checked only with axioms that no added edge can repair. Nothing
  // if the graph is too large.
  [[nodiscard]] std::optional<bool> ask(const Graph& graph, const Bits& open, Extent extent) {
    if (!take_events(graph, open)) return std::nullopt;
    this->begin_graph();
    return std::ranges::all_of(extent == Extent::Whole ? all_ : part_,
                               [&](std::size_t each) { return this->holds(each); });
  }
  // For a complete graph: true if the model sets a flag on it. Nothing if the graph is too large.
  [[nodiscard]] std::optional<bool> raises_flags(const Graph& graph) {
    if (flags_.empty() || (flags_need_tags_ && !has_tags_of_flags(graph))) return false;
    if (!take_events(graph, {})) return std::nullopt;
    this->begin_graph();
    return std::ranges::any_of(flags_, [&](std::size_t each) { return this->is_up(each); });
  }

 protected:
  using Engine::code_;
  using Engine::filled_;
  using Engine::graph_;
  using Engine::initial_;
  using Engine::initial_index;
  using Engine::is_initial;
  using Engine::is_set;
  using Engine::kinds_;
  using Engine::node;
  using Engine::own_;
  using Engine::present_;
  using Engine::put;
  using Engine::rows_of;
  using typename Engine::Kind;
  friend Engine;

  // True if an axiom holds, or a flag is not raised, in every graph: its relation is empty.
  [[nodiscard]] bool is_settled(const cat::CodeCheck& check) {
    return node(check.node).operation == cat::Operation::Empty &&
           check.is_negated == (check.use == cat::CheckUse::Flag);
  }
  // True if the check is a flag that only events with certain tags can raise; collects the tags.
  [[nodiscard]] bool needs_tags(const cat::CodeCheck& check) {
    return check.use == cat::CheckUse::Flag && check.test == cat::CheckTest::Empty &&
           check.is_negated && is_of_tags(check.node);
  }
  // True if the events of this set have tags, whatever the graph.
  [[nodiscard]] bool is_of_tags(cat::NodeIndex index) {
    const cat::Node& at = node(index);
    switch (at.operation) {
      case cat::Operation::Base:
        if (at.base < Base::FirstTag) return false;
        flag_tags_.push_back(tag_of(at.base));
        return true;
      case cat::Operation::Union: return is_of_tags(at.a) && is_of_tags(at.b);
      case cat::Operation::Difference: return is_of_tags(at.a);
      default: return false;
    }
  }
  [[nodiscard]] bool has_tags_of_flags(const Graph& graph) {
    return graph.events().any_of(
        [&](Slot slot) { return has_tag_of_flags(graph[slot].thread, graph[slot].node); });
  }
  [[nodiscard]] bool has_tag_of_flags(std::size_t thread, NodeId at) {
    if (tagged_.size() <= thread) tagged_.resize(thread + 1);
    std::vector<Tagged>& known = tagged_[thread];
    if (known.size() <= at.value) known.resize(at.value + std::size_t{1}, Tagged::Unknown);
    Tagged& tagged = known[at.value];
    if (tagged == Tagged::Unknown) {
      const Label& label = automata_.thread(ThreadId(thread)).label(at);
      const bool is_tagged = std::ranges::any_of(flag_tags_, [&](Tag tag) {
        return label.tags.contains(tag) || label.failure_tags.contains(tag);
      });
      tagged = is_tagged ? Tagged::Yes : Tagged::No;
    }
    return tagged == Tagged::Yes;
  }

  // Collects all evaluated nodes, and those stored although others are built from them.
  void add_nodes() {
    std::vector<NodeIndex> roots;
    for (const auto& checks : {all_, flags_}) {
      for (const std::size_t each : checks) {
        const std::vector<NodeIndex> of_check = this->roots_of(each);
        roots.insert(roots.end(), of_check.begin(), of_check.end());
      }
    }
    std::vector<bool> is_asked_for(code_.nodes.size(), false);
    for (const NodeIndex each : roots) is_asked_for[each] = true;
    for (const cat::FixpointGroup& group : code_.groups) {
      for (const NodeIndex each : group.bodies) is_asked_for[each] = true;
      roots.insert(roots.end(), group.variables.begin(), group.variables.end());
    }
    const std::vector<NodeIndex> nodes = cat::reachable_nodes(code_, roots);
    for (const NodeIndex each : nodes) {
      if (kinds_[each] == Kind::Kept) {
        add_kept(each);
        continue;
      }
      this->add_whole(each);
      for (const NodeIndex part : cat::operands_of(code_, node(each))) {
        is_asked_for[part] = true;
      }
    }
    for (const NodeIndex each : nodes) {
      if (is_asked_for[each] && kinds_[each] == Kind::Kept) asked_for_.push_back(each);
    }
  }

  // Adds a kept node; its operands must exist.
  void add_kept(NodeIndex index) {
    of_threads_.push_back(index);
    this->allocate(index);
  }

  struct KeptRows {
    const Bits* first;
    static constexpr std::size_t stride = 1;
  };
  [[nodiscard]] KeptRows kept_rows(NodeIndex index) const { return {rows_of(index)}; }
  [[nodiscard]] const Bits& kept_row(NodeIndex index, std::size_t event) const {
    return rows_of(index)[event];
  }
  [[nodiscard]] const Bits& kept_set(NodeIndex index) const { return rows_of(index)[0]; }
  [[nodiscard]] const Bits& kept_filled(NodeIndex index) const { return filled_[index]; }
  // Relations of a thread do not depend on which events are present.
  [[nodiscard]] const Bits& all_events() const { return everything_; }

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
        put(rows_of(index)[0], event, this->is_member(of, event));
        continue;
      }
      const Bits row = this->computed_row(index, event);
      rows_of(index)[event] = row;
      put(filled_[index], event, !row.is_empty());
    }
  }
  [[nodiscard]] bool is_initial_member(Base base, std::size_t event) const {
    const LocationId location(Graph::Capacity - 1 - event);
    return is_among(base,
                    sets_of({.kind = LabelKind::Write, .mode = Mode::Na, .is_initial = true})) ||
           has_tag(automata_.locations().initial_tags(location), base);
  }
  [[nodiscard]] bool is_base_member(Base base, std::size_t number) const {
    if (is_initial(number)) return is_initial_member(base, number);
    const auto& event = (*graph_)[static_cast<Slot>(number)];
    if (base < Base::FirstTag) return is_among(base, sets_of(class_of(event)));
    const Label& label = automata_.thread(ThreadId(event.thread)).label(event.node);
    const bool is_read = event.kind == LabelKind::Read;
    return has_tag(is_read ? label.tags_when_reading(event.value) : label.tags, base);
  }

  // ---- Base relations and sets

  [[nodiscard]] const Bits& before_in_thread(std::size_t event) const { return before_[event]; }
  [[nodiscard]] Bits dependencies_of(Base base, const WorkingEvent<Words>& at) const {
    const EventDependencies& dependencies =
        automata_.thread(ThreadId(at.thread)).dependencies(at.node);
    // In the order of Base.
    using Of = EventDependencies;
    constexpr std::array Parts{&Of::addr,      &Of::data,      &Of::ctrl, &Of::pick_addr,
                               &Of::pick_data, &Of::pick_ctrl, &Of::pick};
    const auto part = static_cast<std::size_t>(base) - static_cast<std::size_t>(Base::Addr);
    const auto& events = graph_->thread(at.thread).events;
    Bits bits;
    (dependencies.*Parts[part]).for_each([&](std::uint32_t read) { bits.insert(events[read]); });
    return bits;
  }

  [[nodiscard]] Bits load_of_pair(Slot slot) const {
    const auto& event = (*graph_)[slot];
    const Label& label = automata_.thread(ThreadId(event.thread)).label(event.node);
    return is_store_of_pair(label) ? single<Bits>(graph_->previous_of(slot)) : Bits{};
  }

  [[nodiscard]] static Bits every_slot() {
    Bits bits;
    for (std::size_t i = 0; i < Graph::Capacity; ++i) bits.insert(i);
    return bits;
  }
  [[nodiscard]] std::optional<Value> value_of(std::size_t event) const {
    if (initial_.contains(event)) {
      return automata_.locations().initial_value(LocationId(Graph::Capacity - 1 - event));
    }
    const auto& at = (*graph_)[static_cast<Slot>(event)];
    const bool is_access = at.kind == LabelKind::Read || at.kind == LabelKind::Write;
    return is_access ? std::optional(at.value) : std::nullopt;
  }
  [[nodiscard]] Bits same_values(std::size_t event) const {
    Bits bits;
    const std::optional<Value> value = value_of(event);
    if (!value) return bits;
    present_.for_each([&](std::size_t other) {
      if (value_of(other) == value) bits.insert(other);
    });
    return bits;
  }
  template <typename Visit>
  void for_each_location(const Visit& visit) const {
    initial_.for_each([&](std::size_t event) { visit(location_at(event), single<Bits>(event)); });
  }
  [[nodiscard]] Bits base_set(Base base) const {
    return base == Base::FinalWrites ? final_writes() : non_atomic_accesses();
  }
  // Writes without a coherence position have no later write.
  [[nodiscard]] Bits final_writes() const {
    Bits bits;
    initial_.for_each([&](std::size_t event) {
      const auto& location = location_at(event);
      Bits writes = location.writes & present_;
      if (writes.is_empty()) bits.insert(event);
      for (std::size_t i = 0; i + 1 < location.coherence.size(); ++i) {
        writes.erase(location.coherence[i]);
      }
      bits |= writes;
    });
    return bits;
  }
  [[nodiscard]] Bits non_atomic_accesses() const {
    Bits bits;
    initial_.for_each([&](std::size_t event) {
      const auto& location = location_at(event);
      const Bits accesses = (location.reads | location.writes) & present_;
      if (!accesses.intersects(graph_->non_atomic())) return;
      bits |= accesses;
      bits.insert(event);
    });
    return bits;
  }
  // Returns the location of an initial write.
  [[nodiscard]] const typename Graph::LocationState& location_at(std::size_t event) const {
    return graph_->location(LocationId(Graph::Capacity - 1 - event));
  }

  // Indices of checks.
  std::vector<std::size_t> all_;
  std::vector<std::size_t> part_;
  std::vector<std::size_t> flags_;
  bool flags_need_tags_ = true;  // only events with a tag of `flag_tags_` raise flags
  std::vector<Tag> flag_tags_;
  enum class Tagged : std::uint8_t { Unknown, No, Yes };
  std::vector<std::vector<Tagged>> tagged_;  // by thread and node: whether it has such a tag

  const ProgramAutomata& automata_;
  PerEvent<Bits, Words> before_;  // predecessors in the thread
  // One for each checker: the reference counts of sets without a fixed size are not atomic.
  Bits everything_ = every_slot();
  EventShapes shapes_;
  std::vector<NodeIndex> of_threads_;  // the stored relations of threads, operands first
  std::vector<NodeIndex> asked_for_;   // those that others use or checks need
  std::vector<History> histories_ = std::vector<History>(1);  // the first is the empty history
  std::vector<std::vector<Seen>> seen_;                       // by thread: the computed events
  std::vector<std::size_t> whole_;  // by thread: how many have all relations of threads
  Bits settled_initial_;
};

}  // namespace drover::incremental
