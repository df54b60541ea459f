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
// Awaits are exact: the read of an await considers the writes that satisfy it and,
// besides them, only the last in coherence; if that does not satisfy it, the thread waits.
// A write that does not satisfy it revisits it only from the last place in coherence. An
// execution in which a waiting read does not read the last write is none, and is dropped.
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
#include "explorer/algorithms/suspicion.h"
#include "explorer/algorithms/symmetry.h"
#include "explorer/algorithms/trust_options.h"
#include "explorer/graph/working_graph.h"
#include "semantics/address.h"
#include "semantics/thread_automaton.h"
#include "support/check.h"

namespace drover {

template <std::size_t Words, typename Checker>
class Trust : private Execution::GraphSource {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  Trust(ProgramAutomata& automata, const TrustOptions& options, RunControl& control,
        ExecutionObserver& observer)
      : automata_(automata),
        control_(control),
        observer_(observer),
        roles_(automata.roles()),
        symmetry_(automata.thread_count(), options.symmetric),
        failed_awaits_(options.failed_awaits),
        looks_for_cycles_(!symmetry_.is_empty() &&
                          options.causal_cycles == CausalCycles::Possible) {
    for (std::size_t t = 0; t < automata.thread_count(); ++t) {
      initial_nodes_.push_back(automata.thread(ThreadId(t)).initial());
    }
    execution_.nodes.resize(roles_.size());
    execution_.ends.resize(roles_.size());
  }

  // TooManyEvents: the graph did not fit, what was reported so far is void.
  TrustEnd run() {
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
  static constexpr std::size_t NoThread = static_cast<std::size_t>(-1);

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(
          Configuration{Graph(roles_, initial_nodes_), Checker(), configurations_.size()}));
    }
    return *configurations_[depth];
  }

  [[nodiscard]] const Label& label_of(const Graph& graph, std::size_t thread) const {
    return automata_.thread(ThreadId(thread)).label(graph.thread(thread).node);
  }
  [[nodiscard]] LabelKind kind_of(const Graph& graph, std::size_t thread) const {
    return automata_.thread(ThreadId(thread)).kind(graph.thread(thread).node);
  }
  [[nodiscard]] bool is_waiting(const Graph& graph, std::size_t thread) const {
    const Slot last = graph.last_of(thread);
    return last != NoEvent && graph[last].is_pending_await;
  }
  // Whether the thread is about to wait: at an await that the last write does not satisfy.
  [[nodiscard]] bool would_wait(const Graph& graph, std::size_t thread) const {
    const Label& label = label_of(graph, thread);
    if (!label.is_await || label.location.value >= graph.location_count()) return false;
    const Slot last = graph.coherence_maximal(label.location);
    const Value value = value_of(graph, label.location, last);
    ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    if (automaton.next(graph.thread(thread).node, value).is_none()) return true;
    const Wait* wait = graph.wait_at(thread, graph.thread(thread).events.size());
    return wait != nullptr && !leads_back(graph, *wait, last);
  }
  // A thread that waits stands at its await.
  [[nodiscard]] bool has_finished(const Graph& graph, std::size_t thread) const {
    return kind_of(graph, thread) == LabelKind::Finished;
  }

  // Whether a thread that would wait has something to read from nonetheless: the last
  // write, or an older one that satisfies it. Always, unless its await has left the graph.
  [[nodiscard]] bool may_wait(const Graph& graph, std::size_t thread) const {
    const Wait* wait = graph.wait_at(thread, graph.thread(thread).events.size());
    if (wait == nullptr) return true;
    const LocationId location = graph[wait->anchor].location;
    const std::size_t last = graph.location(location).coherence.size();
    ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    for (std::size_t rank = last; rank > 0; --rank) {
      const Slot write = graph.at_rank(location, rank);
      if (!leads_back(graph, *wait, write)) continue;
      const NodeId next = automaton.next(graph.thread(thread).node, graph[write].value);
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
      if (is_event(kind_of(graph, t)) && !is_waiting(graph, t)) {
        if (!would_wait(graph, t)) return t;
        if (first_waiting == NoThread && may_wait(graph, t)) first_waiting = t;
      }
      all_before_finished &= has_finished(graph, t);
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
      end_ = TrustEnd::TooManyEvents;
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    const Label& label = label_of(at.graph, thread);
    if (label.is_access()) at.graph.ensure_location(label.location);
    const Slot event = at.graph.add(thread, label);
    if (!symmetry_.is_empty()) find_twin(at.graph, event);
    at.checker.on_add(at.graph, event);
    if (label.is_read()) {
      step_read(at, event, label);
    } else if (label.is_write()) {
      step_write(at, event);
    } else {
      at.graph.set_node(thread, next_node(at.graph, event, 0));
      explore(at);
    }
    at.graph.remove(event);
  }

  void find_twin(Graph& graph, Slot event) {
    if (graph[event].kind == LabelKind::Read || graph[event].kind == LabelKind::Write) {
      const Value address = automata_.locations().address(graph[event].location);
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

  NodeId next_node(const Graph& graph, Slot event, Value value) {
    return automata_.thread(ThreadId(graph[event].thread)).next(graph[event].node, value);
  }
  [[nodiscard]] Value value_of(const Graph& graph, LocationId location, Slot write) const {
    return write == InitialWrite ? automata_.locations().initial_value(location)
                                 : graph[write].value;
  }

  // ---- Reads

  void step_read(Configuration& at, Slot read, const Label& label) {
    const LocationId location = label.location;
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
    const Value value = value_of(at.graph, event.location, write);
    const NodeId next = next_node(at.graph, read, value);
    const bool is_waiting_read = next.is_none();
    if (is_waiting_read && staleness == Staleness::Overwritten) return;
    const Label& label = automata_.thread(ThreadId(event.thread)).label(event.node);
    event.value = value;
    event.mode = label.mode_when_reading(value);
    event.is_exclusive_read = label.exclusive.contains(value);
    event.is_pending_await = is_waiting_read;
    at.graph.set_reads_from(read, write);
    const std::size_t mark = at.checker.mark();
    if (at.checker.on_read(at.graph, read)) {
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
    for_each_place(at, write, [&](Staleness) { explore(at); });
    revisit_reads(at, write);
  }

  // Calls `then` for each place of `write` in coherence that is consistent, with the thread
  // of the write standing behind it.
  template <typename Then>
  void for_each_place(Configuration& at, Slot write, Then then) {
    const LocationId location = at.graph[write].location;
    const std::size_t last = at.graph.location(location).coherence.size();
    std::size_t lowest = lowest_rank(at, write);
    std::size_t highest = last;
    if (at.graph[write].is_exclusive_write) {
      const Slot source = at.graph[at.graph.previous_of(write)].reads_from;
      highest = at.graph.coherence_rank(location, source);
      if (highest < lowest) return;
      lowest = highest;
    }
    const NodeId next = next_node(at.graph, write, 0);
    for (std::size_t rank = highest + 1; rank-- > lowest;) {
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
    for_each_place(to, write, [&](Staleness staleness) {
      const std::size_t rank = to.graph.coherence_rank(to.graph[write].location, write);
      if (rank >= lowest_rank(to, read)) read_from(to, read, write, staleness);
    });
  }

  [[nodiscard]] bool fails_await(const Graph& graph, Slot read, Slot write) {
    const Label& label = automata_.thread(ThreadId(graph[read].thread)).label(graph[read].node);
    return label.is_await && next_node(graph, read, graph[write].value).is_none();
  }

  // A revisit by a write that does not satisfy the await: the thread is set back before it.
  void leave(const Configuration& from, Configuration& to, Slot read, Slot write, Bits deleted) {
    const auto& event = from.graph[read];
    deleted.insert(read);
    to.graph.copy_without(from.graph, deleted);
    to.checker.copy_without(from.checker, to.graph.events(), deleted);
    to.graph.drop_waits_after(event.stamp);
    to.graph.add_wait({event.thread, event.index, write, event.stamp});
    for_each_place(to, write, [&](Staleness staleness) {
      if (staleness == Staleness::Last) explore(to);
    });
  }

  // ---- Executions

  // Whether the thread waits, at the end, but not for the last write.
  [[nodiscard]] bool is_stale(const Graph& graph, std::size_t thread) const {
    if (has_finished(graph, thread)) return false;
    if (!is_waiting(graph, thread)) {
      return graph.wait_at(thread, graph.thread(thread).events.size()) != nullptr;
    }
    const Slot read = graph.last_of(thread);
    return graph.coherence_maximal(graph[read].location) != graph[read].reads_from;
  }

  void report(const Configuration& at) {
    const Graph& graph = at.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!is_stale(graph, t)) continue;
      observer_.on_stale();
      return;
    }
    execution_.has_causal_cycle = looks_for_cycles_ && has_causal_cycle(graph);
    bool has_stuck_thread = false;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      execution_.nodes[t] = graph.thread(t).node;
      const bool starts = !has_stuck_thread || graph.role(t) == graph.role(first_stuck_);
      execution_.ends[t] = !starts                  ? ThreadEnd::NotStarted
                           : has_finished(graph, t) ? ThreadEnd::Finished
                           : is_waiting(graph, t)   ? end_of_wait(label_of(graph, t))
                                                    : end_of(label_of(graph, t));
      if (execution_.ends[t] == ThreadEnd::Finished || has_stuck_thread) continue;
      has_stuck_thread = true;
      first_stuck_ = t;
    }
    execution_.event_count = graph.size();
    reported_ = &at;
    execution_.set_source(*this);
    observer_.on_execution(execution_);
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

  [[nodiscard]] ExecutionGraph make_graph() const override {
    return as_execution_graph(reported_->graph);
  }
  [[nodiscard]] bool may_have_errors(ErrorScope scope) override {
    return suspicion_.arises(reported_->graph, automata_.locations(), scope, [&](Slot event) {
      return reported_->checker.happens_before(reported_->graph, event);
    });
  }

  [[nodiscard]] ExecutionGraph as_execution_graph(const Graph& graph) const {
    ExecutionGraph copy(roles_);
    std::vector<EventId> id_of(Graph::Capacity);
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      for (const Slot slot : graph.thread(t).events) {
        const Label& label = automata_.thread(ThreadId(t)).label(graph[slot].node);
        if (label.is_access()) {
          copy.ensure_initial_write(label.location,
                                    automata_.locations().initial_value(label.location));
        }
        id_of[slot] = copy.add(ThreadId(t), graph[slot].node, label);
      }
    }
    graph.events().for_each([&](std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      if (event.kind != LabelKind::Read) return;
      copy.set_reads_from(id_of[slot], event.reads_from == InitialWrite
                                           ? copy.initial_write(event.location)
                                           : id_of[event.reads_from]);
    });
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      std::size_t position = 1;
      for (const Slot write : graph.location(LocationId(i)).coherence) {
        copy.insert_coherence(id_of[write], position++);
      }
    }
    return copy;
  }

  ProgramAutomata& automata_;
  RunControl& control_;
  ExecutionObserver& observer_;
  std::vector<ThreadRole> roles_;
  std::vector<NodeId> initial_nodes_;
  SymmetryBefore symmetry_;
  FailedAwaits failed_awaits_;
  bool looks_for_cycles_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  Execution execution_;  // what is reported, used again for each
  const Configuration* reported_ = nullptr;
  Suspicion<Words> suspicion_;
  std::size_t first_stuck_ = 0;
  TrustEnd end_ = TrustEnd::Done;
};

}  // namespace drover
