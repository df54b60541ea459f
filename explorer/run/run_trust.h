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

// TruSt with graphs of at most `capacity` events, rounded up to what there is. Everything but
// `options` must outlive it.
[[nodiscard]] std::unique_ptr<Search> make_trust(const MemoryModel& model, std::size_t capacity,
                                                 ProgramAutomata& automata,
                                                 const trust::TrustOptions& options,
                                                 RunControl& control, ExecutionObserver& observer);
// Runs it from begin to end; TooManyEvents if the capacity is not enough.
[[nodiscard]] RunEnd run_trust(const MemoryModel& model, std::size_t capacity,
                               ProgramAutomata& automata, const trust::TrustOptions& options,
                               RunControl& control, ExecutionObserver& observer);

// The sizes there are, in increasing order. Sets of the last have no fixed size: they grow with the
// graph (shared_event_bits.h).
inline constexpr std::size_t MostEvents = EventBits<AnyNumberOfWords>::Capacity;
inline constexpr std::array<std::size_t, 5> TrustCapacities{64, 128, 256, 512, MostEvents};

}  // namespace drover
