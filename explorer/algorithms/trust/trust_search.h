#pragma once

// Runs through the calls of TruSt (trust.h, trust_frames.h): all of them, those of a work item, or
// one random path.

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "explorer/algorithms/search.h"
#include "explorer/algorithms/slot_bytes.h"
#include "explorer/algorithms/trust/trust.h"

namespace drover::trust {

template <std::size_t Words>
class TrustSearch : public FrameSearch {
 public:
  TrustSearch(ProgramAutomata& automata, const TrustOptions& options,
              MakeChecker<Words> make_checker, RunControl& control, ExecutionObserver& observer)
      : trust_(automata, options, std::move(make_checker), observer),
        frames_(trust_.frames()),
        control_(control) {}
  // Not copyable: `frames_` refers into `trust_`.
  TrustSearch(const TrustSearch&) = delete;
  TrustSearch& operator=(const TrustSearch&) = delete;

  SearchEnd run() override {
    if (std::exchange(is_at_start_, false)) trust_.explore(frames_.configuration(0));
    // Steps are short, so polling at each would be slow.
    constexpr std::uint32_t StepsPerPoll = 64;
    for (std::uint32_t steps = 1; !frames_.is_empty(); ++steps) {
      Frame& frame = frames_.top();
      const bool is_due = steps % StepsPerPoll == 0 || control_.has_stopped();
      if (is_due && control_.should_return_now(frame.at->graph.size())) return SearchEnd::Paused;
      switch (trust_.resume(frame)) {
        case Call::Explore:
          has_overflow_ = !trust_.explore(frame);
          if (has_overflow_) return SearchEnd::TooManyEvents;
          break;
        case Call::ExploreCos: break;  // its frame is on the stack
        case Call::Return: frames_.pop(); break;
      }
    }
    return SearchEnd::Done;
  }

  bool sample(std::mt19937_64& random) override {
    begin();
    is_at_start_ = false;
    bool fits = trust_.explore(frames_.configuration(0));
    while (fits && !frames_.is_empty() && !control_.should_return(frames_.top().at->graph.size())) {
      Frame& frame = frames_.top();
      const std::vector<Alternative> alternatives = alternatives_of(frame);
      if (alternatives.empty()) break;
      std::discrete_distribution<std::size_t> any(alternatives.size(), 0, 1,
                                                  [](double) { return 1.0; });
      if (!take(frame, alternatives[any(random)])) continue;
      const std::size_t depth = frames_.depth();
      fits = trust_.explore(frames_.top());
      const bool is_leaf = frames_.depth() == depth;
      if (is_leaf) break;
    }
    frames_.clear();
    if (!fits) control_.stop(StopReason::TooManyEvents);
    return true;
  }

 private:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using Configuration = trust::Configuration<Words>;
  using Frame = trust::Frame<Words>;

  void clear() override {
    frames_.clear();
    frames_.reset(frames_.configuration(0));
  }

  // ---- Items
  //
  //   choice := 0 and a rank (of an event without choices: 0), or 1 and the revisited read
  //   open   := nothing for an event without choices; else rank, lowest, whether reads are to be
  //             revisited after the ranks, and 0, or 1 and the reads to be revisited

  [[nodiscard]] std::size_t depth() const override { return frames_.depth(); }

  [[nodiscard]] bool has_choices(std::size_t index) override {
    Frame& frame = frames_[index];
    if (frame.kind == FrameKind::Step) return !frame.is_taken;
    if (frame.rank > frame.lowest) return true;
    const Graph& graph = frame.at->graph;
    if (frame.is_revisiting) {
      // Nothing has been added since: revisits that will not be taken can be dropped.
      const Bits open = frame.revisitable;
      open.for_each([&](Slot read) {
        const Bits deleted = deleted_by(graph, read, frame.event);
        if (!should_revisit(graph, read, frame.event, deleted)) frame.revisitable.erase(read);
      });
      return !frame.revisitable.is_empty();
    }
    if (!frame.may_revisit) return false;
    const auto& event = graph[frame.event];
    const auto is_older = [&](Slot read) { return graph[read].stamp < event.stamp; };
    return (graph.location(event.location).reads - event.causes).any_of(is_older);
  }
  void close(std::size_t index) override {
    Frame& frame = frames_[index];
    frame.lowest = frame.rank;
    frame.has_led_on = true;  // the item has the remaining choices
    frame.revisitable.clear();
    frame.may_revisit = false;
    if (frame.kind == FrameKind::Step) frame.is_taken = true;
  }

  void write_choice(ByteWriter& out, std::size_t index) const override {
    const Frame& frame = frames_[index];
    out.put(frame.is_revisiting ? 1 : 0);
    out.put(frame.is_revisiting ? frame.read : frame.kind == FrameKind::Step ? 0 : frame.rank);
  }
  void write_open(ByteWriter& out, std::size_t index) const override {
    const Frame& frame = frames_[index];
    if (frame.kind == FrameKind::Step) return;
    out.put(frame.rank);
    out.put(frame.lowest);
    out.put(frame.may_revisit ? 1 : 0);
    out.put(frame.is_revisiting ? 1 : 0);
    if (frame.is_revisiting) write_slots(out, frame.revisitable);
  }

  [[nodiscard]] bool push_next() override {
    const std::size_t depth = frames_.depth();
    if (depth == 0) {
      trust_.explore(frames_.configuration(0));
    } else if (trust_.resume(frames_.top()) == Call::Explore) {
      trust_.explore(frames_.top());
    }
    return frames_.depth() == depth + 1;
  }
  [[nodiscard]] bool read_choice(ByteReader& in) override {
    Frame& frame = frames_.top();
    const bool is_revisit = in.get_below(2) == 1;
    const auto choice = static_cast<std::uint32_t>(in.get_below(Graph::Capacity));
    if (is_revisit) {
      frame.rank = frame.lowest;
      frame.is_revisiting = true;
      frame.revisitable.clear();
      frame.revisitable.insert(choice);
      return may_revisit(frame, frame.revisitable);
    }
    frame.may_revisit = false;
    if (frame.kind == FrameKind::Step) return true;
    const bool is_open = choice >= frame.lowest && choice < frame.rank;
    frame.lowest = choice;
    frame.rank = choice + 1;
    return is_open;
  }
  [[nodiscard]] bool read_open(ByteReader& in) override {
    Frame& frame = frames_.top();
    if (frame.kind == FrameKind::Step) return true;
    const std::uint32_t least = frame.lowest;
    frame.rank = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    frame.lowest = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    frame.may_revisit &= in.get_below(2) == 1;
    // Ranks are tried until one can be taken: a frame that has used a rank has led on.
    frame.has_led_on = frame.rank <= frame.last;
    frame.is_revisiting = in.get_below(2) == 1;
    frame.revisitable = frame.is_revisiting ? read_slots<Words>(in) : Bits();
    return frame.lowest >= least && (!frame.is_revisiting || may_revisit(frame, frame.revisitable));
  }
  [[nodiscard]] static bool may_revisit(const Frame& frame, const Bits& reads) {
    return frame.kind == FrameKind::Write &&
           (reads - revisitable_by(frame.at->graph, frame.event)).is_empty();
  }

  // ---- Random paths

  // A choice of a frame: a rank, or a read to be revisited.
  struct Alternative {
    std::uint32_t rank = 0;
    Slot read = NoEvent;
  };

  // Returns the consistent alternatives of a frame that has taken none. (A revisit counts as one,
  // even if the write finds no place.)
  std::vector<Alternative> alternatives_of(Frame& frame) {
    std::vector<Alternative> found;
    Configuration& at = *frame.at;
    if (frame.kind == FrameKind::Step) return {{0, NoEvent}};
    const std::uint32_t rank = frame.rank;
    if (frame.kind == FrameKind::Choose) {
      for (std::uint32_t value = rank; value > frame.lowest; --value) {
        found.push_back({value - 1, NoEvent});
      }
      return found;
    }
    if (frame.kind == FrameKind::Read) {
      const LocationId location = at.graph[frame.event].location;
      while (frame.rank > frame.lowest) {
        const Slot write = at.graph.at_rank(location, --frame.rank);
        if (!waits_allow_reading(at.graph, frame.event, write)) continue;
        if (!trust_.explore_if_consistent(frame, frame.event, write, frame.mark)) continue;
        take_back_rf(at, frame.event, frame.mark);
        found.push_back({frame.rank, NoEvent});
      }
    } else if (frame.kind == FrameKind::Write) {
      while (trust_.explore_cos(frame)) {
        take_back_co(frame);
        found.push_back({frame.rank, NoEvent});
      }
      revisitable_by(at.graph, frame.event).for_each([&](Slot read) {
        const Bits deleted = deleted_by(at.graph, read, frame.event);
        if (!should_revisit(at.graph, read, frame.event, deleted)) return;
        found.push_back({0, read});
      });
    } else {
      while (trust_.resume_revisit(frame) == Call::Explore) found.push_back({frame.rank, NoEvent});
    }
    frame.rank = rank;
    return found;
  }

  // Takes an alternative. False if it is a revisit, whose new frame has choices of its own.
  bool take(Frame& frame, const Alternative& alternative) {
    if (alternative.read != NoEvent) {
      const Bits deleted = deleted_by(frame.at->graph, alternative.read, frame.event);
      trust_.push_revisit(*frame.at, alternative.read, frame.event, deleted);
      return false;
    }
    if (frame.kind != FrameKind::Step) frame.rank = alternative.rank + 1;
    return trust_.resume(frame) == Call::Explore;
  }

  Trust<Words> trust_;
  TrustFrames<Words>& frames_;  // of `trust_`
  RunControl& control_;
};

}  // namespace drover::trust
