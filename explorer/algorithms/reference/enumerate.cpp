// The reference explorer: slow, and meant to be obviously right.
//
// 1. Paths. Each thread takes every path through its automaton, reading any value that
//    its location may hold (value_analysis.h). The init block comes first; workers have
//    no events unless it finished; the final block has none unless all workers finished.
// 2. Reads-from. Each read reads from each write of its location that has its value.
// 3. Coherence. The writes of each location take every order, the initial write first.
//
// A combination is an execution iff the axioms accept the graph ([RCMC] §3.3). A partial graph
// is given up as soon as an axiom rejects it that more edges cannot make hold (GraphChecker);
// that is the only pruning besides dropping paths that read a value which nobody writes.
//
// A read of an await whose value does not satisfy it is the last event of its thread, and
// must read from a coherence-maximal write (the fairness of stuck awaits).
//
// Every execution is produced exactly once: paths, reads-from and coherence are chosen in
// a fixed order, and determine the graph.

#include "explorer/algorithms/reference/enumerate.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/algorithms/value_analysis.h"
#include "support/check.h"

namespace drover::reference {

namespace {

class Enumeration {
 public:
  Enumeration(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
              ExecutionObserver& observer, PathFilter* filter, std::span<const Value> assumed)
      : automata_(automata),
        model_(model),
        checker_(model.make_checker()),
        control_(control),
        observer_(observer),
        filter_(filter),
        analysis_(automata, control, assumed),
        roles_(automata.roles()),
        graph_(roles_),
        nodes_(automata.thread_count()),
        ends_(automata.thread_count(), ThreadEnd::NotStarted),
        is_waiting_(automata.thread_count(), false) {}

  void run() { choose_path_of(ThreadId(0)); }

 private:
  // ---- 1. Paths

  void choose_path_of(ThreadId thread) {
    if (control_.should_stop_now(graph_.size())) return;
    if (thread.value == automata_.thread_count()) {
      collect_accesses();
      if (model_.needs_dependencies()) {
        graph_.set_dependencies(graph_dependencies(automata_, graph_));
      }
      checker_->set_events(graph_);
      choose_writer_of(0);
      return;
    }
    const NodeId start = automata_.thread(thread).initial();
    nodes_[thread.value] = start;
    ends_[thread.value] = ThreadEnd::NotStarted;
    if (may_start(roles_[thread.value], roles_, ends_)) {
      extend_path(thread, start);
    } else {
      choose_path_of(ThreadId(thread.value + 1));
    }
    ends_[thread.value] = ThreadEnd::NotStarted;
  }

  void extend_path(ThreadId thread, NodeId node) {
    if (control_.should_stop_now(graph_.size())) return;
    const Label label = automata_.thread(thread).label(node);
    if (!is_event(label.kind)) {
      end_path(thread, node, end_of(label));
      return;
    }
    const std::size_t size_before = graph_.size();
    if (size_before > MaxReferenceEvents) {
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    if (label.is_access()) {
      graph_.ensure_initial_write(label.location,
                                  automata_.locations().initial_value(label.location));
    }
    const EventId event = graph_.add(thread, node, label);
    if (label.is_read()) {
      choose_value(thread, node, event);
    } else {
      extend_path(thread, automata_.thread(thread).next(node, 0));
    }
    while (graph_.size() > size_before) graph_.remove_last();
  }

  void choose_value(ThreadId thread, NodeId node, EventId read) {
    const LocationId location = graph_.event(read).label.location;
    for (const Value value : analysis_.values(location)) {
      if (!may_be_written(location, value, thread)) continue;
      graph_.set_read_value(read, value);
      const NodeId next = automata_.thread(thread).next(node, value);
      if (next.is_none()) {
        is_waiting_[thread.value] = true;
        end_path(thread, node, end_of_wait(automata_.thread(thread).label(node)));
        is_waiting_[thread.value] = false;
      } else {
        extend_path(thread, next);
      }
    }
  }

  void end_path(ThreadId thread, NodeId node, ThreadEnd end) {
    nodes_[thread.value] = node;
    ends_[thread.value] = end;
    const ThreadId next(thread.value + 1);
    const bool is_wanted = filter_ == nullptr || filter_->wants(nodes_, ends_, next);
    if (is_wanted && every_read_may_be_satisfied(next)) choose_path_of(next);
    ends_[thread.value] = ThreadEnd::NotStarted;
  }

  // Whether some write of the graph, or of the threads from `first_open` on, may put
  // `value` into `location`.
  [[nodiscard]] bool may_be_written(LocationId location, Value value, ThreadId first_open) const {
    for (const EventId write : graph_.writes_to(location)) {
      if (graph_.event(write).value == value) return true;
    }
    for (std::size_t t = first_open.value; t < automata_.thread_count(); ++t) {
      if (analysis_.may_write(ThreadId(t), location, value)) return true;
    }
    return false;
  }

  [[nodiscard]] bool every_read_may_be_satisfied(ThreadId first_open) const {
    return std::ranges::all_of(graph_.events(), [&](const Event& event) {
      return !event.label.is_read() ||
             may_be_written(event.label.location, event.value, first_open);
    });
  }

  // ---- 2. Reads-from

  void collect_accesses() {
    reads_.clear();
    writes_.clear();
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const Event& event = graph_.event(EventId(i));
      if (event.is_initial()) continue;
      if (event.label.is_read()) reads_.emplace_back(i);
      if (event.label.is_write()) writes_.emplace_back(i);
    }
  }

  void choose_writer_of(std::size_t read_index) {
    if (control_.should_stop_now(graph_.size())) return;
    if (read_index == reads_.size()) {
      choose_place_of(0);
      return;
    }
    const EventId read = reads_[read_index];
    const Value value = graph_.event(read).value;
    for (const EventId write : graph_.writes_to(graph_.event(read).label.location)) {
      if (graph_.event(write).value != value) continue;
      if (control_.should_stop_now(graph_.size())) break;
      graph_.set_reads_from(read, write);
      if (checker_->may_become_consistent(graph_)) choose_writer_of(read_index + 1);
    }
    graph_.clear_reads_from(read);
    graph_.set_read_value(read, value);
  }

  // ---- 3. Coherence

  void choose_place_of(std::size_t write_index) {
    if (control_.should_stop_now(graph_.size())) return;
    if (!model_.has_coherence() || write_index == writes_.size()) {
      report();
      return;
    }
    const EventId write = writes_[write_index];
    const std::size_t places = graph_.coherence(graph_.event(write).label.location).size();
    for (std::size_t place = 1; place <= places; ++place) {
      if (control_.should_stop_now(graph_.size())) return;
      graph_.insert_coherence(write, place);
      if (checker_->may_become_consistent(graph_)) choose_place_of(write_index + 1);
      graph_.erase_coherence(write);
    }
  }

  // ---- The end

  void report() {
    if (!checker_->is_consistent(graph_)) return;
    for (std::size_t t = 0; t < ends_.size(); ++t) {
      if (!is_waiting_[t]) continue;
      const EventId read = graph_.events_of(ThreadId(t)).back();
      if (!model_.is_coherence_maximal(graph_, graph_.event(read).reads_from)) return;
    }
    observer_.on_execution({graph_, nodes_, ends_});
  }

  ProgramAutomata& automata_;
  const MemoryModel& model_;
  std::unique_ptr<GraphChecker> checker_;
  RunControl& control_;
  ExecutionObserver& observer_;
  PathFilter* filter_;  // may be null
  ValueAnalysis analysis_;
  std::vector<ThreadRole> roles_;
  ExecutionGraph graph_;
  std::vector<NodeId> nodes_;
  std::vector<ThreadEnd> ends_;
  std::vector<bool> is_waiting_;  // by thread: whether its last event is a read that waits
  std::vector<EventId> reads_;
  std::vector<EventId> writes_;
};

}  // namespace

void enumerate_executions(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
                          ExecutionObserver& observer) {
  Enumeration(automata, model, control, observer, nullptr, {}).run();
}

void enumerate_executions(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
                          ExecutionObserver& observer, PathFilter& filter,
                          std::span<const Value> assumed) {
  Enumeration(automata, model, control, observer, &filter, assumed).run();
}

}  // namespace drover::reference
