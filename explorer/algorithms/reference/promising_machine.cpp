// The machine of Pulte, Pichon-Pharabod, Kang, Lee and Hur, "Promising-ARM/RISC-V: a simpler and
// faster operational concurrency model", PLDI 2019 [PARM]. The rules are cited by the names of
// their definitions in the authors' Coq files: Local.read, Local.writable and Local.fulfill,
// Local.dmb, Local.isb, FwdItem.read_view. They prove that the machine has the outcomes of the
// axiomatic models of 2018.
//
// A write becomes visible when its thread *promises* it: the message joins the end of memory. The
// thread *fulfils* the promise when it comes to the store. Everything else happens in program
// order; a read may see an old message, as far as the thread's views allow it.
//
// Differs from the paper: the axioms have moved since, and the machine follows them (the two models
// in explorer/models, and herd7's answers):
//  - The read of a read-modify-write comes before its write on Arm, too (there, an acquire that
//    reads the write comes after the read only).
//  - An atomic instruction of Arm with both orders orders what follows after its write.
//  - DMB LD does not wait for instructions that return nothing; DSB orders everything that follows.
//  - Arm: between the halves of an exclusive pair another thread may write if the thread itself
//    does, too.
//  - Pick dependencies (conditional selects, compare-and-swaps, the success of an exclusive store)
//    bind writes, not reads: each view has two parts.
//  - What depends on a compare-and-swap depends on the values that it uses, not on the comparison
//    (thread_runs.h).
//  - An atomic memory operation of RISC-V is one event, and .aq and .rl on atomics are
//    sequentially consistent among each other.
// A thread that starts has seen what its parent has, or, after the init block and in the final
// block, all of memory; who joins a thread has seen what that thread has.

#include "explorer/algorithms/reference/promising_machine.h"

#include <algorithm>

namespace drover::reference {

namespace {

// The orders of an access, from its tags.
struct Orders {
  bool acquires = false;   // weakly or strongly
  bool is_strong = false;  // Arm: LDAR
  bool releases = false;
  bool is_consistent = false;  // RISC-V: an atomic with .aq or .rl
};

bool has_any(const TagSet& tags, std::initializer_list<Tag> any) {
  return std::ranges::any_of(any, [&](Tag tag) { return tags.contains(tag); });
}

Orders orders_of(const TagSet& tags) {
  Orders out;
  out.is_strong = tags.contains(Tag::Acquire);
  out.acquires =
      has_any(tags, {Tag::Acquire, Tag::AcquirePc, Tag::RvAcquire, Tag::RvAcquireRelease});
  out.releases = has_any(tags, {Tag::Release, Tag::RvRelease, Tag::RvAcquireRelease});
  out.is_consistent = has_any(tags, {Tag::Exclusive, Tag::RvAmo}) &&
                      has_any(tags, {Tag::RvAcquire, Tag::RvRelease, Tag::RvAcquireRelease});
  return out;
}

// [PARM] Local.dmb: the accesses before a barrier, and those after it, that it keeps in order.
struct BarrierBits {
  bool read_read = false;
  bool read_write = false;
  bool write_read = false;
  bool write_write = false;
};

BarrierBits bits_of(const TagSet& tags) {
  using enum Tag;
  if (has_any(tags, {DmbSy, DmbIsh, DmbOsh, DsbSy, DsbIsh, DsbOsh, FenceRwRw})) {
    return {true, true, true, true};
  }
  if (has_any(tags, {DmbLd, DmbIshLd, DmbOshLd, DsbLd, DsbIshLd, DsbOshLd, FenceRRw})) {
    return {.read_read = true, .read_write = true};
  }
  if (has_any(tags, {DmbSt, DmbIshSt, DmbOshSt, FenceWW})) return {.write_write = true};
  if (has_any(tags, {DsbSt, DsbIshSt, DsbOshSt, FenceWRw})) {
    return {.write_read = true, .write_write = true};
  }
  if (tags.contains(FenceRR)) return {.read_read = true};
  if (tags.contains(FenceRW)) return {.read_write = true};
  if (tags.contains(FenceWR)) return {.write_read = true};
  if (tags.contains(FenceRwR)) return {.read_read = true, .write_read = true};
  if (tags.contains(FenceRwW)) return {.read_write = true, .write_write = true};
  if (tags.contains(FenceTso)) {
    return {.read_read = true, .read_write = true, .write_write = true};
  }
  return {};  // DMB NSH and fence.i: other threads do not see them
}

LocationView& located(PromisingThread& thread, LocationId location) {
  const auto found = std::ranges::find(thread.locations, location, &LocationView::location);
  if (found != thread.locations.end()) return *found;
  thread.locations.push_back({.location = location});
  return thread.locations.back();
}

}  // namespace

LocationView view_of(const PromisingThread& thread, LocationId location) {
  const auto found = std::ranges::find(thread.locations, location, &LocationView::location);
  return found == thread.locations.end() ? LocationView{.location = location} : *found;
}

Timestamp seen_of(const PromisingThread& thread, LocationId location) {
  return std::max(thread.new_reads.read, view_of(thread, location).seen.read);
}

Timestamp last_message(const MessageList& memory, LocationId location, Timestamp after,
                       Timestamp until) {
  for (Timestamp at = std::min(until, static_cast<Timestamp>(memory.size())); at > after; --at) {
    if (memory[at - 1].location == location) return at;
  }
  return 0;
}

PromisingThread PromisingMachine::start(ThreadId thread, View seen) const {
  PromisingThread out{.id = thread, .node = code_->initial(thread)};
  out.new_reads = out.new_writes = out.started = seen;
  return out;
}

Value PromisingMachine::value_of(const MessageList& memory, LocationId location,
                                 Timestamp at) const {
  return at == 0 ? code_->initial_value(location) : memory[at - 1].value;
}

// ---- Dependencies

// Returns what a value has seen that was computed from `certain`, and picked by `picked`.
View PromisingMachine::of_reads(const PromisingThread& thread, const ReadSet& certain,
                                const ReadSet& picked) const {
  View out;
  certain.for_each([&](std::uint32_t read) { out |= thread.done[read].carried; });
  if (!is_arm()) return out;
  picked.for_each([&](std::uint32_t read) {
    out.write = std::max(out.write, thread.done[read].carried.write);
  });
  return out;
}

View PromisingMachine::of_address(const PromisingThread& thread) const {
  const EventDependencies& dependencies = this->dependencies(thread);
  return of_reads(thread, dependencies.addr, dependencies.pick_addr);
}

// Of vCap ([PARM] Local.control): what branches so far depend on. The automaton keeps these reads.
View PromisingMachine::before_later_writes(const PromisingThread& thread) const {
  const EventDependencies& dependencies = this->dependencies(thread);
  const ReadSet& control = is_arm() ? dependencies.pick_ctrl : dependencies.ctrl;
  return of_reads(thread, control, {}) | thread.captured | thread.new_writes;
}

// ---- Reads

// [PARM] Local.read: the pre-view.
View PromisingMachine::before_read(const PromisingThread& thread, const TagSet& tags) const {
  const Orders orders = orders_of(tags);
  View before = of_address(thread) | thread.new_reads;
  if (orders.is_strong || orders.is_consistent) before |= thread.released;
  if (!is_arm() && orders.releases) before |= thread.old_reads | thread.old_writes;
  return before;
}

// [PARM] Local.read: no message of the location may lie between the one that is read and
// what the thread has seen.
Obstacle PromisingMachine::obstacle_to_read(const PromisingThread& thread,
                                            const MessageList& memory, Timestamp at) const {
  const LocationId location = label(thread).location;
  if (at > memory.size() || (at != 0 && memory[at - 1].location != location)) {
    return {Hindrance::OtherMessage};
  }
  const TagSet tags = label(thread).tags_when_reading(value_of(memory, location, at));
  const Timestamp before = before_read(thread, tags).read;
  if (const Timestamp later = last_message(memory, location, at, before)) {
    return {Hindrance::Overwritten, before, later};
  }
  const Timestamp seen = view_of(thread, location).seen.read;
  if (const Timestamp later = last_message(memory, location, at, seen)) {
    return {Hindrance::Incoherent, seen, later};
  }
  return {};
}

// [PARM] Local.read; FwdItem.read_view for the view of the message.
void PromisingMachine::read(PromisingThread& thread, const MessageList& memory,
                            Timestamp at) const {
  const Label& label = this->label(thread);
  const Value value = value_of(memory, label.location, at);
  const TagSet tags = label.tags_when_reading(value);
  const Orders orders = orders_of(tags);
  const View address = of_address(thread);
  LocationView& location = located(thread, label.location);

  View after = before_read(thread, tags);
  View carried;
  const bool is_forwarded = at != 0 && at == location.written;
  if (is_forwarded && (is_arm() || !location.is_exclusive)) {
    after |= location.forwarded;
    if (orders.acquires) after |= location.updated;
    carried = location.carried;
  } else {
    after |= {at, at};
  }
  // An own write hands on what binds writes, even if a later message is read: what picked the
  // write, and the read of an own read-modify-write.
  after.write = std::max(after.write, location.carried.write);
  carried |= after;

  location.seen |= after;
  thread.old_reads |= after;
  if (!tags.contains(Tag::NoReturn)) thread.old_waited_reads |= after;
  if (orders.acquires) {
    thread.new_reads |= after;
    thread.new_writes |= after;
  }
  if (orders.is_consistent) thread.released |= after;
  thread.captured |= is_arm() ? of_reads(thread, dependencies(thread).pick_addr, {}) : address;
  if (tags.contains(Tag::Exclusive) || label.exclusive.contains(value)) {
    if (thread.has_stored) thread.reservations.clear();
    thread.has_stored = false;
    thread.reservations.push_back({label.location, at, after});
  }
  go_on(thread, value,
        {.node = thread.node, .at = at, .value = value, .after = after, .carried = carried});
}

// ---- Writes

// Returns the exclusive load that belongs to the next write, if it is exclusive.
const Reservation* PromisingMachine::reservation(const PromisingThread& thread) const {
  const Label& label = this->label(thread);
  if (!label.tags.contains(Tag::Exclusive) && !label.is_exclusive_write) return nullptr;
  const auto found =
      std::find_if(thread.reservations.rbegin(), thread.reservations.rend(),
                   [&](const Reservation& each) { return each.location == label.location; });
  return found == thread.reservations.rend() ? nullptr : &*found;
}

// [PARM] Local.writable: the pre-view.
View PromisingMachine::before_write(const PromisingThread& thread) const {
  const EventDependencies& dependencies = this->dependencies(thread);
  const Orders orders = orders_of(label(thread).tags);
  View before = of_address(thread) | before_later_writes(thread) |
                of_reads(thread, dependencies.data, dependencies.pick_data);
  if (orders.releases) before |= thread.old_reads | thread.old_writes;
  if (orders.is_consistent) before |= thread.released;
  if (const Reservation* of = reservation(thread)) before |= of->after;
  return before;
}

// [PARM] Local.writable.
Obstacle PromisingMachine::obstacle_to_write(const PromisingThread& thread,
                                             const MessageList& memory, Timestamp at) const {
  const Label& label = this->label(thread);
  const Message message{label.location, label.value, thread.id};
  if (at <= memory.size() && memory[at - 1] != message) return {Hindrance::OtherMessage};
  const Timestamp before = before_write(thread).write;
  if (before >= at) return {Hindrance::TooEarly, before};
  const Timestamp seen = view_of(thread, label.location).seen.write;
  if (seen >= at) return {Hindrance::BehindOwnView, seen};
  const Reservation* of = reservation(thread);
  if (of == nullptr) return {};
  Timestamp foreign = 0;
  for (Timestamp each = of->at + 1; each < at && each <= memory.size(); ++each) {
    if (memory[each - 1].location != label.location) continue;
    if (memory[each - 1].thread != thread.id) {
      foreign = each;
    } else if (is_arm()) {
      return {};
    }
  }
  return foreign == 0 ? Obstacle{} : Obstacle{Hindrance::NotExclusive, of->at, foreign};
}

// [PARM] Local.fulfill.
void PromisingMachine::fulfil(PromisingThread& thread, Timestamp at) const {
  const Label& label = this->label(thread);
  const EventDependencies& dependencies = this->dependencies(thread);
  const Orders orders = orders_of(label.tags);
  const Reservation* const of = reservation(thread);
  const View picked = of_reads(thread, {}, dependencies.pick);
  const View address = of_address(thread);

  LocationView& location = located(thread, label.location);
  // A write does not hand on what its own read has read, as far as only its value depends on it.
  ReadSet data;
  ReadSet picked_data;
  const auto own = static_cast<std::uint32_t>(thread.done.size() - 1);
  const auto copy_without_own = [&](const ReadSet& from, ReadSet& to) {
    from.for_each([&](std::uint32_t read) {
      if (!label.is_exclusive_write || read != own) to.insert(read);
    });
  };
  copy_without_own(dependencies.data, data);
  copy_without_own(dependencies.pick_data, picked_data);
  const View after = View{at, at} | View{0, picked.write};
  location.forwarded = address | of_reads(thread, data, picked_data) | picked;
  location.carried = address | picked | of_reads(thread, dependencies.data, dependencies.pick_data);
  location.updated = of == nullptr ? View{} : of->after;
  location.is_exclusive = label.tags.contains(Tag::Exclusive) || label.is_exclusive_write;
  location.written = at;
  location.seen = after;

  thread.old_writes |= after;
  thread.captured |= is_arm() ? of_reads(thread, dependencies.pick_addr, {}) : address;
  if (is_arm() ? orders.releases : orders.is_consistent) thread.released |= after;
  if (orders.acquires) {
    thread.new_reads |= after;
    thread.new_writes |= after;
  }
  if (label.is_exclusive_write) end_update(thread, after);
  if (location.is_exclusive) thread.has_stored = true;
  if (label.is_exclusive_write) thread.reservations.clear();
  std::erase(thread.promises, at);
  go_on(thread, 0, {.node = thread.node, .at = at, .after = after, .carried = after});
}

// The write half of an atomic instruction; `after` is its post-view.
void PromisingMachine::end_update(PromisingThread& thread, View after) const {
  const Label& write = label(thread);
  DoneEvent& read = thread.done.back();
  const TagSet& tags = code_->label(thread.id, read.node).tags;
  if (is_arm() && tags.contains(Tag::Acquire) && write.tags.contains(Tag::Release)) {
    thread.new_reads |= after;
    thread.new_writes |= after;
  }
  if (!write.is_fused) return;
  // One event: what comes after its read comes after its write.
  read.after |= after;
  read.carried |= after;
  thread.old_reads |= after;
  thread.old_waited_reads |= after;
}

// ---- Barriers and others

// [PARM] Local.dmb, Local.isb.
void PromisingMachine::pass_barrier(PromisingThread& thread) const {
  const TagSet& tags = label(thread).tags;
  if (tags.contains(Tag::Isb)) {
    thread.new_reads |= thread.captured | of_reads(thread, dependencies(thread).pick_ctrl, {});
  }
  const BarrierBits bits = bits_of(tags);
  const bool is_full = bits.read_read && bits.write_read;
  const View reads = is_full || !is_arm() ? thread.old_reads : thread.old_waited_reads;
  if (bits.read_read) thread.new_reads |= reads;
  if (bits.write_read) thread.new_reads |= thread.old_writes;
  if (bits.read_write) thread.new_writes |= reads;
  if (bits.write_write) thread.new_writes |= thread.old_writes;
  pass_other(thread);
}

void PromisingMachine::choose(PromisingThread& thread, Value value) const {
  go_on(thread, value, {.node = thread.node, .value = value});
}

void PromisingMachine::pass_other(PromisingThread& thread) const {
  go_on(thread, 0, {.node = thread.node});
}

View PromisingMachine::passed_on(const PromisingThread& thread) {
  return thread.old_reads | thread.old_writes | thread.started;
}

void PromisingMachine::join(PromisingThread& thread, const PromisingThread& joined,
                            Value result) const {
  const View seen = passed_on(joined);
  thread.new_reads |= seen;
  thread.new_writes |= seen;
  thread.started |= seen;
  go_on(thread, result, {.node = thread.node, .value = result});
}

void PromisingMachine::go_on(PromisingThread& thread, Value value, DoneEvent event) const {
  thread.node = code_->next(thread.id, thread.node, value);
  thread.done.push_back(event);
}

}  // namespace drover::reference
