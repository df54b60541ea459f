#pragma once

// Reads that give up: what they read leads their thread to a `block`, or to an assumption that
// fails, by local steps alone. Such a read is an await in all but name, whatever instruction it
// comes from (a load whose value is compared with an older one, a compare-and-swap that may go on
// where it fails, but not on every value): the thread does nothing more, and who looks again later
// may go on. It leaves the graph as awaits do (departed_awaits.h), and its thread is passed over
// as they are (next_event.h). What is said there of awaits that fail holds of reads that give up.
//
// What is not an await is explored as awaits are only if no error is lost. Let G be a maximal graph
// that is stale, that is, in which the read r of a thread t gives up and has been overwritten.
// Without r it is a graph of the program still, and consistent, since models forbid cycles of
// relations that only shrink. Let all threads go on from there that can, each read reading from the
// last write; where a read gives up that is overwritten later, take it out again. This ends with a
// graph G' that is not stale, and that has all that G has but r. An error of G is one of G', unless
// it is one of r itself:
// - Races: there are none if no access of what is read is non-atomic. Of the heap: if no access is.
// - Uses after free: there are none if nothing is ever freed.
// - Accesses that the allocation does not happen before. That may depend on what is read, if the
//   read synchronises. So the read leaves the graph only if the allocation happens before what
//   comes before it in its thread. That must not depend on when it is asked: it is a matter of the
//   read's causes alone, which no revisit that keeps it changes. Happens-before of rc11 and rc20
//   is; what sc, ra and sra call by that name includes po and rf, which are. That of tso and pso is
//   not: there, reads of the heap stay.
// A `help` call between the read and the block is an event, which executions are checked for
// (explorer/findings/annotations.h). It leaves with the read; what would have been found out about
// it is found out from what stays (departed_help.h).
//
// The same argument drops more graphs, once they are maximal. Let the last events of a blocked
// thread be reads (not of read-modify-writes), fences and `help` calls, and let one of the reads
// have been overwritten. Take it out with all that follows it: that is a graph of the program, and
// consistent, and what was said of G above holds of it. It ends as before: who is taken out has
// been overwritten, writes stay, and there are not more of them than the program has. So the graph
// is stale, whatever its last read reads. A thread that looks again and again with a `help` call,
// or whose iteration reads several places, is blocked only if all that it has read is the last
// there is. Only threads that are blocked by what is assumed are stale in this way. Who waits for
// ever may do so because of what it read before: that is a deadlock, and one is not lost; and one
// thread that is blocked by what is assumed is enough for a graph not to be a deadlock.
//
// Among these last events there may also be allocations, and writes to what the thread has
// allocated itself, if it has done nothing since that allocation that others can see (*hidden*
// writes): in a stack of Treiber's, who has read the top writes it into a node of its own before it
// tries to swap. Nobody else can come to the cell: nobody reads from such a write, and only writes
// of the thread itself come before it in coherence. So what is left without them is a graph of the
// program as before, and nothing in it has changed. (Who guesses the address is in an error, which
// the allocation does not happen before, and the first who does depends on none of this.) A read
// that only writes of its own thread have overwritten is not stale. `help` calls behind hidden
// writes are not looked for (departed_help.h): where they leave, there are no such writes.
//
// As for compare-and-swaps that fail, which tso and pso take for fences: a read that stays is in
// the graph with what it orders, as before; that of one that left would not have come between
// any two events, since nothing follows it in its thread.

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
    const bool may_go_further =
        !are_awaits() && !label.is_spin && (label.kind == LabelKind::Block || label.is_assumed);
    const auto& events = graph.thread(thread).events;
    bool is_await = is_waiting;
    std::size_t hidden_since = events.size();
    for (std::size_t i = events.size(); i-- > 0;) {
      const auto& event = graph[events[i]];
      if (event.kind == LabelKind::Fence && may_go_further) continue;
      if (is_departing_help(event)) continue;
      if (may_go_further && may_be_hidden(event)) {
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
      if (!may_go_further) return false;
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
