#pragma once

// Reads that give up: their value leads the thread to a `block`, or to an assumption that fails, by
// local steps and `help` calls alone, but not to a loop that does not look at memory. Such a read
// acts as an await, whatever its instruction. In `spore` it leaves the graph as awaits do
// (departed_awaits.h), and its thread is passed over as they are (next_event.h).
//
// A maximal graph is *stale* if a blocked thread ends with removable events, one of which is a read
// that another thread has overwritten. Removable are reads, fences, `help` calls (departed_help.h),
// and *hidden* writes to the thread's own memory that it has not shown to others. Stale graphs are
// dropped: Lemma 2 (docs/proofs.md) says why no error is lost with them, and Lemma 1 why no other
// thread can see hidden writes. Both assume that a read that leaves (`may_leave` in the code)
// cannot be part of an error: every access of the variable, or of the heap, is atomic; nothing is
// freed; and the allocation happens before the events that precede the read in its thread.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/giving_up_options.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/models/incremental/any_checker.h"
#include "semantics/program/address.h"

namespace drover {

// `Checker` knows what happens before an event.
template <std::size_t Words, typename Checker = incremental::AnyChecker<Words>>
class GivenUpReads {
 public:
  using Graph = WorkingGraph<Words>;

  // The program must outlive this. `atomic_cells` comes from AtomicObjects.
  GivenUpReads(const WorkingProgram<Words>& program, GivingUp giving_up, GivenUpHelp help,
               std::vector<std::vector<bool>> atomic_cells)
      : program_(program),
        giving_up_(giving_up),
        help_(help),
        atomic_cells_(std::move(atomic_cells)) {}

  [[nodiscard]] GivenUpHelp help() const { return help_; }
  // True if only awaits give up; their labels identify them.
  [[nodiscard]] bool are_awaits() const { return giving_up_ == GivingUp::Stays; }

  // True if a thread that a read has led to `next` has given up. `before`: the event before the
  // read in its thread.
  [[nodiscard]] bool has_given_up(const Graph& graph, const Checker& checker, std::size_t thread,
                                  NodeId next, LocationId location, Slot before) const {
    if (next.is_none()) return true;  // an await
    return !are_awaits() && gives_up(thread, behind_help(thread, next)) &&
           may_leave(graph, checker, location, before);
  }

  // For a maximal graph: true if the thread waits or has given up, but not because of the last
  // write.
  [[nodiscard]] bool is_stale(const Graph& graph, const Checker& checker,
                              std::size_t thread) const {
    const bool is_waiting = program_.is_waiting(graph, thread);
    const Label& label = program_.label_of(graph, thread);
    if (!is_waiting && (are_awaits() || !gives_up(thread, graph.thread(thread).node))) return false;
    const bool is_assumed =
        !are_awaits() && !label.is_spin && (label.kind == LabelKind::Block || label.is_assumed);
    return has_old_read(graph, checker, thread, is_waiting, is_assumed);
  }

  // True if the thread ends with removable events, among them an overwritten read. `is_await`: the
  // last event is a waiting await. `is_assumed`: an assumption blocks the thread, which is no
  // deadlock; then more than the last read may be removed.
  [[nodiscard]] bool has_old_read(const Graph& graph, const Checker& checker, std::size_t thread,
                                  bool is_await = false, bool is_assumed = true) const {
    const auto& events = graph.thread(thread).events;
    std::size_t hidden_since = events.size();
    for (std::size_t i = events.size(); i-- > 0;) {
      const auto& event = graph[events[i]];
      if (event.kind == LabelKind::Fence && is_assumed) continue;
      if (is_departing_help(event)) continue;
      if (is_assumed && may_be_hidden(event)) {
        hidden_since = std::min(hidden_since, allocated_before(graph, event));
        continue;
      }
      if (event.kind != LabelKind::Read || event.is_exclusive_read) return false;
      const Slot before = graph.previous_of(events[i]);
      if (!is_await && !may_leave(graph, checker, event.location, before)) return false;
      const Slot last = graph.coherence_maximal(event.location);
      if (last != event.reads_from && graph[last].thread != thread) {
        return are_hidden(graph, thread, hidden_since, i);
      }
      if (!is_assumed) return false;
      is_await = false;
    }
    return false;
  }

  // True if the event is a `help` call that leaves with the reads before it.
  [[nodiscard]] bool is_departing_help(const WorkingEvent<Words>& event) const {
    return help_ == GivenUpHelp::Leaves && event.kind == LabelKind::Call && !event.is_main_call;
  }

  // True if the event is an allocation, or a write that is hidden as long as no other thread has
  // seen anything of its thread since the allocation.
  [[nodiscard]] bool may_be_hidden(const WorkingEvent<Words>& event) const {
    if (help_ == GivenUpHelp::Leaves || !is_heap_left()) return false;
    if (event.kind == LabelKind::Alloc) return true;
    return event.kind == LabelKind::Write && !event.is_exclusive_write &&
           is_own(event.thread, event.location);
  }
  // True if the thread allocated the cell itself, by the cell's address.
  [[nodiscard]] bool is_own(std::size_t thread, LocationId location) const {
    const Value at = program_.locations().address(location);
    return address::is_heap(at) && address::allocating_thread(at).value == thread;
  }
  // For an event that may be hidden: returns the index after the allocation in its thread. (0 if
  // there is no allocation: the access is an error.)
  [[nodiscard]] std::size_t allocated_before(const Graph& graph,
                                             const WorkingEvent<Words>& event) const {
    if (event.kind == LabelKind::Alloc) return event.index;
    return index_behind_allocation(graph, event.location);
  }
  [[nodiscard]] std::size_t index_behind_allocation(const Graph& graph, LocationId location) const {
    const Slot allocation = allocation_of(graph, location);
    return allocation == NoEvent ? 0 : graph[allocation].index + std::size_t{1};
  }
  // True if no other thread can have seen any of the thread's events in [begin, end).
  [[nodiscard]] bool are_hidden(const Graph& graph, std::size_t thread, std::size_t begin,
                                std::size_t end) const {
    const auto& events = graph.thread(thread).events;
    for (std::size_t i = end; i-- > begin;) {
      const auto& event = graph[events[i]];
      if (event.kind == LabelKind::Fence) continue;
      if (event.kind == LabelKind::Read && !event.is_exclusive_read) continue;
      if (!may_be_hidden(event)) return false;
      begin = std::min(begin, allocated_before(graph, event));
    }
    return true;
  }
  // True if reads of the heap may leave together with the thread's hidden writes to this location.
  [[nodiscard]] bool may_hide(const Graph& graph, std::size_t thread, LocationId location) const {
    if (help_ == GivenUpHelp::Leaves || !is_heap_left() || !is_own(thread, location)) return false;
    const std::size_t begin = index_behind_allocation(graph, location);
    return begin > 0 && are_hidden(graph, thread, begin, graph.thread(thread).events.size());
  }

  // True if a read of the location may leave when `before` precedes it in its thread.
  [[nodiscard]] bool may_leave(const Graph& graph, const Checker& checker, LocationId location,
                               Slot before) const {
    const Value at = program_.locations().address(location);
    if (!address::is_heap(at)) return atomic_cells_[address::object(at)][address::cell(at)];
    if (giving_up_ == GivingUp::LeavesVariables || before == NoEvent) return false;
    const Slot allocation = allocation_of(graph, location);
    if (allocation == NoEvent) return false;
    return allocation == before || happens_before(graph, checker, before).contains(allocation);
  }

  // Returns events that happen before `event`, whenever asked; possibly a subset.
  [[nodiscard]] EventBits<Words> happens_before(const Graph& graph, const Checker& checker,
                                                Slot event) const {
    switch (giving_up_) {
      case GivingUp::Stays:
      case GivingUp::LeavesVariables: return {};
      case GivingUp::AfterCauses: return graph[event].porf;
      case GivingUp::AfterAllocation: return checker.happens_before(graph, event);
    }
    return {};
  }

 private:
  [[nodiscard]] bool is_heap_left() const {
    return giving_up_ == GivingUp::AfterCauses || giving_up_ == GivingUp::AfterAllocation;
  }

  // True if the thread is blocked at `node`, but not in a loop that does not look at memory.
  [[nodiscard]] bool gives_up(std::size_t thread, NodeId node) const {
    return program_.kind_at(thread, node) == LabelKind::Block &&
           !program_.label_at(thread, node).is_endless;
  }

  // Returns the node after the leaving `help` calls at `node`.
  [[nodiscard]] NodeId behind_help(std::size_t thread, NodeId node) const {
    if (help_ == GivenUpHelp::Stays) return node;
    while (program_.kind_at(thread, node) == LabelKind::Call &&
           !program_.label_at(thread, node).is_main_call) {
      node = program_.next_of(thread, node, 0);
    }
    return node;
  }

  // Returns the allocation of a location on the heap. Its address names the allocating thread.
  [[nodiscard]] Slot allocation_of(const Graph& graph, LocationId location) const {
    const Value at = program_.locations().last_byte(location);
    const auto& events = graph.thread(address::allocating_thread(at).value).events;
    const auto found = std::ranges::find_if(events, [&](Slot slot) {
      const auto& event = graph[slot];
      return event.kind == LabelKind::Alloc && event.value == address::base(at) &&
             Value{address::cell(at)} < event.size;
    });
    return found == events.end() ? NoEvent : *found;
  }

  const WorkingProgram<Words>& program_;
  GivingUp giving_up_;
  GivenUpHelp help_;
  std::vector<std::vector<bool>> atomic_cells_;
};

}  // namespace drover
