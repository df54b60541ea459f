#pragma once

// Reads of what was overwritten after which a thread can only give up (giving_up.h), although it
// goes on for a while. In a queue of Michael and Scott's, who has read an old tail reads the node
// behind it, looks at the tail again, and then finds that the node has a successor already: the
// compare-and-swap that would append another one fails. Reads like awaits do not show that: each
// step but the last may go on. All that comes of it is stale, but for one thing: a write that finds
// no place may still revisit what is in its way.
//
// *What stays.* Let the read r of a thread t read from w, and let s, which is older than r or one
// of its causes, come after w in coherence. Then r is not maximal as long as it is there, whatever
// write would revisit or delete it (maximality.h): s is among the previous events, or w is not. So
// r is never revisited or deleted, and neither is what is older, unless a write that has r among
// its causes keeps r alone. As long as t only reads, such a write is that of a thread u to the
// right of which r, or what follows it, is a twin (symmetry.h). Where there are such threads we ask
// that s is a read-modify-write of w, and rely only on s and what comes before it in po ∪ rf: if
// the read of u that has r as its twin reads from w, too, then u is in the same position as t; if
// from what comes behind w, then from s or what comes of s by further read-modify-writes, and s
// stays. Where nobody writes any more (code_ahead.h), nothing is revisited, and all stays.
//
// Hidden writes (giving_up.h) change nothing in this: each has one place, nothing to revisit, and
// nobody who reads from it; it may be a twin of another hidden write, as reads may of reads. So
// what is said here of threads that only read holds of those that write what is hidden, too.
//
// *What fails.* A compare-and-swap of t that expects v fails, or its write finds no place, if each
// write of v has been followed by a read-modify-write of it that stays, or is too old for t to
// read. It stays so if v does not come back. Let c be the first swap of v, older than r. The write
// of t, if it reads what c has read, may revisit a read q that is older than c: then c is deleted,
// and it has a place. Nothing else that it does comes to anything.
//
// *A thread that comes to nothing else goes on at once* (Outlook::Swap). Which thread goes on may
// be chosen freely. So nothing is added between r and the write of t; and what it has read is in
// the graph already, since of a way on which something new is read we ask that it ends before such
// a swap. Where t gives up instead (Outlook::Hopeless), the graph is dropped with all that would
// come of it. Nothing is lost: let another write revisit a read q' afterwards, and delete what t
// has read since, so that t comes to its swap after all. Then q' is deleted when the write of t
// revisits q, which is older than r. But q' is not maximal, since it reads from a write that is
// younger, and not a cause of t: the revisit is not taken. If q' has left (departed_awaits.h), its
// anchor would be deleted, and the same holds. What is left is stale in the sense of giving_up.h,
// all of it, since r is there and t is blocked; that nothing is lost with it is said there.
//
// *A swap that follows its twins* has nothing to revisit. If t does from r on what its twins have
// done (symmetry.h), reading from the same writes, then what they have swapped is among the causes
// of its swap (twin_way.h), and is not deleted: c, which is in the way, stays, whatever is
// revisited. (Only twins count that stay as r does.) Such a way comes to nothing, like one that
// gives up. Where t reads something else than its twin, it is a write that comes later in
// coherence: of those that are in the graph the values are known, and so is where they lead.
//
// *Where nothing more is written* (written_ahead.h), nothing new is read: of each other thread, we
// ask what its code may write behind those of its events that stay as r does. What is there stays,
// too, then: who has written it would otherwise come to that code again.
//
// *Reads that follow at once.* From r on, some ways of t may lead to a swap that fails, and others
// may end well (Outlook::Mixed): who reads an old head, and that it has no successor, finds the
// queue empty; who sees one, must fail. Then t goes on at once, too. If nothing of others was added
// between r and what t reads next, these reads stay like r: what would delete them would delete r.
// Only a new write may revisit them; we ask that it lets t give up without coming to a swap, or
// that there is none. So it is enough that the outlook is Hopeless, or Swap, from where t is now.
// (Not so if t may be a twin: then r may be kept alone.) And so it is, whatever was added in
// between, if no other thread can write any more (code_ahead.h), or can only wait at a read that
// has left the graph (departed_awaits.h), where whatever it may read lets it give up: then nothing
// new is written. (Threads that can only fail and so keep each other from being alone:
// hopeless_together.h.) Such a new write comes after what was there by read-modify-writes, so that
// what happens before the read still does.
//
// *Values that come back.* That a value that was swapped does not come back, and that what was
// swapped once is only ever swapped, is not known before the program has run: it is relied on, and
// looked for in all executions that are found. Only cells are relied on that nothing but
// compare-and-swaps changes, as far as the code shows it (swapped_cells.h). If an execution has
// such a value, all that was explored is void, and the exploration starts again. Then reads are
// dropped only where no other thread can write any more: nothing comes back there, and
// whatever is in the graph stays. (What is kept, or explored in parts or in many places, cannot
// start again: there it is so from the beginning.) It is found if there is one that matters. Let L
// be an execution that was lost: some thread t in it has gone on with a value that has come back,
// having read with r what was overwritten. The write that brought it back does not depend on what t
// did from r on, and neither do the writes before it, since swaps follow each other in po ∪ rf.
// Take out all that threads did from such reads on, and what depends on it: the value still comes
// back. Now let the threads go on from there one after the other, each as far as it can, with last
// writes to read; who gives up is set back, and comes again later. Where one has gone on with a
// value that came back, and what it has read first is overwritten later by what does not depend on
// it, take the last such one out again, with all that depends on it, and let it come again at the
// end. What comes after it stays, and has at least one event: as there are only so many events,
// this ends, first behind it and then before it. What has come of it is an execution in which a
// value comes back, and that has not been lost.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/trust/code_ahead.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/giving_up.h"
#include "explorer/algorithms/trust/happens_before.h"
#include "explorer/algorithms/trust/prospects.h"
#include "explorer/algorithms/trust/swapped_cells.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/trust/twin_way.h"
#include "explorer/algorithms/trust/written_ahead.h"
#include "explorer/algorithms/working_program.h"
#include "semantics/program/address.h"

namespace drover::trust {

template <std::size_t Words>
class HopelessReads {
 public:
  using Graph = WorkingGraph<Words>;

  // All must outlive this.
  HopelessReads(ProgramAutomata& automata, const GivenUpReads<Words>& given_up,
                const SymmetryBefore& symmetry, const CodeAhead& code_ahead,
                const TrustOptions& options)
      : automata_(automata),
        given_up_(given_up),
        symmetry_(symmetry),
        code_ahead_(code_ahead),
        is_on_(options.hopeless_reads != HopelessReadPolicy::Explore && !given_up.are_awaits()),
        policy_(options.hopeless_reads),
        cells_(options.swapped_cells),
        prospects_(automata, options.given_up_help) {
    if (is_on_) written_ahead_.emplace(automata);
  }

  // Whether the outlook of any thread is anything but Open.
  [[nodiscard]] bool is_on() const { return is_on_; }
  [[nodiscard]] Prospects& prospects() const { return prospects_; }

  // Of a thread that has read what was overwritten, and has only read since, or written what is
  // hidden. Open of all others.
  [[nodiscard]] Outlook outlook(const Graph& graph, HappensBefore<Words> hb,
                                std::size_t thread) const {
    const auto& events = graph.thread(thread).events;
    if (!is_on_ || events.empty() || graph.wait_at(thread, events.size()) != nullptr) {
      return Outlook::Open;
    }
    // What is read is known only of the heap, if at all (`values`): else it does not get better.
    const bool may_be_better = cells_.expected_of_heap || graph[events.back()].is_pending_await;
    if (!may_be_better && best_outlook(graph, thread) == Outlook::Open) return Outlook::Open;
    std::size_t hidden_since = events.size();
    for (std::size_t i = events.size(); i-- > 0;) {
      const auto& event = graph[events[i]];
      if (event.kind == LabelKind::Fence || given_up_.is_departing_help(event)) continue;
      if (given_up_.may_be_hidden(event)) {
        hidden_since = std::min(hidden_since, given_up_.allocated_before(graph, event));
        continue;
      }
      if (event.kind != LabelKind::Read || event.is_exclusive_read) return Outlook::Open;
      const Slot later = overwriting(graph, events[i]);
      if (later == NoEvent || !may_lead_somewhere(graph, thread, i)) continue;
      if (!given_up_.are_hidden(graph, thread, hidden_since, i)) return Outlook::Open;
      if (!may_leave_since(graph, hb, thread, i)) return Outlook::Open;
      if (policy_ == HopelessReadPolicy::DropWhenAlone && !is_alone(graph, hb, thread)) {
        return Outlook::Open;
      }
      const Outlook found = outlook_since(graph, hb, i, later, thread);
      if (found != Outlook::Open) return found;
    }
    return Outlook::Open;
  }

  // Of a maximal graph that is not stale.
  [[nodiscard]] bool is_in_doubt(const Graph& graph) const {
    if (!is_on_ || policy_ == HopelessReadPolicy::DropWhenAlone) return false;
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      if (is_swapped(LocationId(i)) && !is_in_order(graph, LocationId(i))) return true;
    }
    return false;
  }

 private:
  // What a thread may count on that has read with `old` what `later` has overwritten, and has only
  // read since.
  class GraphCertainties final : public Certainties {
   public:
    GraphCertainties(const HopelessReads& owner, const Graph& graph, HappensBefore<Words> hb,
                     Slot old, Slot later, Slot known, std::size_t index)
        : owner_(owner),
          graph_(graph),
          hb_(hb),
          old_(old),
          later_(later),
          known_(known),
          may_be_kept_alone_(owner.may_be_kept_alone(graph, graph[old].thread)),
          before_(owner.given_up_.happens_before(graph, hb, known)),
          twins_(owner.symmetry_, graph, graph[old].thread, index) {}

    [[nodiscard]] bool is_swapped_already(LocationId location, Value expected) const override {
      if (!owner_.is_swapped(location) || location.value >= graph_.location_count()) return false;
      const auto& order = graph_.location(location).coherence;
      bool is_gone = false;
      for (std::size_t rank = 0; rank <= order.size(); ++rank) {
        if (owner_.value_at(graph_, location, rank) != expected) continue;
        if (rank == order.size()) return false;
        if (swaps(graph_, location, rank) && graph_[old_].older.contains(order[rank]) &&
            stays(order[rank])) {
          is_gone = true;
        } else if (!before_.contains(order[rank])) {
          return false;
        }
      }
      return is_gone;
    }

    [[nodiscard]] bool is_not_to_come(LocationId location, Value value) const override {
      if (!owner_.is_swapped(location) || location.value >= graph_.location_count()) return false;
      const auto& order = graph_.location(location).coherence;
      const std::size_t first = first_swapped(graph_, location);
      if (first == order.size() || !stays(order[first])) return false;
      for (std::size_t rank = first; rank <= order.size(); ++rank) {
        const bool is_same = owner_.value_at(graph_, location, rank) == value;
        if (is_same && (rank == first || stays(order[rank - 1]))) return true;
      }
      return false;
    }

    // Whether nothing is written there any more: who swaps cells of the heap expects one value,
    // which is gone.
    [[nodiscard]] bool is_settled(LocationId location) const {
      const Value at = owner_.automata_.locations().address(location);
      const std::optional<Value> expected = owner_.cells_.expected_of_heap;
      return address::is_heap(at) && expected && is_swapped_already(location, *expected);
    }
    [[nodiscard]] KnownValues values(LocationId location) const override {
      if (!is_settled(location)) return {};
      const auto& order = graph_.location(location).coherence;
      const std::size_t first = first_swapped(graph_, location);
      const bool is_hidden = first == 0 || before_.contains(order[first - 1]);
      if (first + 1 != order.size() || !is_hidden) return {};
      const Value last = graph_[order[first]].value;
      if (before_.contains(order[first])) return {.count = 1, .values = {last}};
      return {.count = 2, .values = {last, owner_.value_at(graph_, location, first)}};
    }

    // Of each other thread, the events that stay are there; with the rest it may do something else.
    [[nodiscard]] bool is_final(LocationId location) const override {
      const Value at = owner_.automata_.locations().address(location);
      const std::size_t own = graph_[old_].thread;
      for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
        if (t == own || graph_.role(t) > graph_.role(own)) continue;
        const auto& events = graph_.thread(t).events;
        const auto changed = std::ranges::find_if(events, [&](Slot slot) { return !stays(slot); });
        const NodeId node = changed == events.end() ? graph_.thread(t).node : graph_[*changed].node;
        if (owner_.written_ahead_->may_write(t, node, at)) return false;
      }
      return true;
    }
    [[nodiscard]] KnownValues twin_read(std::uint32_t offset) const override {
      return has_lasting_twin(offset) ? twins_.read(offset) : KnownValues{};
    }
    // All that has swapped the value stays: it is a cause of the swap.
    [[nodiscard]] bool is_without_revisit(LocationId location, Value expected,
                                          std::uint32_t offset) const override {
      if (!has_lasting_twin(offset)) return false;
      const auto& order = graph_.location(location).coherence;
      for (std::size_t rank = 0; rank < order.size(); ++rank) {
        if (owner_.value_at(graph_, location, rank) != expected) continue;
        if (!before_.contains(order[rank]) && !twins_.has_passed(offset, location, rank)) {
          return false;
        }
      }
      return true;
    }

    [[nodiscard]] bool is_hidden(LocationId location) const override {
      return owner_.given_up_.may_hide(graph_, graph_[old_].thread, location);
    }

    [[nodiscard]] bool may_leave(LocationId location, std::uint32_t offset) const override {
      if (owner_.given_up_.may_leave(graph_, hb_, location, known_)) return true;
      const Slot twin = twins_.before(offset);
      return twin != NoEvent && stays(twin) &&
             !twins_.is_of_twin(owner_.automata_.locations().address(location)) &&
             owner_.given_up_.may_leave(graph_, hb_, location, twin);
    }

   private:
    // Whether an event is there, as it is, as long as the old read is.
    [[nodiscard]] bool stays(Slot event) const {
      if (event == later_ || graph_[later_].porf.contains(event)) return true;
      return !may_be_kept_alone_ &&
             (graph_[old_].older.contains(event) || graph_[old_].causes.contains(event));
    }
    [[nodiscard]] bool has_lasting_twin(std::uint32_t offset) const {
      const Slot twin = twins_.at(offset);
      return twin != NoEvent && stays(twin);
    }

    const HopelessReads& owner_;
    const Graph& graph_;
    HappensBefore<Words> hb_;
    Slot old_;
    Slot later_;
    Slot known_;  // an event; what happens before it happens before all that the thread does then
    bool may_be_kept_alone_;  // the old read
    EventBits<Words> before_;
    TwinWay<Words> twins_;
  };

  // Whether all reads of a thread may that come with its event of an index, and after it.
  [[nodiscard]] bool may_leave_since(const Graph& graph, HappensBefore<Words> hb,
                                     std::size_t thread, std::size_t index) const {
    const auto& events = graph.thread(thread).events;
    for (std::size_t i = index; i < events.size(); ++i) {
      const auto& event = graph[events[i]];
      const Slot before = i == 0 ? NoEvent : events[i - 1];
      if (event.kind == LabelKind::Read &&
          !given_up_.may_leave(graph, hb, event.location, before)) {
        return false;
      }
    }
    return true;
  }

  // What is known without looking at values: false if the outlook since then is open.
  [[nodiscard]] bool may_lead_somewhere(const Graph& graph, std::size_t thread,
                                        std::size_t index) const {
    const auto& events = graph.thread(thread).events;
    if (!is_behind_twins(graph, events[index])) return false;
    return index + 1 < events.size() || is_worth_it(thread, graph.thread(thread).node);
  }
  [[nodiscard]] Outlook best_outlook(const Graph& graph, std::size_t thread) const {
    return prospects_.best_outlook(ThreadId(thread), graph.thread(thread).node);
  }
  [[nodiscard]] bool is_worth_it(std::size_t thread, NodeId node) const {
    return prospects_.best_outlook(ThreadId(thread), node) != Outlook::Open;
  }
  // Whether a write may come that has a read of the thread among its causes, but not what follows.
  [[nodiscard]] bool may_be_kept_alone(const Graph& graph, std::size_t thread) const {
    return symmetry_.has_right(thread) && !code_ahead_.is_all_written(graph, graph.role(thread));
  }

  // Of a thread whose event of an index has read what `later` has overwritten.
  [[nodiscard]] Outlook outlook_since(const Graph& graph, HappensBefore<Words> hb,
                                      std::size_t index, Slot later, std::size_t thread) const {
    const auto& events = graph.thread(thread).events;
    const Slot old = events[index];
    // From a node, where the thread's next event has an index.
    const auto from = [&](NodeId node, std::size_t next, Premise premise, Slot known) {
      const GraphCertainties certainties(*this, graph, hb, old, later, known, next);
      return prospects_.outlook(ThreadId(thread), node, premise, certainties);
    };
    const NodeId node = graph.thread(thread).node;
    const bool is_last = old == events.back();
    const NodeId after = is_last ? node : graph[events[index + 1]].node;
    const Outlook then =
        is_worth_it(thread, after) ? from(after, index + 1, Premise::None, old) : Outlook::Open;
    const bool is_useless = then == Outlook::Mixed && may_be_kept_alone(graph, thread);
    if (is_last && is_useless) return Outlook::Open;
    if (is_last || then == Outlook::Hopeless) return then;
    const bool is_waiting = graph[events.back()].is_pending_await;
    if (then == Outlook::Swap) {
      if (is_waiting) return Outlook::Hopeless;
      const Outlook now = from(node, events.size(), Premise::None, old);
      return now == Outlook::Hopeless ? now : Outlook::Swap;
    }
    // Who waits forever may be in a deadlock.
    const Label& label = automata_.thread(ThreadId(thread)).label(graph[events.back()].node);
    if (is_waiting && (!label.is_assumed || label.is_spin)) return Outlook::Open;
    const bool is_over = is_alone(graph, hb, thread);
    const bool do_all_stay = is_over || (!may_be_kept_alone(graph, thread) &&
                                         is_without_break(graph, old, events.back()));
    if (!do_all_stay) return Outlook::Open;
    const GraphCertainties certainties(*this, graph, hb, old, later, old, events.size());
    bool are_sure = true;
    for (std::size_t i = index + 1; i < events.size() && !is_over; ++i) {
      const auto& event = graph[events[i]];
      const bool is_sure = event.kind != LabelKind::Read ||
                           overwriting(graph, events[i]) != NoEvent ||
                           certainties.is_settled(event.location);
      if (is_sure) continue;
      const Slot known = is_swapped(event.location) ? events[i] : graph.previous_of(events[i]);
      are_sure &= from(event.node, i, Premise::FirstReadIsNew, known) == Outlook::Hopeless;
    }
    const Outlook now =
        is_waiting ? Outlook::Hopeless : from(node, events.size(), Premise::None, events.back());
    if (are_sure) return now;
    return now == Outlook::Swap || now == Outlook::Mixed ? Outlook::Mixed : Outlook::Open;
  }

  // Whether no other thread will write anything any more.
  [[nodiscard]] bool is_alone(const Graph& graph, HappensBefore<Words> hb,
                              std::size_t thread) const {
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (t == thread || graph.role(t) > graph.role(thread)) continue;
      const Slot last = graph.last_of(t);
      const bool is_waiting = last != NoEvent && graph[last].is_pending_await;
      const bool may_write = !is_waiting && code_ahead_.may_write(t, graph.thread(t).node);
      if (may_write && !can_only_wait(graph, hb, t)) return false;
    }
    return true;
  }
  // Whether a thread stands at a read that has left the graph, and gives up whatever it may read
  // there.
  [[nodiscard]] bool can_only_wait(const Graph& graph, HappensBefore<Words> hb,
                                   std::size_t thread) const {
    const Wait* wait = graph.wait_at(thread, graph.thread(thread).events.size());
    if (wait == nullptr) return false;
    const LocationId location = graph[wait->anchor].location;
    for (const Slot write : graph.location(location).coherence) {
      if (!leads_back(graph, *wait, write)) continue;
      const NodeId next =
          automata_.thread(ThreadId(thread)).next(graph.thread(thread).node, graph[write].value);
      if (!given_up_.has_given_up(graph, hb, thread, next, location, graph.last_of(thread))) {
        return false;
      }
    }
    return true;
  }

  // Whether no other thread has done anything between two events of one.
  [[nodiscard]] static bool is_without_break(const Graph& graph, Slot first, Slot last) {
    bool is_without = true;
    (graph[last].older - graph[first].older).for_each([&](std::size_t slot) {
      is_without &= graph[static_cast<Slot>(slot)].thread == graph[first].thread;
    });
    return is_without;
  }

  // Whether all that a read's thread may do until it writes has its twins in the graph.
  [[nodiscard]] bool is_behind_twins(const Graph& graph, Slot read) const {
    for (Slot twin = graph[read].twin; twin != NoEvent; twin = graph[twin].twin) {
      const std::size_t thread = graph[twin].thread;
      const auto& events = graph.thread(thread).events;
      bool is_behind =
          automata_.thread(ThreadId(thread)).kind(graph.thread(thread).node) == LabelKind::Finished;
      for (std::size_t i = graph[twin].index; i < events.size(); ++i) {
        is_behind |= graph[events[i]].kind == LabelKind::Write && !graph[events[i]].is_private;
      }
      if (!is_behind) return false;
    }
    return true;
  }

  // What has overwritten what `read` reads, and stays as long as the read does; or NoEvent.
  [[nodiscard]] Slot overwriting(const Graph& graph, Slot read) const {
    const auto& event = graph[read];
    const auto& order = graph.location(event.location).coherence;
    const std::size_t rank = graph.coherence_rank(event.location, event.reads_from);
    const bool may_be_twin = may_be_kept_alone(graph, event.thread);
    for (std::size_t i = rank; i < order.size(); ++i) {
      const bool is_sound = !may_be_twin || (i == rank && is_swapped(event.location) &&
                                             swaps(graph, event.location, rank));
      if (!is_sound) return NoEvent;
      if (event.older.contains(order[i]) || event.causes.contains(order[i])) return order[i];
    }
    return NoEvent;
  }

  // Whether what follows `rank` in coherence is a read-modify-write of what is there.
  [[nodiscard]] static bool swaps(const Graph& graph, LocationId location, std::size_t rank) {
    const Slot next = graph.location(location).coherence[rank];
    return graph[next].is_exclusive_write &&
           graph[graph.previous_of(next)].reads_from == graph.at_rank(location, rank);
  }
  // The first rank that is swapped, or the last.
  [[nodiscard]] static std::size_t first_swapped(const Graph& graph, LocationId location) {
    const auto& order = graph.location(location).coherence;
    std::size_t rank = 0;
    while (rank < order.size() && !graph[order[rank]].is_exclusive_write) ++rank;
    return rank;
  }
  [[nodiscard]] Value value_at(const Graph& graph, LocationId location, std::size_t rank) const {
    return rank == 0 ? automata_.locations().initial_value(location)
                     : graph[graph.location(location).coherence[rank - 1]].value;
  }
  [[nodiscard]] bool is_swapped(LocationId location) const {
    return cells_.contains(automata_.locations().address(location));
  }

  // Whether all is swapped once one is, and never for a value that was swapped before.
  [[nodiscard]] bool is_in_order(const Graph& graph, LocationId location) const {
    const auto& order = graph.location(location).coherence;
    const std::size_t first = first_swapped(graph, location);
    for (std::size_t i = first; i < order.size(); ++i) {
      if (!graph[order[i]].is_exclusive_write) return false;
      for (std::size_t rank = first; rank <= i; ++rank) {
        if (value_at(graph, location, rank) == graph[order[i]].value) return false;
      }
    }
    return true;
  }

  ProgramAutomata& automata_;
  const GivenUpReads<Words>& given_up_;
  const SymmetryBefore& symmetry_;
  const CodeAhead& code_ahead_;
  bool is_on_;
  HopelessReadPolicy policy_;
  SwappedCells cells_;
  std::optional<WrittenAhead> written_ahead_;  // if it is on
  mutable Prospects prospects_;                // remembers
};

// Compiled once, in widths.cpp.
extern template class HopelessReads<1>;
extern template class HopelessReads<2>;

}  // namespace drover::trust
