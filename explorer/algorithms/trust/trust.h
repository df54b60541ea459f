#pragma once

// SPORE ([SPORE] Algorithm 1, revisit condition of appendix E); without symmetric threads
// it is TruSt. (Helping is no matter of the exploration: it sees the automata of the
// annotated semantics.)
//
// The graph grows by one event at a time. A read tries every write it may read from; a
// write tries every place in coherence, and then every earlier read it may *revisit*:
// that read reads from the new write instead, and what was added after the read and is
// not a cause of the write is deleted. A revisit is taken only from the one graph in which
// the read and the deleted events were added *maximally* (each reading from, or being,
// the last write of its location among the events before it and the causes of the
// write), which makes every graph come up exactly once.
//
// A step forward changes the graph in place and is taken back on return; only a revisit
// copies, into a graph of its own per depth of revisits. Nothing is kept per execution.
//
// Of executions that differ by a permutation of symmetric threads, only one is explored:
// symb (algorithms/symmetry.h) must not contradict eco, and is one more kind of cause. The
// next event comes from the leftmost thread that can go on, which is Remark 2.
//
// Awaits: the read of an await considers the writes that satisfy it and, besides them, only
// the last in coherence; if that does not satisfy it, the thread waits. A write that does not
// satisfy it revisits it only from the last place in coherence. A maximal graph in which a
// waiting read does not read the last write is no execution ("stale"), and is dropped. That
// much is exact (FailedAwaits::Stay) and wasteful: each write that comes while a read waits
// is tried with the read left behind as well.
//
// Two things avoid the waste, and change nothing in what is found:
// - A thread that would wait is passed over while others can go on. Which thread is next may
//   be any function of the graph.
// - A read that would be made to wait by a revisit leaves the graph instead (FailedAwaits::
//   Leave). What must be remembered of it is a Wait: where it was in the insertion order, and
//   the write that would have revisited it, its anchor. Had it stayed, it would have gone from
//   write to write by further revisits, each write having the one before as the last it knows
//   of (among its causes and what is older than the read). So when the thread comes to the
//   await again, it may read from a write only if that chain leads back to the anchor: every
//   other write has its turn in the part of the exploration in which the read had not left.
//   For the same reason a revisit that would have deleted the read needs the last write that
//   the revisiting write knows of to lead back to the anchor (then the read, at the end of
//   that chain, is maximal), and drops the Wait; and the anchor, which the read would read
//   from or would have read from, is never deleted. A thread whose await can lead back to
//   nothing it may read holds up nobody: others may still revisit what came before it.
//
//   All of this is about reads that fail, and these are no halves of read-modify-writes: an
//   exchange-await whose condition fails writes nothing. What one that is satisfied writes,
//   whatever it makes of the value read, is a write like others, which satisfies or fails
//   other awaits, and is a link of their chains, by its value alone.
//
// `Checker` is the incremental side of a memory model (explorer/models/incremental/):
//   on_add(graph, e)       e was added, without a writer or a place
//   lowest_rank(graph, e)  the first rank in coherence that e may read from or stand behind
//   on_read(graph, r)      r reads from its writer now; false: inconsistent
//   on_place(graph, w)     w has its place now; false: inconsistent
//   happens_before(graph, e)  events that happen before e, or some of them
//   mark(), undo(mark)     taking back what the last two changed
//   copy_without(other, kept, deleted)
//
// Differs from the paper: the maximality of a deleted event that is no read-modify-write
// does not depend on whether the revisiting write completes one (appendix E.1.3, rule
// WRITE, would keep a read-modify-write from revisiting past any other write).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/address.h"
#include "support/check.h"

namespace drover::trust {

template <std::size_t Words, typename Checker>
class Trust {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  Trust(ProgramAutomata& automata, const TrustOptions& options, RunControl& control,
        ExecutionObserver& observer)
      : program_(automata, observer),
        control_(control),
        symmetry_(automata.thread_count(), options.symmetric),
        failed_awaits_(options.failed_awaits),
        axioms_(options.axioms),
        judge_(options.judge != nullptr ? options.judge->make_checker() : nullptr),
        looks_for_cycles_(!symmetry_.is_empty() &&
                          options.causal_cycles == CausalCycles::Possible) {
    if (options.judge != nullptr && options.judge->needs_dependencies()) {
      program_.add_dependencies();
    }
  }

  // TooManyEvents: the graph did not fit, what was reported so far is void.
  RunEnd run() {
    explore(configuration(0));
    return end_;
  }

 private:
  // A graph and what its checker knows of it. One per depth of revisits.
  struct Configuration {
    Graph graph;
    Checker checker;
    std::size_t depth;
  };
  static constexpr std::size_t NoThread = WorkingProgram<Words>::NoThread;

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(
          Configuration{program_.empty_graph(), Checker(), configurations_.size()}));
    }
    return *configurations_[depth];
  }

  // Whether the thread is about to wait: at an await that the last write does not satisfy.
  [[nodiscard]] bool would_wait(const Graph& graph, std::size_t thread) const {
    const Label& label = program_.label_of(graph, thread);
    if (!label.is_await || label.location.value >= graph.location_count()) return false;
    const Slot last = graph.coherence_maximal(label.location);
    const Value value = program_.value_of(graph, label.location, last);
    if (program_.next_of(thread, graph.thread(thread).node, value).is_none()) return true;
    const Wait* wait = graph.wait_at(thread, graph.thread(thread).events.size());
    return wait != nullptr && !leads_back(graph, *wait, last);
  }

  // Whether a thread that would wait has something to read from nonetheless: the last
  // write, or an older one that satisfies it. Always, unless its await has left the graph.
  [[nodiscard]] bool may_wait(const Graph& graph, std::size_t thread) const {
    const Wait* wait = graph.wait_at(thread, graph.thread(thread).events.size());
    if (wait == nullptr) return true;
    const LocationId location = graph[wait->anchor].location;
    const std::size_t last = graph.location(location).coherence.size();
    for (std::size_t rank = last; rank > 0; --rank) {
      const Slot write = graph.at_rank(location, rank);
      if (!leads_back(graph, *wait, write)) continue;
      const NodeId next = program_.next_of(thread, graph.thread(thread).node, graph[write].value);
      if (rank == last || !next.is_none()) return true;
    }
    return false;
  }

  // The first thread that can go on without waiting or, if there is none, the first that
  // has to wait; threads of a role start once all before have finished.
  [[nodiscard]] std::size_t next_thread(const Graph& graph) const {
    std::size_t first_waiting = NoThread;
    bool all_before_finished = true;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const bool starts_role = t > 0 && graph.role(t) != graph.role(t - 1);
      if (starts_role && !all_before_finished) break;
      if (is_event(program_.kind_of(graph, t)) && !program_.is_waiting(graph, t)) {
        if (!would_wait(graph, t)) return t;
        if (first_waiting == NoThread && may_wait(graph, t)) first_waiting = t;
      }
      all_before_finished &= program_.has_finished(graph, t);
    }
    return first_waiting;
  }

  void explore(Configuration& at) {
    if (control_.should_stop(at.graph.size())) return;
    const std::size_t thread = next_thread(at.graph);
    if (thread == NoThread) {
      report(at);
    } else {
      step(at, thread);
    }
  }

  void step(Configuration& at, std::size_t thread) {
    if (at.graph.is_full()) {
      end_ = RunEnd::TooManyEvents;
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    const Label& label = program_.label_of(at.graph, thread);
    if (label.is_access()) at.graph.ensure_location(label.location);
    const Slot event = at.graph.add(thread, label);
    if (!symmetry_.is_empty()) find_twin(at.graph, event);
    at.checker.on_add(at.graph, event);
    if (label.is_read()) {
      step_read(at, event, label);
    } else if (label.is_write()) {
      step_write(at, event);
    } else {
      at.graph.set_node(thread, program_.next_node(at.graph, event, 0));
      explore(at);
    }
    at.graph.remove(event);
  }

  void find_twin(Graph& graph, Slot event) {
    if (graph[event].kind == LabelKind::Read || graph[event].kind == LabelKind::Write) {
      const Value address = program_.locations().address(graph[event].location);
      graph[event].is_private = address::is_heap(address) &&
                                address::allocating_thread(address).value == graph[event].thread;
    }
    graph.set_twin(event, symmetry_.twin_of(graph, event));
  }

  // The first rank in coherence that `event` may read from or stand behind, if symb is not
  // to contradict eco ([SPORE] §3.2).
  [[nodiscard]] static std::size_t lowest_rank(const Configuration& at, Slot event) {
    const std::size_t lowest = at.checker.lowest_rank(at.graph, event);
    const auto& here = at.graph[event];
    if (here.twin == NoEvent || here.is_private) return lowest;
    const Slot first = here.kind == LabelKind::Read ? at.graph[here.twin].reads_from : here.twin;
    return std::max(lowest, at.graph.coherence_rank(here.location, first));
  }

  // ---- The axioms as the judge

  // Whether every read of the graph has a writer.
  enum class Reads : std::uint8_t { AllHaveWriters, OneHasNone };

  // What a model without a checker of its own says of the graph as it is now.
  [[nodiscard]] bool judge(const Graph& graph, Reads reads) {
    const ExecutionGraph copy = program_.graph_of(graph);
    judge_->set_events(copy);
    return reads == Reads::AllHaveWriters ? judge_->is_consistent(copy)
                                          : judge_->may_become_consistent(copy);
  }

  void compare_with_axioms(const Graph& graph, bool is_consistent) const {
    DROVER_CHECK(axioms_->is_consistent(program_.graph_of(graph)) == is_consistent,
                 "the incremental checker and the axioms agree on every step");
  }
  // That the writes below the lowest rank that the checker gives are out of the question.
  void compare_lowest_rank(Configuration& at, Slot event) const {
    Graph& graph = at.graph;
    const LocationId location = graph[event].location;
    const std::size_t lowest = at.checker.lowest_rank(graph, event);
    for (std::size_t rank = 0; rank < lowest; ++rank) {
      if (graph[event].kind == LabelKind::Read) {
        graph.set_reads_from(event, graph.at_rank(location, rank));
        compare_with_axioms(graph, false);
        graph.clear_reads_from(event);
      } else {
        graph.place(event, rank);
        compare_with_axioms(graph, false);
        graph.unplace(event);
      }
    }
  }

  // ---- Reads

  void step_read(Configuration& at, Slot read, const Label& label) {
    const LocationId location = label.location;
    if (axioms_ != nullptr) compare_lowest_rank(at, read);
    const std::size_t lowest = lowest_rank(at, read);
    const std::size_t last = at.graph.location(location).coherence.size();
    const std::optional<Wait> wait = wait_of(at.graph, read);
    for (std::size_t rank = last + 1; rank-- > lowest;) {
      const Slot write = at.graph.at_rank(location, rank);
      const bool is_last = rank == last;
      if (wait && !leads_back(at.graph, *wait, write)) continue;
      read_from(at, read, write, is_last ? Staleness::Last : Staleness::Overwritten);
    }
  }

  enum class Staleness : std::uint8_t { Last, Overwritten };

  // Lets `read`, which reads from nothing, read from `write`, explores, and takes it back.
  void read_from(Configuration& at, Slot read, Slot write, Staleness staleness) {
    auto& event = at.graph[read];
    const Value value = program_.value_of(at.graph, event.location, write);
    const NodeId next = program_.next_node(at.graph, read, value);
    const bool is_waiting_read = next.is_none();
    if (is_waiting_read && staleness == Staleness::Overwritten) return;
    const Label& label = program_.label_at(at.graph, read);
    event.value = value;
    event.mode = label.mode_when_reading(value);
    event.is_exclusive_read = label.exclusive.contains(value);
    event.is_pending_await = is_waiting_read;
    at.graph.set_reads_from(read, write);
    const std::size_t mark = at.checker.mark();
    bool is_consistent = at.checker.on_read(at.graph, read);
    if (judge_ != nullptr) is_consistent = judge(at.graph, Reads::AllHaveWriters);
    if (axioms_ != nullptr) compare_with_axioms(at.graph, is_consistent);
    if (is_consistent) {
      if (!is_waiting_read) at.graph.set_node(event.thread, next);
      if (event.is_exclusive_read) {
        step(at, event.thread);  // its write comes at once
      } else {
        explore(at);
      }
      at.graph.set_node(event.thread, event.node);
    }
    at.checker.undo(mark);
    at.graph.clear_reads_from(read);
    event.is_pending_await = false;
  }

  // ---- Awaits that have left the graph

  [[nodiscard]] static std::optional<Wait> wait_of(const Graph& graph, Slot read) {
    const Wait* wait = graph.wait_at(graph[read].thread, graph[read].index);
    return wait == nullptr ? std::nullopt : std::optional(*wait);
  }

  // The last write of a location among the causes of `event` and what was added before the
  // read that left.
  [[nodiscard]] static Slot last_known(const Graph& graph, const Wait& wait, LocationId location,
                                       Slot event) {
    const auto& order = graph.location(location).coherence;
    for (std::size_t i = order.size(); i-- > 0;) {
      const bool is_older = graph[order[i]].stamp < wait.stamp;
      if (order[i] != event && (is_older || graph[event].causes.contains(order[i]))) {
        return order[i];
      }
    }
    return InitialWrite;
  }

  // Whether the read that left, had it stayed, would have come to read from `write` by a
  // chain of revisits that begins with the anchor.
  [[nodiscard]] static bool leads_back(const Graph& graph, const Wait& wait, Slot write) {
    const LocationId location = graph[wait.anchor].location;
    while (write != wait.anchor) {
      if (write == InitialWrite || graph[write].stamp < wait.stamp) return false;
      write = last_known(graph, wait, location, write);
    }
    return true;
  }

  // Whether the read that left, had it stayed, would be maximal when `write` deletes it.
  [[nodiscard]] static bool is_maximal_wait(const Graph& graph, const Wait& wait, Slot write) {
    return leads_back(graph, wait, last_known(graph, wait, graph[wait.anchor].location, write));
  }

  // ---- Writes

  void step_write(Configuration& at, Slot write) {
    for_each_place(at, write, Reads::AllHaveWriters, [&](Staleness) { explore(at); });
    revisit_reads(at, write);
  }

  // Calls `then` for each place of `write` in coherence that is consistent, with the thread
  // of the write standing behind it.
  template <typename Then>
  void for_each_place(Configuration& at, Slot write, Reads reads, Then then) {
    const LocationId location = at.graph[write].location;
    const std::size_t last = at.graph.location(location).coherence.size();
    if (axioms_ != nullptr) compare_lowest_rank(at, write);
    std::size_t lowest = lowest_rank(at, write);
    std::size_t highest = last;
    if (at.graph[write].is_exclusive_write) {
      const Slot source = at.graph[at.graph.previous_of(write)].reads_from;
      highest = at.graph.coherence_rank(location, source);
      if (highest < lowest) return;
      lowest = highest;
    }
    const NodeId next = program_.next_node(at.graph, write, 0);
    for (std::size_t rank = highest + 1; rank-- > lowest;) {
      if (splits_rmw(at.graph, location, rank)) continue;
      at.graph.place(write, rank);
      const std::size_t mark = at.checker.mark();
      bool is_consistent = at.checker.on_place(at.graph, write);
      if (judge_ != nullptr) is_consistent = judge(at.graph, reads);
      if (axioms_ != nullptr) compare_with_axioms(at.graph, is_consistent);
      if (is_consistent) {
        at.graph.set_node(at.graph[write].thread, next);
        then(rank == last ? Staleness::Last : Staleness::Overwritten);
        at.graph.set_node(at.graph[write].thread, at.graph[write].node);
      }
      at.checker.undo(mark);
      at.graph.unplace(write);
    }
  }

  // Atomicity: whether what comes after `rank` is a read-modify-write that reads from it.
  [[nodiscard]] static bool splits_rmw(const Graph& graph, LocationId location, std::size_t rank) {
    const auto& order = graph.location(location).coherence;
    if (rank == order.size() || !graph[order[rank]].is_exclusive_write) return false;
    const Slot read = graph.previous_of(order[rank]);
    return graph[read].reads_from == graph.at_rank(location, rank);
  }

  // ---- Revisits

  void revisit_reads(Configuration& at, Slot write) {
    Bits reads = at.graph.location(at.graph[write].location).reads - at.graph[write].causes;
    reads.for_each([&](std::size_t slot) {
      if (control_.should_stop(at.graph.size())) return;
      const auto read = static_cast<Slot>(slot);
      if (!is_maximal_read(at.graph, read, write)) return;
      const Bits deleted = deleted_by(at.graph, read, write);
      if (should_revisit(at.graph, read, write, deleted)) revisit(at, read, write, deleted);
    });
  }

  // [SPORE] Algorithm 1, line 9.
  [[nodiscard]] static Bits deleted_by(const Graph& graph, Slot read, Slot write) {
    Bits deleted;
    (graph.events() - graph[write].causes).for_each([&](std::size_t slot) {
      const auto event = static_cast<Slot>(slot);
      if (event != write && graph.inserted_before(read, event)) deleted.insert(slot);
    });
    return deleted;
  }

  // [SPORE] E.3: the read, of which that is known, and the deleted events were added by maximal
  // steps (E.1.3).
  [[nodiscard]] static bool should_revisit(const Graph& graph, Slot read, Slot write,
                                           const Bits& deleted) {
    if (const auto wait = wait_of(graph, read); wait && !leads_back(graph, *wait, write)) {
      return false;
    }
    for (const Wait& wait : graph.waits()) {
      if (wait.stamp > graph[read].stamp && !is_maximal_wait(graph, wait, write)) return false;
    }
    bool all_maximal = true;
    deleted.for_each([&](std::size_t slot) {
      const auto event = static_cast<Slot>(slot);
      if (!all_maximal) return;
      if (graph[event].kind == LabelKind::Read) {
        all_maximal = is_maximal_read(graph, event, write);
      } else if (graph[event].kind == LabelKind::Write) {
        all_maximal = is_maximal_write(graph, event, read, write, deleted);
      }
    });
    return all_maximal;
  }

  // Among the events added before `event` and the causes of `write`.
  [[nodiscard]] static bool is_previous(const Graph& graph, Slot other, Slot event, Slot write) {
    return graph.inserted_before(other, event) || graph[write].causes.contains(other);
  }
  // Whether no previous write comes after `rank` in coherence.
  [[nodiscard]] static bool is_last_of_previous(const Graph& graph, Slot event, Slot write,
                                                std::size_t rank) {
    const auto& order = graph.location(graph[event].location).coherence;
    for (std::size_t i = order.size(); i > rank; --i) {
      if (order[i - 1] != event && is_previous(graph, order[i - 1], event, write)) return false;
    }
    return true;
  }

  [[nodiscard]] static bool is_maximal_read(const Graph& graph, Slot read, Slot write) {
    const Slot source = graph[read].reads_from;
    if (source != InitialWrite && !is_previous(graph, source, read, write)) return false;
    const std::size_t rank = graph.coherence_rank(graph[read].location, source);
    return is_last_of_previous(graph, read, write, rank);
  }

  [[nodiscard]] static bool is_maximal_write(const Graph& graph, Slot event, Slot read, Slot write,
                                             const Bits& deleted) {
    bool is_read_by_previous = graph[event].is_anchor;
    graph[event].readers.for_each([&](std::size_t reader) {
      is_read_by_previous |= is_previous(graph, static_cast<Slot>(reader), event, write);
    });
    if (is_read_by_previous) return false;
    if (graph[event].is_exclusive_write) {
      // Rule WRITE-EXCLUSIVE: its read was added just before, so it is affected too.
      const Slot first_half = graph.previous_of(event);
      if (first_half != read && !deleted.contains(first_half)) return false;
    }
    const std::size_t rank = graph.coherence_rank(graph[event].location, event);
    return is_last_of_previous(graph, event, write, rank);
  }

  void revisit(const Configuration& from, Slot read, Slot write, const Bits& deleted) {
    Configuration& to = configuration(from.depth + 1);
    if (failed_awaits_ == FailedAwaits::Leave && fails_await(from.graph, read, write)) {
      leave(from, to, read, write, deleted);
      return;
    }
    to.graph.copy_without(from.graph, deleted);
    to.checker.copy_without(from.checker, to.graph.events(), deleted);
    to.graph.drop_waits_after(to.graph[read].stamp);
    to.graph.clear_reads_from(read);
    to.graph[read].is_pending_await = false;
    to.graph.set_node(to.graph[read].thread, to.graph[read].node);
    to.checker.on_add(to.graph, read);
    for_each_place(to, write, Reads::OneHasNone, [&](Staleness staleness) {
      const std::size_t rank = to.graph.coherence_rank(to.graph[write].location, write);
      if (rank >= lowest_rank(to, read)) read_from(to, read, write, staleness);
    });
  }

  [[nodiscard]] bool fails_await(const Graph& graph, Slot read, Slot write) {
    const Label& label = program_.label_at(graph, read);
    return label.is_await && program_.next_node(graph, read, graph[write].value).is_none();
  }

  // A revisit by a write that does not satisfy the await: the thread is set back before it.
  void leave(const Configuration& from, Configuration& to, Slot read, Slot write, Bits deleted) {
    const auto& event = from.graph[read];
    deleted.insert(read);
    to.graph.copy_without(from.graph, deleted);
    to.checker.copy_without(from.checker, to.graph.events(), deleted);
    to.graph.drop_waits_after(event.stamp);
    to.graph.add_wait({event.thread, event.index, write, event.stamp});
    for_each_place(to, write, Reads::AllHaveWriters, [&](Staleness staleness) {
      if (staleness == Staleness::Last) explore(to);
    });
  }

  // ---- Executions

  // Whether the thread waits, at the end, but not for the last write.
  [[nodiscard]] bool is_stale(const Graph& graph, std::size_t thread) const {
    if (program_.has_finished(graph, thread)) return false;
    if (!program_.is_waiting(graph, thread)) {
      return graph.wait_at(thread, graph.thread(thread).events.size()) != nullptr;
    }
    const Slot read = graph.last_of(thread);
    return graph.coherence_maximal(graph[read].location) != graph[read].reads_from;
  }

  void report(const Configuration& at) {
    const Graph& graph = at.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!is_stale(graph, t)) continue;
      program_.report_stale();
      return;
    }
    if (looks_for_cycles_) program_.set_causal_cycle(has_causal_cycle(graph));
    program_.report(graph, [&](Slot event) { return at.checker.happens_before(graph, event); });
  }

  // Whether po ∪ rf ∪ co has a cycle: takes away events without predecessors until none is
  // left, or only cycles.
  [[nodiscard]] static bool has_causal_cycle(const Graph& graph) {
    const auto has_predecessor = [&](const Bits& left, std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      if (event.po.intersects(left)) return true;
      if (event.kind == LabelKind::Read) {
        return event.reads_from != InitialWrite && left.contains(event.reads_from);
      }
      if (event.kind != LabelKind::Write) return false;
      const std::size_t rank = graph.coherence_rank(event.location, static_cast<Slot>(slot));
      return rank > 1 && left.contains(graph.at_rank(event.location, rank - 1));
    };
    Bits left = graph.events();
    for (bool moved = true; moved && !left.is_empty();) {
      moved = false;
      left.for_each([&](std::size_t slot) {
        if (has_predecessor(left, slot)) return;
        left.erase(slot);
        moved = true;
      });
    }
    return !left.is_empty();
  }

  WorkingProgram<Words> program_;
  RunControl& control_;
  SymmetryBefore symmetry_;
  FailedAwaits failed_awaits_;
  const MemoryModel* axioms_;            // may be null
  std::unique_ptr<GraphChecker> judge_;  // may be null
  bool looks_for_cycles_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  RunEnd end_ = RunEnd::Done;
};

}  // namespace drover::trust
