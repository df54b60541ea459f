#pragma once

// Explores each consistent execution exactly once, load buffering included, in memory that does not
// grow with their number. A read whose writer is not in the graph yet is left *open*; the writer
// answers it when it comes. Nothing is ever deleted, and no value is guessed.
//
// docs/proofs.md has the terms, the steps and the proofs: no execution is missed (Lemma 10) or
// repeated (Lemma 11), also with compare-and-swaps that promise to write or not to (Lemma 12), and
// with promised branches (Lemma 13). Of symmetric threads, one order is explored (Lemma 60:
// thread_positions.h). Threads do not run past some open reads (Lemmas 14 and 15:
// open_reads.h). The assumptions on a model are proved from its axioms: D ∪ rf has no cycle
// (DependencyProofs::acyclicity), and the axioms do not forbid a part of a consistent graph
// (ModelProofs::open_parts).
//
// Unsatisfied awaits end their threads as in `enumerate`: graphs in which such a read does not read
// from the last write are dropped; and so are, as in `spore`, those in which another read has made
// its thread give up (stale_reads.h).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/buffering/buffering_options.h"
#include "explorer/algorithms/buffering/decided_order.h"
#include "explorer/algorithms/buffering/local_causes.h"
#include "explorer/algorithms/buffering/open_graph.h"
#include "explorer/algorithms/buffering/open_reads.h"
#include "explorer/algorithms/buffering/serial_order.h"
#include "explorer/algorithms/buffering/stale_reads.h"
#include "explorer/algorithms/buffering/thread_positions.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/operands.h"

namespace drover::buffering {

template <std::size_t Words>
class Buffering : public FrameSearch {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // All arguments must outlive this. The automata must track dependencies.
  Buffering(ProgramAutomata& automata, const MemoryModel& model, KnownModel<Words> known,
            RunControl& control, ExecutionObserver& observer, const BufferingOptions& options)
      : automata_(automata),
        program_(automata, observer,
                 model.needs_dependencies() ? DependencyPart::Included : DependencyPart::LeftOut),
        control_(control),
        is_coherent_(known.is_coherent),
        is_atomic_(known.is_atomic),
        updates_(known.updates),
        leaves_room_(known.leaves_room),
        drops_(may_drop(automata.program())),
        open_(program_.empty_graph(), automata, updates_),
        waits_(automata, program_, open_, known),
        stale_reads_(automata, program_, open_, known, options),
        positions_(automata.thread_count(), options.symmetric, automata.locations(), is_coherent_,
                   is_atomic_),
        axioms_(automata, model, std::move(known), options.comparison) {}

  SearchEnd run() override {
    if (std::exchange(is_at_start_, false)) push_next_event();
    // Each call makes at least one step.
    for (bool has_moved = false; depth_ > 0; has_moved = true) {
      if (has_moved && is_wanted()) return SearchEnd::Paused;
      if (take_next(top())) {
        go_on();
        if (has_overflow_) return SearchEnd::TooManyEvents;
      } else if (top().rank > top().lowest) {  // choices are left
        return SearchEnd::Paused;
      } else {
        leave(top());
        --depth_;
      }
    }
    return SearchEnd::Done;
  }

 private:
  // Checking the axioms of a large graph may take long.
  static constexpr bool HasLongSteps = Words == AnyNumberOfWords;

  enum class FrameKind : std::uint8_t {
    Step,    // an event without choices
    Reveal,  // a write whose value is unknown yet
    Read,    // the source of a read, or none yet
    Write,   // the place of a write in coherence
    Answer,  // whether an open read reads from the write
    Way      // the way of a thread at a fork
  };

  // The choices of an event, as numbers, the highest first.
  struct Frame {
    FrameKind kind = FrameKind::Step;
    bool is_new = false;       // the event was added by this frame
    bool is_taken = false;     // a choice is taken and not yet undone
    bool was_allowed = false;  // the axioms allow the graph without it
    Slot event = NoEvent;      // Answer: the write; Way: the last event of the thread
    Slot read = NoEvent;       // Answer
    std::uint32_t rank = 0;    // the current choice; lower ones are open
    std::uint32_t lowest = 0;
    std::uint32_t unread = 0;  // Read: number of lowest choices that leave it open
    std::uint32_t first = 0;   // Read: the lowest of the other choices
    NodeId dead_end;           // Read: a next node that leads to a dead end, or none
    NodeId fork = {};          // Way
    std::uint8_t ways = 0;     // Answer, Way: previous number of ways of the thread's last event
  };

  void clear() override {
    depth_ = 0;
    is_allowed_ = axioms_.extends_maximally();
    open_ = OpenGraph<Words>(program_.empty_graph(), automata_, updates_);
    waits_.reset();
  }

  [[nodiscard]] bool is_wanted() {
    return HasLongSteps ? control_.should_return_now(open_.graph.size())
                        : control_.should_return(open_.graph.size());
  }

  // ---- The algorithm

  // Pushes the frame that follows the last choice.
  void go_on() {
    const Frame& frame = top();
    if (frame.kind == FrameKind::Write || frame.kind == FrameKind::Answer) {
      const Slot read = next_asked(frame);
      if (read != NoEvent) {
        push_answer(frame.event, read);
        return;
      }
    }
    push_next_event();
  }
  // Returns the next open read to ask whether it reads from the write.
  [[nodiscard]] Slot next_asked(const Frame& frame) const {
    const Graph& graph = open_.graph;
    const auto& write = graph[frame.event];
    Slot found = NoEvent;
    (graph.location(write.location).reads & open_.open_reads).for_each([&](Slot read) {
      const bool is_asked = frame.kind == FrameKind::Answer && read <= frame.read;
      const bool is_before = graph[read].thread == write.thread && graph[read].index < write.index;
      if (found != NoEvent || is_asked || (is_coherent_ && is_before)) return;
      found = read;
    });
    return found;
  }

  void push_next_event() {
    if (drops_ && stands_at_drop()) return;
    // A step may lead its thread to a block; decisions have been checked (may_be_consistent).
    const bool is_checked = depth_ > 0 && is_decision(top());
    if (!is_checked && stale_reads_.has_stale_thread(waits_)) return;
    if (!open_.open_reads.is_empty() && !waits_.can_be_answered()) {
      note_dead_end();
      return;
    }
    const Next next = next_event();
    if (next.thread == WorkingProgram<Words>::NoThread) {
      if (!is_loading_ && open_.decided == open_.graph.events()) report();
      return;
    }
    if (next.write != NoEvent) {
      push_write(next.write, false);
      return;
    }
    if (program_.kind_of(open_.graph, next.thread) == LabelKind::Fork) {
      push_way(next.thread);
      return;
    }
    if (is_full()) {
      has_overflow_ = true;
      return;
    }
    const Label& label = program_.label_of(open_.graph, next.thread);
    if (label.is_access()) open_.graph.ensure_location(label.location);
    const Slot event = open_.add(next.thread, label);
    waits_.note_change(next.thread);
    if (label.kind == LabelKind::Read) {
      open_.hold(event, waits_.is_held(event));
      Frame& frame = push(FrameKind::Read, event, true);
      frame.unread = open_.has_promise(event) ? 2 : 1;
      frame.rank = static_cast<std::uint32_t>(frame.unread + writes_of(event) + 1);
      frame.first = frame.unread + seen_before(event);
      if (!waits_.may_be_answered(event)) frame.lowest = frame.unread;
    } else if (label.kind != LabelKind::Write) {
      push(FrameKind::Step, event, true).rank = 1;
    } else if (is_ready(event)) {
      push_write(event, true);
    } else {
      push(FrameKind::Reveal, event, true).rank = 1;
    }
  }
  // Notes that this choice leaves open reads that cannot be answered.
  void note_dead_end() {
    if (depth_ == 0 || top().kind != FrameKind::Read || !is_decision(top())) return;
    const auto& read = open_.graph[top().event];
    if (!read.is_pending_await) top().dead_end = open_.graph.thread(read.thread).node;
  }
  // True if the current choice of the read leads to a noted dead end.
  [[nodiscard]] bool is_dead_end(const Frame& frame) const {
    if (frame.dead_end.is_none() || frame.rank < frame.unread) return false;
    const LocationId location = open_.graph[frame.event].location;
    const Slot write = open_.graph.at_rank(location, frame.rank - frame.unread);
    const Value value = program_.value_of(open_.graph, location, write);
    return program_.next_node(open_.graph, frame.event, value) == frame.dead_end;
  }
  [[nodiscard]] bool is_full() const {
    const Graph& graph = open_.graph;
    return graph.is_full() ||
           (leaves_room_ && graph.size() + graph.location_count() + 1 >= Graph::Capacity);
  }
  void push_write(Slot event, bool is_new) {
    Frame& frame = push(FrameKind::Write, event, is_new);
    const auto& here = open_.graph[event];
    frame.rank = static_cast<std::uint32_t>(writes_of(event) + 1);
    frame.lowest = seen_before(event);
    const Slot source =
        open_.is_half_write(event) ? open_.graph[open_.read_before(event)].reads_from : NoEvent;
    if (source != NoEvent) {
      frame.lowest = static_cast<std::uint32_t>(open_.graph.coherence_rank(here.location, source));
      frame.rank = frame.lowest + 1;
    }
  }
  void push_answer(Slot write, Slot read) {
    Frame& frame = push(FrameKind::Answer, write, false);
    frame.read = read;
    frame.rank = 2;
  }
  void push_way(std::size_t thread) {
    Frame& frame = push(FrameKind::Way, open_.graph.last_of(thread), false);
    frame.fork = open_.graph.thread(thread).node;
    frame.ways = open_.ways.count(frame.event);
    frame.rank = 2;
  }
  // By coherence: returns the rank of the last write that the thread has written or seen before.
  [[nodiscard]] std::uint32_t seen_before(Slot event) const {
    return is_coherent_ ? static_cast<std::uint32_t>(last_seen_rank(open_, event)) : 0;
  }
  [[nodiscard]] std::size_t writes_of(Slot event) const {
    return open_.graph.location(open_.graph[event].location).coherence.size();
  }

  // Takes the next consistent choice. False if none is left, or the search must pause.
  bool take_next(Frame& frame) {
    if (std::exchange(frame.is_taken, false)) take_back(frame);
    for (bool has_tried = false; frame.rank > frame.lowest; has_tried = true) {
      if (HasLongSteps && has_tried && !is_loading_ && is_wanted()) return false;
      --frame.rank;
      if (frame.rank >= frame.unread && frame.rank < frame.first) {
        frame.rank = frame.unread;
        continue;
      }
      const bool is_answer = frame.kind == FrameKind::Answer && frame.rank > 0;
      if (is_answer && !(open_.keeps_promise(program_, frame.read, frame.event) &&
                         open_.keeps_ways(program_, frame.read, frame.event))) {
        continue;
      }
      if (is_dead_end(frame)) continue;
      take(frame);
      if (!is_decision(frame) || may_be_consistent(decided_by(frame))) {
        frame.is_taken = true;
        return true;
      }
      take_back(frame);
    }
    return false;
  }
  [[nodiscard]] static Slot decided_by(const Frame& frame) {
    return frame.kind == FrameKind::Answer ? frame.read : frame.event;
  }
  // True if the axioms may forbid the choice.
  [[nodiscard]] static bool is_decision(const Frame& frame) {
    switch (frame.kind) {
      case FrameKind::Step:
      case FrameKind::Way:
      case FrameKind::Reveal: return false;
      case FrameKind::Read: return frame.rank >= frame.unread;
      case FrameKind::Answer: return frame.rank > 0;
      case FrameKind::Write: return true;
    }
    return true;
  }
  void take(Frame& frame) {
    Graph& graph = open_.graph;
    is_allowed_ = frame.was_allowed && !is_decision(frame) &&
                  (frame.kind == FrameKind::Answer || frame.kind == FrameKind::Way ||
                   stands_alone(frame.event));
    note_changes(frame);
    if (frame.is_new && open_.has_forks()) open_.ways.clear(frame.event);
    switch (frame.kind) {
      case FrameKind::Step:
        open_.decided.insert(frame.event);
        program_.take_step(graph, frame.event);
        open_.pass_forks(graph[frame.event].thread);
        return;
      case FrameKind::Reveal:
        open_.waiting_writes.insert(frame.event);
        step_behind(frame.event);
        return;
      case FrameKind::Read:
        if (frame.rank < frame.unread) {
          open_.leave_open(program_, frame.event, frame.rank > 0);
          waits_.note_open(frame.event);
        } else {
          const LocationId location = graph[frame.event].location;
          open_.decide_read(program_, frame.event,
                            graph.at_rank(location, frame.rank - frame.unread));
        }
        return;
      case FrameKind::Write:
        open_.decide_write(program_, frame.event, frame.rank);
        if (frame.is_new) step_behind(frame.event);
        return;
      case FrameKind::Answer:
        if (frame.rank == 0) return;
        frame.ways = ways_of(graph[frame.read].thread);
        open_.decide_read(program_, frame.read, frame.event);
        return;
      case FrameKind::Way: open_.promise_way(graph[frame.event].thread, frame.rank > 0); return;
    }
  }
  [[nodiscard]] std::uint8_t ways_of(std::size_t thread) const {
    return open_.ways.count(open_.graph.last_of(thread));
  }
  // Notes a change of the thread of the decided event, and of a thread it spawns.
  void note_changes(const Frame& frame) {
    const auto& event = open_.graph[decided_by(frame)];
    waits_.note_change(event.thread);
    if (event.kind == LabelKind::Spawn) waits_.note_change(Graph::named_by(event));
  }
  void take_back(Frame& frame) {
    note_changes(frame);
    switch (frame.kind) {
      case FrameKind::Step: open_.decided.erase(frame.event); return;
      case FrameKind::Reveal: open_.waiting_writes.erase(frame.event); return;
      case FrameKind::Read:
        if (frame.rank < frame.unread) {
          open_.forget_open(frame.event);
        } else {
          open_.undecide_read(frame.event);
        }
        return;
      case FrameKind::Write:
        open_.undecide_write(frame.event);
        if (!frame.is_new) open_.waiting_writes.insert(frame.event);
        return;
      case FrameKind::Answer:
        if (frame.rank == 0) return;
        open_.undecide_read(frame.read);
        open_.ways.shorten(open_.graph.last_of(open_.graph[frame.read].thread), frame.ways);
        open_.leave_open(program_, frame.read, open_.graph[frame.read].is_exclusive_read);
        return;
      case FrameKind::Way:
        open_.forget_way(open_.graph[frame.event].thread, frame.fork, frame.ways);
        return;
    }
  }
  void step_behind(Slot write) {
    const std::size_t thread = open_.graph[write].thread;
    open_.graph.set_node(thread, program_.next_node(open_.graph, write, 0));
    open_.pass_forks(thread);
  }
  void leave(const Frame& frame) {
    if (!frame.is_new) return;
    note_changes(frame);
    open_.graph.remove(frame.event);
  }

  // ---- Axioms
  //
  // Executions are checked when they are complete. Checking parts earlier may save or waste work:
  // the axioms are checked on parts as long as they forbid one now and then.

  // False only if the graph, in which `event` was decided last, is part of no execution.
  [[nodiscard]] bool may_be_consistent(Slot event) {
    if (is_coherent_ && !is_in_order(open_, event)) return false;
    if (is_atomic_ && !is_apart(open_, event)) return false;
    if (is_coherent_ && is_atomic_ && !leaves_room(open_, event)) return false;
    if (!positions_.may_be_in_order(open_, open_.graph[event].thread)) return false;
    if (has_stale_wait() || stale_reads_.has_stale_thread(waits_)) return false;
    // Skips the axioms while the choices of an item are repeated: the search that gave the item
    // away may have had another `patience_`.
    if (is_loading_) return true;
    if (top().was_allowed && is_maximal(event)) {
      axioms_.compare_one_more(open_);
      is_allowed_ = true;
      return true;
    }
    if (patience_ == 0) return true;
    if (is_serial()) {
      axioms_.compare_one_more(open_);
      --patience_;
      is_allowed_ = true;
      return true;
    }
    if (axioms_.allow(open_)) {
      --patience_;
      is_allowed_ = true;
      return true;
    }
    be_patient(PatiencePerPart);
    return false;
  }
  [[nodiscard]] bool is_consistent() {
    if (is_allowed_ && axioms_.is_same_of_parts()) return true;
    if (is_serial()) {
      axioms_.compare_whole(open_);
      return true;
    }
    if (axioms_.allow_whole(open_)) return true;
    be_patient(PatiencePerExecution);
    return false;
  }
  // True if all events can be added maximally, one after the other. Tried less often if it rarely
  // holds.
  [[nodiscard]] bool is_serial() {
    if (!axioms_.extends_maximally() || !is_atomic_) return false;
    if (serial_misses_ >= MaxSerialMisses && ++serial_misses_ % SerialPause != 0) return false;
    if (!serial_.exists(open_)) {
      ++serial_misses_;
      return false;
    }
    serial_misses_ = 0;
    return true;
  }
  // True if a decided event is added maximally: it has no successors (Lemma 17, docs/proofs.md).
  [[nodiscard]] bool is_maximal(Slot slot) const {
    const Graph& graph = open_.graph;
    const auto& event = graph[slot];
    const Slot write = event.kind == LabelKind::Read ? event.reads_from : slot;
    return graph.next_of(slot) == NoEvent && stands_alone(slot) &&
           write == graph.coherence_maximal(event.location) &&
           (graph.location(event.location).writes & open_.waiting_writes).is_empty();
  }
  // True if this event is the only one that is new to the axioms.
  [[nodiscard]] bool stands_alone(Slot slot) const {
    const Slot previous = open_.graph.previous_of(slot);
    return previous == NoEvent || open_.decided.contains(previous);
  }
  void be_patient(std::uint32_t steps) { patience_ = std::min(MaxPatience, patience_ + steps); }

  // True if a thread waits forever although a write satisfies it: that is not an execution.
  [[nodiscard]] bool has_stale_wait() const {
    const Graph& graph = open_.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!program_.is_waiting(graph, t) && !fails_to_wait(t)) continue;
      const auto& read = graph[graph.last_of(t)];
      if (open_.open_reads.contains(graph.last_of(t))) continue;
      if (graph.coherence_maximal(read.location) != read.reads_from) return true;
    }
    return false;
  }

  // True if the condition of the thread's await does not hold, or is promised not to
  // (BranchSteps::On).
  [[nodiscard]] bool fails_to_wait(std::size_t thread) const {
    return open_.gives_all_ways() && program_.kind_of(open_.graph, thread) == LabelKind::Block &&
           program_.label_of(open_.graph, thread).is_await;
  }

  // ---- What comes next

  struct Next {
    std::size_t thread = WorkingProgram<Words>::NoThread;
    Slot write = NoEvent;  // a waiting write; NoEvent: a new event
  };
  [[nodiscard]] bool is_ready(Slot write) {
    return open_.has_causes(write) && waits_.half_waited_for(write) == NoEvent &&
           waits_.controls_waited_for(write).is_empty();
  }
  [[nodiscard]] Next next_event() {
    const Graph& graph = open_.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (waits_.future_of(t).has_half) return {t, NoEvent};
    }
    Next next;
    open_.waiting_writes.for_each([&](Slot write) {
      if (next.write == NoEvent && is_ready(write)) next = {graph[write].thread, write};
    });
    if (next.write != NoEvent) return next;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (t > 0 && graph.role(t) != graph.role(t - 1) && !have_finished_before(t)) break;
      if (!can_go_on(t)) continue;
      if (!waits_.future_of(t).has_open_read) return {t, NoEvent};
      const bool is_first = next.thread == WorkingProgram<Words>::NoThread;
      // Threads at a fork, whose way must be promised, come last.
      if (is_first || (stands_at_fork(next.thread) && !stands_at_fork(t))) next = {t, NoEvent};
    }
    return next;
  }
  [[nodiscard]] bool have_finished_before(std::size_t thread) const {
    const Graph& graph = open_.graph;
    for (std::size_t t = 0; t < thread; ++t) {
      if (!program_.has_finished(graph, t)) return false;
    }
    const auto is_before = [&](Slot slot) { return graph[slot].thread < thread; };
    return !(graph.events() - open_.decided).any_of(is_before);
  }
  [[nodiscard]] bool is_decided(std::size_t thread) const {
    const auto is_of_thread = [&](Slot slot) { return open_.graph[slot].thread == thread; };
    return !(open_.graph.events() - open_.decided).any_of(is_of_thread);
  }
  [[nodiscard]] bool stands_at_fork(std::size_t thread) const {
    return program_.kind_of(open_.graph, thread) == LabelKind::Fork;
  }
  // True if some thread is at a dropped end: no execution reaches it.
  [[nodiscard]] bool stands_at_drop() const {
    for (std::size_t t = 0; t < open_.graph.thread_count(); ++t) {
      const bool is_blocked = program_.kind_of(open_.graph, t) == LabelKind::Block;
      if (is_blocked && program_.label_of(open_.graph, t).is_dropped) return true;
    }
    return false;
  }
  // True if the next event of the thread is known and can be added, or if the thread is at a fork
  // whose way can be promised.
  [[nodiscard]] bool can_go_on(std::size_t thread) {
    const auto& future = waits_.future_of(thread);
    if (!future.may_go_on || !future.is_at_join) return future.may_go_on;
    const std::size_t joined =
        ProgramAutomata::named_by(program_.label_of(open_.graph, thread)).value;
    return !program_.is_held(open_.graph, thread, LabelKind::Join) && is_decided(joined);
  }

  // ---- Items: a choice is its number; open choices are the number above them, and the lowest

  [[nodiscard]] std::size_t depth() const override { return depth_; }
  [[nodiscard]] bool has_choices(std::size_t frame) override {
    return frames_[frame].rank > frames_[frame].lowest;
  }
  void write_choice(ByteWriter& out, std::size_t frame) const override {
    out.put(frames_[frame].rank);
  }
  void write_open(ByteWriter& out, std::size_t frame) const override {
    out.put(frames_[frame].rank);
    out.put(frames_[frame].lowest);
  }
  void close(std::size_t frame) override { frames_[frame].lowest = frames_[frame].rank; }

  [[nodiscard]] bool push_next() override {
    const std::size_t depth = depth_;
    if (depth == 0) {
      push_next_event();
    } else if (take_next(top())) {
      go_on();
    }
    return depth_ > depth;
  }
  [[nodiscard]] bool read_choice(ByteReader& in) override {
    const std::uint64_t rank = in.get_below(top().rank);
    return leave(rank + 1, rank);
  }
  [[nodiscard]] bool read_open(ByteReader& in) override {
    const std::uint64_t rank = in.get_below(top().rank + std::uint64_t{1});
    return leave(rank, in.get_below(rank + 1));
  }
  // Leaves the choices from `lowest` to before `rank` open.
  bool leave(std::uint64_t rank, std::uint64_t lowest) {
    const bool has_them = lowest >= top().lowest;
    top().rank = static_cast<std::uint32_t>(rank);
    top().lowest = static_cast<std::uint32_t>(lowest);
    return has_them;
  }

  Frame& top() { return frames_[depth_ - 1]; }
  Frame& push(FrameKind kind, Slot event, bool is_new) {
    if (depth_ == frames_.size()) frames_.emplace_back();
    Frame& frame = frames_[depth_++];
    frame = Frame();
    frame.kind = kind;
    frame.is_new = is_new;
    frame.was_allowed = is_allowed_ && axioms_.extends_maximally();
    frame.event = event;
    return frame;
  }

  void report() {
    if (!is_consistent()) return;
    program_.note_ends(open_.graph);
    program_.report_noted(
        open_.graph, [this](Slot event) { return open_.graph[event].po; },
        [this] { return axioms_.may_raise_flags(open_); });
  }

  // Number of further parts to check after an inconsistent execution or part.
  static constexpr std::uint32_t PatiencePerExecution = 32;
  static constexpr std::uint32_t PatiencePerPart = 8;
  static constexpr std::uint32_t MaxPatience = 256;
  // After MaxSerialMisses graphs without a serial order, only every SerialPause-th is tried.
  static constexpr std::uint32_t MaxSerialMisses = 8;
  static constexpr std::uint32_t SerialPause = 16;

  ProgramAutomata& automata_;
  WorkingProgram<Words> program_;
  RunControl& control_;
  bool is_coherent_;
  bool is_atomic_;
  Updates updates_;
  bool leaves_room_;
  bool drops_;  // some thread may reach a dropped end
  OpenGraph<Words> open_;
  OpenReads<Words> waits_;
  StaleReads<Words> stale_reads_;
  ThreadPositions<Words> positions_;
  OpenAxioms<Words> axioms_;
  SerialOrder<Words> serial_;
  std::uint32_t serial_misses_ = 0;  // graphs without a serial order since the last with one
  std::vector<Frame> frames_;        // the first `depth_` are in use
  std::size_t depth_ = 0;
  std::uint32_t patience_ = MaxPatience;  // number of further parts to check
  bool is_allowed_ = false;               // the axioms are known to allow the graph
};

}  // namespace drover::buffering
