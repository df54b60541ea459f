#include "explorer/cat/compiled_model.h"

#include <algorithm>
#include <span>

#include "explorer/cat/fold.h"
#include "explorer/cat/forms.h"
#include "explorer/cat/pair_values.h"
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
  Shapes(const Code& code, const std::vector<Dependence>& dependence)
      : code_(code), dependence_(dependence) {}

  // `let rec` is not compiled.
  std::vector<Shape> find(std::span<const NodeIndex> roots) const {
    return fold(
        code_, reachable_nodes(code_, roots), Shape(),
        [&](const Node& node, const std::vector<Shape>& values) {
          const Shape a = values[node.a];
          const Shape b = values[node.b];
          Shape out = node.kind == ValueKind::Set ? of_set(node, a, b) : of_relation(node, a, b);
          // Operands must be good, too.
          const std::size_t count = operand_count(node.operation);
          const bool are_good = (count < 1 || a.contains(Good)) && (count < 2 || b.contains(Good));
          out.set(Good, out.contains(Good) && are_good);
          return out;
        });
  }

 private:
  [[nodiscard]] bool is_of_pair(NodeIndex index) const {
    return dependence_[index].contains(DependsOn::Pair);
  }
  static Shape of_set(const Node& set, Shape a, Shape b) {
    Shape out{Good};
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
        out.set(NoInitial, a.contains(AllInitial));
        out.set(AllInitial, a.contains(NoInitial));
        return out;
      default: return {};
    }
  }

  static Shape of_base(Base base) {
    if (is_scoped(base)) return {};
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
    Shape out = a;
    // Removing pairs that are not forward makes the difference unknown at first.
    if (!b.contains(Forward) && !is_of_pair(node.b)) out.set(Forward, false);
    // Sync orders initial writes before all other events.
    const PairValues pairs(code_);
    if (pairs.contains(node.b, edges::SyncFromInitial)) out.insert(ComesFromNone);
    if (pairs.contains(node.b, edges::SyncToInitial)) out.insert(LeadsNowhere);
    return out;
  }

  static Shape of_sequence(Shape a, Shape b) {
    Shape out = a & b & Shape{Forward, LeadsNowhere};
    out.set(Good, a.contains(LeadsNowhere));
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
    return set.contains(NoInitial) ? relation | NoInitialPair | Shape{end} : relation;
  }

  [[nodiscard]] Shape of_relation(const Node& node, Shape a, Shape b) const {
    if (is_from_read(code_, node)) return of_base(Base::Fr);
    switch (node.operation) {
      case Operation::Base: return of_base(node.base);
      case Operation::Empty: return AnyRelation;
      case Operation::Union: return a & b;
      case Operation::Intersection: {
        Shape out = a | b;
        out.set(Forward, (a.contains(Forward) && (b.contains(Forward) || is_of_pair(node.b))) ||
                             (b.contains(Forward) && is_of_pair(node.a)));
        return out;
      }
      case Operation::Difference: return of_difference(node, a, b);
      case Operation::Sequence: return of_sequence(a, b);
      case Operation::RestrictDomain: return restricted(b, a, ComesFromNone);
      case Operation::RestrictRange: return restricted(a, b, LeadsNowhere);
      case Operation::Optional: return a - Shape{Strict, NoOwnInitial};
      case Operation::Plus: {
        Shape out = a;
        out.set(Good, a.contains(LeadsNowhere));
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
        Shape out = AnyRelation - Shape{Strict};
        out.set(NoOwnInitial, a.contains(NoInitial));
        return out;
      }
      case Operation::Product: {
        Shape out{Good};
        out.set(ComesFromNone, a.contains(NoInitial));
        out.set(LeadsNowhere, b.contains(NoInitial));
        return a.contains(NoInitial) || b.contains(NoInitial) ? out | NoInitialPair : out;
      }
      case Operation::Complement: {
        Shape out;
        out.set(Good, is_of_pair(node.a));
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
  const std::vector<Dependence>& dependence_;
};

class Compiler {
 public:
  Compiler(const Code& code, const std::vector<std::size_t>& implied)
      : code_(code), implied_(implied), dependence_(analyse_dependence(code)) {
    std::vector<NodeIndex> roots = roots_of(code);
    roots.push_back(code.happens_before);
    shapes_ = Shapes(code, dependence_).find(roots);
  }

  std::optional<CompiledModel> run() {
    out_.code = code_;
    for (Node& each : out_.code.nodes) {
      if (is_from_read(code_, each)) {
        each.operation = Operation::Base;
        each.base = Base::Fr;
      }
    }
    for (std::size_t i = 0; i < code_.checks.size(); ++i) {
      if (code_.checks[i].use != CheckUse::Axiom || std::ranges::count(implied_, i) > 0) continue;
      if (!add_check(i)) return std::nullopt;
    }
    add_flags();
    out_.happens_before = forward_part(code_.happens_before);
    add_nodes();
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }

  // ---- Checks

  bool add_check(std::size_t index) {
    const CodeCheck& check = code_.checks[index];
    if (check.is_negated || node(check.node).kind != ValueKind::Relation) return false;
    if (is_atomicity(check)) return true;
    if (const auto order = coherence_order(check)) {
      out_.coherence.push_back({index, *order});
      return true;
    }
    const Shape shape = shapes_[check.node];
    if (!shape.contains(Good) || !shape.contains(LeadsNowhere)) return false;
    const bool is_cyclic = check.test != CheckTest::Empty;
    if (is_cyclic && shape.contains(Forward) && shape.contains(Strict)) return true;
    if (!ignores_initial(check)) return false;
    out_.checks.push_back(index);
    return true;
  }

  // True if initial writes do not matter to the check: no cycle passes through one if no other
  // event leads to it.
  [[nodiscard]] bool ignores_initial(const CodeCheck& check) const {
    const Shape shape = shapes_[check.node];
    return shape.contains(LeadsNowhere) && has_no_initial_pair(shape) &&
           (check.test != CheckTest::Empty || shape.contains(ComesFromNone));
  }

  // Flags do not affect consistency: if one cannot be compiled, the model itself evaluates all.
  void add_flags() {
    std::vector<std::size_t> flags;
    for (std::size_t i = 0; i < code_.checks.size(); ++i) {
      const CodeCheck& check = code_.checks[i];
      if (check.use == CheckUse::Axiom) continue;
      if (node(check.node).kind != ValueKind::Relation) return;
      if (!shapes_[check.node].contains(Good) || !ignores_initial(check)) return;
      flags.push_back(i);
    }
    out_.flags = std::move(flags);
  }

  // True for empty rmw & (fr; co), or a part of it: TruSt puts the write of a read-modify-write
  // right after its read's source, and later puts nothing in between.
  [[nodiscard]] bool is_atomicity(const CodeCheck& check) const {
    return check.test == CheckTest::Empty && is_between_halves(code_, check.node);
  }

  // Returns the relation that must not contradict coherence, if the check has this form.
  // Lemma 25 (docs/proofs.md) proves both forms; the equivalence is exact.
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

  void add_nodes() {
    std::vector<NodeIndex> roots;
    for (const CoherenceCheck& each : out_.coherence) roots.push_back(each.order);
    for (const std::size_t each : out_.checks) roots.push_back(code_.checks[each].node);
    for (const std::size_t each : out_.flags.value_or(std::vector<std::size_t>())) {
      roots.push_back(code_.checks[each].node);
    }
    if (out_.happens_before) roots.push_back(*out_.happens_before);
    out_.nodes = reachable_nodes(out_.code, roots);
    auto& [kinds, forms] = out_.of;
    kinds.resize(out_.code.nodes.size(), Kind::Kept);  // also of parts of happens-before
    forms.resize(out_.code.nodes.size(), Form::Any);
    std::vector<bool> is_part(out_.code.nodes.size(), false);  // of a node that is not stored whole
    for (const NodeIndex each : out_.nodes) {
      const Node& of = out_.code.nodes[each];
      if (each < shapes_.size()) {
        const bool is_kept = of.kind == ValueKind::Set || shapes_[each].contains(Forward);
        kinds[each] = kind_of(of, dependence_[each], is_kept);
      }
      forms[each] = form_of(out_.code, of);
      if (kinds[each] == Kind::Whole) continue;
      for (const NodeIndex part : operands_of(out_.code, of)) is_part[part] = true;
    }
    // A difference that may be empty as a whole is evaluated once, unless rows are made of its
    // rows.
    for (const NodeIndex each : out_.nodes) {
      const Node& of = out_.code.nodes[each];
      const bool is_without_atomic_pairs =
          kinds[each] != Kind::Kept && of.operation == Operation::Difference &&
          is_within_base(code_, of.a, Base::Loc) && node(of.b).operation == Operation::Product;
      if (!is_without_atomic_pairs || is_part[each]) continue;
      kinds[each] = Kind::Whole;
      forms[each] = Form::NotAllAccesses;
    }
  }

  // Returns the largest part of a relation that is known to be forward: a new node, if need be.
  std::optional<NodeIndex> forward_part(NodeIndex index) {
    const Node& each = node(index);
    if (shapes_[index].contains(Good) && shapes_[index].contains(Forward)) return index;
    const auto join = [&](NodeIndex a, NodeIndex b) {
      Node joined = out_.code.nodes[index];
      joined.a = a;
      joined.b = b;
      out_.code.nodes.push_back(std::move(joined));
      return static_cast<NodeIndex>(out_.code.nodes.size() - 1);
    };
    if (each.operation == Operation::Union) {
      const auto a = forward_part(each.a);
      const auto b = forward_part(each.b);
      return a && b ? join(*a, *b) : a ? a : b;
    }
    if (each.operation == Operation::Plus) {
      const auto a = forward_part(each.a);
      return a ? std::optional(join(*a, *a)) : std::nullopt;
    }
    return std::nullopt;
  }

  const Code& code_;
  const std::vector<std::size_t>& implied_;
  std::vector<Dependence> dependence_;  // by node
  std::vector<Shape> shapes_;           // by node
  CompiledModel out_;
};

}  // namespace
}  // namespace compiling

std::optional<CompiledModel> compile(const Code& code, const std::vector<std::size_t>& implied) {
  if (code.fuses_updates) return std::nullopt;
  return compiling::Compiler(code, implied).run();
}

}  // namespace drover::cat
