#pragma once

// Each consistent execution exactly once, load buffering included, in memory that does not grow
// with their number. A read whose writer is not there yet is left *open*, and is answered by the
// writer when that comes. Nothing is ever deleted, and no value is guessed.
//
// docs/proofs.md has the terms, the steps and the proofs: none is missed (Lemma 10) and none comes
// twice (Lemma 11), also with compare-and-swaps that promise to write or not to (Lemma 12), and
// with branches whose way is promised (Lemma 13). Threads do not run on behind some open reads
// (Lemmas 14 and 15: open_reads.h). What is assumed of a model is proved of its axioms: D ∪ rf has
// no cycle (ModelProofs::dependency_acyclicity), and the axioms do not forbid a part of a
// consistent graph (ModelProofs::open_parts).
//
// Awaits that are not satisfied are ends of threads as in `enumerate`: graphs in which such a read
// does not read from the last write are dropped.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/buffering/decided_order.h"
#include "explorer/algorithms/buffering/local_causes.h"
#include "explorer/algorithms/buffering/open_graph.h"
#include "explorer/algorithms/buffering/open_reads.h"
#include "explorer/algorithms/buffering/serial_order.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/instruction_effects.h"

namespace drover::buffering {

template <std::size_t Words>
class Buffering : public Search {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // All must outlive it. The automata must track dependencies.
  Buffering(ProgramAutomata& automata, const MemoryModel& model, KnownModel<Words> known,
            RunControl& control, ExecutionObserver& observer, Comparison comparison)
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
        axioms_(automata, model, std::move(known), comparison) {}

  void begin() override {
    reset();
    is_at_start_ = true;
  }
  // Takes the choices again, one after the other.
  [[nodiscard]] bool load(std::string_view item) override {
    ByteReader in(item);
    reset();
    is_loading_ = true;
    const bool is_good = load_from(in) && in.has_ended_well();
    is_loading_ = false;
    if (!is_good) reset();
    return is_good;
  }

  SearchEnd run() override {
    if (std::exchange(is_at_start_, false)) push_next();
    // Who comes again and again gets a step further each time.
    for (bool has_moved = false; depth_ > 0; has_moved = true) {
      if (has_moved && is_wanted()) return SearchEnd::Paused;
      if (take_next(top())) {
        go_on();
        if (has_overflow_) return SearchEnd::TooManyEvents;
      } else if (top().rank > top().lowest) {  // there are choices left
        return SearchEnd::Paused;
      } else {
        leave(top());
        --depth_;
      }
    }
    return SearchEnd::Done;
  }

  // All that comes after the choices that are taken.
  Bytes take_overflow() override {
    ByteWriter out;
    if (std::exchange(has_overflow_, false)) {
      for (std::size_t i = 0; i < depth_; ++i) put_choice(out, frames_[i]);
      out.put(RestFollows);
    }
    return out.take();
  }

  std::optional<Bytes> split() override {
    ByteWriter out;
    for (std::size_t i = 0; i < depth_; ++i) {
      Frame& frame = frames_[i];
      if (frame.rank > frame.lowest) {
        out.put(OpenFollows);
        out.put(frame.rank);
        frame.lowest = frame.rank;
        return out.take();
      }
      put_choice(out, frame);
    }
    if (!std::exchange(is_at_start_, false)) return std::nullopt;
    out = ByteWriter();
    out.put(Everything);
    return out.take();
  }

 private:
  // To ask the axioms of a large graph may take long.
  static constexpr bool HasLongSteps = Words == AnyNumberOfWords;

  enum class FrameKind : std::uint8_t {
    Step,    // an event without choices
    Reveal,  // a write whose value is not known yet
    Read,    // which write it reads from, or none yet
    Write,   // its place in coherence
    Answer,  // whether an open read reads from the write
    Way      // which way a thread goes at a fork
  };

  // The choices of an event: numbers, the highest first.
  struct Frame {
    FrameKind kind = FrameKind::Step;
    bool is_new = false;       // the event was not there before
    bool is_taken = false;     // a choice is, and not taken back
    bool was_allowed = false;  // the graph without it is known to be allowed by the axioms
    Slot event = NoEvent;      // Answer: the write; Way: the last of the thread
    Slot read = NoEvent;       // Answer
    std::uint32_t rank = 0;    // the one that is taken; those below are open
    std::uint32_t lowest = 0;
    std::uint32_t unread = 0;  // Read: how many of the lowest leave it open
    std::uint32_t first = 0;   // Read: the lowest of the others
    NodeId dead_end;           // Read: where its thread must not come to, or none
    NodeId fork = {};          // Way
    std::uint8_t ways = 0;     // Answer, Way: of the last event of the thread, before
  };

  void reset() {
    depth_ = 0;
    is_allowed_ = axioms_.extends_maximally();
    is_at_start_ = false;
    has_overflow_ = false;
    open_ = OpenGraph<Words>(program_.empty_graph(), automata_, updates_);
    waits_.reset();
  }

  [[nodiscard]] bool is_wanted() {
    return HasLongSteps ? control_.should_return_now(open_.graph.size())
                        : control_.should_return(open_.graph.size());
  }

  // ---- The algorithm

  // What comes after the choice that was taken last.
  void go_on() {
    const Frame& frame = top();
    if (frame.kind == FrameKind::Write || frame.kind == FrameKind::Answer) {
      const Slot read = next_asked(frame);
      if (read != NoEvent) {
        push_answer(frame.event, read);
        return;
      }
    }
    push_next();
  }
  // The open read that is asked next whether it reads from the write.
  [[nodiscard]] Slot next_asked(const Frame& frame) const {
    const Graph& graph = open_.graph;
    const auto& write = graph[frame.event];
    Slot found = NoEvent;
    (graph.location(write.location).reads & open_.open_reads).for_each([&](std::size_t slot) {
      const auto read = static_cast<Slot>(slot);
      const bool is_asked = frame.kind == FrameKind::Answer && read <= frame.read;
      const bool is_before = graph[read].thread == write.thread && graph[read].index < write.index;
      if (found != NoEvent || is_asked || (is_coherent_ && is_before)) return;
      found = read;
    });
    return found;
  }

  void push_next() {
    if (drops_ && stands_at_drop()) return;
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
  // The open reads cannot be answered any more.
  void note_dead_end() {
    if (depth_ == 0 || top().kind != FrameKind::Read || !is_decision(top())) return;
    const auto& read = open_.graph[top().event];
    if (!read.is_pending_await) top().dead_end = open_.graph.thread(read.thread).node;
  }
  // Whether that is known of a read that is to be decided.
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
        here.is_exclusive_write ? open_.graph[open_.graph.previous_of(event)].reads_from : NoEvent;
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
  // By coherence: the rank of the last write that its thread has written or seen before.
  [[nodiscard]] std::uint32_t seen_before(Slot event) const {
    return is_coherent_ ? static_cast<std::uint32_t>(last_seen_rank(open_, event)) : 0;
  }
  [[nodiscard]] std::size_t writes_of(Slot event) const {
    return open_.graph.location(open_.graph[event].location).coherence.size();
  }

  // Takes the next choice that is consistent. False if there is none left, or the search has to
  // pause.
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
  // Whether the axioms may have something to say of what is taken.
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
  // Of the thread whose event is decided, or of all.
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
  // Executions are checked when they are complete. To give up parts of them before saves work or
  // costs some: the axioms are asked of these as long as they forbid one now and then.

  // False only if no execution has the graph as a part, in which `event` was decided last.
  [[nodiscard]] bool may_be_consistent(Slot event) {
    if (is_coherent_ && !is_in_order(open_, event)) return false;
    if (is_atomic_ && !is_apart(open_, event)) return false;
    if (is_coherent_ && is_atomic_ && !leaves_room(open_, event)) return false;
    if (has_stale_wait()) return false;
    // Who takes choices again need not be as patient as who took them first.
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
  // Whether all events can be added maximally, one after the other; asked less often where that is
  // rare.
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
  // Whether an event that was decided is added maximally: nothing leads from it to others (Lemma
  // 17, docs/proofs.md).
  [[nodiscard]] bool is_maximal(Slot slot) const {
    const Graph& graph = open_.graph;
    const auto& event = graph[slot];
    const Slot write = event.kind == LabelKind::Read ? event.reads_from : slot;
    return graph.next_of(slot) == NoEvent && stands_alone(slot) &&
           write == graph.coherence_maximal(event.location) &&
           (graph.location(event.location).writes & open_.waiting_writes).is_empty();
  }
  // Whether it is the only event of which axioms know now and did not before.
  [[nodiscard]] bool stands_alone(Slot slot) const {
    const Slot previous = open_.graph.previous_of(slot);
    return previous == NoEvent || open_.decided.contains(previous);
  }
  void be_patient(std::uint32_t steps) { patience_ = std::min(MaxPatience, patience_ + steps); }

  // Whether a thread waits forever for what is there already: that is not an execution.
  [[nodiscard]] bool has_stale_wait() const {
    const Graph& graph = open_.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!program_.is_waiting(graph, t)) continue;
      const auto& read = graph[graph.last_of(t)];
      if (graph.coherence_maximal(read.location) != read.reads_from) return true;
    }
    return false;
  }

  // ---- What comes next

  struct Next {
    std::size_t thread = WorkingProgram<Words>::NoThread;
    Slot write = NoEvent;  // one that has been waiting; none: an event that is not in the graph
  };
  // Whether a write can be placed.
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
    open_.waiting_writes.for_each([&](std::size_t slot) {
      const auto write = static_cast<Slot>(slot);
      if (next.write == NoEvent && is_ready(write)) next = {graph[write].thread, write};
    });
    if (next.write != NoEvent) return next;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (t > 0 && graph.role(t) != graph.role(t - 1) && !have_finished_before(t)) break;
      if (!can_go_on(t)) continue;
      if (!waits_.future_of(t).has_open_read) return {t, NoEvent};
      const bool is_first = next.thread == WorkingProgram<Words>::NoThread;
      // Promises come last.
      if (is_first || (stands_at_fork(next.thread) && !stands_at_fork(t))) next = {t, NoEvent};
    }
    return next;
  }
  // Whether all threads before one have come to their end.
  [[nodiscard]] bool have_finished_before(std::size_t thread) const {
    const Graph& graph = open_.graph;
    bool have = true;
    for (std::size_t t = 0; t < thread && have; ++t) have = program_.has_finished(graph, t);
    if (!have) return false;
    (graph.events() - open_.decided).for_each([&](std::size_t slot) {
      have = have && graph[static_cast<Slot>(slot)].thread >= thread;
    });
    return have;
  }
  [[nodiscard]] bool is_decided(std::size_t thread) const {
    bool is_decided = true;
    (open_.graph.events() - open_.decided).for_each([&](std::size_t slot) {
      is_decided = is_decided && open_.graph[static_cast<Slot>(slot)].thread != thread;
    });
    return is_decided;
  }
  [[nodiscard]] bool stands_at_fork(std::size_t thread) const {
    return program_.kind_of(open_.graph, thread) == LabelKind::Fork;
  }
  // Whether some thread has come where no execution comes.
  [[nodiscard]] bool stands_at_drop() const {
    for (std::size_t t = 0; t < open_.graph.thread_count(); ++t) {
      const bool is_blocked = program_.kind_of(open_.graph, t) == LabelKind::Block;
      if (is_blocked && program_.label_of(open_.graph, t).is_dropped) return true;
    }
    return false;
  }
  // Whether the next event of the thread is known, and can be added; or whether it stands at a
  // fork, of which the way can be promised.
  [[nodiscard]] bool can_go_on(std::size_t thread) {
    const auto& future = waits_.future_of(thread);
    if (!future.may_go_on || !future.is_at_join) return future.may_go_on;
    const std::size_t joined =
        ProgramAutomata::named_by(program_.label_of(open_.graph, thread)).value;
    return !program_.is_held(open_.graph, thread, LabelKind::Join) && is_decided(joined);
  }
  // ---- Items
  //
  // The way to a frame, and what is open there:
  //   item := 2 for all there is, or (1, choice)*, 0 and the number above the open choices, or
  //           (1, choice)*, 3 for all that comes then

  static constexpr std::uint64_t OpenFollows = 0;
  static constexpr std::uint64_t ChoiceFollows = 1;
  static constexpr std::uint64_t Everything = 2;
  static constexpr std::uint64_t RestFollows = 3;

  static void put_choice(ByteWriter& out, const Frame& frame) {
    out.put(ChoiceFollows);
    out.put(frame.rank);
  }

  [[nodiscard]] bool load_from(ByteReader& in) {
    std::uint64_t kind = in.get_below(4);
    if (kind == Everything) is_at_start_ = true;
    if (in.has_failed() || kind == Everything) return !in.has_failed();
    push_next();
    for (; kind == ChoiceFollows; kind = in.get_below(4)) {
      if (in.has_failed() || !load_choice(in)) return false;
    }
    if (in.has_failed() || depth_ == 0 || kind == Everything) return false;
    if (kind == RestFollows) return true;
    const std::uint64_t rank = in.get_below(top().rank + std::uint64_t{1});
    if (in.has_failed() || rank < top().lowest) return false;
    top().rank = static_cast<std::uint32_t>(rank);
    return true;
  }
  // Nothing else is left of the frame then.
  [[nodiscard]] bool load_choice(ByteReader& in) {
    if (depth_ == 0) return false;
    Frame& frame = top();
    const std::uint64_t rank = in.get_below(std::uint64_t{frame.rank} + 1);
    if (in.has_failed() || rank >= frame.rank || rank < frame.lowest) return false;
    frame.lowest = static_cast<std::uint32_t>(rank);
    frame.rank = frame.lowest + 1;
    if (!take_next(frame)) return false;
    const std::size_t depth = depth_;
    go_on();
    return depth_ > depth;
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

  // How many more parts are checked after an execution, or a part, that was not consistent.
  static constexpr std::uint32_t PatiencePerExecution = 32;
  static constexpr std::uint32_t PatiencePerPart = 8;
  static constexpr std::uint32_t MaxPatience = 256;
  // After how many graphs without a serial order few are tried, and which.
  static constexpr std::uint32_t MaxSerialMisses = 8;
  static constexpr std::uint32_t SerialPause = 16;

  ProgramAutomata& automata_;
  WorkingProgram<Words> program_;
  RunControl& control_;
  bool is_coherent_;
  bool is_atomic_;
  Updates updates_;
  bool leaves_room_;
  bool drops_;  // some thread may come where no execution comes
  OpenGraph<Words> open_;
  OpenReads<Words> waits_;
  OpenAxioms<Words> axioms_;
  SerialOrder<Words> serial_;
  std::uint32_t serial_misses_ = 0;  // graphs without one, since the last that had one
  std::vector<Frame> frames_;        // the first `depth_` of them
  std::size_t depth_ = 0;
  std::uint32_t patience_ = MaxPatience;  // how many more parts are checked
  bool is_at_start_ = false;
  bool is_loading_ = false;  // nothing is reported
  bool is_allowed_ = false;  // the graph is known to be allowed by the axioms
  bool has_overflow_ = false;
};

}  // namespace drover::buffering
