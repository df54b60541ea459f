#pragma once

// Graphs that get no further visible write, and in which some thread can only give up after it has
// read overwritten values. Example: two threads of a queue have read the head that a third one has
// swapped, and each has a compare-and-swap ahead that can only fail. Every extension of such a
// graph is stale (giving_up.h), so the graph is dropped: Lemma 7 (docs/proofs.md). The check runs
// each time a read gets a source, a write gets a place, or a read leaves the graph.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "explorer/algorithms/giving_up.h"
#include "explorer/algorithms/trust/code_ahead.h"
#include "explorer/algorithms/trust/coherence_ranks.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/silent_code.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/twin_way.h"
#include "explorer/algorithms/working_program.h"

namespace drover::trust {

// True if the event was not added maximally (maximality.h), for every deleting write whose causes
// include `causes`.
template <std::size_t Words>
[[nodiscard]] bool is_fixed(const WorkingGraph<Words>& graph, Slot event,
                            const EventBits<Words>& causes) {
  const auto& at = graph[event];
  if (at.kind == LabelKind::Choose) return at.value != 0;
  if (at.kind != LabelKind::Read && at.kind != LabelKind::Write) return false;
  EventBits<Words> previous = at.older;
  previous |= causes;
  const bool is_write = at.kind == LabelKind::Write;
  if (is_write && (at.is_anchor || !(at.readers & previous).is_empty())) return true;
  const auto& order = graph.location(at.location).coherence;
  const std::size_t rank = is_write ? at.rank : graph.coherence_rank(at.location, at.reads_from);
  return std::any_of(order.begin() + static_cast<std::ptrdiff_t>(rank), order.end(),
                     [&](Slot other) { return previous.contains(other); });
}

// True if a later write of the thread of `last` (its last event) may delete `swap`, the write of a
// read-modify-write, when no other thread writes: Lemma 6 (docs/proofs.md).
template <std::size_t Words>
[[nodiscard]] bool may_be_deleted(const WorkingGraph<Words>& graph, Slot swap, Slot last,
                                  bool has_twins) {
  EventBits<Words> causes;
  if (last != NoEvent) {
    causes = graph[last].causes;
    causes.insert(last);
  }
  const Slot read = graph.previous_of(swap);
  if (causes.contains(swap) || is_fixed(graph, swap, causes) || is_fixed(graph, read, causes)) {
    return false;
  }
  // Deleted with the swap: events that depend on it, and younger reads that no write depends on.
  EventBits<Words> deleted;
  EventBits<Words> younger;
  EventBits<Words> seen;
  (graph.events() - graph[read].older).for_each([&](Slot slot) {
    const auto& event = graph[slot];
    if (event.causes.contains(swap)) deleted.insert(slot);
    if (event.kind == LabelKind::Read) younger.insert(slot);
    if (event.kind == LabelKind::Write) seen |= event.causes;
  });
  if (!has_twins) deleted |= younger - seen;
  return !(deleted - causes).any_of([&](Slot slot) { return is_fixed(graph, slot, causes); });
}

template <std::size_t Words>
class NoMoreWrites {
 public:
  using Graph = WorkingGraph<Words>;
  using Checker = incremental::AnyChecker<Words>;

  // All arguments must outlive this.
  NoMoreWrites(const WorkingProgram<Words>& program, ProgramAutomata& automata,
               const GivenUpReads<Words>& given_up, const SymmetryBefore& symmetry,
               const CodeAhead& code_ahead)
      : program_(program),
        given_up_(given_up),
        symmetry_(symmetry),
        code_ahead_(code_ahead),
        code_(automata, given_up.help()) {}

  // True if every extension of the graph is stale because no thread writes any more. Threads of
  // later roles do not matter: they start once all earlier ones have finished.
  [[nodiscard]] bool is_over(const Graph& graph, const Checker& checker) const {
    const std::size_t count = graph.thread_count();
    std::size_t first = 0;
    while (first < count && program_.has_finished(graph, first)) ++first;
    if (first == count) return false;
    std::size_t end = first;
    while (end < count && graph.role(end) == graph.role(first)) ++end;
    for (std::size_t t = first; t < end; ++t) {
      if (is_about_to_write(graph, t)) return false;
    }
    bool is_one_hopeless = false;
    for (std::size_t t = first; t < end && !is_one_hopeless; ++t) {
      is_one_hopeless = can_only_give_up(graph, checker, t);
    }
    if (!is_one_hopeless) return false;
    for (std::size_t t = first; t < end; ++t) {
      if (may_write(graph, t) && !ends(graph, checker, t, Ending::WritesNothing)) return false;
    }
    return true;
  }

 private:
  // The certainties of a thread if no thread writes any more. A short-lived worker: holds
  // references.
  class OverCertainties final : public Certainties {
   public:
    OverCertainties(const NoMoreWrites& owner, const Graph& graph, const Checker& checker,
                    std::size_t thread)
        : owner_(owner),
          graph_(graph),
          checker_(checker),
          thread_(thread),
          last_(graph.last_of(thread)),
          twins_(owner.symmetry_, graph, thread) {
      if (last_ != NoEvent) before_ = owner.given_up_.happens_before(graph, checker, last_);
    }

    [[nodiscard]] KnownValues answer(const Question& question) const override {
      const auto& [topic, location, value, offset] = question;
      switch (topic) {
        case Topic::OnlyFails: return yes_if(only_fails(location, value, offset));
        case Topic::Values: return values(location);
        case Topic::TwinRead: return twins_.read(offset);
        case Topic::MayLeave: return yes_if(may_leave(location, offset));
        case Topic::IsHidden: return yes_if(owner_.given_up_.may_hide(graph_, thread_, location));
      }
      return {};
    }

   private:
    // True if every readable write of the value has been swapped by a write that no write of the
    // thread deletes.
    [[nodiscard]] bool only_fails(LocationId location, Value expected, std::uint32_t offset) const {
      for (std::size_t rank = lowest(location); rank <= size(location); ++rank) {
        if (owner_.value_at(graph_, location, rank) != expected) continue;
        if (rank == size(location) || !splits_rmw(graph_, location, rank)) return false;
        const Slot swap = graph_.at_rank(location, rank + 1);
        if (!twins_.has_passed(offset, location, rank) &&
            may_be_deleted(graph_, swap, last_, twins_.are_there())) {
          return false;
        }
      }
      return true;
    }
    [[nodiscard]] KnownValues values(LocationId location) const {
      KnownValues found;
      for (std::size_t rank = lowest(location); rank <= size(location); ++rank) {
        const Value value = owner_.value_at(graph_, location, rank);
        if (!found.contains(value) && !found.add(value)) return {};
      }
      return found;
    }
    [[nodiscard]] bool may_leave(LocationId location, std::uint32_t offset) const {
      if (owner_.given_up_.may_leave(graph_, checker_, location, last_)) return true;
      const Slot twin = twins_.before(offset);
      return twin != NoEvent && !twins_.is_of_twin(owner_.program_.locations().address(location)) &&
             owner_.given_up_.may_leave(graph_, checker_, location, twin);
    }
    [[nodiscard]] std::size_t size(LocationId location) const {
      if (location.value >= graph_.location_count()) return 0;
      return graph_.location(location).coherence.size();
    }
    // Returns a lower bound of the ranks that the thread may read from.
    [[nodiscard]] std::size_t lowest(LocationId location) const {
      if (size(location) == 0) return 0;
      const auto& order = graph_.location(location).coherence;
      std::size_t rank = order.size();
      while (rank > 0 && !before_.contains(order[rank - 1])) --rank;
      for (const Slot slot : graph_.thread(thread_).events) {
        const auto& event = graph_[slot];
        if (event.location != location) continue;
        if (event.kind == LabelKind::Write) rank = std::max<std::size_t>(rank, event.rank);
        if (event.kind == LabelKind::Read && event.reads_from != NoEvent) {
          rank = std::max(rank, graph_.coherence_rank(location, event.reads_from));
        }
      }
      return std::max(rank, lowest_after_wait(location));
    }
    // Returns the lowest rank for the thread's next read, if that read has left the graph.
    [[nodiscard]] std::size_t lowest_after_wait(LocationId location) const {
      const Wait* wait = graph_.wait_at(thread_, graph_.thread(thread_).events.size());
      if (wait == nullptr || graph_[wait->anchor].location != location) return 0;
      const std::size_t count = graph_.location(location).coherence.size();
      std::size_t rank = 1;
      while (rank < count && !leads_back(graph_, *wait, graph_.at_rank(location, rank))) ++rank;
      return rank;
    }

    const NoMoreWrites& owner_;
    const Graph& graph_;
    const Checker& checker_;
    std::size_t thread_;
    Slot last_;
    EventBits<Words> before_;
    TwinWay<Words> twins_;
  };

  [[nodiscard]] bool ends(const Graph& graph, const Checker& checker, std::size_t thread,
                          Ending ending) const {
    const OverCertainties certainties(*this, graph, checker, thread);
    return code_.ends(ThreadId(thread), graph.thread(thread).node, ending, certainties);
  }

  // A quick check, without following the code.
  [[nodiscard]] bool is_about_to_write(const Graph& graph, std::size_t thread) const {
    const LabelKind kind = program_.kind_of(graph, thread);
    if (kind == LabelKind::Write) {
      return !given_up_.is_own(thread, program_.label_of(graph, thread).location);
    }
    return kind == LabelKind::Alloc || kind == LabelKind::Free || kind == LabelKind::Spawn;
  }
  [[nodiscard]] bool may_write(const Graph& graph, std::size_t thread) const {
    return !program_.is_waiting(graph, thread) &&
           code_ahead_.may_write(thread, graph.thread(thread).node);
  }

  // True if the thread gives up, or has given up, after reading overwritten values.
  [[nodiscard]] bool can_only_give_up(const Graph& graph, const Checker& checker,
                                      std::size_t thread) const {
    const LabelKind kind = program_.kind_of(graph, thread);
    if (kind == LabelKind::Finished) return false;
    if (kind == LabelKind::Block || program_.is_waiting(graph, thread)) {
      return given_up_.is_stale(graph, checker, thread);
    }
    return given_up_.has_old_read(graph, checker, thread) &&
           ends(graph, checker, thread, Ending::GivesUp);
  }

  [[nodiscard]] Value value_at(const Graph& graph, LocationId location, std::size_t rank) const {
    return program_.value_of(graph, location, graph.at_rank(location, rank));
  }

  const WorkingProgram<Words>& program_;
  const GivenUpReads<Words>& given_up_;
  const SymmetryBefore& symmetry_;
  const CodeAhead& code_ahead_;
  mutable SilentCode code_;  // caches its answers
};

}  // namespace drover::trust
