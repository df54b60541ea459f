#pragma once

// Checks a cat model on a working graph with open events (algorithms/buffering): reads without a
// writer, writes without a coherence position. The verdict is that of the axioms on the same graph
// as an ExecutionGraph (cat/evaluator.h), computed by sets of machine words and without allocation
// per graph. For any model of sets and relations only, with dependencies, tags and `let rec`.
//
// A relation is stored as one set of predecessors per event. There are three kinds:
//
//   of a thread   The predecessors of an event are events before it in its thread, or itself, and
//                 depend on these events alone: po, addr, data, ctrl, rmw; unions, intersections,
//                 differences, sequences and closures of such; and intersections with and
//                 differences by the next kind. Kept as long as the events of the thread up to
//                 this one do not change: that is compared. So a step computes only the row of the
//                 new event, and nothing has to be undone.
//   of a pair     Depends on the two events alone: loc, int, products of sets, their unions,
//                 intersections, differences and complements. Never stored.
//   all others    (with rf, co, fr, sync) are evaluated for each graph, when a check needs them: an
//                 operand of a sequence with an empty one is not evaluated.
//
// `let rec`: iteration from the empty relations until nothing changes. A model that uses a variable
// negatively is rejected when it is read; so the iterations only grow, and end at the least
// solution.
//
// A closure takes one pass along an order of po, sync and rf if the relation follows it, which is
// usual; else Warshall. `acyclic` of a union uses its parts directly (OrderForm): relations of
// threads are stored, and predecessors by rf, co and fr are read from the graph.
//
// Initial writes are events here: they have the last numbers. If the graph has too many events for
// that, the checker gives no verdict.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/reachable.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/open_cat/order_form.h"
#include "explorer/models/incremental/open_cat/thread_relations.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::incremental {

template <std::size_t Words>
class OpenCatChecker : private ThreadRelations<Words> {
  using Threads = ThreadRelations<Words>;
  using Node = cat::Node;
  using NodeIndex = cat::NodeIndex;
  using Operation = cat::Operation;
  using Base = cat::Base;

 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // The checks to run: for a part of an execution only those that no added edge can repair.
  enum class Extent : std::uint8_t { Part, Whole };

  // True if the checker supports the model: no nested `let rec`.
  [[nodiscard]] static bool takes(const cat::Code& code) {
    return !code.fuses_updates && std::ranges::none_of(code.nodes, [](const Node& each) {
      return each.operation == Operation::Fixpoint && each.open_groups != 0;
    });
  }

  // Both must outlive the checker. The automata track dependencies if the model needs them.
  // `implied` are axioms known to hold on all checked graphs; `not_of_parts` may fail on a part
  // that can become consistent.
  OpenCatChecker(const cat::Code& code, const ProgramAutomata& automata,
                 const std::vector<std::size_t>& implied = {},
                 const std::vector<std::size_t>& not_of_parts = {})
      : Threads(code, automata),
        value_of_(code.nodes.size(), 0),
        epochs_(code.nodes.size(), 0),
        inner_(code.groups.size()),
        orders_(code.checks.size()) {
    std::vector<NodeIndex> roots;
    for (std::size_t i = 0; i < code.checks.size(); ++i) {
      const cat::CodeCheck& check = code.checks[i];
      if (std::ranges::find(implied, i) != implied.end()) continue;
      roots.push_back(check.node);
      if (check.use != cat::CheckUse::Axiom) {
        flags_.push_back(i);
        continue;
      }
      whole_.push_back(i);
      const bool is_of_parts = std::ranges::find(not_of_parts, i) == not_of_parts.end();
      if (check.fails_for_good && is_of_parts) part_.push_back(i);
    }
    for (const cat::FixpointGroup& group : code.groups) {
      roots.insert(roots.end(), group.variables.begin(), group.variables.end());
    }
    for (const NodeIndex each : cat::reachable_nodes(code, roots)) this->note_kind(each);
    add_checks();
  }

  // `open` are the events without a writer or coherence position; an open event without successors
  // does not count. Nothing if the graph is too large.
  [[nodiscard]] std::optional<bool> ask(const Graph& graph, const Bits& open, Extent extent) {
    if (!take_events(graph, open)) return std::nullopt;
    is_ordered_ = false;
    return holds(extent == Extent::Whole ? whole_ : part_);
  }
  // For a complete graph: true if the model sets a flag on it. Nothing if the graph is too large.
  [[nodiscard]] std::optional<bool> raises_flags(const Graph& graph) {
    if (flags_.empty()) return false;
    if (!take_events(graph, {})) return std::nullopt;
    is_ordered_ = false;
    ++epoch_;
    return std::ranges::any_of(flags_, [&](std::size_t each) {
      const cat::CodeCheck& check = code_.checks[each];
      const bool holds = passes(each) != check.is_negated;
      return holds == (check.use == cat::CheckUse::Flag);
    });
  }

 private:
  using Threads::asked_for_;
  using Threads::before_;
  using Threads::code_;
  using Threads::filled_;
  using Threads::forms_;
  using Threads::graph_;
  using Threads::initial_;
  using Threads::initial_index;
  using Threads::is_set;
  using Threads::kinds_;
  using Threads::node;
  using Threads::own_;
  using Threads::present_;
  using Threads::put;
  using Threads::rows_of;
  using Threads::take_events;
  using typename Threads::Form;
  using typename Threads::Kind;

  [[nodiscard]] static Bits single(std::size_t event) { return incremental::single<Bits>(event); }

  void add_node(NodeIndex index) {
    const Node& of = node(index);
    const bool is_fixpoint = of.operation == Operation::Fixpoint;
    this->add_rows(index, is_fixpoint ? Threads::Rows::OfAnother : Threads::Rows::Own);
    value_of_[index] = is_fixpoint ? code_.groups[of.group].variables[of.component] : index;
    if (of.open_groups == 0 || of.operation == Operation::Variable) return;
    if (kinds_[index] == Kind::Reflexive) return;
    inner_[static_cast<std::size_t>(std::countr_zero(of.open_groups))].push_back(index);
  }
  // Collects all evaluated nodes, and those stored although others are built from them.
  void add_checks() {
    std::vector<NodeIndex> roots;
    for (const auto& checks : {whole_, flags_}) {
      for (const std::size_t each : checks) add_roots(each, roots);
    }
    std::vector<bool> is_asked_for(code_.nodes.size(), false);
    for (const NodeIndex each : roots) is_asked_for[each] = true;
    for (const cat::FixpointGroup& group : code_.groups) {
      roots.insert(roots.end(), group.variables.begin(), group.variables.end());
      for (const NodeIndex each : group.bodies) is_asked_for[each] = true;
    }
    const std::vector<NodeIndex> nodes = cat::reachable_nodes(code_, roots);
    for (const NodeIndex each : nodes) {
      add_node(each);
      if (kinds_[each] == Kind::OfThread) continue;
      for (const NodeIndex part : cat::operands_of(code_, node(each))) is_asked_for[part] = true;
    }
    for (const NodeIndex each : nodes) {
      if (is_asked_for[each] && kinds_[each] == Kind::OfThread) asked_for_.push_back(each);
    }
  }
  // `acyclic` is split into its parts.
  void add_roots(std::size_t index, std::vector<NodeIndex>& roots) {
    const cat::CodeCheck& check = code_.checks[index];
    const bool is_relation = node(check.node).kind == cat::ValueKind::Relation;
    if (!is_relation || check.test != cat::CheckTest::Acyclic) {
      roots.push_back(check.node);
      return;
    }
    OrderForm& form = orders_[index].emplace();
    const auto is_of_thread = [&](NodeIndex part) { return kinds_[part] == Kind::OfThread; };
    collect_order(code_, check.node, is_of_thread, form);
    roots.insert(roots.end(), form.of_threads.begin(), form.of_threads.end());
    roots.insert(roots.end(), form.others.begin(), form.others.end());
    for (const OrderForm::Communication& each : form.communications) {
      if (each.first) roots.push_back(*each.first);
      roots.insert(roots.end(), each.from.begin(), each.from.end());
      roots.insert(roots.end(), each.middle.begin(), each.middle.end());
    }
  }

  // ---- All others
  //
  // Evaluated on demand, once per graph. A row is valid only for an event in `filled`; other rows
  // may be stale.

  [[nodiscard]] Bits row(NodeIndex index, std::size_t event) const {
    return Operand(*this, index)[event];
  }
  // A view of a relation, valid until something else is evaluated.
  class Operand {
   public:
    Operand(const OpenCatChecker& checker, NodeIndex index) : checker_(checker), index_(index) {
      const Kind kind = checker.kinds_[index];
      if (kind == Kind::OfPair || kind == Kind::Reflexive) return;
      const NodeIndex at = checker.value_of_[index];
      rows_ = checker.rows_of(at);
      filled_ = checker.filled_[at];
    }
    [[nodiscard]] Bits operator[](std::size_t event) const {
      if (rows_ != nullptr) return filled_.contains(event) ? rows_[event] : Bits{};
      return checker_.row_otherwise(index_, event);
    }

   private:
    const OpenCatChecker& checker_;
    NodeIndex index_;
    const Bits* rows_ = nullptr;
    Bits filled_;
  };
  // Computes a row that is not stored.
  [[nodiscard]] Bits row_otherwise(NodeIndex index, std::size_t event) const {
    if (kinds_[index] == Kind::OfPair) return this->computed_row(index, event) & present_;
    return row(node(index).a, event) | single(event);
  }
  // Returns the events with predecessors, or more.
  [[nodiscard]] Bits filled(NodeIndex index) const {
    const bool is_everywhere = kinds_[index] == Kind::OfPair || kinds_[index] == Kind::Reflexive;
    return is_everywhere ? present_ : filled_[value_of_[index]] & present_;
  }
  // Evaluates the node; false only if it is empty.
  bool ask_for(NodeIndex index) {
    switch (kinds_[index]) {
      case Kind::OfPair: return true;
      case Kind::Reflexive: ask_for(node(index).a); return true;
      case Kind::OfThread: return filled_[index].intersects(present_);
      case Kind::Whole: break;
    }
    const NodeIndex at = value_of_[index];
    if (epochs_[at] != epoch_) {
      epochs_[at] = epoch_;
      evaluate(index);
    }
    return !filled_[at].is_empty();
  }
  [[nodiscard]] Bits set(NodeIndex index) {
    const NodeIndex at = value_of_[index];
    if (kinds_[index] == Kind::Whole && epochs_[at] != epoch_) {
      epochs_[at] = epoch_;
      evaluate(index);
    }
    return rows_of(at)[0] & present_;
  }

  void evaluate(NodeIndex index) {
    const Node& of = node(index);
    if (of.operation == Operation::Fixpoint) {
      run_group(of.group);
    } else if (is_set(of)) {
      rows_of(index)[0] = value_of_set(of);
    } else {
      evaluate_relation(index, of);
    }
  }

  // Iterates from empty until nothing changes.
  void run_group(std::size_t group) {
    for (const NodeIndex variable : code_.groups[group].variables) {
      epochs_[variable] = epoch_;
      filled_[variable].clear();
      rows_of(variable)[0].clear();
    }
    do {
      for (const NodeIndex each : inner_[group]) {
        epochs_[each] = epoch_;
        evaluate(each);
      }
    } while (update_variables(code_.groups[group]));
  }
  bool update_variables(const cat::FixpointGroup& group) {
    bool has_changed = false;
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      const NodeIndex variable = group.variables[i];
      const NodeIndex body = group.bodies[i];
      if (is_set(node(variable))) {
        const Bits now = set(body);
        has_changed |= rows_of(variable)[0] != now;
        rows_of(variable)[0] = now;
        continue;
      }
      if (!ask_for(body)) continue;
      filled(body).for_each([&](std::size_t event) {
        const Bits now = row(body, event);
        if (row(variable, event) == now) return;
        has_changed = true;
        rows_of(variable)[event] = now;
        filled_[variable].insert(event);
      });
    }
    return has_changed;
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
    filled(of.a).for_each([&](std::size_t event) {
      row(of.a, event).for_each([&](std::size_t first) {
        if (!filled_[index].contains(first)) rows_of(index)[first].clear();
        rows_of(index)[first].insert(event);
        filled_[index].insert(first);
      });
    });
  }

  void evaluate_relation(NodeIndex index, const Node& of) {
    filled_[index].clear();
    if (forms_[index] == Form::FromRead) return fill_communication(index, Base::Fr);
    if (forms_[index] == Form::Communication) return fill_eco(index);
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
        filled(of.a).for_each(
            [&](std::size_t event) { put(bits, event, !row(of.a, event).is_empty()); });
        return bits;
      }
      case Operation::Base:
        return of.base == Base::FinalWrites ? final_writes() : non_atomic_accesses();
      default: return {};
    }
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

  void fill_base(NodeIndex index, Base base) {
    switch (base) {
      case Base::Sync:
        fill(index, present_ - initial_, [&](std::size_t event) {
          const Bits& ordered = (*graph_)[static_cast<Slot>(event)].po;
          return ((ordered - before_[event]) & present_) | initial_;
        });
        return;
      case Base::Rf:
        fill(index, present_ - initial_, [&](std::size_t event) {
          const auto& read = (*graph_)[static_cast<Slot>(event)];
          if (read.kind != LabelKind::Read || read.reads_from == NoEvent) return Bits{};
          return single(read.reads_from == InitialWrite ? initial_index(read.location.value)
                                                        : read.reads_from);
        });
        return;
      case Base::SameValue:
        fill(index, present_, [&](std::size_t event) { return same_values(event); });
        return;
      default: fill_communication(index, base); return;
    }
  }
  [[nodiscard]] std::optional<Value> value_of(std::size_t event) const {
    if (initial_.contains(event)) {
      return this->automata_.locations().initial_value(LocationId(Graph::Capacity - 1 - event));
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
  void put_row(NodeIndex index, std::size_t event, const Bits& bits) {
    if (bits.is_empty()) return;
    rows_of(index)[event] = bits;
    filled_[index].insert(event);
  }
  // co or fr. The initial write is also before writes without a coherence position.
  void fill_communication(NodeIndex index, Base base) {
    initial_.for_each([&](std::size_t event) {
      const auto& location = location_at(event);
      const Bits before = base == Base::Fr ? location.initial_readers : single(event);
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
    initial_.for_each([&](std::size_t event) {
      const auto& location = location_at(event);
      Bits before = single(event);
      location.initial_readers.for_each([&](std::size_t read) { put_row(index, read, before); });
      before |= location.initial_readers;
      (location.writes & present_).for_each([&](std::size_t write) {
        put_row(index, write, before);
      });
      for (const Slot write : location.coherence) {
        put_row(index, write, before);
        before.insert(write);
        const Bits& readers = (*graph_)[write].readers;
        readers.for_each([&](std::size_t read) { put_row(index, read, before); });
        before |= readers;
      }
    });
  }

  // Computes an order of po, sync and rf, as far as there is one.
  void set_order() {
    if (std::exchange(is_ordered_, true)) return;
    const Graph& graph = *graph_;
    order_.clear();
    initial_.for_each([&](std::size_t event) { order_.push_back(static_cast<Slot>(event)); });
    Bits done = initial_;
    next_.assign(graph.thread_count(), 0);
    const auto is_ready = [&](Slot slot) {
      const auto& event = graph[slot];
      if (event.kind == LabelKind::Read && event.reads_from < NoEvent &&
          !done.contains(event.reads_from)) {
        return false;
      }
      if (event.index > 0 && event.kind != LabelKind::Join) return true;
      return ((event.po & present_) - done).is_empty();
    };
    const auto take_all = [&](bool in_any_order) {
      bool has_changed = false;
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        const auto& events = graph.thread(t).events;
        for (std::size_t& next = next_[t]; next < events.size(); ++next) {
          const Slot slot = events[next];
          if (!present_.contains(slot) || !(in_any_order || is_ready(slot))) break;
          done.insert(slot);
          order_.push_back(slot);
          has_changed = true;
        }
      }
      return has_changed;
    };
    while (take_all(false)) {
    }
    if (done != present_) take_all(true);
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

  [[nodiscard]] bool holds(const std::vector<std::size_t>& checks) {
    ++epoch_;
    return std::ranges::all_of(checks, [&](std::size_t each) {
      const cat::CodeCheck& check = code_.checks[each];
      return passes(each) != check.is_negated;
    });
  }
  [[nodiscard]] bool passes(std::size_t index) {
    const cat::CodeCheck& check = code_.checks[index];
    if (orders_[index]) return is_acyclic(*orders_[index]);
    if (is_set(node(check.node))) return set(check.node).is_empty();
    if (check.test == cat::CheckTest::Irreflexive &&
        node(check.node).operation == Operation::Sequence && kinds_[check.node] == Kind::Whole) {
      return is_irreflexive_sequence(node(check.node));
    }
    if (!ask_for(check.node)) return true;
    bool passes = true;
    switch (check.test) {
      case cat::CheckTest::Acyclic: break;  // handled by its OrderForm
      case cat::CheckTest::Irreflexive:
        filled(check.node).for_each([&](std::size_t event) {
          passes = passes && !row(check.node, event).contains(event);
        });
        break;
      case cat::CheckTest::Empty:
        filled(check.node).for_each([&](std::size_t event) {
          passes = passes && row(check.node, event).is_empty();
        });
        break;
    }
    return passes;
  }
  // Checks a sequence without storing it.
  [[nodiscard]] bool is_irreflexive_sequence(const Node& of) {
    if (!ask_for(of.a) || !ask_for(of.b)) return true;
    bool passes = true;
    const Operand a(*this, of.a);
    const Operand b(*this, of.b);
    const Bits led_to = filled(of.a);
    filled(of.b).for_each([&](std::size_t event) {
      if (!passes) return;
      (b[event] & led_to).for_each([&](std::size_t middle) {
        passes = passes && !a[middle].contains(event);
      });
    });
    return passes;
  }
  // Checks a union. Initial writes are included only if something leads to them; rf, co, fr and
  // sync do not. A relation of threads may contain the identity on one.
  [[nodiscard]] bool is_acyclic(const OrderForm& form) {
    bool leads_to_initial = false;
    for (const NodeIndex each : form.of_threads) {
      initial_.for_each([&](std::size_t event) {
        leads_to_initial = leads_to_initial || !rows_of(each)[event].is_empty();
      });
    }
    for (const NodeIndex each : form.others) {
      if (!ask_for(each)) continue;
      (filled(each) & initial_).for_each([&](std::size_t event) {
        leads_to_initial = leads_to_initial || !row(each, event).is_empty();
      });
    }
    const Bits events = present_ - initial_;
    events.for_each([&](std::size_t event) {
      Bits bits;
      for (const NodeIndex each : form.of_threads) bits |= rows_of(each)[event];
      if (form.has_sync) bits |= (*graph_)[static_cast<Slot>(event)].po - before_[event];
      edges_[event] = bits;
    });
    for (const NodeIndex each : form.others) {
      (filled(each) - initial_).for_each([&](std::size_t event) {
        edges_[event] |= row(each, event);
      });
    }
    for (const OrderForm::Communication& each : form.communications) {
      initial_.for_each([&](std::size_t event) { add_edges(each, location_at(event)); });
    }
    if (!leads_to_initial) return !has_cycle(events, edges_);
    add_edges_of_initial(form);
    return !has_cycle(present_, edges_);
  }
  // Adds the edges from and to initial writes.
  void add_edges_of_initial(const OrderForm& form) {
    if (form.has_sync) {
      (present_ - initial_).for_each([&](std::size_t event) { edges_[event] |= initial_; });
    }
    initial_.for_each([&](std::size_t event) {
      edges_[event] = Bits();
      for (const NodeIndex each : form.of_threads) edges_[event] |= rows_of(each)[event];
      const auto& location = location_at(event);
      for (const OrderForm::Communication& each : form.communications) {
        // No relation of a thread leads to an initial write; nor is one a read.
        if (each.first || each.form.base == Base::Fr) continue;
        const Bits& to =
            each.form.base == Base::Rf ? location.initial_readers : location.writes & present_;
        to.for_each([&](std::size_t other) {
          edges_[other] |= within(each.form.scope, single(event), other);
        });
      }
    });
    for (const NodeIndex each : form.others) {
      (filled(each) & initial_).for_each([&](std::size_t event) {
        edges_[event] |= row(each, event);
      });
    }
  }
  // Returns the predecessors by `first` of the events of a set; or the events themselves.
  [[nodiscard]] Bits led_from(const OrderForm::Communication& of, Bits events) const {
    if (!of.first) return events;
    for (const NodeIndex set : of.middle) events &= rows_of(set)[0];
    Bits bits;
    events.for_each([&](std::size_t event) { bits |= rows_of(*of.first)[event]; });
    for (const NodeIndex set : of.from) bits &= rows_of(set)[0];
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
  void add_edges(const OrderForm::Communication& of,
                 const typename Graph::LocationState& location) {
    const CommunicationForm& form = of.form;
    const auto add = [&](std::size_t event, const Bits& bits) {
      edges_[event] |= within(form.scope, bits, event);
    };
    if (form.base == Base::Rf) {
      for (const Slot write : location.coherence) {
        const Bits& readers = (*graph_)[write].readers;
        if (readers.is_empty()) continue;
        const Bits bits = led_from(of, single(write));
        readers.for_each([&](std::size_t read) { add(read, bits); });
      }
      return;
    }
    const bool is_fr = form.base == Base::Fr;
    Bits before;
    if (is_fr) before = led_from(of, location.initial_readers);
    Bits unplaced = location.writes & present_;
    for (const Slot write : location.coherence) unplaced.erase(write);
    unplaced.for_each([&](std::size_t write) { add(write, before); });
    for (const Slot write : location.coherence) {
      add(write, before);
      before |= led_from(of, is_fr ? (*graph_)[write].readers : single(write));
    }
  }

  std::vector<NodeIndex> value_of_;    // by node: the node with its rows; a Fixpoint's variable
  std::vector<std::uint64_t> epochs_;  // by node: the graph of its last evaluation
  std::uint64_t epoch_ = 0;
  std::vector<std::vector<NodeIndex>> inner_;  // by `let rec`: nodes that depend on it
  std::vector<std::size_t> whole_;             // indices of checks
  std::vector<std::size_t> part_;
  std::vector<std::size_t> flags_;
  std::vector<std::optional<OrderForm>> orders_;  // by check
  PerEvent<Bits, Words> edges_;
  std::vector<Slot> order_;
  std::vector<std::size_t> next_;  // by thread
  bool is_ordered_ = false;        // `order_` is for the current graph
};

}  // namespace drover::incremental
