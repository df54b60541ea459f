#include "explorer/graph/base_values.h"

#include <algorithm>
#include <array>

#include "explorer/graph/thread_order.h"

namespace drover {

EventId first_half_of(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  const std::uint32_t distance = event.label.part.count;
  const bool may_be = !event.is_initial() && event.label.is_write() &&
                      event.label.is_exclusive_write && event.index >= distance;
  if (!may_be) return EventId::none();
  const EventId read = graph.events_of(event.thread)[event.index - distance];
  return graph.event(read).is_exclusive_read ? read : EventId::none();
}

namespace {

// The events of a thread that belong to one instruction, by index.
struct IndexRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

IndexRange access_of(const Event& event) {
  const AccessPart& part = event.label.part;
  const std::uint32_t begin = event.index - part.index;
  return {begin, begin + part.count};
}
// Includes the other half of a read-modify-write that is cut. A compare-and-swap that fails has
// none.
IndexRange instruction_of(const ExecutionGraph& graph, const Event& event) {
  IndexRange range = access_of(event);
  const AccessPart& part = event.label.part;
  if (part.update == AccessPart::Update::None) return range;
  if (event.label.is_write()) {
    range.begin -= part.count;
    return range;
  }
  const std::span<const EventId> thread = graph.events_of(event.thread);
  if (range.end >= thread.size()) return range;
  const Label& next = graph.event(thread[range.end]).label;
  const AccessPart first{0, part.count, part.update};
  if (next.is_write() && next.part == first) range.end += part.count;
  return range;
}

}  // namespace

void BaseValues::set_events(const ExecutionGraph& graph, UpdateEvents halves) {
  set_edges(graph);
  halves_ = halves;
  index_of_.clear();
  first_of_.clear();
  has_fused_ = false;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    const bool may_be_second =
        (event.label.is_fused && event.label.is_write() && halves != UpdateEvents::AsInGraph) ||
        halves == UpdateEvents::One;
    const EventId first = may_be_second ? first_half_of(graph, EventId(i)) : EventId::none();
    has_fused_ |= !first.is_none();
    if (!first.is_none()) {
      index_of_.push_back(at(first));
    } else {
      index_of_.emplace_back(first_of_.size());
      first_of_.emplace_back(i);
    }
  }
}

void BaseValues::set_edges(const ExecutionGraph& graph) {
  graph_ = &graph;
  has_coherence_ = false;
}

EventSet BaseValues::set(Base base) const {
  EventSet out(size());
  fill(base, out);
  return out;
}

Relation BaseValues::relation(Base base) const {
  Relation out(size());
  fill(base, out);
  return out;
}

// ---- Sets

namespace {

// Returns the written mode of a read-modify-write, from those of its halves.
Mode mode_of_both(Mode read, Mode write) {
  if (read == Mode::Acq && write == Mode::Rel) return Mode::AcqRel;
  return read == Mode::Rlx ? write : read;
}

constexpr BaseSets Modes = [] {
  BaseSets modes = 0;
  for (Base base = Base::Na; is_mode(base);) {
    modes |= just(base);
    base = static_cast<Base>(static_cast<std::size_t>(base) + 1);
  }
  return modes;
}();

}  // namespace

BaseSets BaseValues::sets_of_event(EventId id) const {
  const Event& event = graph_->event(id);
  EventClass is{.kind = event.label.kind,
                .mode = event.label.mode,
                .is_initial = event.is_initial(),
                .is_exclusive_read = event.is_exclusive_read,
                .is_exclusive_write = event.label.is_write() && event.label.is_exclusive_write,
                .is_failed_exclusive = event.is_failed_exclusive};
  if (halves_ != UpdateEvents::One) return sets_of(is);
  // The first half carries the mode of both.
  if (is_second_half(*graph_, id)) return sets_of(is) & ~Modes;
  if (event.is_exclusive_read) {
    const auto thread = graph_->events_of(event.thread);
    const std::size_t second = event.index + std::size_t{event.label.part.count};
    if (second < thread.size()) {
      is.mode = mode_of_both(is.mode, graph_->event(thread[second]).label.mode);
    }
  }
  return sets_of(is);
}

void BaseValues::fill(Base base, EventSet& out) const {
  out.reset(size());
  if (base == Base::FinalWrites) return fill_final_writes(out);
  if (base == Base::NonAtomicLocation) return fill_located(base, &out, nullptr);
  const bool is_tag = base >= Base::FirstTag;
  for (std::size_t i = 0; i < event_count(); ++i) {
    bool is_in = false;
    if (is_tag) {
      const TagSet& tags = graph_->event(EventId(i)).label.tags;
      is_in = !tags.is_empty() && tags.contains(tag_of(base));
    } else {
      is_in = is_among(base, sets_of_event(EventId(i)));
    }
    if (is_in) out.insert(at(EventId(i)));
  }
}

void BaseValues::fill_final_writes(EventSet& out) const {
  for (std::size_t i = 0; i < event_count(); ++i) {
    const EventId write = at(EventId(i));
    const bool is_write = graph_->event(EventId(i)).label.is_write();
    if (is_write && has_no_bits(coherence().row(write))) out.insert(write);
  }
}

// For accesses, and fences with a location: fills the pairs of one location, or the events of
// locations with non-atomic accesses.
void BaseValues::fill_located(Base base, EventSet* set, Relation* pairs) const {
  struct Location {
    EventSet events;
    bool is_non_atomic = false;
  };
  std::vector<Location> locations;
  for (std::size_t i = 0; i < event_count(); ++i) {
    const Event& event = graph_->event(EventId(i));
    const Label& label = event.label;
    const bool is_located = label.is_access() || (label.is_fence() && !label.location.is_none());
    if (!is_located) continue;
    if (label.location.value >= locations.size()) {
      locations.resize(label.location.value + std::size_t{1}, {EventSet(size())});
    }
    Location& location = locations[label.location.value];
    location.events.insert(at(EventId(i)));
    location.is_non_atomic |= label.mode == Mode::Na && !event.is_initial();
  }
  for (const Location& location : locations) {
    if (base == Base::Loc) {
      location.events.for_each([&](EventId event) { pairs->insert_all(event, location.events); });
    } else if (location.is_non_atomic) {
      *set |= location.events;
    }
  }
}

// ---- Relations

void BaseValues::fill(Base base, Relation& out) const {
  out.reset(size());
  if (is_dependency(base)) return fill_dependencies(base, out);
  if (is_scoped(base)) return fill_scoped(base, out);
  switch (base) {
    case Base::Po:
    case Base::Int:
    case Base::RmwPairs:
    case Base::Amo: return fill_threads(base, out);
    case Base::Sync: return fill_sync(out);
    case Base::Loc: return fill_located(base, nullptr, &out);
    case Base::SameValue: return fill_same_value(out);
    case Base::Si: return fill_accesses(out);
    case Base::Co: out = coherence(); return;
    default: break;
  }
  for (std::size_t i = 0; i < event_count(); ++i) {
    const EventId write = graph_->event(EventId(i)).reads_from;
    if (write.is_none()) continue;
    const EventId read = at(EventId(i));
    if (base == Base::Rf) {
      out.insert(at(write), read);
    } else {
      out.insert_all(read, coherence().row(at(write)));
      if (has_fused_) out.erase(read, read);
    }
  }
}

const Relation& BaseValues::coherence() const {
  if (has_coherence_) return coherence_;
  has_coherence_ = true;
  if (const ChosenOrders* orders = graph_->orders()) {
    coherence_ = orders->coherence;
    return coherence_;
  }
  coherence_.reset(size());
  EventSet later;
  for (const LocationId location : graph_->locations()) {
    later.reset(size());
    const std::span<const EventId> order = graph_->coherence(location);
    for (std::size_t i = order.size(); i-- > 0;) {
      coherence_.insert_all(at(order[i]), later.words());
      later.insert(at(order[i]));
    }
    // The initial write also precedes writes without a place.
    const EventId initial = graph_->initial_write(location);
    for (const EventId write : graph_->writes_to(location)) {
      if (write != initial) coherence_.insert(at(initial), at(write));
    }
  }
  return coherence_;
}

void BaseValues::fill_threads(Base base, Relation& out) const {
  EventSet later;
  for (std::size_t t = 0; t < graph_->thread_count(); ++t) {
    const std::span<const EventId> order = graph_->events_of(ThreadId(t));
    if (base == Base::RmwPairs || base == Base::Amo) {
      fill_updates(base, order, out);
      continue;
    }
    later.reset(size());
    for (std::size_t i = order.size(); i-- > 0;) {
      const bool is_first = i + 1 < order.size() && at(order[i + 1]) == at(order[i]);
      if (base == Base::Po && !is_first) out.insert_all(at(order[i]), later.words());
      if (base == Base::Po && !graph_->event(order[i]).label.part.is_whole()) {
        erase_apart(order, i, out);
      }
      later.insert(at(order[i]));
    }
    if (base == Base::Po) continue;
    later.for_each([&](EventId event) { out.insert_all(event, later.words()); });
  }
}

void BaseValues::erase_apart(std::span<const EventId> order, std::size_t index,
                             Relation& out) const {
  const std::size_t end = instruction_of(*graph_, graph_->event(order[index])).end;
  for (std::size_t i = index; i < end && i < order.size(); ++i) {
    if (are_apart(order[index], order[i])) out.erase(at(order[index]), at(order[i]));
  }
}

bool BaseValues::are_apart(EventId a, EventId b) const {
  const Event& first = graph_->event(a);
  const Event& second = graph_->event(b);
  if (first.is_initial() || first.thread != second.thread || first.label.part.is_whole()) {
    return false;
  }
  const IndexRange range = instruction_of(*graph_, first);
  const bool is_inside = range.begin <= second.index && second.index < range.end;
  return is_inside && (first_half_of(*graph_, b) != a || at(a) == at(b));
}

void BaseValues::fill_accesses(Relation& out) const {
  for (std::size_t i = 0; i < event_count(); ++i) {
    const Event& event = graph_->event(EventId(i));
    out.insert(at(EventId(i)), at(EventId(i)));
    if (event.label.part.is_whole()) continue;
    const std::span<const EventId> thread = graph_->events_of(event.thread);
    const IndexRange range = access_of(event);
    for (std::size_t other = range.begin; other < range.end && other < thread.size(); ++other) {
      out.insert(at(EventId(i)), at(thread[other]));
    }
  }
}

// Initial writes precede all else; then roles of threads in their order; then spawn and join.
void BaseValues::fill_sync(Relation& out) const {
  std::array<EventSet, 3> of_role{EventSet(size()), EventSet(size()), EventSet(size())};
  for (std::size_t t = 0; t < graph_->thread_count(); ++t) {
    EventSet& role = of_role[static_cast<std::size_t>(graph_->role(ThreadId(t)))];
    for (const EventId event : graph_->events_of(ThreadId(t))) role.insert(at(event));
  }
  const EventSet& workers = of_role[static_cast<std::size_t>(ThreadRole::Worker)];
  const EventSet& last = of_role[static_cast<std::size_t>(ThreadRole::Final)];
  const EventSet all = of_role[0] | of_role[1] | of_role[2];
  for (std::size_t i = 0; i < event_count(); ++i) {
    const Event& event = graph_->event(EventId(i));
    if (event.is_initial()) {
      out.insert_all(at(EventId(i)), all.words());
    } else if (graph_->role(event.thread) == ThreadRole::Init) {
      out.insert_all(at(EventId(i)), (workers | last).words());
    } else if (graph_->role(event.thread) == ThreadRole::Worker) {
      out.insert_all(at(EventId(i)), last.words());
    }
  }
  if (!graph_->has_spawns()) return;
  for (const auto& [first, second] : spawn_order(*graph_).pairs())
    out.insert(at(first), at(second));
}

// Pairs of one instruction; and of exclusive instructions, if no other exclusive instruction of the
// thread is in between. The partner of a successful exclusive store is the last exclusive load: so
// a write belongs to the last such read of its location, and a second write behind it is of the
// same instruction, since LDXP and STXP have two accesses each.
void BaseValues::fill_updates(Base base, std::span<const EventId> order, Relation& out) const {
  std::vector<EventId> loads;  // exclusive reads since the last exclusive write
  bool has_stored = false;     // that write is of an exclusive store and may have a second half
  const bool has_pairs = base == Base::RmwPairs || halves_ != UpdateEvents::One;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Label& label = graph_->event(order[i]).label;
    const EventId first = first_half_of(*graph_, order[i]);
    const bool is_second = !first.is_none();
    const bool is_one = label.is_fused && halves_ != UpdateEvents::AsInGraph;
    if (is_second && !is_one && has_pairs) out.insert(at(first), at(order[i]));
    if (base == Base::Amo || !label.tags.contains(Tag::Exclusive) || label.is_fused) continue;
    if (label.is_read()) {
      if (has_stored) loads.clear();
      has_stored = false;
      loads.push_back(order[i]);
      continue;
    }
    has_stored = true;
    // An atomic instruction is in between.
    if (is_second) loads.clear();
    const auto partner = std::find_if(loads.rbegin(), loads.rend(), [&](EventId read) {
      return graph_->event(read).label.location == label.location;
    });
    if (partner != loads.rend()) out.insert(at(*partner), at(order[i]));
  }
}

void BaseValues::fill_same_value(Relation& out) const {
  const auto events = graph_->events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (std::size_t j = 0; j < events.size(); ++j) {
      const bool are_accesses = events[i].label.is_access() && events[j].label.is_access();
      if (!are_accesses || events[i].value != events[j].value) continue;
      out.insert(at(EventId(i)), at(EventId(j)));
    }
  }
}

void BaseValues::fill_dependencies(Base base, Relation& out) const {
  const GraphDependencies* dependencies = graph_->dependencies();
  if (dependencies == nullptr) return;
  const auto of = [&]() -> const Relation& {
    switch (base) {
      case Base::Addr: return dependencies->addr;
      case Base::Data: return dependencies->data;
      case Base::Ctrl: return dependencies->ctrl;
      case Base::PickAddr: return dependencies->pick_addr;
      case Base::PickData: return dependencies->pick_data;
      case Base::PickCtrl: return dependencies->pick_ctrl;
      default: return dependencies->pick;
    }
  };
  const Relation& pairs = of();
  for (std::size_t i = 0; i < event_count(); ++i) {
    const EventId read = at(EventId(i));
    pairs.for_each_successor(EventId(i), [&](EventId event) {
      if (at(event) != read && !are_apart(EventId(i), event)) out.insert(read, at(event));
    });
  }
}

}  // namespace drover
