#include "explorer/cat/pair_values.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "explorer/cat/forms.h"
#include "explorer/cat/reachable.h"

namespace drover::cat {

namespace {

Tri not_of(Tri value) { return static_cast<Tri>(2 - static_cast<int>(value)); }
Tri both(Tri a, Tri b) { return std::min(a, b); }
Tri either(Tri a, Tri b) { return std::max(a, b); }
Tri tri(bool value) { return value ? Tri::Yes : Tri::No; }

// The operations common to sets and relations; `of` returns the values of operands.
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

struct PairValues::EventKind {
  EventClass is;
  [[nodiscard]] bool is_initial() const { return is.is_initial; }
  [[nodiscard]] bool is_read() const { return is.kind == LabelKind::Read; }
  [[nodiscard]] bool is_write() const { return is.kind == LabelKind::Write; }
  [[nodiscard]] bool is_access() const { return is_read() || is_write(); }
};

struct PairValues::Facts {
  const EventKind* from = nullptr;
  const EventKind* to = nullptr;
  // Indexed by Base - Base::Po.
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
  static const auto kinds_of = [](std::initializer_list<Mode> modes) {
    using enum LabelKind;
    std::vector<EventKind> all{{{.kind = Write, .mode = Mode::Na, .is_initial = true}}};
    for (const Mode mode : modes) {
      all.push_back({{.kind = Read, .mode = mode}});
      all.push_back({{.kind = Read, .mode = mode, .is_exclusive_read = true}});
      all.push_back({{.kind = Read, .mode = mode, .is_failed_exclusive = true}});
      all.push_back({{.kind = Write, .mode = mode}});
      all.push_back({{.kind = Write, .mode = mode, .is_exclusive_write = true}});
      all.push_back({{.kind = Fence, .mode = mode}});
    }
    for (const LabelKind other : {Alloc, Spawn, Join, Free, Call}) all.push_back({{.kind = other}});
    return all;
  };
  static const std::vector<EventKind> with_modes =
      kinds_of({Mode::Na, Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc, Mode::Plain});
  // For machine programs, whose models do not mention modes.
  static const std::vector<EventKind> without_modes = kinds_of({Mode::Plain});
  std::vector<NodeIndex> roots;
  for (const CodeCheck& check : code.checks) roots.push_back(check.node);
  const bool has_modes = std::ranges::any_of(reachable_nodes(code, roots), [&](NodeIndex index) {
    const Node& node = code.nodes[index];
    return node.operation == Operation::Base && is_mode(node.base);
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
  const bool is_unknown = !is_of_event(node.base) || node.base >= Base::FirstTag ||
                          (event.is_initial() && is_mode(node.base));
  return is_unknown ? Tri::Maybe : tri(is_among(node.base, sets_of(event.is)));
}

// Evaluates the relation of an event (the first or second of the pair) to itself.
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

// A Fixpoint equals its body.
Tri PairValues::body_value(const Node& node, const Facts& facts) const {
  const NodeIndex body = code_.groups[node.group].bodies[node.component];
  if (std::ranges::find(bodies_, body) != bodies_.end()) return Tri::Maybe;
  bodies_.push_back(body);
  const Tri found = value(body, facts);
  bodies_.pop_back();
  return found == Tri::Yes ? Tri::Yes : Tri::Maybe;
}

// Two events with the known facts about them; tells whether `node` contains the pair.
class PairValues::Pair {
 public:
  Pair(const PairValues& values, NodeIndex node, const EventKind& from, const EventKind& to)
      : values_(values),
        node_(node),
        from_(from),
        to_(to),
        facts_{.from = &from, .to = &to, .there = {}, .back = {}} {
    facts_.there.fill(Tri::Maybe);
    facts_.back.fill(Tri::Maybe);
    // Facts about any two events.
    for (const Base base : {Base::Rf, Base::Co, Base::Fr, Base::RmwPairs, Base::Amo}) {
      if (!may_be(base, from, to)) facts_.set(base, Tri::No);
      if (!may_be(base, to, from)) facts_.set_back(base, Tri::No);
    }
    if (!are_accesses()) facts_.set_both(Base::Loc, Tri::Maybe);
  }

  // True if two events of these kinds may be in `edge`.
  static bool may_be_in(const PairEdge& edge, const EventKind& from, const EventKind& to) {
    const bool is_order = edge.base == Base::Po || edge.base == Base::Sync;
    if (!is_order && !may_be(edge.base, from, to)) return false;
    if (edge.is_to_initial) return to.is_initial() && !from.is_initial();
    if (to.is_initial() || (edge.is_from_initial && !from.is_initial())) return false;
    if (edge.base == Base::Po && from.is_initial()) return false;
    if (edge.is_within_location && !(from.is_access() && to.is_access())) return false;
    const bool is_within_thread = edge.is_against_sync || edge.is_internal.value_or(false);
    return !is_within_thread || !from.is_initial();
  }

  // True if the events are in `node` whenever they are in `edge`, which they may be in.
  [[nodiscard]] bool is_contained(const PairEdge& edge) {
    switch (edge.base) {
      case Base::Po: return is_in_program_order(edge);
      case Base::Sync: return is_in_sync(edge);
      case Base::RmwPairs:
        set_order(Base::RmwPairs);
        set_order(Base::Po);
        set_internal(true);
        facts_.set_both(Base::Loc, Tri::Yes);
        return is_yes();
      default: return is_communication(edge);
    }
  }

 private:
  static bool may_be(Base base, const EventKind& first, const EventKind& second) {
    switch (base) {
      case Base::Rf: return first.is_write() && second.is_read();
      case Base::Co: return first.is_write() && second.is_write() && !second.is_initial();
      case Base::Fr: return first.is_read() && second.is_write() && !second.is_initial();
      default: return first.is.is_exclusive_read && second.is.is_exclusive_write;
    }
  }
  [[nodiscard]] bool are_accesses() const { return from_.is_access() && to_.is_access(); }

  void set_order(Base base) {
    facts_.set(base, Tri::Yes);
    facts_.set_back(base, Tri::No);
  }
  void set_internal(bool is_internal) {
    facts_.set_both(Base::Int, tri(is_internal));
    if (is_internal) return;
    for (const Base base :
         {Base::Po, Base::RmwPairs, Base::Amo, Base::Addr, Base::Data, Base::Ctrl}) {
      facts_.set_both(base, Tri::No);
    }
  }
  void set_communication(Base base) {
    for (const Base other : {Base::Rf, Base::Co, Base::Fr}) facts_.set_both(other, Tri::No);
    set_order(base);
    facts_.set_both(Base::Loc, Tri::Yes);
  }

  [[nodiscard]] bool is_yes() const {
    ++values_.epoch_;
    return values_.value(node_, facts_) == Tri::Yes;
  }
  // True if the answer is Yes both for one thread and for two threads.
  [[nodiscard]] bool is_yes_in_and_out() {
    if (!from_.is_initial() && !to_.is_initial()) {
      const Facts kept = facts_;
      set_internal(true);
      if (!is_yes()) return false;
      facts_ = kept;
    }
    set_internal(false);
    return is_yes();
  }
  // True if the answer is Yes both for one location and for two.
  [[nodiscard]] bool is_yes_anywhere() {
    if (are_accesses()) {
      facts_.set_both(Base::Loc, Tri::Yes);
      if (!is_yes()) return false;
    }
    facts_.set_both(Base::Loc, are_accesses() ? Tri::No : Tri::Maybe);
    for (const Base base : {Base::Rf, Base::Co, Base::Fr}) facts_.set_both(base, Tri::No);
    return is_yes();
  }
  // True if the answer is Yes whether or not the events are halves of one read-modify-write, or of
  // one instruction.
  template <typename IsYes>
  [[nodiscard]] bool is_yes_for_halves(const IsYes& is_yes_now, bool may_be_one_instruction) {
    if (!may_be(Base::RmwPairs, from_, to_)) return is_yes_now();
    const Facts kept = facts_;
    for (const auto& [is_pair, is_one] :
         {std::pair{false, false}, std::pair{true, false}, std::pair{true, true}}) {
      if (is_one && !may_be_one_instruction) continue;
      facts_ = kept;
      facts_.set(Base::RmwPairs, tri(is_pair));
      facts_.set(Base::Amo, tri(is_one));
      if (!is_yes_now()) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_in_program_order(const PairEdge& edge) {
    set_order(Base::Po);
    set_internal(true);
    facts_.set_both(Base::Sync, Tri::No);
    if (!edge.is_within_location) {
      return is_yes_for_halves([&] { return is_yes_anywhere(); }, true);
    }
    facts_.set_both(Base::Loc, Tri::Yes);
    return is_yes_for_halves([&] { return is_yes(); }, !edge.is_apart);
  }
  [[nodiscard]] bool is_in_sync(const PairEdge& edge) {
    if (edge.is_to_initial) return is_against_sync();
    set_order(Base::Sync);
    set_internal(false);
    if (edge.is_from_initial) return is_yes();
    if (!edge.is_within_location) return is_yes_anywhere();
    facts_.set_both(Base::Loc, Tri::Yes);
    return is_yes();
  }
  [[nodiscard]] bool is_communication(const PairEdge& edge) {
    set_communication(edge.base);
    if (edge.is_against_sync) return is_against_sync();
    if (!edge.is_internal) return is_yes_in_and_out();
    set_internal(*edge.is_internal);
    return is_yes();
  }
  [[nodiscard]] bool is_against_sync() {
    facts_.set(Base::Sync, Tri::No);
    facts_.set_back(Base::Sync, Tri::Yes);
    set_internal(false);
    return is_yes();
  }

  const PairValues& values_;
  NodeIndex node_;
  const EventKind& from_;
  const EventKind& to_;
  Facts facts_;
};

bool PairValues::contains(NodeIndex node, const PairEdge& edge, PairEnds ends) const {
  if (code_.nodes[node].kind != ValueKind::Relation) return false;
  const auto fits = [](const EventKind& event, Base kind) {
    return kind == Base::All || (kind == Base::Reads ? event.is_read() : event.is_write());
  };
  return std::ranges::all_of(kinds_, [&](const EventKind& from) {
    return !fits(from, ends.first) || std::ranges::all_of(kinds_, [&](const EventKind& to) {
      return !fits(to, ends.last) || !Pair::may_be_in(edge, from, to) ||
             Pair(*this, node, from, to).is_contained(edge);
    });
  });
}

bool PairValues::contains_sequence(NodeIndex index, const PairEdge& first,
                                   const PairEdge& second) const {
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
