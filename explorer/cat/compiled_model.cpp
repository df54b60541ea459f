#include "explorer/cat/compiled_model.h"

#include <algorithm>
#include <map>
#include <span>

#include "explorer/cat/fold.h"
#include "explorer/cat/forms.h"
#include "explorer/cat/pair_values.h"
#include "explorer/cat/reachable.h"
#include "support/enum_set.h"

namespace drover::cat {

namespace compiling {
namespace {

// Facts about a node: its initial writes, and the pairs of a relation.
enum class ShapeFact : std::uint8_t {
  Good,     // can be compiled
  Forward,  // see the header
  Strict,   // no event is related to itself
  // Between initial writes and other events: no pair leads to an initial write; no pair comes from
  // one.
  LeadsNowhere,
  ComesFromNone,
  // Between initial writes: none is related to itself; none is related to another.
  NoOwnInitial,
  NoTwoInitial,
  // Sets: contains no initial write; contains all of them.
  NoInitial,
  AllInitial,
};
using enum ShapeFact;
using Shape = EnumSet<ShapeFact>;
constexpr Shape NoInitialPair{NoOwnInitial, NoTwoInitial};
constexpr Shape AnyRelation =
    NoInitialPair | Shape{Good, Forward, Strict, LeadsNowhere, ComesFromNone};

bool has_no_initial_pair(Shape shape) { return (shape & NoInitialPair) == NoInitialPair; }

// The shapes of a model's nodes. A short-lived worker: holds a reference to the model.
class Shapes {
 public:
  explicit Shapes(const Code& code) : code_(code) {}

  // `let rec` is not compiled.
  std::vector<Shape> find(std::span<const NodeIndex> roots) const {
    return fold(code_, reachable_nodes(code_, roots), Shape(),
                [&](const Node& node, const std::vector<Shape>& values) {
                  return node.kind == ValueKind::Set ? of_set(node, values[node.a], values[node.b])
                                                     : of_relation(node, values);
                });
  }

  // True if the relation depends on the two events alone: products of sets, loc, int.
  [[nodiscard]] bool is_of_events(NodeIndex index) const {
    const Node& each = code_.nodes[index];
    switch (each.operation) {
      case Operation::Base: return each.base == Base::Loc || each.base == Base::Int;
      case Operation::Product:
      case Operation::Empty:
      case Operation::Identity: return true;
      case Operation::Complement: return is_of_events(each.a);
      case Operation::Union:
      case Operation::Intersection:
      case Operation::Difference: return is_of_events(each.a) && is_of_events(each.b);
      default: return false;
    }
  }

 private:
  // Returns `facts`, without Good if `other` lacks it.
  static Shape good_with(Shape facts, Shape other) {
    if (!other.contains(Good)) facts.set(Good, false);
    return facts;
  }

  static Shape of_set(const Node& set, Shape a, Shape b) {
    Shape out = good_with(a, b) & Shape{Good};
    switch (set.operation) {
      case Operation::Empty: return {Good, NoInitial};
      case Operation::Base: {
        if (!is_of_event(set.base) || set.base >= Base::FirstTag) return {};
        if (is_mode(set.base)) return {Good};
        const BaseSets initial = sets_of({.kind = LabelKind::Write, .is_initial = true});
        return {Good, is_among(set.base, initial) ? AllInitial : NoInitial};
      }
      case Operation::Union:
        return out | (a & b & Shape{NoInitial}) | ((a | b) & Shape{AllInitial});
      case Operation::Intersection:
        return out | ((a | b) & Shape{NoInitial}) | (a & b & Shape{AllInitial});
      case Operation::Difference:
        out.set(NoInitial, a.contains(NoInitial) || b.contains(AllInitial));
        out.set(AllInitial, a.contains(AllInitial) && b.contains(NoInitial));
        return out;
      case Operation::Complement:
        out = a & Shape{Good};
        out.set(NoInitial, a.contains(AllInitial));
        out.set(AllInitial, a.contains(NoInitial));
        return out;
      default: return {};
    }
  }

  static Shape of_base(Base base) {
    switch (base) {
      case Base::Po:
      case Base::RmwPairs:
      case Base::Amo: return AnyRelation;
      case Base::Sync:
      case Base::Rf: return AnyRelation - Shape{ComesFromNone};
      case Base::Co: return AnyRelation - Shape{Forward, ComesFromNone};
      case Base::Fr: return AnyRelation - Shape{Forward};
      case Base::Int: return AnyRelation - Shape{Forward, Strict};
      case Base::Loc: return {Good, NoTwoInitial};  // two initial writes have different locations
      default: return AnyRelation - Shape{Good};
    }
  }

  [[nodiscard]] Shape of_difference(const Node& node, Shape a, Shape b) const {
    Shape out = good_with(a, b);
    // Removing pairs that are not forward makes the difference unknown at first.
    if (!b.contains(Forward) && !is_of_events(node.b)) out.set(Forward, false);
    // Sync orders initial writes before all other events.
    const PairValues pairs(code_);
    if (pairs.contains(node.b, PairEdge::SyncFromInitial)) out.insert(ComesFromNone);
    if (pairs.contains(node.b, PairEdge::SyncToInitial)) out.insert(LeadsNowhere);
    return out;
  }

  static Shape of_sequence(Shape a, Shape b) {
    Shape out = a & b & Shape{Good, Forward, LeadsNowhere};
    if (!a.contains(LeadsNowhere)) out.set(Good, false);
    out.set(Strict, out.contains(Forward) && (a.contains(Strict) || b.contains(Strict)));
    out.set(ComesFromNone,
            a.contains(ComesFromNone) && (has_no_initial_pair(a) || b.contains(ComesFromNone)));
    // The middle event is a normal event or an initial write.
    const bool has_no_way = a.contains(ComesFromNone) || b.contains(LeadsNowhere);
    const bool has_none = has_no_initial_pair(a) || has_no_initial_pair(b);
    const bool has_no_two = a.contains(NoTwoInitial) && b.contains(NoTwoInitial);
    const bool has_no_own = a.contains(NoOwnInitial) || b.contains(NoOwnInitial);
    out.set(NoOwnInitial, has_no_way && (has_none || (has_no_two && has_no_own)));
    out.set(NoTwoInitial, has_no_way && (has_none || has_no_two));
    return out;
  }

  // For [set]; relation, or relation; [set]. `end` is the fact about the restricted end.
  static Shape restricted(Shape relation, Shape set, ShapeFact end) {
    const Shape out = good_with(relation, set);
    return set.contains(NoInitial) ? out | NoInitialPair | Shape{end} : out;
  }

  [[nodiscard]] Shape of_relation(const Node& node, const std::vector<Shape>& values) const {
    if (is_from_read(code_, node)) return of_base(Base::Fr);
    const Shape a = values[node.a];
    const Shape b = values[node.b];
    switch (node.operation) {
      case Operation::Base: return of_base(node.base);
      case Operation::Empty: return AnyRelation;
      case Operation::Union: return a & b;
      case Operation::Intersection: {
        Shape out = (a | b) - Shape{Good, Forward};
        out.set(Good, a.contains(Good) && b.contains(Good));
        out.set(Forward, (a.contains(Forward) && (b.contains(Forward) || is_of_events(node.b))) ||
                             (b.contains(Forward) && is_of_events(node.a)));
        return out;
      }
      case Operation::Difference: return of_difference(node, a, b);
      case Operation::Sequence: return of_sequence(a, b);
      case Operation::RestrictDomain: return restricted(b, a, ComesFromNone);
      case Operation::RestrictRange: return restricted(a, b, LeadsNowhere);
      case Operation::Optional: return a - Shape{Strict, NoOwnInitial};
      case Operation::Plus: {
        Shape out = a;
        out.set(Good, a.contains(Good) && a.contains(LeadsNowhere));
        out.set(Strict, a.contains(Strict) && a.contains(Forward));
        out.set(NoOwnInitial, has_no_initial_pair(a));
        return out;
      }
      case Operation::Inverse: {
        Shape out = a - Shape{Forward};
        out.set(LeadsNowhere, a.contains(ComesFromNone));
        out.set(ComesFromNone, a.contains(LeadsNowhere));
        return out;
      }
      case Operation::Identity: {
        Shape out = good_with(AnyRelation, a) - Shape{Strict};
        out.set(NoOwnInitial, a.contains(NoInitial));
        return out;
      }
      case Operation::Product: {
        Shape out = good_with(a & Shape{Good}, b);
        out.set(ComesFromNone, a.contains(NoInitial));
        out.set(LeadsNowhere, b.contains(NoInitial));
        return a.contains(NoInitial) || b.contains(NoInitial) ? out | NoInitialPair : out;
      }
      case Operation::Complement: {
        Shape out;
        out.set(Good, is_of_events(node.a) && a.contains(Good));
        out.set(NoOwnInitial, contains_identity(code_, node.a));
        return out;
      }
      case Operation::Domain:
      case Operation::Range:
      case Operation::Variable:
      case Operation::Fixpoint: break;
    }
    return {};
  }

  const Code& code_;
};

class Compiler {
 public:
  Compiler(const Code& code, const std::vector<std::size_t>& implied)
      : code_(code), implied_(implied) {
    std::vector<NodeIndex> roots{code.happens_before};
    for (const CodeCheck& check : code.checks) roots.push_back(check.node);
    shapes_ = Shapes(code).find(roots);
  }

  std::optional<CompiledModel> run() {
    std::vector<const CodeCheck*> checks;
    for (std::size_t i = 0; i < code_.checks.size(); ++i) {
      const CodeCheck& check = code_.checks[i];
      if (check.use != CheckUse::Axiom || std::ranges::find(implied_, i) != implied_.end()) {
        continue;
      }
      if (check.is_negated || code_.nodes[check.node].kind != ValueKind::Relation) {
        return std::nullopt;
      }
      checks.push_back(&check);
    }
    for (const CodeCheck* check : checks) {
      if (!add_check(*check)) return std::nullopt;
    }
    // Checks that evaluate no relation come first.
    std::ranges::stable_sort(out_.checks, {}, [](const CompiledCheck& check) {
      return check.test == CompiledTest::Coherence ? 0 : 1;
    });
    add_flags();
    out_.happens_before = add_forward_part(code_.happens_before);
    add_columns();
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }

  // ---- Checks

  bool add_check(const CodeCheck& check) {
    if (is_atomicity(check)) return true;
    if (const auto order = coherence_order(check)) {
      const std::optional<CompiledIndex> compiled = add(*order);
      if (!compiled || !out_.nodes[*compiled].is_forward) return false;
      out_.checks.push_back({CompiledTest::Coherence, *compiled, check.fails_for_good});
      return true;
    }
    const std::optional<CompiledIndex> compiled = add(check.node);
    if (!compiled) return false;
    const Shape shape = shapes_[check.node];
    if (!shape.contains(LeadsNowhere)) return false;
    const bool is_cyclic = check.test != CheckTest::Empty;
    if (is_cyclic && shape.contains(Forward) && shape.contains(Strict)) return true;
    // No cycle passes through an initial write if no other event leads to one.
    if (!has_no_initial_pair(shape)) return false;
    if (check.test == CheckTest::Empty && !shape.contains(ComesFromNone)) return false;
    out_.checks.push_back({compiled_test(check.test), *compiled, check.fails_for_good});
    return true;
  }

  static CompiledTest compiled_test(CheckTest test) {
    switch (test) {
      case CheckTest::Acyclic: return CompiledTest::Acyclic;
      case CheckTest::Irreflexive: return CompiledTest::Irreflexive;
      case CheckTest::Empty: break;
    }
    return CompiledTest::Empty;
  }

  // Flags do not affect consistency: if one cannot be compiled, the model itself evaluates all.
  void add_flags() {
    std::vector<CompiledFlag> flags;
    for (const CodeCheck& check : code_.checks) {
      if (check.use == CheckUse::Axiom) continue;
      if (node(check.node).kind != ValueKind::Relation) return;
      const std::optional<CompiledIndex> compiled = add(check.node);
      if (!compiled) return;
      const Shape shape = shapes_[check.node];
      if (!shape.contains(LeadsNowhere) || !has_no_initial_pair(shape)) return;
      if (check.test == CheckTest::Empty && !shape.contains(ComesFromNone)) return;
      // A flag is set if its check passes; a program is undefined if its check fails.
      const bool is_up_where_true = (check.use == CheckUse::Flag) != check.is_negated;
      flags.push_back({{compiled_test(check.test), *compiled, false}, is_up_where_true});
    }
    out_.flags = std::move(flags);
  }

  [[nodiscard]] bool is_in(NodeIndex index, Base base) const {
    return is_within(code_, index, [&](NodeIndex part) {
      return is_base(code_, part, base) || (base == Base::Fr && is_from_read(code_, node(part)));
    });
  }

  // True for empty rmw & (fr; co), or a part of it: TruSt puts the write of a read-modify-write
  // right after its read's source, and later puts nothing in between.
  [[nodiscard]] bool is_atomicity(const CodeCheck& check) const {
    const Node& both = node(check.node);
    if (check.test != CheckTest::Empty || both.operation != Operation::Intersection) return false;
    const auto is_so = [&](NodeIndex rmw, NodeIndex between) {
      const Node& sequence = node(between);
      return is_in(rmw, Base::RmwPairs) && sequence.operation == Operation::Sequence &&
             is_in(sequence.a, Base::Fr) && is_in(sequence.b, Base::Co);
    };
    return is_so(both.a, both.b) || is_so(both.b, both.a);
  }

  // Returns the relation that must not contradict coherence, if the check has this form.
  // models/model_proof.cpp, Coherence, proves both forms; the equivalence is exact.
  [[nodiscard]] std::optional<NodeIndex> coherence_order(const CodeCheck& check) const {
    const Node& relation = node(check.node);
    if (check.test == CheckTest::Acyclic) {
      const auto others = parts_besides_communication(code_, check.node);
      if (!others || others->size() != 1) return std::nullopt;
      const Node& order = node(others->front());
      if (order.operation != Operation::Intersection) return std::nullopt;
      if (is_base(code_, order.b, Base::Loc) && is_strictly_forward(order.a)) return order.a;
      if (is_base(code_, order.a, Base::Loc) && is_strictly_forward(order.b)) return order.b;
      return std::nullopt;
    }
    if (check.test != CheckTest::Irreflexive || relation.operation != Operation::Sequence) {
      return std::nullopt;
    }
    const auto is_so = [&](NodeIndex order, NodeIndex eco) {
      NodeIndex closure = eco;
      if (node(closure).operation == Operation::Optional) closure = node(closure).a;
      if (node(closure).operation != Operation::Plus) return false;
      const auto others = parts_besides_communication(code_, node(closure).a);
      return others && others->empty() && is_strictly_forward(order);
    };
    if (is_so(relation.a, relation.b)) return relation.a;
    if (is_so(relation.b, relation.a)) return relation.b;
    return std::nullopt;
  }

  [[nodiscard]] bool is_strictly_forward(NodeIndex index) const {
    constexpr Shape Needed{Good, Forward, Strict, LeadsNowhere};
    return (shapes_[index] & Needed) == Needed;
  }

  // ---- Nodes

  std::optional<CompiledIndex> add(NodeIndex index) {
    if (const auto found = known_.find(index); found != known_.end()) return found->second;
    if (!shapes_[index].contains(Good)) return std::nullopt;
    const Node& each = node(index);
    CompiledNode compiled{.operation = each.operation, .kind = each.kind, .base = each.base};
    compiled.is_forward = each.kind == ValueKind::Relation && shapes_[index].contains(Forward);
    if (is_from_read(code_, each)) {
      compiled.operation = Operation::Base;
      compiled.base = Base::Fr;
    }
    compiled.is_without_product = each.operation == Operation::Difference &&
                                  node(each.b).operation == Operation::Product &&
                                  is_in(each.a, Base::Loc);
    const std::size_t count = operand_count(compiled.operation);
    for (std::size_t i = 0; i < count; ++i) {
      const auto operand = add(i == 0 ? each.a : each.b);
      if (!operand) return std::nullopt;
      (i == 0 ? compiled.a : compiled.b) = *operand;
    }
    if (out_.nodes.size() > 4096) return std::nullopt;
    const auto at = static_cast<CompiledIndex>(out_.nodes.size());
    out_.nodes.push_back(compiled);
    known_.emplace(index, at);
    if (each.kind == ValueKind::Set) out_.sets.push_back(at);
    return at;
  }

  // Adds forward relations and their operands. Operands come first among the nodes.
  void add_columns() {
    std::vector<bool> is_needed(out_.nodes.size(), false);
    for (std::size_t i = out_.nodes.size(); i-- > 0;) {
      const CompiledNode& each = out_.nodes[i];
      is_needed[i] = (is_needed[i] || each.is_forward) && each.kind == ValueKind::Relation;
      if (!is_needed[i]) continue;
      const std::size_t count = operand_count(each.operation);
      if (count > 0) is_needed[each.a] = true;
      if (count > 1) is_needed[each.b] = true;
    }
    for (std::size_t i = 0; i < out_.nodes.size(); ++i) {
      if (is_needed[i]) out_.columns.push_back(static_cast<CompiledIndex>(i));
    }
  }

  // Adds the largest part of a relation that is known to be forward.
  std::optional<CompiledIndex> add_forward_part(NodeIndex index) {
    const Node& each = node(index);
    if (shapes_[index].contains(Good) && shapes_[index].contains(Forward)) return add(index);
    const auto join = [&](Operation operation, CompiledIndex a, CompiledIndex b) {
      out_.nodes.push_back({.operation = operation, .a = a, .b = b, .is_forward = true});
      return static_cast<CompiledIndex>(out_.nodes.size() - 1);
    };
    if (each.operation == Operation::Union) {
      const auto a = add_forward_part(each.a);
      const auto b = add_forward_part(each.b);
      return a && b ? join(Operation::Union, *a, *b) : a ? a : b;
    }
    if (each.operation == Operation::Plus) {
      const auto a = add_forward_part(each.a);
      return a ? std::optional(join(Operation::Plus, *a, 0)) : std::nullopt;
    }
    return std::nullopt;
  }

  const Code& code_;
  const std::vector<std::size_t>& implied_;
  std::vector<Shape> shapes_;  // by node
  CompiledModel out_;
  std::map<NodeIndex, CompiledIndex> known_;
};

}  // namespace
}  // namespace compiling

std::optional<CompiledModel> compile(const Code& code, const std::vector<std::size_t>& implied) {
  if (code.fuses_updates) return std::nullopt;
  return compiling::Compiler(code, implied).run();
}

}  // namespace drover::cat
