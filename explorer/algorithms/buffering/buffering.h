#pragma once

// Each consistent execution exactly once, load buffering included: TruSt ([SPORE] Algorithm 1
// without symmetry) where a cause is a dependency or a reads-from edge, not program order. The
// nearest published algorithm is HMC [Kokologiannakis, Vafeiadis, ASPLOS'20].
//
// *Causes.* D relates a read to the events of its thread that could be other ones if it read
// something else (local_causes.h). What is before an event in (D ∪ rf)+ are its causes. The model
// must forbid cycles in D ∪ rf (ModelProofs::dependency_acyclicity). Nothing else is asked of
// program order: a write may revisit a read that comes before it in its own thread.
//
// *Holes.* An event is *decided* once it has its writer or its place. When a write w revisits a
// read r, what was decided before r and the causes of w are kept; all else is deleted. A deleted
// event that comes before a kept one in its thread stays as a *hole*: a read without a writer, a
// write without a place. So threads are always whole up to their last event, and a model sees all
// the order that barriers and modes make. Since D has every way that a thread takes and every
// address before an event, kind, mode and location of a hole are known; its value is not, and is
// not asked for. (The thread runs past a hole with the value that was read there last. Where a hole
// gets its value the nodes behind it are found again; by the definition of D the labels of what is
// decided stay as they are.)
//
// *Order.* next(G) is the first hole, by thread and then by program order; if there is none, the
// write of a read-modify-write whose read is there; if there is none, the next event of the first
// thread that can go on (order_of). So holes are filled before anything else is added.
//
// *The first choice.* f(G) decides next(G) in the last way in coherence (writer or place) that is
// consistent, and after which all holes can be filled. Under the models that TruSt is for, without
// holes, it is the maximal step of [SPORE] E.1.3.
//
// *Revisits.* Let w revisit r, and let K be what is kept. The revisit is taken only from the graph
// to which f leads from K: deciding next(…) by f, one after the other, until next(…) is w, gives
// the graph at hand. If w is the write of a read-modify-write it has to wait for its turn by thread
// in this, as it had when r was decided.
//
// *Once.* Let a graph G be reached, and let w be the event that was decided last. If w is a write
// that a read r decided before it reads from, then the last step was the revisit of r by w, and the
// graph before it is the one that f makes of G without w, with r open again: there is one.
// Otherwise the last step was to decide w, and the graph before it is G without w. So there is one
// way that leads to G. (That the order of decisions follows from the graph is as in TruSt: it is by
// thread, and a write comes before an event to the left of it only by way of a revisit.)
//
// *None missed.* The same, read forwards, as the choices of f are among those that are tried. It
// rests on this: f leads from K to a graph in which w is next. It does where some choice is always
// consistent, as extensibility has it (E.2, Axiom 3). With holes that is proved of no model. What
// is known is that `enumerate` finds the same executions of most programs: drover_campaign
// --profile buffering. Not implemented: where w is a hole, it is next in K before r and what came
// with r are decided, so that the revisit is refused; an execution may be missed (tests/oracle has
// a skipped test). So `auto` does not take this algorithm.
//
// A read and its write, halves of one read-modify-write, need not be kept together: what was
// computed from the read does not depend on the write. As long as the write is a hole the two do
// not count as a pair: reads may share a writer for a while (library/atomicity.cat).
//
// Awaits that are not satisfied are ends of threads as in `enumerate`: executions in which such a
// read does not read from the last write are dropped at the end.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/buffering/local_causes.h"
#include "explorer/algorithms/buffering/open_graph.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/address.h"

namespace drover::buffering {

template <std::size_t Words>
class Buffering : public Search {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // All must outlive it. The automata must track dependencies.
  Buffering(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
            ExecutionObserver& observer)
      : automata_(automata),
        program_(automata, observer,
                 model.needs_dependencies() ? DependencyPart::Included : DependencyPart::LeftOut),
        axioms_(automata, model),
        control_(control),
        order_(order_of(automata)) {}

  void begin() override {
    reset();
    is_at_start_ = true;
  }
  // Takes the choices again, one after the other.
  [[nodiscard]] bool load(std::string_view item) override {
    ByteReader in(item);
    reset();
    if (load_from(in) && in.has_ended_well()) return true;
    reset();
    return false;
  }
  void reset() {
    depth_ = 0;
    is_at_start_ = false;
    configuration(0) = Configuration{OpenGraph<Words>(program_.empty_graph(), automata_), 0};
  }

  SearchEnd run() override {
    if (std::exchange(is_at_start_, false)) explore(configuration(0));
    while (depth_ > 0) {
      Frame& frame = top();
      if (control_.should_return(frame.at->open.graph.size())) return SearchEnd::Paused;
      switch (take_next(frame)) {
        case Choice::Taken: explore(*frame.at); break;
        case Choice::Revisit: break;  // it is on the stack
        case Choice::None: --depth_; break;
      }
    }
    return SearchEnd::Done;
  }

  std::optional<Bytes> split() override {
    ByteWriter out;
    for (std::size_t i = 0; i < depth_; ++i) {
      Frame& frame = frames_[i];
      if (has_choices(frame)) {
        write_open(out, frame);
        close(frame);
        return out.take();
      }
      if (i + 1 < depth_) write_choice(out, frame, i);
    }
    if (!std::exchange(is_at_start_, false)) return std::nullopt;
    out = ByteWriter();
    out.put(Everything);
    return out.take();
  }

 private:
  // One per depth of revisits. Large: never on the stack.
  struct Configuration {
    OpenGraph<Words> open;
    std::size_t depth = 0;
  };

  enum class FrameKind : std::uint8_t {
    Step,    // an event without choices
    Read,    // which write it reads from
    Write,   // its place in coherence, and then what it revisits
    Revisit  // the place of the write that revisits
  };
  enum class Choice : std::uint8_t { Taken, Revisit, None };

  // The choices of an event, or of a revisit: ranks in coherence, the highest first, and reads.
  struct Frame {
    Configuration* at = nullptr;
    FrameKind kind = FrameKind::Step;
    bool is_new = false;         // the event was not there as a hole
    bool is_taken = false;       // a rank is, and not taken back
    bool may_revisit = false;    // Write: reads are to be revisited after the ranks
    bool is_revisiting = false;  // Write: the ranks are done
    Slot event = NoEvent;        // Revisit: the write
    Slot read = NoEvent;         // Revisit: what it revisits
    Value hole_value = 0;        // Read, Revisit: of the read, before it was decided
    std::uint32_t rank = 0;      // the one that is taken; those below are open
    std::uint32_t lowest = 0;
    std::uint32_t stamp = 0;  // before the event was decided
    Bits revisitable;         // Write: reads that are open
  };

  // ---- The algorithm

  void explore(Configuration& at) {
    OpenGraph<Words>& open = at.open;
    const auto next = next_event(open);
    if (next.thread == WorkingProgram<Words>::NoThread) {
      report(open);
      return;
    }
    if (next.hole != NoEvent) {
      push(at, next.hole, false);
      return;
    }
    if (open.graph.is_full()) {
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    const Label& label = program_.label_of(open.graph, next.thread);
    if (label.is_access()) open.graph.ensure_location(label.location);
    push(at, open.graph.add(next.thread, label), true);
  }

  Choice take_next(Frame& frame) {
    switch (frame.kind) {
      case FrameKind::Step: return take_step(frame);
      case FrameKind::Read: return take_next_writer(frame);
      case FrameKind::Write: return take_next_of_write(frame);
      case FrameKind::Revisit: return take_next_of_revisit(frame);
    }
    return Choice::None;
  }

  Choice take_step(Frame& frame) {
    OpenGraph<Words>& open = frame.at->open;
    if (frame.is_taken) {
      open.decided.erase(frame.event);
      leave(frame);
      return Choice::None;
    }
    frame.is_taken = true;
    open.decided.insert(frame.event);
    program_.take_step(open.graph, frame.event);
    return Choice::Taken;
  }

  Choice take_next_writer(Frame& frame) {
    OpenGraph<Words>& open = frame.at->open;
    if (std::exchange(frame.is_taken, false))
      open.undecide_read(program_, frame.event, frame.hole_value);
    const LocationId location = open.graph[frame.event].location;
    while (frame.rank > frame.lowest) {
      const Slot write = open.graph.at_rank(location, --frame.rank);
      if (!take_reading(open, frame.event, write, frame.hole_value)) continue;
      frame.is_taken = true;
      return Choice::Taken;
    }
    leave(frame);
    return Choice::None;
  }

  Choice take_next_of_write(Frame& frame) {
    OpenGraph<Words>& open = frame.at->open;
    if (!frame.is_revisiting) {
      if (std::exchange(frame.is_taken, false)) open.undecide_write(frame.event);
      if (take_next_place(frame)) {
        open.step_behind(program_, frame.event);
        return Choice::Taken;
      }
      frame.is_revisiting = true;
      frame.revisitable = frame.may_revisit ? revisitable_by(open, frame.event) : Bits();
    }
    while (!frame.revisitable.is_empty()) {
      const auto read = static_cast<Slot>(frame.revisitable.first());
      frame.revisitable.erase(read);
      const Bits kept = kept_by(open, read, frame.event);
      if (!should_revisit(open, frame.event, kept)) continue;
      push_revisit(*frame.at, read, frame.event, kept);
      return Choice::Revisit;
    }
    leave(frame);
    return Choice::None;
  }

  Choice take_next_of_revisit(Frame& frame) {
    OpenGraph<Words>& open = frame.at->open;
    if (std::exchange(frame.is_taken, false)) {
      open.undecide_read(program_, frame.read, frame.hole_value);
      open.undecide_write(frame.event);
    }
    while (take_next_place(frame)) {
      if (take_reading(open, frame.read, frame.event, frame.hole_value)) return Choice::Taken;
      frame.is_taken = false;
      open.undecide_write(frame.event);
    }
    return Choice::None;
  }

  // Whether `read`, which is open, may read from `write`; it does then.
  bool take_reading(OpenGraph<Words>& open, Slot read, Slot write, Value hole_value) {
    if (open.decide_read(program_, read, write) && axioms_.allow(open)) return true;
    open.undecide_read(program_, read, hole_value);
    return false;
  }

  bool take_next_place(Frame& frame) {
    OpenGraph<Words>& open = frame.at->open;
    while (frame.rank > frame.lowest) {
      open.decide_write(frame.event, --frame.rank);
      if (axioms_.allow(open)) {
        frame.is_taken = true;
        return true;
      }
      open.undecide_write(frame.event);
    }
    return false;
  }

  // ---- Revisits

  // The reads of its location that are not its causes.
  [[nodiscard]] static Bits revisitable_by(const OpenGraph<Words>& open, Slot write) {
    const auto& event = open.graph[write];
    return (open.graph.location(event.location).reads & open.decided) - event.causes;
  }

  [[nodiscard]] static Bits kept_by(const OpenGraph<Words>& open, Slot read, Slot write) {
    Bits kept = open.graph[write].causes;
    open.decided.for_each([&](std::size_t slot) {
      if (open.graph.inserted_before(static_cast<Slot>(slot), read)) kept.insert(slot);
    });
    return kept;
  }

  // Whether the graph is what f makes of what is kept, up to the write.
  [[nodiscard]] bool should_revisit(const OpenGraph<Words>& open, Slot write, const Bits& kept) {
    if (is_deleted_write_read(open, kept)) return false;
    Bits done = kept;
    while (true) {
      const Slot event = next_behind(open, write, done);
      if (event == write) return (open.decided - done).is_empty();
      if (event == NoEvent || !open.decided.contains(event)) return false;
      if (!is_as_tried_first(open, event, write, done)) return false;
      done.insert(event);
    }
  }
  [[nodiscard]] static bool is_deleted_write_read(const OpenGraph<Words>& open, const Bits& kept) {
    bool is_read = false;
    (open.decided - kept).for_each([&](std::size_t slot) {
      const auto& event = open.graph[static_cast<Slot>(slot)];
      is_read |= event.kind == LabelKind::Write && event.readers.intersects(kept);
    });
    return is_read;
  }
  // The next event if only those of `done` were decided; the threads are as far as they are. Events
  // without choices that are passed are put into it. NoEvent if it is one that is not there.
  [[nodiscard]] Slot next_behind(const OpenGraph<Words>& open, Slot write, Bits& done) const {
    const Graph& graph = open.graph;
    for (const std::size_t t : order_) {
      const auto& events = graph.thread(t).events;
      std::size_t end = events.size();
      while (end > 0 && !done.contains(events[end - 1])) --end;
      for (std::size_t i = 0; i < end; ++i) {
        if (done.contains(events[i])) continue;
        if (OpenGraph<Words>::is_access(graph[events[i]])) return events[i];
        done.insert(events[i]);
      }
      if (end == 0 || !graph[events[end - 1]].is_exclusive_read) continue;
      if (end == events.size()) return NoEvent;
      if (events[end] != write) return events[end];
    }
    for (const std::size_t t : order_) {
      const auto& thread = graph.thread(t);
      if (thread.spawn != NoEvent && !done.contains(thread.spawn)) continue;
      bool is_held = false;
      for (const Slot slot : thread.events) {
        if (done.contains(slot)) continue;
        if (OpenGraph<Words>::is_access(graph[slot])) return slot;
        is_held = graph[slot].kind == LabelKind::Join &&
                  !has_done_all(graph, Graph::named_by(graph[slot]), done);
        if (is_held) break;
        done.insert(slot);
        // It may have started a thread further left.
        if (graph[slot].kind == LabelKind::Spawn) return next_behind(open, write, done);
      }
      const LabelKind kind = program_.kind_of(graph, t);
      if (is_held || !is_event(kind) || program_.is_waiting(graph, t)) continue;
      if (kind != LabelKind::Join) return NoEvent;
      const std::size_t joined = address::thread_of(program_.label_of(graph, t).value).value;
      if (!program_.is_held(graph, t, kind) && has_done_all(graph, joined, done)) return NoEvent;
    }
    return NoEvent;
  }
  [[nodiscard]] static bool has_done_all(const Graph& graph, std::size_t thread, const Bits& done) {
    return std::ranges::all_of(graph.thread(thread).events,
                               [&](Slot slot) { return done.contains(slot); });
  }

  // Whether the event is decided as f says in the graph of the previous ones.
  [[nodiscard]] bool is_as_tried_first(const OpenGraph<Words>& open, Slot event, Slot write,
                                       const Bits& previous) {
    const auto& here = open.graph[event];
    const auto& order = open.graph.location(here.location).coherence;
    const bool is_read = here.kind == LabelKind::Read;
    const Slot chosen = is_read ? here.reads_from : event;
    if (is_read && chosen != InitialWrite && !previous.contains(chosen)) return false;
    if (!is_read && here.is_exclusive_write) return true;  // it has one place
    // How many of the previous writes come after what is chosen.
    std::size_t later = 0;
    for (std::size_t i = order.size(); i > 0 && order[i - 1] != chosen; --i) {
      if (previous.contains(order[i - 1])) ++later;
    }
    Bits holes = open.graph.events() - open.decided;
    if (open.graph.next_of(write) == NoEvent) holes.erase(write);
    const bool is_whole = holes.is_empty();
    if (later == 0 && is_whole) return true;
    Bits itself;
    itself.insert(event);
    open.restrict_to(previous, itself, scratch());
    OpenGraph<Words>& part = scratch();
    const std::size_t last = part.graph.location(here.location).coherence.size();
    for (std::size_t i = 0; i < later; ++i) {
      if (is_choice(part, event, last - i)) return false;
    }
    return is_whole || is_choice(part, event, last - later);
  }
  // Whether an open event may have this rank: then all holes can be filled.
  [[nodiscard]] bool is_choice(OpenGraph<Words>& open, Slot event, std::size_t rank) {
    const LocationId location = open.graph[event].location;
    if (open.graph[event].kind == LabelKind::Write) {
      open.decide_write(event, rank);
      const bool is_good = axioms_.allow(open) && can_be_filled(open);
      open.undecide_write(event);
      return is_good;
    }
    const Value hole_value = open.graph[event].value;
    if (!take_reading(open, event, open.graph.at_rank(location, rank), hole_value)) return false;
    const bool is_good = can_be_filled(open);
    open.undecide_read(program_, event, hole_value);
    return is_good;
  }
  [[nodiscard]] bool can_be_filled(OpenGraph<Words>& open) {
    const Slot hole = open.first_hole();
    if (hole == NoEvent) return true;
    const std::uint32_t stamp = open.next_stamp;
    open.prepare(program_, hole);
    const Ranks ranks = ranks_of(open.graph, hole);
    bool is_filled = false;
    for (std::size_t rank = ranks.end; rank > ranks.begin && !is_filled; --rank) {
      is_filled = is_choice(open, hole, rank - 1);
    }
    open.next_stamp = stamp;
    return is_filled;
  }

  void push_revisit(const Configuration& from, Slot read, Slot write, const Bits& kept) {
    Configuration& to = configuration(from.depth + 1);
    Bits both;
    both.insert(read);
    both.insert(write);
    from.open.restrict_to(kept, both, to.open);
    Frame& frame = push_frame(to, FrameKind::Revisit, write, false);
    frame.read = read;
    frame.hole_value = to.open.graph[read].value;
    set_ranks(frame);
    to.open.step_behind(program_, write);
  }

  // ---- Items
  //
  // The way to a frame, and what is open there:
  //   item   := 2 for all there is, or (1, choice)*, 0, open
  //   choice := 0 and a rank, or 1 and the read that is revisited
  //   open   := the rank above those that are; of a write, 0, or 1 and the reads to be revisited
  //   read   := thread, serial number in it

  static constexpr std::uint64_t OpenFollows = 0;
  static constexpr std::uint64_t ChoiceFollows = 1;
  static constexpr std::uint64_t Everything = 2;

  [[nodiscard]] static bool has_choices(const Frame& frame) {
    if (frame.kind == FrameKind::Step) return !frame.is_taken;
    return frame.rank > frame.lowest || !frame.revisitable.is_empty() ||
           (frame.may_revisit && !frame.is_revisiting);
  }
  // What it has taken stays.
  static void close(Frame& frame) {
    frame.lowest = frame.rank;
    frame.revisitable.clear();
    frame.may_revisit = false;
    if (frame.kind == FrameKind::Step) frame.is_taken = true;
  }
  static void write_read(ByteWriter& out, const Frame& frame, Slot read) {
    out.put(frame.at->open.graph[read].thread);
    out.put(frame.at->open.graph[read].index);
  }
  void write_choice(ByteWriter& out, const Frame& frame, std::size_t position) const {
    out.put(ChoiceFollows);
    out.put(frame.is_revisiting ? 1 : 0);
    if (frame.is_revisiting) {
      write_read(out, frame, frames_[position + 1].read);
    } else {
      out.put(frame.rank);
    }
  }
  static void write_open(ByteWriter& out, const Frame& frame) {
    out.put(OpenFollows);
    out.put(frame.rank);
    if (frame.kind != FrameKind::Write) return;
    out.put(frame.is_revisiting ? 1 : 0);
    if (!frame.is_revisiting) return;
    out.put(frame.revisitable.size());
    frame.revisitable.for_each(
        [&](std::size_t read) { write_read(out, frame, static_cast<Slot>(read)); });
  }

  [[nodiscard]] bool load_from(ByteReader& in) {
    std::uint64_t kind = in.get_below(3);
    if (kind == Everything) is_at_start_ = true;
    if (in.has_failed() || kind == Everything) return !in.has_failed();
    if (!explore_if_open(configuration(0))) return false;
    for (; kind == ChoiceFollows; kind = in.get_below(2)) {
      if (!load_choice(in)) return false;
    }
    return !in.has_failed() && kind == OpenFollows && load_open(in, top());
  }
  // False if the graph has no next event.
  [[nodiscard]] bool explore_if_open(Configuration& at) {
    if (next_event(at.open).thread == WorkingProgram<Words>::NoThread) return false;
    explore(at);
    return true;
  }
  // Nothing else is left of the frame then.
  [[nodiscard]] bool load_choice(ByteReader& in) {
    Frame& frame = top();
    if (in.get_below(2) == 1) return !in.has_failed() && load_revisit(in, frame);
    const auto rank = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    if (in.has_failed() || !load_rank(frame, rank)) return false;
    frame.may_revisit = false;
    if (take_next(frame) != Choice::Taken || frame.rank != rank) return false;
    frame.lowest = rank;
    return explore_if_open(*frame.at);
  }
  [[nodiscard]] static bool load_rank(Frame& frame, std::uint32_t rank) {
    if (frame.kind == FrameKind::Step) return rank == 0;
    if (rank < frame.lowest || rank >= frame.rank) return false;
    frame.rank = rank + 1;
    return true;
  }
  [[nodiscard]] static Slot load_read(ByteReader& in, const Frame& frame) {
    const Graph& graph = frame.at->open.graph;
    const std::uint64_t thread = in.get_below(graph.thread_count());
    if (in.has_failed()) return NoEvent;
    const auto& events = graph.thread(static_cast<std::size_t>(thread)).events;
    const std::uint64_t index = in.get_below(events.size());
    if (in.has_failed()) return NoEvent;
    const Slot read = events[static_cast<std::size_t>(index)];
    return revisitable_by(frame.at->open, frame.event).contains(read) ? read : NoEvent;
  }
  [[nodiscard]] bool load_revisit(ByteReader& in, Frame& frame) {
    if (frame.kind != FrameKind::Write) return false;
    const Slot read = load_read(in, frame);
    if (read == NoEvent) return false;
    const Bits kept = kept_by(frame.at->open, read, frame.event);
    if (!should_revisit(frame.at->open, frame.event, kept)) return false;
    frame.rank = frame.lowest;
    frame.is_revisiting = true;
    frame.revisitable.clear();
    push_revisit(*frame.at, read, frame.event, kept);
    return true;
  }
  [[nodiscard]] static bool load_open(ByteReader& in, Frame& frame) {
    const auto rank = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    if (in.has_failed() || rank < frame.lowest) return false;
    frame.rank = rank;
    if (frame.kind != FrameKind::Write) return true;
    frame.is_revisiting = in.get_below(2) == 1;
    if (!frame.is_revisiting) return !in.has_failed();
    const std::size_t count = in.get_count();
    for (std::size_t i = 0; i < count; ++i) {
      const Slot read = load_read(in, frame);
      if (read == NoEvent) return false;
      frame.revisitable.insert(read);
    }
    return !in.has_failed();
  }

  // ---- The rest

  struct Next {
    std::size_t thread = WorkingProgram<Words>::NoThread;
    Slot hole = NoEvent;  // none: an event that is not in the graph
  };
  [[nodiscard]] Next next_event(const OpenGraph<Words>& open) const {
    const Graph& graph = open.graph;
    for (const std::size_t t : order_) {
      const Slot hole = open.first_hole(t);
      if (hole != NoEvent) return {t, hole};
      const Slot last = graph.last_of(t);
      if (last != NoEvent && graph[last].is_exclusive_read) return {t, NoEvent};
    }
    bool all_before_finished = true;
    ThreadRole role = ThreadRole::Init;
    for (const std::size_t t : order_) {
      if (!all_before_finished && graph.role(t) != role) break;
      role = graph.role(t);
      const LabelKind kind = program_.kind_of(graph, t);
      if (is_event(kind) && !program_.is_waiting(graph, t) && !program_.is_held(graph, t, kind)) {
        return {t, NoEvent};
      }
      all_before_finished &= kind == LabelKind::Finished;
    }
    return {};
  }

  // The order in which threads go on: by role; then as they are declared, but a thread that is
  // spawned comes before the one that spawned it. So a join does not wait for what comes later in
  // this order, and what is next in a part of a graph is what was next when the part was all there.
  [[nodiscard]] static std::vector<std::size_t> order_of(const ProgramAutomata& automata) {
    const std::vector<ThreadRole> roles = automata.roles();
    std::vector<std::size_t> order;
    for (std::size_t t = 0; t < roles.size(); ++t) {
      if (!automata.program().threads[t].origin) add_with_spawned(automata.program(), t, order);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t t) { return roles[t]; });
    return order;
  }
  static void add_with_spawned(const Program& program, std::size_t thread,
                               std::vector<std::size_t>& order) {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      const auto& origin = program.threads[t].origin;
      if (origin && origin->parent.value == thread) add_with_spawned(program, t, order);
    }
    order.push_back(thread);
  }

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(Configuration{
          OpenGraph<Words>(program_.empty_graph(), automata_), configurations_.size()}));
    }
    return *configurations_[depth];
  }
  OpenGraph<Words>& scratch() {
    if (!scratch_) scratch_ = std::make_unique<OpenGraph<Words>>(program_.empty_graph(), automata_);
    return *scratch_;
  }
  [[nodiscard]] Frame& top() { return frames_[depth_ - 1]; }

  Frame& push_frame(Configuration& at, FrameKind kind, Slot event, bool is_new) {
    if (depth_ == frames_.size()) frames_.emplace_back();
    Frame& frame = frames_[depth_++];
    frame = Frame();
    frame.at = &at;
    frame.kind = kind;
    frame.is_new = is_new;
    frame.may_revisit = kind == FrameKind::Write;
    frame.event = event;
    return frame;
  }
  void push(Configuration& at, Slot event, bool is_new) {
    OpenGraph<Words>& open = at.open;
    const LabelKind kind = open.graph[event].kind;
    const FrameKind frame_kind = kind == LabelKind::Write  ? FrameKind::Write
                                 : kind == LabelKind::Read ? FrameKind::Read
                                                           : FrameKind::Step;
    Frame& frame = push_frame(at, frame_kind, event, is_new);
    frame.stamp = open.next_stamp;
    frame.hole_value = open.graph[event].value;
    open.prepare(program_, event);
    if (frame_kind == FrameKind::Step) return;
    set_ranks(frame);
  }
  // The ranks that an open event may have: of the write that it reads from or stands behind.
  struct Ranks {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] static Ranks ranks_of(const Graph& graph, Slot slot) {
    const auto& event = graph[slot];
    if (event.kind == LabelKind::Write && event.is_exclusive_write) {
      const Slot source = graph[graph.previous_of(slot)].reads_from;
      const std::size_t rank = graph.coherence_rank(event.location, source);
      return {rank, rank + 1};
    }
    return {0, graph.location(event.location).coherence.size() + 1};
  }
  void set_ranks(Frame& frame) {
    const Ranks ranks = ranks_of(frame.at->open.graph, frame.event);
    frame.lowest = static_cast<std::uint32_t>(ranks.begin);
    frame.rank = static_cast<std::uint32_t>(ranks.end);
  }
  // The frame has no choices left: the event is gone, or a hole again.
  void leave(const Frame& frame) {
    OpenGraph<Words>& open = frame.at->open;
    if (frame.is_new) open.graph.remove(frame.event);
    open.next_stamp = frame.stamp;
  }

  void report(OpenGraph<Words>& open) {
    const Graph& graph = open.graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!program_.is_waiting(graph, t)) continue;
      const Slot read = graph.last_of(t);
      if (graph.coherence_maximal(graph[read].location) == graph[read].reads_from) continue;
      program_.report_stale();
      return;
    }
    if (!axioms_.allow_whole(open)) return;
    program_.report(graph, [](Slot) { return Bits(); });
  }

  ProgramAutomata& automata_;
  WorkingProgram<Words> program_;
  OpenAxioms<Words> axioms_;
  RunControl& control_;
  std::vector<std::size_t> order_;  // of threads
  std::vector<std::unique_ptr<Configuration>> configurations_;
  std::unique_ptr<OpenGraph<Words>> scratch_;
  std::vector<Frame> frames_;  // the first `depth_` of them
  std::size_t depth_ = 0;
  bool is_at_start_ = false;
};

}  // namespace drover::buffering
