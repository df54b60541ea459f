#pragma once

// RCMC [Kokologiannakis, Lahav, Sagonas, Vafeiadis, POPL'18], §4, and §5 for models without
// a coherence order.
//
// A configuration is a graph and the set of its *revisitable* reads (the paper's T). One of the
// branches of a step keeps the reads before the new event revisitable; in the others they are
// settled, so that nothing is explored twice, except with read-modify-writes: the later of two that
// read from the same write forces a revisit of the earlier one.
//
// A step forward changes the graph in place and is undone on return; only a revisit copies. A stack
// of frames replaces the recursion of the paper: docs/proofs.md, Searches as stacks of frames,
// which also lists the differences from the paper.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/slot_bytes.h"
#include "explorer/algorithms/working_program.h"

namespace drover::rcmc {

// `Consistency`: models/incremental/preconsistency.h.
template <std::size_t Words, typename Consistency>
class Rcmc : public FrameSearch {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  Rcmc(ProgramAutomata& automata, const Consistency& empty, RunControl& control,
       ExecutionObserver& observer)
      : program_(automata, observer), empty_(empty), control_(control) {}

  SearchEnd run() override {
    if (std::exchange(is_at_start_, false)) push_first();
    // Polls where a step goes on after an execution, not while backtracking; in a large graph each
    // event takes long.
    constexpr std::size_t LargeGraph = 256;
    for (bool may_poll = true; !frames_.empty();) {
      const std::size_t size = frames_.back().at->graph.size();
      if ((may_poll || size > LargeGraph) && control_.should_return(size)) return SearchEnd::Paused;
      may_poll = false;
      switch (take_next(frames_.back())) {
        case Choice::None: frames_.pop_back(); break;
        case Choice::Place:
          push_revisits();
          may_poll = true;
          break;
        case Choice::Taken:
          may_poll = !push_event();
          if (has_overflow_) return SearchEnd::TooManyEvents;
          break;
      }
    }
    return SearchEnd::Done;
  }

 private:
  static constexpr std::size_t AnyThread = WorkingProgram<Words>::NoThread;

  // A graph and the state of its model. One per depth of revisits. Large: never on the stack.
  struct Configuration {
    Graph graph;
    Consistency consistency;
    std::size_t depth = 0;
  };

  enum class FrameKind : std::uint8_t {
    Step,    // an event without choices
    Read,    // the source of a read
    Write,   // the place of a write in coherence
    Revisit  // the reads that a placed write revisits
  };

  struct Frame {
    Configuration* at = nullptr;
    FrameKind kind = FrameKind::Step;
    Slot event = NoEvent;
    bool is_taken = false;  // Read, Write: a choice is taken and not yet undone
    // Step: the step was taken; Read: the preferred write; Revisit: the first set of reads.
    bool is_begun = false;
    bool has_initial = false;  // Read: the initial write is open
    Slot preferred = NoEvent;  // Read
    std::uint32_t rank = 0;    // Write: the current rank; lower ranks are open
    std::uint32_t lowest = 0;
    std::uint32_t first = 0;  // the rank that settles no reads
    Bits revisitable;         // T, before the choice
    Bits open;                // Read: untried writes; Revisit: reads that may be revisited
    Bits chosen;              // Revisit: the reads revisited last
  };

  struct Target {
    Configuration* at = nullptr;
    Bits revisitable;
    std::size_t thread = AnyThread;  // the thread that goes on
  };

  enum class Choice : std::uint8_t {
    Taken,  // `target_` is to be explored
    Place,  // the same; then further sets of reads are revisited
    None
  };

  Configuration& configuration(std::size_t depth) {
    while (configurations_.size() <= depth) {
      configurations_.push_back(std::make_unique<Configuration>(
          Configuration{program_.empty_graph(), empty_, configurations_.size()}));
    }
    return *configurations_[depth];
  }

  void clear() override {
    frames_.clear();
    configuration(0).graph = program_.empty_graph();
    configuration(0).consistency = empty_;
  }
  void push_first() {
    target_ = {.at = &configuration(0), .revisitable = {}};
    push_event();
  }

  // ---- Algorithm 1

  // Pushes a frame for the next event of `target_`. False at an execution, or if the graph is full.
  bool push_event() {
    Configuration& at = *target_.at;
    std::size_t thread = std::exchange(target_.thread, AnyThread);
    if (thread == AnyThread) thread = program_.next_thread(at.graph);
    if (thread == WorkingProgram<Words>::NoThread) {
      finish(at);
      return false;
    }
    has_overflow_ = at.graph.is_full();
    if (has_overflow_) return false;
    const Label& label = program_.label_of(at.graph, thread);
    if (label.is_access()) at.graph.ensure_location(label.location);
    const Slot event = at.graph.add(thread, label);
    at.consistency.on_add(at.graph, event);
    if (label.is_read()) {
      settle_read(push(FrameKind::Read, event));
    } else if (label.is_write()) {
      push_write(event);
    } else {
      push(FrameKind::Step, event);
    }
    return true;
  }

  Frame& push(FrameKind kind, Slot event) {
    Frame& frame = frames_.emplace_back();
    frame.at = target_.at;
    frame.kind = kind;
    frame.event = event;
    frame.revisitable = target_.revisitable;
    return frame;
  }

  Choice take_next(Frame& frame) {
    switch (frame.kind) {
      case FrameKind::Step: return take_step(frame);
      case FrameKind::Read: return take_next_writer(frame);
      case FrameKind::Write: return take_next_place(frame);
      case FrameKind::Revisit: return take_next_revisit(frame);
    }
    return Choice::None;
  }

  Choice take_step(Frame& frame) {
    Graph& graph = frame.at->graph;
    if (std::exchange(frame.is_begun, true)) {
      graph.remove(frame.event);
      return Choice::None;
    }
    program_.take_step(graph, frame.event);
    target_ = {.at = frame.at, .revisitable = frame.revisitable};
    return Choice::Taken;
  }

  void finish(Configuration& at) {
    const Graph& graph = at.graph;
    if (!at.consistency.is_sc_acyclic(graph, sc_order_)) return;
    const auto happens_before = [&](Slot event) { return at.consistency.happens_before(event); };
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (!program_.is_waiting(graph, t)) continue;
      const auto& read = graph[graph.last_of(t)];
      if (!at.consistency.is_coherence_maximal(graph, read.location, read.reads_from)) {
        program_.report_stale(graph, happens_before);
        return;
      }
    }
    program_.report(graph, happens_before);
  }

  // ---- Algorithm 2

  void settle_read(Frame& frame) const {
    const Configuration& at = *frame.at;
    const auto readable = at.consistency.readable_by(at.graph, frame.event);  // lines 2 and 3
    frame.preferred = preferred_write(at.graph, frame.event, readable.writes);
    frame.open = readable.writes;
    frame.has_initial = readable.has_initial && frame.preferred != InitialWrite;
    if (frame.preferred != InitialWrite) frame.open.erase(frame.preferred);
  }

  Choice take_next_writer(Frame& frame) {
    Configuration& at = *frame.at;
    if (std::exchange(frame.is_taken, false)) clear_reads_from(at, frame.event);
    if (!std::exchange(frame.is_begun, true)) {  // line 10
      take_reading(frame, frame.preferred, frame.revisitable);
      target_.revisitable.insert(frame.event);
      return Choice::Taken;
    }
    // Line 11: without the predecessors of this read and of the write.
    const Bits rest = frame.revisitable - at.graph[frame.event].porf;
    if (std::exchange(frame.has_initial, false) && !breaks_atomicity(frame, InitialWrite)) {
      take_reading(frame, InitialWrite, rest);
      return Choice::Taken;
    }
    while (!frame.open.is_empty()) {
      const Slot write = frame.open.first();
      frame.open.erase(write);
      if (breaks_atomicity(frame, write)) continue;
      take_reading(frame, write, rest - at.graph[write].porf);
      return Choice::Taken;
    }
    at.graph.remove(frame.event);
    return Choice::None;
  }

  // Lines 4 to 6: true if both reads would be exclusive and the other one cannot be revisited.
  [[nodiscard]] bool breaks_atomicity(const Frame& frame, Slot write) const {
    const Graph& graph = frame.at->graph;
    const Slot read = frame.event;
    if (!is_exclusive_from(graph, read, write)) return false;
    const Bits others = exclusive_readers(graph, graph[read].location, write);
    return !(others - frame.revisitable).is_empty() || others.intersects(graph[read].porf);
  }

  // Lines 7 to 9: returns the source that makes the read revisitable. It is the last added write
  // before the read; if another read-modify-write already reads from that, the end of the chain of
  // read-modify-writes from there.
  [[nodiscard]] Slot preferred_write(const Graph& graph, Slot read, const Bits& readable) const {
    Slot preferred = InitialWrite;
    (readable & graph[read].porf).for_each([&](Slot write) {
      if (preferred == InitialWrite || graph.inserted_before(preferred, write)) preferred = write;
    });
    while (is_exclusive_from(graph, read, preferred)) {
      const Bits others = exclusive_readers(graph, graph[read].location, preferred);
      if (others.is_empty()) break;
      preferred = graph.next_of(others.first());
    }
    return preferred;
  }

  // True if `read` is the first half of a read-modify-write when it reads from `write`.
  [[nodiscard]] bool is_exclusive_from(const Graph& graph, Slot read, Slot write) const {
    const Value value = program_.value_of(graph, graph[read].location, write);
    return program_.label_at(graph, read).exclusive.contains(value);
  }
  [[nodiscard]] static Bits exclusive_readers(const Graph& graph, LocationId location, Slot write) {
    Bits readers;
    graph.readers_of(location, write).for_each([&](Slot read) {
      if (graph[read].is_exclusive_read) readers.insert(read);
    });
    return readers;
  }

  // Lets a new read read from `write`. If that makes the read exclusive, its write follows at once.
  void take_reading(Frame& frame, Slot write, const Bits& revisitable) {
    set_reads_from(*frame.at, frame.event, write);
    frame.is_taken = true;
    const auto& event = frame.at->graph[frame.event];
    target_.at = frame.at;
    target_.revisitable = revisitable;
    target_.thread = event.is_exclusive_read ? event.thread : AnyThread;
  }

  void set_reads_from(Configuration& at, Slot read, Slot write) {
    const NodeId next = program_.set_source(at.graph, read, write);
    at.consistency.on_read(at.graph, read);
    if (!next.is_none()) at.graph.set_node(at.graph[read].thread, next);
  }
  static void clear_reads_from(Configuration& at, Slot read) {
    auto& event = at.graph[read];
    at.graph.clear_reads_from(read);
    event.is_exclusive_read = false;
    event.is_failed_exclusive = false;
    event.is_pending_await = false;
    at.graph.set_node(event.thread, event.node);
  }

  // ---- Algorithm 3

  void push_write(Slot write) {
    Frame& frame = push(FrameKind::Write, write);
    const Places places = places_of(*frame.at, write);
    frame.first = static_cast<std::uint32_t>(places.first);
    frame.lowest = static_cast<std::uint32_t>(places.lowest);
    frame.rank = frame.first + 1;
    pass_write(frame);
  }
  // Moves the thread past the write, for any place.
  void pass_write(const Frame& frame) const {
    Graph& graph = frame.at->graph;
    graph.set_node(graph[frame.event].thread, program_.next_node(graph, frame.event, 0));
  }

  // Ranks in coherence that a new write may be placed after; `first` settles no reads.
  struct Places {
    std::size_t first = 0;
    std::size_t lowest = 0;
  };
  // Without coherence a write has one dummy place (§5). The write of a read-modify-write also has
  // only one.
  [[nodiscard]] static Places places_of(const Configuration& at, Slot write) {
    if (!at.consistency.has_coherence()) return {};
    const auto& event = at.graph[write];
    if (event.is_exclusive_write) {
      const Slot source = at.graph[at.graph.previous_of(write)].reads_from;
      const std::size_t rank = at.graph.coherence_rank(event.location, source);
      return {.first = rank, .lowest = rank};
    }
    const std::size_t last = at.graph.location(event.location).coherence.size();
    return {.first = last, .lowest = std::min(last, at.consistency.lowest_rank(at.graph, write))};
  }

  // Lines 5 to 8.
  Choice take_next_place(Frame& frame) {
    Configuration& at = *frame.at;
    const bool has_coherence = at.consistency.has_coherence();
    if (std::exchange(frame.is_taken, false) && has_coherence) at.graph.unplace(frame.event);
    const LocationId location = at.graph[frame.event].location;
    while (frame.rank > frame.lowest) {
      --frame.rank;
      target_.revisitable = frame.revisitable;
      if (frame.rank != frame.first) {
        const Slot previous = at.graph.at_rank(location, frame.rank);
        if (!exclusive_readers(at.graph, location, previous).is_empty()) continue;
        const Slot next = at.graph.at_rank(location, frame.rank + std::size_t{1});
        target_.revisitable -= at.graph[frame.event].porf;
        target_.revisitable -= at.graph[next].porf;
      }
      if (has_coherence) at.graph.place(frame.event, frame.rank);
      frame.is_taken = true;
      target_.at = &at;
      target_.thread = AnyThread;
      return find_revisits(frame.event) ? Choice::Place : Choice::Taken;
    }
    at.graph.remove(frame.event);
    return Choice::None;
  }

  // ---- Algorithm 5

  // True if some read must or may be revisited.
  bool find_revisits(Slot write) {
    const Bits forced = reads_to_revisit(target_.at->graph, write);
    open_ = open_reads(*target_.at, target_.revisitable, write, forced);
    return !forced.is_empty() || !open_.is_empty();
  }
  void push_revisits() {
    const Slot write = frames_.back().event;
    push(FrameKind::Revisit, write).open = open_;
  }

  // Lines 2 to 4 and 6: returns the reads that may be revisited.
  [[nodiscard]] static Bits open_reads(const Configuration& at, const Bits& revisitable, Slot write,
                                       const Bits& forced) {
    const Graph& graph = at.graph;
    const Bits candidates =
        (graph.location(graph[write].location).reads & revisitable) - graph[write].porf - forced;
    Bits open = candidates;
    candidates.for_each([&](Slot read) {
      const bool is_closed =
          graph[read].porf.intersects(forced) || at.consistency.has_seen_later(graph, read, write);
      if (is_closed) open.erase(read);
    });
    return open;
  }

  // Line 5, K_must: returns the other exclusive reads of the write that the read-modify-write of
  // `write` reads from.
  [[nodiscard]] static Bits reads_to_revisit(const Graph& graph, Slot write) {
    if (!graph[write].is_exclusive_write) return {};
    const Slot read = graph.previous_of(write);
    Bits readers = exclusive_readers(graph, graph[read].location, graph[read].reads_from);
    readers.erase(read);
    return readers;
  }

  // Line 7: revisits the forced reads alone, then with each set of open reads.
  Choice take_next_revisit(Frame& frame) {
    if (std::exchange(frame.is_begun, true)) {
      const auto chosen = next_chosen(frame);
      if (!chosen) return Choice::None;
      frame.chosen = *chosen;
    }
    revisit(frame);
    return Choice::Taken;
  }

  // Returns the set after the last one: a set precedes its extensions, and reads come in the order
  // of their slots. As §6 says, reads that a chosen read rules out are skipped: a set is extended
  // only with reads that are independent of all its members.
  [[nodiscard]] std::optional<Bits> next_chosen(const Frame& frame) const {
    Bits chosen = frame.chosen;
    Bits behind = frame.open;  // reads after the last chosen one
    std::vector<Slot> reads;
    chosen.for_each([&](Slot read) { reads.push_back(read); });
    if (!reads.empty()) behind = behind_of(frame.open, reads.back());
    while (true) {
      Bits open = behind;
      for (const Slot read : reads) {
        open = independent_of(frame.at->graph, read, frame.event, open);
      }
      if (!open.is_empty()) {
        chosen.insert(open.first());
        return chosen;
      }
      if (reads.empty()) return std::nullopt;
      behind = behind_of(frame.open, reads.back());
      chosen.erase(reads.back());
      reads.pop_back();
    }
  }
  [[nodiscard]] static Bits behind_of(const Bits& reads, Slot read) {
    Bits behind = reads;
    reads.for_each([&](Slot other) {
      if (other <= read) behind.erase(other);
    });
    return behind;
  }

  // Returns those of `reads` that may be revisited together with `read`: neither precedes the
  // other, and at most one of them becomes exclusive.
  [[nodiscard]] Bits independent_of(const Graph& graph, Slot read, Slot write,
                                    const Bits& reads) const {
    const bool is_exclusive = is_exclusive_from(graph, read, write);
    Bits independent = reads - graph[read].porf;
    reads.for_each([&](Slot other) {
      const bool is_ruled_out = graph[other].porf.contains(read) ||
                                (is_exclusive && is_exclusive_from(graph, other, write));
      if (is_ruled_out) independent.erase(other);
    });
    return independent;
  }

  // Lines 8 to 12. If nothing is revisited the graph stays as it is.
  void revisit(const Frame& frame) {
    const Configuration& at = *frame.at;
    const Bits& chosen = frame.chosen;
    const Bits forced = reads_to_revisit(at.graph, frame.event);
    target_ = {.at = frame.at, .revisitable = frame.revisitable};
    if (forced.is_empty() && chosen.is_empty()) return;
    const Bits reads = chosen | (forced - after(at.graph, chosen));
    const Bits deleted = after(at.graph, reads);
    Configuration& to = configuration(at.depth + 1);
    to.graph.copy_without(at.graph, deleted);
    to.consistency.copy_kept(at.consistency, to.graph.events());
    reads.for_each([&](Slot read) {
      clear_reads_from(to, read);
      set_reads_from(to, read, frame.event);
    });
    Bits rest = frame.revisitable - deleted - chosen;
    chosen.for_each([&](Slot read) { rest -= to.graph[read].porf; });
    target_ = {.at = &to, .revisitable = rest, .thread = pending_thread(to.graph, reads, chosen)};
  }

  // next_P, §4: a read that has become exclusive goes first. Of two, the one that is not
  // revisitable goes first; its write forces a revisit of the other one.
  [[nodiscard]] static std::size_t pending_thread(const Graph& graph, const Bits& reads,
                                                  const Bits& chosen) {
    Slot pending = NoEvent;
    reads.for_each([&](Slot read) {
      if (!graph[read].is_exclusive_read) return;
      if (pending == NoEvent || chosen.contains(read)) pending = read;
    });
    return pending == NoEvent ? AnyThread : graph[pending].thread;
  }

  // codom([reads] ; (po | rf)+)
  [[nodiscard]] static Bits after(const Graph& graph, const Bits& reads) {
    Bits later;
    graph.events().for_each([&](Slot event) {
      if (graph[event].porf.intersects(reads)) later.insert(event);
    });
    return later;
  }

  // ---- Items
  //
  //   choice := the source of a read, the rank of a write, the reads that are revisited; nothing
  //   for
  //             an event without choices
  //   open   := the fields of a frame that say what is left: rank, lowest, is_begun, has_initial,
  //             open, chosen

  [[nodiscard]] std::size_t depth() const override { return frames_.size(); }

  [[nodiscard]] bool has_choices(std::size_t index) override {
    const Frame& frame = frames_[index];
    switch (frame.kind) {
      case FrameKind::Step: return !frame.is_begun;
      case FrameKind::Read: return !frame.is_begun || frame.has_initial || !frame.open.is_empty();
      case FrameKind::Write: return frame.rank > frame.lowest;
      case FrameKind::Revisit: return !frame.is_begun || next_chosen(frame).has_value();
    }
    return false;
  }
  void close(std::size_t index) override {
    Frame& frame = frames_[index];
    frame.is_begun = true;
    frame.has_initial = false;
    frame.open.clear();
    frame.lowest = frame.rank;
  }

  void write_choice(ByteWriter& out, std::size_t index) const override {
    const Frame& frame = frames_[index];
    if (frame.kind == FrameKind::Read) out.put(frame.at->graph[frame.event].reads_from);
    if (frame.kind == FrameKind::Write) out.put(frame.rank);
    if (frame.kind == FrameKind::Revisit) write_slots(out, frame.chosen);
  }
  void write_open(ByteWriter& out, std::size_t index) const override {
    const Frame& frame = frames_[index];
    out.put(frame.rank);
    out.put(frame.lowest);
    out.put(frame.is_begun ? 1 : 0);
    out.put(frame.has_initial ? 1 : 0);
    write_slots(out, frame.open);
    write_slots(out, frame.chosen);
  }

  [[nodiscard]] bool push_next() override {
    const std::size_t depth = frames_.size();
    const Choice taken = depth == 0 ? Choice::None : take_next(frames_.back());
    if (depth == 0) push_first();
    if (taken == Choice::Taken) push_event();
    if (taken == Choice::Place) push_revisits();
    return frames_.size() == depth + 1;
  }
  [[nodiscard]] bool read_choice(ByteReader& in) override {
    Frame& frame = frames_.back();
    const Bits open = std::exchange(frame.open, {});
    switch (frame.kind) {
      case FrameKind::Step: return true;
      case FrameKind::Read: {
        const auto source = static_cast<Slot>(in.get_below(InitialWrite + std::uint64_t{1}));
        const bool has_initial = std::exchange(frame.has_initial, source == InitialWrite);
        if (source == frame.preferred) {
          frame.has_initial = false;
          return true;
        }
        frame.is_begun = true;
        if (source == InitialWrite) return has_initial;
        if (source >= Graph::Capacity || !open.contains(source)) return false;
        frame.open.insert(source);
        return true;
      }
      case FrameKind::Write: {
        const std::uint64_t rank = in.get_below(frame.rank);
        const bool is_open = rank >= frame.lowest;
        frame.lowest = static_cast<std::uint32_t>(rank);
        frame.rank = frame.lowest + 1;
        return is_open;
      }
      case FrameKind::Revisit:
        frame.chosen = read_slots<Words>(in);
        return may_be_chosen(frame, open);
    }
    return false;
  }
  [[nodiscard]] bool read_open(ByteReader& in) override {
    Frame& frame = frames_.back();
    const std::uint32_t least = frame.lowest;
    frame.rank = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    frame.lowest = static_cast<std::uint32_t>(in.get_below(frame.rank + std::uint64_t{1}));
    frame.is_begun = in.get_below(2) == 1;
    frame.has_initial &= in.get_below(2) == 1;
    const Bits open = std::exchange(frame.open, read_slots<Words>(in));
    frame.chosen = read_slots<Words>(in);
    return frame.lowest >= least && (frame.open - open).is_empty() && may_be_chosen(frame, open);
  }
  // True if the chosen reads are among `open` and can be revisited together.
  [[nodiscard]] bool may_be_chosen(const Frame& frame, const Bits& open) const {
    return (frame.chosen - open).is_empty() && !frame.chosen.any_of([&](Slot read) {
      Bits others = frame.chosen;
      others.erase(read);
      return independent_of(frame.at->graph, read, frame.event, others) != others;
    });
  }

  WorkingProgram<Words> program_;
  Consistency empty_;
  RunControl& control_;
  std::vector<std::unique_ptr<Configuration>> configurations_;
  std::vector<Frame> frames_;
  Target target_;  // the result of the last choice
  Bits open_;      // reads that the last placed write may revisit
  typename Consistency::ScOrder sc_order_;
};

}  // namespace drover::rcmc
