#include "explorer/cat/change_analysis.h"

#include "explorer/cat/fold.h"
#include "explorer/cat/forms.h"

namespace drover::cat {

namespace {

bool is_relation_of_steps(Base base) {
  return is_dependency(base) || base == Base::RmwPairs || base == Base::Amo || base == Base::Po;
}

}  // namespace

// ---- Removal

namespace removal {
namespace {

using enum RemovalFact;
constexpr UnderRemoval Exact{Within, Kept};
constexpr UnderRemoval Directions{Forward, Backward};

UnderRemoval base_under_removal(Base base, Removal removal) {
  if (is_scoped(base)) {
    // The places of threads and the labels of two events decide the others.
    const bool is_of_pair = base != Base::BarrierSync && base != Base::FenceOrder;
    return is_of_pair && removal != Removal::ToOpenPrefix ? Exact : UnderRemoval();
  }
  if (removal == Removal::ToOpenPrefix) {
    if (base == Base::Rf || base == Base::Co || base == Base::Fr) return {Within};
    if (base == Base::SameValue) return {};
  }
  // Dependencies are part of the program's steps, so a prefix has the same ones. Removing steps in
  // the middle may change them.
  if (is_dependency(base) && removal == Removal::OfReadsAndFences) return {};
  // A remaining write may become the last of its location.
  if (base == Base::FinalWrites) return {Kept};
  // A location may lose its non-atomic accesses.
  if (base == Base::NonAtomicLocation) return {Within};
  const bool is_forward = is_relation_of_steps(base) || base == Base::Sync || base == Base::Rf;
  return is_forward ? Exact | UnderRemoval{Forward} : Exact;
}

// The facts of a subtrahend: Within and Kept are exchanged.
UnderRemoval taken_away(UnderRemoval of) {
  UnderRemoval out = Directions;
  out.set(Within, of.contains(Kept));
  out.set(Kept, of.contains(Within));
  return out;
}

UnderRemoval difference_under_removal(const Code& code, const Node& node,
                                      const std::vector<UnderRemoval>& values, Removal removal) {
  const UnderRemoval a = values[node.a];
  const Node& taken = code.nodes[node.b];
  // co \ (co & int) is co \ int.
  const bool is_part =
      taken.operation == Operation::Intersection && (taken.a == node.a || taken.b == node.a);
  if (removal == Removal::ToOpenPrefix && is_part) {
    const NodeIndex other = taken.a == node.a ? taken.b : taken.a;
    return (a & taken_away(values[other])) - UnderRemoval{Kept};
  }
  return a & taken_away(values[node.b]);
}

UnderRemoval under_removal(const Code& code, const Node& node,
                           const std::vector<UnderRemoval>& values, Removal removal) {
  const UnderRemoval a = values[node.a];
  const UnderRemoval b = values[node.b];
  const bool is_prefix = removal != Removal::OfReadsAndFences;
  // Keeps `Kept` only if removal leaves a prefix and `stays` holds.
  const auto kept_if = [&](UnderRemoval of, bool stays) {
    if (!is_prefix || !stays) of.set(Kept, false);
    return of;
  };
  if (is_from_read(code, node)) {
    return removal == Removal::ToOpenPrefix ? UnderRemoval{Within} : Exact;
  }
  switch (node.operation) {
    case Operation::Base: return base_under_removal(node.base, removal);
    case Operation::Empty: return Exact | Directions;
    case Operation::Union: return a & b;
    case Operation::Intersection: return (a & b) | ((a | b) & Directions);
    case Operation::Difference: return difference_under_removal(code, node, values, removal);
    case Operation::Complement: return taken_away(a) & Exact;
    // The middle event stays if both ends do.
    case Operation::Sequence: return kept_if(a & b, b.contains(Forward) || a.contains(Backward));
    case Operation::RestrictDomain: return (a | Directions) & b;
    case Operation::RestrictRange: return a & (b | Directions);
    case Operation::Optional: return a;
    case Operation::Plus: return kept_if(a, a.contains(Forward) || a.contains(Backward));
    case Operation::Inverse: {
      UnderRemoval out = a;
      out.set(Forward, a.contains(Backward));
      out.set(Backward, a.contains(Forward));
      return out;
    }
    case Operation::Identity: return a | Directions;
    case Operation::Product: return a & b & Exact;
    case Operation::Domain: return kept_if(a & Exact, a.contains(Backward));
    case Operation::Range: return kept_if(a & Exact, a.contains(Forward));
    case Operation::Variable:
    case Operation::Fixpoint: break;
  }
  return {};
}

}  // namespace
}  // namespace removal

std::vector<UnderRemoval> analyse_removal(const Code& code, Removal change) {
  return fold(code, removal::Exact | removal::Directions,
              [&](const Node& node, const std::vector<UnderRemoval>& values) {
                return removal::under_removal(code, node, values, change);
              });
}

// ---- Addition

namespace addition {
namespace {

using Fact = AdditionFact;
constexpr UnderAddition Everything{Fact::Within,         Fact::Kept,        Fact::OutFree,
                                   Fact::InFree,         Fact::OwnFree,     Fact::PartnerOutFree,
                                   Fact::PartnerOwnFree, Fact::PartnerFree, Fact::OfPartner};
// The facts about the pairs of H alone.
constexpr UnderAddition OnlyOld{Fact::Within, Fact::Kept};
constexpr UnderAddition NoOwnPairs{Fact::OwnFree, Fact::PartnerOwnFree};

// e is the last event of its thread, no event reads from it, and it reads from or follows a last
// write: no po, sync, rf, co or fr edge leaves it. Within H, the same holds for its partner.
UnderAddition base_under_maximal(Base base) {
  constexpr UnderAddition Ordered = Everything - UnderAddition{Fact::InFree, Fact::OfPartner};
  if (base == Base::Sync || base == Base::Rf || base == Base::Co) return Ordered;
  if (base == Base::RmwPairs || base == Base::Amo) {
    return Everything - UnderAddition{Fact::InFree, Fact::PartnerFree};
  }
  if (base == Base::Fr || is_relation_of_steps(base)) {
    return Ordered - UnderAddition{Fact::PartnerFree};
  }
  if (base == Base::FinalWrites) return {Fact::Within};
  if (base == Base::NonAtomicLocation) return {Fact::Kept};
  return OnlyOld;
}

// e precedes all other events, and no event accesses its location. There is no partner.
UnderAddition base_under_initial(Base base) {
  if (base == Base::Sync) return Everything - UnderAddition{Fact::OutFree};
  if (base == Base::Loc) return Everything - UnderAddition{Fact::OwnFree};
  const bool has_no_initial =
      base == Base::Rf || base == Base::Co || base == Base::Fr || is_relation_of_steps(base);
  if (has_no_initial) return Everything;
  return OnlyOld | UnderAddition{Fact::PartnerOutFree, Fact::PartnerOwnFree, Fact::PartnerFree};
}

UnderAddition sequence_under_addition(UnderAddition a, UnderAddition b) {
  using enum AdditionFact;
  // The middle event is in H, is e, or, for pairs from the partner, is the partner.
  const bool is_partner_bound = a.contains(PartnerFree) || b.contains(OutFree);
  const auto from_partner = [&](Fact to) {
    return a.contains(PartnerOutFree) && (a.contains(PartnerOwnFree) || b.contains(to));
  };
  UnderAddition out;
  out.set(Within,
          a.contains(Within) && b.contains(Within) && (a.contains(InFree) || b.contains(OutFree)));
  out.set(Kept, a.contains(Kept) && b.contains(Kept));
  out.set(OutFree, a.contains(OutFree) && (a.contains(OwnFree) || b.contains(OutFree)));
  out.set(InFree, b.contains(InFree) && (a.contains(InFree) || b.contains(OwnFree)));
  out.set(OwnFree, (a.contains(OutFree) || b.contains(InFree)) &&
                       (a.contains(OwnFree) || b.contains(OwnFree)));
  out.set(PartnerOutFree, from_partner(PartnerOutFree) && is_partner_bound);
  out.set(PartnerOwnFree, from_partner(PartnerOwnFree) && is_partner_bound);
  out.set(PartnerFree,
          from_partner(PartnerFree) && (a.contains(PartnerFree) || b.contains(OwnFree)));
  out.set(OfPartner, b.contains(InFree) &&
                         (a.contains(InFree) || a.contains(OfPartner) || b.contains(OwnFree)));
  return out;
}

UnderAddition closure_under_addition(UnderAddition a) {
  using enum AdditionFact;
  UnderAddition out = a;
  const bool is_end = a.contains(OutFree) || a.contains(InFree);
  const bool leads_nowhere = a.contains(PartnerFree) || a.contains(OutFree);
  const bool is_partner_end = a.contains(PartnerOutFree) && leads_nowhere;
  out.set(Within, a.contains(Within) && is_end);
  out.set(OwnFree, a.contains(OwnFree) && is_end);
  out.set(PartnerOutFree, is_partner_end);
  out.set(PartnerOwnFree, a.contains(PartnerOwnFree) && is_partner_end);
  out.set(PartnerFree, a.contains(PartnerFree) && a.contains(PartnerOutFree));
  out.set(OfPartner, a.contains(InFree));
  return out;
}

UnderAddition intersection_under_addition(UnderAddition a, UnderAddition b) {
  using enum AdditionFact;
  UnderAddition out = ((a | b) - OnlyOld) | (a & b);
  const bool is_not_from_partner = (a.contains(OfPartner) && b.contains(PartnerFree)) ||
                                   (b.contains(OfPartner) && a.contains(PartnerFree));
  if (is_not_from_partner) out.insert(InFree);
  return out;
}

UnderAddition inverse_under_addition(UnderAddition a) {
  using enum AdditionFact;
  UnderAddition out = a - UnderAddition{PartnerOutFree};
  out.set(OutFree, a.contains(InFree));
  for (const Fact each : {InFree, PartnerFree, OfPartner}) out.set(each, a.contains(OutFree));
  return out;
}

// The facts of a subtrahend.
UnderAddition taken_away(UnderAddition of) {
  UnderAddition out = Everything;
  out.set(Fact::Within, of.contains(Fact::Kept));
  out.set(Fact::Kept, of.contains(Fact::Within));
  return out;
}

UnderAddition under_addition(const Code& code, const Node& node,
                             const std::vector<UnderAddition>& values, Addition addition) {
  const UnderAddition a = values[node.a];
  const UnderAddition b = values[node.b];
  const auto base_of = [&](Base base) {
    return addition == Addition::MaximalEvent ? base_under_maximal(base) : base_under_initial(base);
  };
  // For a set, only the facts about old events matter.
  constexpr UnderAddition OnlyNew = Everything - OnlyOld;
  const auto set_if = [&](bool is_within) {
    return a & (is_within ? OnlyOld : UnderAddition{Fact::Kept});
  };
  if (is_from_read(code, node)) return base_of(Base::Fr);
  switch (node.operation) {
    case Operation::Base: return base_of(node.base);
    case Operation::Empty: return Everything;
    case Operation::Union: return a & b;
    case Operation::Intersection: return intersection_under_addition(a, b);
    case Operation::Difference: {
      const UnderAddition out = a & taken_away(b);
      const bool is_strict =
          code.nodes[node.b].operation != Operation::Union && contains_identity(code, node.b);
      return is_strict ? out | NoOwnPairs : out;
    }
    case Operation::Complement: return taken_away(a) & OnlyOld;
    case Operation::Sequence: return sequence_under_addition(a, b);
    case Operation::RestrictDomain: return b & (a | OnlyNew);
    case Operation::RestrictRange: return a & (b | OnlyNew);
    case Operation::Optional: return a - NoOwnPairs;
    case Operation::Plus: return closure_under_addition(a);
    case Operation::Inverse: return inverse_under_addition(a);
    case Operation::Identity: return (a | OnlyNew) - NoOwnPairs;
    case Operation::Product: return a & b & OnlyOld;
    case Operation::Domain: return set_if(a.contains(Fact::InFree));
    case Operation::Range: return set_if(a.contains(Fact::OutFree));
    case Operation::Variable:
    case Operation::Fixpoint: break;
  }
  return {};
}

}  // namespace
}  // namespace addition

std::vector<UnderAddition> analyse_addition(const Code& code, Addition change) {
  return fold(code, addition::Everything,
              [&](const Node& node, const std::vector<UnderAddition>& values) {
                return addition::under_addition(code, node, values, change);
              });
}

}  // namespace drover::cat
