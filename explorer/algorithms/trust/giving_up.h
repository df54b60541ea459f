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
// (explorer/annotations.h): such a read stays.
//
// As for compare-and-swaps that fail, which tso and pso take for fences: a read that stays is in
// the graph with what it orders, as before; that of one that left would not have come between
// any two events, since nothing follows it in its thread.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/working_program.h"
#include "semantics/program/address.h"

namespace drover::trust {

enum class GivingUp : std::uint8_t {
  Stays,            // only awaits leave
  LeavesVariables,  // reads of shared variables do, too, if all accesses of them are atomic
  AfterCauses,      // and reads of the heap, if the allocation is before them in po ∪ rf
  AfterAllocation   // the same in happens-before
};

template <std::size_t Words>
class GivenUpReads {
 public:
  using Graph = WorkingGraph<Words>;

  // The program must outlive this. `atomic_cells`: as AtomicObjects has them.
  GivenUpReads(const WorkingProgram<Words>& program, GivingUp giving_up,
               std::vector<std::vector<bool>> atomic_cells)
      : program_(program), giving_up_(giving_up), atomic_cells_(std::move(atomic_cells)) {}

  // Whether only awaits give up, which can be told from their labels.
  [[nodiscard]] bool are_awaits() const { return giving_up_ == GivingUp::Stays; }

  // Whether a thread that has come to `next` by a read has given up. `before`: what comes before
  // the read in its thread.
  template <typename Checker>
  [[nodiscard]] bool has_given_up(const Graph& graph, const Checker& checker, std::size_t thread,
                                  NodeId next, LocationId location, Slot before) const {
    if (next.is_none()) return true;  // an await
    return !are_awaits() && program_.kind_at(thread, next) == LabelKind::Block &&
           may_leave(graph, checker, location, before);
  }

 private:
  template <typename Checker>
  [[nodiscard]] bool may_leave(const Graph& graph, const Checker& checker, LocationId location,
                               Slot before) const {
    const Value at = program_.locations().address(location);
    if (!address::is_heap(at)) return atomic_cells_[address::object(at)][address::cell(at)];
    if (giving_up_ == GivingUp::LeavesVariables || before == NoEvent) return false;
    const Slot allocation = allocation_of(graph, at);
    if (allocation == NoEvent) return false;
    if (allocation == before) return true;
    return giving_up_ == GivingUp::AfterCauses
               ? graph[before].porf.contains(allocation)
               : checker.happens_before(graph, before).contains(allocation);
  }

  [[nodiscard]] static Slot allocation_of(const Graph& graph, Value at) {
    Slot found = NoEvent;
    graph.events().for_each([&](std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      if (event.kind == LabelKind::Alloc && event.value == address::base(at) &&
          Value{address::cell(at)} < event.size) {
        found = static_cast<Slot>(slot);
      }
    });
    return found;
  }

  const WorkingProgram<Words>& program_;
  GivingUp giving_up_;
  std::vector<std::vector<bool>> atomic_cells_;
};

}  // namespace drover::trust
