#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::explain {

// The kind of machine that runs a story.
enum class StoryMachine : std::uint8_t {
  StoreBuffers,  // one memory, and a store buffer for each thread (tso, pso)
  Messages,  // writes are messages, which reach threads at different times (ra, sra, rc11, rc20)
  Promises   // memory is a list of messages; threads may promise them (aarch64, riscv)
};

enum class StoryAct : std::uint8_t {
  Step,     // the event takes place; a write reaches memory at once
  Buffer,   // a write enters the store buffer of its thread
  Forward,  // a read takes its value from the store buffer of its thread
  Flush,    // a write leaves the store buffer for memory
  Promise,  // a write reaches memory before its thread has come to it
  Fulfil    // a thread comes to a write that it has promised
};

struct StoryStep {
  StoryAct act = StoryAct::Step;
  EventId event;  // for a read-modify-write its read; the write is part of the same step
  // Writes of the same location that have taken place but are invisible to this event: they wait in
  // other threads' buffers, or are messages not yet received; or, with promises, nothing makes the
  // thread see them. For a write: those of them that are after it in coherence.
  std::vector<EventId> unseen;

  bool operator==(const StoryStep&) const = default;
};

// A run of a model's machine that produces a graph, in the order of time.
struct Story {
  StoryMachine machine = StoryMachine::StoreBuffers;
  std::vector<StoryStep> steps;

  bool operator==(const Story&) const = default;
};

// The time at which writes leave the buffers, if a run leaves a choice.
enum class Flushing : std::uint8_t {
  Early,  // as soon as possible; a thread continues as long as it can
  Late    // once no thread can take a step
};

// Returns a run of the machine of sc, tso or pso that produces `graph`: every write that enters a
// buffer and leaves it. Nothing if there is none, or the search takes too long.
[[nodiscard]] std::optional<std::vector<StoryStep>> find_buffer_run(const ExecutionGraph& graph,
                                                                    StoreBuffers buffers,
                                                                    Flushing flushing);

// A step of a run of the machine of aarch64 or riscv.
struct PromisedStep {
  StoryStep told;
  // By location, as ExecutionGraph::locations: the oldest write that a plain load of the thread may
  // read after the step.
  std::vector<EventId> view;
};

// Returns a run of that machine that produces `graph`. Nothing if there is none, or the search
// takes too long.
[[nodiscard]] std::optional<std::vector<PromisedStep>> find_promised_steps(
    const ExecutionGraph& graph, PromisingRules rules);

// True if the threads of the model receive writes as messages: they have views.
[[nodiscard]] bool has_messages(const MemoryModel& model);

// Returns a run that produces `graph`, which the model accepts, with as few delays as possible.
// Nothing if the model has no such machine, or the run is too long.
[[nodiscard]] std::optional<Story> find_story(const MemoryModel& model,
                                              const ExecutionGraph& graph);

}  // namespace drover::explain
