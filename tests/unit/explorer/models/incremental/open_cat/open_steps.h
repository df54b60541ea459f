#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "explorer/algorithms/buffering/open_graph.h"
#include "explorer/graph/relation.h"
#include "tests/support/program_text.h"

// Graphs of a program that grow by single steps, and some of whose events may be open.
namespace drover::testing {

// What a thread does next must not depend on a read that is open: in the programs of these tests
// the value that is written does, and nothing else.
class OpenSteps {
 public:
  using Graph = WorkingGraph<1>;
  using Bits = EventBits<1>;
  using Open = buffering::OpenGraph<1>;

  explicit OpenSteps(const std::string& text, buffering::Updates updates = buffering::Updates::Hold)
      : OpenSteps(program_from(text), updates) {}
  explicit OpenSteps(Program program, buffering::Updates updates = buffering::Updates::Hold)
      : program_(std::move(program)),
        automata(program_, {.dependencies = DependencyTracking::On}),
        steps_(automata, observer_),
        open(steps_.empty_graph(), automata, updates) {}
  OpenSteps(const OpenSteps&) = delete;
  OpenSteps& operator=(const OpenSteps&) = delete;

  [[nodiscard]] const Graph& graph() const { return open.graph; }
  [[nodiscard]] Bits undecided() const { return open.graph.events() - open.decided; }
  [[nodiscard]] bool can_add(std::size_t thread) const {
    for (std::size_t t = 0; t < thread; ++t) {
      const bool is_earlier = graph().role(t) != graph().role(thread);
      if (is_earlier && !steps_.has_finished(graph(), t)) return false;
    }
    const Slot last = graph().last_of(thread);
    const bool stands = last != NoEvent && open.open_reads.contains(last) && !is_passable(last);
    return is_event(steps_.kind_of(graph(), thread)) && !stands;
  }
  // The next event of a thread: a read without a writer, a write without a place.
  Slot add(std::size_t thread) {
    REQUIRE(can_add(thread));
    const Label label = steps_.label_of(graph(), thread);
    if (label.is_access()) open.graph.ensure_location(label.location);
    const Slot event = open.add(thread, label);
    if (label.is_read()) {
      open.leave_open(steps_, event, true);
    } else if (label.is_write()) {
      open.waiting_writes.insert(event);
      open.graph.set_node(thread, steps_.next_node(graph(), event, 0));
    } else {
      open.decided.insert(event);
      steps_.take_step(open.graph, event);
    }
    return event;
  }
  void read(Slot event, Slot write) { open.decide_read(steps_, event, write); }
  void place(Slot event, std::size_t rank) { open.decide_write(steps_, event, rank); }
  void place_last(Slot event) {
    place(event, graph().location(graph()[event].location).coherence.size());
  }
  // All in one.
  Slot add_read(std::size_t thread, Slot write) {
    const Slot event = add(thread);
    read(event, write);
    return event;
  }
  Slot add_write(std::size_t thread) {
    const Slot event = add(thread);
    place_last(event);
    return event;
  }

  // A step that is possible; false if there is none.
  bool take_random_step(std::mt19937& random) {
    std::vector<std::pair<Slot, Slot>> readings;
    std::vector<Slot> writes;
    undecided().for_each([&](std::size_t slot) {
      const auto event = static_cast<Slot>(slot);
      if (graph()[event].kind == LabelKind::Write && open.has_causes(event)) {
        writes.push_back(event);
      }
      if (graph()[event].kind != LabelKind::Read) return;
      for (const Slot write : readable(event)) readings.emplace_back(event, write);
    });
    std::vector<std::size_t> threads;
    for (std::size_t t = 0; t < graph().thread_count(); ++t) {
      if (can_add(t)) threads.push_back(t);
    }
    if (readings.empty() && writes.empty() && threads.empty()) return false;
    const auto below = [&](std::size_t bound) {
      return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
    };
    for (;;) {
      switch (below(3)) {
        case 0:
          if (threads.empty()) break;
          add(threads[below(threads.size())]);
          return true;
        case 1: {
          if (readings.empty()) break;
          const auto [event, write] = readings[below(readings.size())];
          read(event, write);
          return true;
        }
        default: {
          if (writes.empty()) break;
          const Slot write = writes[below(writes.size())];
          place(write, below(graph().location(graph()[write].location).coherence.size() + 1));
          return true;
        }
      }
    }
  }

  // By slot, in the ExecutionGraph of the same events.
  [[nodiscard]] ExecutionGraph execution_graph(std::array<EventId, 64>& ids) const {
    ExecutionGraph copy = execution_graph_of(graph(), automata, DependencyPart::Included);
    for (std::size_t t = 0; t < graph().thread_count(); ++t) {
      std::size_t next = 0;
      for (const EventId each : copy.events_of(ThreadId(t))) {
        ids[graph().thread(t).events[next++]] = each;
      }
    }
    for (std::size_t i = 0; i < graph().location_count(); ++i) {
      const auto& location = graph().location(LocationId(i));
      if ((location.reads | location.writes).is_empty()) continue;
      ids[Graph::Capacity - 1 - i] = copy.initial_write(LocationId(i));
    }
    return copy;
  }

 private:
  class NoObserver : public ExecutionObserver {
   public:
    void on_execution(const Execution& /*execution*/) override {}
  };

  Program program_;

 public:
  ProgramAutomata automata;

 private:
  [[nodiscard]] bool is_passable(Slot read) const { return open.is_passable(read); }
  [[nodiscard]] std::vector<Slot> readable(Slot read) const {
    std::vector<Slot> writes;
    const auto consider = [&](Slot write) {
      if (open.keeps_promise(steps_, read, write)) writes.push_back(write);
    };
    consider(InitialWrite);
    for (const Slot write : graph().location(graph()[read].location).coherence) consider(write);
    return writes;
  }

  NoObserver observer_;
  WorkingProgram<1> steps_;

 public:
  Open open;
};

// Dependencies of all kinds, fences, read-modify-writes, an initial thread.
inline const std::vector<std::string>& open_programs() {
  static const std::vector<std::string> programs{
      "shared x, y; thread a { r := x@rlx; y@rlx := r + 1; } "
      "thread b { s := y@rlx; x@rlx := s + 1; }",
      "shared x, y; thread a { x@rlx := 1; fence@acqrel; y@rel := 1; } "
      "thread b { r := y@acq; s := *(&x + (r - r)); x@na := 3; }",
      "shared x, y, z; thread a { r := x@acq; if (r >= 0) { y@rel := 1; } fence@sc; s := y; } "
      "thread b { s := faa@acqrel(y, 1); x@rlx := 2; t := z@sc; } "
      "thread c { u := cas@rlx(x, 2, 3); z@rlx := u; fence@rel; }",
      "shared x, y; init { x := 5; y@rlx := 6; } thread a { r := x; x := r - r + 1; } "
      "thread b { q := xchg@rel(x, 7); p := x@rlx; y@rlx := p; s := y@rlx; }",
  };
  return programs;
}

}  // namespace drover::testing
