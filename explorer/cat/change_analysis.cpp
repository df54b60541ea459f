// The inductions. `let rec`: a variable begins as the empty set or relation, which has every
// property; if a body has a property whenever the variables have theirs, all rounds have it. So
// variables start with all properties and lose those that a body does not have, until nothing
// changes.
#include "explorer/cat/change_analysis.h"

#include <algorithm>

#include "explorer/cat/pair_values.h"
#include "explorer/cat/reachable.h"

namespace drover::cat {

namespace {

bool lose(UnderRemoval& of, const UnderRemoval& to) {
  const UnderRemoval before = of;
  of.is_within &= to.is_within;
  of.is_kept &= to.is_kept;
  of.is_forward &= to.is_forward;
  of.is_backward &= to.is_backward;
  return of.is_within != before.is_within || of.is_kept != before.is_kept ||
         of.is_forward != before.is_forward || of.is_backward != before.is_backward;
}

bool lose(UnderAddition& of, const UnderAddition& to) {
  bool has_changed = false;
  for (bool UnderAddition::*const each :
       {&UnderAddition::is_within, &UnderAddition::is_kept, &UnderAddition::is_out_free,
        &UnderAddition::is_in_free, &UnderAddition::is_own_free,
        &UnderAddition::is_partner_out_free, &UnderAddition::is_partner_own_free,
        &UnderAddition::is_partner_free, &UnderAddition::is_of_partner}) {
    if (of.*each && !(to.*each)) {
      of.*each = false;
      has_changed = true;
    }
  }
  return has_changed;
}

// Runs an induction: `rule(node, values)` says what holds of a node, given its operands.
template <typename Value, typename Rule>
std::vector<Value> induce(const Code& code, Rule rule) {
  std::vector<NodeIndex> roots(code.nodes.size());
  for (std::size_t i = 0; i < roots.size(); ++i) roots[i] = static_cast<NodeIndex>(i);
  const std::vector<NodeIndex> order = reachable_nodes(code, roots);
  std::vector<Value> values(code.nodes.size());
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const NodeIndex index : order) {
      const Node& node = code.nodes[index];
      if (node.operation == Operation::Variable) continue;
      values[index] = node.operation == Operation::Fixpoint
                          ? values[code.groups[node.group].variables[node.component]]
                          : rule(node, values);
    }
    for (const FixpointGroup& group : code.groups) {
      for (std::size_t i = 0; i < group.bodies.size(); ++i) {
        has_changed |= lose(values[group.variables[i]], values[group.bodies[i]]);
      }
    }
  }
  return values;
}

constexpr UnderRemoval NothingKept{
    .is_within = false, .is_kept = false, .is_forward = false, .is_backward = false};

UnderRemoval base_under_removal(Base base, Removal removal) {
  UnderRemoval exact{.is_forward = false, .is_backward = false};
  if (removal == Removal::ToOpenPrefix) {
    switch (base) {
      case Base::Rf:
      case Base::Co:
      case Base::Fr: exact.is_kept = false; return exact;
      case Base::SameValue: return NothingKept;
      default: break;
    }
  }
  switch (base) {
    // A write that stays may be the last of its location once others have gone.
    case Base::FinalWrites: exact.is_within = false; return exact;
    // A location may have no non-atomic access any more.
    case Base::NonAtomicLocation: exact.is_kept = false; return exact;
    case Base::Po:
    case Base::Sync:
    case Base::Rf:
    case Base::RmwPairs:
    case Base::Amo: exact.is_forward = true; return exact;
    // What depends on what is part of the program's steps: it is the same in a prefix; where steps
    // in the middle are left out, others may take their place.
    case Base::Addr:
    case Base::Data:
    case Base::Ctrl:
    case Base::PickAddr:
    case Base::PickData:
    case Base::PickCtrl:
    case Base::Pick:
      if (removal == Removal::OfReadsAndFences) return NothingKept;
      exact.is_forward = true;
      return exact;
    default: return exact;
  }
}

UnderRemoval difference_under_removal(const Code& code, const Node& node,
                                      const std::vector<UnderRemoval>& values, bool is_open) {
  const UnderRemoval& a = values[node.a];
  const UnderRemoval& b = values[node.b];
  if (is_open) {
    // co \ (co & int) is co \ int.
    const Node& taken = code.nodes[node.b];
    const bool is_part =
        taken.operation == Operation::Intersection && (taken.a == node.a || taken.b == node.a);
    const UnderRemoval& other = values[taken.a == node.a ? taken.b : taken.a];
    if (is_part) return {a.is_within && other.is_kept, false, a.is_forward, a.is_backward};
  }
  return {a.is_within && b.is_kept, a.is_kept && b.is_within, a.is_forward, a.is_backward};
}

UnderRemoval under_removal(const Code& code, const Node& node,
                           const std::vector<UnderRemoval>& values, Removal removal) {
  const UnderRemoval& a = values[node.a];
  const UnderRemoval& b = values[node.b];
  const bool is_prefix = removal != Removal::OfReadsAndFences;
  const bool is_open = removal == Removal::ToOpenPrefix;
  // Whether the event in the middle of a step of `first` and one of `second` stays where the two
  // ends do.
  const auto keeps_middle = [&](const UnderRemoval& first, const UnderRemoval& second) {
    return is_prefix && (second.is_forward || first.is_backward);
  };
  if (is_from_read(code, node)) {
    return {.is_kept = !is_open, .is_forward = false, .is_backward = false};
  }
  UnderRemoval out{.is_forward = false, .is_backward = false};
  switch (node.operation) {
    case Operation::Base: return base_under_removal(node.base, removal);
    case Operation::Empty: return {};
    case Operation::Union:
      return {a.is_within && b.is_within, a.is_kept && b.is_kept, a.is_forward && b.is_forward,
              a.is_backward && b.is_backward};
    case Operation::Intersection:
      return {a.is_within && b.is_within, a.is_kept && b.is_kept, a.is_forward || b.is_forward,
              a.is_backward || b.is_backward};
    case Operation::Difference: return difference_under_removal(code, node, values, is_open);
    case Operation::Complement:
      out.is_within = a.is_kept;
      out.is_kept = a.is_within;
      return out;
    case Operation::Sequence:
      return {a.is_within && b.is_within, a.is_kept && b.is_kept && keeps_middle(a, b),
              a.is_forward && b.is_forward, a.is_backward && b.is_backward};
    case Operation::RestrictDomain:
      return {a.is_within && b.is_within, a.is_kept && b.is_kept, b.is_forward, b.is_backward};
    case Operation::RestrictRange:
      return {a.is_within && b.is_within, a.is_kept && b.is_kept, a.is_forward, a.is_backward};
    case Operation::Optional: return a;
    case Operation::Plus:
      return {a.is_within, a.is_kept && is_prefix && (a.is_forward || a.is_backward), a.is_forward,
              a.is_backward};
    case Operation::Inverse: return {a.is_within, a.is_kept, a.is_backward, a.is_forward};
    case Operation::Identity: return {a.is_within, a.is_kept, true, true};
    case Operation::Product:
      out.is_within = a.is_within && b.is_within;
      out.is_kept = a.is_kept && b.is_kept;
      return out;
    case Operation::Domain:
      out.is_within = a.is_within;
      out.is_kept = a.is_kept && is_prefix && a.is_backward;
      return out;
    case Operation::Range:
      out.is_within = a.is_within;
      out.is_kept = a.is_kept && is_prefix && a.is_forward;
      return out;
    case Operation::Variable:
    case Operation::Fixpoint: break;
  }
  return NothingKept;
}

constexpr UnderAddition NothingKnown{.is_within = false,
                                     .is_kept = false,
                                     .is_out_free = false,
                                     .is_in_free = false,
                                     .is_own_free = false,
                                     .is_partner_out_free = false,
                                     .is_partner_own_free = false,
                                     .is_partner_free = false,
                                     .is_of_partner = false};

// Nothing but that pairs of H stay as they are.
constexpr UnderAddition OnlyOld{.is_out_free = false,
                                .is_in_free = false,
                                .is_own_free = false,
                                .is_partner_out_free = false,
                                .is_partner_own_free = false,
                                .is_partner_free = false,
                                .is_of_partner = false};

// e is the last of its thread, nobody reads from it, it reads from or stands behind a last write:
// no po, sync, rf, co or fr leaves it. The same holds, within H, of its partner.
UnderAddition base_under_maximal(Base base) {
  UnderAddition ordered{.is_in_free = false, .is_of_partner = false};
  switch (base) {
    case Base::Sync:
    case Base::Rf:
    case Base::Co: return ordered;
    case Base::Po:
    case Base::Fr:
    case Base::Addr:
    case Base::Data:
    case Base::Ctrl:
    case Base::PickAddr:
    case Base::PickData:
    case Base::PickCtrl:
    case Base::Pick: ordered.is_partner_free = false; return ordered;
    case Base::RmwPairs:
    case Base::Amo:
      ordered.is_partner_free = false;
      ordered.is_of_partner = true;
      return ordered;
    case Base::FinalWrites: {
      UnderAddition shrinks = OnlyOld;
      shrinks.is_kept = false;
      return shrinks;
    }
    case Base::NonAtomicLocation: {
      UnderAddition grows = OnlyOld;
      grows.is_within = false;
      return grows;
    }
    default: return OnlyOld;
  }
}

// It is before all others, and nobody accesses its location. There is no partner.
UnderAddition base_under_initial(Base base) {
  UnderAddition free;
  switch (base) {
    case Base::Sync: free.is_out_free = false; return free;
    case Base::Po:
    case Base::Rf:
    case Base::Co:
    case Base::Fr:
    case Base::RmwPairs:
    case Base::Amo:
    case Base::Addr:
    case Base::Data:
    case Base::Ctrl:
    case Base::PickAddr:
    case Base::PickData:
    case Base::PickCtrl:
    case Base::Pick: return free;
    case Base::Loc: free.is_own_free = false; return free;
    default: {
      UnderAddition old = OnlyOld;
      old.is_partner_out_free = old.is_partner_own_free = old.is_partner_free = true;
      return old;
    }
  }
}

bool contains_identity(const Code& code, const Node& node) {
  if (node.operation == Operation::Optional) return true;
  if (node.operation != Operation::Identity) return false;
  const Node& set = code.nodes[node.a];
  return set.operation == Operation::Base && set.base == Base::All;
}

UnderAddition sequence_under_addition(const UnderAddition& a, const UnderAddition& b) {
  // The event in the middle is one of H, e, or, from the partner, the partner.
  return {
      .is_within = a.is_within && b.is_within && (a.is_in_free || b.is_out_free),
      .is_kept = a.is_kept && b.is_kept,
      .is_out_free = a.is_out_free && (a.is_own_free || b.is_out_free),
      .is_in_free = b.is_in_free && (a.is_in_free || b.is_own_free),
      .is_own_free = (a.is_out_free || b.is_in_free) && (a.is_own_free || b.is_own_free),
      .is_partner_out_free = a.is_partner_out_free &&
                             (a.is_partner_own_free || b.is_partner_out_free) &&
                             (a.is_partner_free || b.is_out_free),
      .is_partner_own_free = a.is_partner_out_free &&
                             (a.is_partner_own_free || b.is_partner_own_free) &&
                             (a.is_partner_free || b.is_out_free),
      .is_partner_free = a.is_partner_out_free && (a.is_partner_own_free || b.is_partner_free) &&
                         (a.is_partner_free || b.is_own_free),
      .is_of_partner = b.is_in_free && (a.is_in_free || a.is_of_partner || b.is_own_free),
  };
}

UnderAddition closure_under_addition(const UnderAddition& a) {
  UnderAddition out = a;
  const bool is_end = a.is_out_free || a.is_in_free;
  const bool leads_nowhere = a.is_partner_free || a.is_out_free;
  out.is_within = a.is_within && is_end;
  out.is_own_free = a.is_own_free && is_end;
  out.is_partner_out_free = a.is_partner_out_free && leads_nowhere;
  out.is_partner_own_free = a.is_partner_own_free && a.is_partner_out_free && leads_nowhere;
  out.is_partner_free = a.is_partner_free && a.is_partner_out_free;
  out.is_of_partner = a.is_in_free;
  return out;
}

// Only `is_within` and `is_kept` are meant of sets.
UnderAddition set_value(bool is_within, bool is_kept) {
  UnderAddition out = OnlyOld;
  out.is_within = is_within;
  out.is_kept = is_kept;
  return out;
}

UnderAddition intersection_under_addition(const UnderAddition& a, const UnderAddition& b) {
  UnderAddition out;
  out.is_within = a.is_within && b.is_within;
  out.is_kept = a.is_kept && b.is_kept;
  out.is_out_free = a.is_out_free || b.is_out_free;
  out.is_in_free = a.is_in_free || b.is_in_free || (a.is_of_partner && b.is_partner_free) ||
                   (b.is_of_partner && a.is_partner_free);
  out.is_own_free = a.is_own_free || b.is_own_free;
  out.is_partner_out_free = a.is_partner_out_free || b.is_partner_out_free;
  out.is_partner_own_free = a.is_partner_own_free || b.is_partner_own_free;
  out.is_partner_free = a.is_partner_free || b.is_partner_free;
  out.is_of_partner = a.is_of_partner || b.is_of_partner;
  return out;
}

UnderAddition inverse_under_addition(const UnderAddition& a) {
  UnderAddition out = a;
  out.is_out_free = a.is_in_free;
  out.is_in_free = a.is_out_free;
  out.is_partner_out_free = false;
  out.is_partner_free = a.is_out_free;
  out.is_of_partner = a.is_out_free;
  return out;
}

UnderAddition under_addition(const Code& code, const Node& node,
                             const std::vector<UnderAddition>& values, Addition addition) {
  const UnderAddition& a = values[node.a];
  const UnderAddition& b = values[node.b];
  const auto base_of = [&](Base base) {
    return addition == Addition::MaximalEvent ? base_under_maximal(base) : base_under_initial(base);
  };
  if (is_from_read(code, node)) return base_of(Base::Fr);
  const auto restricted = [](UnderAddition relation, const UnderAddition& set) {
    relation.is_within &= set.is_within;
    relation.is_kept &= set.is_kept;
    return relation;
  };
  switch (node.operation) {
    case Operation::Base: return base_of(node.base);
    case Operation::Empty: return {};
    case Operation::Union: {
      UnderAddition out = a;
      lose(out, b);
      return out;
    }
    case Operation::Intersection: return intersection_under_addition(a, b);
    case Operation::Difference: {
      UnderAddition out = a;
      out.is_within = a.is_within && b.is_kept;
      out.is_kept = a.is_kept && b.is_within;
      if (contains_identity(code, code.nodes[node.b])) {
        out.is_own_free = out.is_partner_own_free = true;
      }
      return out;
    }
    case Operation::Complement: return set_value(a.is_kept, a.is_within);
    case Operation::Sequence: return sequence_under_addition(a, b);
    case Operation::RestrictDomain: return restricted(b, a);
    case Operation::RestrictRange: return restricted(a, b);
    case Operation::Optional: {
      UnderAddition out = a;
      out.is_own_free = out.is_partner_own_free = false;
      return out;
    }
    case Operation::Plus: return closure_under_addition(a);
    case Operation::Inverse: return inverse_under_addition(a);
    case Operation::Identity: {
      UnderAddition out;
      out.is_within = a.is_within;
      out.is_kept = a.is_kept;
      out.is_own_free = out.is_partner_own_free = false;
      return out;
    }
    case Operation::Product: return set_value(a.is_within && b.is_within, a.is_kept && b.is_kept);
    case Operation::Domain: return set_value(a.is_within && a.is_in_free, a.is_kept);
    case Operation::Range: return set_value(a.is_within && a.is_out_free, a.is_kept);
    case Operation::Variable:
    case Operation::Fixpoint: break;
  }
  return NothingKnown;
}

}  // namespace

std::vector<UnderRemoval> analyse_removal(const Code& code, Removal removal) {
  return induce<UnderRemoval>(code, [&](const Node& node, const std::vector<UnderRemoval>& values) {
    return under_removal(code, node, values, removal);
  });
}

std::vector<UnderAddition> analyse_addition(const Code& code, Addition addition) {
  return induce<UnderAddition>(code,
                               [&](const Node& node, const std::vector<UnderAddition>& values) {
                                 return under_addition(code, node, values, addition);
                               });
}

}  // namespace drover::cat
