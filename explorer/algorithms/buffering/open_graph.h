#pragma once

// The graphs of buffering.h: the decided events, and the axioms' verdict on them.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "explorer/algorithms/buffering/buffering_options.h"
#include "explorer/algorithms/buffering/given_ways.h"
#include "explorer/algorithms/buffering/local_causes.h"
#include "explorer/algorithms/buffering/thread_order.h"
#include "explorer/algorithms/execution_graph_of.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/pairs.h"
#include "explorer/models/incremental/step_checker.h"
#include "explorer/models/memory_model.h"
#include "support/check.h"
#include "support/check_sample.h"

namespace drover::buffering {

template <std::size_t Words>
struct OpenGraph {
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using Program = WorkingProgram<Words>;

  // `program_automata` must outlive this.
  OpenGraph(Graph empty_graph, ProgramAutomata& program_automata, Updates do_updates)
      : graph(std::move(empty_graph)),
        automata(&program_automata),
        updates(do_updates),
        causes(do_updates) {}

  Graph graph;
  ProgramAutomata* automata;
  Updates updates;
  Bits decided;
  Bits open_reads;      // reads that wait for their writer
  Bits waiting_writes;  // writes whose value is unknown yet
  Bits held_reads;      // reads that the thread does not run past while they are open
  Bits pair_stores;     // writes of pairs of a load and a store
  LocalCauses<Words> causes;
  GivenWays<Words> ways;  // at the forks where threads stop
  PerEvent<AccessPart, Words> part_of;

  Slot add(std::size_t thread, const Label& label) {
    const Slot event = graph.add(thread, label);
    causes.settle(graph, *automata, event);
    if (has_forks()) ways.clear(event);
    part_of[event] = label.part;
    if (is_store_of_pair(label)) {
      pair_stores.insert(event);
    } else {
      pair_stores.erase(event);
    }
    return event;
  }

  // True for the write of a read-modify-write, whose read comes directly before it: of one
  // instruction, or of a pair. (Of parts, the read of the same part.)
  [[nodiscard]] bool is_half_write(Slot write) const {
    return graph[write].is_exclusive_write || pair_stores.contains(write);
  }
  // True for the read of a read-modify-write. That of a pair, or of parts, is one once its write is
  // known.
  [[nodiscard]] bool is_half_read(Slot read) const {
    if (part_of[read] == AccessPart() && graph[read].is_exclusive_read) return true;
    const Slot write = write_behind(read);
    return write != NoEvent && is_half_write(write) && part_of[write] == part_of[read];
  }
  // Returns the read of a read-modify-write with this write.
  [[nodiscard]] Slot read_before(Slot write) const {
    const auto& event = graph[write];
    return graph.thread(event.thread).events[event.index - part_of[write].count];
  }
  // Returns what is the write of a read-modify-write with this read, if that has one and it is
  // known; or NoEvent.
  [[nodiscard]] Slot write_behind(Slot read) const {
    const auto& event = graph[read];
    const auto& events = graph.thread(event.thread).events;
    const std::size_t index = event.index + std::size_t{part_of[read].count};
    return index < events.size() ? events[index] : NoEvent;
  }

  // ---- Ways

  [[nodiscard]] bool has_forks() const { return automata->options().branches != BranchSteps::Off; }
  // True if threads stop at every branch on what was read, and at awaits.
  [[nodiscard]] bool gives_all_ways() const {
    return automata->options().branches == BranchSteps::On;
  }
  // Moves a thread, which has passed its last event, through the forks whose ways are known.
  void pass_forks(std::size_t thread) {
    const NodeId node = graph.thread(thread).node;
    if (automata->thread(ThreadId(thread)).kind(node) != LabelKind::Fork) return;
    const Slot last = graph.last_of(thread);
    graph.set_node(thread, ways.follow(graph, *automata, open_reads, last, node));
  }
  // Promises the way of a thread that is at a fork.
  void promise_way(std::size_t thread, bool way) {
    const Slot last = graph.last_of(thread);
    const NodeId node = automata->thread(ThreadId(thread)).next(graph.thread(thread).node, way);
    ways.add(last, way);
    graph.set_node(thread, ways.follow(graph, *automata, open_reads, last, node, ways.count(last)));
  }
  void forget_way(std::size_t thread, NodeId fork, std::uint8_t count) {
    ways.shorten(graph.last_of(thread), count);
    graph.set_node(thread, fork);
  }
  // True if an open read may read from `write` without breaking its thread's promised ways.
  [[nodiscard]] bool keeps_ways(const Program& program, Slot read, Slot write) const {
    if (!has_forks()) return true;
    return ways.are_kept(
        graph, *automata, open_reads, read, program.value_of(graph, graph[read].location, write),
        [&](Slot event) { return returned_by(event); },
        [&](Slot event) { return open_reads.contains(event) && !is_passable(event); });
  }

  [[nodiscard]] bool has_causes(Slot slot) const { return (causes[slot] - decided).is_empty(); }

  // True if the thread can run past the open read. False if the read alone decides whether the
  // thread goes on, unless that can be promised; if it decides whether there is a write, and
  // updates hold; or if it is held.
  [[nodiscard]] bool is_passable(Slot read) const {
    const Label& label = label_of(read);
    const bool writes = label.exclusive.kind != ExclusiveValues::Kind::None;
    return (!label.is_await || (gives_all_ways() && !writes)) && !held_reads.contains(read) &&
           (!writes || updates == Updates::Pass);
  }
  // True if the read, left open, promises to write or not to.
  [[nodiscard]] bool has_promise(Slot read) const {
    return is_passable(read) && label_of(read).exclusive.kind == ExclusiveValues::Kind::One;
  }
  // True if the write keeps the promise of the open read.
  [[nodiscard]] bool keeps_promise(const Program& program, Slot read, Slot write) const {
    return accepts(read, program.value_of(graph, graph[read].location, write));
  }
  [[nodiscard]] bool accepts(Slot read, Value value) const {
    return !has_promise(read) ||
           label_of(read).exclusive.contains(value) == graph[read].is_exclusive_read;
  }

  // Sets whether the thread waits at a newly added read while it is open.
  void hold(Slot read, bool is_held) {
    if (is_held) {
      held_reads.insert(read);
    } else {
      held_reads.erase(read);
    }
  }

  // Leaves a newly added read open. The thread runs on as if it read the initial value, or one that
  // keeps the promise; nothing that depends on the value is examined. A read without a promise
  // ignores `promises_write`.
  void leave_open(const Program& program, Slot read, bool promises_write) {
    open_reads.insert(read);
    follow_unread(program, read, promises_write);
  }
  void forget_open(Slot read) { open_reads.erase(read); }

  // Makes a read, open or not, read from a write.
  void decide_read(const Program& program, Slot read, Slot write) {
    auto& event = graph[read];
    const Value value = program.value_of(graph, event.location, write);
    program.set_value(graph, read, value);
    graph.set_reads_from(read, write);
    event.is_pending_await = program.next_node(graph, read, value).is_none();
    open_reads.erase(read);
    decided.insert(read);
    run_behind(program, read);
  }
  void undecide_read(Slot read) {
    graph.clear_reads_from(read);
    graph[read].is_pending_await = false;
    decided.erase(read);
  }

  // Places a write whose causes are all decided.
  void decide_write(const Program& program, Slot write, std::size_t rank) {
    graph[write].value = program.label_at(graph, write).value;
    graph.place(write, rank);
    waiting_writes.erase(write);
    decided.insert(write);
  }
  void undecide_write(Slot write) {
    graph.unplace(write);
    decided.erase(write);
  }

 private:
  [[nodiscard]] const Label& label_of(Slot slot) const {
    return automata->thread(ThreadId(graph[slot].thread)).label(graph[slot].node);
  }
  void follow_unread(const Program& program, Slot read, bool promises_write) {
    const Value expected = label_of(read).exclusive.one;
    const auto other = static_cast<Value>(static_cast<std::uint64_t>(expected) + 1);
    program.set_value(graph, read,
                      has_promise(read)
                          ? (promises_write ? expected : other)
                          : automata->locations().initial_value(graph[read].location));
    if (is_passable(read)) {
      run_behind(program, read);
      return;
    }
    graph[read].is_exclusive_read = false;
    graph[read].is_failed_exclusive = false;
    graph.set_node(graph[read].thread, graph[read].node);
  }

  // Recomputes the nodes after a read.
  void run_behind(const Program& program, Slot read) {
    const std::size_t thread = graph[read].thread;
    const auto& events = graph.thread(thread).events;
    NodeId node = program.next_node(graph, read, graph[read].value);
    if (node.is_none()) {
      DROVER_CHECK(events.back() == read, "what follows an await depends on it");
      graph.set_node(thread, graph[read].node);
      return;
    }
    const auto pass = [&](Slot event) {
      if (has_forks()) node = ways.follow(graph, *automata, open_reads, event, node);
    };
    pass(read);
    for (std::size_t i = graph[read].index + std::size_t{1}; i < events.size(); ++i) {
      graph[events[i]].node = node;
      causes.settle(graph, *automata, events[i]);
      DROVER_CHECK(is_same(program, events[i]), "what an event is depends on its causes alone");
      if (open_reads.contains(events[i]) && !is_passable(events[i])) break;
      node = program.next_node(graph, events[i], returned_by(events[i]));
      // The thread stays at an unsatisfied await.
      if (node.is_none()) node = graph[events[i]].node;
      pass(events[i]);
    }
    graph.set_node(thread, node);
  }
  [[nodiscard]] Value returned_by(Slot slot) const {
    const auto& event = graph[slot];
    if (event.kind != LabelKind::Join) return event.value;
    const std::size_t joined = Graph::named_by(event);
    return automata->result_of(ThreadId(joined), graph.thread(joined).node);
  }
  [[nodiscard]] bool is_same(const Program& program, Slot slot) const {
    const auto& event = graph[slot];
    const Label& label = program.label_at(graph, slot);
    if (label.kind != event.kind || label.location != event.location) return false;
    switch (event.kind) {
      case LabelKind::Read: return label.mode_when_reading(event.value) == event.mode;
      case LabelKind::Write:
        return label.mode == event.mode && label.is_exclusive_write == event.is_exclusive_write &&
               (label.value == event.value || !decided.contains(slot));
      default: return label.mode == event.mode && label.value == event.value;
    }
  }
};

// The question about a graph: whether it may be part of an execution, or whether it is one.
using incremental::Extent;

template <std::size_t Words>
struct KnownModel {
  // Returns whether a graph with open events is consistent; empty if only the axioms can tell. For
  // a part, true does not mean that it can become consistent. Null: no graph can be decided.
  using Check = std::function<std::optional<bool>(const WorkingGraph<Words>&,
                                                  const EventBits<Words>& open, Extent)>;
  Check check = nullptr;
  // False only if the model flags nothing on a fully decided graph. Null: any graph may be flagged.
  std::function<bool(const WorkingGraph<Words>&)> raises_flags = nullptr;
  // True if `check` agrees with the axioms on parts too.
  bool is_exact = false;
  // True if a fully decided part is consistent whenever it may become so.
  bool is_same_of_parts = false;
  // The orders that are acyclic together with dependencies and rfe (Lemma 14, docs/proofs.md).
  ThreadOrder order = {};
  // True if consistent graphs are coherent, and atomic: no write comes between the halves of a
  // read-modify-write.
  bool is_coherent = false;
  bool is_atomic = false;
  Updates updates = Updates::Hold;
  // True if the model orders the read of a read-modify-write before its write.
  bool orders_halves = false;
  // The same for a pair of a load and a store.
  bool orders_pairs = false;
  // True if the model orders a branch before the writes that depend on it.
  bool orders_controls = false;
  // True if all axioms that cannot be repaired may be checked on parts; else only those that
  // `check` covers.
  bool asks_parts = true;
  // True if an allowed part stays allowed with one more maximally added event that is in order and
  // apart (decided_order.h).
  bool extends_maximally = false;
  // True if graphs count as full while there is still room for an initial write of each location:
  // the checker cannot handle larger ones.
  bool leaves_room = false;
  // Returns events that happen before an event, whatever is decided later; possibly a subset. Null:
  // none are known.
  using HappensBefore = std::function<EventBits<Words>(const WorkingGraph<Words>&,
                                                       const EventBits<Words>& open, Slot event)>;
  HappensBefore happens_before = nullptr;
  // Returns the model's flags that the event raises, one bit each. Null: the model has none.
  using FlagsOf = std::function<std::uint64_t(const WorkingEvent<Words>&, const Label&)>;
  FlagsOf flags_of = nullptr;
};

template <std::size_t Words>
class OpenAxioms {
 public:
  // `automata` and `model` must outlive this.
  OpenAxioms(const ProgramAutomata& automata, const MemoryModel& model, KnownModel<Words> known,
             Comparison comparison)
      : automata_(automata),
        model_(model),
        checker_(model.make_checker()),
        known_(std::move(known)),
        compares_(ChecksAreOn || comparison == Comparison::WithAxioms),
        compares_all_(comparison == Comparison::WithAxioms) {}

  [[nodiscard]] bool is_same_of_parts() const { return known_.is_same_of_parts && !compares_; }
  // True if an allowed part needs no new check after one more maximally added event that is in
  // order and apart.
  [[nodiscard]] bool extends_maximally() const { return known_.extends_maximally; }
  void compare_one_more(const OpenGraph<Words>& open) {
    DROVER_CHECK(!compares_ || allow(open), "the axioms allow events that are added maximally");
  }
  // The same for a fully decided graph.
  void compare_whole(const OpenGraph<Words>& open) {
    DROVER_CHECK(!compares_ || allow_whole(open), "the axioms allow graphs that are serial");
  }

  // False only if the model flags nothing on the fully decided graph.
  [[nodiscard]] bool may_raise_flags(const OpenGraph<Words>& open) const {
    return !known_.raises_flags || known_.raises_flags(open.graph);
  }

  // False only if the graph is part of no execution.
  [[nodiscard]] bool allow(const OpenGraph<Words>& open) {
    return compared(open, Extent::Part, [&](const ExecutionGraph& graph) {
      return checker_->may_become_consistent(graph);
    });
  }
  // True if the fully decided graph is consistent.
  [[nodiscard]] bool allow_whole(const OpenGraph<Words>& open) {
    return compared(open, Extent::Whole,
                    [&](const ExecutionGraph& graph) { return checker_->is_consistent(graph); });
  }

 private:
  template <typename Axioms>
  [[nodiscard]] bool compared(const OpenGraph<Words>& open, Extent extent, const Axioms& axioms) {
    std::optional<bool> verdict;
    if (known_.check) {
      verdict = known_.check(open.graph, open.graph.events() - open.decided, extent);
    }
    if (verdict && !is_next_compared()) return *verdict;
    if (extent == Extent::Part && !known_.asks_parts && !verdict) return true;
    const ExecutionGraph graph = execution_graph_of(
        open.graph, automata_,
        model_.needs_dependencies() ? DependencyPart::Included : DependencyPart::LeftOut,
        open.graph.events() - open.decided);
    checker_->set_events(graph);
    const bool is_allowed = axioms(graph);
    const bool is_whole = extent == Extent::Whole;
    DROVER_CHECK(!verdict || !known_.is_exact || *verdict == is_allowed,
                 "a checker says of each part what the axioms say");
    DROVER_CHECK(verdict.value_or(true) || !is_allowed, "what a checker forbids the axioms forbid");
    DROVER_CHECK(!verdict.value_or(false) || is_allowed || !is_whole,
                 "a checker forbids the executions that the axioms forbid");
    return verdict.value_or(is_allowed);
  }

  [[nodiscard]] bool is_next_compared() { return compares_all_ || (compares_ && steps_.take()); }

  const ProgramAutomata& automata_;
  const MemoryModel& model_;
  std::unique_ptr<GraphChecker> checker_;
  KnownModel<Words> known_;
  bool compares_;
  bool compares_all_;  // not only those of CheckSample
  CheckSample steps_;
};

}  // namespace drover::buffering
