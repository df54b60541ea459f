#include "explorer/algorithms/trust/symmetry_relation.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "semantics/program/address.h"

namespace drover::trust {

namespace {

// A short-lived worker: holds references to its arguments.
class Matcher {
 public:
  Matcher(const ExecutionGraph& graph, const LocationTable& locations)
      : graph_(graph), locations_(locations) {}

  // True if the event accesses memory that its own thread allocated.
  [[nodiscard]] bool is_private(const Event& event) const {
    if (!event.label.is_access()) return false;
    const Value address = locations_.address(event.label.location);
    return address::is_heap(address) && address::allocating_thread(address) == event.thread;
  }

  // True if two events at the same place of symmetric threads access the same memory, or each its
  // own.
  [[nodiscard]] bool is_alike(const Event& a, const Event& b) const {
    if (a.label.kind != b.label.kind || is_private(a) != is_private(b)) return false;
    return is_private(a) || !a.label.is_access() || a.label.location == b.label.location;
  }

  // True if these two events allow the events after them to match.
  [[nodiscard]] bool match(const Event& a, const Event& b) const {
    if (a.label.kind == LabelKind::Write) return is_private(a) && is_private(b);
    if (a.label.kind == LabelKind::Choose) return a.value == b.value;
    if (a.label.kind != LabelKind::Read) return true;
    if (a.reads_from.is_none() || b.reads_from.is_none()) return a.reads_from == b.reads_from;
    const Event& source_of_a = graph_.event(a.reads_from);
    const Event& source_of_b = graph_.event(b.reads_from);
    // The initial writes of the two threads' own allocations count as one write.
    if (is_private(a) && source_of_a.is_initial()) return source_of_b.is_initial();
    if (a.reads_from == b.reads_from) return true;
    return source_of_a.thread == a.thread && source_of_b.thread == b.thread &&
           source_of_a.index == source_of_b.index;
  }

 private:
  const ExecutionGraph& graph_;
  const LocationTable& locations_;
};

}  // namespace

Relation symmetry_before(const ExecutionGraph& graph, const LocationTable& locations,
                         const std::vector<passes::SymmetricThreads>& groups) {
  const Matcher matcher(graph, locations);
  Relation symb(graph.size());
  for (const passes::SymmetricThreads& group : groups) {
    for (std::size_t right = 1; right < group.size(); ++right) {
      for (std::size_t left = 0; left < right; ++left) {
        const std::span<const EventId> a = graph.events_of(group[left]);
        const std::span<const EventId> b = graph.events_of(group[right]);
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
          if (!matcher.is_alike(graph.event(a[i]), graph.event(b[i]))) break;
          symb.insert(a[i], b[i]);
          if (!matcher.match(graph.event(a[i]), graph.event(b[i]))) break;
        }
      }
    }
  }
  return symb;
}

bool contradicts_eco(const ExecutionGraph& graph, const LocationTable& locations,
                     const Relation& symmetry_before) {
  const Matcher matcher(graph, locations);
  // A read precedes a read of higher rank in eco, and a write a write of higher rank.
  const auto rank_of = [&](EventId id) {
    const Event& event = graph.event(id);
    const EventId write = event.label.kind == LabelKind::Read ? event.reads_from : id;
    return std::ranges::find(graph.coherence(event.label.location), write);
  };
  return std::ranges::any_of(symmetry_before.pairs(), [&](const auto& pair) {
    const Event& event = graph.event(pair.first);
    if (event.label.kind == LabelKind::Choose) return event.value < graph.event(pair.second).value;
    if (!event.label.is_access() || matcher.is_private(event)) return false;
    return rank_of(pair.second) < rank_of(pair.first);
  });
}

}  // namespace drover::trust
