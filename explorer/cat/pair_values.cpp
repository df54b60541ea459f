#include "explorer/cat/pair_values.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "explorer/cat/reachable.h"

namespace drover::cat {

namespace {

Tri not_of(Tri value) { return static_cast<Tri>(2 - static_cast<int>(value)); }
Tri both(Tri a, Tri b) { return std::min(a, b); }
Tri either(Tri a, Tri b) { return std::max(a, b); }
Tri tri(bool value) { return value ? Tri::Yes : Tri::No; }

constexpr std::array Modes{Base::Na, Base::Rlx, Base::Acq, Base::Rel, Base::AcqRel, Base::Sc};

bool is_base(const Node& node, Base base) {
  return node.operation == Operation::Base && node.base == base;
}

// What is the same of sets and of relations, given the values `of` their parts.
template <typename ValueOf>
std::optional<Tri> algebra_of_sets(const Node& node, const ValueOf& of) {
  switch (node.operation) {
    case Operation::Empty: return Tri::No;
    case Operation::Union: return either(of(node.a), of(node.b));
    case Operation::Intersection: return both(of(node.a), of(node.b));
    case Operation::Difference: return both(of(node.a), not_of(of(node.b)));
    case Operation::Complement: return not_of(of(node.a));
    default: return std::nullopt;
  }
}

}  // namespace

bool is_from_read(const Code& code, const Node& node) {
  if (is_base(node, Base::Fr)) return true;
  if (node.operation != Operation::Sequence || !is_base(code.nodes[node.b], Base::Co)) return false;
  const Node& first = code.nodes[node.a];
  return first.operation == Operation::Inverse && is_base(code.nodes[first.a], Base::Rf);
}

bool has_all(const Code& code, NodeIndex set, Base kind) {
  const Node& at = code.nodes[set];
  const auto has = [&](NodeIndex part) { return has_all(code, part, kind); };
  switch (at.operation) {
    case Operation::Base: return at.base == kind || at.base == Base::All;
    case Operation::Union: return has(at.a) || has(at.b);
    case Operation::Intersection: return has(at.a) && has(at.b);
    default: return false;
  }
}

Chain chain_of(const Code& code, NodeIndex index) {
  const Node& at = code.nodes[index];
  switch (at.operation) {
    case Operation::Sequence: {
      Chain out = chain_of(code, at.a);
      const Chain rest = chain_of(code, at.b);
      out.steps.insert(out.steps.end(), rest.steps.begin(), rest.steps.end());
      out.sets.back().insert(out.sets.back().end(), rest.sets[0].begin(), rest.sets[0].end());
      out.sets.insert(out.sets.end(), rest.sets.begin() + 1, rest.sets.end());
      return out;
    }
    case Operation::RestrictDomain: {
      Chain out = chain_of(code, at.b);
      out.sets.front().push_back(at.a);
      return out;
    }
    case Operation::RestrictRange: {
      Chain out = chain_of(code, at.a);
      out.sets.back().push_back(at.b);
      return out;
    }
    default: return {{index}, {{}, {}}};
  }
}

struct PairValues::EventKind {
  Base kind = Base::All;  // Writes, Reads, Fences, InitialWrites, Allocations, …
  bool is_rmw = false;
  bool is_failed = false;
  Base mode = Base::All;  // Plain stands for Plain and Sc; All: it has none
  [[nodiscard]] bool is_initial() const { return kind == Base::InitialWrites; }
  [[nodiscard]] bool is_read() const { return kind == Base::Reads; }
  [[nodiscard]] bool is_write() const { return kind == Base::Writes || is_initial(); }
  [[nodiscard]] bool is_access() const { return is_read() || is_write(); }
  [[nodiscard]] bool has_both_modes() const {
    return mode == Base::AcqRel || mode == Base::Sc || mode == Base::Plain;
  }
  [[nodiscard]] bool is_acquire() const { return mode == Base::Acq || has_both_modes(); }
  [[nodiscard]] bool is_fence() const {
    return kind == Base::Fences && (is_acquire() || mode == Base::Rel);
  }
};

struct PairValues::Facts {
  const EventKind* from = nullptr;
  const EventKind* to = nullptr;
  // By Base - Base::Po.
  using Values = std::array<Tri, static_cast<std::size_t>(Base::FirstTag) -
                                     static_cast<std::size_t>(Base::Po)>;
  Values there;
  Values back;
  bool is_turned = false;

  static std::size_t at(Base base) {
    return static_cast<std::size_t>(base) - static_cast<std::size_t>(Base::Po);
  }
  void set(Base base, Tri value) { there[at(base)] = value; }
  void set_back(Base base, Tri value) { back[at(base)] = value; }
  void set_both(Base base, Tri value) {
    set(base, value);
    set_back(base, value);
  }
  [[nodiscard]] Facts turned() const { return {to, from, back, there, !is_turned}; }
};

const std::vector<PairValues::EventKind>& PairValues::event_kinds(const Code& code) {
  static const auto kinds_of = [](const std::vector<Base>& modes) {
    std::vector<EventKind> all{{.kind = Base::InitialWrites}};
    for (const Base mode : modes) {
      all.push_back({.kind = Base::Reads, .mode = mode});
      all.push_back({.kind = Base::Reads, .is_rmw = true, .mode = mode});
      all.push_back({.kind = Base::Reads, .is_failed = true, .mode = mode});
      all.push_back({.kind = Base::Writes, .mode = mode});
      all.push_back({.kind = Base::Writes, .is_rmw = true, .mode = mode});
      all.push_back({.kind = Base::Fences, .mode = mode});
    }
    for (const Base other :
         {Base::Allocations, Base::Spawns, Base::Joins, Base::Frees, Base::Calls}) {
      all.push_back({.kind = other});
    }
    return all;
  };
  static const std::vector<EventKind> with_modes = [] {
    std::vector<Base> modes(Modes.begin(), Modes.end());
    modes.push_back(Base::Plain);
    return kinds_of(modes);
  }();
  // Of programs of machines, whose models do not speak of modes.
  static const std::vector<EventKind> without_modes = kinds_of({Base::Plain});
  std::vector<NodeIndex> roots;
  for (const CodeCheck& check : code.checks) roots.push_back(check.node);
  const bool has_modes = std::ranges::any_of(reachable_nodes(code, roots), [&](NodeIndex index) {
    const Node& node = code.nodes[index];
    return node.operation == Operation::Base && node.base >= Base::Na && node.base <= Base::Plain;
  });
  return has_modes ? with_modes : without_modes;
}

PairValues::PairValues(const Code& code)
    : code_(code), kinds_(event_kinds(code)), known_(4 * code.nodes.size()) {}

Tri PairValues::set_value(NodeIndex index, const EventKind& event) const {
  const Node& node = code_.nodes[index];
  const auto of = [&](NodeIndex part) { return set_value(part, event); };
  if (const std::optional<Tri> value = algebra_of_sets(node, of)) return *value;
  if (node.operation != Operation::Base) return Tri::Maybe;
  switch (node.base) {
    case Base::All: return Tri::Yes;
    case Base::Writes: return tri(event.is_write());
    case Base::Reads: return tri(event.is_read());
    case Base::Rmw: return tri(event.is_rmw);
    case Base::Failed: return tri(event.is_failed);
    case Base::Fences:
    case Base::InitialWrites:
    case Base::Allocations:
    case Base::Spawns:
    case Base::Joins:
    case Base::Frees:
    case Base::Calls: return tri(event.kind == node.base);
    case Base::Na:
    case Base::Rlx:
    case Base::Acq:
    case Base::Rel:
    case Base::AcqRel:
      if (event.is_initial()) return Tri::Maybe;
      return tri(event.mode == node.base);
    case Base::Sc:
      if (event.is_initial()) return Tri::Maybe;
      return tri(event.mode == Base::Sc || event.mode == Base::Plain);
    case Base::Plain:
      if (event.is_initial()) return Tri::Maybe;
      return tri(event.mode == Base::Plain);
    default: return Tri::Maybe;
  }
}

// Of an event, the first or the second of a pair, and itself.
Tri PairValues::own_value(NodeIndex index, const EventKind& event, bool is_second) const {
  Known& known = known_[4 * index + 2 + (is_second ? 1 : 0)];
  if (known.epoch == epoch_) return known.value;
  const Tri found = new_own_value(code_.nodes[index], event, is_second);
  known = {epoch_, found};
  return found;
}

Tri PairValues::new_own_value(const Node& node, const EventKind& event, bool is_second) const {
  const auto of = [&](NodeIndex part) { return own_value(part, event, is_second); };
  if (const std::optional<Tri> value = algebra_of_sets(node, of)) return *value;
  const auto a = [&] { return of(node.a); };
  const auto b = [&] { return of(node.b); };
  switch (node.operation) {
    case Operation::Sequence: return both(a(), b()) == Tri::Yes ? Tri::Yes : Tri::Maybe;
    case Operation::RestrictDomain: return both(set_value(node.a, event), b());
    case Operation::RestrictRange: return both(a(), set_value(node.b, event));
    case Operation::Optional: return Tri::Yes;
    case Operation::Plus: return a() == Tri::Yes ? Tri::Yes : Tri::Maybe;
    case Operation::Inverse: return a();
    case Operation::Identity: return set_value(node.a, event);
    case Operation::Product: return both(set_value(node.a, event), set_value(node.b, event));
    case Operation::Base: break;
    default: return Tri::Maybe;
  }
  switch (node.base) {
    case Base::Po:
    case Base::Sync:
    case Base::Rf:
    case Base::Co:
    case Base::Fr:
    case Base::RmwPairs:
    case Base::Amo: return Tri::No;
    case Base::Loc: return event.is_access() ? Tri::Yes : Tri::Maybe;
    case Base::Int: return event.is_initial() ? Tri::Maybe : Tri::Yes;
    default: return Tri::Maybe;
  }
}

Tri PairValues::value(NodeIndex index, const Facts& facts) const {
  Known& known = known_[4 * index + (facts.is_turned ? 1 : 0)];
  if (known.epoch == epoch_) return known.value;
  if (left_ == 0) return Tri::Maybe;
  --left_;
  const Tri found = new_value(code_.nodes[index], facts);
  known = {epoch_, found};
  return found;
}

Tri PairValues::new_value(const Node& node, const Facts& facts) const {
  const auto a = [&] { return value(node.a, facts); };
  const auto b = [&] { return value(node.b, facts); };
  if (is_from_read(code_, node)) return facts.there[Facts::at(Base::Fr)];
  switch (node.operation) {
    case Operation::Base: return facts.there[Facts::at(node.base)];
    case Operation::Empty: return Tri::No;
    case Operation::Union: {
      const Tri first = a();
      return first == Tri::Yes ? first : either(first, b());
    }
    case Operation::Intersection: {
      const Tri first = a();
      return first == Tri::No ? first : both(first, b());
    }
    case Operation::Difference: return both(a(), not_of(b()));
    case Operation::Complement: return not_of(a());
    case Operation::Sequence: {
      const Tri first = both(own_value(node.a, *facts.from, facts.is_turned), b());
      const Tri second = both(a(), own_value(node.b, *facts.to, !facts.is_turned));
      return either(first, second) == Tri::Yes ? Tri::Yes : Tri::Maybe;
    }
    case Operation::RestrictDomain: return both(set_value(node.a, *facts.from), b());
    case Operation::RestrictRange: return both(a(), set_value(node.b, *facts.to));
    case Operation::Optional: return a();
    case Operation::Plus: return a() == Tri::Yes ? Tri::Yes : Tri::Maybe;
    case Operation::Inverse: return value(node.a, facts.turned());
    case Operation::Identity: return Tri::No;
    case Operation::Product:
      return both(set_value(node.a, *facts.from), set_value(node.b, *facts.to));
    case Operation::Fixpoint:
    case Operation::Variable: return body_value(node, facts);
    case Operation::Domain:
    case Operation::Range: break;
  }
  return Tri::Maybe;
}

// It is equal to its body.
Tri PairValues::body_value(const Node& node, const Facts& facts) const {
  const NodeIndex body = code_.groups[node.group].bodies[node.component];
  if (std::ranges::find(bodies_, body) != bodies_.end()) return Tri::Maybe;
  bodies_.push_back(body);
  const Tri found = value(body, facts);
  bodies_.pop_back();
  return found == Tri::Yes ? Tri::Yes : Tri::Maybe;
}

bool PairValues::contains_for(NodeIndex node, const EventKind& from, const EventKind& to,
                              PairEdge edge) const {
  Facts facts{.from = &from, .to = &to, .there = {}, .back = {}};
  facts.there.fill(Tri::Maybe);
  facts.back.fill(Tri::Maybe);
  // What holds of any two events.
  for (const Base base : {Base::Rf, Base::Co, Base::Fr, Base::RmwPairs, Base::Amo}) {
    const auto fits = [&](const EventKind& first, const EventKind& second) {
      switch (base) {
        case Base::Rf: return first.is_write() && second.is_read();
        case Base::Co: return first.is_write() && second.is_write() && !second.is_initial();
        case Base::Fr: return first.is_read() && second.is_write() && !second.is_initial();
        default: return first.is_read() && first.is_rmw && second.is_write() && second.is_rmw;
      }
    };
    if (!fits(from, to)) facts.set(base, Tri::No);
    if (!fits(to, from)) facts.set_back(base, Tri::No);
  }
  if (!from.is_access() || !to.is_access()) facts.set_both(Base::Loc, Tri::Maybe);
  const auto is_ordered_by = [&](Base base) {
    facts.set(base, Tri::Yes);
    facts.set_back(base, Tri::No);
  };
  const auto set_internal = [&](bool is_internal) {
    facts.set_both(Base::Int, tri(is_internal));
    if (!is_internal) {
      for (const Base base :
           {Base::Po, Base::RmwPairs, Base::Amo, Base::Addr, Base::Data, Base::Ctrl}) {
        facts.set_both(base, Tri::No);
      }
    }
  };
  const auto is_yes = [&] {
    ++epoch_;
    return value(node, facts) == Tri::Yes;
  };
  const auto is_yes_in_and_out = [&] {
    if (!from.is_initial() && !to.is_initial()) {
      Facts kept = facts;
      set_internal(true);
      if (!is_yes()) return false;
      facts = kept;
    }
    set_internal(false);
    return is_yes();
  };
  const auto set_communication = [&](Base base) {
    for (const Base other : {Base::Rf, Base::Co, Base::Fr}) facts.set_both(other, Tri::No);
    is_ordered_by(base);
    facts.set_both(Base::Loc, Tri::Yes);
  };
  // Whether two halves are those of one read-modify-write, and of one instruction.
  const auto is_yes_for_halves = [&](const auto& is_yes_now, bool may_be_one_instruction) {
    const bool may_be_halves = from.is_read() && from.is_rmw && to.is_write() && to.is_rmw;
    if (!may_be_halves) return is_yes_now();
    const Facts kept = facts;
    for (const auto& [is_pair, is_one] :
         {std::pair{false, false}, std::pair{true, false}, std::pair{true, true}}) {
      if (is_one && !may_be_one_instruction) continue;
      facts = kept;
      facts.set(Base::RmwPairs, tri(is_pair));
      facts.set(Base::Amo, tri(is_one));
      if (!is_yes_now()) return false;
    }
    return true;
  };
  const auto is_yes_anywhere = [&] {
    // In one location, or in two.
    if (from.is_access() && to.is_access()) {
      facts.set_both(Base::Loc, Tri::Yes);
      if (!is_yes()) return false;
    }
    facts.set_both(Base::Loc, from.is_access() && to.is_access() ? Tri::No : Tri::Maybe);
    for (const Base base : {Base::Rf, Base::Co, Base::Fr}) facts.set_both(base, Tri::No);
    return is_yes();
  };
  const bool is_rf = from.is_write() && to.is_read();
  const bool is_co = from.is_write() && to.is_write() && !to.is_initial();
  const bool is_fr = from.is_read() && to.is_write() && !to.is_initial();
  switch (edge) {
    case PairEdge::Po:
    case PairEdge::PoLoc:
    case PairEdge::PoLocApart:
      if (from.is_initial() || to.is_initial()) return true;
      if (edge != PairEdge::Po && (!from.is_access() || !to.is_access())) return true;
      is_ordered_by(Base::Po);
      set_internal(true);
      facts.set_both(Base::Sync, Tri::No);
      if (edge == PairEdge::Po) return is_yes_for_halves(is_yes_anywhere, true);
      facts.set_both(Base::Loc, Tri::Yes);
      return is_yes_for_halves(is_yes, edge == PairEdge::PoLoc);
    case PairEdge::Sync:
    case PairEdge::SyncLoc:
      if (to.is_initial()) return true;
      if (edge == PairEdge::SyncLoc && (!from.is_access() || !to.is_access())) return true;
      is_ordered_by(Base::Sync);
      set_internal(false);
      if (edge == PairEdge::Sync) return is_yes_anywhere();
      facts.set_both(Base::Loc, Tri::Yes);
      return is_yes();
    case PairEdge::Rf:
    case PairEdge::Rfe:
    case PairEdge::Rfi:
      if (!is_rf) return true;
      set_communication(Base::Rf);
      if (edge == PairEdge::Rf) return is_yes_in_and_out();
      if (edge == PairEdge::Rfi && from.is_initial()) return true;
      set_internal(edge == PairEdge::Rfi);
      return is_yes();
    case PairEdge::Co:
    case PairEdge::Coe:
    case PairEdge::Coi:
      if (!is_co) return true;
      set_communication(Base::Co);
      if (edge == PairEdge::Co) return is_yes_in_and_out();
      if (edge == PairEdge::Coi && from.is_initial()) return true;
      set_internal(edge == PairEdge::Coi);
      return is_yes();
    case PairEdge::Fr:
    case PairEdge::Fre:
    case PairEdge::Fri:
      if (!is_fr) return true;
      set_communication(Base::Fr);
      if (edge == PairEdge::Fr) return is_yes_in_and_out();
      set_internal(edge == PairEdge::Fri);
      return is_yes();
    case PairEdge::RmwPair:
      if (!from.is_read() || !from.is_rmw || !to.is_write() || !to.is_rmw) return true;
      is_ordered_by(Base::RmwPairs);
      is_ordered_by(Base::Po);
      set_internal(true);
      facts.set_both(Base::Loc, Tri::Yes);
      facts.set(Base::RmwPairs, Tri::Yes);
      return is_yes();
    case PairEdge::SyncFromInitial:
      if (!from.is_initial() || to.is_initial()) return true;
      is_ordered_by(Base::Sync);
      set_internal(false);
      return is_yes();
    case PairEdge::SyncToInitial:
      if (from.is_initial() || !to.is_initial()) return true;
      facts.set(Base::Sync, Tri::No);
      facts.set_back(Base::Sync, Tri::Yes);
      set_internal(false);
      return is_yes();
    case PairEdge::RfAgainstSync:
    case PairEdge::CoAgainstSync:
    case PairEdge::FrAgainstSync: {
      const bool fits = edge == PairEdge::RfAgainstSync   ? is_rf
                        : edge == PairEdge::CoAgainstSync ? is_co
                                                          : is_fr;
      if (!fits || from.is_initial()) return true;
      set_communication(edge == PairEdge::RfAgainstSync   ? Base::Rf
                        : edge == PairEdge::CoAgainstSync ? Base::Co
                                                          : Base::Fr);
      facts.set(Base::Sync, Tri::No);
      facts.set_back(Base::Sync, Tri::Yes);
      set_internal(false);
      return is_yes();
    }
  }
  return false;
}

bool PairValues::fits(PairEnds ends, const EventKind& from, const EventKind& to) {
  switch (ends) {
    case PairEnds::Any: return true;
    case PairEnds::ReadToWrite: return from.is_read() && to.is_write();
    case PairEnds::ReadToRead: return from.is_read() && to.is_read();
    case PairEnds::WriteToWrite: return from.is_write() && to.is_write();
    case PairEnds::WriteToRead: return from.is_write() && to.is_read();
    case PairEnds::FromAcquire: return from.is_read() && from.is_acquire();
    case PairEnds::ToFence: return to.is_fence();
    case PairEnds::FromFence: return from.is_fence();
  }
  return true;
}

bool PairValues::contains(NodeIndex node, PairEdge edge, PairEnds ends) const {
  if (code_.nodes[node].kind != ValueKind::Relation) return false;
  return std::ranges::all_of(kinds_, [&](const EventKind& from) {
    return std::ranges::all_of(kinds_, [&](const EventKind& to) {
      if (!fits(ends, from, to)) return true;
      return contains_for(node, from, to, edge);
    });
  });
}

bool PairValues::contains_sequence(NodeIndex index, PairEdge first, PairEdge second) const {
  const Node& node = code_.nodes[index];
  switch (node.operation) {
    case Operation::Union:
      return contains_sequence(node.a, first, second) || contains_sequence(node.b, first, second);
    case Operation::Optional: return contains_sequence(node.a, first, second);
    case Operation::Plus:
      return (contains(node.a, first) && contains(node.a, second)) ||
             contains_sequence(node.a, first, second);
    case Operation::Sequence: return contains(node.a, first) && contains(node.b, second);
    default: return false;
  }
}

}  // namespace drover::cat
