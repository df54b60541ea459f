#pragma once

// Working graphs as bytes that mean the same to every process that runs the same program.
//
// An event is stored as the choices of the exploration: the source of a read, the place of a write
// in coherence, its slot and its stamp. Replaying its thread recovers its label, nodes and
// locations, whose numbers have no meaning in other processes.
//
//   graph     := next stamp, thread*, count of orders, order*, count of waits, wait*
//   thread    := count, event*                 in program order
//   event     := slot, stamp, flags, twin, source, and of a choice its value
//   twin      := 0 for none, or slot + 1
//   source    := 0 for none, 1 for the initial write, or slot + 2
//   order     := count, slot*                  the writes of one location in coherence
//   wait      := thread, index, anchor, stamp

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "explorer/algorithms/working_program.h"
#include "explorer/graph/working_graph.h"
#include "support/bytes.h"

namespace drover {

// The stored part of a graph: the events added before `end`, with some choices left open.
struct GraphCut {
  std::uint32_t end = 0;      // a stamp
  Slot open_read = NoEvent;   // reads from nothing
  Slot open_write = NoEvent;  // has no place in coherence
};

// The events without a source or a place in a loaded graph.
struct OpenEvents {
  Slot read = NoEvent;
  Slot write = NoEvent;  // under models with coherence
  bool operator==(const OpenEvents&) const = default;
};

// Flags of an event: is_anchor, is_private, and that it is a choice, whose value is stored too.
inline constexpr std::uint64_t AnchorFlag = 1;
inline constexpr std::uint64_t PrivateFlag = 2;
inline constexpr std::uint64_t ChoiceFlag = 4;

template <std::size_t Words>
void write_graph(ByteWriter& out, const WorkingGraph<Words>& graph, const GraphCut& cut) {
  const auto is_kept = [&](Slot slot) { return graph[slot].stamp < cut.end; };
  out.put(cut.end);
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const auto& events = graph.thread(t).events;
    std::size_t count = 0;
    while (count < events.size() && is_kept(events[count])) ++count;
    out.put(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto& event = graph[events[i]];
      const bool is_open = event.reads_from == NoEvent || events[i] == cut.open_read;
      out.put(events[i]);
      out.put(event.stamp);
      const bool is_choice = event.kind == LabelKind::Choose;
      out.put((event.is_anchor ? AnchorFlag : 0) | (event.is_private ? PrivateFlag : 0) |
              (is_choice ? ChoiceFlag : 0));
      out.put(event.twin == NoEvent ? 0 : event.twin + std::uint64_t{1});
      out.put(is_open                            ? 0
              : event.reads_from == InitialWrite ? 1
                                                 : event.reads_from + std::uint64_t{2});
      if (is_choice) out.put(static_cast<std::uint64_t>(event.value));
    }
  }
  std::vector<std::vector<Slot>> orders;
  for (std::size_t i = 0; i < graph.location_count(); ++i) {
    std::vector<Slot> order;
    for (const Slot write : graph.location(LocationId(i)).coherence) {
      if (is_kept(write) && write != cut.open_write) order.push_back(write);
    }
    if (!order.empty()) orders.push_back(std::move(order));
  }
  out.put(orders.size());
  for (const auto& order : orders) {
    out.put(order.size());
    for (const Slot write : order) out.put(write);
  }
  out.put(graph.waits().size());
  for (const Wait& wait : graph.waits()) {
    out.put(wait.thread);
    out.put(wait.index);
    out.put(wait.anchor);
    out.put(wait.stamp);
  }
}

// A checker that follows the loading of a graph, behind virtual functions: graphs are seldom
// loaded, and the reader is compiled once for all checkers.
template <std::size_t Words>
class ReadingChecker {
 public:
  using Graph = WorkingGraph<Words>;

  virtual ~ReadingChecker() = default;
  // True if writes have a place in coherence.
  [[nodiscard]] virtual bool places_writes() const = 0;
  virtual void on_add(const Graph& graph, Slot event) = 0;
  // True if the graph is still consistent.
  [[nodiscard]] virtual bool on_read(const Graph& graph, Slot read) = 0;
  [[nodiscard]] virtual bool on_place(const Graph& graph, Slot write) = 0;
};

template <std::size_t Words, typename Checker>
class ReadingCheckerOf final : public ReadingChecker<Words> {
 public:
  using Graph = WorkingGraph<Words>;

  explicit ReadingCheckerOf(Checker& checker) : checker_(checker) {}

  [[nodiscard]] bool places_writes() const override {
    if constexpr (requires { checker_.has_coherence(); }) return checker_.has_coherence();
    return true;
  }
  void on_add(const Graph& graph, Slot event) override { checker_.on_add(graph, event); }
  [[nodiscard]] bool on_read(const Graph& graph, Slot read) override {
    if constexpr (std::is_same_v<decltype(checker_.on_read(graph, read)), bool>) {
      return checker_.on_read(graph, read);
    } else {
      checker_.on_read(graph, read);
      return true;
    }
  }
  [[nodiscard]] bool on_place(const Graph& graph, Slot write) override {
    if constexpr (requires { checker_.on_place(graph, write); }) {
      return checker_.on_place(graph, write);
    } else {
      return true;
    }
  }

 private:
  Checker& checker_;
};

// Rebuilds a graph and its checker's state. A short-lived worker.
//
// Events are added in an order in which each follows its causes; as in any exploration, each read
// reads from a present write, and each write takes its place among the present ones. Untrusted
// input: every event is checked for the invariants of explorers and checkers. At most one read and
// one write are open; they are the last events of their threads, and nothing refers to them.
template <std::size_t Words>
class GraphReader {
 public:
  using Graph = WorkingGraph<Words>;

  // `graph` and `checker` are empty.
  GraphReader(ByteReader& in, const WorkingProgram<Words>& program, Graph& graph,
              ReadingChecker<Words>& checker)
      : in_(in), program_(program), graph_(graph), checker_(checker) {}

  // False if the bytes are not a graph of this program, or the graph does not fit or is not
  // consistent.
  [[nodiscard]] bool read() {
    const auto next_stamp = static_cast<std::uint32_t>(in_.get());
    read_events();
    read_orders();
    if (in_.has_failed() || !has_good_stamps(next_stamp) || !add_events()) return false;
    graph_.finish(next_stamp);
    return read_waits();
  }

  [[nodiscard]] const OpenEvents& open() const { return open_; }

 private:
  static constexpr std::size_t NoPosition = static_cast<std::size_t>(-1);
  static constexpr std::uint32_t MaxStamp = std::numeric_limits<std::uint32_t>::max() / 2;

  struct ReadEvent {
    Slot slot = NoEvent;
    std::uint32_t stamp = 0;
    std::uint64_t flags = 0;
    Slot twin = NoEvent;
    Slot source = NoEvent;
    std::uint64_t choice = 0;
  };

  Slot read_slot() { return static_cast<Slot>(in_.get_below(Graph::Capacity)); }

  void read_events() {
    threads_.resize(graph_.thread_count());
    for (auto& thread : threads_) {
      thread.resize(in_.get_count());
      for (ReadEvent& event : thread) {
        event.slot = read_slot();
        event.stamp = static_cast<std::uint32_t>(in_.get());
        event.flags = in_.get();
        const std::uint64_t twin = in_.get_below(Graph::Capacity + 1);
        if (twin > 0) event.twin = static_cast<Slot>(twin - 1);
        const std::uint64_t source = in_.get_below(Graph::Capacity + 2);
        if (source > 0) event.source = source == 1 ? InitialWrite : static_cast<Slot>(source - 2);
        if ((event.flags & ChoiceFlag) != 0) event.choice = in_.get();
      }
    }
  }

  void read_orders() {
    position_.clear();
    const std::size_t count = in_.get_count();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size = in_.get_count();
      for (std::size_t position = 0; position < size; ++position) {
        const Slot slot = read_slot();
        if (slot >= position_.size()) position_.resize(slot + std::size_t{1}, NoPosition);
        position_[slot] = position;
      }
    }
  }

  [[nodiscard]] std::size_t position_of(Slot write) const {
    return write < position_.size() ? position_[write] : NoPosition;
  }

  // True if stamps are distinct, and grow with program order and from role to role.
  [[nodiscard]] bool has_good_stamps(std::uint32_t next_stamp) const {
    std::vector<std::uint32_t> stamps;
    std::uint32_t highest = 0;      // of the role, plus 1
    std::uint32_t least_after = 0;  // lowest stamp allowed in the role
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (t > 0 && graph_.role(t) != graph_.role(t - 1)) least_after = highest;
      std::uint32_t least = least_after;
      for (const ReadEvent& event : threads_[t]) {
        if (event.stamp < least || event.stamp >= std::min(next_stamp, MaxStamp)) return false;
        least = event.stamp + 1;
        stamps.push_back(event.stamp);
      }
      highest = std::max(highest, least);
    }
    std::ranges::sort(stamps);
    return std::ranges::adjacent_find(stamps) == stamps.end() && next_stamp == highest;
  }

  // Adds open events last: the checker only sees graphs in which all else is known.
  [[nodiscard]] bool add_events() {
    added_.assign(threads_.size(), 0);
    if (!add_those(Openness::Known) || !add_those(Openness::Open)) return false;
    return std::ranges::equal(added_, threads_, {}, {}, &std::vector<ReadEvent>::size);
  }

  enum class Openness : std::uint8_t { Known, Open };

  // Adds events of any thread that can go on, until none can.
  [[nodiscard]] bool add_those(Openness openness) {
    for (bool has_moved = true; has_moved;) {
      has_moved = false;
      for (std::size_t t = 0; t < threads_.size(); ++t) {
        while (added_[t] < threads_[t].size() && has_causes(t) &&
               (openness == Openness::Open || !is_open(t))) {
          if (!add(t, threads_[t][added_[t]])) return false;
          ++added_[t];
          has_moved = true;
        }
      }
    }
    return true;
  }

  // True if the next event of the thread is a read without a source, or a write without a place.
  [[nodiscard]] bool is_open(std::size_t thread) const {
    if (!is_event(program_.kind_of(graph_, thread))) return false;
    const ReadEvent& event = threads_[thread][added_[thread]];
    const Label& label = program_.label_of(graph_, thread);
    if (label.is_read()) return event.source == NoEvent;
    return checker_.places_writes() && label.is_write() && position_of(event.slot) == NoPosition;
  }

  // True if the causes of the thread's next event are present.
  [[nodiscard]] bool has_causes(std::size_t thread) const {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (graph_.role(t) >= graph_.role(thread)) continue;
      if (added_[t] < threads_[t].size() || !program_.has_finished(graph_, t)) return false;
    }
    const LabelKind kind = program_.kind_of(graph_, thread);
    if (kind == LabelKind::Finished || program_.is_held(graph_, thread, kind)) return false;
    const ReadEvent& event = threads_[thread][added_[thread]];
    const bool has_source = event.source == NoEvent || event.source == InitialWrite ||
                            graph_.events().contains(event.source);
    if (!has_source) return false;
    if (event.twin == NoEvent) return true;
    if (!graph_.events().contains(event.twin)) return false;
    return !graph_[event.twin].is_exclusive_read || graph_.next_of(event.twin) != NoEvent;
  }

  [[nodiscard]] bool add(std::size_t thread, const ReadEvent& event) {
    const Slot previous = graph_.last_of(thread);
    const bool is_behind_open =
        previous != NoEvent && (previous == open_.read || previous == open_.write);
    if (is_behind_open || !program_.can_go_on(graph_, thread) ||
        graph_.events().contains(event.slot)) {
      return false;
    }
    const Label& label = program_.label_of(graph_, thread);
    if (label.is_access()) graph_.ensure_location(label.location);
    graph_.add_at(event.slot, event.stamp, thread, label);
    const Slot before = graph_.synchronised_with(event.slot);
    if (before != NoEvent && graph_[before].stamp > event.stamp) return false;
    graph_[event.slot].is_anchor = (event.flags & AnchorFlag) != 0;
    graph_[event.slot].is_private = (event.flags & PrivateFlag) != 0;
    if (event.twin != NoEvent) {
      if (!may_be_twins(event.slot, event.twin)) return false;
      graph_.set_twin(event.slot, event.twin);
    }
    checker_.on_add(graph_, event.slot);
    if (label.is_read())
      return event.source == NoEvent ? leave_open(open_.read, event.slot) : read_from(event);
    if (event.source != NoEvent) return false;
    if (label.is_write()) return place(event.slot);
    if (label.kind == LabelKind::Choose) {
      if (event.choice >= static_cast<std::uint64_t>(label.size)) return false;
      graph_[event.slot].value = static_cast<Value>(event.choice);
    }
    program_.take_step(graph_, event.slot);
    return true;
  }

  [[nodiscard]] static bool leave_open(Slot& open, Slot event) {
    return std::exchange(open, event) == NoEvent;
  }

  // See trust/symmetry.h.
  [[nodiscard]] bool may_be_twins(Slot event, Slot twin) const {
    const auto& here = graph_[event];
    const auto& there = graph_[twin];
    return twin != open_.read && twin != open_.write && here.thread != there.thread &&
           here.index == there.index && here.kind == there.kind &&
           here.is_private == there.is_private &&
           (here.is_private || here.location == there.location);
  }

  [[nodiscard]] bool read_from(const ReadEvent& event) {
    const auto& read = graph_[event.slot];
    if (event.source != InitialWrite) {
      const auto& source = graph_[event.source];
      if (source.kind != LabelKind::Write || source.location != read.location ||
          event.source == open_.write) {
        return false;
      }
    }
    const NodeId next = program_.set_source(graph_, event.slot, event.source);
    if (!next.is_none()) graph_.set_node(read.thread, next);
    return checker_.on_read(graph_, event.slot);
  }

  // A write without a place is the open one; without coherence no write has a place.
  [[nodiscard]] bool place(Slot write) {
    if (checker_.places_writes()) {
      if (position_of(write) == NoPosition) return leave_open(open_.write, write);
      const auto& order = graph_.location(graph_[write].location).coherence;
      std::size_t rank = 0;
      while (rank < order.size() && position_of(order[rank]) < position_of(write)) ++rank;
      graph_.place(write, rank);
    }
    graph_.set_node(graph_[write].thread, program_.next_node(graph_, write, 0));
    return checker_.on_place(graph_, write);
  }

  [[nodiscard]] bool read_waits() {
    const std::size_t count = in_.get_count();
    for (std::size_t i = 0; i < count; ++i) {
      Wait wait;
      wait.thread = static_cast<std::uint16_t>(in_.get_below(threads_.size()));
      wait.index = static_cast<std::uint16_t>(in_.get());
      wait.anchor = read_slot();
      wait.stamp = static_cast<std::uint32_t>(in_.get());
      if (in_.has_failed() || !graph_.events().contains(wait.anchor) ||
          graph_[wait.anchor].kind != LabelKind::Write) {
        return false;
      }
      graph_.add_wait(wait);
    }
    return !in_.has_failed();
  }

  ByteReader& in_;
  const WorkingProgram<Words>& program_;
  Graph& graph_;
  ReadingChecker<Words>& checker_;
  std::vector<std::vector<ReadEvent>> threads_;
  std::vector<std::size_t> added_;     // by thread
  std::vector<std::size_t> position_;  // by slot; may be shorter than the slots
  OpenEvents open_;
};

// Returns the event added last, or NoEvent.
template <std::size_t Words>
[[nodiscard]] Slot last_added(const WorkingGraph<Words>& graph) {
  Slot last = NoEvent;
  graph.events().for_each([&](Slot slot) {
    if (last == NoEvent || graph.inserted_before(last, slot)) last = slot;
  });
  return last;
}
template <std::size_t Words>
void write_whole_graph(ByteWriter& out, const WorkingGraph<Words>& graph) {
  const Slot last = last_added(graph);
  write_graph(out, graph, {.end = last == NoEvent ? 0 : graph[last].stamp + 1});
}

template <std::size_t Words>
void write_slots(ByteWriter& out, const EventBits<Words>& events) {
  out.put(events.size());
  events.for_each([&](Slot slot) { out.put(slot); });
}
// Reads an event of this kind; NoEvent if the bytes name none.
template <std::size_t Words>
[[nodiscard]] Slot read_slot(ByteReader& in, const WorkingGraph<Words>& graph, LabelKind kind) {
  const auto slot = static_cast<Slot>(in.get_below(WorkingGraph<Words>::Capacity));
  const bool is_good =
      !in.has_failed() && graph.events().contains(slot) && graph[slot].kind == kind;
  return is_good ? slot : NoEvent;
}
// Adds events of this kind to `events`; false if the bytes name others.
template <std::size_t Words>
[[nodiscard]] bool read_slots(ByteReader& in, const WorkingGraph<Words>& graph, LabelKind kind,
                              EventBits<Words>& events) {
  for (std::size_t left = in.get_count(); left > 0; --left) {
    const Slot slot = read_slot(in, graph, kind);
    if (slot == NoEvent) return false;
    events.insert(slot);
  }
  return !in.has_failed();
}

// `open` gets the open events; the caller checks them.
template <std::size_t Words, typename Checker>
[[nodiscard]] bool read_graph(ByteReader& in, const WorkingProgram<Words>& program,
                              WorkingGraph<Words>& graph, Checker& checker, OpenEvents& open) {
  ReadingCheckerOf<Words, Checker> reading_checker(checker);
  GraphReader<Words> reader(in, program, graph, reading_checker);
  const bool is_good = reader.read();
  open = reader.open();
  return is_good;
}

// Compiled once, in widths.cpp.
extern template class GraphReader<1>;
extern template class GraphReader<2>;
extern template class GraphReader<4>;
extern template class GraphReader<8>;
extern template class GraphReader<AnyNumberOfWords>;

}  // namespace drover
