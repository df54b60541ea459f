#pragma once

// Of executions that differ by a permutation of symmetric threads, `lb` explores the one in which
// these are in order (Lemma 60, docs/proofs.md). Two threads of a group are compared by the
// positions of their events in eco, at the first place where these differ.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "explorer/algorithms/buffering/decided_order.h"
#include "explorer/algorithms/buffering/open_graph.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/address.h"
#include "semantics/program/location_table.h"

namespace drover::buffering {

template <std::size_t Words>
class ThreadPositions {
 public:
  // `locations` must outlive this.
  ThreadPositions(std::size_t thread_count, const std::vector<passes::SymmetricThreads>& groups,
                  const LocationTable& locations, bool is_coherent, bool is_atomic)
      : group_of_(thread_count, nullptr),
        groups_(groups),
        locations_(locations),
        is_coherent_(is_coherent),
        is_atomic_(is_atomic) {
    for (const passes::SymmetricThreads& group : groups_) {
      for (const ThreadId thread : group) group_of_[thread.value] = &group;
    }
  }
  ThreadPositions(const ThreadPositions&) = delete;
  ThreadPositions& operator=(const ThreadPositions&) = delete;

  // False only if the graph is part of no execution in which the thread is in order with the others
  // of its group (Lemma 61).
  [[nodiscard]] bool may_be_in_order(const OpenGraph<Words>& open, std::size_t thread) const {
    const passes::SymmetricThreads* const group = group_of_[thread];
    if (group == nullptr) return true;
    return std::ranges::all_of(*group, [&](ThreadId other) {
      if (other.value == thread) return true;
      return may_precede(open, std::min<std::size_t>(other.value, thread),
                         std::max<std::size_t>(other.value, thread));
    });
  }

 private:
  // The possible positions of an access in eco in an execution: twice its position if it is
  // decided. The source of an open read, and a waiting write, come between two writes that are
  // placed already, behind all reads of the first.
  struct Range {
    std::size_t lowest = 0;
    std::size_t highest = 0;
    bool is_decided = false;
  };

  [[nodiscard]] bool may_precede(const OpenGraph<Words>& open, std::size_t left,
                                 std::size_t right) const {
    const auto& first = open.graph.thread(left).events;
    const auto& second = open.graph.thread(right).events;
    const std::size_t common = std::min(first.size(), second.size());
    for (std::size_t i = 0; i < common; ++i) {
      const auto& a = open.graph[first[i]];
      const auto& b = open.graph[second[i]];
      if (!are_alike(a, b)) return true;
      if (!is_access(a)) continue;
      const Range here = range_of(open, first[i]);
      const Range there = range_of(open, second[i]);
      if (here.lowest > there.highest) return false;
      if (!here.is_decided || !there.is_decided || here.lowest < there.lowest) return true;
    }
    return true;
  }

  [[nodiscard]] static bool is_access(const WorkingEvent<Words>& event) {
    return event.kind == LabelKind::Read || event.kind == LabelKind::Write;
  }
  // True if two events at the same place of symmetric threads access the same memory, or each
  // memory of its own.
  [[nodiscard]] bool are_alike(const WorkingEvent<Words>& a, const WorkingEvent<Words>& b) const {
    if (a.kind != b.kind) return false;
    if (!is_access(a)) return true;
    const bool is_in_own = accesses_own(a);
    return is_in_own == accesses_own(b) && (is_in_own || a.location == b.location);
  }
  [[nodiscard]] bool accesses_own(const WorkingEvent<Words>& event) const {
    const Value at = locations_.address(event.location);
    return address::is_heap(at) && address::allocating_thread(at).value == event.thread;
  }

  [[nodiscard]] Range range_of(const OpenGraph<Words>& open, Slot slot) const {
    if (open.decided.contains(slot)) {
      const std::size_t position = 2 * position_of(open.graph, slot);
      return {position, position, true};
    }
    const std::size_t all = open.graph.location(open.graph[slot].location).coherence.size();
    Places places{0, all};
    if (is_coherent_ && is_atomic_) places = places_for(open, slot).value_or(places);
    return {4 * places.first + 3, 4 * places.last + 3, false};
  }

  std::vector<const passes::SymmetricThreads*> group_of_;  // by thread
  std::vector<passes::SymmetricThreads> groups_;
  const LocationTable& locations_;
  bool is_coherent_;
  bool is_atomic_;
};

}  // namespace drover::buffering
