#include "explorer/cat/compiled_model.h"

#include <algorithm>
#include <functional>
#include <map>

#include "explorer/cat/pair_values.h"

namespace drover::cat {

namespace {

// What is known of a relation and of initial writes, and of its pairs in general.
struct Shape {
  bool is_good = true;     // it can be compiled
  bool is_forward = true;  // see the header
  bool is_strict = true;   // no event is related to itself
  // Pairs of initial writes and others: none leads to an initial write; none comes from one.
  bool leads_nowhere = true;
  bool comes_from_none = true;
  // Pairs of initial writes: none relates one to itself; none relates one to another.
  bool has_no_own_initial = true;
  bool has_no_two_initial = true;

  [[nodiscard]] bool has_no_initial_pair() const {
    return has_no_own_initial && has_no_two_initial;
  }
};

class Compiler {
 public:
  Compiler(const Code& code, const std::vector<std::size_t>& implied)
      : code_(code), implied_(implied) {}

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
    // Those that need no relation evaluated are asked first.
    std::ranges::stable_sort(out_.checks, {}, [](const CompiledCheck& check) {
      return check.test == CompiledTest::Coherence ? 0 : 1;
    });
    add_flags();
    out_.happens_before = add_forward_part(code_.happens_before);
    is_in_columns_.resize(out_.nodes.size(), false);
    for (std::size_t i = 0; i < out_.nodes.size(); ++i) {
      if (out_.nodes[i].is_forward && out_.nodes[i].kind == ValueKind::Relation) {
        need_column(static_cast<CompiledIndex>(i));
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }
  [[nodiscard]] bool is_base(NodeIndex index, Base base) const {
    return node(index).operation == Operation::Base && node(index).base == base;
  }

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
    const Shape& shape = shapes_[*compiled];
    if (!shape.leads_nowhere) return false;
    const bool is_cyclic = check.test != CheckTest::Empty;
    if (is_cyclic && shape.is_forward && shape.is_strict) return true;
    // A cycle is not through an initial write if nothing leads there from elsewhere.
    if (!shape.has_no_initial_pair()) return false;
    if (check.test == CheckTest::Empty && !shape.comes_from_none) return false;
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

  // Flags do not decide consistency: if one of them cannot be compiled, all are asked of the
  // model itself.
  void add_flags() {
    std::vector<CompiledFlag> flags;
    for (const CodeCheck& check : code_.checks) {
      if (check.use == CheckUse::Axiom) continue;
      if (node(check.node).kind != ValueKind::Relation) return;
      const std::optional<CompiledIndex> compiled = add(check.node);
      if (!compiled) return;
      const Shape& shape = shapes_[*compiled];
      if (!shape.leads_nowhere || !shape.has_no_initial_pair()) return;
      if (check.test == CheckTest::Empty && !shape.comes_from_none) return;
      // A flag is up where its check passes, a program undefined where its check fails.
      const bool is_up_where_true = (check.use == CheckUse::Flag) != check.is_negated;
      flags.push_back({{compiled_test(check.test), *compiled, false}, is_up_where_true});
    }
    out_.flags = std::move(flags);
  }

  // Within a base relation, by its form.
  [[nodiscard]] bool is_within(NodeIndex index, Base base) const {
    const Node& each = node(index);
    if (base == Base::Fr && is_from_read(code_, each)) return true;
    switch (each.operation) {
      case Operation::Base: return each.base == base;
      case Operation::Difference:
      case Operation::RestrictRange: return is_within(each.a, base);
      case Operation::RestrictDomain: return is_within(each.b, base);
      case Operation::Intersection: return is_within(each.a, base) || is_within(each.b, base);
      case Operation::Union: return is_within(each.a, base) && is_within(each.b, base);
      default: return false;
    }
  }

  // empty rmw & (fr; co), or less: TruSt puts the write of a read-modify-write right behind what
  // its read reads from, and nothing in between afterwards.
  [[nodiscard]] bool is_atomicity(const CodeCheck& check) const {
    const Node& both = node(check.node);
    if (check.test != CheckTest::Empty || both.operation != Operation::Intersection) return false;
    const auto is_so = [&](NodeIndex rmw, NodeIndex between) {
      const Node& sequence = node(between);
      return is_within(rmw, Base::RmwPairs) && sequence.operation == Operation::Sequence &&
             is_within(sequence.a, Base::Fr) && is_within(sequence.b, Base::Co);
    };
    return is_so(both.a, both.b) || is_so(both.b, both.a);
  }

  void collect_union(NodeIndex index, std::vector<NodeIndex>& parts) const {
    if (node(index).operation == Operation::Union) {
      collect_union(node(index).a, parts);
      collect_union(node(index).b, parts);
    } else {
      parts.push_back(index);
    }
  }

  // rf | co | fr, and nothing else; what else there is goes to `others`.
  [[nodiscard]] bool has_communication(NodeIndex index, std::vector<NodeIndex>& others) const {
    std::vector<NodeIndex> parts;
    collect_union(index, parts);
    bool has_rf = false;
    bool has_co = false;
    bool has_fr = false;
    for (const NodeIndex part : parts) {
      if (is_base(part, Base::Rf)) {
        has_rf = true;
      } else if (is_base(part, Base::Co)) {
        has_co = true;
      } else if (is_from_read(code_, node(part))) {
        has_fr = true;
      } else {
        others.push_back(part);
      }
    }
    return has_rf && has_co && has_fr;
  }

  // What must not go down in coherence, if that is what the check says. The argument for both forms
  // stands in models/model_proof.cpp, Coherence; it is exact in both directions.
  [[nodiscard]] std::optional<NodeIndex> coherence_order(const CodeCheck& check) const {
    const Node& relation = node(check.node);
    std::vector<NodeIndex> others;
    if (check.test == CheckTest::Acyclic) {
      if (!has_communication(check.node, others) || others.size() != 1) return std::nullopt;
      const Node& order = node(others[0]);
      if (order.operation != Operation::Intersection) return std::nullopt;
      if (is_base(order.b, Base::Loc) && is_strictly_forward(order.a)) return order.a;
      if (is_base(order.a, Base::Loc) && is_strictly_forward(order.b)) return order.b;
      return std::nullopt;
    }
    if (check.test != CheckTest::Irreflexive || relation.operation != Operation::Sequence) {
      return std::nullopt;
    }
    const auto is_so = [&](NodeIndex order, NodeIndex eco) {
      NodeIndex closure = eco;
      if (node(closure).operation == Operation::Optional) closure = node(closure).a;
      if (node(closure).operation != Operation::Plus) return false;
      std::vector<NodeIndex> rest;
      return has_communication(node(closure).a, rest) && rest.empty() && is_strictly_forward(order);
    };
    if (is_so(relation.a, relation.b)) return relation.a;
    if (is_so(relation.b, relation.a)) return relation.b;
    return std::nullopt;
  }

  [[nodiscard]] bool is_strictly_forward(NodeIndex index) const {
    const Shape shape = shape_of(index);
    return shape.is_good && shape.is_forward && shape.is_strict && shape.leads_nowhere;
  }

  // ---- Nodes

  static Shape base_shape(Base base) {
    Shape shape;
    switch (base) {
      case Base::Po:
      case Base::RmwPairs:
      case Base::Amo: return shape;
      case Base::Sync:
      case Base::Rf: shape.comes_from_none = false; return shape;
      case Base::Co:
        shape.is_forward = false;
        shape.comes_from_none = false;
        return shape;
      case Base::Fr: shape.is_forward = false; return shape;
      case Base::Int: shape.is_forward = shape.is_strict = false; return shape;
      case Base::Loc:
        shape.is_forward = shape.is_strict = false;
        shape.leads_nowhere = shape.comes_from_none = shape.has_no_own_initial = false;
        return shape;  // two initial writes are of two locations
      default: shape.is_good = false; return shape;
    }
  }

  // Sets: whether they can be compiled, and whether initial writes are outside.
  struct SetShape {
    bool is_good = true;
    bool has_no_initial = false;
    bool has_all_initial = false;
  };
  [[nodiscard]] SetShape set_shape(NodeIndex index) const {
    const Node& set = node(index);
    const auto a = [&] { return set_shape(set.a); };
    const auto b = [&] { return set_shape(set.b); };
    switch (set.operation) {
      case Operation::Empty: return {.has_no_initial = true};
      case Operation::Union: {
        const SetShape x = a();
        const SetShape y = b();
        return {x.is_good && y.is_good, x.has_no_initial && y.has_no_initial,
                x.has_all_initial || y.has_all_initial};
      }
      case Operation::Intersection: {
        const SetShape x = a();
        const SetShape y = b();
        return {x.is_good && y.is_good, x.has_no_initial || y.has_no_initial,
                x.has_all_initial && y.has_all_initial};
      }
      case Operation::Difference: {
        const SetShape x = a();
        const SetShape y = b();
        return {x.is_good && y.is_good, x.has_no_initial || y.has_all_initial,
                x.has_all_initial && y.has_no_initial};
      }
      case Operation::Complement: {
        const SetShape x = a();
        return {x.is_good, x.has_all_initial, x.has_no_initial};
      }
      case Operation::Base: break;
      default: return {.is_good = false};
    }
    switch (set.base) {
      case Base::All:
      case Base::Writes:
      case Base::InitialWrites: return {.has_all_initial = true};
      case Base::Reads:
      case Base::Fences:
      case Base::Rmw:
      case Base::Failed:
      case Base::Allocations:
      case Base::Spawns:
      case Base::Joins:
      case Base::Frees:
      case Base::Calls: return {.has_no_initial = true};
      case Base::Na:
      case Base::Rlx:
      case Base::Acq:
      case Base::Rel:
      case Base::AcqRel:
      case Base::Sc:
      case Base::Plain: return {};
      default: return {.is_good = false};
    }
  }

  [[nodiscard]] Shape shape_of(NodeIndex index) const {
    const auto found = known_shapes_.find(index);
    if (found != known_shapes_.end()) return found->second;
    const Shape shape = find_shape(index);
    known_shapes_.emplace(index, shape);
    return shape;
  }

  static Shape union_shape(const Shape& x, const Shape& y) {
    return {x.is_good && y.is_good,
            x.is_forward && y.is_forward,
            x.is_strict && y.is_strict,
            x.leads_nowhere && y.leads_nowhere,
            x.comes_from_none && y.comes_from_none,
            x.has_no_own_initial && y.has_no_own_initial,
            x.has_no_two_initial && y.has_no_two_initial};
  }

  [[nodiscard]] Shape intersection_shape(const Node& each) const {
    const Shape x = shape_of(each.a);
    const Shape y = shape_of(each.b);
    const bool is_forward = (x.is_forward && (y.is_forward || is_of_events(each.b))) ||
                            (y.is_forward && is_of_events(each.a));
    return {x.is_good && y.is_good,
            is_forward,
            x.is_strict || y.is_strict,
            x.leads_nowhere || y.leads_nowhere,
            x.comes_from_none || y.comes_from_none,
            x.has_no_own_initial || y.has_no_own_initial,
            x.has_no_two_initial || y.has_no_two_initial};
  }

  [[nodiscard]] Shape difference_shape(const Node& each) const {
    Shape x = shape_of(each.a);
    const Shape y = shape_of(each.b);
    x.is_good &= y.is_good;
    // Where a forward relation is made smaller by one that is not, it is not known at once.
    x.is_forward &= y.is_forward || is_of_events(each.b);
    // Initial writes are before all others in sync.
    const PairValues pairs(code_);
    if (pairs.contains(each.b, PairEdge::SyncFromInitial)) x.comes_from_none = true;
    if (pairs.contains(each.b, PairEdge::SyncToInitial)) x.leads_nowhere = true;
    return x;
  }

  static Shape sequence_shape(const Shape& x, const Shape& y) {
    Shape out;
    out.is_good = x.is_good && y.is_good && x.leads_nowhere;
    out.is_forward = x.is_forward && y.is_forward;
    out.is_strict = out.is_forward && (x.is_strict || y.is_strict);
    out.leads_nowhere = x.leads_nowhere && y.leads_nowhere;
    out.comes_from_none = x.comes_from_none && (x.has_no_initial_pair() || y.comes_from_none);
    // By way of another event, or of an initial write.
    const bool has_no_way = x.comes_from_none || y.leads_nowhere;
    const bool has_none = x.has_no_initial_pair() || y.has_no_initial_pair();
    const bool has_no_two = x.has_no_two_initial && y.has_no_two_initial;
    out.has_no_own_initial =
        has_no_way && (has_none || (has_no_two && (x.has_no_own_initial || y.has_no_own_initial)));
    out.has_no_two_initial = has_no_way && (has_none || has_no_two);
    return out;
  }

  // [set]; relation, or relation; [set].
  static Shape restricted_shape(Shape relation, const SetShape& set, bool is_domain) {
    relation.is_good &= set.is_good;
    if (set.has_no_initial) {
      (is_domain ? relation.comes_from_none : relation.leads_nowhere) = true;
      relation.has_no_own_initial = relation.has_no_two_initial = true;
    }
    return relation;
  }

  static Shape product_shape(const SetShape& x, const SetShape& y) {
    Shape out;
    out.is_good = x.is_good && y.is_good;
    out.is_forward = out.is_strict = false;
    out.comes_from_none = x.has_no_initial;
    out.leads_nowhere = y.has_no_initial;
    out.has_no_own_initial = out.has_no_two_initial = x.has_no_initial || y.has_no_initial;
    return out;
  }

  [[nodiscard]] Shape complement_shape(NodeIndex of) const {
    Shape out;
    out.is_good = is_of_events(of) && shape_of(of).is_good;
    out.is_forward = out.is_strict = false;
    out.leads_nowhere = out.comes_from_none = out.has_no_two_initial = false;
    out.has_no_own_initial = contains_identity(of);
    return out;
  }

  [[nodiscard]] Shape find_shape(NodeIndex index) const {
    const Node& each = node(index);
    if (is_from_read(code_, each)) return base_shape(Base::Fr);
    Shape out;
    switch (each.operation) {
      case Operation::Base: return base_shape(each.base);
      case Operation::Empty: return out;
      case Operation::Union: return union_shape(shape_of(each.a), shape_of(each.b));
      case Operation::Intersection: return intersection_shape(each);
      case Operation::Difference: return difference_shape(each);
      case Operation::Sequence: return sequence_shape(shape_of(each.a), shape_of(each.b));
      case Operation::RestrictDomain:
        return restricted_shape(shape_of(each.b), set_shape(each.a), true);
      case Operation::RestrictRange:
        return restricted_shape(shape_of(each.a), set_shape(each.b), false);
      case Operation::Optional:
        out = shape_of(each.a);
        out.is_strict = out.has_no_own_initial = false;
        return out;
      case Operation::Plus:
        out = shape_of(each.a);
        out.is_good &= out.leads_nowhere;
        out.is_strict = out.is_strict && out.is_forward;
        out.has_no_own_initial &= out.has_no_two_initial;
        return out;
      case Operation::Inverse:
        out = shape_of(each.a);
        out.is_forward = false;
        std::swap(out.leads_nowhere, out.comes_from_none);
        return out;
      case Operation::Identity: {
        const SetShape set = set_shape(each.a);
        out.is_good = set.is_good;
        out.is_strict = false;
        out.has_no_own_initial = set.has_no_initial;
        return out;
      }
      case Operation::Product: return product_shape(set_shape(each.a), set_shape(each.b));
      case Operation::Complement: return complement_shape(each.a);
      case Operation::Domain:
      case Operation::Range:
      case Operation::Variable:
      case Operation::Fixpoint: break;
    }
    out.is_good = false;
    return out;
  }

  [[nodiscard]] bool contains_identity(NodeIndex index) const {
    const Node& each = node(index);
    if (each.operation == Operation::Union) {
      return contains_identity(each.a) || contains_identity(each.b);
    }
    return each.operation == Operation::Identity && is_base(each.a, Base::All);
  }

  // Whether what the relation says of two events depends on these alone: products of sets, loc,
  // int.
  [[nodiscard]] bool is_of_events(NodeIndex index) const {
    const Node& each = node(index);
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

  std::optional<CompiledIndex> add_set(NodeIndex index) {
    if (const auto found = known_.find(index); found != known_.end()) return found->second;
    if (!set_shape(index).is_good) return std::nullopt;
    const Node& set = node(index);
    CompiledNode compiled{.operation = set.operation, .kind = ValueKind::Set, .base = set.base};
    if (set.operation != Operation::Base && set.operation != Operation::Empty) {
      compiled.a = *add_set(set.a);
      if (set.operation != Operation::Complement) compiled.b = *add_set(set.b);
    }
    const CompiledIndex at = push(index, compiled, {});
    out_.sets.push_back(at);
    return at;
  }

  std::optional<CompiledIndex> add(NodeIndex index) {
    if (const auto found = known_.find(index); found != known_.end()) return found->second;
    const Shape shape = shape_of(index);
    if (!shape.is_good) return std::nullopt;
    const Node& each = node(index);
    CompiledNode compiled{.operation = each.operation,
                          .kind = ValueKind::Relation,
                          .base = each.base,
                          .is_forward = shape.is_forward};
    if (is_from_read(code_, each)) {
      compiled.operation = Operation::Base;
      compiled.base = Base::Fr;
    }
    compiled.is_without_product = each.operation == Operation::Difference &&
                                  node(each.b).operation == Operation::Product &&
                                  is_within(each.a, Base::Loc);
    const auto put = [&](CompiledIndex& operand, NodeIndex of) {
      const auto added = node(of).kind == ValueKind::Set ? add_set(of) : add(of);
      if (added) operand = *added;
      return added.has_value();
    };
    bool is_good = true;
    switch (compiled.operation) {
      case Operation::Base:
      case Operation::Empty: break;
      case Operation::Optional:
      case Operation::Plus:
      case Operation::Inverse:
      case Operation::Complement:
      case Operation::Identity: is_good = put(compiled.a, each.a); break;
      default: is_good = put(compiled.a, each.a) && put(compiled.b, each.b); break;
    }
    if (!is_good || out_.nodes.size() > 4096) return std::nullopt;
    const CompiledIndex at = push(index, compiled, shape);
    return at;
  }

  CompiledIndex push(NodeIndex index, const CompiledNode& compiled, const Shape& shape) {
    const auto at = static_cast<CompiledIndex>(out_.nodes.size());
    out_.nodes.push_back(compiled);
    shapes_.push_back(shape);
    known_.emplace(index, at);
    return at;
  }

  // What a forward relation is made of is there before it.
  void need_column(CompiledIndex at) {
    const CompiledNode& each = out_.nodes[at];
    if (is_in_columns_[at] || each.kind == ValueKind::Set) return;
    is_in_columns_[at] = true;
    switch (each.operation) {
      case Operation::Base:
      case Operation::Empty:
      case Operation::Identity:
      case Operation::Product: break;
      case Operation::Optional:
      case Operation::Plus:
      case Operation::Complement:
      case Operation::Inverse: need_column(each.a); break;
      default:
        need_column(each.a);
        need_column(each.b);
        break;
    }
    out_.columns.push_back(at);
  }

  // The largest part of a relation that can be seen to be forward.
  std::optional<CompiledIndex> add_forward_part(NodeIndex index) {
    const Node& each = node(index);
    const Shape shape = shape_of(index);
    if (shape.is_good && shape.is_forward) return add(index);
    const auto join = [&](Operation operation, CompiledIndex a, CompiledIndex b) {
      out_.nodes.push_back({.operation = operation, .a = a, .b = b, .is_forward = true});
      shapes_.emplace_back();
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
  CompiledModel out_;
  std::vector<Shape> shapes_;  // by CompiledIndex
  std::vector<bool> is_in_columns_;
  std::map<NodeIndex, CompiledIndex> known_;
  mutable std::map<NodeIndex, Shape> known_shapes_;
};

}  // namespace

std::optional<CompiledModel> compile(const Code& code, const std::vector<std::size_t>& implied) {
  if (code.fuses_updates) return std::nullopt;
  return Compiler(code, implied).run();
}

}  // namespace drover::cat
