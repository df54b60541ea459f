#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::explain {

// The machine that a story is a run of.
enum class StoryMachine : std::uint8_t {
  StoreBuffers,  // one memory, and before it a store buffer for each thread (tso, pso)
  Messages  // writes are messages, which reach threads at different times (ra, sra, rc11, rc20)
};

enum class StoryAct : std::uint8_t {
  Step,     // the event takes place; what it writes is in memory at once
  Buffer,   // a write goes into the store buffer of its thread
  Forward,  // a read finds its value in the store buffer of its thread
  Flush     // a write leaves the store buffer: it is in memory
};

struct StoryStep {
  StoryAct act = StoryAct::Step;
  EventId event;  // of a read-modify-write, its read: the write belongs to the same step
  // Writes of the same location that have taken place, but not for this event: they wait in the
  // buffers of other threads, or are messages that the thread has not received. Of a write: those
  // that come after it in coherence all the same.
  std::vector<EventId> unseen;

  bool operator==(const StoryStep&) const = default;
};

// A run of a model's machine that makes a graph, in the order of time.
struct Story {
  StoryMachine machine = StoryMachine::StoreBuffers;
  std::vector<StoryStep> steps;

  bool operator==(const Story&) const = default;
};

// A run that makes `graph`, which the model accepts. As little as possible is delayed. Nothing
// where the model has no such machine, or the run is long.
[[nodiscard]] std::optional<Story> find_story(const MemoryModel& model,
                                              const ExecutionGraph& graph);

}  // namespace drover::explain
