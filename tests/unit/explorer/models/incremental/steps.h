#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/memory_model.h"
#include "explorer/models/model_registry.h"

// Working graphs that grow by single steps, for the tests of what looks on.
namespace drover::testing {

inline constexpr LocationId X{std::size_t{0}};
inline constexpr LocationId Y{std::size_t{1}};

// A working graph, and the same as an ExecutionGraph for the axioms. Every write writes another
// value.
class GrowingGraph {
 public:
  using Graph = WorkingGraph<1>;

  explicit GrowingGraph(std::size_t threads)
      : graph(std::vector<ThreadRole>(threads, ThreadRole::Worker),
              std::vector<NodeId>(threads, NodeId(std::size_t{0}))) {
    graph.ensure_location(X);
    graph.ensure_location(Y);
  }

  // A read without a writer.
  Slot open_read(std::size_t thread, LocationId location, Mode mode) {
    return add(thread, access(LabelKind::Read, mode, location));
  }
  // The read of a read-modify-write, without a writer.
  Slot open_exclusive_read(std::size_t thread, LocationId location, Mode mode) {
    Label label = access(LabelKind::Read, mode, location);
    label.exclusive.kind = ExclusiveValues::Kind::All;
    return add(thread, label);
  }
  // The read of a compare-and-swap that fails, whatever it reads; without a writer.
  Slot open_failed_read(std::size_t thread, LocationId location, Mode mode) {
    Label label = access(LabelKind::Read, mode, location);
    label.failure_mode = mode;
    label.exclusive = {ExclusiveValues::Kind::One, -1, nullptr};
    return add(thread, label);
  }
  // A write without a place.
  Slot open_write(std::size_t thread, LocationId location, Mode mode) {
    Label label = access(LabelKind::Write, mode, location);
    label.value = ++last_value_;
    return add(thread, label);
  }
  Slot open_exclusive_write(std::size_t thread, LocationId location, Mode mode) {
    Label label = access(LabelKind::Write, mode, location);
    label.value = ++last_value_;
    label.is_exclusive_write = true;
    return add(thread, label);
  }
  Slot add_fence(std::size_t thread, Mode mode) {
    Label label;
    label.kind = LabelKind::Fence;
    label.mode = mode;
    return add(thread, label);
  }
  void set_writer(Slot read, Slot write) {
    graph[read].value = write == InitialWrite ? 0 : graph[write].value;
    graph[read].is_exclusive_read = labels_[read].exclusive.contains(graph[read].value);
    graph[read].is_failed_exclusive = labels_[read].fails_when_reading(graph[read].value);
    graph.set_reads_from(read, write);
  }
  void place_last(Slot write) {
    graph.place(write, graph.location(graph[write].location).coherence.size());
  }

  [[nodiscard]] ExecutionGraph execution_graph() const { return execution_graph_of(graph); }
  // Of a graph with the events of this one.
  [[nodiscard]] ExecutionGraph execution_graph_of(const Graph& other) const {
    ExecutionGraph copy(other.roles());
    std::array<EventId, Graph::Capacity> id_of;
    for (const LocationId location : {X, Y}) copy.ensure_initial_write(location, 0);
    for (std::size_t t = 0; t < other.thread_count(); ++t) {
      for (const Slot slot : other.thread(t).events) {
        id_of[slot] = copy.add(ThreadId(t), NodeId(std::size_t{0}), labels_[slot]);
      }
    }
    other.events().for_each([&](std::size_t slot) {
      const auto& event = other[static_cast<Slot>(slot)];
      if (event.kind != LabelKind::Read || event.reads_from == NoEvent) return;
      copy.set_reads_from(id_of[slot], event.reads_from == InitialWrite
                                           ? copy.initial_write(event.location)
                                           : id_of[event.reads_from]);
    });
    for (const LocationId location : {X, Y}) {
      std::size_t position = 1;
      for (const Slot write : other.location(location).coherence) {
        copy.insert_coherence(id_of[write], position++);
      }
    }
    return copy;
  }

  Graph graph;

 private:
  static Label access(LabelKind kind, Mode mode, LocationId location) {
    Label label;
    label.kind = kind;
    label.mode = mode;
    label.location = location;
    return label;
  }
  Slot add(std::size_t thread, const Label& label) {
    const Slot slot = graph.add(thread, label);
    labels_[slot] = label;
    return slot;
  }

  std::array<Label, Graph::Capacity> labels_;
  Value last_value_ = 0;
};

// With a checker that is told of every step. Each verdict is compared with the axioms of the model
// that the checker is for.
template <typename Checker>
class Steps : public GrowingGraph {
 public:
  template <typename... Arguments>
  explicit Steps(std::string_view model, std::size_t threads, Arguments&&... arguments)
      : Steps(*find_model(model), threads, std::forward<Arguments>(arguments)...) {}
  // `model` must outlive it.
  template <typename... Arguments>
  explicit Steps(const MemoryModel& model, std::size_t threads, Arguments&&... arguments)
      : GrowingGraph(threads), checker(std::forward<Arguments>(arguments)...), model_(model) {}

  Slot new_read(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    return told(open_read(thread, location, mode));
  }
  Slot new_write(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    return told(open_write(thread, location, mode));
  }
  Slot new_failed_read(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    return told(open_failed_read(thread, location, mode));
  }
  // The halves of a read-modify-write.
  Slot new_exclusive_read(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    return told(open_exclusive_read(thread, location, mode));
  }
  Slot new_exclusive_write(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    return told(open_exclusive_write(thread, location, mode));
  }
  Slot fence(std::size_t thread, Mode mode) { return told(add_fence(thread, mode)); }

  [[nodiscard]] std::size_t lowest_rank(Slot event) { return checker.lowest_rank(graph, event); }
  // Whether a read without a writer may read from `write`; it does from now on.
  [[nodiscard]] bool may_read(Slot read, Slot write) {
    set_writer(read, write);
    return compared(checker.on_read(graph, read));
  }
  // Whether a write without a place may stand behind `rank` others; it does from now on.
  [[nodiscard]] bool may_stand(Slot write, std::size_t rank) {
    graph.place(write, rank);
    return compared(checker.on_place(graph, write));
  }

  // Steps that are allowed.
  Slot read(std::size_t thread, LocationId location, Slot writer, Mode mode = Mode::Rlx) {
    const Slot slot = new_read(thread, location, mode);
    REQUIRE(may_read(slot, writer));
    return slot;
  }
  Slot write(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    const Slot slot = new_write(thread, location, mode);
    REQUIRE(may_stand(slot, graph.location(location).coherence.size()));
    return slot;
  }
  // Both halves of a read-modify-write; the write stands behind `writer`.
  std::pair<Slot, Slot> update(std::size_t thread, LocationId location, Slot writer,
                               Mode mode = Mode::Rlx) {
    const Slot read = new_exclusive_read(thread, location, mode);
    REQUIRE(may_read(read, writer));
    const Slot write = new_exclusive_write(thread, location, mode);
    REQUIRE(may_stand(write, graph.coherence_rank(location, writer)));
    return {read, write};
  }

  Checker checker;

 private:
  Slot told(Slot slot) {
    checker.on_add(graph, slot);
    return slot;
  }
  bool compared(bool is_allowed) {
    CHECK(model_.is_consistent(execution_graph()) == is_allowed);
    return is_allowed;
  }

  const MemoryModel& model_;
};

}  // namespace drover::testing
