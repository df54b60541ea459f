#pragma once

// The coherent outcomes of a test: for each location alone, what its accesses may read and leave
// behind if they take turns. Read-modify-writes are atomic.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "generate/test.h"

namespace drover::generate {

struct LocationOutcome {
  std::vector<std::uint64_t> reads;  // of the observed accesses
  std::uint64_t last = 0;            // what memory holds in the end

  friend auto operator<=>(const LocationOutcome&, const LocationOutcome&) = default;
};

struct LocationOutcomes {
  struct Observed {
    std::size_t thread = 0;
    std::size_t access = 0;  // in the thread
  };
  std::vector<Observed> observed;
  std::set<LocationOutcome> outcomes;
};

// Nothing if there are too many orders. In C, what follows a branch may be left out; the value of a
// read that is left out is 0.
[[nodiscard]] std::optional<LocationOutcomes> coherent_outcomes(const AbstractTest& test,
                                                                std::size_t location);

// True if the writes of the location have several orders with the outcome of the cycle: the
// condition does not tell them apart.
[[nodiscard]] bool leaves_order_open(const AbstractTest& test, std::size_t location);

}  // namespace drover::generate
