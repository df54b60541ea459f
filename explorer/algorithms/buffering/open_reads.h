#pragma once

// The open reads that threads and writes wait for, and whether open reads can still be answered:
// Lemmas 14, 15 and 16 (docs/proofs.md).
//
// Each graph is checked for whether all open reads can be answered. The result is kept: an order of
// the open reads, and for each a thread that may answer it while the later ones in the order stay
// open. Whether a thread may answer depends on its position and on its own open reads. So the
// result holds while no such thread has changed. Newly opened reads are appended, since no thread
// with an unchanged position waits for them. If a thread has changed, another one is searched, with
// the same later reads. Threads are tried from the last one on, because the first ones go on first.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/buffering/future_accesses.h"
#include "explorer/algorithms/buffering/open_graph.h"
#include "explorer/algorithms/buffering/thread_order.h"
#include "explorer/algorithms/working_program.h"

namespace drover::buffering {

// Works on a graph that others change; they report each changed thread.
template <std::size_t Words>
class OpenReads {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // All arguments must outlive this.
  OpenReads(ProgramAutomata& automata, const WorkingProgram<Words>& program,
            const OpenGraph<Words>& open, KnownModel<Words>& known)
      : automata_(automata),
        program_(program),
        open_(open),
        future_(automata.program(), FutureKind::Writes),
        future_reads_(automata.program(), FutureKind::Reads),
        is_coherent_(known.is_coherent),
        is_atomic_(known.is_atomic),
        orders_halves_(known.orders_halves),
        orders_pairs_(known.orders_pairs),
        orders_controls_(known.orders_controls),
        has_forks_(open.has_forks()),
        order_(std::move(known.order), automata) {}

  // Forgets everything: the graph has been replaced.
  void reset() {
    futures_.assign(open_.graph.thread_count(), {});
    answers_.clear();
  }
  // Notes that the thread has moved, or waits for other reads.
  void note_change(std::size_t thread) {
    futures_[thread].is_known = false;
    ++futures_[thread].changes;
  }
  // Notes that a read is left open; its slot may be reused, or its promise may differ.
  void note_open(Slot read) {
    std::erase_if(answers_, [&](const Answer& each) { return each.read == read; });
  }

  // Returns the open read of a read-modify-write that its write waits for without depending on it;
  // or NoEvent.
  [[nodiscard]] Slot half_waited_for(Slot write) {
    const Graph& graph = open_.graph;
    const auto& event = graph[write];
    const bool is_ordered = event.is_exclusive_write
                                ? orders_halves_
                                : orders_pairs_ && open_.pair_stores.contains(write);
    if (!is_ordered) return NoEvent;
    const Slot read = graph.previous_of(write);
    if (!open_.open_reads.contains(read)) return NoEvent;
    return may_be_read_behind(write) ? NoEvent : read;
  }
  // Returns the open reads that a write waits for because they decide the promised way to it.
  [[nodiscard]] Bits controls_waited_for(Slot write) {
    Bits reads;
    if (!orders_controls_ || !has_forks_ || open_.open_reads.is_empty()) return reads;
    const auto& event = open_.graph[write];
    Bits controls;
    insert_open(event.thread,
                automata_.thread(ThreadId(event.thread)).dependencies(event.node).ctrl, controls);
    controls.for_each([&](Slot read) {
      if (order_.at(event.thread, open_.graph[read].node).is_ordered) reads.insert(read);
    });
    return reads.is_empty() || may_be_read_behind(write) ? Bits() : reads;
  }
  // The possible further steps of a thread.
  struct Future {
    bool is_known = false;
    bool is_over = false;
    bool has_half = false;       // its last event is the read of a read-modify-write that writes
    bool has_open_read = false;  // it has an open read
    bool may_go_on = false;      // it has a next event or a fork, and waits for no open read
    bool is_at_join = false;     // the next event is a join
    InstructionIndex from = 0;
    Bits stops;                 // the open reads it waits for before it goes on
    std::uint64_t changes = 0;  // number of changes so far
  };
  [[nodiscard]] const Future& future_of(std::size_t thread) {
    Future& future = futures_[thread];
    if (!future.is_known) find_future(thread, future);
    return future;
  }
  // True if the thread waits at the new read while it is open.
  [[nodiscard]] bool is_held(Slot read) {
    const auto& event = open_.graph[read];
    const KnownOrder::Known& known = order_.at(event.thread, event.node);
    const bool is_update =
        program_.label_at(open_.graph, read).exclusive.kind != ExclusiveValues::Kind::None;
    if (known.is_before_all && (!is_update || orders_halves_)) return true;
    return (known.begun & order_.without_fence()) != 0 && reads_from_another(read);
  }
  // True if the new read, left open, may find its write.
  [[nodiscard]] bool may_be_answered(Slot read) {
    const Graph& graph = open_.graph;
    const auto& event = graph[read];
    if (!is_coherent_ || (graph.location(event.location).writes).intersects(open_.waiting_writes)) {
      return true;
    }
    for (std::size_t t = graph.thread_count(); t-- > 0;) {
      if (t == event.thread || graph.role(t) > graph.role(event.thread)) continue;
      const Future& future = future_of(t);
      if (!future.is_over &&
          future_.may_access(t, future.from, event.location, automata_.locations())) {
        return true;
      }
    }
    return false;
  }
  // True if each open read may still find its write: a waiting write, or one that a thread may
  // reach, that does not wait for the read itself.
  [[nodiscard]] bool can_be_answered() {
    const bool has_ways = is_coherent_ && is_atomic_;
    const Ways ways{.has_location = has_ways};
    Verdict verdict = ask_again(ways);
    if (verdict != Verdict::Unknown) return verdict == Verdict::Yes;
    answers_.clear();
    if (!has_free_thread()) return false;
    Bits left = open_.open_reads;
    verdict = find_answers(left, ways);
    if (verdict == Verdict::Yes) return true;
    answers_.clear();
    if (verdict == Verdict::No || !has_ways || order_.has_locations()) return false;
    return can_be_answered({.has_location = false}) && can_be_answered({.has_causes = false});
  }

 private:
  // The ways in which an open read may depend on others through its writer: by reads that lead to
  // the writer in D (or by barriers), by reads of its location before the writer in its thread, or
  // by both.
  struct Ways {
    bool has_causes = true;
    bool has_location = true;
  };
  static constexpr std::size_t NoThread = WorkingProgram<Words>::NoThread;
  // A thread that may answer an open read, and its state at that time.
  struct Answer {
    Slot read = NoEvent;
    std::size_t thread = NoThread;
    std::uint64_t changes = 0;
  };
  struct Found {
    std::size_t thread = NoThread;
    bool is_possible = false;  // a thread may answer, perhaps only after other reads are answered
  };
  enum class Verdict : std::uint8_t {
    Yes,
    No,      // some cannot be answered, whatever happens to the others
    Unknown  // not by the method tried
  };

  // Returns the open reads that decide the thread's next event, or its existence.
  [[nodiscard]] Bits causes_of_next(std::size_t thread) const {
    const Graph& graph = open_.graph;
    const auto& events = graph.thread(thread).events;
    Bits stops;
    if (open_.open_reads.is_empty() || events.empty()) return stops;
    if (open_.open_reads.contains(events.back()) && !open_.is_passable(events.back())) {
      stops.insert(events.back());
      return stops;
    }
    const LabelKind kind = program_.kind_of(graph, thread);
    if (kind == LabelKind::Fork || (has_forks_ && kind == LabelKind::Finished)) return stops;
    if (is_event(kind)) {
      const EventDependencies& dependencies =
          automata_.thread(ThreadId(thread)).dependencies(graph.thread(thread).node);
      insert_open(thread, dependencies.shape, stops);
      if (kind != LabelKind::Write) insert_open(thread, dependencies.data, stops);
      return stops;
    }
    for (const Slot slot : events) {
      if (open_.open_reads.contains(slot)) stops.insert(slot);
    }
    return stops;
  }
  // Adds those of a thread's reads that are open.
  void insert_open(std::size_t thread, const ReadSet& reads, Bits& out) const {
    const auto& events = open_.graph.thread(thread).events;
    reads.for_each([&](std::uint32_t index) {
      if (open_.open_reads.contains(events[index])) out.insert(events[index]);
    });
  }

  // True if the thread of the write may later read its location.
  [[nodiscard]] bool may_be_read_behind(Slot write) {
    const auto& event = open_.graph[write];
    const InstructionIndex at = automata_.thread(ThreadId(event.thread)).state(event.node).at;
    return future_reads_.may_access_behind(event.thread, at, event.location, automata_.locations());
  }

  // Returns the open reads whose barriers stop the thread.
  [[nodiscard]] Bits barriers_of(std::size_t thread) {
    Bits stops;
    open_.open_reads.for_each([&](Slot read) {
      if (open_.graph[read].thread == thread && has_barrier(read) && reads_from_another(read)) {
        stops.insert(read);
      }
    });
    return stops;
  }
  // True if a barrier from the read orders the thread's next events.
  [[nodiscard]] bool has_barrier(Slot read) {
    const Graph& graph = open_.graph;
    const std::size_t thread = graph[read].thread;
    const KnownOrder::Barriers begun = order_.at(thread, graph[read].node).begun;
    if (begun == 0) return false;
    KnownOrder::Barriers passed = order_.without_fence();
    const auto& events = graph.thread(thread).events;
    for (std::size_t i = graph[read].index + std::size_t{1}; i < events.size(); ++i) {
      if (graph[events[i]].kind == LabelKind::Fence) {
        passed |= order_.at(thread, graph[events[i]].node).passed;
      }
    }
    return (begun & passed) != 0;
  }
  // True if the open read must read from a write of another thread.
  [[nodiscard]] bool reads_from_another(Slot read) const {
    const Graph& graph = open_.graph;
    const auto& event = graph[read];
    const auto is_own = [&](Slot write) {
      return graph[write].thread == event.thread && graph[write].index < event.index;
    };
    return is_coherent_ &&
           !(graph.location(event.location).writes & open_.waiting_writes).any_of(is_own);
  }

  // True if a write is possible while all open reads stay open.
  [[nodiscard]] bool has_free_thread() {
    if (!open_.waiting_writes.is_empty()) return true;
    for (std::size_t t = 0; t < futures_.size(); ++t) {
      const Future& future = future_of(t);
      if (!future.is_over && future.stops.is_empty()) return true;
    }
    return false;
  }
  // Rechecks the kept answers, and adds those of newly opened reads.
  [[nodiscard]] Verdict ask_again(Ways ways) {
    std::erase_if(answers_,
                  [&](const Answer& each) { return !open_.open_reads.contains(each.read); });
    Bits left = open_.open_reads;
    for (Answer& each : answers_) {
      if (futures_[each.thread].changes != each.changes) {
        const Found found = find_answer(each.read, left, ways);
        if (!found.is_possible) return Verdict::No;
        if (found.thread == NoThread) return Verdict::Unknown;
        each = {each.read, found.thread, futures_[found.thread].changes};
      }
      left.erase(each.read);
    }
    return find_answers(left, ways);
  }
  // Finds answers for the open reads in `left`, and removes those reads from it.
  [[nodiscard]] Verdict find_answers(Bits& left, Ways ways) {
    bool is_possible = true;
    for (bool has_changed = true; has_changed && !left.is_empty();) {
      has_changed = false;
      const Bits before = left;
      before.for_each([&](Slot read) {
        if (!is_possible) return;
        const Found found = find_answer(read, left, ways);
        is_possible = found.is_possible;
        if (found.thread == NoThread) return;
        answers_.push_back({read, found.thread, futures_[found.thread].changes});
        left.erase(read);
        has_changed = true;
      });
      if (!is_possible) return Verdict::No;
    }
    return left.is_empty() ? Verdict::Yes : Verdict::Unknown;
  }
  // The same for all open reads; forgets the answers.
  [[nodiscard]] bool can_be_answered(Ways ways) {
    Bits left = open_.open_reads;
    const Verdict verdict = find_answers(left, ways);
    answers_.clear();
    return verdict == Verdict::Yes;
  }
  void find_future(std::size_t thread, Future& future) {
    const Graph& graph = open_.graph;
    const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    const NodeId node = graph.thread(thread).node;
    const LabelKind kind = automaton.kind(node);
    const Slot last = graph.last_of(thread);
    future.is_known = true;
    future.has_half = last != NoEvent && graph[last].is_exclusive_read;
    future.has_open_read =
        open_.open_reads.any_of([&](Slot read) { return graph[read].thread == thread; });
    Bits causes;
    future.stops.clear();
    if (future.has_open_read) {
      causes = causes_of_next(thread);
      future.stops = causes | barriers_of(thread);
    }
    const bool is_waiting = program_.is_waiting(graph, thread);
    const bool has_next = is_event(kind) || kind == LabelKind::Fork;
    future.may_go_on = has_next && !is_waiting && future.stops.is_empty();
    // The store of a pair comes at once, before other writes take its place.
    future.has_half |= future.may_go_on && last != NoEvent && open_.decided.contains(last) &&
                       kind == LabelKind::Write &&
                       is_store_of_pair(program_.label_of(graph, thread));
    future.is_at_join = kind == LabelKind::Join;
    // With given ways, the thread's node is known.
    if (causes.is_empty() || has_forks_) {
      const bool is_dormant = automaton.is_dormant(node);
      const bool goes_on = has_next || !causes.is_empty();
      future.is_over = !is_dormant && (!goes_on || is_waiting);
      future.from = is_dormant ? 0 : automaton.state(node).at;
      return;
    }
    future.is_over = false;
    for (const Slot slot : graph.thread(thread).events) {
      if (!causes.contains(slot)) continue;
      future.from = automaton.state(graph[slot].node).at;
      break;
    }
  }
  // Returns a thread that may answer a read while the open reads in `left` stay open.
  [[nodiscard]] Found find_answer(Slot read, const Bits& left, Ways ways) {
    const Graph& graph = open_.graph;
    const auto& event = graph[read];
    const auto& accesses = graph.location(event.location);
    const Bits left_here = ways.has_location ? left & accesses.reads : Bits();
    Found found;
    (accesses.writes & open_.waiting_writes).for_each([&](Slot slot) {
      const auto& write = graph[slot];
      const bool is_own = write.thread == event.thread;
      const bool is_behind = is_own && write.index > event.index;
      if (found.thread != NoThread || (is_coherent_ && is_behind)) return;
      found.is_possible = true;
      const bool mixes = ways.has_causes && is_own;
      const bool waits = (!mixes && has_before(write.thread, write.index, left_here)) ||
                         (ways.has_causes && waits_for(slot, left));
      if (!waits) found.thread = write.thread;
    });
    if (found.thread != NoThread) return found;
    const bool has_promise = open_.has_promise(read);
    const auto accepts = [&](Value value) { return open_.accepts(read, value); };
    const LocationTable& locations = automata_.locations();
    for (std::size_t t = graph.thread_count(); t-- > 0;) {
      if ((is_coherent_ && t == event.thread) || graph.role(t) > graph.role(event.thread)) continue;
      const Future& future = future_of(t);
      if (future.is_over) continue;
      const bool waits = (ways.has_causes && future.stops.intersects(left)) ||
                         has_before(t, graph.thread(t).events.size(), left_here);
      if (waits && found.is_possible) continue;
      const bool may_write =
          has_promise ? future_.may_write(t, future.from, event.location, locations, accepts)
                      : future_.may_access(t, future.from, event.location, locations);
      found.is_possible |= may_write;
      if (!may_write || waits) continue;
      found.thread = t;
      return found;
    }
    return found;
  }
  [[nodiscard]] bool has_before(std::size_t thread, std::size_t index, const Bits& reads) const {
    return reads.any_of([&](Slot slot) {
      const auto& read = open_.graph[slot];
      return read.thread == thread && read.index < index;
    });
  }
  [[nodiscard]] bool waits_for(Slot write, const Bits& reads) {
    const Slot half = half_waited_for(write);
    return open_.causes[write].intersects(reads) || (half != NoEvent && reads.contains(half)) ||
           controls_waited_for(write).intersects(reads);
  }

  ProgramAutomata& automata_;
  const WorkingProgram<Words>& program_;
  const OpenGraph<Words>& open_;
  FutureAccesses future_;
  FutureAccesses future_reads_;
  bool is_coherent_;
  bool is_atomic_;
  bool orders_halves_;
  bool orders_pairs_;
  bool orders_controls_;
  bool has_forks_;
  KnownOrder order_;
  std::vector<Future> futures_;  // by thread
  std::vector<Answer> answers_;  // of open reads, in a possible order
};

}  // namespace drover::buffering
