#include "explorer/algorithms/dpor/trace.h"

#include <algorithm>
#include <utility>

#include "explorer/algorithms/graph_dependencies.h"
#include "semantics/program/address.h"
#include "support/check.h"

namespace drover::dpor {

namespace {

bool is_local(LabelKind kind) {
  return is_event(kind) && kind != LabelKind::Read && kind != LabelKind::Write &&
         kind != LabelKind::Join;
}

bool has_frees(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.code, [](const Instruction& instruction) {
      return std::holds_alternative<Deallocate>(instruction.body);
    });
  });
}

}  // namespace

Trace::Trace(ProgramAutomata& automata, Additions additions)
    : automata_(automata), additions_(additions), has_frees_(has_frees(automata.program())) {
  const std::vector<ThreadRole> roles = automata.roles();
  has_init_ = !roles.empty() && roles.front() == ThreadRole::Init;
  has_final_ = !roles.empty() && roles.back() == ThreadRole::Final;
  first_worker_ = has_init_ ? 1 : 0;
  threads_.resize(roles.size() - first_worker_ - (has_final_ ? 1 : 0));
  if (has_init_) {
    init_end_ = run_block(ThreadId(0));
    overwritten_.clear();
    const LabelKind end = automata.thread(ThreadId(0)).kind(init_end_.node);
    has_started_ = !init_end_.is_waiting && end == LabelKind::Finished;
  }
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    threads_[t].node = automaton(t).initial();
    threads_[t].label = &automaton(t).label(threads_[t].node);
  }
  for (std::uint32_t t = 0; has_started_ && t < threads_.size(); ++t) {
    Event beginning;
    beginning.thread = t;
    run_local_steps(t, beginning);
    local_events_ += beginning.graph_events;
  }
}

void Trace::add_cells(LocationId location) {
  for (std::size_t i = memory_.size(); i <= location.value; ++i) {
    const LocationTable& locations = automata_.locations();
    memory_.push_back({locations.initial_value(LocationId(i)), None,
                       address::is_heap(locations.address(LocationId(i)))});
  }
}

bool Trace::is_enabled(std::uint32_t thread) const {
  const Label& label = *threads_[thread].label;
  if (!is_event(label.kind)) return false;
  if (label.kind == LabelKind::Join) {
    const ThreadId joined = ProgramAutomata::named_by(label);
    return automata_.is_joinable(joined, threads_[joined_by(label)].node);
  }
  if (!label.is_await) return true;
  return is_satisfied(thread, threads_[thread].node, last_value(label.location));
}

bool Trace::is_satisfied(std::uint32_t thread, NodeId node, Value value) const {
  return !automaton(thread).next(node, value).is_none();
}

void Trace::push_join(std::uint32_t thread) {
  ThreadPosition& position = threads_[thread];
  const std::uint32_t joined = joined_by(*position.label);
  const auto here = static_cast<Index>(events_.size());
  Event& event = events_.emplace_back();
  event.thread = thread;
  event.index = position.count;
  event.access = {LocationId::none(), AccessKind::Read};
  event.node = position.node;
  event.previous_in_thread = position.last;
  event.ordered_after = end_of_thread(thread);
  event.graph_events = 1;
  position.node = automaton(thread).next(position.node,
                                         automata_.result_of(id_of(joined), threads_[joined].node));
  position.label = &automaton(thread).label(position.node);
  set_clocks(event);
  const Index last = end_of_thread(joined);
  if (last != None) {
    const std::size_t width = threads_.size();
    std::uint32_t* clock = &clocks_[here * width];
    const std::uint32_t* others = &clocks_[last * width];
    for (std::size_t t = 0; t < width; ++t) clock[t] = std::max(clock[t], others[t]);
  }
  position.last = here;
  ++position.count;
  if (is_local(position.label->kind)) run_local_steps(thread, event);
}

// Starts the thread that the next step of `spawner` spawns.
void Trace::start(std::uint32_t spawner, Event& event) {
  const ThreadPosition& from = threads_[spawner];
  const std::uint32_t spawned = joined_by(*from.label);
  ThreadPosition& position = threads_[spawned];
  position.node = automata_.start_of(id_of(spawner), from.node);
  position.label = &automaton(spawned).label(position.node);
  position.spawned_in = events_.empty() ? None : static_cast<Index>(events_.size() - 1);
  started_.push_back(spawned);
  ++event.spawned;
  run_local_steps(spawned, event);
}

void Trace::push(std::uint32_t thread) {
  if (threads_[thread].label->kind == LabelKind::Join) {
    push_join(thread);
    return;
  }
  ThreadPosition& position = threads_[thread];
  const Label& label = *position.label;
  Cell& at = cell(label.location);
  const auto here = static_cast<Index>(events_.size());
  Event& event = events_.emplace_back();
  event.thread = thread;
  event.index = position.count;
  event.access = access_of(label, at.value);
  event.is_await = label.is_await;
  event.is_conditional = label.exclusive.kind != ExclusiveValues::Kind::None &&
                         label.exclusive.kind != ExclusiveValues::Kind::All;
  event.node = position.node;
  event.before = at.value;
  event.previous_in_thread = position.last;
  event.ordered_after = end_of_thread(thread);
  event.previous_at_location = at.last;
  event.graph_events = 1;

  ThreadAutomaton& automaton_here = automaton(thread);
  position.node = automaton_here.next(position.node, at.value);
  DROVER_CHECK(!position.node.is_none(), "only threads that are enabled take steps");
  if (label.is_write()) {
    at.value = label.value;
  } else if (label.exclusive.contains(at.value)) {
    at.value = automaton_here.label(position.node).value;
    position.node = automaton_here.next(position.node, 0);
    ++event.graph_events;
  }
  event.after = at.value;
  position.label = &automaton_here.label(position.node);
  position.last = here;
  ++position.count;
  at.last = here;
  set_clocks(event);
  if (is_local(position.label->kind)) run_local_steps(thread, event);
}

void Trace::run_local_steps(std::uint32_t thread, Event& event) {
  ThreadPosition& position = threads_[thread];
  ThreadAutomaton& automaton_here = automaton(thread);
  while (is_local(position.label->kind)) {
    if (position.label->kind == LabelKind::Spawn) start(thread, event);
    if (position.label->kind == LabelKind::Alloc) {
      allocations_.push_back(
          {position.label->value, position.label->size, thread, position.count + 1});
      ++event.allocations;
    }
    position.node = automaton_here.next(position.node, 0);
    position.label = &automaton_here.label(position.node);
    ++event.graph_events;
  }
}

void Trace::set_clocks(Event& event) {
  const std::size_t width = threads_.size();
  const std::size_t here = (events_.size() - 1) * width;
  if (clocks_.size() < here + width) {
    clocks_.resize(2 * (here + width));
    joins_.resize(2 * (here + width));
  }
  std::uint32_t* clock = &clocks_[here];
  std::uint32_t* join = &joins_[here];
  if (event.ordered_after == None) {
    std::fill_n(clock, width, 0U);
  } else {
    std::copy_n(&clocks_[event.ordered_after * width], width, clock);
  }
  const Index previous = event.previous_at_location;
  const bool same_group = previous != None && !conflict(events_[previous].access, event.access);
  event.group_before = same_group ? events_[previous].group_before : previous;
  if (event.group_before != None) {
    const std::uint32_t* others = &joins_[event.group_before * width];
    for (std::size_t t = 0; t < width; ++t) clock[t] = std::max(clock[t], others[t]);
  }
  clock[event.thread] = event.index + 1;
  if (!same_group) {
    std::copy_n(clock, width, join);
    return;
  }
  const std::uint32_t* others = &joins_[previous * width];
  for (std::size_t t = 0; t < width; ++t) join[t] = std::max(clock[t], others[t]);
}

void Trace::pop() {
  const Event& event = events_.back();
  ThreadPosition& position = threads_[event.thread];
  position.node = event.node;
  position.label = &automaton(event.thread).label(event.node);
  position.last = event.previous_in_thread;
  position.count = event.index;
  if (!event.is_join()) {
    Cell& at = memory_[event.access.location.value];
    at.value = event.before;
    at.last = event.previous_at_location;
  }
  for (std::uint32_t i = 0; i < event.spawned; ++i) {
    ThreadPosition& spawned = threads_[started_.back()];
    spawned.node = automaton(started_.back()).initial();
    spawned.label = &automaton(started_.back()).label(spawned.node);
    spawned.spawned_in = None;
    started_.pop_back();
  }
  allocations_.resize(allocations_.size() - event.allocations);
  events_.pop_back();
}

// ---- Blocks that run alone

Trace::BlockEnd Trace::run_block(ThreadId id) {
  ThreadAutomaton& block = automata_.thread(id);
  BlockEnd end;
  end.node = block.initial();
  for (;;) {
    const Label& label = block.label(end.node);
    if (!is_event(label.kind)) return end;
    ++end.graph_events;
    Value value = 0;
    if (label.is_access()) {
      Cell& at = cell(label.location);
      end.misuses_memory |= at.is_heap && allocation_of(label.location) == nullptr;
      value = at.value;
      if (label.is_write()) {
        overwritten_.emplace_back(label.location, at.value);
        at.value = label.value;
      }
    } else if (label.kind == LabelKind::Alloc) {
      allocations_.push_back({label.value, label.size, 0, 0});
    } else if (label.kind == LabelKind::Join) {
      value =
          automata_.result_of(ProgramAutomata::named_by(label), threads_[joined_by(label)].node);
    }
    const NodeId next = block.next(end.node, value);
    end.is_waiting = next.is_none();
    if (end.is_waiting) return end;
    end.node = next;
  }
}

void Trace::undo_block(std::size_t allocations_before) {
  for (; !overwritten_.empty(); overwritten_.pop_back()) {
    memory_[overwritten_.back().first.value].value = overwritten_.back().second;
  }
  allocations_.resize(allocations_before);
}

// ---- The end

void Trace::describe_end(Execution& execution) {
  execution.event_count = 0;
  bool all_finished = has_started_;
  if (has_init_) {
    const Label& label = automata_.thread(ThreadId(0)).label(init_end_.node);
    execution.nodes[0] = init_end_.node;
    execution.ends[0] = init_end_.is_waiting ? end_of_wait(label) : end_of(label);
    execution.event_count += init_end_.graph_events;
  }
  for (const Event& event : events_) execution.event_count += event.graph_events;
  if (has_started_) execution.event_count += local_events_;
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    const Label& label = *threads_[t].label;
    const bool waits = is_event(label.kind);
    const bool joins = label.kind == LabelKind::Join;
    const ThreadEnd end = !has_started_     ? ThreadEnd::NotStarted
                          : waits && !joins ? end_of_wait(label)
                                            : end_of(label);
    execution.nodes[t + first_worker_] = threads_[t].node;
    execution.ends[t + first_worker_] = end;
    execution.event_count += has_started_ && waits && !joins ? 1 : 0;
    all_finished &= end == ThreadEnd::Finished;
  }
  if (!has_final_) return;
  const std::size_t last = execution.nodes.size() - 1;
  if (!all_finished) {
    execution.nodes[last] = automata_.thread(ThreadId(last)).initial();
    execution.ends[last] = ThreadEnd::NotStarted;
    return;
  }
  const std::size_t allocations_before = allocations_.size();
  final_end_ = run_block(ThreadId(last));
  undo_block(allocations_before);
  const Label& label = automata_.thread(ThreadId(last)).label(final_end_.node);
  execution.nodes[last] = final_end_.node;
  execution.ends[last] = final_end_.is_waiting ? end_of_wait(label) : end_of(label);
  execution.event_count += final_end_.graph_events;
}

const Trace::Allocation* Trace::allocation_of(LocationId location) const {
  const Value address = automata_.locations().last_byte(location);
  const auto found = std::ranges::find_if(allocations_, [&](const Allocation& allocation) {
    return allocation.base == address::base(address) &&
           Value{address::cell(address)} < allocation.size;
  });
  return found == allocations_.end() ? nullptr : &*found;
}

bool Trace::may_misuse_memory() const {
  if (has_frees_ || init_end_.misuses_memory || final_end_.misuses_memory) return true;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (events_[i].is_join() || !is_heap(events_[i].access.location)) continue;
    const Allocation* allocation = allocation_of(events_[i].access.location);
    if (allocation == nullptr) return true;
    if (clock(i)[allocation->thread] < allocation->known_from) return true;
  }
  // Reads at which threads wait; rare enough to check in full.
  return std::ranges::any_of(threads_, [&](const ThreadPosition& position) {
    return position.label->is_access() &&
           address::is_heap(automata_.locations().address(position.label->location));
  });
}

// ---- Graphs

class Trace::Replay {
 public:
  explicit Replay(const Trace& trace)
      : automata_(trace.automata_), graph_(automata_.roles()), nodes_(automata_.thread_count()) {
    for (std::size_t t = 0; t < nodes_.size(); ++t) {
      nodes_[t] = automata_.thread(ThreadId(t)).initial();
    }
  }

  // Runs up to the thread's next access.
  void run_local_steps(ThreadId thread) {
    while (is_local(kind_of(thread))) step(thread);
  }
  // Runs one access and the local steps after it, or the read at which the thread waits; false: it
  // waits.
  bool run_access(ThreadId thread) {
    NodeId& node = nodes_[thread.value];
    const bool is_exclusive = step(thread);
    if (node.is_none()) return false;
    if (is_exclusive) step(thread);
    run_local_steps(thread);
    return true;
  }
  void run_block(ThreadId thread) {
    run_local_steps(thread);
    while (is_event(kind_of(thread)) && run_access(thread)) {
    }
  }
  [[nodiscard]] ExecutionGraph take() { return std::move(graph_); }

 private:
  [[nodiscard]] LabelKind kind_of(ThreadId thread) const {
    return automata_.thread(thread).kind(nodes_[thread.value]);
  }

  // Adds one event; true if it is the first half of a read-modify-write.
  bool step(ThreadId thread) {
    NodeId& node = nodes_[thread.value];
    ThreadAutomaton& automaton = automata_.thread(thread);
    const Label& label = automaton.label(node);
    const EventId event = add_event(graph_, automata_, thread, node);
    Value value = 0;
    if (label.kind == LabelKind::Spawn) {
      const ThreadId spawned = ProgramAutomata::named_by(label);
      nodes_[spawned.value] = automata_.start_of(thread, node);
      run_local_steps(spawned);
    } else if (label.kind == LabelKind::Join) {
      const ThreadId joined = ProgramAutomata::named_by(label);
      value = automata_.result_of(joined, nodes_[joined.value]);
      graph_.set_read_value(event, value);
    } else if (label.is_read()) {
      const EventId source = graph_.coherence_maximal(label.location);
      graph_.set_reads_from(event, source);
      value = graph_.event(source).value;
    } else if (label.is_write()) {
      graph_.insert_coherence(event, graph_.coherence(label.location).size());
    }
    node = automaton.next(node, value);
    return label.is_read() && label.exclusive.contains(value);
  }

  ProgramAutomata& automata_;
  ExecutionGraph graph_;
  std::vector<NodeId> nodes_;
};

ExecutionGraph Trace::make_graph() const {
  Replay replay(*this);
  if (has_init_) replay.run_block(ThreadId(0));
  if (!has_started_) return replay.take();
  for (std::uint32_t t = 0; t < threads_.size(); ++t) replay.run_local_steps(id_of(t));
  for (const Event& event : events_) replay.run_access(id_of(event.thread));
  bool all_finished = true;
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    const LabelKind kind = threads_[t].label->kind;
    if (is_event(kind) && kind != LabelKind::Join) replay.run_access(id_of(t));
    all_finished &= kind == LabelKind::Finished;
  }
  if (has_final_ && all_finished) replay.run_block(ThreadId(automata_.thread_count() - 1));
  return replay.take();
}

}  // namespace drover::dpor
