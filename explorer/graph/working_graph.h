#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "explorer/graph/event_bits.h"
#include "explorer/graph/per_event.h"
#include "semantics/program/address.h"
#include "semantics/program/label.h"
#include "semantics/program/mode.h"
#include "semantics/program/thread_role.h"
#include "semantics/program/value.h"
#include "support/check.h"
#include "support/strong_id.h"

namespace drover {

// Initial writes are not events here: they precede everything and are never deleted.
inline constexpr Slot InitialWrite = std::numeric_limits<Slot>::max();
inline constexpr Slot NoEvent = InitialWrite - 1;

template <std::size_t Words>
struct WorkingEvent {
  using Bits = EventBits<Words>;

  std::uint16_t thread = 0;
  std::uint16_t index = 0;  // serial number in its thread
  LabelKind kind = LabelKind::Read;
  Mode mode = Mode::Plain;
  // Bit fields, because events are copied very often.
  bool is_exclusive_read : 1 = false;
  bool is_failed_exclusive : 1 = false;  // the read of a compare-and-swap that fails
  bool is_exclusive_write : 1 = false;
  bool is_pending_await : 1 = false;  // a read that does not satisfy its await
  bool is_private : 1 = false;        // an access to memory that its own thread allocated
  bool is_main_call : 1 = false;      // of a call marker: main, not help
  bool is_anchor : 1 = false;         // a write for which an await has left the graph: see Wait
  Slot reads_from = NoEvent;
  Slot twin = NoEvent;  // the nearest event before it in symb: see trust/symmetry.h
  LocationId location;
  NodeId node;              // the automaton state whose label this is
  std::uint32_t stamp = 0;  // insertion order
  std::uint32_t size = 0;   // of an allocation
  std::uint32_t rank = 0;   // of a placed write in coherence; the first is 1
  Value value = 0;          // read or written; of an allocation: its address
  Bits older;               // events with a lower stamp
  Bits po;                  // events before it in po ∪ sync
  Bits porf;                // events before it in (po ∪ rf ∪ sync)+
  Bits causes;              // events before it in (po ∪ rf ∪ sync ∪ symb)+
  Bits readers;             // of a write: its readers
};

// An await that has left the graph because a write that does not satisfy it would have revisited
// it. Its thread is set back before the await: see trust/departed_awaits.h.
struct Wait {
  std::uint16_t thread = 0;
  std::uint16_t index = 0;  // of the await in its thread
  Slot anchor = NoEvent;    // the write that would have revisited it
  std::uint32_t stamp = 0;  // of the departed read
};

// The execution graph of the fast explorers: the same notions as ExecutionGraph, laid out for
// speed. Events are slots in arrays, sets of events are machine words, and a step forward changes
// the graph in place and can be undone.
//
// `porf` and `causes` of an event never change while the event is in the graph: events are only
// added at the end of these orders, and a change of a read's source is preceded by the removal of
// all its successors.
//
// Stamps are given in stack order: the last added event is removed first, so stamps stay small in
// long explorations.
template <std::size_t Words>
class WorkingGraph {
 public:
  using Bits = EventBits<Words>;
  using Event = WorkingEvent<Words>;
  static constexpr std::size_t WordCount = Words;
  static constexpr std::size_t Capacity = Bits::Capacity;

  struct ThreadState {
    std::vector<Slot> events;  // in program order
    NodeId node;               // its current node
    Slot spawn = NoEvent;      // of a thread that has to be spawned: its spawn
  };
  struct LocationState {
    std::vector<Slot> coherence;  // without the initial write
    Bits writes;                  // all writes, placed or not
    Bits reads;
    Bits initial_readers;
  };

  WorkingGraph(std::vector<ThreadRole> roles, const std::vector<NodeId>& initial_nodes)
      : roles_(std::move(roles)), threads_(roles_.size()) {
    for (std::size_t t = 0; t < threads_.size(); ++t) threads_[t].node = initial_nodes[t];
  }

  [[nodiscard]] const Event& operator[](Slot slot) const { return events_[slot]; }
  [[nodiscard]] Event& operator[](Slot slot) { return events_[slot]; }
  [[nodiscard]] const Bits& events() const { return present_; }
  // Returns the non-atomic accesses among the events: only they can race.
  [[nodiscard]] const Bits& non_atomic() const { return non_atomic_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool is_full() const { return size_ == Capacity; }
  // An upper bound of the slots of its events.
  [[nodiscard]] std::size_t slot_end() const { return events_.size(); }

  [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }
  [[nodiscard]] ThreadRole role(std::size_t thread) const { return roles_[thread]; }
  [[nodiscard]] const std::vector<ThreadRole>& roles() const { return roles_; }
  [[nodiscard]] const ThreadState& thread(std::size_t thread) const { return threads_[thread]; }
  void set_node(std::size_t thread, NodeId node) { threads_[thread].node = node; }

  [[nodiscard]] const LocationState& location(LocationId location) const {
    return locations_[location.value];
  }
  void ensure_location(LocationId location) {
    if (locations_.size() <= location.value) locations_.resize(location.value + std::size_t{1});
  }
  [[nodiscard]] std::size_t location_count() const { return locations_.size(); }

  // Returns the direct predecessor of an event by spawn and join: for the first event of a thread,
  // its spawn; for a join, the last event of its thread, or its spawn. Otherwise NoEvent.
  [[nodiscard]] Slot synchronised_with(Slot slot) const {
    const Event& event = events_[slot];
    if (event.kind == LabelKind::Join) return end_of(named_by(event));
    return event.index == 0 ? threads_[event.thread].spawn : NoEvent;
  }
  [[nodiscard]] static std::size_t named_by(const Event& event) {
    return address::thread_of(event.value).value;
  }

  [[nodiscard]] Slot last_of(std::size_t thread) const {
    const auto& events = threads_[thread].events;
    return events.empty() ? NoEvent : events.back();
  }
  [[nodiscard, gnu::always_inline]] Slot previous_of(Slot slot) const {
    const Event& event = events_[slot];
    return event.index == 0 ? NoEvent : threads_[event.thread].events[event.index - std::size_t{1}];
  }
  [[nodiscard]] Slot next_of(Slot slot) const {
    const Event& event = events_[slot];
    const auto& events = threads_[event.thread].events;
    const std::size_t next = event.index + std::size_t{1};
    return next < events.size() ? events[next] : NoEvent;
  }
  [[nodiscard]] bool inserted_before(Slot a, Slot b) const {
    return events_[a].stamp < events_[b].stamp;
  }

  // Adds the next event of `thread`; a read has no source yet, a write has no place in coherence.
  // The thread keeps its node until `set_node`.
  Slot add(std::size_t thread, const Label& label) {
    const auto slot = static_cast<Slot>(present_.first_absent());
    DROVER_CHECK(slot < Capacity, "is_full() is asked before an event is added");
    Event& event = events_[slot];
    event.thread = static_cast<std::uint16_t>(thread);
    event.index = static_cast<std::uint16_t>(threads_[thread].events.size());
    event.kind = label.kind;
    event.mode = label.mode;
    event.is_exclusive_read = false;
    event.is_failed_exclusive = false;
    event.is_exclusive_write = label.is_exclusive_write;
    event.is_pending_await = false;
    event.is_private = false;
    event.is_anchor = false;
    event.reads_from = NoEvent;
    event.twin = NoEvent;
    event.location = label.location;
    event.node = threads_[thread].node;
    event.stamp = next_stamp_++;
    event.value = label.is_read() ? 0 : label.value;
    event.size = static_cast<std::uint32_t>(label.size);
    event.rank = 0;
    event.is_main_call = label.is_main_call;
    event.older = present_;
    set_order(event);
    event.readers.clear();
    present_.insert(slot);
    ++size_;
    threads_[thread].events.push_back(slot);
    if (label.is_write()) locations_[label.location.value].writes.insert(slot);
    if (label.is_read()) locations_[label.location.value].reads.insert(slot);
    if (label.mode == Mode::Na && label.is_access()) non_atomic_.insert(slot);
    if (label.kind == LabelKind::Spawn) threads_[named_by(event)].spawn = slot;
    return slot;
  }

  // Removes the last event of its thread. A read must have no source any more, and a write no place
  // in coherence. The thread is set back before the event.
  void remove(Slot slot) {
    Event& event = events_[slot];
    ThreadState& thread = threads_[event.thread];
    thread.events.pop_back();
    thread.node = event.node;
    present_.erase(slot);
    non_atomic_.erase(slot);
    --size_;
    next_stamp_ = event.stamp;
    if (event.kind == LabelKind::Write) locations_[event.location.value].writes.erase(slot);
    if (event.kind == LabelKind::Read) locations_[event.location.value].reads.erase(slot);
    if (event.kind == LabelKind::Spawn) put_to_sleep(threads_[named_by(event)]);
  }

  // Sets the predecessor of an event in symb; the event must be the last of its thread.
  void set_twin(Slot slot, Slot twin) {
    events_[slot].twin = twin;
    add_causes_of_twin(events_[slot]);
  }

  // Makes a read, which must be the last of its thread and have no source, read from a write. The
  // caller sets its value, mode and other fields that follow from the value.
  void set_reads_from(Slot read, Slot write) {
    Event& event = events_[read];
    event.reads_from = write;
    if (write == InitialWrite) {
      locations_[event.location.value].initial_readers.insert(read);
      return;
    }
    events_[write].readers.insert(read);
    event.porf |= events_[write].porf;
    event.porf.insert(write);
    event.causes |= events_[write].causes;
    event.causes.insert(write);
  }
  void clear_reads_from(Slot read) {
    Event& event = events_[read];
    if (event.reads_from == InitialWrite) {
      locations_[event.location.value].initial_readers.erase(read);
    } else if (event.reads_from != NoEvent) {
      events_[event.reads_from].readers.erase(read);
      set_causal_order(event);
    }
    event.reads_from = NoEvent;
  }

  // Places a write after `position` others (not counting the initial write).
  void place(Slot write, std::size_t position) {
    auto& order = locations_[events_[write].location.value].coherence;
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), write);
    number(order, position);
  }
  void unplace(Slot write) {
    auto& order = locations_[events_[write].location.value].coherence;
    const std::size_t position = events_[write].rank - std::size_t{1};
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(position));
    events_[write].rank = 0;
    number(order, position);
  }
  // Returns the number of writes before it, including the initial one: 0 for the initial write; for
  // a write without a place, all placed ones.
  [[nodiscard]] std::size_t coherence_rank(LocationId location, Slot write) const {
    if (write == InitialWrite) return 0;
    const std::size_t rank = events_[write].rank;
    return rank != 0 ? rank : locations_[location.value].coherence.size() + 1;
  }
  [[nodiscard]] Slot at_rank(LocationId location, std::size_t rank) const {
    return rank == 0 ? InitialWrite : locations_[location.value].coherence[rank - 1];
  }
  [[nodiscard]] const Bits& readers_of(LocationId location, Slot write) const {
    return write == InitialWrite ? locations_[location.value].initial_readers
                                 : events_[write].readers;
  }
  [[nodiscard]] Slot coherence_maximal(LocationId location) const {
    const auto& order = locations_[location.value].coherence;
    return order.empty() ? InitialWrite : order.back();
  }

  [[nodiscard]] const std::vector<Wait>& waits() const { return waits_; }
  [[nodiscard]] const Wait* wait_at(std::size_t thread, std::size_t index) const {
    for (std::size_t i = waits_.size(); i-- > 0;) {
      if (waits_[i].thread == thread && waits_[i].index == index) return &waits_[i];
    }
    return nullptr;
  }
  void add_wait(const Wait& wait) {
    waits_.push_back(wait);
    events_[wait.anchor].is_anchor = true;
  }
  // Drops the Waits whose read was inserted after `stamp`.
  void drop_waits_after(std::uint32_t stamp) {
    std::erase_if(waits_, [&](const Wait& wait) { return wait.stamp > stamp; });
  }

  // Makes this a copy of `other` without the events of `deleted`, which must contain all successors
  // of its members in program order, and no write that an event outside reads from. Threads are set
  // back before their first deleted event.
  void copy_without(const WorkingGraph& other, const Bits& deleted) {
    present_ = other.present_ - deleted;
    non_atomic_ = other.non_atomic_ - deleted;
    size_ = 0;
    next_stamp_ = other.next_stamp_;
    waits_ = other.waits_;
    present_.for_each([&](std::size_t slot) {
      events_[slot] = other.events_[slot];
      events_[slot].readers -= deleted;
      events_[slot].older -= deleted;
      ++size_;
    });
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      copy_thread(threads_[t], other.threads_[t], other, deleted);
    }
    locations_.resize(other.locations_.size());
    for (std::size_t i = 0; i < locations_.size(); ++i) {
      copy_location(locations_[i], other.locations_[i], deleted);
    }
  }

 private:
  static void copy_thread(ThreadState& to, const ThreadState& from, const WorkingGraph& other,
                          const Bits& deleted) {
    to.node = from.node;
    to.spawn = from.spawn;
    if (from.spawn != NoEvent && deleted.contains(from.spawn)) {
      to.events.clear();
      put_to_sleep(to);
      return;
    }
    std::size_t kept = from.events.size();
    while (kept > 0 && deleted.contains(from.events[kept - 1])) --kept;
    to.events.resize(kept);
    std::copy_n(from.events.begin(), kept, to.events.begin());
    if (kept < from.events.size()) to.node = other.events_[from.events[kept]].node;
  }
  void copy_location(LocationState& to, const LocationState& from, const Bits& deleted) {
    to.writes = from.writes - deleted;
    to.reads = from.reads - deleted;
    to.initial_readers = from.initial_readers - deleted;
    if (to.writes == from.writes) {
      to.coherence = from.coherence;
      return;
    }
    to.coherence.clear();
    for (const Slot slot : from.coherence) {
      if (!deleted.contains(slot)) to.coherence.push_back(slot);
    }
    number(to.coherence, 0);
  }
  // Renumbers the writes from a position on.
  void number(const std::vector<Slot>& order, std::size_t position) {
    for (std::size_t i = position; i < order.size(); ++i) {
      events_[order[i]].rank = static_cast<std::uint32_t>(i + 1);
    }
  }

  // Resets a thread whose spawn and events have been removed (see ThreadAutomaton::is_dormant).
  static void put_to_sleep(ThreadState& thread) {
    thread.node = NodeId(0);
    thread.spawn = NoEvent;
  }

  // Returns the last event of a spawned thread, or its spawn. NoEvent only for a thread that need
  // not be spawned and has no events.
  [[nodiscard]] Slot end_of(std::size_t thread) const {
    const ThreadState& state = threads_[thread];
    return state.events.empty() ? state.spawn : state.events.back();
  }

  // Adds `earlier` and its predecessors to those of `event`.
  void add_order(Event& event, Slot earlier) const {
    event.po |= events_[earlier].po;
    event.porf |= events_[earlier].porf;
    event.causes |= events_[earlier].causes;
    event.po.insert(earlier);
    event.porf.insert(earlier);
    event.causes.insert(earlier);
  }

  // Adds the twin and its causes; if it is the read of a read-modify-write, also its write.
  void add_causes_of_twin(Event& event) const {
    if (event.twin == NoEvent) return;
    const Event& twin = events_[event.twin];
    event.causes |= twin.causes;
    event.causes.insert(event.twin);
    if (twin.is_exclusive_read) {
      event.causes.insert(threads_[twin.thread].events[twin.index + std::size_t{1}]);
    }
  }

  // Sets porf and causes of a read, without those through its source.
  void set_causal_order(Event& event) const {
    if (event.index == 0) {
      set_order(event);
      return;
    }
    const Slot previous = threads_[event.thread].events[event.index - std::size_t{1}];
    event.porf = events_[previous].porf;
    event.causes = events_[previous].causes;
    event.porf.insert(previous);
    event.causes.insert(previous);
    add_causes_of_twin(event);
  }

  // Sets po, porf and causes of an event, without those through its source.
  void set_order(Event& event) const {
    if (event.index > 0) {
      const Slot previous = threads_[event.thread].events[event.index - std::size_t{1}];
      event.po = events_[previous].po;
      event.porf = events_[previous].porf;
      event.causes = events_[previous].causes;
      event.po.insert(previous);
      event.porf.insert(previous);
      event.causes.insert(previous);
      if (event.kind == LabelKind::Join) add_joined(event);
      add_causes_of_twin(event);
      return;
    }
    // Spawn and join: the first event of a thread follows all events of earlier roles, and its
    // spawn.
    event.po.clear();
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (roles_[t] >= roles_[event.thread]) continue;
      for (const Slot slot : threads_[t].events) event.po.insert(slot);
    }
    event.porf = event.po;
    event.causes = event.po;
    if (threads_[event.thread].spawn != NoEvent) add_order(event, threads_[event.thread].spawn);
    if (event.kind == LabelKind::Join) add_joined(event);
    add_causes_of_twin(event);
  }
  void add_joined(Event& event) const {
    const Slot last = end_of(named_by(event));
    if (last != NoEvent) add_order(event, last);
  }

  std::vector<ThreadRole> roles_;
  std::vector<ThreadState> threads_;
  std::vector<LocationState> locations_;  // by LocationId
  PerEvent<Event, Words> events_;
  std::vector<Wait> waits_;
  Bits present_;
  Bits non_atomic_;
  std::size_t size_ = 0;
  std::uint32_t next_stamp_ = 0;
};

}  // namespace drover
