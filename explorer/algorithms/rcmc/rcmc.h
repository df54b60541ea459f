#pragma once

// RCMC [Kokologiannakis, Lahav, Sagonas, Vafeiadis, POPL'18], §4, and §5 for models without
// a coherence order.
//
// A configuration is a graph and the set of its *revisitable* reads (the paper's T). The
// graph grows by one event at a time. A new read reads from every write it may; it becomes
// revisitable only with one of them (Algorithm 2). A new write takes every place in
// coherence (Algorithm 3), and then every set of revisitable reads of its location reads
// from it instead, without whatever came after those reads (Algorithm 5). Of the several
// branches, one keeps the reads before the new event revisitable; in the others they are
// settled, so that nothing is explored twice, but for read-modify-writes: two of them may
// not read from the same write, so the later one forces the earlier one to be revisited,
// and executions may then come up more than once.
//
// SC-ACYCLICITY is not prefix-determined (§2.5.3): it is asked of full executions only.
//
// A step forward changes the graph in place and is taken back on return; only a revisit
// copies, into a configuration of its own per depth of revisits.
//
// `Consistency` is the model (explorer/models/incremental/preconsistency.h):
//   HasCoherence                        whether writes have a place in coherence
//   on_add(graph, e)                    e was added, without a writer or a place
//   on_read(graph, r)                   r reads from its writer now
//   readable_by(graph, r)               the writes that coherence lets a new read read from
//   lowest_rank(graph, w)               the first rank that a new write may stand behind
//   has_seen_later(graph, r, w)         r cannot read from w, having seen a later write
//   is_coherence_maximal(graph, x, w)   w is the last write of x
//   is_sc_acyclic(graph, sc_order)      sc_order: an ScOrder, room to compute in
//   copy_kept(other, kept)
//
// Differs from the paper:
// - Algorithm 2, line 7 takes w0 from what line 6 has left of the writes before the read,
//   and there may be none (two increments, the first settled and reading the initial
//   write). It is taken from what line 3 has left; lines 8 and 9 then lead to a write that
//   line 6 has left too.
// - Executions are reported, not only errors; of blocked executions none is given up early
//   (Remark 2), since they are counted.
// - An await is a read whose thread is stuck where the value does not satisfy it. At the
//   end, an execution in which it does not read the last write is dropped.
// - Spawn and join (init → threads → final) order events as po does.

#include <cstddef>
#include <memory>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/working_program.h"

namespace drover::rcmc {

template <std::size_t Words, typename Consistency>
class Rcmc {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  Rcmc(ProgramAutomata& automata, RunControl& control, ExecutionObserver& observer)
      : program_(automata, observer), control_(control) {}

  // TooManyEvents: the graph did not fit, what was reported so far is void.
  RunEnd run() {
    visit(configuration(0), Bits());
    return end_;
  }

 private:
  // A graph and what the model knows of it. One per depth of revisits. Large: never on the
  // stack.
  struct Configuration {
    Configuration(const WorkingProgram<Words>& program, std::size_t depth_of_revisits)
        : graph(program.empty_graph()), depth(depth_of_revisits) {}

    Graph graph;
    Consistency consistency;
    std::size_t depth;
  };

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(program_, configurations_.size()));
    }
    return *configurations_[depth];
  }

  // ---- Algorithm 1

  void visit(Configuration& at, const Bits& revisitable) {
    if (control_.should_stop(at.graph.size())) return;
    const std::size_t thread = program_.next_thread(at.graph);
    if (thread == WorkingProgram<Words>::NoThread) {
      finish(at);
    } else {
      step(at, revisitable, thread);
    }
  }

  void step(Configuration& at, const Bits& revisitable, std::size_t thread) {
    if (at.graph.is_full()) {
      end_ = RunEnd::TooManyEvents;
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    const Label& label = program_.label_of(at.graph, thread);
    if (label.is_access()) at.graph.ensure_location(label.location);
    const Slot event = at.graph.add(thread, label);
    at.consistency.on_add(at.graph, event);
    if (label.is_read()) {
      visit_read(at, revisitable, event);
    } else if (label.is_write()) {
      visit_write(at, revisitable, event);
    } else {
      at.graph.set_node(thread, program_.next_node(at.graph, event, 0));
      visit(at, revisitable);
    }
    at.graph.remove(event);
  }

  // A full execution.
  void finish(Configuration& at) {
    const Graph& graph = at.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!program_.is_waiting(graph, t)) continue;
      const auto& read = graph[graph.last_of(t)];
      if (!at.consistency.is_coherence_maximal(graph, read.location, read.reads_from)) {
        program_.report_stale();
        return;
      }
    }
    if (!at.consistency.is_sc_acyclic(graph, sc_order_)) return;
    program_.report(graph, [&](Slot event) { return at.consistency.happens_before(event); });
  }

  // ---- Algorithm 2

  void visit_read(Configuration& at, const Bits& revisitable, Slot read) {
    auto readable = at.consistency.readable_by(at.graph, read);  // lines 2 and 3
    const Slot preferred = preferred_write(at.graph, read, readable.writes);
    Bits rest = revisitable;
    rest.insert(read);
    read_from(at, rest, read, preferred);  // line 10
    if (preferred == InitialWrite) {
      readable.has_initial = false;
    } else {
      readable.writes.erase(preferred);
    }
    rest = revisitable - at.graph[read].porf;
    if (readable.has_initial) read_from_other(at, revisitable, rest, read, InitialWrite);
    readable.writes.for_each([&](std::size_t write) {
      read_from_other(at, revisitable, rest, read, static_cast<Slot>(write));
    });
  }

  // Line 11; `rest` is what is left of the revisitable reads without those before `read`.
  void read_from_other(Configuration& at, const Bits& revisitable, const Bits& rest, Slot read,
                       Slot write) {
    if (control_.should_stop(at.graph.size())) return;
    if (breaks_atomicity(at.graph, revisitable, read, write)) return;
    if (write == InitialWrite) {
      read_from(at, rest, read, write);
    } else {
      read_from(at, rest - at.graph[write].porf, read, write);
    }
  }

  // Lines 4 to 6: both would be exclusive, and the other one cannot be revisited.
  [[nodiscard]] bool breaks_atomicity(const Graph& graph, const Bits& revisitable, Slot read,
                                      Slot write) const {
    if (!is_exclusive_from(graph, read, write)) return false;
    bool is_broken = false;
    exclusive_readers(graph, graph[read].location, write).for_each([&](std::size_t other) {
      is_broken |= !revisitable.contains(other) || graph[read].porf.contains(other);
    });
    return is_broken;
  }

  // Lines 7 to 9: the one to read from that lets the read be revisited. The last added of
  // the writes before it; if it would share that with another read-modify-write, the end
  // of the chain of read-modify-writes from there.
  [[nodiscard]] Slot preferred_write(const Graph& graph, Slot read, const Bits& readable) const {
    Slot preferred = InitialWrite;
    (readable & graph[read].porf).for_each([&](std::size_t slot) {
      const auto write = static_cast<Slot>(slot);
      if (preferred == InitialWrite || graph.inserted_before(preferred, write)) preferred = write;
    });
    while (is_exclusive_from(graph, read, preferred)) {
      const Bits others = exclusive_readers(graph, graph[read].location, preferred);
      if (others.is_empty()) break;
      preferred = graph.next_of(static_cast<Slot>(others.first()));
    }
    return preferred;
  }

  // Whether `read` is the first half of a read-modify-write if it reads from `write`.
  [[nodiscard]] bool is_exclusive_from(const Graph& graph, Slot read, Slot write) const {
    const Value value = program_.value_of(graph, graph[read].location, write);
    return program_.label_at(graph, read).exclusive.contains(value);
  }
  [[nodiscard]] static Bits exclusive_readers(const Graph& graph, LocationId location, Slot write) {
    Bits readers = graph.readers_of(location, write);
    graph.readers_of(location, write).for_each([&](std::size_t read) {
      if (!graph[static_cast<Slot>(read)].is_exclusive_read) readers.erase(read);
    });
    return readers;
  }

  // Lets a new read read from `write`, explores, and takes it back.
  void read_from(Configuration& at, const Bits& revisitable, Slot read, Slot write) {
    set_reads_from(at, read, write);
    const auto& event = at.graph[read];
    if (event.is_exclusive_read) {
      step(at, revisitable, event.thread);  // its write comes at once
    } else {
      visit(at, revisitable);
    }
    clear_reads_from(at, read);
  }

  void set_reads_from(Configuration& at, Slot read, Slot write) {
    auto& event = at.graph[read];
    const Label& label = program_.label_at(at.graph, read);
    const Value value = program_.value_of(at.graph, event.location, write);
    const NodeId next = program_.next_node(at.graph, read, value);
    event.value = value;
    event.mode = label.mode_when_reading(value);
    event.is_exclusive_read = label.exclusive.contains(value);
    event.is_failed_exclusive = label.fails_when_reading(value);
    event.is_pending_await = next.is_none();
    at.graph.set_reads_from(read, write);
    at.consistency.on_read(at.graph, read);
    if (!next.is_none()) at.graph.set_node(event.thread, next);
  }
  static void clear_reads_from(Configuration& at, Slot read) {
    auto& event = at.graph[read];
    at.graph.clear_reads_from(read);
    event.is_exclusive_read = false;
    event.is_failed_exclusive = false;
    event.is_pending_await = false;
    at.graph.set_node(event.thread, event.node);
  }

  // ---- Algorithm 3

  void visit_write(Configuration& at, const Bits& revisitable, Slot write) {
    const auto& event = at.graph[write];
    at.graph.set_node(event.thread, program_.next_node(at.graph, write, 0));
    if constexpr (!Consistency::HasCoherence) {
      revisit_reads(at, revisitable, write);  // §5
    } else if (event.is_exclusive_write) {
      const Slot source = at.graph[at.graph.previous_of(write)].reads_from;
      place(at, revisitable, write, at.graph.coherence_rank(event.location, source));
    } else {
      place_anywhere(at, revisitable, write);
    }
    at.graph.set_node(event.thread, event.node);
  }

  // Lines 5 to 8.
  void place_anywhere(Configuration& at, const Bits& revisitable,
                      Slot write) requires Consistency::HasCoherence {
    const LocationId location = at.graph[write].location;
    const std::size_t last = at.graph.location(location).coherence.size();
    place(at, revisitable, write, last);
    const std::size_t lowest = at.consistency.lowest_rank(at.graph, write);
    for (std::size_t rank = last; rank-- > lowest;) {
      if (control_.should_stop(at.graph.size())) return;
      const Slot previous = at.graph.at_rank(location, rank);
      if (!exclusive_readers(at.graph, location, previous).is_empty()) continue;
      const Slot next = at.graph.at_rank(location, rank + 1);
      place(at, revisitable - at.graph[write].porf - at.graph[next].porf, write, rank);
    }
  }

  void place(Configuration& at, const Bits& revisitable, Slot write, std::size_t rank) {
    at.graph.place(write, rank);
    revisit_reads(at, revisitable, write);
    at.graph.unplace(write);
  }

  // ---- Algorithm 5

  void revisit_reads(Configuration& at, const Bits& revisitable, Slot write) {
    const Bits forced = reads_to_revisit(at.graph, write);
    choose_revisits(at, revisitable, write, forced, open_reads(at, revisitable, write, forced),
                    Bits());
  }

  // Lines 2 to 4 and 6: the reads that may be revisited or not.
  [[nodiscard]] static Bits open_reads(const Configuration& at, const Bits& revisitable, Slot write,
                                       const Bits& forced) {
    const Graph& graph = at.graph;
    const Bits candidates =
        (graph.location(graph[write].location).reads & revisitable) - graph[write].porf - forced;
    Bits open = candidates;
    candidates.for_each([&](std::size_t slot) {
      const auto read = static_cast<Slot>(slot);
      const bool is_closed =
          graph[read].porf.intersects(forced) || at.consistency.has_seen_later(graph, read, write);
      if (is_closed) open.erase(slot);
    });
    return open;
  }

  // Line 5, K_must: what reads from the write that the read-modify-write of `write` reads
  // from, and is exclusive too.
  [[nodiscard]] static Bits reads_to_revisit(const Graph& graph, Slot write) {
    if (!graph[write].is_exclusive_write) return {};
    const Slot read = graph.previous_of(write);
    Bits readers = exclusive_readers(graph, graph[read].location, graph[read].reads_from);
    readers.erase(read);
    return readers;
  }

  // Line 7: `chosen`, and each choice of more from `open`. As §6 says, what a chosen read
  // rules out is not looked at any more.
  void choose_revisits(Configuration& at, const Bits& revisitable, Slot write, const Bits& forced,
                       Bits open, const Bits& chosen) {
    revisit(at, revisitable, write, forced, chosen);
    while (!open.is_empty() && !control_.should_stop(at.graph.size())) {
      const auto read = static_cast<Slot>(open.first());
      open.erase(read);
      Bits with_read = chosen;
      with_read.insert(read);
      choose_revisits(at, revisitable, write, forced, independent_of(at.graph, read, write, open),
                      with_read);
    }
  }

  // Those of `reads` that may be revisited together with `read`: neither comes before the
  // other, and not both become exclusive.
  [[nodiscard]] Bits independent_of(const Graph& graph, Slot read, Slot write,
                                    const Bits& reads) const {
    const bool is_exclusive = is_exclusive_from(graph, read, write);
    Bits independent = reads - graph[read].porf;
    reads.for_each([&](std::size_t slot) {
      const auto other = static_cast<Slot>(slot);
      const bool is_ruled_out = graph[other].porf.contains(read) ||
                                (is_exclusive && is_exclusive_from(graph, other, write));
      if (is_ruled_out) independent.erase(slot);
    });
    return independent;
  }

  // Lines 8 to 12. Where nothing is revisited the graph stays as it is.
  void revisit(Configuration& at, const Bits& revisitable, Slot write, const Bits& forced,
               const Bits& chosen) {
    if (forced.is_empty() && chosen.is_empty()) {
      visit(at, revisitable);
      return;
    }
    const Bits reads = chosen | (forced - after(at.graph, chosen));
    const Bits deleted = after(at.graph, reads);
    Configuration& to = configuration(at.depth + 1);
    to.graph.copy_without(at.graph, deleted);
    to.consistency.copy_kept(at.consistency, to.graph.events());
    reads.for_each([&](std::size_t slot) {
      clear_reads_from(to, static_cast<Slot>(slot));
      set_reads_from(to, static_cast<Slot>(slot), write);
    });
    Bits rest = revisitable - deleted - chosen;
    chosen.for_each([&](std::size_t slot) { rest -= to.graph[static_cast<Slot>(slot)].porf; });
    visit_revisited(to, rest, reads, chosen);
  }

  // next_P, §4: a read that has become exclusive comes first; of two, the one that is not
  // revisitable, and its write will have the other one revisited again.
  void visit_revisited(Configuration& at, const Bits& revisitable, const Bits& reads,
                       const Bits& chosen) {
    Slot pending = NoEvent;
    reads.for_each([&](std::size_t slot) {
      const auto read = static_cast<Slot>(slot);
      if (!at.graph[read].is_exclusive_read) return;
      if (pending == NoEvent || chosen.contains(slot)) pending = read;
    });
    if (pending == NoEvent) {
      visit(at, revisitable);
    } else {
      step(at, revisitable, at.graph[pending].thread);
    }
  }

  // codom([reads] ; (po | rf)+)
  [[nodiscard]] static Bits after(const Graph& graph, const Bits& reads) {
    Bits later;
    graph.events().for_each([&](std::size_t event) {
      if (graph[static_cast<Slot>(event)].porf.intersects(reads)) later.insert(event);
    });
    return later;
  }

  WorkingProgram<Words> program_;
  RunControl& control_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  typename Consistency::ScOrder sc_order_;
  RunEnd end_ = RunEnd::Done;
};

}  // namespace drover::rcmc
