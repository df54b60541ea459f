#pragma once

// The calls of EXPLORE and EXPLORECOS (trust.h) that have not returned, as a stack of frames
// (docs/proofs.md). trust_search.h runs through them: all, in pieces, or along random paths.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "explorer/algorithms/trust/coherence_ranks.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/models/incremental/any_checker.h"

namespace drover::trust {

// Returns a checker for the empty graph; called once per depth of revisits.
template <std::size_t Words>
using MakeChecker = std::function<incremental::AnyChecker<Words>()>;

// A graph and the state of its checker. One per depth of revisits. Large: never on the stack.
template <std::size_t Words>
struct Configuration {
  Configuration(WorkingGraph<Words> empty_graph, incremental::AnyChecker<Words> checker_of_it,
                std::size_t depth_of_revisits)
      : graph(std::move(empty_graph)),
        checker(std::move(checker_of_it)),
        depth(depth_of_revisits) {}

  WorkingGraph<Words> graph;
  incremental::AnyChecker<Words> checker;
  std::size_t depth;
};

enum class FrameKind : std::uint8_t {
  Step,       // an event without choices
  Read,       // the source of a read
  Write,      // the place of a write in coherence, then the reads it revisits
  Revisit,    // the place of the revisiting write
  Departure,  // the same, for an await that leaves the graph (graph_changes.h)
  Choose      // the value of a choice, as a rank
};

// The choices of an event or of a revisit: ranks in coherence, the highest first, and reads. Frames
// are reused: fields that the kind does not need keep old values.
template <std::size_t Words>
struct Frame {
  Configuration<Words>* at = nullptr;
  FrameKind kind = FrameKind::Step;
  bool is_taken = false;       // a rank is taken and not yet undone
  bool may_revisit = false;    // Write: reads are to be revisited after the ranks
  bool is_revisiting = false;  // Write: the ranks are done
  bool has_led_on = false;     // Read: a rank was taken, here or in the frame it was split from
  Slot event = NoEvent;        // Revisit and Departure: the write
  Slot read = NoEvent;         // Revisit: the revisited read; Write: the one revisited last
  Slot seen = NoEvent;         // Revisit: the last write that the read has seen
  NodeId next;                 // the next node of the write's thread
  std::uint32_t rank = 0;      // the current rank; lower ranks are open
  std::uint32_t lowest = 0;
  std::uint32_t last = 0;              // the rank of the last write
  std::uint32_t first_unfinished = 0;  // threads before it have finished in this graph
  std::size_t mark = 0;                // of the checker, before the rank was taken
  std::size_t read_mark = 0;           // Revisit: the mark before the read
  EventBits<Words> revisitable;        // Write: reads not yet revisited
};

// The outcome of resuming a frame: it calls EXPLORE with its graph, it calls EXPLORECOS (which gets
// its own frame), or it returns.
enum class Call : std::uint8_t { Explore, ExploreCos, Return };

template <std::size_t Words>
class TrustFrames {
 public:
  using Configuration = trust::Configuration<Words>;
  using Frame = trust::Frame<Words>;
  using MakeChecker = trust::MakeChecker<Words>;

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

  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] Frame& operator[](std::size_t index) { return frames_[index]; }
  [[nodiscard]] const Frame& operator[](std::size_t index) const { return frames_[index]; }
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
  // Pushes a frame for the choices of an added event.
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
  // Pushes a frame for the places of an unplaced write. `read`: the read it revisits, if any.
  void push_placing(Configuration& at, FrameKind kind, Slot write, Slot read) {
    const Places places = places_of(at.graph, at.checker, write);
    Frame& frame = push(at, kind, write);
    frame.lowest = static_cast<std::uint32_t>(places.lowest);
    frame.rank = std::max(static_cast<std::uint32_t>(places.highest) + 1, frame.lowest);
    frame.last = last_rank(at.graph, write);
    frame.next = program_.next_node(at.graph, write, 0);
    if (kind != FrameKind::Revisit) return;
    frame.read = read;
    frame.seen =
        at.graph.at_rank(at.graph[write].location, lowest_rank(at.graph, at.checker, read));
  }

 private:
  const WorkingProgram<Words>& program_;
  MakeChecker make_checker_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  std::vector<Frame> frames_;  // the first `depth_` are in use
  std::size_t depth_ = 0;
};

}  // namespace drover::trust
