#pragma once

// Evaluates the checks of a cat model on one working graph after another, by sets of machine words
// and without allocation per graph. A relation is one set of predecessors per event. There are
// three kinds (cat/kinds.h):
//
//   kept        The schedule of a checker computes the row of an event when the event is added, and
//               keeps it: ForwardRelations (cat_checker.h), OpenCatChecker.
//   of a pair   Depends on the two events alone: loc, int, products of sets, their unions,
//               intersections, differences and complements. Never stored.
//   all others  Evaluated for each graph, on demand (cat/on_demand.h): the second operand of a
//               sequence only if the first is not empty.
//
// A closure takes one pass along an order of po, sync and rf if the relation follows it, which is
// usual; else Warshall. `acyclic` of a union uses its parts directly (OrderForm): kept rows, and
// predecessors by rf, co and fr, which are read from the graph.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/kinds.h"
#include "explorer/cat/on_demand.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/order_form.h"
#include "explorer/models/incremental/rows.h"

namespace drover::incremental {

using cat::Node;
using cat::NodeIndex;
using cat::Operation;

// The current graph, the rows of a model's nodes, and its checks. `Schedule`, the derived class,
// decides which rows are kept from graph to graph (Kind::Kept), and has
//   kept_row(node, event)  kept_set(node)  kept_filled(node)  kept_rows(node)  all_events()
//   before_in_thread(event)  the row of po
//   dependencies_of(base, event)  same_values(event)   rows of addr, data, …, and of same-value
//   is_base_member(base, event)
//   base_set(base)           a set that depends on more than the event
//   for_each_location(visit) calls `visit(location, initial)` with the event that is its initial
//                            write, if that is an event
template <typename Schedule, std::size_t Words>
class CatEngine : protected cat::OnDemand<CatEngine<Schedule, Words>> {
  using Demand = cat::OnDemand<CatEngine<Schedule, Words>>;
  friend Demand;

 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

 protected:
  using Demand::code_;
  using Demand::evaluated;
  using Demand::value_of_;
  using Form = cat::Form;
  using Kind = cat::Kind;

  // The code must outlive it.
  CatEngine(const cat::Code& code, cat::Kinds of)
      : Demand(code),
        kinds_(std::move(of.kinds)),
        forms_(std::move(of.forms)),
        begin_(code.nodes.size(), 0),
        filled_(code.nodes.size()),
        orders_(code.checks.size()) {}

  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }
  [[nodiscard]] static bool is_set(const Node& of) { return of.kind == cat::ValueKind::Set; }

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

  // True if the event is in a kept set, by its operands.
  [[nodiscard]] bool is_member(const Node& of, std::size_t event) const {
    const auto has = [&](NodeIndex part) { return schedule().kept_set(part).contains(event); };
    switch (of.operation) {
      case Operation::Union: return has(of.a) || has(of.b);
      case Operation::Intersection: return has(of.a) && has(of.b);
      case Operation::Difference: return has(of.a) && !has(of.b);
      case Operation::Complement: return !has(of.a);
      case Operation::Range: return !schedule().kept_row(of.a, event).is_empty();
      case Operation::Base: return schedule().is_base_member(of.base, event);
      default: return false;
    }
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
  [[nodiscard]] bool is_initial(std::size_t event) const {
    return Schedule::HasInitialWrites && initial_.contains(event);
  }

  // Returns the nodes that a check asks for. `acyclic` is split into its parts.
  [[nodiscard]] std::vector<NodeIndex> roots_of(std::size_t index) {
    const cat::CodeCheck& check = code_.checks[index];
    if (is_set(node(check.node)) || check.test != cat::CheckTest::Acyclic) return {check.node};
    const auto is_kept = [&](NodeIndex part) { return kinds_[part] == Kind::Kept; };
    OrderForm& form = orders_[index].emplace();
    collect_order(code_, check.node, is_kept, form);
    std::vector<NodeIndex> roots = form.kept;
    roots.insert(roots.end(), form.others.begin(), form.others.end());
    for (const OrderForm::Communication& each : form.communications) {
      if (each.first) roots.push_back(*each.first);
      roots.insert(roots.end(), each.from.begin(), each.from.end());
      roots.insert(roots.end(), each.middle.begin(), each.middle.end());
    }
    return roots;
  }
  // Adds a node that is not kept.
  void add_whole(NodeIndex index) {
    if (kinds_[index] == Kind::Whole && value_of_[index] == index) allocate(index);
  }

  // Call it when the current graph has changed.
  void begin_graph() {
    this->forget_events();
    is_ordered_ = false;
  }
  // True if the axiom holds, or the flag's test.
  [[nodiscard]] bool holds(std::size_t index) {
    return passes(index) != code_.checks[index].is_negated;
  }
  [[nodiscard]] bool is_up(std::size_t flag) {
    return holds(flag) == (code_.checks[flag].use == cat::CheckUse::Flag);
  }

  const Graph* graph_ = nullptr;  // the current graph
  Bits present_;
  Bits initial_;
  std::vector<Bits> own_;           // by thread: its present events
  std::vector<Kind> kinds_;         // by node
  std::vector<Form> forms_;         // by node
  std::vector<std::size_t> begin_;  // by node: start of its rows
  std::vector<Bits> rows_;          // of each node, by event
  std::vector<Bits> filled_;        // by node: the events with predecessors

 private:
  // For row_of.
  enum class Operands : std::uint8_t { Kept, Any };
  template <Operands Parts>
  struct Known {
    const CatEngine& of;
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
    [[nodiscard]] Bits base(Base base, std::size_t event) const { return of.base_row(base, event); }
  };
  [[nodiscard]] const Schedule& schedule() const { return static_cast<const Schedule&>(*this); }

  // Returns a row of a base relation, except co and fr.
  [[nodiscard]] Bits base_row(Base base, std::size_t event) const {
    if (base == Base::Loc) return same_location(event);
    if (base == Base::SameValue) return schedule().same_values(event);
    if (base == Base::Si) return single(event);  // only `enumerate` takes parts
    if (is_initial(event)) return {};
    const auto slot = static_cast<Slot>(event);
    const auto& at = (*graph_)[slot];
    switch (base) {
      case Base::Po: return schedule().before_in_thread(slot);
      case Base::Int: return same_thread(at.thread);
      case Base::Sync: return ((at.po - schedule().before_in_thread(slot)) & present_) | initial_;
      case Base::Rf:
        if (at.kind != LabelKind::Read || at.reads_from == NoEvent) return {};
        if (at.reads_from != InitialWrite) return single(at.reads_from);
        return Schedule::HasInitialWrites ? single(initial_index(at.location.value)) : Bits{};
      case Base::RmwPairs:
        if constexpr (requires { schedule().load_of_pair(slot); }) {
          return first_half_of(*graph_, slot) | schedule().load_of_pair(slot);
        }
        [[fallthrough]];
      case Base::Amo: return first_half_of(*graph_, slot);
      default: return schedule().dependencies_of(base, at);
    }
  }
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
  [[nodiscard]] Bits same_thread(std::size_t thread) const {
    Bits bits;
    for (const Slot each : graph_->thread(thread).events) bits.insert(each);
    return bits;
  }

  [[nodiscard]] static Bits single(std::size_t event) { return incremental::single<Bits>(event); }

  // ---- Values
  //
  // A row is valid only for an event in `filled`; other rows may be stale.

  // A view of a relation, valid until something else is evaluated.
  class Operand {
   public:
    Operand(const CatEngine& engine, NodeIndex index) : engine_(engine), index_(index) {
      switch (engine.kinds_[index]) {
        case Kind::OfPair:
        case Kind::Reflexive: return;
        case Kind::Kept: {
          const auto rows = engine.schedule().kept_rows(index);
          rows_ = rows.first;
          stride_ = rows.stride;
          filled_ = engine.schedule().kept_filled(index);
          return;
        }
        case Kind::Whole: {
          const NodeIndex at = engine.value_of_[index];
          rows_ = engine.rows_of(at);
          filled_ = engine.filled_[at];
        }
      }
    }
    [[nodiscard, gnu::always_inline]] Bits operator[](std::size_t event) const {
      if (rows_ == nullptr) [[unlikely]]
        return engine_.row_otherwise(index_, event);
      return filled_.contains(event) ? rows_[event * stride_] : Bits{};
    }

   private:
    const CatEngine& engine_;
    NodeIndex index_;
    const Bits* rows_ = nullptr;
    std::size_t stride_ = 1;
    Bits filled_;
  };
  [[nodiscard]] Bits row(NodeIndex index, std::size_t event) const {
    return Operand(*this, index)[event];
  }
  // Computes a row that is not stored.
  [[nodiscard, gnu::noinline]] Bits row_otherwise(NodeIndex index, std::size_t event) const {
    if (kinds_[index] == Kind::OfPair) return computed_row(index, event) & present_;
    return row(node(index).a, event) | single(event);
  }
  // Returns the events with predecessors, or more.
  [[nodiscard]] Bits filled(NodeIndex index) const {
    switch (kinds_[index]) {
      case Kind::OfPair:
      case Kind::Reflexive: return present_;
      case Kind::Kept: return schedule().kept_filled(index) & present_;
      case Kind::Whole: break;
    }
    return filled_[value_of_[index]] & present_;
  }
  // Evaluates the node; false only if it is empty.
  bool ask_for(NodeIndex index) {
    switch (kinds_[index]) {
      case Kind::OfPair: return true;
      case Kind::Reflexive: ask_for(node(index).a); return true;
      case Kind::Kept: return schedule().kept_filled(index).intersects(present_);
      case Kind::Whole: break;
    }
    return !filled_[evaluated(index)].is_empty();
  }
  [[nodiscard]] Bits set(NodeIndex index) {
    if (kinds_[index] == Kind::Kept) return schedule().kept_set(index) & present_;
    return rows_of(evaluated(index))[0] & present_;
  }
  // For OnDemand.
  void evaluate(NodeIndex index) {
    const Node& of = node(index);
    if (is_set(of)) {
      rows_of(index)[0] = value_of_set(of);
    } else {
      evaluate_relation(index, of);
    }
  }
  void clear(NodeIndex variable) {
    filled_[variable].clear();
    rows_of(variable)[0].clear();
  }
  bool update(NodeIndex variable, NodeIndex body) {
    if (is_set(node(variable))) {
      const Bits now = set(body);
      return std::exchange(rows_of(variable)[0], now) != now;
    }
    if (!ask_for(body)) return false;
    bool has_changed = false;
    filled(body).for_each([&](std::size_t event) {
      const Bits now = row(body, event);
      if (row(variable, event) == now) return;
      has_changed = true;
      put_row(variable, event, now);
    });
    return has_changed;
  }

  void put_row(NodeIndex index, std::size_t event, const Bits& bits) {
    if (bits.is_empty()) return;
    rows_of(index)[event] = bits;
    filled_[index].insert(event);
  }
  // Computes the rows of the events in `to`.
  template <typename Make>
  void fill(NodeIndex index, const Bits& to, Make make) {
    Bits& filled = filled_[index];
    Bits* const rows = rows_of(index);
    to.for_each([&](std::size_t event) {
      const Bits& bits = make(event);
      if (bits.is_empty()) return;
      rows[event] = bits;
      filled.insert(event);
    });
  }

  void fill_combination(NodeIndex index, const Node& of) {
    const bool has_a = ask_for(of.a);
    const bool is_union = of.operation == Operation::Union;
    if (!has_a && !is_union) return;
    const bool has_b = ask_for(of.b);
    if (is_union ? !has_a && !has_b : !has_b && of.operation == Operation::Intersection) return;
    const Operand a(*this, of.a);
    const Operand b(*this, of.b);
    if (is_union) {
      fill(index, filled(of.a) | filled(of.b),
           [&](std::size_t event) { return a[event] | b[event]; });
    } else if (of.operation == Operation::Intersection) {
      fill(index, filled(of.a) & filled(of.b),
           [&](std::size_t event) { return a[event] & b[event]; });
    } else {
      fill(index, filled(of.a), [&](std::size_t event) { return a[event] - b[event]; });
    }
  }
  void fill_sequence(NodeIndex index, const Node& of) {
    if (!ask_for(of.a) || !ask_for(of.b)) return;
    const Operand a(*this, of.a);
    const Operand b(*this, of.b);
    const Bits led_to = filled(of.a);
    fill(index, filled(of.b), [&](std::size_t event) {
      Bits bits;
      (b[event] & led_to).for_each([&](std::size_t middle) { bits |= a[middle]; });
      return bits;
    });
  }
  void fill_restriction(NodeIndex index, const Node& of) {
    const bool is_domain = of.operation == Operation::RestrictDomain;
    const Bits kept = set(is_domain ? of.a : of.b);
    const NodeIndex relation = is_domain ? of.b : of.a;
    if (kept.is_empty() || !ask_for(relation)) return;
    const Operand rows(*this, relation);
    if (is_domain) {
      fill(index, filled(relation), [&](std::size_t event) { return rows[event] & kept; });
    } else {
      fill(index, filled(relation) & kept, [&](std::size_t event) { return rows[event]; });
    }
  }
  void fill_inverse(NodeIndex index, const Node& of) {
    if (!ask_for(of.a)) return;
    const Operand a(*this, of.a);
    Bits* const rows = rows_of(index);
    Bits firsts;
    filled(of.a).for_each([&](std::size_t event) {
      const Bits bits = a[event];
      (bits - firsts).for_each([&](std::size_t first) { rows[first].clear(); });
      bits.for_each([&](std::size_t first) { rows[first].insert(event); });
      firsts |= bits;
    });
    filled_[index] = firsts;
  }

  void evaluate_relation(NodeIndex index, const Node& of) {
    filled_[index].clear();
    switch (forms_[index]) {
      case Form::FromRead: return fill_communication(index, Base::Fr);
      case Form::Communication: return fill_eco(index);
      case Form::NotAllAccesses:
        if (has_all_accesses(node(of.b))) return;
        break;
      case Form::Any: break;
    }
    switch (of.operation) {
      case Operation::Base: fill_base(index, of.base); return;
      case Operation::Union:
      case Operation::Intersection:
      case Operation::Difference: fill_combination(index, of); return;
      case Operation::Sequence: fill_sequence(index, of); return;
      case Operation::RestrictDomain:
      case Operation::RestrictRange: fill_restriction(index, of); return;
      case Operation::Plus:
        if (ask_for(of.a)) close(index, of.a);
        return;
      case Operation::Complement:
        ask_for(of.a);
        fill(index, present_, [&](std::size_t event) { return present_ - row(of.a, event); });
        return;
      case Operation::Inverse: fill_inverse(index, of); return;
      case Operation::Identity: fill(index, set(of.a), single); return;
      case Operation::Product: {
        const Bits first = set(of.a);
        fill(index, set(of.b), [&](std::size_t /*event*/) -> const Bits& { return first; });
        return;
      }
      default: return;
    }
  }

  [[nodiscard]] Bits value_of_set(const Node& of) {
    switch (of.operation) {
      case Operation::Union: return set(of.a) | set(of.b);
      case Operation::Intersection: return set(of.a) & set(of.b);
      case Operation::Difference: return set(of.a) - set(of.b);
      case Operation::Complement: return present_ - set(of.a);
      case Operation::Domain: {
        Bits bits;
        if (!ask_for(of.a)) return bits;
        filled(of.a).for_each([&](std::size_t event) { bits |= row(of.a, event); });
        return bits;
      }
      case Operation::Range: {
        Bits bits;
        if (!ask_for(of.a)) return bits;
        filled(of.a).for_each([&](std::size_t event) {
          if (!row(of.a, event).is_empty()) bits.insert(event);
        });
        return bits;
      }
      case Operation::Base: return schedule().base_set(of.base);
      default: return {};
    }
  }

  // True if both sets of a product contain all accesses.
  [[nodiscard]] bool has_all_accesses(const Node& product) {
    Bits accesses = initial_;
    for (std::size_t i = 0; i < graph_->location_count(); ++i) {
      const auto& location = graph_->location(LocationId(i));
      accesses |= location.reads | location.writes;
    }
    return (accesses - set(product.a)).is_empty() && (accesses - set(product.b)).is_empty();
  }

  void fill_base(NodeIndex index, Base base) {
    if (base == Base::Co || base == Base::Fr) return fill_communication(index, base);
    fill(index, present_, [&](std::size_t event) { return base_row(base, event); });
  }
  // co or fr. The initial write is also before writes without a coherence position.
  void fill_communication(NodeIndex index, Base base) {
    schedule().for_each_location([&](const auto& location, const Bits& initial) {
      const Bits before = base == Base::Fr ? location.initial_readers : initial;
      (location.writes & present_).for_each([&](std::size_t write) {
        put_row(index, write, before);
      });
      for_each_place(*graph_, location, base, before,
                     [&](Slot write, const Bits& now) { put_row(index, write, now); });
    });
  }
  // (rf | co | fr)+: the predecessors of a write are all earlier writes in coherence, and their
  // readers.
  void fill_eco(NodeIndex index) {
    schedule().for_each_location([&](const auto& location, Bits before) {
      const auto put_rows = [&](const Bits& events) {
        events.for_each([&](std::size_t event) { put_row(index, event, before); });
        before |= events;
      };
      put_rows(location.initial_readers);
      (location.writes & present_).for_each([&](std::size_t write) {
        put_row(index, write, before);
      });
      for (const Slot write : location.coherence) {
        put_rows(single(write));
        put_rows((*graph_)[write].readers);
      }
    });
  }

  // Computes an order of po, sync and rf, as far as there is one; then the other events.
  void set_order() {
    if (std::exchange(is_ordered_, true)) return;
    order_.clear();
    initial_.for_each([&](std::size_t event) { order_.push_back(static_cast<Slot>(event)); });
    visit_in_order(*graph_, present_, next_, [&](Slot slot) { order_.push_back(slot); });
    for (std::size_t t = 0; t < next_.size(); ++t) {
      const auto& events = graph_->thread(t).events;
      for (std::size_t i = next_[t]; i < events.size() && present_.contains(events[i]); ++i) {
        order_.push_back(events[i]);
      }
    }
  }

  // Computes a closure, along the order if possible.
  void close(NodeIndex index, NodeIndex of) {
    Bits* const rows = rows_of(index);
    const Operand a(*this, of);
    fill(index, filled(of), [&](std::size_t event) { return a[event]; });
    set_order();
    const Bits& filled = filled_[index];
    Bits done;
    for (const Slot event : order_) {
      if (filled.contains(event)) {
        const Bits first = rows[event];
        if (!(first - done).is_empty()) {
          close_rows(filled, [&](std::size_t each) -> Bits& { return rows[each]; });
          return;
        }
        Bits bits = first;
        Bits left = first & filled;
        // The predecessor's row is already closed.
        const Slot previous = initial_.contains(event) ? NoEvent : graph_->previous_of(event);
        if (previous != NoEvent && left.contains(previous)) {
          bits |= rows[previous];
          left -= rows[previous];
        }
        left.for_each([&](std::size_t middle) { bits |= rows[middle]; });
        rows[event] = bits;
      }
      done.insert(event);
    }
  }

  // ---- Checks

  [[nodiscard]] bool passes(std::size_t index) {
    const cat::CodeCheck& check = code_.checks[index];
    if (orders_[index]) return is_acyclic(*orders_[index]);
    if (is_set(node(check.node))) return set(check.node).is_empty();
    if (check.test == cat::CheckTest::Irreflexive &&
        node(check.node).operation == Operation::Sequence && kinds_[check.node] == Kind::Whole) {
      return is_irreflexive_sequence(node(check.node));
    }
    if (!ask_for(check.node)) return true;
    // `acyclic` has an OrderForm.
    const bool is_irreflexive = check.test == cat::CheckTest::Irreflexive;
    return !filled(check.node).any_of([&](std::size_t event) {
      const Bits bits = row(check.node, event);
      return is_irreflexive ? bits.contains(event) : !bits.is_empty();
    });
  }
  // Checks a sequence without storing it.
  [[nodiscard]] bool is_irreflexive_sequence(const Node& of) {
    if (!ask_for(of.a) || !ask_for(of.b)) return true;
    const Operand a(*this, of.a);
    const Operand b(*this, of.b);
    const Bits led_to = filled(of.a);
    return !filled(of.b).any_of([&](std::size_t event) {
      return (b[event] & led_to).any_of([&](std::size_t middle) {
        return a[middle].contains(event);
      });
    });
  }
  // Checks a union. An initial write is on a cycle only if something leads to it.
  [[nodiscard]] bool is_acyclic(const OrderForm& form) {
    present_.for_each([&](std::size_t event) {
      Bits bits;
      for (const NodeIndex each : form.kept) bits |= schedule().kept_row(each, event);
      if (form.has_sync) bits |= base_row(Base::Sync, event);
      edges_[event] = bits;
    });
    for (const NodeIndex each : form.others) {
      if (!ask_for(each)) continue;
      const Operand rows(*this, each);
      filled(each).for_each([&](std::size_t event) { edges_[event] |= rows[event]; });
    }
    for (const OrderForm::Communication& each : form.communications) {
      schedule().for_each_location(
          [&](const auto& location, const Bits& initial) { add_edges(each, location, initial); });
    }
    Bits left = present_;
    initial_.for_each([&](std::size_t event) {
      if (edges_[event].is_empty()) left.erase(event);
    });
    return !has_cycle(left, edges_);
  }
  // Returns the predecessors by `first` of the events of a set; or the events themselves.
  [[nodiscard]] Bits led_from(const OrderForm::Communication& of, Bits events) const {
    if (!of.first) return events;
    for (const NodeIndex set : of.middle) events &= schedule().kept_set(set);
    Bits bits;
    events.for_each([&](std::size_t event) { bits |= schedule().kept_row(*of.first, event); });
    for (const NodeIndex set : of.from) bits &= schedule().kept_set(set);
    return bits;
  }
  // Keeps the events of other threads, or of the same thread, as `event`.
  [[nodiscard]] Bits within(CommunicationForm::Scope scope, const Bits& bits,
                            std::size_t event) const {
    const Bits& own = own_[(*graph_)[static_cast<Slot>(event)].thread];
    switch (scope) {
      case CommunicationForm::Scope::Any: return bits;
      case CommunicationForm::Scope::External: return bits - own;
      case CommunicationForm::Scope::Internal: return bits & own;
    }
    return bits;
  }
  void add_edges(const OrderForm::Communication& of, const typename Graph::LocationState& location,
                 const Bits& initial) {
    const CommunicationForm& form = of.form;
    const auto add = [&](std::size_t event, const Bits& bits) {
      edges_[event] |= within(form.scope, bits, event);
    };
    if (form.base == Base::Rf) {
      const auto add_readers = [&](const Bits& readers, const Bits& write) {
        if (readers.is_empty() || write.is_empty()) return;
        const Bits bits = led_from(of, write);
        readers.for_each([&](std::size_t read) { add(read, bits); });
      };
      add_readers(location.initial_readers, initial);
      for (const Slot write : location.coherence) {
        add_readers((*graph_)[write].readers, single(write));
      }
      return;
    }
    const bool is_fr = form.base == Base::Fr;
    Bits before = led_from(of, is_fr ? location.initial_readers : initial);
    Bits unplaced = location.writes & present_;
    for (const Slot write : location.coherence) unplaced.erase(write);
    unplaced.for_each([&](std::size_t write) { add(write, before); });
    for (const Slot write : location.coherence) {
      add(write, before);
      before |= led_from(of, is_fr ? (*graph_)[write].readers : single(write));
    }
  }

  std::vector<std::optional<OrderForm>> orders_;  // by check
  PerEvent<Bits, Words> edges_;
  std::vector<Slot> order_;
  std::vector<std::size_t> next_;  // by thread
  bool is_ordered_ = false;        // `order_` is for the current graph
};

}  // namespace drover::incremental
