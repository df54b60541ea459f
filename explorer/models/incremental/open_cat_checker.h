#pragma once

// What a cat model says of a working graph, whose events may be open (algorithms/buffering): reads
// without a writer, writes without a place. The same verdict as the axioms on the same graph as an
// ExecutionGraph (cat/evaluator.h), by sets of machine words and without any memory of its own per
// graph. Any model that is no more than sets and relations, with dependencies, tags and `let rec`.
//
// A relation is one set per event: the events that it leads from. What is kept and what is not:
//
//   of a thread   A relation is *of a thread* if what leads to an event are events before it in its
//                 thread, or itself, and if that follows from these events alone: po, addr, data,
//                 ctrl, rmw; unions, intersections, differences, sequences and closures of such;
//                 and intersections with and differences by the next kind. Kept as long as the
//                 events of the thread up to this one are what they were: which is compared. So a
//                 step computes what the new event adds, and nothing is to be taken back.
//   of a pair     What it says of two events follows from these two: loc, int, products of sets,
//                 their unions, intersections, differences and complements. Never written down.
//   all others    (with rf, co, fr, sync) are evaluated for each graph, when a check asks for them:
//                 what stands in a sequence with something empty is not.
//
// `let rec`: from nothing, round by round, until nothing changes. A model in which a variable is
// used against its own direction is refused when it is read; so the rounds only grow, and end at
// the least relations.
//
// Closures take one pass along an order of po, sync and rf where the relation goes along it, which
// is the rule; else Warshall. Likewise `acyclic`.
//
// Initial writes are events here: they have the last numbers. Where the graph has too many events
// for that, the checker does not know.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/pair_values.h"
#include "explorer/cat/reachable.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/base_sets.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::incremental {

template <std::size_t Words>
class OpenCatChecker {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // Which checks are asked: of a part of an execution only those that, once they fail, fail
  // whatever edges are added.
  enum class Extent : std::uint8_t { Part, Whole };

  // Whether a model can be checked so: not with a `let rec` inside of another.
  [[nodiscard]] static bool takes(const cat::Code& code) {
    return !code.fuses_updates && !code.uses(Base::SameValue) &&
           std::ranges::none_of(code.nodes, [](const Node& each) {
             return each.operation == Operation::Fixpoint && each.open_groups != 0;
           });
  }

  // Both must outlive it. The automata track dependencies if the model speaks of them.
  OpenCatChecker(const cat::Code& code, const ProgramAutomata& automata)
      : code_(code),
        automata_(automata),
        kinds_(code.nodes.size(), Kind::Whole),
        forms_(code.nodes.size(), Form::Any),
        value_of_(code.nodes.size(), 0),
        begin_(code.nodes.size(), 0),
        filled_(code.nodes.size()),
        epochs_(code.nodes.size(), 0),
        inner_(code.groups.size()) {
    std::vector<NodeIndex> roots;
    for (std::size_t i = 0; i < code.checks.size(); ++i) {
      const cat::CodeCheck& check = code.checks[i];
      if (check.use != cat::CheckUse::Axiom) continue;
      roots.push_back(check.node);
      whole_.push_back(i);
      if (check.fails_for_good) part_.push_back(i);
    }
    for (const cat::FixpointGroup& group : code.groups) {
      roots.insert(roots.end(), group.variables.begin(), group.variables.end());
    }
    for (const NodeIndex each : cat::reachable_nodes(code, roots)) add_node(each);
  }

  // `open` are the events that have no writer or no place yet; one that nothing follows does not
  // count. Nothing where the graph is too large.
  [[nodiscard]] std::optional<bool> ask(const Graph& graph, const Bits& open, Extent extent) {
    graph_ = &graph;
    if (!take_events(graph, open)) return std::nullopt;
    return holds(extent == Extent::Whole ? whole_ : part_);
  }

 private:
  using Node = cat::Node;
  using NodeIndex = cat::NodeIndex;
  using Operation = cat::Operation;
  using Base = cat::Base;

  enum class Kind : std::uint8_t {
    OfThread,
    OfPair,
    Reflexive,  // one of the others, and each event with itself: not written down
    Whole
  };
  // What has a way of its own.
  enum class Form : std::uint8_t { Any, FromRead, Communication };

  // ---- What is known of the model

  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }
  [[nodiscard]] static bool is_set(const Node& of) { return of.kind == cat::ValueKind::Set; }
  // A set is one row.
  [[nodiscard]] static std::size_t row_count(const Node& of) {
    return is_set(of) ? 1 : Graph::Capacity;
  }
  void add_node(NodeIndex index) {
    const Node& of = node(index);
    kinds_[index] = kind_of(of);
    forms_[index] = form_of(of);
    const bool is_fixpoint = of.operation == Operation::Fixpoint;
    value_of_[index] = is_fixpoint ? code_.groups[of.group].variables[of.component] : index;
    if (kinds_[index] == Kind::OfThread) of_threads_.push_back(index);
    if (kinds_[index] != Kind::OfPair && !is_fixpoint) {
      begin_[index] = rows_.size();
      rows_.resize(rows_.size() + row_count(of));
    }
    if (of.open_groups == 0 || of.operation == Operation::Variable) return;
    if (kinds_[index] == Kind::Reflexive) return;
    inner_[static_cast<std::size_t>(std::countr_zero(of.open_groups))].push_back(index);
  }

  [[nodiscard]] Kind kind_of(const Node& of) const {
    if (is_set(of)) return is_settled_set(of) ? Kind::OfThread : Kind::Whole;
    const auto kind = [&](NodeIndex part) { return kinds_[part]; };
    const auto is_of_thread = [&](NodeIndex part) { return kind(part) == Kind::OfThread; };
    const auto is_known = [&](NodeIndex part) {
      return kind(part) == Kind::OfThread || kind(part) == Kind::OfPair;
    };
    switch (of.operation) {
      case Operation::Base:
        switch (of.base) {
          case Base::Sync:
          case Base::Rf:
          case Base::Co:
          case Base::Fr: return Kind::Whole;
          case Base::Loc:
          case Base::Int: return Kind::OfPair;
          default: return Kind::OfThread;
        }
      case Operation::Empty: return Kind::OfThread;
      case Operation::Identity: return is_of_thread(of.a) ? Kind::OfThread : Kind::Whole;
      case Operation::Product:
        return is_of_thread(of.a) && is_of_thread(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Intersection:
        if (is_known(of.a) && is_known(of.b) && (is_of_thread(of.a) || is_of_thread(of.b))) {
          return Kind::OfThread;
        }
        return is_of_pair(of.a) && is_of_pair(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Difference:
        if (is_of_thread(of.a) && is_known(of.b)) return Kind::OfThread;
        return is_of_pair(of.a) && is_of_pair(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Union:
        if (is_of_thread(of.a) && is_of_thread(of.b)) return Kind::OfThread;
        return is_of_pair(of.a) && is_of_pair(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Complement: return is_of_pair(of.a) ? Kind::OfPair : Kind::Whole;
      case Operation::Sequence:
        return is_of_thread(of.a) && is_of_thread(of.b) ? Kind::OfThread : Kind::Whole;
      case Operation::RestrictDomain:
        return is_of_thread(of.a) && is_known(of.b) ? kind(of.b) : Kind::Whole;
      case Operation::RestrictRange:
        return is_of_thread(of.b) && is_known(of.a) ? kind(of.a) : Kind::Whole;
      case Operation::Optional: return is_of_thread(of.a) ? Kind::OfThread : Kind::Reflexive;
      case Operation::Plus: return is_of_thread(of.a) ? Kind::OfThread : Kind::Whole;
      default: return Kind::Whole;
    }
  }
  // An identity is both.
  [[nodiscard]] bool is_of_pair(NodeIndex index) const {
    return kinds_[index] == Kind::OfPair ||
           (kinds_[index] == Kind::OfThread && (node(index).operation == Operation::Identity ||
                                                node(index).operation == Operation::Empty));
  }
  [[nodiscard]] bool is_settled_set(const Node& of) const {
    const auto is_settled = [&](NodeIndex part) { return kinds_[part] == Kind::OfThread; };
    switch (of.operation) {
      case Operation::Base:
        return of.base != Base::FinalWrites && of.base != Base::NonAtomicLocation;
      case Operation::Empty: return true;
      case Operation::Complement:
      case Operation::Range: return is_settled(of.a);
      case Operation::Union:
      case Operation::Intersection:
      case Operation::Difference: return is_settled(of.a) && is_settled(of.b);
      default: return false;
    }
  }

  // (rf | co | fr)+
  [[nodiscard]] bool is_communication(const Node& of) const {
    if (of.operation != Operation::Plus) return false;
    bool has_rf = false;
    bool has_co = false;
    bool has_fr = false;
    std::vector<NodeIndex> parts{of.a};
    while (!parts.empty()) {
      const Node& part = node(parts.back());
      parts.pop_back();
      if (part.operation == Operation::Union) {
        parts.push_back(part.a);
        parts.push_back(part.b);
      } else if (cat::is_from_read(code_, part)) {
        has_fr = true;
      } else if (part.operation == Operation::Base && part.base == Base::Rf) {
        has_rf = true;
      } else if (part.operation == Operation::Base && part.base == Base::Co) {
        has_co = true;
      } else {
        return false;
      }
    }
    return has_rf && has_co && has_fr;
  }
  [[nodiscard]] Form form_of(const Node& of) const {
    if (cat::is_from_read(code_, of)) return Form::FromRead;
    return is_communication(of) ? Form::Communication : Form::Any;
  }

  [[nodiscard]] Bits* rows_of(NodeIndex index) { return rows_.data() + begin_[index]; }
  [[nodiscard]] const Bits* rows_of(NodeIndex index) const { return rows_.data() + begin_[index]; }

  // ---- Events

  // What an event is, as far as what is kept depends on it.
  struct Seen {
    Slot slot = NoEvent;
    NodeId node;
    LocationId location;
    LabelKind kind = LabelKind::Read;
    Mode mode = Mode::Plain;
    bool is_exclusive_read = false;
    bool is_failed_exclusive = false;
    bool is_exclusive_write = false;
    bool operator==(const Seen&) const = default;
  };

  [[nodiscard]] static std::size_t initial_index(std::size_t location) {
    return Graph::Capacity - 1 - location;
  }
  [[nodiscard]] bool is_initial(std::size_t event) const { return initial_.contains(event); }

  bool take_events(const Graph& graph, const Bits& open) {
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
    for (std::size_t t = 0; t < graph.thread_count(); ++t) settle_thread(graph, t);
    initial_.for_each([&](std::size_t event) {
      if (settled_initial_.contains(event)) return;
      settled_initial_.insert(event);
      before_[event].clear();
      settle(event);
    });
    present_ |= initial_;
    set_order(graph);
    return true;
  }

  void settle_thread(const Graph& graph, std::size_t thread) {
    const auto& events = graph.thread(thread).events;
    std::vector<Seen>& seen = seen_[thread];
    bool is_same = true;
    Bits before;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Slot slot = events[i];
      if (!present_.contains(slot)) {
        seen.resize(i);
        return;
      }
      const auto& event = graph[slot];
      const Seen now{slot,
                     event.node,
                     event.location,
                     event.kind,
                     event.mode,
                     event.is_exclusive_read,
                     event.is_failed_exclusive,
                     event.is_exclusive_write};
      is_same = is_same && i < seen.size() && seen[i] == now;
      if (!is_same) {
        seen.resize(i);
        seen.push_back(now);
        settled_initial_.erase(slot);
        before_[slot] = before;
        settle(slot);
      }
      before.insert(slot);
    }
    seen.resize(events.size());
  }

  // An order of po, sync and rf, as far as there is one.
  void set_order(const Graph& graph) {
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

  // ---- What is of a thread

  void settle(std::size_t event) {
    for (const NodeIndex index : of_threads_) {
      const Node& of = node(index);
      if (is_set(of)) {
        put(rows_of(index)[0], event, is_member(of, event));
        continue;
      }
      const Bits row = row_of_thread(index, of, event);
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

  [[nodiscard]] static Bits single(std::size_t event) {
    Bits bits;
    bits.insert(event);
    return bits;
  }

  [[nodiscard]] Bits row_of_thread(NodeIndex index, const Node& of, std::size_t event) const {
    const auto has = [&](NodeIndex set) { return rows_of(set)[0].contains(event); };
    const auto row = [&](NodeIndex part) {
      return kinds_[part] == Kind::OfPair ? row_of_pair(part, event) : rows_of(part)[event];
    };
    switch (of.operation) {
      case Operation::Base: return is_initial(event) ? Bits{} : base_of_thread(of.base, event);
      case Operation::Union: return row(of.a) | row(of.b);
      case Operation::Intersection: return row(of.a) & row(of.b);
      case Operation::Difference: return row(of.a) - row(of.b);
      case Operation::Sequence: {
        Bits bits;
        rows_of(of.b)[event].for_each([&](std::size_t middle) { bits |= rows_of(of.a)[middle]; });
        return bits;
      }
      case Operation::RestrictDomain: return row(of.b) & rows_of(of.a)[0];
      case Operation::RestrictRange: return has(of.b) ? row(of.a) : Bits{};
      case Operation::Optional: return row(of.a) | single(event);
      case Operation::Plus: {
        Bits bits = rows_of(of.a)[event];
        Bits first = bits;
        first.erase(event);
        first.for_each([&](std::size_t middle) { bits |= rows_of(index)[middle]; });
        return bits;
      }
      case Operation::Identity: return has(of.a) ? single(event) : Bits{};
      default: return {};
    }
  }
  [[nodiscard]] Bits base_of_thread(Base base, std::size_t event) const {
    const auto slot = static_cast<Slot>(event);
    const auto& at = (*graph_)[slot];
    if (base == Base::Po) return before_[event];
    if (base == Base::RmwPairs || base == Base::Amo) {
      if (at.kind != LabelKind::Write || !at.is_exclusive_write) return {};
      const Slot read = graph_->previous_of(slot);
      return read != NoEvent && (*graph_)[read].is_exclusive_read ? single(read) : Bits{};
    }
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

  // ---- What is of a pair
  //
  // With events that are not there: these are taken away where it matters.

  [[nodiscard]] Bits row_of_pair(NodeIndex index, std::size_t event) const {
    const Node& of = node(index);
    const auto row = [&](NodeIndex part) { return row_of_pair(part, event); };
    const auto has = [&](NodeIndex set) { return rows_of(set)[0].contains(event); };
    switch (of.operation) {
      case Operation::Base: return of.base == Base::Loc ? location_of(event) : thread_of(event);
      case Operation::Union: return row(of.a) | row(of.b);
      case Operation::Intersection: return row(of.a) & row(of.b);
      case Operation::Difference: return row(of.a) - row(of.b);
      case Operation::Complement: return everything() - row(of.a);
      case Operation::RestrictDomain: return row(of.b) & rows_of(of.a)[0];
      case Operation::RestrictRange: return has(of.b) ? row(of.a) : Bits{};
      case Operation::Identity: return has(of.a) ? single(event) : Bits{};
      case Operation::Product: return has(of.b) ? rows_of(of.a)[0] : Bits{};
      default: return {};
    }
  }
  [[nodiscard]] static Bits everything() {
    static const Bits all = [] {
      Bits bits;
      for (std::size_t i = 0; i < Graph::Capacity; ++i) bits.insert(i);
      return bits;
    }();
    return all;
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
    const auto& events = graph_->thread((*graph_)[static_cast<Slot>(event)].thread).events;
    bits = before_[events.back()];
    if (present_.contains(events.back())) {
      bits.insert(events.back());
      return bits;
    }
    for (const Slot each : events) bits.insert(each);
    return bits;
  }

  // ---- All others
  //
  // Evaluated when asked for, once per graph. A row counts where something leads to its event;
  // where nothing does, there may be an old one.

  [[nodiscard]] Bits row(NodeIndex index, std::size_t event) const {
    return Operand(*this, index)[event];
  }
  // A relation, for as long as nothing else is evaluated.
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
  // One that is not written down.
  [[nodiscard]] Bits row_otherwise(NodeIndex index, std::size_t event) const {
    if (kinds_[index] == Kind::OfPair) return row_of_pair(index, event) & present_;
    return row(node(index).a, event) | single(event);
  }
  // The events that something leads to, or more.
  [[nodiscard]] Bits filled(NodeIndex index) const {
    const bool is_everywhere = kinds_[index] == Kind::OfPair || kinds_[index] == Kind::Reflexive;
    return is_everywhere ? present_ : filled_[value_of_[index]] & present_;
  }
  // Whether something is in it, or may be.
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

  // From nothing, until nothing changes.
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

  // Where something may lead to events of `to`.
  template <typename Make>
  void fill(NodeIndex index, const Bits& to, Make make) {
    Bits& filled = filled_[index];
    Bits* const rows = rows_of(index);
    to.for_each([&](std::size_t event) {
      const Bits bits = make(event);
      if (bits.is_empty()) return;
      rows[event] = bits;
      filled.insert(event);
    });
  }

  void evaluate_relation(NodeIndex index, const Node& of) {
    filled_[index].clear();
    if (forms_[index] == Form::FromRead) return fill_communication(index, Base::Fr);
    if (forms_[index] == Form::Communication) return fill_eco(index);
    switch (of.operation) {
      case Operation::Base: fill_base(index, of.base); return;
      case Operation::Union: {
        const bool has_a = ask_for(of.a);
        const bool has_b = ask_for(of.b);
        if (!has_a && !has_b) return;
        const Operand a(*this, of.a);
        const Operand b(*this, of.b);
        fill(index, filled(of.a) | filled(of.b),
             [&](std::size_t event) { return a[event] | b[event]; });
        return;
      }
      case Operation::Intersection: {
        if (!ask_for(of.a) || !ask_for(of.b)) return;
        const Operand a(*this, of.a);
        const Operand b(*this, of.b);
        fill(index, filled(of.a) & filled(of.b),
             [&](std::size_t event) { return a[event] & b[event]; });
        return;
      }
      case Operation::Difference: {
        if (!ask_for(of.a)) return;
        ask_for(of.b);
        const Operand a(*this, of.a);
        const Operand b(*this, of.b);
        fill(index, filled(of.a), [&](std::size_t event) { return a[event] - b[event]; });
        return;
      }
      case Operation::Sequence: {
        if (!ask_for(of.a) || !ask_for(of.b)) return;
        const Operand a(*this, of.a);
        const Operand b(*this, of.b);
        const Bits led_to = filled(of.a);
        fill(index, filled(of.b), [&](std::size_t event) {
          Bits bits;
          (b[event] & led_to).for_each([&](std::size_t middle) { bits |= a[middle]; });
          return bits;
        });
        return;
      }
      case Operation::RestrictDomain: {
        const Bits kept = set(of.a);
        if (kept.is_empty() || !ask_for(of.b)) return;
        const Operand b(*this, of.b);
        fill(index, filled(of.b), [&](std::size_t event) { return b[event] & kept; });
        return;
      }
      case Operation::RestrictRange: {
        const Bits kept = set(of.b);
        if (kept.is_empty() || !ask_for(of.a)) return;
        const Operand a(*this, of.a);
        fill(index, filled(of.a) & kept, [&](std::size_t event) { return a[event]; });
        return;
      }
      case Operation::Plus:
        if (ask_for(of.a)) close(index, of.a);
        return;
      case Operation::Complement:
        ask_for(of.a);
        fill(index, present_, [&](std::size_t event) { return present_ - row(of.a, event); });
        return;
      case Operation::Inverse:
        if (!ask_for(of.a)) return;
        filled(of.a).for_each([&](std::size_t event) {
          row(of.a, event).for_each([&](std::size_t first) {
            if (!filled_[index].contains(first)) rows_of(index)[first].clear();
            rows_of(index)[first].insert(event);
            filled_[index].insert(first);
          });
        });
        return;
      case Operation::Identity: fill(index, set(of.a), single); return;
      case Operation::Product: {
        const Bits first = set(of.a);
        fill(index, set(of.b), [&](std::size_t /*event*/) { return first; });
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
  // Of writes without a place nothing is later.
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
  // Of an initial write.
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
      default: fill_communication(index, base); return;
    }
  }
  void put_row(NodeIndex index, std::size_t event, const Bits& bits) {
    if (bits.is_empty()) return;
    rows_of(index)[event] = bits;
    filled_[index].insert(event);
  }
  // co or fr. The initial write is before those that have no place yet, too.
  void fill_communication(NodeIndex index, Base base) {
    initial_.for_each([&](std::size_t event) {
      const auto& location = location_at(event);
      Bits before = base == Base::Fr ? location.initial_readers : single(event);
      (location.writes & present_).for_each([&](std::size_t write) {
        put_row(index, write, before);
      });
      for (const Slot write : location.coherence) {
        put_row(index, write, before);
        if (base == Base::Fr) {
          before |= (*graph_)[write].readers;
        } else {
          before.insert(write);
        }
      }
    });
  }
  // (rf | co | fr)+: up to a write, all that is before it in coherence, and what reads from that.
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

  // Along the order where that is possible.
  void close(NodeIndex index, NodeIndex of) {
    Bits* const rows = rows_of(index);
    const Operand a(*this, of);
    fill(index, filled(of), [&](std::size_t event) { return a[event]; });
    const Bits& filled = filled_[index];
    Bits done;
    for (const Slot event : order_) {
      if (filled.contains(event)) {
        const Bits first = rows[event];
        if (!(first - done).is_empty()) {
          close_anyhow(index);
          return;
        }
        Bits bits = first;
        Bits left = first & filled;
        // What its predecessor has need not be looked at again.
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
  // Warshall.
  void close_anyhow(NodeIndex index) {
    Bits* const rows = rows_of(index);
    filled_[index].for_each([&](std::size_t middle) {
      const Bits through = rows[middle];
      filled_[index].for_each([&](std::size_t event) {
        if (rows[event].contains(middle)) rows[event] |= through;
      });
    });
  }

  // ---- Checks

  [[nodiscard]] bool holds(const std::vector<std::size_t>& checks) {
    ++epoch_;
    return std::ranges::all_of(checks, [&](std::size_t each) {
      const cat::CodeCheck& check = code_.checks[each];
      return passes(check) != check.is_negated;
    });
  }
  [[nodiscard]] bool passes(const cat::CodeCheck& check) {
    if (is_set(node(check.node))) return set(check.node).is_empty();
    if (check.test == cat::CheckTest::Irreflexive &&
        node(check.node).operation == Operation::Sequence && kinds_[check.node] == Kind::Whole) {
      return is_irreflexive_sequence(node(check.node));
    }
    if (!ask_for(check.node)) return true;
    bool passes = true;
    switch (check.test) {
      case cat::CheckTest::Acyclic: return is_acyclic(check.node);
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
  // Without writing it down.
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
  // Takes away events that nothing leads to until none is left, or all are on cycles or after one.
  [[nodiscard]] bool is_acyclic(NodeIndex index) const {
    const Operand relation(*this, index);
    Bits left = filled(index);
    for (bool has_changed = true; has_changed && !left.is_empty();) {
      has_changed = false;
      for (const Slot event : order_) {
        if (!left.contains(event) || relation[event].intersects(left)) continue;
        left.erase(event);
        has_changed = true;
      }
    }
    return left.is_empty();
  }

  const cat::Code& code_;
  const ProgramAutomata& automata_;
  const Graph* graph_ = nullptr;       // while it is asked about
  std::vector<Kind> kinds_;            // by node
  std::vector<Form> forms_;            // by node
  std::vector<NodeIndex> value_of_;    // by node: whose rows it has; a Fixpoint its variable's
  std::vector<NodeIndex> of_threads_;  // those that are kept, operands first
  std::vector<std::size_t> begin_;     // by node: of its rows
  std::vector<Bits> rows_;             // of each node, by event
  std::vector<Bits> filled_;           // by node: the events that something leads to
  std::vector<std::uint64_t> epochs_;  // by node: the graph that it was evaluated for
  std::uint64_t epoch_ = 0;
  std::vector<std::vector<NodeIndex>> inner_;  // by `let rec`: what depends on its variables
  std::vector<std::size_t> whole_;             // checks
  std::vector<std::size_t> part_;
  std::vector<std::vector<Seen>> seen_;  // by thread: the events that are settled
  PerEvent<Bits, Words> before_;         // in the thread
  Bits present_;
  Bits initial_;
  Bits settled_initial_;
  std::vector<Slot> order_;
  std::vector<std::size_t> next_;  // by thread
};

}  // namespace drover::incremental
