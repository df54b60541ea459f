#pragma once

// SPORE ([SPORE] Algorithm 1); without symmetric threads it is TruSt. (Helping does not concern
// the exploration: it sees the automata of the annotated semantics, Remark 1.)
//
// The graph grows by one event at a time. A read tries every write it may read from; a
// write tries every place in coherence, and then every earlier read it may *revisit*:
// that read reads from the new write instead, and what was added after the read and is
// not a cause of the write is deleted. A revisit is taken only from the one graph in which
// the read and the deleted events were added *maximally* (maximality.h), which makes every
// graph come up exactly once.
//
// Of executions that differ by a permutation of symmetric threads, only one is explored:
// symb (symmetry.h) must not contradict eco, and is one more kind of cause.
//
// The line numbers below are those of Algorithm 1. Where the paper copies a graph to change it,
// a step forward changes it in place and takes the change back on return; only a revisit
// copies, into a graph of its own per depth of revisits. Nothing is kept per execution.
//
// `Checker` is the incremental side of a memory model (explorer/models/incremental/):
//   on_add(graph, e)       e was added, without a writer or a place
//   lowest_rank(graph, e)  the first rank in coherence that e may read from or stand behind
//   on_read(graph, r)      r reads from its writer now; false: inconsistent
//   on_place(graph, w)     w has its place now; false: inconsistent
//   happens_before(graph, e)  events that happen before e, or some of them
//   mark(), undo(mark)     taking back what on_read and on_place changed
//   copy_without(other, kept, deleted)
//
// Differs from the paper:
// - Errors (line 2) are judged by the observer, in maximal graphs: ISERRONEOUS is prefix-monotone.
// - The write of a read-modify-write comes at once after its read. The paper leaves that to
//   ADDNEXTEVENT (Prop. E.22).
// - Awaits: departed_awaits.h and next_event.h.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/trust/causal_cycle.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/maximality.h"
#include "explorer/algorithms/trust/next_event.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"
#include "semantics/program/address.h"

namespace drover::trust {

template <std::size_t Words, typename Checker>
class Trust {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  // A checker for the empty graph. One is made per depth of revisits.
  using MakeChecker = std::function<Checker()>;

  Trust(ProgramAutomata& automata, const TrustOptions& options, MakeChecker make_checker,
        RunControl& control, ExecutionObserver& observer)
      : program_(automata, observer, options.dependencies),
        symmetry_(automata.thread_count(), options.symmetric),
        next_event_(program_, symmetry_),
        make_checker_(std::move(make_checker)),
        control_(control),
        failed_awaits_(options.failed_awaits),
        looks_for_cycles_(!symmetry_.is_empty() &&
                          options.causal_cycles == CausalCycles::Possible) {}

  // TooManyEvents: the graph did not fit, what was reported so far is void.
  RunEnd run() {
    explore(configuration(0));
    return end_;
  }

 private:
  // A graph and what its checker knows of it. One per depth of revisits. Large: never on the
  // stack.
  struct Configuration {
    Configuration(Graph empty_graph, const MakeChecker& make_checker, std::size_t depth_of_revisits)
        : graph(std::move(empty_graph)), checker(make_checker()), depth(depth_of_revisits) {}

    Graph graph;
    Checker checker;
    std::size_t depth;
  };
  // Whether a write is the last of its location or not.
  enum class Staleness : std::uint8_t { Last, Overwritten };

  // ---- Algorithm 1

  void explore(Configuration& at) {  // 1
    if (control_.should_stop(at.graph.size())) return;
    const std::size_t thread = next_event_.thread(at.graph);
    if (thread == NextEvent<Words>::NoThread) {
      report(at);  // 2
    } else {
      explore_next(at, thread);
    }
  }

  void explore_next(Configuration& at, std::size_t thread) {
    if (!has_room(at.graph)) return;
    const Slot added = add_next_event(at, thread);  // 3
    const LabelKind kind = at.graph[added].kind;
    if (kind == LabelKind::Read) {  // 4
      for_each_writer(at, added, [&](Slot write, Staleness staleness) {
        explore_reading(at, added, write, staleness);  // 5
      });
    } else if (kind == LabelKind::Write) {                                 // 6
      explore_places(at, added, [&](Staleness /*any*/) { explore(at); });  // 7
      for_each_revisitable(at.graph, added, [&](Slot read) {               // 8
        const Bits deleted = deleted_by(at.graph, read, added);            // 9
        if (should_revisit(at.graph, read, added, deleted)) {              // 10
          explore_revisit(at, read, added, deleted);                       // 11
        }
      });
    } else {  // 12
      at.graph.set_node(thread, program_.next_node(at.graph, added, 0));
      explore(at);  // 13
    }
    at.graph.remove(added);
  }

  // EXPLOREIFCONSISTENT(SetRF(G, read, write)): 14 and 15. `read` reads from nothing.
  void explore_reading(Configuration& at, Slot read, Slot write, Staleness staleness) {
    auto& event = at.graph[read];
    const Value value = program_.value_of(at.graph, event.location, write);
    const NodeId next = program_.next_node(at.graph, read, value);
    const bool is_waiting_read = next.is_none();
    if (is_waiting_read && staleness == Staleness::Overwritten) return;
    set_value(at.graph, read, value);
    event.is_pending_await = is_waiting_read;
    at.graph.set_reads_from(read, write);
    const std::size_t mark = at.checker.mark();
    if (at.checker.on_read(at.graph, read)) {
      if (!is_waiting_read) at.graph.set_node(event.thread, next);
      if (event.is_exclusive_read) {
        explore_next(at, event.thread);  // its write comes at once
      } else {
        explore(at);
      }
      at.graph.set_node(event.thread, event.node);
    }
    at.checker.undo(mark);
    at.graph.clear_reads_from(read);
    event.is_pending_await = false;
  }

  // EXPLORECOS(G, write): 16 and 17. Calls `then` for each place of `write` in coherence that is
  // consistent, with the thread of the write standing behind it.
  template <typename Then>
  void explore_places(Configuration& at, Slot write, Then then) {
    const LocationId location = at.graph[write].location;
    const std::size_t last = at.graph.location(location).coherence.size();
    const Places places = places_of(at, write);
    const NodeId next = program_.next_node(at.graph, write, 0);
    for (std::size_t rank = places.highest + 1; rank-- > places.lowest;) {
      if (control_.has_stopped()) return;
      if (splits_rmw(at.graph, location, rank)) continue;
      at.graph.place(write, rank);
      const std::size_t mark = at.checker.mark();
      if (at.checker.on_place(at.graph, write)) {
        at.graph.set_node(at.graph[write].thread, next);
        then(rank == last ? Staleness::Last : Staleness::Overwritten);
        at.graph.set_node(at.graph[write].thread, at.graph[write].node);
      }
      at.checker.undo(mark);
      at.graph.unplace(write);
    }
  }

  // EXPLORECOS(SetRF(G \ deleted, read, write), write).
  //
  // Differs from the paper, but for the revisit step of appendix E.3: the write takes its place
  // before the read reads from it, and each of these must be consistent. Checkers rely on it that
  // events are added at the end of (po ∪ rf)+, and the read comes after the write there; they also
  // compare the read's writer with others by its rank in coherence, which it must have. Nothing is
  // lost. Let G' be the graph of line 17. What comes after the read in cb is not in G': it was
  // added later, and is not a cause of the write, since the read is not. So G' without the read
  // is closed under cb, and consistent if G' is (E.2, Axiom 2). The converse is what
  // explore_reading asks. A model that is not prefix-closed in this sense does not come here;
  // AxiomChecker asks of the graph in between only whether it may become consistent.
  //
  // What the read has seen (the write of its lowest rank) is asked once, before the write has a
  // place. The place changes it only if the read comes after the next write in coherence; but then
  // it has seen that one, and may not read from `write`, before and after.
  void explore_revisit(const Configuration& from, Slot read, Slot write, const Bits& deleted) {
    Configuration& to = configuration(from.depth + 1);
    if (failed_awaits_ == FailedAwaits::Leave && fails_await(from.graph, read, write)) {
      explore_departure(from, to, read, write, deleted);
      return;
    }
    copy_without(from, to, read, deleted);
    to.graph.clear_reads_from(read);
    to.graph[read].is_pending_await = false;
    to.graph.set_node(to.graph[read].thread, to.graph[read].node);
    to.checker.on_add(to.graph, read);
    const LocationId location = to.graph[write].location;
    const Slot seen = to.graph.at_rank(location, lowest_rank(to, read));
    explore_places(to, write, [&](Staleness staleness) {
      const bool is_seen_before =
          to.graph.coherence_rank(location, seen) < to.graph.coherence_rank(location, write);
      if (is_seen_before) explore_reading(to, read, write, staleness);
    });
  }

  // A revisit by a write that does not satisfy the await: the read leaves the graph, and its
  // thread is set back before it.
  void explore_departure(const Configuration& from, Configuration& to, Slot read, Slot write,
                         Bits deleted) {
    const auto& event = from.graph[read];
    deleted.insert(read);
    copy_without(from, to, read, deleted);
    to.graph.add_wait(
        {.thread = event.thread, .index = event.index, .anchor = write, .stamp = event.stamp});
    explore_places(to, write, [&](Staleness staleness) {
      if (staleness == Staleness::Last) explore(to);
    });
  }

  // ---- What its lines are made of

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(
          program_.empty_graph(), make_checker_, configurations_.size()));
    }
    return *configurations_[depth];
  }

  bool has_room(const Graph& graph) {
    if (!graph.is_full()) return true;
    end_ = RunEnd::TooManyEvents;
    control_.stop(StopReason::TooManyEvents);
    return false;
  }

  Slot add_next_event(Configuration& at, std::size_t thread) {
    const Label& label = program_.label_of(at.graph, thread);
    if (label.is_access()) at.graph.ensure_location(label.location);
    const Slot event = at.graph.add(thread, label);
    if (!symmetry_.is_empty()) find_twin(at.graph, event);
    at.checker.on_add(at.graph, event);
    return event;
  }

  void find_twin(Graph& graph, Slot event) {
    if (graph[event].kind == LabelKind::Read || graph[event].kind == LabelKind::Write) {
      const Value address = program_.locations().address(graph[event].location);
      graph[event].is_private = address::is_heap(address) &&
                                address::allocating_thread(address).value == graph[event].thread;
    }
    graph.set_twin(event, symmetry_.twin_of(graph, event));
  }

  // What follows from the value that a read reads.
  void set_value(Graph& graph, Slot read, Value value) const {
    const Label& label = program_.label_at(graph, read);
    auto& event = graph[read];
    event.value = value;
    event.mode = label.mode_when_reading(value);
    event.is_exclusive_read = label.exclusive.contains(value);
    event.is_failed_exclusive = label.fails_when_reading(value);
  }

  // The first rank in coherence that `event` may read from or stand behind, if symb is not
  // to contradict eco ([SPORE] §3.2).
  [[nodiscard]] static std::size_t lowest_rank(Configuration& at, Slot event) {
    const std::size_t lowest = at.checker.lowest_rank(at.graph, event);
    const auto& here = at.graph[event];
    if (here.twin == NoEvent || here.is_private) return lowest;
    const Slot first = here.kind == LabelKind::Read ? at.graph[here.twin].reads_from : here.twin;
    return std::max(lowest, at.graph.coherence_rank(here.location, first));
  }

  // Calls `then` with each write that `read` may read from.
  template <typename Then>
  void for_each_writer(Configuration& at, Slot read, Then then) {
    const LocationId location = at.graph[read].location;
    const std::size_t lowest = lowest_rank(at, read);
    const std::size_t last = at.graph.location(location).coherence.size();
    const std::optional<Wait> wait = wait_of(at.graph, read);
    for (std::size_t rank = last + 1; rank-- > lowest;) {
      if (control_.has_stopped()) return;
      const Slot write = at.graph.at_rank(location, rank);
      if (wait && !leads_back(at.graph, *wait, write)) continue;
      then(write, rank == last ? Staleness::Last : Staleness::Overwritten);
    }
  }

  // Ranks in coherence; none if the lowest is above the highest.
  struct Places {
    std::size_t lowest = 0;
    std::size_t highest = 0;
  };

  // What `write` may stand behind. The write of a read-modify-write stands behind what its read
  // reads from.
  [[nodiscard]] static Places places_of(Configuration& at, Slot write) {
    const LocationId location = at.graph[write].location;
    const std::size_t lowest = lowest_rank(at, write);
    if (!at.graph[write].is_exclusive_write) {
      return {.lowest = lowest, .highest = at.graph.location(location).coherence.size()};
    }
    const Slot source = at.graph[at.graph.previous_of(write)].reads_from;
    const std::size_t rank = at.graph.coherence_rank(location, source);
    return {.lowest = std::max(lowest, rank), .highest = rank};
  }

  // Atomicity: whether what comes after `rank` is a read-modify-write that reads from it.
  [[nodiscard]] static bool splits_rmw(const Graph& graph, LocationId location, std::size_t rank) {
    const auto& order = graph.location(location).coherence;
    if (rank == order.size() || !graph[order[rank]].is_exclusive_write) return false;
    const Slot read = graph.previous_of(order[rank]);
    return graph[read].reads_from == graph.at_rank(location, rank);
  }

  // Calls `then` with each read of the location that does not come before `write` in causes. The
  // read is the first of the events that a revisit needs to have been added maximally: that is
  // asked here, since it is cheaper than to find the others.
  template <typename Then>
  void for_each_revisitable(const Graph& graph, Slot write, Then then) {
    const Bits reads = graph.location(graph[write].location).reads - graph[write].causes;
    reads.for_each([&](std::size_t slot) {
      if (control_.should_stop(graph.size())) return;
      const auto read = static_cast<Slot>(slot);
      if (is_maximal_read(graph, read, write)) then(read);
    });
  }

  // G \ deleted, where `read` is revisited.
  static void copy_without(const Configuration& from, Configuration& to, Slot read,
                           const Bits& deleted) {
    to.graph.copy_without(from.graph, deleted);
    to.checker.copy_without(from.checker, to.graph.events(), deleted);
    to.graph.drop_waits_after(from.graph[read].stamp);
  }

  [[nodiscard]] bool fails_await(const Graph& graph, Slot read, Slot write) const {
    const Label& label = program_.label_at(graph, read);
    return label.is_await && program_.next_node(graph, read, graph[write].value).is_none();
  }

  void report(const Configuration& at) {
    const Graph& graph = at.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!next_event_.is_stale(graph, t)) continue;
      program_.report_stale();
      return;
    }
    if (looks_for_cycles_) program_.set_causal_cycle(has_causal_cycle(graph));
    program_.report(graph, [&](Slot event) { return at.checker.happens_before(graph, event); });
  }

  WorkingProgram<Words> program_;
  SymmetryBefore symmetry_;
  NextEvent<Words> next_event_;
  MakeChecker make_checker_;
  RunControl& control_;
  FailedAwaits failed_awaits_;
  bool looks_for_cycles_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  RunEnd end_ = RunEnd::Done;
};

}  // namespace drover::trust
