// The reference explorer: slow, and meant to be obviously right.
//
// 1. Paths. Each thread takes every path through its automaton, reading any value that
//    its location may hold (value_analysis.h). The init block comes first; workers have
//    no events unless it finished; the final block has none unless all workers finished. With
//    spawns, a spawned thread goes on once its spawn is on the path of its parent, and a join once
//    its thread has finished; the first thread that can goes on.
// 2. Reads-from. Each read reads from each write of its location that has its value.
// 3. Coherence. The writes of each location take every order, the initial write first.
//
// A combination is an execution iff the axioms accept the graph ([RCMC] §3.3). A partial graph is
// dropped as soon as it violates an axiom that more edges cannot repair (GraphChecker). The only
// other pruning drops paths that read a value that no thread writes.
//
// A read of an await whose value does not satisfy it is the last event of its thread, and must read
// from a coherence-maximal write (the fairness of stuck awaits).
//
// Every execution is produced exactly once: paths, reads-from and coherence are chosen in a fixed
// order, and determine the graph.
//
// A stack of frames holds the choices: first the value of each read, then the source of each, then
// the place of each write (or, if the model chooses coherence, the last write of each observed
// location). Everything between two choices follows from the earlier ones. In work items
// (search.h):
//   choice := the value of a read; or the index of a source, a place in coherence or a last write
//   open   := for a value: 0, or 1 and the last value taken; else the index of the next choice

#include "explorer/algorithms/reference/enumerate.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/algorithms/reference/barriers.h"
#include "explorer/algorithms/reference/value_causes.h"
#include "explorer/algorithms/value_analysis.h"
#include "explorer/graph/base_values.h"
#include "semantics/program/operands.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace drover::reference {

namespace {

class Enumeration : public FrameSearch {
 public:
  Enumeration(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
              ExecutionObserver& observer, PathFilter* filter, std::span<const Value> assumed)
      : automata_(automata),
        model_(model),
        checker_(model.make_checker()),
        control_(control),
        observer_(observer),
        filter_(filter),
        assumed_(assumed.begin(), assumed.end()),
        analysis_(automata, control, assume_constants()),
        roles_(automata.roles()),
        graph_(roles_),
        nodes_(automata.thread_count()),
        ends_(automata.thread_count(), ThreadEnd::NotStarted),
        is_waiting_(automata.thread_count(), false),
        observed_(observed_locations(automata)) {
    graph_.set_topology(automata_.program().topology);
  }

  SearchEnd run() override {
    if (std::exchange(is_at_start_, false)) report_if_complete(take_paths_from(ThreadId(0)));
    // Polls after the step, so that each call of `run` makes progress.
    while (!frames_.empty()) {
      if (control_.has_stopped()) return SearchEnd::Paused;
      if (take_next(frames_.back())) {
        report_if_complete(go_on_after(frames_.back()));
      } else {
        frames_.pop_back();
      }
      if (control_.should_return_now(graph_.size())) return SearchEnd::Paused;
    }
    return SearchEnd::Done;
  }

 private:
  enum class FrameKind : std::uint8_t { Value, Writer, Place, Final };

  struct Threads {
    std::vector<NodeId> nodes;
    std::vector<ThreadEnd> ends;
    std::vector<bool> is_waiting;
  };

  // The choices of a read, a write or a location, in the order in which they are taken.
  struct Frame {
    FrameKind kind = FrameKind::Value;
    ThreadId thread = {};   // Value: the thread of the read
    NodeId node = {};       // Value: the node of the thread
    EventId event;          // the read, or the write
    std::size_t index = 0;  // Writer, Place: index in reads_ or writes_; Final: in observed_
    std::size_t size = 0;   // Value: size of the graph with the read
    bool is_taken = false;  // a choice is taken: the one before `next`
    std::size_t next = 0;   // Value: in values(location); Writer: in writes_to(location); Place
    std::size_t end = 0;
    bool is_forced = false;                      // Writer, Place: there is only one choice
    std::unique_ptr<const Threads> before = {};  // Value, with spawns only
  };

  enum class Outcome : std::uint8_t {
    Choice,    // another choice, in the last frame
    Complete,  // a graph with all choices made
    Nothing
  };

  void clear() override {
    graph_ = ExecutionGraph(roles_);
    graph_.set_topology(automata_.program().topology);
    frames_.clear();
    std::ranges::fill(ends_, ThreadEnd::NotStarted);
    std::fill(is_waiting_.begin(), is_waiting_.end(), false);
    for (std::size_t t = 0; t < nodes_.size(); ++t) {
      nodes_[t] = automata_.thread(ThreadId(t)).initial();
    }
  }

  bool take_next(Frame& frame) {
    switch (frame.kind) {
      case FrameKind::Value: return take_next_value(frame);
      case FrameKind::Writer: return take_next_writer(frame);
      case FrameKind::Place: return take_next_place(frame);
      case FrameKind::Final: return take_next_final(frame);
    }
    return false;
  }

  Outcome go_on_after(const Frame& frame) {
    switch (frame.kind) {
      case FrameKind::Value: return take_path_after(frame);
      case FrameKind::Writer: return choose_writer_of(frame.index + 1);
      case FrameKind::Place: return choose_place_of(frame.index + 1);
      case FrameKind::Final: return choose_final_of(frame.index + 1);
    }
    return Outcome::Nothing;
  }

  // ---- 1. Paths

  Outcome take_paths_from(ThreadId thread) {
    if (automata_.has_spawns()) return take_paths_of_spawned();
    for (; thread.value < automata_.thread_count(); thread = ThreadId(thread.value + 1)) {
      const NodeId start = automata_.thread(thread).initial();
      nodes_[thread.value] = start;
      ends_[thread.value] = ThreadEnd::NotStarted;
      if (may_start(roles_[thread.value], roles_, ends_)) return take_path(thread, start);
    }
    return choose_edges();
  }

  Outcome take_paths_of_spawned() {
    for (std::size_t t = 0; t < ends_.size(); ++t) {
      if (may_go_on(ThreadId(t))) return take_path(ThreadId(t), nodes_[t]);
    }
    for (std::size_t t = 0; t < ends_.size(); ++t) {
      if (ends_[t] != ThreadEnd::NotStarted || !has_started(t)) continue;
      ends_[t] = is_dormant(t) ? ThreadEnd::Finished : ThreadEnd::StuckAtJoin;
    }
    for (std::size_t t = 1; filter_ != nullptr && t <= ends_.size(); ++t) {
      if (!filter_->wants(nodes_, ends_, ThreadId(t))) return Outcome::Nothing;
    }
    return choose_edges();
  }
  [[nodiscard]] bool is_dormant(std::size_t thread) const {
    return automata_.thread(ThreadId(thread)).is_dormant(nodes_[thread]);
  }
  // True if all threads of earlier roles have finished.
  [[nodiscard]] bool has_started(std::size_t thread) const {
    for (std::size_t t = 0; t < ends_.size(); ++t) {
      const bool comes_before = roles_[t] < roles_[thread];
      if (comes_before && ends_[t] != ThreadEnd::Finished && !is_dormant(t)) return false;
    }
    return true;
  }
  [[nodiscard]] bool may_go_on(ThreadId thread) const {
    if (ends_[thread.value] != ThreadEnd::NotStarted || is_dormant(thread.value)) return false;
    return has_started(thread.value) &&
           !is_held(automata_.thread(thread).label(nodes_[thread.value]));
  }
  [[nodiscard]] bool is_held(const Label& label) const {
    return label.kind == LabelKind::Join &&
           ends_[ProgramAutomata::named_by(label).value] != ThreadEnd::Finished;
  }

  Outcome choose_edges() {
    collect_accesses();
    const bool asks_for_causes = model_.candidates() == Candidates::SelfSupporting;
    if (model_.needs_dependencies() || asks_for_causes) {
      graph_.set_dependencies(graph_dependencies(automata_, graph_));
    }
    if (model_.chooses_coherence()) graph_.set_observed(observed_);
    checker_->set_events(graph_);
    return choose_writer_of(0);
  }

  // Runs `thread` from `node` to its next read or to its end.
  Outcome take_path(ThreadId thread, NodeId node) {
    while (true) {
      const Label& label = automata_.thread(thread).label(node);
      if (label.is_dropped) return Outcome::Nothing;
      if (!is_event(label.kind)) return end_path(thread, node, end_of(label));
      if (is_held(label)) {
        nodes_[thread.value] = node;
        return take_paths_of_spawned();
      }
      if (graph_.size() > MaxReferenceEvents) {
        control_.stop(StopReason::TooManyEvents);
        return Outcome::Nothing;
      }
      const EventId event = add_event(graph_, automata_, thread, node);
      if (label.kind == LabelKind::Spawn) {
        nodes_[ProgramAutomata::named_by(label).value] = automata_.start_of(thread, node);
      } else if (label.kind == LabelKind::Join) {
        const ThreadId joined = ProgramAutomata::named_by(label);
        graph_.set_read_value(event, automata_.result_of(joined, nodes_[joined.value]));
      } else if (label.returns_value()) {
        nodes_[thread.value] = node;
        frames_.push_back({.kind = FrameKind::Value,
                           .thread = thread,
                           .node = node,
                           .event = event,
                           .size = graph_.size(),
                           .end = values_for(label).size(),
                           .before = snapshot()});
        return Outcome::Choice;
      }
      node = automata_.thread(thread).next(node, graph_.event(event).value);
    }
  }

  bool take_next_value(Frame& frame) {
    while (graph_.size() > frame.size) graph_.remove_last();
    if (frame.before) {
      nodes_ = frame.before->nodes;
      ends_ = frame.before->ends;
      is_waiting_ = frame.before->is_waiting;
    } else {
      for (std::size_t t = frame.thread.value; t < ends_.size(); ++t) {
        ends_[t] = ThreadEnd::NotStarted;
        is_waiting_[t] = false;
      }
    }
    const Label& label = graph_.event(frame.event).label;
    while (frame.next < frame.end) {
      const Value value = values_for(frame)[frame.next++];
      if (label.is_read() && !may_be_written(label.location, value, frame.thread)) continue;
      if (label.is_read() && is_out_of_order(frame.event, value)) continue;
      graph_.set_read_value(frame.event, value);
      frame.is_taken = true;
      return true;
    }
    return false;
  }

  Outcome take_path_after(const Frame& frame) {
    ThreadAutomaton& automaton = automata_.thread(frame.thread);
    const NodeId next = automaton.next(frame.node, graph_.event(frame.event).value);
    if (!next.is_none()) return take_path(frame.thread, next);
    is_waiting_[frame.thread.value] = true;
    return end_path(frame.thread, frame.node, end_of_wait(automaton.label(frame.node)));
  }

  Outcome end_path(ThreadId thread, NodeId node, ThreadEnd end) {
    nodes_[thread.value] = node;
    ends_[thread.value] = end;
    const ThreadId next(thread.value + 1);
    const Topology* topology = graph_.topology();
    const bool has_barriers = topology != nullptr && !topology->barriers.empty();
    if (has_barriers && !barriers_fit(graph_, next.value)) return Outcome::Nothing;
    const bool is_wanted =
        filter_ == nullptr || automata_.has_spawns() || filter_->wants(nodes_, ends_, next);
    return is_wanted && every_read_may_be_satisfied(next) ? take_paths_from(next)
                                                          : Outcome::Nothing;
  }

  [[nodiscard]] std::unique_ptr<const Threads> snapshot() const {
    if (!automata_.has_spawns()) return nullptr;
    return std::make_unique<const Threads>(Threads{nodes_, ends_, is_waiting_});
  }

  // True if a write in the graph, or of the threads from `first_open` on (with spawns: of the
  // threads that have not ended), may put `value` into `location`.
  [[nodiscard]] bool may_be_written(LocationId location, Value value, ThreadId first_open) const {
    for (const EventId write : graph_.writes_to(location)) {
      if (graph_.event(write).value == value) return true;
    }
    const bool has_spawns = automata_.has_spawns();
    for (std::size_t t = has_spawns ? 0 : first_open.value; t < automata_.thread_count(); ++t) {
      if (has_spawns && ends_[t] != ThreadEnd::NotStarted) continue;
      if (analysis_.may_write(ThreadId(t), location, value)) return true;
    }
    return false;
  }

  // For parts, of which there are many: true if a read gets a value that, in its own thread, only
  // writes before its last write to the location have, or writes behind the read. The built-in
  // models do not allow that.
  [[nodiscard]] bool is_out_of_order(EventId read, Value value) const {
    const Event& event = graph_.event(read);
    if (event.label.part.is_whole() || !model_.is_builtin()) return false;
    const LocationId location = event.label.location;
    const auto own = graph_.events_of(event.thread).first(event.index);
    const auto last = std::find_if(own.rbegin(), own.rend(), [&](EventId each) {
      const Label& label = graph_.event(each).label;
      return label.is_write() && label.location == location;
    });
    const EventId seen = last != own.rend() ? *last : graph_.initial_write(location);
    if (graph_.event(seen).value == value) return false;
    const auto is_of_others = [&](EventId each) {
      const Event& write = graph_.event(each);
      return !write.is_initial() && write.thread != event.thread && write.value == value;
    };
    if (std::ranges::any_of(graph_.writes_to(location), is_of_others)) return false;
    for (std::size_t t = event.thread.value + 1; t < automata_.thread_count(); ++t) {
      if (analysis_.may_write(ThreadId(t), location, value)) return false;
    }
    return true;
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
    for (const EventId id : graph_.ids()) {
      const Event& event = graph_.event(id);
      if (event.is_initial()) continue;
      if (event.label.is_read()) reads_.push_back(id);
      if (event.label.is_write()) writes_.push_back(id);
    }
  }

  Outcome choose_writer_of(std::size_t read_index) {
    if (read_index == reads_.size()) {
      if (!has_causes_of_values()) return Outcome::Nothing;
      return model_.chooses_coherence() ? choose_final_of(0) : choose_place_of(0);
    }
    const EventId read = reads_[read_index];
    const Value value = graph_.event(read).value;
    const auto writers = std::ranges::count_if(
        writes_for(read), [&](EventId write) { return graph_.event(write).value == value; });
    frames_.push_back({.kind = FrameKind::Writer,
                       .event = read,
                       .index = read_index,
                       .end = writes_for(read).size(),
                       .is_forced = writers == 1});
    return Outcome::Choice;
  }

  bool take_next_writer(Frame& frame) {
    const Value value = graph_.event(frame.event).value;
    while (frame.next < frame.end) {
      const EventId write = writes_for(frame.event)[frame.next++];
      if (graph_.event(write).value != value || is_own_half(frame.event, write)) continue;
      if (tears(frame.event, write)) continue;
      graph_.set_reads_from(frame.event, write);
      frame.is_taken = true;
      // A forced choice needs no check: the next free choice or the end checks it.
      if (frame.is_forced || checker_->is_worth_completing(graph_)) return true;
    }
    graph_.clear_reads_from(frame.event);
    graph_.set_read_value(frame.event, value);
    return false;
  }

  // A read-modify-write never reads its own write, even if the model does not forbid it.
  [[nodiscard]] bool is_own_half(EventId read, EventId write) const {
    return first_half_of(graph_, write) == read;
  }

  // In the built-in models, a read takes all that two writes have in common from one of them. True
  // if the read would take a part from the write and an earlier part of its access from another,
  // though both write both parts.
  [[nodiscard]] bool tears(EventId read, EventId write) const {
    const AccessPart& part = graph_.event(read).label.part;
    if (part.index == 0 || !model_.is_builtin()) return false;
    for (std::uint8_t back = 1; back <= part.index; ++back) {
      const EventId sibling = part_before(read, back);
      const EventId source = graph_.event(sibling).reads_from;
      if (are_of_one_access(source, write)) continue;
      if (covers(source, graph_.event(read).label.location) &&
          covers(write, graph_.event(sibling).label.location)) {
        return true;
      }
    }
    return false;
  }
  // True if the access of the write has a part at the location. The initial writes are one access.
  [[nodiscard]] bool covers(EventId write, LocationId location) const {
    const Event& event = graph_.event(write);
    if (event.is_initial()) return true;
    const std::size_t first = event.index - event.label.part.index;
    const auto parts = graph_.events_of(event.thread).subspan(first, event.label.part.count);
    return std::ranges::any_of(
        parts, [&](EventId each) { return graph_.event(each).label.location == location; });
  }

  [[nodiscard]] std::span<const EventId> writes_for(EventId read) const {
    return graph_.writes_to(graph_.event(read).label.location);
  }

  // ---- 3. Coherence

  Outcome choose_place_of(std::size_t write_index) {
    if (!model_.has_coherence() || write_index == writes_.size()) return Outcome::Complete;
    const EventId write = writes_[write_index];
    frames_.push_back(
        {.kind = FrameKind::Place,
         .event = write,
         .index = write_index,
         .next = 1,
         .end = graph_.coherence(graph_.event(write).label.location).size() + 1,
         .is_forced = graph_.coherence(graph_.event(write).label.location).size() == 1});
    return Outcome::Choice;
  }

  bool take_next_place(Frame& frame) {
    if (std::exchange(frame.is_taken, false)) graph_.erase_coherence(frame.event);
    while (frame.next < frame.end) {
      graph_.insert_coherence(frame.event, frame.next++);
      if (!keeps_order_of_accesses(frame.event)) {
        graph_.erase_coherence(frame.event);
        continue;
      }
      if (frame.is_forced || checker_->is_worth_completing(graph_)) {
        frame.is_taken = true;
        return true;
      }
      graph_.erase_coherence(frame.event);
    }
    return false;
  }

  // The built-in models order two accesses in the same way in all parts that they share. False if
  // the place of the write, the last one given a place, contradicts that of an earlier part.
  [[nodiscard]] bool keeps_order_of_accesses(EventId write) const {
    const AccessPart& part = graph_.event(write).label.part;
    if (part.index == 0 || !model_.is_builtin()) return true;
    const auto order = graph_.coherence(graph_.event(write).label.location);
    const auto place = std::ranges::find(order, write);
    const auto is_kept = [&](EventId other) {
      const bool is_before = std::ranges::find(order, other) < place;
      for (std::uint8_t back = 1; back <= part.index; ++back) {
        const EventId sibling = part_before(write, back);
        const auto shared = graph_.coherence(graph_.event(sibling).label.location);
        const auto its = std::ranges::find_if(
            shared, [&](EventId each) { return are_of_one_access(each, other); });
        if (its == shared.end()) continue;
        return (its < std::ranges::find(shared, sibling)) == is_before;
      }
      return true;
    };
    return std::ranges::all_of(order, [&](EventId other) {
      return other == write || graph_.event(other).is_initial() || is_kept(other);
    });
  }
  [[nodiscard]] EventId part_before(EventId event, std::uint8_t distance) const {
    const Event& of = graph_.event(event);
    return graph_.events_of(of.thread)[of.index - distance];
  }
  [[nodiscard]] bool are_of_one_access(EventId a, EventId b) const {
    const Event& first = graph_.event(a);
    const Event& second = graph_.event(b);
    if (first.is_initial() || second.is_initial()) return first.is_initial() == second.is_initial();
    return first.thread == second.thread && first.label.is_write() == second.label.is_write() &&
           first.index - first.label.part.index == second.index - second.label.part.index;
  }

  // True if each value can be computed: no value depends on itself through writes and reads. (The
  // presence of an event may depend on itself, if the candidates allow it.)
  [[nodiscard]] bool has_causes_of_values() const {
    if (model_.candidates() != Candidates::SelfSupporting) return true;
    Relation causes(graph_.size());
    for (const EventId id : graph_.ids()) add_causes(id, causes);
    for (const EventId read : reads_) causes.insert(graph_.event(read).reads_from, read);
    return causes.is_acyclic();
  }

  const ValueCauses& causes_of(ThreadId thread) const {
    if (value_causes_.empty()) {
      for (const Thread& each : automata_.program().threads) value_causes_.emplace_back(each);
    }
    return value_causes_[thread.value];
  }

  // Adds the reads from which the event's address and value are computed.
  void add_causes(EventId id, Relation& causes) const {
    const Event& event = graph_.event(id);
    if (event.is_initial() || !event.label.is_access()) return;
    const auto thread = graph_.events_of(event.thread);
    const ThreadState& state = automata_.thread(event.thread).state(event.node);
    const Thread& code = automata_.program().threads[event.thread.value];
    const auto* store = std::get_if<Store>(&code.code[state.at].body);
    const bool is_tracked = automata_.options().dependencies == DependencyTracking::On;
    if (store != nullptr && is_tracked && !state.is_write_pending) {
      std::vector<RegisterId> used;
      collect_causes(code.expressions, store->address, used);
      collect_causes(code.expressions, store->value, used);
      const ValueCauses& of_values = causes_of(event.thread);
      for (const RegisterId reg : used) {
        state.origins[ReadOrigins::of_register(reg.value)].for_each([&](std::uint32_t read) {
          const NodeId node = graph_.event(thread[read]).node;
          const InstructionIndex from = automata_.thread(event.thread).state(node).at;
          if (of_values.may_need(reg, state.at, from)) causes.insert(thread[read], id);
        });
      }
      return;
    }
    for (const EventId read : thread) {
      const GraphDependencies& dependencies = *graph_.dependencies();
      if (dependencies.data.contains(read, id) || dependencies.addr.contains(read, id)) {
        causes.insert(read, id);
      }
    }
  }

  // ---- 3'. Final writes, where the model chooses coherence

  Outcome choose_final_of(std::size_t index) {
    while (index < observed_->size() && graph_.initial_write((*observed_)[index]).is_none()) {
      ++index;
    }
    if (index == observed_->size()) return Outcome::Complete;
    const std::size_t writes = graph_.writes_to((*observed_)[index]).size();
    // The initial write comes first; it is the last write only if there is no other.
    frames_.push_back({.kind = FrameKind::Final,
                       .event = graph_.initial_write((*observed_)[index]),
                       .index = index,
                       .next = writes > 1 ? std::size_t{1} : 0,
                       .end = writes});
    return Outcome::Choice;
  }

  bool take_next_final(Frame& frame) {
    const LocationId location = (*observed_)[frame.index];
    const bool has_others = graph_.coherence(location).size() > 1;
    if (std::exchange(frame.is_taken, false) && has_others) {
      graph_.erase_coherence(graph_.coherence_maximal(location));
    }
    if (frame.next >= frame.end) return false;
    const EventId write = graph_.writes_to(location)[frame.next++];
    if (write != graph_.initial_write(location)) graph_.insert_coherence(write, 1);
    frame.is_taken = true;
    return true;
  }

  static std::shared_ptr<const std::vector<LocationId>> observed_locations(
      ProgramAutomata& automata) {
    auto out = std::make_shared<std::vector<LocationId>>();
    for (const Observable& each : automata.program().observables) {
      if (each.is_register) continue;
      const auto observe = [&](Value address) {
        const LocationId location = automata.locations().find(address);
        const bool is_new = std::ranges::find(*out, location) == out->end();
        if (!location.is_none() && is_new) out->push_back(location);
      };
      if (each.parts.empty()) observe(each.address);
      for (const ObservedPart& part : each.parts) observe(part.address);
    }
    return out;
  }

  // Returns the constants of the program: a value written under a condition may itself make the
  // condition true. Without such candidates, it may still be what a compare-and-swap expects: no
  // later write depends on the comparison.
  std::span<const Value> assume_constants() {
    const bool is_supported = model_.candidates() == Candidates::Supported;
    if (model_.candidates() == Candidates::FromNowhere) {
      add_constants(automata_.program().condition_expressions);
    }
    const auto has_condition = [&](const Instruction& each) {
      const auto* const swap = std::get_if<CompareAndSwap>(&each.body);
      if (is_supported) return swap != nullptr && swap->picks_result;
      return is_one_of<Branch, CompareAndSwap, Await, AwaitExchange, Assume, Assert>(each.body);
    };
    for (const Thread& thread : automata_.program().threads) {
      if (!std::ranges::any_of(thread.code, has_condition)) continue;
      add_constants();
      break;
    }
    return assumed_;
  }
  void add_constants() {
    for (const Thread& thread : automata_.program().threads) {
      add_constants(thread.expressions, places_of(thread));
    }
  }
  // By expression: true if it only says which location an access is of. No memory holds it.
  static std::vector<bool> places_of(const Thread& thread) {
    std::vector<bool> is_place(thread.expressions.size(), false);
    for (const Instruction& each : thread.code) {
      const ExprId place = accessed_by(each.body);
      if (!place.is_none()) is_place[place.value] = true;
    }
    for (const Instruction& each : thread.code) {
      bool is_first = !accessed_by(each.body).is_none();  // the address comes first
      for (const ExprId operand : operands_of(each.body)) {
        if (!std::exchange(is_first, false)) is_place[operand.value] = false;
      }
    }
    for (std::uint32_t i = 0; i < thread.expressions.size(); ++i) {
      const ExpressionNode& node = thread.expressions[ExprId(i)];
      for (const ExprId part : {node.a, node.b, node.c}) {
        if (part.value < is_place.size()) is_place[part.value] = false;
      }
    }
    return is_place;
  }
  void add_constants(const ExpressionPool& pool, const std::vector<bool>& is_place = {}) {
    for (std::uint32_t i = 0; i < pool.size(); ++i) {
      const ExpressionNode& node = pool[ExprId(i)];
      if (node.op != Operator::Constant || (i < is_place.size() && is_place[i])) continue;
      const bool is_new = std::ranges::find(assumed_, node.value) == assumed_.end();
      if (is_new) assumed_.push_back(node.value);
    }
  }

  // ---- The end

  void report_if_complete(Outcome outcome) {
    if (outcome != Outcome::Complete) return;
    const std::size_t choices = checker_->count_choices(graph_);
    if (choices == 0) return;
    graph_.set_orders(checker_->chosen_orders());
    for (std::size_t choice = 0; choice < choices && waits_are_fair(); ++choice) {
      graph_.set_choice(choice);
      observer_.on_execution({graph_, nodes_, ends_});
    }
    graph_.set_choice(0);
    graph_.set_orders(nullptr);
  }
  // True if each waiting read reads from a coherence-maximal write.
  [[nodiscard]] bool waits_are_fair() const {
    for (std::size_t t = 0; t < ends_.size(); ++t) {
      if (!is_waiting_[t]) continue;
      const EventId read = graph_.events_of(ThreadId(t)).back();
      if (!model_.is_coherence_maximal(graph_, graph_.event(read).reads_from)) return false;
    }
    return true;
  }

  // ---- Items

  static constexpr std::array<Value, 8> Choices{0, 1, 2, 3, 4, 5, 6, 7};

  [[nodiscard]] std::size_t depth() const override { return frames_.size(); }
  [[nodiscard]] bool has_choices(std::size_t index) override {
    const Frame& frame = frames_[index];
    if (frame.kind != FrameKind::Writer) return frame.next < frame.end;
    const Value value = graph_.event(frame.event).value;
    return std::ranges::any_of(writes_for(frame.event).first(frame.end).subspan(frame.next),
                               [&](EventId write) { return graph_.event(write).value == value; });
  }

  void close(std::size_t index) override { frames_[index].end = frames_[index].next; }

  void write_choice(ByteWriter& out, std::size_t index) const override {
    const Frame& frame = frames_[index];
    if (frame.kind == FrameKind::Value) {
      out.put_signed(graph_.event(frame.event).value);
    } else {
      out.put(frame.next - 1);
    }
  }
  void write_open(ByteWriter& out, std::size_t index) const override {
    const Frame& frame = frames_[index];
    if (frame.kind != FrameKind::Value) {
      out.put(frame.next);
      return;
    }
    out.put(frame.next == 0 ? 0 : 1);
    if (frame.next > 0) out.put_signed(values_for(frame)[frame.next - 1]);
  }

  [[nodiscard]] bool push_next() override {
    if (frames_.empty()) return take_paths_from(ThreadId(0)) == Outcome::Choice;
    return take_next(frames_.back()) && go_on_after(frames_.back()) == Outcome::Choice;
  }
  [[nodiscard]] bool read_choice(ByteReader& in) override {
    Frame& frame = frames_.back();
    if (frame.kind == FrameKind::Value) {
      const auto values = values_for(frame);
      const auto value = std::ranges::lower_bound(values, in.get_signed());
      frame.next = static_cast<std::size_t>(value - values.begin());
    } else {
      frame.next = static_cast<std::size_t>(in.get());
    }
    const bool is_place = frame.kind == FrameKind::Place;
    if (in.has_failed() || frame.next >= frame.end || (is_place && frame.next == 0)) return false;
    frame.end = frame.next + 1;
    // The giver of the item went on from here; another checker may already reject the choice.
    frame.is_forced = true;
    return true;
  }
  [[nodiscard]] bool read_open(ByteReader& in) override {
    Frame& frame = frames_.back();
    if (frame.kind != FrameKind::Value) {
      const auto first = frame.next;
      frame.next = static_cast<std::size_t>(in.get_below(frame.end + 1));
      return !in.has_failed() && frame.next >= first;
    }
    if (in.get_below(2) == 0) return !in.has_failed();
    const auto values = values_for(frame);
    const auto next = std::ranges::upper_bound(values, in.get_signed());
    frame.next = static_cast<std::size_t>(next - values.begin());
    return !in.has_failed();
  }
  [[nodiscard]] std::span<const Value> values_for(const Frame& frame) const {
    return values_for(graph_.event(frame.event).label);
  }
  [[nodiscard]] std::span<const Value> values_for(const Label& label) const {
    if (label.is_read()) return analysis_.values(label.location);
    DROVER_CHECK(label.size <= static_cast<Value>(Choices.size()), "there are not more choices");
    return std::span(Choices).first(static_cast<std::size_t>(label.size));
  }

  ProgramAutomata& automata_;
  const MemoryModel& model_;
  std::unique_ptr<GraphChecker> checker_;
  RunControl& control_;
  ExecutionObserver& observer_;
  PathFilter* filter_;  // may be null
  std::vector<Value> assumed_;
  ValueAnalysis analysis_;
  std::vector<ThreadRole> roles_;
  ExecutionGraph graph_;
  std::vector<NodeId> nodes_;
  std::vector<ThreadEnd> ends_;
  std::vector<bool> is_waiting_;  // by thread: its last event is a waiting read
  std::shared_ptr<const std::vector<LocationId>> observed_;
  std::vector<EventId> reads_;
  std::vector<EventId> writes_;
  std::vector<Frame> frames_;
  mutable std::vector<ValueCauses> value_causes_;  // by thread, once they are asked for
};

}  // namespace

std::unique_ptr<Search> make_enumeration(ProgramAutomata& automata, const MemoryModel& model,
                                         RunControl& control, ExecutionObserver& observer) {
  return std::make_unique<Enumeration>(automata, model, control, observer, nullptr,
                                       std::span<const Value>());
}

void enumerate_executions(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
                          ExecutionObserver& observer, PathFilter* filter,
                          std::span<const Value> assumed) {
  Enumeration enumeration(automata, model, control, observer, filter, assumed);
  enumeration.begin();
  enumeration.run();
}

}  // namespace drover::reference
