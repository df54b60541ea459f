#pragma once

// Threads that can only fail, and keep each other from being alone.
//
// In a queue, two threads have read the head that a third one has swapped. Neither can swap it any
// more, but each of them still has a compare-and-swap ahead: for all that is known of its code
// alone it might write, and the other might see that (hopeless.h). Together they are at an end: if
// neither writes, neither can.
//
// *Nobody writes any more.* Let each thread that has not finished be such that, if all that it may
// read are writes that are in the graph, it writes nothing that others can see, and no write of it
// finds anything to revisit. Then nobody writes any more: the first who did would have read what is
// there. So nothing more is revisited or deleted either, and what comes of the graph is the graph
// and more reads (and hidden writes, see giving_up.h). This is the greatest set of threads that are
// silent together: each is asked with all others taken for silent.
//
// *What it may read* are the writes that are there, from the last one on that happens before it or
// that it has read or written itself; at a read that has left the graph, only what leads back to
// its anchor (departed_awaits.h). A compare-and-swap that expects v fails if it reads anything
// else; and if each write of v has been swapped, its own write finds no place. That write could
// still revisit a read, and have its place then: if what has swapped v, c, is deleted. It is not,
// if it is a cause of the thread or, by the twin that the thread follows, of its swap (twin_way.h);
// nor if c, or what depends on it, was not added maximally (maximality.h), whatever write would
// delete it: what is older, and the causes that there are already, make it so. The same holds of a
// read that is younger than c's, if no write depends on it and no twin of the thread's events: it
// would be deleted, too.
//
// *Then the graph is dropped* if there is one thread that can only give up, and whose last events
// are reads of which one has been overwritten by somebody else: whatever it reads in addition, it
// ends blocked, and the graph is stale (giving_up.h, which says why nothing is lost with those).
// This relies on nothing that is not known: no value can come back.
//
// When it is asked: each time a read has read, a write has its place, or an await has left the
// graph.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "explorer/algorithms/trust/code_ahead.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/giving_up.h"
#include "explorer/algorithms/trust/happens_before.h"
#include "explorer/algorithms/trust/prospects.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/twin_way.h"
#include "explorer/algorithms/working_program.h"

namespace drover::trust {

template <std::size_t Words>
class HopelessTogether {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // All must outlive this.
  HopelessTogether(const WorkingProgram<Words>& program, const GivenUpReads<Words>& given_up,
                   const SymmetryBefore& symmetry, const CodeAhead& code_ahead,
                   Prospects& prospects)
      : program_(program),
        given_up_(given_up),
        symmetry_(symmetry),
        code_ahead_(code_ahead),
        prospects_(prospects) {}

  // Whether all that comes of a graph is stale, since nobody writes any more.
  [[nodiscard]] bool is_over(const Graph& graph, HappensBefore<Words> hb) const {
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
      is_one_hopeless = can_only_give_up(graph, hb, t);
    }
    if (!is_one_hopeless) return false;
    for (std::size_t t = first; t < end; ++t) {
      if (may_write(graph, t) && outlook(graph, hb, t, Premise::OverForAll) != Outlook::Hopeless) {
        return false;
      }
    }
    return true;
  }

 private:
  // What a thread may count on if nobody writes any more. A short-lived worker: holds references.
  class OverCertainties final : public Certainties {
   public:
    OverCertainties(const HopelessTogether& owner, const Graph& graph, HappensBefore<Words> hb,
                    std::size_t thread)
        : owner_(owner),
          graph_(graph),
          hb_(hb),
          thread_(thread),
          last_(graph.last_of(thread)),
          twins_(owner.symmetry_, graph, thread, graph.thread(thread).events.size()) {
      if (last_ != NoEvent) before_ = owner.given_up_.happens_before(graph, hb, last_);
    }

    [[nodiscard]] bool is_swapped_already(LocationId location, Value expected) const override {
      for (std::size_t rank = lowest(location); rank <= size(location); ++rank) {
        if (owner_.value_at(graph_, location, rank) != expected) continue;
        if (rank == size(location) || !swaps(location, rank)) return false;
      }
      return true;
    }
    [[nodiscard]] bool is_without_revisit(LocationId location, Value expected,
                                          std::uint32_t offset) const override {
      for (std::size_t rank = lowest(location); rank < size(location); ++rank) {
        if (owner_.value_at(graph_, location, rank) != expected) continue;
        const Slot swap = graph_.at_rank(location, rank + 1);
        if (twins_.has_passed(offset, location, rank)) continue;
        if (owner_.may_be_deleted(graph_, swap, thread_)) return false;
      }
      return true;
    }
    [[nodiscard]] bool is_not_to_come(LocationId /*location*/, Value /*value*/) const override {
      return true;
    }
    [[nodiscard]] KnownValues values(LocationId location) const override {
      KnownValues found;
      for (std::size_t rank = lowest(location); rank <= size(location); ++rank) {
        const Value value = owner_.value_at(graph_, location, rank);
        if (found.contains(value)) continue;
        if (found.count == KnownValues::Most) return {};
        found.values[found.count++] = value;
      }
      return found;
    }
    [[nodiscard]] bool is_final(LocationId /*location*/) const override { return true; }
    [[nodiscard]] KnownValues twin_read(std::uint32_t offset) const override {
      return twins_.read(offset);
    }
    [[nodiscard]] bool may_leave(LocationId location, std::uint32_t offset) const override {
      if (owner_.given_up_.may_leave(graph_, hb_, location, last_)) return true;
      const Slot twin = twins_.before(offset);
      return twin != NoEvent && !twins_.is_of_twin(owner_.program_.locations().address(location)) &&
             owner_.given_up_.may_leave(graph_, hb_, location, twin);
    }
    [[nodiscard]] bool is_hidden(LocationId location) const override {
      return owner_.given_up_.may_hide(graph_, thread_, location);
    }

   private:
    // Writes that a graph has room for.
    [[nodiscard]] std::size_t size(LocationId location) const {
      if (location.value >= graph_.location_count()) return 0;
      return graph_.location(location).coherence.size();
    }
    // The first rank that the thread may read from, or one before it.
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
    // What the thread reads next, if it stands at a read that has left the graph.
    [[nodiscard]] std::size_t lowest_after_wait(LocationId location) const {
      const Wait* wait = graph_.wait_at(thread_, graph_.thread(thread_).events.size());
      if (wait == nullptr || graph_[wait->anchor].location != location) return 0;
      const std::size_t count = graph_.location(location).coherence.size();
      std::size_t rank = 1;
      while (rank < count && !leads_back(graph_, *wait, graph_.at_rank(location, rank))) ++rank;
      return rank;
    }
    // Whether what follows `rank` in coherence is a read-modify-write of what is there.
    [[nodiscard]] bool swaps(LocationId location, std::size_t rank) const {
      const Slot next = graph_.at_rank(location, rank + 1);
      return graph_[next].is_exclusive_write &&
             graph_[graph_.previous_of(next)].reads_from == graph_.at_rank(location, rank);
    }

    const HopelessTogether& owner_;
    const Graph& graph_;
    HappensBefore<Words> hb_;
    std::size_t thread_;
    Slot last_;
    EventBits<Words> before_;
    TwinWay<Words> twins_;
  };

  [[nodiscard]] Outlook outlook(const Graph& graph, HappensBefore<Words> hb, std::size_t thread,
                                Premise premise) const {
    const OverCertainties certainties(*this, graph, hb, thread);
    return prospects_.outlook(ThreadId(thread), graph.thread(thread).node, premise, certainties);
  }

  // What is known at once.
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

  // Whether a thread gives up, or has, after it has read what others have overwritten.
  [[nodiscard]] bool can_only_give_up(const Graph& graph, HappensBefore<Words> hb,
                                      std::size_t thread) const {
    const LabelKind kind = program_.kind_of(graph, thread);
    if (kind == LabelKind::Finished) return false;
    if (kind == LabelKind::Block || program_.is_waiting(graph, thread)) {
      return given_up_.is_stale(graph, hb, thread);
    }
    return has_old_read(graph, hb, thread) &&
           outlook(graph, hb, thread, Premise::Over) == Outlook::Hopeless;
  }
  // As in giving_up.h, of a thread that is not blocked yet.
  [[nodiscard]] bool has_old_read(const Graph& graph, HappensBefore<Words> hb,
                                  std::size_t thread) const {
    const auto& events = graph.thread(thread).events;
    std::size_t hidden_since = events.size();
    for (std::size_t i = events.size(); i-- > 0;) {
      const auto& event = graph[events[i]];
      if (event.kind == LabelKind::Fence || given_up_.is_departing_help(event)) continue;
      if (given_up_.may_be_hidden(event)) {
        hidden_since = std::min(hidden_since, given_up_.allocated_before(graph, event));
        continue;
      }
      if (event.kind != LabelKind::Read || event.is_exclusive_read) return false;
      if (!given_up_.may_leave(graph, hb, event.location, graph.previous_of(events[i]))) {
        return false;
      }
      const Slot last = graph.coherence_maximal(event.location);
      if (last == event.reads_from || graph[last].thread == thread) continue;
      return given_up_.are_hidden(graph, thread, hidden_since, i);
    }
    return false;
  }

  // Whether a write of `thread` that is to come may delete a read-modify-write, for all that is
  // known.
  [[nodiscard]] bool may_be_deleted(const Graph& graph, Slot swap, std::size_t thread) const {
    const Slot last = graph.last_of(thread);
    EventBits<Words> causes;
    if (last != NoEvent) {
      causes = graph[last].causes;
      causes.insert(last);
    }
    const Slot read = graph.previous_of(swap);
    if (causes.contains(swap) || is_fixed(graph, swap, causes) || is_fixed(graph, read, causes)) {
      return false;
    }
    const Bits deleted = surely_deleted(graph, swap, thread) - causes;
    bool may_be = true;
    deleted.for_each([&](std::size_t slot) {
      may_be = may_be && !is_fixed(graph, static_cast<Slot>(slot), causes);
    });
    return may_be;
  }
  // What goes with a read-modify-write, whatever write of `thread` deletes it, but for the causes
  // of that: what depends on it, and younger reads that no write depends on.
  [[nodiscard]] Bits surely_deleted(const Graph& graph, Slot swap, std::size_t thread) const {
    const Slot read = graph.previous_of(swap);
    const bool has_twins =
        symmetry_.matching_thread(graph, thread, graph.last_of(thread)) != SymmetryBefore::NoThread;
    Bits dependent;
    Bits younger;
    Bits seen;
    (graph.events() - graph[read].older).for_each([&](std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      if (event.causes.contains(swap)) dependent.insert(slot);
      if (event.kind == LabelKind::Read) younger.insert(slot);
      if (event.kind == LabelKind::Write) seen |= event.causes;
    });
    return has_twins ? dependent : dependent | (younger - seen);
  }
  // Whether an event is not maximal, whatever write would delete it that has some causes.
  [[nodiscard]] static bool is_fixed(const Graph& graph, Slot event,
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

  [[nodiscard]] Value value_at(const Graph& graph, LocationId location, std::size_t rank) const {
    return program_.value_of(graph, location, graph.at_rank(location, rank));
  }

  const WorkingProgram<Words>& program_;
  const GivenUpReads<Words>& given_up_;
  const SymmetryBefore& symmetry_;
  const CodeAhead& code_ahead_;
  Prospects& prospects_;
};

// Compiled once, in widths.cpp.
extern template class HopelessTogether<1>;
extern template class HopelessTogether<2>;

}  // namespace drover::trust
