// Finds what would keep two events of a thread in order.
//
// The relations that a model keeps are found in the expressions of its acyclic relations: the
// largest that relate events of one thread in program order, by their form. Each is split into
// alternatives, the parts of its unions. An alternative is a chain `[S0]; r1; [S1]; …; rn; [Sn]`,
// maybe limited to some pairs. If the chain without the conditions on its ends relates the two
// events, these conditions are why the events are not ordered (a near miss). Otherwise a barrier or
// a dependency is missing; if events of these kinds can be at its ends, that is a way to order
// them.

#include "analysis/explain/order_gap.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "explorer/cat/code.h"
#include "explorer/cat/evaluator.h"
#include "explorer/cat/forms.h"
#include "explorer/graph/fence_name.h"

namespace drover::explain {

namespace {

using cat::Code;
using cat::Node;
using cat::NodeIndex;
using cat::Operation;
using cat::ValueKind;

// A limit of the pairs of a chain.
struct Limit {
  NodeIndex pairs = 0;
  bool is_subtracted = false;
};

struct Alternative {
  std::string relation;  // the innermost name around it, or that of the axiom
  cat::Chain chain;
  std::vector<Limit> limits;
};

// Finds the alternatives of a model. A short-lived worker: holds a reference to its code.
class AlternativeFinder {
 public:
  explicit AlternativeFinder(const Code& code) : code_(code) {}

  std::vector<Alternative> find() {
    for (const cat::CodeCheck& check : code_.checks) {
      const bool is_order = check.use == cat::CheckUse::Axiom &&
                            check.test == cat::CheckTest::Acyclic && !check.is_added;
      if (is_order) visit(check.node, check.name, Place::Part);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }

  // True if the form shows that each pair is in program order (provided that reads-from within a
  // thread is).
  [[nodiscard]] bool is_kept(NodeIndex index) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Base:
        return at.base == Base::Po || is_dependency(at.base) || at.base == Base::RmwPairs;
      case Operation::Empty:
      case Operation::Variable: return true;
      case Operation::Union: return is_kept(at.a) && is_kept(at.b);
      case Operation::Intersection:
        return is_kept(at.a) || is_kept(at.b) || cat::is_base(code_, at.a, Base::Int) ||
               cat::is_base(code_, at.b, Base::Int);
      case Operation::Difference:
      case Operation::Plus:
      case Operation::RestrictRange: return is_kept(at.a);
      case Operation::RestrictDomain: return is_kept(at.b);
      case Operation::Sequence:
        return (is_kept(at.a) && is_kept_or_same(at.b)) || (is_kept_or_same(at.a) && is_kept(at.b));
      case Operation::Fixpoint: return is_kept(code_.groups[at.group].bodies[at.component]);
      default: return false;
    }
  }
  // The same for pairs that may be of an event with itself.
  [[nodiscard]] bool is_kept_or_same(NodeIndex index) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Identity: return true;
      case Operation::Optional:
      case Operation::RestrictRange: return is_kept_or_same(at.a);
      case Operation::RestrictDomain: return is_kept_or_same(at.b);
      case Operation::Union: return is_kept_or_same(at.a) && is_kept_or_same(at.b);
      case Operation::Sequence: return is_kept_or_same(at.a) && is_kept_or_same(at.b);
      default: return is_kept(index);
    }
  }

  // For `r & int`, where r is not in program order by its form: r.
  [[nodiscard]] std::optional<NodeIndex> besides_int(const Node& at) const {
    if (at.operation != Operation::Intersection) return std::nullopt;
    const bool is_first = cat::is_base(code_, at.a, Base::Int);
    if (!is_first && !cat::is_base(code_, at.b, Base::Int)) return std::nullopt;
    const NodeIndex other = is_first ? at.b : at.a;
    return is_kept(other) ? std::nullopt : std::optional(other);
  }

  // Returns the name of the innermost named relation. The relations of a `let rec` only help to
  // define others; `addr-dep` is just addr.
  [[nodiscard]] const std::string& name_of(const Node& at, const std::string& outer) const {
    const bool is_own = !at.name.empty() && at.operation != Operation::Base &&
                        at.operation != Operation::Fixpoint && !is_dependency_only(at);
    return is_own ? at.name : outer;
  }

  [[nodiscard]] bool is_dependency_only(const Node& at) const {
    switch (at.operation) {
      case Operation::Base: return is_dependency(at.base);
      case Operation::Optional: return true;
      case Operation::Sequence:
        return is_dependency_only(node(at.a)) && is_dependency_only(node(at.b));
      default: return false;
    }
  }

  // Only a whole part of an axiom's relation keeps po as such: `po; rcu-order` does not.
  enum class Place : std::uint8_t { Part, Inside };

  void visit(NodeIndex index, const std::string& name, Place place) {
    const Node& at = node(index);
    // An expression with the variable of a `let rec` has no value of its own.
    const bool is_open = at.open_groups != 0;
    if (at.kind != ValueKind::Relation || is_open || !seen_.emplace(index, place).second) return;
    const std::string& own = name_of(at, name);
    if (const auto other = besides_int(at)) {
      visit(*other, own, place);
      return;
    }
    if (is_kept(index)) {
      collect(index, own, {}, place);
      return;
    }
    const bool is_whole = at.operation == Operation::Union || at.operation == Operation::Plus;
    const Place inner = is_whole ? place : Place::Inside;
    if (at.operation == Operation::Difference) {
      visit(at.a, own, inner);
    } else if (at.operation != Operation::Complement) {
      for (const NodeIndex operand : cat::operands_of(code_, at)) visit(operand, own, inner);
    }
  }

  void collect(NodeIndex index, const std::string& name, std::vector<Limit> limits, Place place) {
    const Node& at = node(index);
    const std::string& own = name_of(at, name);
    if (const auto other = besides_int(at)) {
      visit(*other, own, place);
      return;
    }
    switch (at.operation) {
      case Operation::Empty: return;
      case Operation::Union:
        collect(at.a, own, limits, place);
        collect(at.b, own, std::move(limits), place);
        return;
      case Operation::Plus: collect(at.a, own, std::move(limits), place); return;
      case Operation::Intersection: {
        const bool is_first = is_kept(at.a);
        if (!is_first && !is_kept(at.b)) break;
        limits.push_back({is_first ? at.b : at.a, false});
        collect(is_first ? at.a : at.b, own, std::move(limits), place);
        return;
      }
      case Operation::Difference:
        limits.push_back({at.b, true});
        collect(at.a, own, std::move(limits), place);
        return;
      default: break;
    }
    const bool is_whole_po = cat::is_base(code_, index, Base::Po) && limits.empty();
    if (is_whole_po && place == Place::Inside) return;
    found_.push_back({own, cat::chain_of(code_, index), std::move(limits)});
  }

  const Code& code_;
  std::set<std::pair<NodeIndex, Place>> seen_;
  std::vector<Alternative> found_;
};

// The tags that a programmer may give to a read, and to a write, to order it.
constexpr std::array ReadTags{Tag::Acquire, Tag::AcquirePc, Tag::RvAcquire, Tag::LkAcquire};
constexpr std::array WriteTags{Tag::Release, Tag::RvRelease, Tag::LkRelease};

// Explains one pair. A short-lived worker: holds references.
class GapFinder {
 public:
  GapFinder(const Code& code, const ExecutionGraph& graph, EventId from, EventId to)
      : code_(code), graph_(graph), evaluator_(code), from_(from), to_(to) {
    evaluator_.set_events(graph);
    evaluator_.set_edges(graph);
  }

  std::optional<OrderGap> find() {
    const std::vector<Alternative> alternatives = AlternativeFinder(code_).find();
    if (alternatives.empty() || is_ordered(alternatives)) return std::nullopt;
    const auto kind_of_event = [&](EventId event) {
      const Label& label = graph_.event(event).label;
      return label.is_read()    ? OrderGap::Kind::Read
             : label.is_write() ? OrderGap::Kind::Write
                                : OrderGap::Kind::Any;
    };
    gap_.from = from_;
    gap_.to = to_;
    gap_.from_kind = kind_of_event(from_);
    gap_.to_kind = kind_of_event(to_);
    for (const Alternative& each : alternatives) look_at(each);
    std::ranges::stable_sort(gap_.ways, {}, &OrderGap::Way::size);
    return std::move(gap_);
  }

 private:
  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }

  // ---- Values

  // Returns the pairs of a chain, with the conditions on its ends or without.
  [[nodiscard]] Relation pairs_of(const Alternative& each, bool has_ends) {
    const cat::Chain& chain = each.chain;
    const std::size_t count = chain.steps.size();
    Relation pairs = evaluator_.relation(chain.steps.front());
    if (has_ends) pairs = restrict(met(chain.sets.front()), pairs, everything());
    for (std::size_t i = 1; i < count; ++i) {
      pairs = restrict(everything(), pairs, met(chain.sets[i]));
      pairs = seq(pairs, evaluator_.relation(chain.steps[i]));
    }
    if (!has_ends) return pairs;
    pairs = restrict(everything(), pairs, met(chain.sets.back()));
    for (const Limit& limit : each.limits) {
      const Relation other = evaluator_.relation(limit.pairs);
      pairs = limit.is_subtracted ? pairs - other : pairs & other;
    }
    return pairs;
  }

  [[nodiscard]] EventSet everything() const {
    EventSet all(graph_.size());
    for (std::size_t i = 0; i < graph_.size(); ++i) all.insert(EventId(i));
    return all;
  }
  // Returns the events that are in all of some sets.
  [[nodiscard]] EventSet met(const std::vector<NodeIndex>& sets) {
    EventSet all = everything();
    for (const NodeIndex set : sets) all &= evaluator_.set(set);
    return all;
  }

  // True if what the model keeps orders the events, maybe through events between them.
  [[nodiscard]] bool is_ordered(const std::vector<Alternative>& alternatives) {
    Relation kept(graph_.size());
    for (const Alternative& each : alternatives) kept |= pairs_of(each, true);
    return plus(kept).contains(from_, to_);
  }

  // ---- Near misses

  void look_at(const Alternative& each) {
    if (!pairs_of(each, false).contains(from_, to_)) {
      add_way(each);
      return;
    }
    OrderGap::NearMiss miss;
    miss.relation = each.relation;
    if (!describe_ends(each, miss)) {
      // Mere program order whose ends could have some other property.
      if (is_program_order(each)) add_way(each);
      return;
    }
    // Nothing is between them that the model would count.
    if (is_program_order(each) && !miss.leaves_out) return;
    miss.barriers = barriers_of(each);
    if (!is_program_order(each)) miss.dependencies = dependencies();
    // Relations of several names may miss the pair alike.
    const bool is_new = std::ranges::none_of(gap_.near_misses, [&](OrderGap::NearMiss known) {
      known.relation = miss.relation;
      return known == miss;
    });
    if (is_new) gap_.near_misses.push_back(std::move(miss));
  }

  // Sets the kinds of accesses that an alternative orders. False if the pair misses it for another
  // reason than its kinds.
  bool describe_ends(const Alternative& each, OrderGap::NearMiss& miss) {
    const auto is_met = [&](const std::vector<NodeIndex>& sets, EventId event,
                            OrderGap::Kind& kind) {
      for (const NodeIndex set : sets) {
        const OrderGap::Kind of_set = kind_of(set);
        if (of_set != OrderGap::Kind::Any) kind = of_set;
        if (of_set == OrderGap::Kind::Any && !evaluator_.set(set).contains(event)) return false;
        // A set of the right kind that the event is not in asks for a property.
        const bool is_of_kind = can_contain(set, graph_.event(event).label.is_read());
        if (is_of_kind && !evaluator_.set(set).contains(event)) return false;
      }
      return true;
    };
    if (!is_met(each.chain.sets.front(), from_, miss.first)) return false;
    if (!is_met(each.chain.sets.back(), to_, miss.last)) return false;
    for (const Limit& limit : each.limits) {
      NodeIndex pairs = limit.pairs;
      const bool is_in = evaluator_.relation(pairs).contains(from_, to_);
      if (is_in != limit.is_subtracted) continue;
      if (node(pairs).operation == Operation::Difference &&
          cat::is_base(code_, node(pairs).b, Base::Loc)) {
        miss.is_apart = true;
        pairs = node(pairs).a;
      }
      const bool has_kinds = node(pairs).operation == Operation::Product &&
                             kind_of(node(pairs).a) != OrderGap::Kind::Any &&
                             kind_of(node(pairs).b) != OrderGap::Kind::Any;
      miss.leaves_out = limit.is_subtracted;
      miss.first = has_kinds ? kind_of(node(pairs).a) : OrderGap::Kind::Any;
      miss.last = has_kinds ? kind_of(node(pairs).b) : OrderGap::Kind::Any;
      if (!has_kinds) miss.limit = text_of(limit.pairs);
      return true;
    }
    return true;
  }

  // Returns the kind of the accesses that may be in a set.
  [[nodiscard]] OrderGap::Kind kind_of(NodeIndex set) const {
    const bool has_reads = can_contain(set, true);
    const bool has_writes = can_contain(set, false);
    if (has_reads == has_writes) return OrderGap::Kind::Any;
    return has_reads ? OrderGap::Kind::Read : OrderGap::Kind::Write;
  }

  [[nodiscard]] bool is_program_order(const Alternative& each) const {
    return each.chain.steps.size() == 1 && cat::is_base(code_, each.chain.steps.front(), Base::Po);
  }

  // Returns the events in the middle of the chain that its sets name.
  [[nodiscard]] std::vector<EventId> barriers_of(const Alternative& each) {
    const cat::Chain& chain = each.chain;
    std::vector<EventId> out;
    const auto events = graph_.events_of(graph_.event(from_).thread);
    for (std::size_t i = 1; i + 1 < chain.sets.size(); ++i) {
      const EventSet sets = met(chain.sets[i]);
      if (chain.sets[i].empty()) continue;
      for (const EventId event : events) {
        const bool is_between = graph_.event(from_).index < graph_.event(event).index &&
                                graph_.event(event).index < graph_.event(to_).index;
        if (is_between && graph_.event(event).label.is_fence() && sets.contains(event)) {
          out.push_back(event);
        }
      }
    }
    return out;
  }

  [[nodiscard]] std::vector<std::string> dependencies() {
    std::vector<std::string> out;
    for (const cat::BaseDescription& base : cat::base_descriptions()) {
      const bool is_one =
          base.base == Base::Addr || base.base == Base::Data || base.base == Base::Ctrl;
      const auto found = code_.names.find(base.name);
      if (!is_one || found == code_.names.end() || !graph_.dependencies()) continue;
      if (evaluator_.relation(found->second).contains(from_, to_)) out.emplace_back(base.name);
    }
    return out;
  }

  [[nodiscard]] std::string text_of(NodeIndex index) const {
    return node(index).name.empty() ? node(index).text : node(index).name;
  }

  // ---- Ways

  void add_way(const Alternative& each) {
    const cat::Chain& chain = each.chain;
    OrderGap::Way way;
    way.relation = each.relation;
    for (std::size_t i = 0; i < chain.steps.size(); ++i) {
      if (i > 0 && !add_middle(chain.sets[i], way)) return;
      if (!add_step(chain.steps[i], way)) return;
    }
    if (!add_end(chain.sets.front(), from_, way, way.first)) return;
    if (!add_end(chain.sets.back(), to_, way, way.last)) return;
    for (const Limit& limit : each.limits) {
      const bool is_in = evaluator_.relation(limit.pairs).contains(from_, to_);
      if (is_in == limit.is_subtracted) return;
    }
    // Dependencies begin at reads, and those of values end at writes.
    const bool has_data = std::ranges::find(way.dependencies, "data") != way.dependencies.end();
    const bool is_possible =
        way.dependencies.empty() || (gap_.from_kind == OrderGap::Kind::Read &&
                                     !(has_data && gap_.to_kind == OrderGap::Kind::Read));
    if (!is_possible || way.barriers.size() > 1) return;
    const bool is_new = std::ranges::find(gap_.ways, way) == gap_.ways.end();
    if (is_new && way.size() > 0) gap_.ways.push_back(std::move(way));
  }

  // Adds what a step needs. False if it is none of the simple forms.
  bool add_step(NodeIndex index, OrderGap::Way& way) const {
    const Node& step = node(index);
    if (step.operation == Operation::Optional) return true;
    if (step.operation == Operation::Union) {
      OrderGap::Way first = way;
      const bool is_simple = add_step(step.a, first);
      if (is_simple) way = std::move(first);
      return is_simple || add_step(step.b, way);
    }
    if (step.operation == Operation::Sequence)
      return add_step(step.a, way) && add_step(step.b, way);
    if (step.operation != Operation::Base) return false;
    switch (step.base) {
      case Base::Po: return true;
      case Base::Addr: way.dependencies.emplace_back("addr"); return true;
      case Base::Data: way.dependencies.emplace_back("data"); return true;
      case Base::Ctrl: way.dependencies.emplace_back("ctrl"); return true;
      default: return false;
    }
  }

  // Adds the barriers of a set in the middle. False if it needs accesses there.
  bool add_middle(const std::vector<NodeIndex>& sets, OrderGap::Way& way) const {
    constexpr std::size_t MaxNamed = 2;
    if (sets.empty()) return true;
    if (sets.size() > 1) return false;
    std::vector<std::string> names;
    if (!add_fences(sets.front(), names) || names.empty()) return false;
    if (names.size() > MaxNamed) names.resize(1);
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " or ") + name;
    way.barriers.push_back(std::move(text));
    return true;
  }

  // Collects the names of a set's fences. False if it may contain anything else.
  bool add_fences(NodeIndex index, std::vector<std::string>& names) const {
    const Node& set = node(index);
    if (is_of_fences(index)) {
      names.push_back("`" + text_of(index) + "`");
      return true;
    }
    if (set.operation == Operation::Union) {
      return add_fences(set.a, names) && add_fences(set.b, names);
    }
    if (set.operation == Operation::Difference) return add_fences(set.a, names);
    if (set.operation != Operation::Base || set.base < Base::FirstTag) return false;
    Label fence;
    fence.kind = LabelKind::Fence;
    fence.tags = TagSet::of(tag_of(set.base));
    names.push_back(fence_name(fence));
    return true;
  }

  [[nodiscard]] bool is_of_fences(NodeIndex set) const {
    return cat::is_within(code_, set,
                          [&](NodeIndex part) { return cat::is_base(code_, part, Base::Fences); });
  }

  // Adds the properties that an end lacks. False if an event of its kind cannot have them. A set of
  // fences stands for one half of an order through a fence.
  bool add_end(const std::vector<NodeIndex>& sets, EventId event, OrderGap::Way& way,
               std::optional<std::string>& property) {
    for (const NodeIndex set : sets) {
      if (evaluator_.set(set).contains(event)) continue;
      if (is_of_fences(set)) {
        way.barriers.push_back("`" + text_of(set) + "`");
        continue;
      }
      if (property || !can_contain(set, graph_.event(event).label.is_read())) return false;
      property = text_of(set);
    }
    return true;
  }

  // True if some access of a kind may be in a set.
  [[nodiscard]] bool can_contain(NodeIndex index, bool is_read) const {
    const Node& set = node(index);
    const auto can = [&](NodeIndex part) { return can_contain(part, is_read); };
    switch (set.operation) {
      case Operation::Union: return can(set.a) || can(set.b);
      case Operation::Intersection: return can(set.a) && can(set.b);
      case Operation::Difference: return can(set.a);
      case Operation::Base: break;
      default: return false;
    }
    if (set.base == Base::All || set.base == Base::Plain || set.base == Base::Sc) return true;
    if (set.base == Base::Reads || set.base == Base::Acq) return is_read;
    if (set.base == Base::Writes || set.base == Base::Rel) return !is_read;
    if (set.base < Base::FirstTag) return false;
    const Tag tag = tag_of(set.base);
    const bool is_of_reads = std::ranges::find(ReadTags, tag) != ReadTags.end();
    const bool is_of_writes = std::ranges::find(WriteTags, tag) != WriteTags.end();
    return is_of_reads ? is_read : is_of_writes ? !is_read : false;
  }

  const Code& code_;
  const ExecutionGraph& graph_;
  cat::Evaluator evaluator_;
  EventId from_;
  EventId to_;
  OrderGap gap_;
};

}  // namespace

std::optional<OrderGap> find_order_gap(const MemoryModel& model, const ExecutionGraph& graph,
                                       EventId from, EventId to) {
  if (model.code() == nullptr) return std::nullopt;
  return GapFinder(*model.code(), graph, from, to).find();
}

}  // namespace drover::explain
