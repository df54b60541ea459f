#pragma once

// SPORE ([SPORE] Algorithm 1); without symmetric threads it is TruSt. (Helping does not concern
// the exploration: it sees the automata of the annotated semantics, Remark 1.)
//
// The graph grows by one event at a time. A read tries every write it may read from; a
// write tries every place in coherence, and then every earlier read it may *revisit*:
// that read reads from the new write instead, and what was added after the read and is
// not a cause of the write is deleted. A revisit is taken only from the one graph in which
// the read and the deleted events were added *maximally* (maximality.h), which makes every
// graph come up exactly once.
//
// Of executions that differ by a permutation of symmetric threads, only one is explored:
// symb (symmetry.h) must not contradict eco, and is one more kind of cause.
//
// The line numbers below are those of Algorithm 1. Where the paper copies a graph to change it,
// a step forward changes it in place and takes the change back on return; only a revisit
// copies, into a graph of its own per depth of revisits. Nothing is kept per execution.
//
// Where the paper's functions call each other, a stack of *frames* has the choices that are open:
// one per event of the graph that was added here, and one per revisit. The graph of a frame is what
// was added up to its event, so that its open choices are a work item whatever came of the choice
// it has taken. Choices are taken in the order of the paper. Who runs through them, as a whole, in
// pieces, or along random paths, is in trust_search.h.
//
// `Checker` is the incremental side of a memory model (explorer/models/incremental/):
//   on_add(graph, e)       e was added, without a writer or a place
//   lowest_rank(graph, e)  the first rank in coherence that e may read from or stand behind
//   on_read(graph, r)      r reads from its writer now; false: inconsistent
//   on_place(graph, w)     w has its place now; false: inconsistent
//   happens_before(graph, e)  events that happen before e, or some of them
//   may_raise_flags(graph) false only if the model puts no mark on the graph; it may be missing
//   mark(), undo(mark)     taking back what on_read and on_place changed
//   copy_without(other, kept, deleted)
//
// Differs from the paper:
// - Errors (line 2) are judged by the observer, in maximal graphs: ISERRONEOUS is prefix-monotone.
// - The write of a read-modify-write comes at once after its read. The paper leaves that to
//   ADDNEXTEVENT (Prop. E.22).
// - Awaits: departed_awaits.h, giving_up.h, departed_help.h and next_event.h.
// - Graphs of which nothing comes are dropped: hopeless.h and hopeless_together.h.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/trust/causal_cycle.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/departed_help.h"
#include "explorer/algorithms/trust/hopeless.h"
#include "explorer/algorithms/trust/hopeless_together.h"
#include "explorer/algorithms/trust/maximality.h"
#include "explorer/algorithms/trust/next_event.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"
#include "semantics/program/address.h"

namespace drover::trust {

template <std::size_t Words, typename Checker>
class Trust {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  // A checker for the empty graph. One is made per depth of revisits.
  using MakeChecker = std::function<Checker()>;

  Trust(ProgramAutomata& automata, const TrustOptions& options, MakeChecker make_checker,
        ExecutionObserver& observer)
      : program_(automata, observer, options.dependencies),
        symmetry_(automata.thread_count(), options.symmetric),
        given_up_(
            program_,
            options.failed_awaits == FailedAwaits::Leave ? options.giving_up : GivingUp::Stays,
            options.given_up_help, options.atomic_cells),
        departed_help_(program_, automata.program(), options),
        code_ahead_(automata),
        hopeless_(automata, given_up_, symmetry_, code_ahead_, options),
        hopeless_together_(program_, given_up_, symmetry_, code_ahead_, hopeless_.prospects()),
        next_event_(program_, symmetry_, given_up_, code_ahead_),
        make_checker_(std::move(make_checker)),
        failed_awaits_(options.failed_awaits),
        looks_for_cycles_(!symmetry_.is_empty() &&
                          options.causal_cycles == CausalCycles::Possible) {}
  Trust(const Trust&) = delete;
  Trust& operator=(const Trust&) = delete;

  // A graph and what its checker knows of it. One per depth of revisits. Large: never on the
  // stack.
  struct Configuration {
    Configuration(Graph empty_graph, const MakeChecker& make_checker, std::size_t depth_of_revisits)
        : graph(std::move(empty_graph)), checker(make_checker()), depth(depth_of_revisits) {}

    Graph graph;
    Checker checker;
    std::size_t depth;
  };
  // Whether a write is the last of its location or not.
  enum class Staleness : std::uint8_t { Last, Overwritten };

  // What a frame is about.
  enum class FrameKind : std::uint8_t {
    Step,       // an event without choices
    Read,       // which write it reads from
    Write,      // its place in coherence, and then what it revisits
    Revisit,    // the place of the write that revisits
    Departure,  // the same, where an await leaves the graph
    Choose      // which value a choice takes: its ranks
  };

  // The choices of an event, or of a revisit: ranks in coherence, the highest first, and reads. A
  // frame is used again and again: what its kind does not need is left as it is.
  struct Frame {
    Configuration* at = nullptr;
    FrameKind kind = FrameKind::Step;
    bool is_taken = false;       // a rank is, and not taken back
    bool may_revisit = false;    // Write: reads are to be revisited after the ranks
    bool is_revisiting = false;  // Write: the ranks are done
    bool has_led_on = false;     // Read: a rank was taken, here or in the frame it was split from
    Slot event = NoEvent;        // Revisit and Departure: the write
    Slot read = NoEvent;         // Revisit: what it revisits
    Slot seen = NoEvent;         // Revisit: the last write that the read has seen
    NodeId next;                 // where the thread of a write goes on
    std::uint32_t rank = 0;      // the one that is taken; those below are open
    std::uint32_t lowest = 0;
    std::uint32_t last = 0;              // the rank of the last write
    std::uint32_t first_unfinished = 0;  // threads before it have finished in this graph
    std::size_t mark = 0;                // of the checker, before the rank was taken
    std::size_t read_mark = 0;           // Revisit: and before the read
    Bits revisitable;                    // Write: reads that are open
  };
  enum class Choice : std::uint8_t { Taken, Revisit, None };

  // ---- Algorithm 1

  // False if the graph is full. The threads before `first_unfinished` are known to have finished.
  bool explore(Configuration& at, std::size_t first_unfinished = 0) {  // 1
    const std::size_t thread = next_event_.thread(at.graph, at.checker, first_unfinished);
    if (thread != NextEvent<Words>::NoThread) return explore_next(at, thread, first_unfinished);
    report(at, first_unfinished);  // 2
    return true;
  }

  bool explore_next(Configuration& at, std::size_t thread, std::size_t first_unfinished = 0) {
    if (at.graph.is_full()) {
      full_ = &at;
      thread_of_full_ = thread;
      return false;
    }
    push(at, add_next_event(at, thread));  // 3
    top().first_unfinished = static_cast<std::uint32_t>(first_unfinished);
    return true;
  }

  // A read-modify-write's write comes at once after its read; and what a thread does comes at once
  // that has only to try a swap in vain (hopeless.h).
  bool explore_taken(const Frame& frame) {
    Configuration& at = *frame.at;
    const Slot read = frame.kind == FrameKind::Revisit ? frame.read : frame.event;
    const auto& event = at.graph[read];
    const bool is_exclusive = event.kind == LabelKind::Read && event.is_exclusive_read;
    if (event.kind != LabelKind::Read) outlook_ = outlook(at, event.thread);
    const bool is_at_once = is_exclusive || outlook_ == Outlook::Swap || outlook_ == Outlook::Mixed;
    // A thread that has been spawned had finished, as far as its kind shows it.
    const std::size_t first = event.kind == LabelKind::Spawn ? 0 : frame.first_unfinished;
    return is_at_once ? explore_next(at, event.thread, first) : explore(at, first);
  }

  // Takes back what the frame has chosen, and takes what comes next.
  Choice take_next(Frame& frame) {
    switch (frame.kind) {
      case FrameKind::Read: return take_next_writer(frame);     // 4
      case FrameKind::Write: return take_next_of_write(frame);  // 6
      case FrameKind::Step: return take_step(frame);            // 12
      case FrameKind::Choose: return take_next_value(frame);
      case FrameKind::Revisit:
      case FrameKind::Departure: return take_next_of_revisit(frame);  // 11
    }
    return Choice::None;
  }

  Choice take_step(Frame& frame) {  // 13
    Graph& graph = frame.at->graph;
    if (frame.is_taken) {
      graph.remove(frame.event);
      return Choice::None;
    }
    frame.is_taken = true;
    program_.take_step(graph, frame.event);
    return Choice::Taken;
  }

  // Differs from the paper, which has no choices: see maximality.h.
  Choice take_next_value(Frame& frame) {
    Graph& graph = frame.at->graph;
    if (frame.rank == frame.lowest) {
      graph.remove(frame.event);
      return Choice::None;
    }
    graph[frame.event].value = Value{--frame.rank};
    program_.take_step(graph, frame.event);
    return Choice::Taken;
  }

  Choice take_next_writer(Frame& frame) {  // 5
    Configuration& at = *frame.at;
    if (std::exchange(frame.is_taken, false)) take_back_reading(at, frame.event, frame.mark);
    const LocationId location = at.graph[frame.event].location;
    while (frame.rank > frame.lowest) {
      const Slot write = at.graph.at_rank(location, --frame.rank);
      if (!may_read(at.graph, frame.event, write)) continue;
      if (!take_reading(at, frame.event, write, staleness(frame), frame.mark)) continue;
      frame.is_taken = true;
      frame.has_led_on = true;
      return Choice::Taken;
    }
    if (!frame.has_led_on) program_.report_dead_end();
    at.graph.remove(frame.event);
    return Choice::None;
  }

  Choice take_next_of_write(Frame& frame) {
    Configuration& at = *frame.at;
    if (!frame.is_revisiting) {
      if (frame.is_taken) take_back_place(frame);
      if (take_next_place(frame)) return Choice::Taken;  // 7
      frame.is_revisiting = true;
      frame.revisitable = frame.may_revisit ? revisitable_by(at.graph, frame.event) : Bits();  // 8
    }
    while (!frame.revisitable.is_empty()) {
      const auto read = static_cast<Slot>(frame.revisitable.first());
      frame.revisitable.erase(read);
      const Bits deleted = deleted_by(at.graph, read, frame.event);         // 9
      if (!should_revisit(at.graph, read, frame.event, deleted)) continue;  // 10
      push_revisit(at, read, frame.event, deleted);                         // 11
      return Choice::Revisit;
    }
    at.graph.remove(frame.event);
    return Choice::None;
  }

  // EXPLOREIFCONSISTENT(SetRF(G, read, write)): 14 and 15. `read` reads from nothing.
  bool take_reading(Configuration& at, Slot read, Slot write, Staleness staleness,
                    std::size_t& mark) {
    auto& event = at.graph[read];
    const Value value = program_.value_of(at.graph, event.location, write);
    const NodeId next = program_.next_node(at.graph, read, value);
    const bool is_waiting_read = next.is_none();
    if (staleness == Staleness::Overwritten && has_given_up(at, read, next)) return false;
    program_.set_value(at.graph, read, value);
    event.is_pending_await = is_waiting_read;
    at.graph.set_reads_from(read, write);
    mark = at.checker.mark();
    if (at.checker.on_read(at.graph, read)) {
      if (!is_waiting_read) at.graph.set_node(event.thread, next);
      outlook_ = event.is_exclusive_read ? Outlook::Open : outlook(at, event.thread);
      const bool leads_on = event.is_exclusive_read ? may_write(at.graph, read)
                                                    : outlook_ != Outlook::Hopeless && !is_over(at);
      if (leads_on) return true;
    }
    take_back_reading(at, read, mark);
    return false;
  }
  static void take_back_reading(Configuration& at, Slot read, std::size_t mark) {
    auto& event = at.graph[read];
    at.graph.set_node(event.thread, event.node);
    at.checker.undo(mark);
    at.graph.clear_reads_from(read);
    event.is_pending_await = false;
  }

  // EXPLORECOS(G, write): 16 and 17. Takes the next place of the write that is consistent; its
  // thread stands behind it then.
  bool take_next_place(Frame& frame) {
    Configuration& at = *frame.at;
    const LocationId location = at.graph[frame.event].location;
    while (frame.rank > frame.lowest) {
      --frame.rank;
      if (splits_rmw(at.graph, location, frame.rank)) continue;
      at.graph.place(frame.event, frame.rank);
      frame.mark = at.checker.mark();
      frame.is_taken = true;
      if (at.checker.on_place(at.graph, frame.event)) {
        at.graph.set_node(at.graph[frame.event].thread, frame.next);
        // Who revisits asks later, when the read has read.
        if (frame.kind == FrameKind::Revisit || !is_over(at)) return true;
      }
      take_back_place(frame);
    }
    return false;
  }
  static void take_back_place(Frame& frame) {
    Configuration& at = *frame.at;
    const auto& event = at.graph[frame.event];
    at.graph.set_node(event.thread, event.node);
    at.checker.undo(frame.mark);
    at.graph.unplace(frame.event);
    frame.is_taken = false;
  }

  // EXPLORECOS(SetRF(G \ deleted, read, write), write).
  //
  // Differs from the paper, but for the revisit step of appendix E.3: the write takes its place
  // before the read reads from it, and each of these must be consistent. Checkers rely on it that
  // events are added at the end of (po ∪ rf)+, and the read comes after the write there; they also
  // compare the read's writer with others by its rank in coherence, which it must have. Nothing is
  // lost. Let G' be the graph of line 17. What comes after the read in cb is not in G': it was
  // added later, and is not a cause of the write, since the read is not. So G' without the read
  // is closed under cb, and consistent if G' is (E.2, Axiom 2). The converse is what
  // explore_reading asks. A model that is not prefix-closed in this sense does not come here;
  // AxiomChecker asks of the graph in between only whether it may become consistent.
  //
  // What the read has seen (the write of its lowest rank) is asked once, before the write has a
  // place. The place changes it only if the read comes after the next write in coherence; but then
  // it has seen that one, and may not read from `write`, before and after.
  Choice take_next_of_revisit(Frame& frame) {
    Configuration& at = *frame.at;
    if (frame.is_taken) {
      if (frame.kind == FrameKind::Revisit) take_back_reading(at, frame.read, frame.read_mark);
      take_back_place(frame);
    }
    while (take_next_place(frame)) {
      if (frame.kind == FrameKind::Departure) return Choice::Taken;
      const LocationId location = at.graph[frame.event].location;
      const bool is_seen_before = at.graph.coherence_rank(location, frame.seen) <
                                  at.graph.coherence_rank(location, frame.event);
      if (is_seen_before &&
          take_reading(at, frame.read, frame.event, staleness(frame), frame.read_mark)) {
        return Choice::Taken;
      }
      take_back_place(frame);
    }
    return Choice::None;
  }

  // SetRF(G \ deleted, read, write), but that `write` has no place, and `read` reads from nothing.
  void push_revisit(const Configuration& from, Slot read, Slot write, const Bits& deleted) {
    Configuration& to = configuration(from.depth + 1);
    if (failed_awaits_ == FailedAwaits::Leave && gives_up(from, read, write)) {
      push_departure(from, to, read, write, deleted);
      return;
    }
    copy_without(from, to, read, deleted);
    to.graph.clear_reads_from(read);
    to.graph[read].is_pending_await = false;
    to.graph.set_node(to.graph[read].thread, to.graph[read].node);
    to.checker.on_add(to.graph, read);
    push_placing(to, FrameKind::Revisit, write, read);
  }

  // A revisit by a write that does not satisfy the await: the read leaves the graph, and its
  // thread is set back before it.
  void push_departure(const Configuration& from, Configuration& to, Slot read, Slot write,
                      Bits deleted) {
    const auto& event = from.graph[read];
    deleted.insert(read);
    copy_without(from, to, read, deleted);
    to.graph.add_wait(
        {.thread = event.thread, .index = event.index, .anchor = write, .stamp = event.stamp});
    push_placing(to, FrameKind::Departure, write, NoEvent);
    // Only the last place matters.
    Frame& frame = top();
    frame.lowest = std::max(frame.lowest, frame.last);
    frame.rank = std::max(frame.rank, frame.lowest);
  }

  // ---- What its lines are made of

  [[nodiscard]] WorkingProgram<Words>& program() { return program_; }
  // The stack of frames.
  [[nodiscard]] std::span<Frame> frames() { return std::span(frames_).first(depth_); }
  [[nodiscard]] bool has_frames() const { return depth_ > 0; }
  [[nodiscard]] Frame& top() { return frames_[depth_ - 1]; }
  void pop() { --depth_; }
  void clear() { depth_ = 0; }
  // After a step that found no room: the graph, and the thread that should have gone on.
  [[nodiscard]] std::pair<const Configuration*, std::size_t> full() const {
    return {full_, thread_of_full_};
  }

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(
          program_.empty_graph(), make_checker_, configurations_.size()));
    }
    return *configurations_[depth];
  }
  void reset(Configuration& at) {
    at.graph = program_.empty_graph();
    at.checker = make_checker_();
  }

  Slot add_next_event(Configuration& at, std::size_t thread) {
    const Label& label = program_.label_of(at.graph, thread);
    if (label.is_access()) at.graph.ensure_location(label.location);
    const Slot event = at.graph.add(thread, label);
    if (!symmetry_.is_empty()) find_twin(at.graph, event);
    at.checker.on_add(at.graph, event);
    return event;
  }

  void find_twin(Graph& graph, Slot event) {
    if (graph[event].kind == LabelKind::Read || graph[event].kind == LabelKind::Write) {
      const Value address = program_.locations().address(graph[event].location);
      graph[event].is_private = address::is_heap(address) &&
                                address::allocating_thread(address).value == graph[event].thread;
    }
    graph.set_twin(event, symmetry_.twin_of(graph, event));
  }

  Frame& push_frame(Configuration& at, FrameKind kind, Slot event) {
    if (depth_ == frames_.size()) frames_.emplace_back();
    Frame& frame = frames_[depth_++];
    frame.at = &at;
    frame.kind = kind;
    frame.is_taken = false;
    frame.may_revisit = kind == FrameKind::Write;
    frame.is_revisiting = false;
    frame.has_led_on = false;
    frame.first_unfinished = 0;
    frame.event = event;
    frame.read = NoEvent;
    return frame;
  }

  // The choices of an event that has been added.
  void push(Configuration& at, Slot event) {
    const LabelKind kind = at.graph[event].kind;
    if (kind == LabelKind::Write) {
      push_placing(at, FrameKind::Write, event, NoEvent);
    } else if (kind == LabelKind::Read) {
      Frame& frame = push_frame(at, FrameKind::Read, event);
      frame.last = last_rank(at.graph, event);
      frame.lowest = static_cast<std::uint32_t>(lowest_rank(at, event));
      frame.rank = std::max(frame.last + 1, frame.lowest);
    } else if (kind == LabelKind::Choose) {
      Frame& frame = push_frame(at, FrameKind::Choose, event);
      frame.lowest = 0;
      frame.rank = at.graph[event].size;
    } else {
      push_frame(at, FrameKind::Step, event);
    }
  }
  void push_placing(Configuration& at, FrameKind kind, Slot write, Slot read) {
    const Places places = places_of(at, write);
    Frame& frame = push_frame(at, kind, write);
    frame.lowest = static_cast<std::uint32_t>(places.lowest);
    frame.rank = std::max(static_cast<std::uint32_t>(places.highest) + 1, frame.lowest);
    settle(frame, read);
  }
  // What follows from the graph: of the frame of a write that has no place yet.
  void settle(Frame& frame, Slot read) {
    Configuration& at = *frame.at;
    frame.last = last_rank(at.graph, frame.event);
    frame.next = program_.next_node(at.graph, frame.event, 0);
    if (frame.kind != FrameKind::Revisit) return;
    frame.read = read;
    frame.seen = at.graph.at_rank(at.graph[frame.event].location, lowest_rank(at, read));
  }
  [[nodiscard]] static std::uint32_t last_rank(const Graph& graph, Slot event) {
    return static_cast<std::uint32_t>(graph.location(graph[event].location).coherence.size());
  }
  [[nodiscard]] static Staleness staleness(const Frame& frame) {
    return frame.rank == frame.last ? Staleness::Last : Staleness::Overwritten;
  }

  // The first rank in coherence that `event` may read from or stand behind, if symb is not
  // to contradict eco ([SPORE] §3.2).
  [[nodiscard]] static std::size_t lowest_rank(Configuration& at, Slot event) {
    const std::size_t lowest = at.checker.lowest_rank(at.graph, event);
    const auto& here = at.graph[event];
    if (here.twin == NoEvent || here.is_private) return lowest;
    const Slot first = here.kind == LabelKind::Read ? at.graph[here.twin].reads_from : here.twin;
    return std::max(lowest, at.graph.coherence_rank(here.location, first));
  }

  // Whether the await that has left the graph, if `read` is one, lets it read from `write`.
  [[nodiscard]] static bool may_read(const Graph& graph, Slot read, Slot write) {
    if (graph.waits().empty()) return true;
    const std::optional<Wait> wait = wait_of(graph, read);
    return !wait || leads_back(graph, *wait, write);
  }

  // Ranks in coherence; none if the lowest is above the highest.
  struct Places {
    std::size_t lowest = 0;
    std::size_t highest = 0;
  };

  // What `write` may stand behind. The write of a read-modify-write stands behind what its read
  // reads from.
  [[nodiscard]] static Places places_of(Configuration& at, Slot write) {
    const LocationId location = at.graph[write].location;
    const std::size_t lowest = lowest_rank(at, write);
    if (!at.graph[write].is_exclusive_write) {
      return {.lowest = lowest, .highest = at.graph.location(location).coherence.size()};
    }
    const Slot source = at.graph[at.graph.previous_of(write)].reads_from;
    const std::size_t rank = at.graph.coherence_rank(location, source);
    return {.lowest = std::max(lowest, rank), .highest = rank};
  }

  // Atomicity: whether what comes after `rank` is a read-modify-write that reads from it.
  [[nodiscard]] static bool splits_rmw(const Graph& graph, LocationId location, std::size_t rank) {
    const auto& order = graph.location(location).coherence;
    if (rank == order.size() || !graph[order[rank]].is_exclusive_write) return false;
    const Slot read = graph.previous_of(order[rank]);
    return graph[read].reads_from == graph.at_rank(location, rank);
  }

  // The reads of the location that do not come before `write` in causes, and are maximal. The
  // read is the first of the events that a revisit needs to have been added maximally: that is
  // asked here, since it is cheaper than to find the others.
  [[nodiscard]] static Bits revisitable_by(const Graph& graph, Slot write) {
    const Bits reads = graph.location(graph[write].location).reads - graph[write].causes;
    Bits revisitable = reads;
    reads.for_each([&](std::size_t slot) {
      if (!is_maximal_read(graph, static_cast<Slot>(slot), write)) revisitable.erase(slot);
    });
    return revisitable;
  }

  // Whether the write of a read-modify-write, which comes next, has a place, or may have something
  // to revisit: asked of its read, since most that have no place have nothing to revisit either.
  // Its causes are those of the read, the read itself, and what its twin is one of.
  [[nodiscard]] bool may_write(const Graph& graph, Slot read) const {
    const auto& event = graph[read];
    const std::size_t rank = graph.coherence_rank(event.location, event.reads_from);
    if (!splits_rmw(graph, event.location, rank)) return true;
    Bits others = graph.location(event.location).reads - event.causes;
    others.erase(read);
    if (!symmetry_.is_empty()) return !others.is_empty();
    // Who has swapped what it reads is what it would revisit first.
    const Slot rival = graph.previous_of(graph.at_rank(event.location, rank + 1));
    bool is_one_maximal = others.contains(rival) && is_maximal_read(graph, rival, read);
    others.for_each([&](std::size_t other) {
      is_one_maximal = is_one_maximal || is_maximal_read(graph, static_cast<Slot>(other), read);
    });
    return is_one_maximal;
  }

  // ---- The rest

 private:
  // G \ deleted, where `read` is revisited.
  static void copy_without(const Configuration& from, Configuration& to, Slot read,
                           const Bits& deleted) {
    to.graph.copy_without(from.graph, deleted);
    to.checker.copy_without(from.checker, to.graph.events(), deleted);
    to.graph.drop_waits_after(from.graph[read].stamp);
  }

  [[nodiscard]] Outlook outlook(const Configuration& at, std::size_t thread) const {
    return hopeless_.is_on() ? hopeless_.outlook(at.graph, at.checker, thread) : Outlook::Open;
  }

  [[nodiscard]] bool is_over(const Configuration& at) const {
    return hopeless_.is_on() && hopeless_together_.is_over(at.graph, at.checker);
  }

  // Whether its thread has, where the read leads it to `next`.
  [[nodiscard]] bool has_given_up(const Configuration& at, Slot read, NodeId next) const {
    const auto& event = at.graph[read];
    return given_up_.has_given_up(at.graph, at.checker, event.thread, next, event.location,
                                  at.graph.previous_of(read));
  }
  [[nodiscard]] bool gives_up(const Configuration& at, Slot read, Slot write) const {
    return has_given_up(at, read, program_.next_node(at.graph, read, at.graph[write].value));
  }

  void report(Configuration& at, std::size_t first_unfinished) {
    const Graph& graph = at.graph;
    const auto happens_before = [&](Slot event) { return at.checker.happens_before(graph, event); };
    if (first_unfinished == graph.thread_count()) {
      program_.note_finished(graph);
    } else {
      program_.note_ends(graph);
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        if (!next_event_.is_stale(graph, at.checker, t)) continue;
        program_.report_stale(graph, happens_before);
        return;
      }
    }
    if (looks_for_cycles_) program_.set_causal_cycle(cycles_.exist_in(graph));
    program_.set_doubtful_help(departed_help_.is_in_doubt(graph));
    program_.set_doubtful_swaps(hopeless_.is_in_doubt(graph));
    if constexpr (requires { at.checker.may_raise_flags(graph); }) {
      program_.report_noted(graph, happens_before,
                            [&] { return at.checker.may_raise_flags(graph); });
    } else {
      program_.report_noted(graph, happens_before);
    }
  }

  WorkingProgram<Words> program_;
  SymmetryBefore symmetry_;
  GivenUpReads<Words> given_up_;
  DepartedHelp<Words> departed_help_;
  CodeAhead code_ahead_;
  HopelessReads<Words> hopeless_;
  HopelessTogether<Words> hopeless_together_;
  Outlook outlook_ = Outlook::Open;  // of the thread of the read that was taken last
  NextEvent<Words> next_event_;
  MakeChecker make_checker_;
  FailedAwaits failed_awaits_;
  bool looks_for_cycles_;
  CausalCycleSearch<Words> cycles_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  std::vector<Frame> frames_;  // the first `depth_` of them
  std::size_t depth_ = 0;
  const Configuration* full_ = nullptr;  // a graph that had no room for the next event,
  std::size_t thread_of_full_ = 0;       // and whose that was
};

}  // namespace drover::trust
