#pragma once

// Reads that give up: what they read leads their thread to a `block`, or to an assumption that
// fails, by local steps and `help` calls alone. Such a read is an await in all but name, whatever
// instruction it comes from. It leaves the graph as awaits do (departed_awaits.h), and its thread
// is passed over as they are (next_event.h).
//
// A maximal graph is *stale* if a blocked thread ends with events that can be taken out, one of
// which is a read that another thread has overwritten: reads, fences, `help` calls
// (departed_help.h), and *hidden* writes to memory of its own that it has not shown to others.
// Stale graphs are dropped: Lemma 2 (docs/proofs.md) says why no error is lost with them, and Lemma
// 1 why nobody else can see hidden writes. They assume of a read that leaves, in the code
// `may_leave`, that it cannot be part of an error itself: no access of the variable, or of the
// heap, is non-atomic, nothing is freed, and the allocation happens before what comes before the
// read in its thread.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/trust/happens_before.h"
#include "explorer/algorithms/working_program.h"
#include "semantics/program/address.h"

namespace drover::trust {

enum class GivingUp : std::uint8_t {
  Stays,            // only awaits leave
  LeavesVariables,  // reads of shared variables do, too, if all accesses of them are atomic
  AfterCauses,      // and reads of the heap, if the allocation is before them in po ∪ rf
  AfterAllocation   // the same in happens-before
};

// Whether `help` calls leave with the reads before them.
enum class GivenUpHelp : std::uint8_t { Stays, Leaves };

template <std::size_t Words>
class GivenUpReads {
 public:
  using Graph = WorkingGraph<Words>;

  // The program must outlive this. `atomic_cells`: as AtomicObjects has them.
  GivenUpReads(const WorkingProgram<Words>& program, GivingUp giving_up, GivenUpHelp help,
               std::vector<std::vector<bool>> atomic_cells)
      : program_(program),
        giving_up_(giving_up),
        help_(help),
        atomic_cells_(std::move(atomic_cells)) {}

  [[nodiscard]] GivenUpHelp help() const { return help_; }
  // Whether only awaits give up, which can be told from their labels.
  [[nodiscard]] bool are_awaits() const { return giving_up_ == GivingUp::Stays; }

  // Whether a thread that has come to `next` by a read has given up. `before`: what comes before
  // the read in its thread.
  [[nodiscard]] bool has_given_up(const Graph& graph, HappensBefore<Words> hb, std::size_t thread,
                                  NodeId next, LocationId location, Slot before) const {
    if (next.is_none()) return true;  // an await
    return !are_awaits() &&
           program_.kind_at(thread, behind_help(thread, next)) == LabelKind::Block &&
           may_leave(graph, hb, location, before);
  }

  // Of a maximal graph: whether the thread waits or has given up, but not because of the last
  // write.
  [[nodiscard]] bool is_stale(const Graph& graph, HappensBefore<Words> hb,
                              std::size_t thread) const {
    const bool is_waiting = program_.is_waiting(graph, thread);
    const Label& label = program_.label_of(graph, thread);
    if (!is_waiting && (are_awaits() || label.kind != LabelKind::Block)) return false;
    const bool is_assumed =
        !are_awaits() && !label.is_spin && (label.kind == LabelKind::Block || label.is_assumed);
    return has_old_read(graph, hb, thread, is_waiting, is_assumed);
  }

  // Whether a thread ends with events that can be taken out, and with an overwritten read among
  // them. `is_await`: the last event is an await that waits. `is_assumed`: it is not that one alone
  // which can be taken out, since the thread is blocked by an assumption, and no deadlock comes of
  // it.
  [[nodiscard]] bool has_old_read(const Graph& graph, HappensBefore<Words> hb, std::size_t thread,
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
      if (!is_await && !may_leave(graph, hb, event.location, before)) return false;
      const Slot last = graph.coherence_maximal(event.location);
      if (last != event.reads_from && graph[last].thread != thread) {
        return are_hidden(graph, thread, hidden_since, i);
      }
      if (!is_assumed) return false;
      is_await = false;
    }
    return false;
  }

  // Whether it is a `help` call that leaves with the reads before it.
  [[nodiscard]] bool is_departing_help(const WorkingEvent<Words>& event) const {
    return help_ == GivenUpHelp::Leaves && event.kind == LabelKind::Call && !event.is_main_call;
  }

  // Whether it is an allocation, or a write that is hidden if nothing is seen of its thread since
  // the allocation.
  [[nodiscard]] bool may_be_hidden(const WorkingEvent<Words>& event) const {
    if (help_ == GivenUpHelp::Leaves || !is_heap_left()) return false;
    if (event.kind == LabelKind::Alloc) return true;
    return event.kind == LabelKind::Write && !event.is_exclusive_write &&
           is_own(event.thread, event.location);
  }
  // Whether a cell is of memory that a thread has allocated itself, as its address says.
  [[nodiscard]] bool is_own(std::size_t thread, LocationId location) const {
    const Value at = program_.locations().address(location);
    return address::is_heap(at) && address::allocating_thread(at).value == thread;
  }
  // Of an event that may be hidden: the index behind the allocation in its thread. (0 if there is
  // none: the access is an error.)
  [[nodiscard]] std::size_t allocated_before(const Graph& graph,
                                             const WorkingEvent<Words>& event) const {
    if (event.kind == LabelKind::Alloc) return event.index;
    return index_behind_allocation(graph, event.location);
  }
  [[nodiscard]] std::size_t index_behind_allocation(const Graph& graph, LocationId location) const {
    const Slot allocation = allocation_of(graph, program_.locations().address(location));
    return allocation == NoEvent ? 0 : graph[allocation].index + std::size_t{1};
  }
  // Whether nobody else can have seen any of a thread's events of some indices.
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
  // Whether reads of the heap may leave, and with them what was written to it and is hidden.
  [[nodiscard]] bool may_hide(const Graph& graph, std::size_t thread, LocationId location) const {
    if (help_ == GivenUpHelp::Leaves || !is_heap_left() || !is_own(thread, location)) return false;
    const std::size_t begin = index_behind_allocation(graph, location);
    return begin > 0 && are_hidden(graph, thread, begin, graph.thread(thread).events.size());
  }

  // Whether a read of a location may leave, with `before` before it in its thread.
  [[nodiscard]] bool may_leave(const Graph& graph, HappensBefore<Words> hb, LocationId location,
                               Slot before) const {
    const Value at = program_.locations().address(location);
    if (!address::is_heap(at)) return atomic_cells_[address::object(at)][address::cell(at)];
    if (giving_up_ == GivingUp::LeavesVariables || before == NoEvent) return false;
    const Slot allocation = allocation_of(graph, at);
    if (allocation == NoEvent) return false;
    return allocation == before || happens_before(graph, hb, before).contains(allocation);
  }

  // What happens before an event, whenever that is asked; or some of it.
  [[nodiscard]] EventBits<Words> happens_before(const Graph& graph, HappensBefore<Words> hb,
                                                Slot event) const {
    switch (giving_up_) {
      case GivingUp::Stays:
      case GivingUp::LeavesVariables: return {};
      case GivingUp::AfterCauses: return graph[event].porf;
      case GivingUp::AfterAllocation: return hb(graph, event);
    }
    return {};
  }

 private:
  [[nodiscard]] bool is_heap_left() const {
    return giving_up_ == GivingUp::AfterCauses || giving_up_ == GivingUp::AfterAllocation;
  }

  // Where a thread comes to from `node` behind `help` calls that leave.
  [[nodiscard]] NodeId behind_help(std::size_t thread, NodeId node) const {
    if (help_ == GivenUpHelp::Stays) return node;
    while (program_.kind_at(thread, node) == LabelKind::Call &&
           !program_.label_at(thread, node).is_main_call) {
      node = program_.next_of(thread, node, 0);
    }
    return node;
  }

  // Addresses say which thread has allocated them.
  [[nodiscard]] static Slot allocation_of(const Graph& graph, Value at) {
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

// Compiled once, in widths.cpp.
extern template class GivenUpReads<1>;
extern template class GivenUpReads<2>;

}  // namespace drover::trust
