#pragma once

// The searches on working graphs, whose sets of events have a width: a graph that does not fit is
// explored in the next larger one.

#include <array>
#include <cstddef>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/buffering/buffering_options.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/graph/shared_event_bits.h"
#include "explorer/models/memory_model.h"

namespace drover {

// The available numbers of events, in increasing order. The sets of the last one grow with the
// graph (shared_event_bits.h).
inline constexpr std::size_t MostEvents = EventBits<AnyNumberOfWords>::Capacity;
inline constexpr std::array<std::size_t, 5> GraphCapacities{64, 128, 256, 512, MostEvents};
inline constexpr std::array<std::size_t, 3> BufferingCapacities{64, 256, MostEvents};

// Calls `make.operator()<Words>()` for the narrowest sets with this capacity; sets of more than
// `most_fixed` events have no fixed size.
template <typename Make>
[[nodiscard]] std::unique_ptr<Search> with_words(std::size_t capacity, std::size_t most_fixed,
                                                 const Make& make) {
  if (capacity <= 64) return make.template operator()<1>();
  if (capacity <= 128) return make.template operator()<2>();
  if (capacity <= 256) return make.template operator()<4>();
  if (capacity <= 512 && most_fixed >= 512) return make.template operator()<8>();
  return make.template operator()<AnyNumberOfWords>();
}

// These functions return a search with graphs of at most `capacity` events, rounded up to an
// available size. All arguments except `options` must outlive it.

[[nodiscard]] std::unique_ptr<Search> make_trust(const MemoryModel& model, std::size_t capacity,
                                                 ProgramAutomata& automata,
                                                 const trust::TrustOptions& options,
                                                 RunControl& control, ExecutionObserver& observer);
// `model` must have preconsistency.
[[nodiscard]] std::unique_ptr<Search> make_rcmc(const MemoryModel& model, std::size_t capacity,
                                                ProgramAutomata& automata, RunControl& control,
                                                ExecutionObserver& observer);
// True if the axioms of a model in cat hold in each part of a consistent graph, with open events,
// except for those that follow from coherence within threads and atomicity.
[[nodiscard]] bool are_asked_of_parts(const MemoryModel& model);
// The explorer of algorithms/buffering. The automata must track dependencies.
[[nodiscard]] std::unique_ptr<Search> make_buffering(
    const MemoryModel& model, std::size_t capacity, ProgramAutomata& automata, RunControl& control,
    ExecutionObserver& observer, const buffering::BufferingOptions& options = {});

}  // namespace drover
