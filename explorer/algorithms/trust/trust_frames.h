#pragma once

// The calls of EXPLORE and EXPLORECOS (trust.h) that have not returned, as a stack of *frames*.
//
// Where the paper's functions call each other, a frame has the choices of a call that are open:
// there is one per event of the graph that was added here, and one per revisit. So the depth of
// an exploration is not limited by the machine's stack; an exploration can pause after each
// step; and since the graph of a frame is what was added up to its event, its open choices are a
// work item whatever came of the choice it has taken. Choices are taken in the order of the paper.
// Who runs through them, as a whole, in pieces, or along random paths, is in trust_search.h.
//
// Where the paper copies a graph to change it, a step forward changes it in place and takes the
// change back on return (graph_changes.h); only a revisit copies, into a graph of its own per depth
// of revisits. Nothing is kept per execution.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "explorer/algorithms/trust/coherence_ranks.h"
#include "explorer/algorithms/working_program.h"

namespace drover::trust {

// A graph and what its checker knows of it. One per depth of revisits. Large: never on the stack.
template <std::size_t Words, typename Checker>
struct Configuration {
  Configuration(WorkingGraph<Words> empty_graph, Checker checker_of_it,
                std::size_t depth_of_revisits)
      : graph(std::move(empty_graph)),
        checker(std::move(checker_of_it)),
        depth(depth_of_revisits) {}

  WorkingGraph<Words> graph;
  Checker checker;
  std::size_t depth;
};

// What a frame is about.
enum class FrameKind : std::uint8_t {
  Step,       // an event without choices
  Read,       // which write it reads from
  Write,      // its place in coherence, and then what it revisits
  Revisit,    // the place of the write that revisits
  Departure,  // the same, where an await leaves the graph (departures.h)
  Choose      // which value a choice takes: its ranks
};

// The choices of an event, or of a revisit: ranks in coherence, the highest first, and reads. A
// frame is used again and again: what its kind does not need is left as it is.
template <std::size_t Words, typename Checker>
struct Frame {
  Configuration<Words, Checker>* at = nullptr;
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
  EventBits<Words> revisitable;        // Write: reads that are open
};

// What the call of a frame has come to: that it calls EXPLORE with its graph, or EXPLORECOS, which
// has a frame of its own then, or that it has returned.
enum class Call : std::uint8_t { Explore, ExploreCos, Return };

template <std::size_t Words, typename Checker>
class TrustFrames {
 public:
  using Configuration = trust::Configuration<Words, Checker>;
  using Frame = trust::Frame<Words, Checker>;
  // A checker for the empty graph. One is made per depth of revisits.
  using MakeChecker = std::function<Checker()>;

  // The program must outlive this.
  TrustFrames(const WorkingProgram<Words>& program, MakeChecker make_checker)
      : program_(program), make_checker_(std::move(make_checker)) {}

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(
          program_.empty_graph(), make_checker_(), configurations_.size()));
    }
    return *configurations_[depth];
  }
  void reset(Configuration& at) {
    at.graph = program_.empty_graph();
    at.checker = make_checker_();
  }

  [[nodiscard]] std::span<Frame> all() { return std::span(frames_).first(depth_); }
  [[nodiscard]] bool is_empty() const { return depth_ == 0; }
  [[nodiscard]] Frame& top() { return frames_[depth_ - 1]; }
  void pop() { --depth_; }
  void clear() { depth_ = 0; }

  Frame& push(Configuration& at, FrameKind kind, Slot event) {
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
  void push_event(Configuration& at, Slot event) {
    const LabelKind kind = at.graph[event].kind;
    if (kind == LabelKind::Write) {
      push_placing(at, FrameKind::Write, event, NoEvent);
    } else if (kind == LabelKind::Read) {
      Frame& frame = push(at, FrameKind::Read, event);
      frame.last = last_rank(at.graph, event);
      frame.lowest = static_cast<std::uint32_t>(lowest_rank(at.graph, at.checker, event));
      frame.rank = std::max(frame.last + 1, frame.lowest);
    } else if (kind == LabelKind::Choose) {
      Frame& frame = push(at, FrameKind::Choose, event);
      frame.lowest = 0;
      frame.rank = at.graph[event].size;
      const Slot twin = at.graph[event].twin;
      if (twin != NoEvent) {
        frame.rank = std::min(frame.rank, static_cast<std::uint32_t>(at.graph[twin].value) + 1);
      }
    } else {
      push(at, FrameKind::Step, event);
    }
  }
  // The places of a write that has none yet. `read`: what it revisits, if it does.
  void push_placing(Configuration& at, FrameKind kind, Slot write, Slot read) {
    const Places places = places_of(at.graph, at.checker, write);
    Frame& frame = push(at, kind, write);
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
    frame.seen =
        at.graph.at_rank(at.graph[frame.event].location, lowest_rank(at.graph, at.checker, read));
  }

  // A graph had no room for the next event, which was that of `thread`.
  void note_full(const Configuration& at, std::size_t thread) {
    full_ = &at;
    thread_of_full_ = thread;
  }
  [[nodiscard]] std::pair<const Configuration*, std::size_t> full() const {
    return {full_, thread_of_full_};
  }

 private:
  const WorkingProgram<Words>& program_;
  MakeChecker make_checker_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  std::vector<Frame> frames_;  // the first `depth_` of them
  std::size_t depth_ = 0;
  const Configuration* full_ = nullptr;
  std::size_t thread_of_full_ = 0;
};

}  // namespace drover::trust
