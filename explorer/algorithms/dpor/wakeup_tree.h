#pragma once

// The parts of Optimal-DPOR that are independent of programs: accesses, sequences of events, weak
// initials, and wakeup trees [Godot] §IV.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/check.h"
#include "support/strong_id.h"

namespace drover::dpor {

// Add: a fetch-and-add with an unused result, if these commute.
enum class AccessKind : std::uint8_t { Read, Write, Add };

struct Access {
  LocationId location;
  AccessKind kind = AccessKind::Read;

  [[nodiscard]] bool may_write() const { return kind != AccessKind::Read; }
  bool operator==(const Access&) const = default;
};

// [Godot] §IV-A: the same location, at least one writes, not both only add.
[[nodiscard]] inline bool conflict(Access a, Access b) {
  return a.location == b.location && (a.kind != b.kind || a.kind == AccessKind::Write);
}

// An event of a sequence that has yet to be executed.
struct PlannedEvent {
  std::uint32_t thread = 0;
  Access access;
};
using PlannedSequence = std::vector<PlannedEvent>;

// [Godot] Def. 3, for a thread whose next event is `event`.
struct WeakInitial {
  bool holds = false;
  std::size_t position = 0;  // of the thread's first event in the sequence; its size: none
};
[[nodiscard]] inline WeakInitial weak_initial(PlannedEvent event, const PlannedSequence& sequence) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].thread == event.thread) return {true, i};
    if (conflict(sequence[i].access, event.access)) return {false, i};
  }
  return {true, sequence.size()};
}

// The wakeup trees of all prefixes of the current execution: nodes of one pool. A node is an event;
// its children, leftmost first, are its possible successors.
class WakeupTrees {
 public:
  using Index = std::uint32_t;
  static constexpr Index None = static_cast<Index>(-1);

  // Makes a node without children, for a prefix whose wakeup tree is empty.
  Index make_root() { return make({}); }
  [[nodiscard]] const PlannedEvent& event(Index node) const { return nodes_[node].event; }
  [[nodiscard]] bool has_children(Index node) const { return nodes_[node].first_child != None; }

  // Removes the leftmost child: its subtree now belongs to a longer prefix.
  Index take_first_child(Index node) {
    const Index child = nodes_[node].first_child;
    nodes_[node].first_child = nodes_[child].next_sibling;
    if (nodes_[node].first_child == None) nodes_[node].last_child = None;
    return child;
  }
  void release(Index node) {
    DROVER_DCHECK(!has_children(node), "all that was planned has been explored");
    nodes_[node].next_sibling = free_;
    free_ = node;
  }

  // Returns the leftmost child, or the right sibling; None if there is none.
  [[nodiscard]] Index first_child(Index node) const { return nodes_[node].first_child; }
  [[nodiscard]] Index next_sibling(Index node) const { return nodes_[node].next_sibling; }
  Index append_child(Index parent, PlannedEvent event) {
    const Index child = make(event);
    if (nodes_[parent].last_child == None) {
      nodes_[parent].first_child = child;
    } else {
      nodes_[nodes_[parent].last_child].next_sibling = child;
    }
    nodes_[parent].last_child = child;
    return child;
  }

  // insert(v, E'), lines 34 to 45; `root` is wut(E'). Uses up `sequence`.
  void insert(Index root, PlannedSequence& sequence) {
    Index at = root;
    for (Index child = nodes_[at].first_child; child != None;) {
      const WeakInitial initial = weak_initial(nodes_[child].event, sequence);
      if (!initial.holds) {
        child = nodes_[child].next_sibling;
        continue;
      }
      if (initial.position == sequence.size()) return;
      sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(initial.position));
      if (sequence.empty()) return;
      at = child;
      child = nodes_[at].first_child;
      if (child == None) return;
    }
    for (const PlannedEvent& event : sequence) at = append_child(at, event);
  }

 private:
  struct Node {
    PlannedEvent event;
    Index first_child = None;
    Index last_child = None;
    Index next_sibling = None;
  };

  Index make(PlannedEvent event) {
    if (free_ == None) {
      nodes_.push_back({event, None, None, None});
      return static_cast<Index>(nodes_.size() - 1);
    }
    const Index node = free_;
    free_ = nodes_[node].next_sibling;
    nodes_[node] = {event, None, None, None};
    return node;
  }

  std::vector<Node> nodes_;
  Index free_ = None;
};

}  // namespace drover::dpor
