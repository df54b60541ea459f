#include "explorer/cat/pair_values.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "explorer/cat/code.h"
#include "explorer/cat/forms.h"

namespace drover::cat {

namespace {

Tri not_of(Tri value) { return static_cast<Tri>(2 - static_cast<int>(value)); }
Tri both(Tri a, Tri b) { return std::min(a, b); }
Tri either(Tri a, Tri b) { return std::max(a, b); }
Tri tri(bool value) { return value ? Tri::Yes : Tri::No; }

}  // namespace

struct PairValues::EventKind {
  EventClass is;
  [[nodiscard]] bool is_initial() const { return is.is_initial; }
  [[nodiscard]] bool is_read() const { return is.kind == LabelKind::Read; }
  [[nodiscard]] bool is_write() const { return is.kind == LabelKind::Write; }
  [[nodiscard]] bool is_access() const { return is_read() || is_write(); }
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

bool PairValues::fits(const EventKind& event, End kind) {
  switch (kind) {
    case End::Any: return true;
    case End::Access: return event.is_access();
    case End::Read: return event.is_read();
    case End::Write: return event.is_write();
    case End::ExclusiveRead: break;
  }
  return event.is.is_exclusive_read || event.is.is_failed_exclusive;
}

void PairValues::set_events(const EventKind& first, const EventKind& last) const {
  events_ = {&first, &last};
  for (Facts& each : facts_) each.fill(Tri::Maybe);
  for (const Side side : {Side::First, Side::Last}) {
    const EventKind& event = side == Side::First ? first : last;
    for (const Base base :
         {Base::Po, Base::Sync, Base::Rf, Base::Co, Base::Fr, Base::RmwPairs, Base::Amo}) {
      fact(side, base) = Tri::No;
    }
    if (event.is_access()) fact(side, Base::Loc) = Tri::Yes;
    if (!event.is_initial()) fact(side, Base::Int) = Tri::Yes;
    fact(side, Base::Si) = Tri::Yes;
  }
}

void PairValues::begin() const {
  ++epoch_;
  const auto assume = [&](NodeIndex node, Side side) {
    known_[4 * node + static_cast<std::size_t>(side)] = {epoch_, Tri::Yes};
  };
  if (accesses_ && events_[0]->is_access()) assume(*accesses_, Side::First);
  if (accesses_ && events_[1]->is_access()) assume(*accesses_, Side::Last);
  if (fact(Side::There, Base::Rf) != Tri::Yes || fact(Side::There, Base::Int) != Tri::Yes) return;
  for (const NodeIndex each : own_readings_) assume(each, Side::There);
}

Tri PairValues::value(NodeIndex index, Side side) const {
  Known& known = known_[4 * index + static_cast<std::size_t>(side)];
  if (known.epoch == epoch_) return known.value;
  if (left_ == 0) return Tri::Maybe;
  --left_;
  const Tri found = new_value(code_.nodes[index], side);
  known = {epoch_, found};
  return found;
}

Tri PairValues::base_value(Base base, Side side) const {
  if (!is_set(base)) return fact(side, base);
  const EventKind& event = *events_[side == Side::First ? 0 : 1];
  const bool is_unknown =
      !is_of_event(base) || base >= Base::FirstTag || (event.is_initial() && is_mode(base));
  return is_unknown ? Tri::Maybe : tri(is_among(base, sets_of(event.is)));
}

Tri PairValues::new_value(const Node& node, Side side) const {
  const bool is_own = side == Side::First || side == Side::Last;
  const Side first = is_own ? side : side == Side::There ? Side::First : Side::Last;
  const Side last = is_own ? side : side == Side::There ? Side::Last : Side::First;
  const auto a = [&] { return value(node.a, side); };
  const auto b = [&] { return value(node.b, side); };
  if (is_from_read(code_, node)) return fact(side, Base::Fr);
  switch (node.operation) {
    case Operation::Base: return base_value(node.base, side);
    case Operation::Empty: return Tri::No;
    case Operation::Union: {
      const Tri left = a();
      return left == Tri::Yes ? left : either(left, b());
    }
    case Operation::Intersection: {
      const Tri left = a();
      return left == Tri::No ? left : both(left, b());
    }
    case Operation::Difference: return both(a(), not_of(b()));
    case Operation::Complement: return not_of(a());
    case Operation::Sequence: {
      const bool is_yes =
          both(value(node.a, first), b()) == Tri::Yes || both(a(), value(node.b, last)) == Tri::Yes;
      return is_yes ? Tri::Yes : Tri::Maybe;
    }
    case Operation::RestrictDomain: return both(value(node.a, first), b());
    case Operation::RestrictRange: return both(a(), value(node.b, last));
    case Operation::Optional: return is_own ? Tri::Yes : a();
    case Operation::Plus: return a() == Tri::Yes ? Tri::Yes : Tri::Maybe;
    case Operation::Inverse:
      if (is_own) return a();
      return value(node.a, side == Side::There ? Side::Back : Side::There);
    case Operation::Identity: return is_own ? a() : Tri::No;
    case Operation::Product: return both(value(node.a, first), value(node.b, last));
    case Operation::Fixpoint:
    case Operation::Variable: return body_value(node, side);
    case Operation::Domain:
    case Operation::Range: break;
  }
  return Tri::Maybe;
}

// A Fixpoint equals its body.
Tri PairValues::body_value(const Node& node, Side side) const {
  const NodeIndex body = code_.groups[node.group].bodies[node.component];
  if (std::ranges::find(bodies_, body) != bodies_.end()) return Tri::Maybe;
  bodies_.push_back(body);
  const Tri found = value(body, side);
  bodies_.pop_back();
  return found == Tri::Yes ? Tri::Yes : Tri::Maybe;
}

// Two events with the known facts about them; tells whether `node` contains the pair.
class PairValues::Pair {
 public:
  Pair(const PairValues& values, NodeIndex node, const EventKind& from, const EventKind& to)
      : values_(values), node_(node), from_(from), to_(to) {
    values_.set_events(from, to);
    // Facts about any two events.
    for (const Base base : {Base::Rf, Base::Co, Base::Fr, Base::RmwPairs, Base::Amo}) {
      if (!may_be(base, from, to)) set(base, Tri::No);
      if (!may_be(base, to, from)) set_back(base, Tri::No);
    }
  }

  // True if two events of these kinds may be in `edge`.
  static bool may_be_in(const PairEdge& edge, const EventKind& from, const EventKind& to) {
    if (!fits(from, edge.ends.first) || !fits(to, edge.ends.last)) return false;
    const bool is_order =
        edge.base == Base::Po || edge.base == Base::Sync || is_dependency(edge.base);
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
      case Base::Addr:
      case Base::Data:
      case Base::Ctrl: set_order(edge.base); return is_in_program_order(edge);
      case Base::RmwPairs:
        set_order(Base::RmwPairs);
        set_order(Base::Po);
        set_internal(true);
        set_both(Base::Loc, Tri::Yes);
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

  void set(Base base, Tri value) { values_.fact(Side::There, base) = value; }
  void set_back(Base base, Tri value) { values_.fact(Side::Back, base) = value; }
  void set_both(Base base, Tri value) {
    set(base, value);
    set_back(base, value);
  }
  void set_order(Base base) {
    set(base, Tri::Yes);
    set_back(base, Tri::No);
  }
  void set_internal(bool is_internal) {
    set_both(Base::Int, tri(is_internal));
    if (is_internal) return;
    for (const Base base :
         {Base::Po, Base::RmwPairs, Base::Amo, Base::Addr, Base::Data, Base::Ctrl}) {
      set_both(base, Tri::No);
    }
  }
  void set_communication(Base base) {
    for (const Base other : {Base::Rf, Base::Co, Base::Fr}) set_both(other, Tri::No);
    set_order(base);
    set_both(Base::Loc, Tri::Yes);
  }

  [[nodiscard]] bool is_yes() const {
    values_.begin();
    return values_.value(node_, Side::There) == Tri::Yes;
  }
  // True if the answer is Yes both for one thread and for two threads.
  [[nodiscard]] bool is_yes_in_and_out() {
    if (!from_.is_initial() && !to_.is_initial()) {
      const auto kept = values_.facts_;
      set_internal(true);
      if (!is_yes()) return false;
      values_.facts_ = kept;
    }
    set_internal(false);
    return is_yes();
  }
  // True if the answer is Yes both for one location and for two.
  [[nodiscard]] bool is_yes_anywhere() {
    if (are_accesses()) {
      set_both(Base::Loc, Tri::Yes);
      if (!is_yes()) return false;
    }
    set_both(Base::Loc, are_accesses() ? Tri::No : Tri::Maybe);
    for (const Base base : {Base::Rf, Base::Co, Base::Fr}) set_both(base, Tri::No);
    return is_yes();
  }
  // True if the answer is Yes whether or not the events are halves of one read-modify-write, or of
  // one instruction.
  template <typename IsYes>
  [[nodiscard]] bool is_yes_for_halves(const IsYes& is_yes_now, bool may_be_one_instruction) {
    if (!may_be(Base::RmwPairs, from_, to_)) return is_yes_now();
    const auto kept = values_.facts_;
    for (const auto& [is_pair, is_one] :
         {std::pair{false, false}, std::pair{true, false}, std::pair{true, true}}) {
      if (is_one && !may_be_one_instruction) continue;
      values_.facts_ = kept;
      set(Base::RmwPairs, tri(is_pair));
      set(Base::Amo, tri(is_one));
      if (!is_yes_now()) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_in_program_order(const PairEdge& edge) {
    set_order(Base::Po);
    set_internal(true);
    set_both(Base::Sync, Tri::No);
    if (!edge.is_within_location) {
      return is_yes_for_halves([&] { return is_yes_anywhere(); }, !edge.is_apart);
    }
    set_both(Base::Loc, Tri::Yes);
    return is_yes_for_halves([&] { return is_yes(); }, !edge.is_apart);
  }
  [[nodiscard]] bool is_in_sync(const PairEdge& edge) {
    if (edge.is_to_initial) return is_against_sync();
    set_order(Base::Sync);
    set_internal(false);
    if (edge.is_from_initial) return is_yes();
    if (!edge.is_within_location) return is_yes_anywhere();
    set_both(Base::Loc, Tri::Yes);
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
    set(Base::Sync, Tri::No);
    set_back(Base::Sync, Tri::Yes);
    set_internal(false);
    return is_yes();
  }

  const PairValues& values_;
  NodeIndex node_;
  const EventKind& from_;
  const EventKind& to_;
};

bool PairValues::contains(NodeIndex node, const PairEdge& edge) const {
  if (code_.nodes[node].kind != ValueKind::Relation) return false;
  return std::ranges::all_of(kinds_, [&](const EventKind& from) {
    return std::ranges::all_of(kinds_, [&](const EventKind& to) {
      return !Pair::may_be_in(edge, from, to) || Pair(*this, node, from, to).is_contained(edge);
    });
  });
}

bool PairValues::has_all(NodeIndex set, End kind) const {
  return std::ranges::all_of(kinds_, [&](const EventKind& event) {
    if (!fits(event, kind)) return true;
    set_events(event, event);
    begin();
    return value(set, Side::First) == Tri::Yes;
  });
}

// ---- Sequences

bool PairValues::contains_path(NodeIndex index, const Path& path) const {
  const auto& [edges, repeated] = path;
  if (edges.size() == 1 && repeated.empty()) return contains(index, edges[0]);
  if (left_ == 0) return false;
  --left_;
  const Node& node = code_.nodes[index];
  const auto has = [&](NodeIndex part) { return contains_path(part, path); };
  if (edges.empty()) {  // includes the identity
    return node.operation == Operation::Optional &&
           code_.nodes[node.a].operation == Operation::Plus &&
           contains_path(node.a, Path{repeated, {}});
  }
  const auto has_first = [&](NodeIndex set) {
    return has_all(set, edges.front().ends.first) &&
           (repeated.empty() || has_all(set, repeated.front().ends.first));
  };
  const auto has_last = [&](NodeIndex set) { return has_all(set, edges.back().ends.last); };
  const auto is_product = [&](NodeIndex part) {
    const Node& product = code_.nodes[part];
    return product.operation == Operation::Product && has_first(product.a) && has_last(product.b);
  };
  switch (node.operation) {
    case Operation::Union: return has(node.a) || has(node.b);
    case Operation::Optional: return has(node.a);
    case Operation::Intersection:
      return (is_product(node.b) && has(node.a)) || (is_product(node.a) && has(node.b));
    case Operation::RestrictDomain: return has_first(node.a) && has(node.b);
    case Operation::RestrictRange: return has_last(node.b) && has(node.a);
    case Operation::Plus:
    case Operation::Sequence: return contains_in_sequence(node, path);
    case Operation::Fixpoint:
    case Operation::Variable: return contains_in_body(node, path);
    default: return false;
  }
}

// For a sequence, or a closure, which contains the sequences of itself.
bool PairValues::contains_in_sequence(const Node& node, const Path& path) const {
  const auto& [edges, repeated] = path;
  const bool is_closure = node.operation == Operation::Plus;
  const NodeIndex left = node.a;
  const NodeIndex right = is_closure ? node.a : node.b;
  const auto is_left_out = [&](NodeIndex part) {
    return code_.nodes[part].operation == Operation::Optional || is_base(code_, part, Base::Si);
  };
  if (is_closure && !repeated.empty() && contains_path(left, Path{repeated, {}}) &&
      contains_path(left, Path{edges, {}})) {
    return true;
  }
  for (std::size_t i = repeated.empty() || is_closure ? 1 : 0; i < edges.size(); ++i) {
    if (contains_path(left, Path{edges.first(i), repeated}) &&
        contains_path(right, Path{edges.subspan(i), {}})) {
      return true;
    }
  }
  return ((is_closure || is_left_out(right)) && contains_path(left, path)) ||
         (!is_closure && is_left_out(left) && contains_path(right, path));
}

// For a variable or a result of a `let rec`: it contains its body.
bool PairValues::contains_in_body(const Node& node, const Path& path) const {
  const NodeIndex body = code_.groups[node.group].bodies[node.component];
  const std::tuple question{body, path.edges.data(), path.edges.size() + path.repeated.size()};
  if (std::ranges::find(asked_, question) != asked_.end()) return false;
  asked_.push_back(question);
  const bool is_contained = (!path.repeated.empty() && contains_path(body, Path{path.edges, {}}) &&
                             goes_on_before(body, node, path)) ||
                            contains_path(body, path);
  asked_.pop_back();
  return is_contained;
}

// True if a body has an alternative `c; v` where v is the variable itself and c contains the
// repeated edges.
bool PairValues::goes_on_before(NodeIndex body, const Node& variable, const Path& path) const {
  const Node& at = code_.nodes[body];
  if (at.operation == Operation::Union) {
    return goes_on_before(at.a, variable, path) || goes_on_before(at.b, variable, path);
  }
  if (at.operation != Operation::Sequence) return false;
  const Node& last = code_.nodes[at.b];
  return last.operation == Operation::Variable && last.group == variable.group &&
         last.component == variable.component && contains_path(at.a, Path{path.repeated, {}});
}

}  // namespace drover::cat
