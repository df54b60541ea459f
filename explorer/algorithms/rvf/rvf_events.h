#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::rvf {

// An event of RVF-SMC: the index-th of its thread. An initial write has no thread; `index` is its
// location.
struct RvfRef {
  static constexpr std::uint32_t Initial = ~std::uint32_t{0};
  std::uint32_t thread = Initial;
  std::uint32_t index = 0;

  [[nodiscard]] bool is_initial() const { return thread == Initial; }
  bool operator==(const RvfRef&) const = default;
};

struct RvfEvent {
  NodeId node;
  LabelKind kind = LabelKind::Fence;
  bool is_exclusive = false;     // half of a read-modify-write; the other half is adjacent
  LocationId location;           // accesses
  Value value = 0;               // read or written
  std::uint32_t good_begin = 0;  // reads: the good writes
  std::uint32_t good_end = 0;

  [[nodiscard]] bool is_access() const {
    return kind == LabelKind::Read || kind == LabelKind::Write;
  }
};

// The proper event set X of [RVF] §2.2 with the good-writes function. It grows and shrinks at the
// end only, so undoing a step of the search truncates it.
class RvfEvents {
 public:
  explicit RvfEvents(ProgramAutomata& automata)
      : automata_(&automata),
        roles_(automata.roles()),
        threads_(roles_.size()),
        spawns_(roles_.size()) {
    for (std::size_t t = 0; t < roles_.size(); ++t) {
      nodes_.push_back(automata.thread(ThreadId(t)).initial());
    }
  }

  [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }
  [[nodiscard]] const std::vector<ThreadRole>& roles() const { return roles_; }
  [[nodiscard]] std::span<const RvfEvent> events_of(std::size_t thread) const {
    return threads_[thread];
  }
  [[nodiscard]] const RvfEvent& operator[](RvfRef ref) const {
    return threads_[ref.thread][ref.index];
  }
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  // All events, in insertion order.
  [[nodiscard]] std::span<const RvfRef> in_order() const { return order_; }
  [[nodiscard]] NodeId node_of(std::size_t thread) const { return nodes_[thread]; }
  [[nodiscard]] const Label& label_of(std::size_t thread) const {
    return automata_->thread(ThreadId(thread)).label(nodes_[thread]);
  }
  // True if all threads of earlier roles have finished.
  [[nodiscard]] bool has_started(std::size_t thread) const {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (roles_[t] < roles_[thread] && label_of(t).kind != LabelKind::Finished) return false;
    }
    return true;
  }
  [[nodiscard]] RvfRef spawn_of(std::size_t thread) const { return spawns_[thread]; }
  // True if the next event of the thread joins an unfinished thread.
  [[nodiscard]] bool is_held(std::size_t thread) const {
    const Label& label = label_of(thread);
    if (label.kind != LabelKind::Join) return false;
    const ThreadId joined = ProgramAutomata::named_by(label);
    return !automata_->is_joinable(joined, nodes_[joined.value]);
  }
  [[nodiscard]] std::size_t named_by(std::size_t thread, const RvfEvent& event) const {
    const Label& label = automata_->thread(ThreadId(thread)).label(event.node);
    return ProgramAutomata::named_by(label).value;
  }
  // Returns, by thread, the number of its events that precede `event` by program order, spawn or
  // join.
  [[nodiscard]] std::vector<std::size_t> before(RvfRef event) const {
    std::vector<std::size_t> counts(threads_.size(), 0);
    note_before(event.thread, event.index + std::size_t{1}, counts);
    return counts;
  }
  [[nodiscard]] Value value_of(RvfRef write) const {
    return write.is_initial() ? automata_->locations().initial_value(LocationId(write.index))
                              : (*this)[write].value;
  }
  [[nodiscard]] std::span<const RvfRef> good_writes(const RvfEvent& read) const {
    return std::span(good_).subspan(read.good_begin, read.good_end - read.good_begin);
  }
  // All writes to the location in insertion order, without the initial one.
  [[nodiscard]] std::span<const RvfRef> writes_to(LocationId location) const {
    if (location.value >= writes_.size()) return {};
    return writes_[location.value];
  }

  // Adds the next event of a thread, which is not a read.
  RvfRef add_step(std::size_t thread) {
    const Label& label = label_of(thread);
    Value value = label.value;
    if (label.kind == LabelKind::Join) {
      const ThreadId joined = ProgramAutomata::named_by(label);
      value = automata_->result_of(joined, nodes_[joined.value]);
    }
    const NodeId node = nodes_[thread];
    const RvfRef ref = add(thread, {node, label.kind, false, label.location, value, 0, 0}, value);
    if (label.kind != LabelKind::Spawn) return ref;
    const std::size_t spawned = ProgramAutomata::named_by(label).value;
    nodes_[spawned] = automata_->start_of(ThreadId(thread), node);
    spawns_[spawned] = ref;
    return ref;
  }
  // Adds the next event of a thread, a read of the value of its good writes; with its write if the
  // value makes it the first half of a read-modify-write.
  void add_read(std::size_t thread, Value value, std::span<const RvfRef> good) {
    const Label& label = label_of(thread);
    const bool is_exclusive = label.exclusive.contains(value);
    const auto begin = static_cast<std::uint32_t>(good_.size());
    good_.insert(good_.end(), good.begin(), good.end());
    add(thread,
        {nodes_[thread], LabelKind::Read, is_exclusive, label.location, value, begin,
         static_cast<std::uint32_t>(good_.size())},
        value);
    if (!is_exclusive) return;
    const Label& write = label_of(thread);
    add(thread, {nodes_[thread], LabelKind::Write, true, write.location, write.value, 0, 0}, 0);
  }
  void cut_back(std::size_t size) {
    while (order_.size() > size) remove_last();
  }

  // [RVF] §2.2, VisibleW under program order: the writes that a read of `location` by the next
  // event of `thread` could return. thread_count() stands for a reader after all events.
  void visible_writes(std::size_t thread, LocationId location, std::vector<RvfRef>& result) const {
    result.clear();
    const bool is_last = thread == threads_.size();
    // The last write of a thread that precedes the reader hides others, unless another thread that
    // precedes the reader comes in between.
    ThreadRole last_role = ThreadRole::Init;
    bool is_hidden = false;  // the initial write
    const auto comes_before = [&](std::size_t other) {
      return is_last || other == thread || roles_[other] < roles_[thread];
    };
    for (const RvfRef write : writes_to(location)) {
      if (!comes_before(write.thread)) continue;
      is_hidden = true;
      last_role = std::max(last_role, roles_[write.thread]);
    }
    if (!is_hidden) result.push_back({RvfRef::Initial, location.value});
    const auto writes = writes_to(location);
    for (std::size_t i = 0; i < writes.size(); ++i) {
      const RvfRef write = writes[i];
      if (comes_before(write.thread)) {
        if (roles_[write.thread] < last_role || has_later_write(write, writes.subspan(i + 1))) {
          continue;
        }
      }
      result.push_back(write);
    }
  }

 private:
  void remove_last() {
    const std::size_t thread = order_.back().thread;
    const RvfEvent& event = threads_[thread].back();
    nodes_[thread] = event.node;
    if (event.kind == LabelKind::Spawn) {
      const std::size_t spawned = named_by(thread, event);
      nodes_[spawned] = automata_->thread(ThreadId(spawned)).initial();
      spawns_[spawned] = {};
    }
    if (event.kind == LabelKind::Write) writes_[event.location.value].pop_back();
    if (event.kind == LabelKind::Read) good_.resize(event.good_begin);
    threads_[thread].pop_back();
    order_.pop_back();
  }

  // Counts the first `end` events of a thread and their predecessors.
  void note_before(std::size_t thread, std::size_t end, std::vector<std::size_t>& counts) const {
    const std::size_t known = counts[thread];
    if (end <= known) return;
    counts[thread] = end;
    for (std::size_t i = known; i < end; ++i) {
      const RvfEvent& event = threads_[thread][i];
      if (event.kind != LabelKind::Join) continue;
      const std::size_t joined = named_by(thread, event);
      note_before(joined, threads_[joined].size(), counts);
      note_spawn(joined, counts);
    }
    note_spawn(thread, counts);
  }
  void note_spawn(std::size_t thread, std::vector<std::size_t>& counts) const {
    const RvfRef spawn = spawns_[thread];
    if (!spawn.is_initial()) note_before(spawn.thread, spawn.index + std::size_t{1}, counts);
  }

  static bool has_later_write(RvfRef write, std::span<const RvfRef> added_later) {
    for (const RvfRef other : added_later) {
      if (other.thread == write.thread) return true;
    }
    return false;
  }

  RvfRef add(std::size_t thread, const RvfEvent& event, Value returned) {
    nodes_[thread] = automata_->thread(ThreadId(thread)).next(nodes_[thread], returned);
    const RvfRef ref{static_cast<std::uint32_t>(thread),
                     static_cast<std::uint32_t>(threads_[thread].size())};
    threads_[thread].push_back(event);
    if (event.kind == LabelKind::Write) {
      if (event.location.value >= writes_.size()) writes_.resize(event.location.value + 1);
      writes_[event.location.value].push_back(ref);
    }
    order_.push_back(ref);
    return ref;
  }

  ProgramAutomata* automata_;
  std::vector<ThreadRole> roles_;
  std::vector<NodeId> nodes_;
  std::vector<std::vector<RvfEvent>> threads_;
  std::vector<RvfRef> spawns_;               // by thread
  std::vector<std::vector<RvfRef>> writes_;  // by location
  std::vector<RvfRef> good_;                 // of all reads, concatenated
  std::vector<RvfRef> order_;                // of all events
};

// All events of an RvfEvents in a possible order.
using RvfTrace = std::vector<RvfRef>;

}  // namespace drover::rvf
