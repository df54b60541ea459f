#pragma once

// Runs through the calls of TruSt (trust.h, trust_frames.h): all of them, those of a work item, or
// one random path.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "explorer/algorithms/graph_item.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/trust/trust.h"

namespace drover::trust {

template <std::size_t Words, typename Checker>
class TrustSearch : public Search {
 public:
  using MakeChecker = typename TrustFrames<Words, Checker>::MakeChecker;

  TrustSearch(ProgramAutomata& automata, const TrustOptions& options, MakeChecker make_checker,
              RunControl& control, ExecutionObserver& observer)
      : trust_(automata, options, std::move(make_checker), observer),
        frames_(trust_.frames()),
        control_(control) {}
  // Not copyable: `frames_` refers into `trust_`.
  TrustSearch(const TrustSearch&) = delete;
  TrustSearch& operator=(const TrustSearch&) = delete;

  SearchEnd run() override {
    if (start_ != Start::Nowhere) {
      Configuration& at = frames_.configuration(0);
      const bool is_anywhere = std::exchange(start_, Start::Nowhere) == Start::Anywhere;
      const bool fits = is_anywhere ? trust_.explore(at) : trust_.explore_thread(at, start_thread_);
      if (!fits) return too_many_events();
    }
    // Steps are short, so polling at each would be slow.
    constexpr std::uint32_t StepsPerPoll = 64;
    for (std::uint32_t steps = 1; !frames_.is_empty(); ++steps) {
      Frame& frame = frames_.top();
      const bool is_due = steps % StepsPerPoll == 0 || control_.has_stopped();
      if (is_due && control_.should_return_now(frame.at->graph.size())) return SearchEnd::Paused;
      switch (trust_.resume(frame)) {
        case Call::Explore:
          if (!trust_.explore(frame)) return too_many_events();
          break;
        case Call::ExploreCos: break;  // its frame is on the stack
        case Call::Return: frames_.pop(); break;
      }
    }
    return SearchEnd::Done;
  }

  std::optional<Bytes> split() override {
    for (Frame& frame : frames_.all()) {
      if (!has_choices(frame)) continue;
      Bytes item = item_of(frame);
      frame.lowest = frame.rank;
      frame.has_led_on = true;  // the item has the remaining choices
      frame.revisitable.clear();
      frame.may_revisit = false;
      if (frame.kind == FrameKind::Step) frame.is_taken = true;
      return item;
    }
    if (start_ == Start::Nowhere) return std::nullopt;
    const bool is_anywhere = std::exchange(start_, Start::Nowhere) == Start::Anywhere;
    return item_of(frames_.configuration(0), is_anywhere ? AnyThread : start_thread_);
  }

  bool sample(std::mt19937_64& random) override {
    begin();
    start_ = Start::Nowhere;
    bool fits = trust_.explore(frames_.configuration(0));
    while (fits && !frames_.is_empty() && !control_.should_return(frames_.top().at->graph.size())) {
      Frame& frame = frames_.top();
      const std::vector<Alternative> alternatives = alternatives_of(frame);
      if (alternatives.empty()) break;
      std::discrete_distribution<std::size_t> any(alternatives.size(), 0, 1,
                                                  [](double) { return 1.0; });
      if (!take(frame, alternatives[any(random)])) continue;
      const std::size_t depth = frames_.all().size();
      fits = trust_.explore(frames_.top());
      const bool is_leaf = frames_.all().size() == depth;
      if (is_leaf) break;
    }
    frames_.clear();
    if (!fits) control_.stop(StopReason::TooManyEvents);
    return true;
  }

  Bytes take_overflow() override { return std::exchange(overflow_, {}); }

 private:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using Configuration = trust::Configuration<Words, Checker>;
  using Frame = trust::Frame<Words, Checker>;

  void forget() override {
    frames_.clear();
    frames_.reset(frames_.configuration(0));
    start_ = Start::Nowhere;
  }
  void start() override { start_ = Start::Anywhere; }

  SearchEnd too_many_events() {
    const auto [at, thread] = frames_.full();
    overflow_ = item_of(*at, thread);
    return SearchEnd::TooManyEvents;
  }

  // ---- Items

  // As the first field of an item, Step stands for a graph without open choices that is to be
  // explored.
  static constexpr std::uint64_t FrameKinds = 6;
  static constexpr std::size_t AnyThread = WorkingProgram<Words>::NoThread;

  [[nodiscard]] bool has_choices(Frame& frame) const {
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

  // Returns the remaining choices of a frame as an item.
  //   item    := kind, graph, choices
  //   choices := event, rank, lowest, then for Write: 0, or 1 and the reads to be revisited; for
  //              Revisit: the read.   Step: 0, or the thread that goes on + 1.
  //              Choose: thread, rank, lowest; the choice is not in the graph
  [[nodiscard]] static Bytes item_of(const Frame& frame) {
    const Graph& graph = frame.at->graph;
    if (frame.kind == FrameKind::Step) return item_of(*frame.at, AnyThread);  // the last frame
    const bool is_read = frame.kind == FrameKind::Read;
    ByteWriter out;
    out.put(static_cast<std::uint64_t>(frame.kind));
    if (frame.kind == FrameKind::Choose) {
      write_graph(out, graph, {.end = graph[frame.event].stamp});
      out.put(graph[frame.event].thread);
      out.put(frame.rank);
      out.put(frame.lowest);
      return out.take();
    }
    write_graph(out, graph,
                {.end = graph[frame.event].stamp + 1,
                 .open_read = is_read ? frame.event : frame.read,
                 .open_write = is_read ? NoEvent : frame.event});
    out.put(frame.event);
    out.put(frame.rank);
    out.put(frame.lowest);
    if (frame.kind == FrameKind::Revisit) out.put(frame.read);
    if (frame.kind == FrameKind::Write) {
      out.put(frame.is_revisiting ? 1 : 0);
      if (frame.is_revisiting) write_slots(out, frame.revisitable);
    }
    return out.take();
  }
  [[nodiscard]] static Bytes item_of(const Configuration& at, std::size_t thread) {
    ByteWriter out;
    out.put(static_cast<std::uint64_t>(FrameKind::Step));
    write_whole_graph(out, at.graph);
    out.put(thread == AnyThread ? 0 : thread + 1);
    return out.take();
  }

  [[nodiscard]] bool load_from(ByteReader& in) override {
    Configuration& at = frames_.configuration(0);
    const auto kind = static_cast<FrameKind>(in.get_below(FrameKinds));
    OpenEvents open;
    if (!read_graph(in, trust_.program(), at.graph, at.checker, open)) return false;
    if (kind == FrameKind::Step) {
      const std::uint64_t thread = in.get_below(at.graph.thread_count() + 1);
      start_ = thread == 0 ? Start::Anywhere : Start::AtThread;
      start_thread_ = static_cast<std::size_t>(thread) - 1;
      if (in.has_failed() || open != OpenEvents{}) return false;
      return thread == 0 || trust_.program().can_go_on(at.graph, start_thread_);
    }
    if (kind == FrameKind::Choose) return load_values(in, at, open);
    const Slot event =
        read_slot(in, at.graph, kind == FrameKind::Read ? LabelKind::Read : LabelKind::Write);
    if (event == NoEvent || event != last_added(at.graph)) return false;
    Frame& frame = frames_.push(at, kind, event);
    frame.last = last_rank(at.graph, event);
    frame.rank = static_cast<std::uint32_t>(in.get_below(frame.last + std::uint64_t{2}));
    frame.lowest = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    if (kind == FrameKind::Read) {
      // Ranks are tried until one can be taken: a frame that has used a rank has led on.
      frame.has_led_on = frame.rank <= frame.last;
      return !in.has_failed() && open == OpenEvents{.read = event};
    }
    const Slot read =
        kind == FrameKind::Revisit ? read_slot(in, at.graph, LabelKind::Read) : NoEvent;
    const bool is_read_good =
        kind != FrameKind::Revisit ||
        (read != NoEvent && at.graph[read].location == at.graph[event].location);
    if (!is_read_good) return false;
    if (in.has_failed() || open != OpenEvents{.read = read, .write = event}) return false;
    frames_.settle(frame, read);
    return kind != FrameKind::Write || load_revisits(in, frame);
  }
  [[nodiscard]] bool load_values(ByteReader& in, Configuration& at, const OpenEvents& open) {
    const auto thread = static_cast<std::size_t>(in.get_below(at.graph.thread_count()));
    if (in.has_failed() || open != OpenEvents{} || at.graph.is_full()) return false;
    if (trust_.program().kind_of(at.graph, thread) != LabelKind::Choose) return false;
    if (trust_.program().is_waiting(at.graph, thread)) return false;
    trust_.explore_thread(at, thread);
    Frame& frame = frames_.top();
    frame.rank = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    frame.lowest = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    return !in.has_failed();
  }
  [[nodiscard]] bool load_revisits(ByteReader& in, Frame& frame) {
    frame.is_revisiting = in.get_below(2) == 1;
    frame.revisitable.clear();
    if (!frame.is_revisiting) return !in.has_failed();
    return read_slots(in, frame.at->graph, LabelKind::Read, frame.revisitable) &&
           (frame.revisitable - revisitable_by(frame.at->graph, frame.event)).is_empty();
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

  // The first action of `run` besides the frames: exploring a graph.
  enum class Start : std::uint8_t { Nowhere, Anywhere, AtThread };

  Trust<Words, Checker> trust_;
  TrustFrames<Words, Checker>& frames_;  // of `trust_`
  RunControl& control_;
  Start start_ = Start::Nowhere;
  std::size_t start_thread_ = 0;
  Bytes overflow_;
};

}  // namespace drover::trust
