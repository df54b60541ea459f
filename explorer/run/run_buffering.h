#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/buffering/open_graph.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/search.h"
#include "explorer/models/memory_model.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// The available sizes of graphs, in events. The sets of the last one grow with the graph.
inline constexpr std::array<std::size_t, 3> BufferingCapacities{
    64, 256, EventBits<AnyNumberOfWords>::Capacity};

// Returns the explorer of algorithms/buffering, on graphs of a capacity. All arguments must outlive
// it; the automata must track dependencies.
[[nodiscard]] std::unique_ptr<Search> make_buffering(
    const MemoryModel& model, std::size_t capacity, ProgramAutomata& automata, RunControl& control,
    ExecutionObserver& observer, buffering::Comparison comparison = buffering::Comparison::None);

}  // namespace drover
