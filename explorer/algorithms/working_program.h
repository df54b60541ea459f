#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/call_orders_of.h"
#include "explorer/algorithms/execution_graph_of.h"
#include "explorer/algorithms/suspicion.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"
#include "support/function_ref.h"

namespace drover {

// A program as explorers on working graphs see it: the next thread, the values of events, and the
// reporting of executions.
template <std::size_t Words>
class WorkingProgram : private Execution::GraphSource {
 public:
  using Graph = WorkingGraph<Words>;
  static constexpr std::size_t NoThread = static_cast<std::size_t>(-1);

  WorkingProgram(ProgramAutomata& automata, ExecutionObserver& observer,
                 DependencyPart dependencies = DependencyPart::LeftOut)
      : automata_(automata),
        observer_(observer),
        roles_(automata.roles()),
        dependencies_(dependencies) {
    for (std::size_t t = 0; t < automata.thread_count(); ++t) {
      initial_nodes_.push_back(automata.thread(ThreadId(t)).initial());
    }
    execution_.nodes.resize(roles_.size());
    execution_.ends.resize(roles_.size());
  }

  [[nodiscard]] Graph empty_graph() const { return Graph(roles_, initial_nodes_); }

  [[nodiscard]] const Label& label_of(const Graph& graph, std::size_t thread) const {
    return automata_.thread(ThreadId(thread)).label(graph.thread(thread).node);
  }
  [[nodiscard]] LabelKind kind_of(const Graph& graph, std::size_t thread) const {
    return automata_.thread(ThreadId(thread)).kind(graph.thread(thread).node);
  }
  [[nodiscard]] LabelKind kind_at(std::size_t thread, NodeId node) const {
    return automata_.thread(ThreadId(thread)).kind(node);
  }
  [[nodiscard]] const Label& label_at(std::size_t thread, NodeId node) const {
    return automata_.thread(ThreadId(thread)).label(node);
  }
  [[nodiscard]] InstructionIndex instruction_at(std::size_t thread, NodeId node) const {
    return automata_.thread(ThreadId(thread)).state(node).at;
  }
  [[nodiscard]] const AnnotatedCall& call_at(std::size_t thread, NodeId node) const {
    const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    return automaton.call(automaton.label(node));
  }
  [[nodiscard]] const Label& label_at(const Graph& graph, Slot event) const {
    return automata_.thread(ThreadId(graph[event].thread)).label(graph[event].node);
  }
  [[nodiscard]] const LocationTable& locations() const { return automata_.locations(); }
  [[nodiscard]] NodeId next_of(std::size_t thread, NodeId node, Value value) const {
    return automata_.thread(ThreadId(thread)).next(node, value);
  }
  [[nodiscard]] NodeId next_node(const Graph& graph, Slot event, Value value) const {
    return next_of(graph[event].thread, graph[event].node, value);
  }
  [[nodiscard]] Value value_of(const Graph& graph, LocationId location, Slot write) const {
    return write == InitialWrite ? automata_.locations().initial_value(location)
                                 : graph[write].value;
  }

  void set_value(Graph& graph, Slot read, Value value) const {
    set_value(graph, read, value, label_at(graph, read));
  }
  // `label` is that of the read.
  static void set_value(Graph& graph, Slot read, Value value, const Label& label) {
    auto& event = graph[read];
    event.value = value;
    event.mode = label.mode_when_reading(value);
    event.is_exclusive_read = label.exclusive.contains(value);
    event.is_failed_exclusive = label.fails_when_reading(value);
  }

  // True if the thread ends with a read that does not satisfy its await.
  [[nodiscard]] bool is_waiting(const Graph& graph, std::size_t thread) const {
    const Slot last = graph.last_of(thread);
    return last != NoEvent && graph[last].is_pending_await;
  }
  // True if the thread, whose next label has this kind, is at a join of an unfinished thread.
  [[nodiscard]] bool is_held(const Graph& graph, std::size_t thread, LabelKind kind) const {
    if (kind != LabelKind::Join) return false;
    const ThreadId joined = ProgramAutomata::named_by(label_of(graph, thread));
    return !automata_.is_joinable(joined, graph.thread(joined.value).node);
  }
  // True if the thread is at an event and waits for nothing.
  [[nodiscard]] bool can_go_on(const Graph& graph, std::size_t thread) const {
    const LabelKind kind = kind_of(graph, thread);
    return is_event(kind) && !is_waiting(graph, thread) && !is_held(graph, thread, kind);
  }
  // Makes a read, which its thread has not passed, read from a write. Returns the thread's next
  // node; none() if the read does not satisfy its await.
  NodeId set_source(Graph& graph, Slot read, Slot write) const {
    const Value value = value_of(graph, graph[read].location, write);
    const NodeId next = next_node(graph, read, value);
    set_value(graph, read, value);
    graph[read].is_pending_await = next.is_none();
    graph.set_reads_from(read, write);
    return next;
  }
  // Moves the thread past an event that has no choices, or whose value has been chosen.
  void take_step(Graph& graph, Slot event) const {
    const auto& at = graph[event];
    if (at.kind == LabelKind::Spawn) {
      graph.set_node(Graph::named_by(at), automata_.start_of(ThreadId(at.thread), at.node));
    }
    const Value value = at.kind == LabelKind::Join     ? result_of(graph, Graph::named_by(at))
                        : at.kind == LabelKind::Choose ? at.value
                                                       : 0;
    graph.set_node(at.thread, next_node(graph, event, value));
  }
  // Returns the first thread that can go on; threads of a role start once all before have finished.
  [[nodiscard]] std::size_t next_thread(const Graph& graph) const {
    bool all_before_finished = true;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      // If all have finished, the usual case, the role does not matter.
      if (!all_before_finished && graph.role(t) != graph.role(t - 1)) return NoThread;
      if (can_go_on(graph, t)) return t;
      all_before_finished &= has_finished(graph, t);
    }
    return NoThread;
  }

  // A waiting thread is at its await, so it has not finished.
  [[nodiscard]] bool has_finished(const Graph& graph, std::size_t thread) const {
    return kind_of(graph, thread) == LabelKind::Finished;
  }

  // Returns events that happen before an event, possibly a subset.
  using HappensBefore = FunctionRef<EventBits<Words>(Slot event)>;

  // Sets whether po ∪ rf ∪ co has a cycle in the executions reported from now on.
  void set_causal_cycle(bool has_cycle) { execution_.has_causal_cycle = has_cycle; }
  // Sets whether a departed `help` call is in doubt in the executions reported from now on.
  void set_doubtful_help(bool is_doubtful) { execution_.has_doubtful_help = is_doubtful; }
  // Notes the ends of the threads in a graph in which none can go on. True if all have finished. If
  // a thread was passed over, the graph is not an execution and that thread's entry is meaningless.
  bool note_ends(const Graph& graph) {
    bool have_all_finished = true;
    execution_.have_all_finished = false;
    bool has_stuck_thread = false;
    std::size_t first_stuck = 0;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      execution_.nodes[t] = graph.thread(t).node;
      const bool starts = !has_stuck_thread || graph.role(t) == graph.role(first_stuck);
      execution_.ends[t] = starts ? end_of_thread(graph, t) : ThreadEnd::NotStarted;
      have_all_finished &= has_finished(graph, t);
      if (execution_.ends[t] == ThreadEnd::Finished || has_stuck_thread) continue;
      has_stuck_thread = true;
      first_stuck = t;
    }
    return have_all_finished;
  }
  // The same for a graph in which all threads have finished.
  void note_finished(const Graph& graph) {
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      execution_.nodes[t] = graph.thread(t).node;
    }
    if (execution_.have_all_finished) return;  // unchanged since the last one
    std::ranges::fill(execution_.ends, ThreadEnd::Finished);
    execution_.have_all_finished = true;
  }
  // Reports the graph whose ends were noted last as stale: not an execution.
  void report_stale(const Graph& graph, HappensBefore happens_before) {
    set_reported(graph, happens_before, {});
    observer_.on_stale(execution_);
  }
  // Reports a graph whose next read has no source left.
  void report_dead_end() { observer_.on_dead_end(); }
  // Reports the graph whose ends were noted last as an execution. `may_raise_flags`: false only if
  // the model flags nothing on it; null: unknown.
  void report_noted(const Graph& graph, HappensBefore happens_before,
                    FunctionRef<bool()> may_raise_flags = {}) {
    set_reported(graph, happens_before, may_raise_flags);
    observer_.on_execution(execution_);
  }
  void report(const Graph& graph, HappensBefore happens_before) {
    note_ends(graph);
    report_noted(graph, happens_before);
  }

 private:
  void set_reported(const Graph& graph, HappensBefore happens_before,
                    FunctionRef<bool()> may_raise_flags) {
    execution_.event_count = graph.size();
    reported_ = &graph;
    happens_before_ = happens_before;
    may_raise_flags_ = may_raise_flags;
    execution_.set_source(*this);
  }
  // Returns the end of a thread that has started.
  [[nodiscard]] ThreadEnd end_of_thread(const Graph& graph, std::size_t thread) const {
    const LabelKind kind = kind_of(graph, thread);
    if (kind == LabelKind::Finished) return ThreadEnd::Finished;
    if (is_held(graph, thread, kind)) return ThreadEnd::StuckAtJoin;
    const Label& label = label_of(graph, thread);
    return is_waiting(graph, thread) ? end_of_wait(label) : end_of(label);
  }

  [[nodiscard]] Value result_of(const Graph& graph, std::size_t thread) const {
    return automata_.result_of(ThreadId(thread), graph.thread(thread).node);
  }

  [[nodiscard]] bool may_have_errors(ErrorScope scope) override {
    if (scope.flags && (!may_raise_flags_ || may_raise_flags_())) return true;
    return suspicion_.arises(*reported_, automata_.locations(), scope, happens_before_);
  }

  [[nodiscard]] bool find_call_orders(const CallQuestion& question, CallOrders& out) override {
    return call_orders_.find(*reported_, question, happens_before_, out);
  }

  void describe(LostMemory& memory) const override {
    reported_->events().for_each([&](Slot slot) {
      const auto& event = (*reported_)[slot];
      if (event.kind == LabelKind::Alloc) {
        memory.add_allocation(event.value, {ThreadId(event.thread), event.node});
      }
      if (event.kind == LabelKind::Free) memory.add_free(event.value);
    });
    for (std::size_t i = 0; i < reported_->location_count(); ++i) {
      const Slot last = reported_->coherence_maximal(LocationId(i));
      if (last == InitialWrite) continue;
      memory.add_cell(automata_.locations().address(LocationId(i)), (*reported_)[last].value);
    }
  }

  [[nodiscard]] ExecutionGraph make_graph() const override {
    return execution_graph_of(*reported_, automata_, dependencies_);
  }

  [[nodiscard]] Value last_value(LocationId location) const override {
    const bool is_named = location.value < reported_->location_count();
    const Slot last = is_named ? reported_->coherence_maximal(location) : InitialWrite;
    return last == InitialWrite ? automata_.locations().initial_value(location)
                                : (*reported_)[last].value;
  }

  ProgramAutomata& automata_;
  ExecutionObserver& observer_;
  std::vector<ThreadRole> roles_;
  std::vector<NodeId> initial_nodes_;
  Execution execution_;  // the reported execution, reused
  const Graph* reported_ = nullptr;
  HappensBefore happens_before_;  // like the next: valid during a report only
  FunctionRef<bool()> may_raise_flags_;
  Suspicion<Words> suspicion_;
  CallOrderFinder<Words> call_orders_;
  DependencyPart dependencies_;  // of the reported graphs
};

// Compiled once, in widths.cpp.
extern template class WorkingProgram<1>;
extern template class WorkingProgram<2>;
extern template class WorkingProgram<4>;
extern template class WorkingProgram<8>;
extern template class WorkingProgram<AnyNumberOfWords>;

}  // namespace drover
