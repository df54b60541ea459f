#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/graph/shared_event_bits.h"
#include "explorer/models/memory_model.h"

namespace drover {

// Returns TruSt with graphs of at most `capacity` events, rounded up to an available size. All
// arguments except `options` must outlive it.
[[nodiscard]] std::unique_ptr<Search> make_trust(const MemoryModel& model, std::size_t capacity,
                                                 ProgramAutomata& automata,
                                                 const trust::TrustOptions& options,
                                                 RunControl& control, ExecutionObserver& observer);
// Runs TruSt to its end; TooManyEvents if the capacity does not suffice.
[[nodiscard]] RunEnd run_trust(const MemoryModel& model, std::size_t capacity,
                               ProgramAutomata& automata, const trust::TrustOptions& options,
                               RunControl& control, ExecutionObserver& observer);

// The available sizes, in increasing order. The sets of the last one grow with the graph
// (shared_event_bits.h).
inline constexpr std::size_t MostEvents = EventBits<AnyNumberOfWords>::Capacity;
inline constexpr std::array<std::size_t, 5> TrustCapacities{64, 128, 256, 512, MostEvents};

}  // namespace drover
