#pragma once

// Sets of cycles: all combinations of lists (diycross7), and all cycles of given relaxations up to
// a size (diy7). Each cycle comes once, whatever rotation it is found in.

#include <cstdint>
#include <functional>
#include <vector>

#include "generate/cycle.h"
#include "generate/relaxations.h"

namespace drover::generate {

// The counts of a search, besides the cycles that it found.
struct SearchCount {
  std::uint64_t found = 0;
  std::uint64_t repeated = 0;  // rotations of cycles that were there
  std::uint64_t refused = 0;   // combinations that no test can be made of
};

using OnCycle = std::function<void(const Cycle&)>;

// All combinations of one relaxation from each list, in this order.
// Both end early, with what they have, once the run is interrupted.
SearchCount products(const std::vector<std::vector<Relaxation>>& lists,
                     const Architecture& architecture, Locations locations,
                     const OnCycle& on_cycle);

// Which edges may stand side by side, in diy7's words.
enum class Mode : std::uint8_t { Default, Critical, Free, Uni };

struct SearchOptions {
  std::vector<Relaxation> safe;
  std::vector<Relaxation> relax;   // each cycle has one of them at least once
  std::vector<Relaxation> reject;  // no cycle has one of them
  std::vector<Relaxation> prefix;  // each cycle has one of them
  std::vector<Cycle> without;      // cycles to leave out
  Mode mode = Mode::Default;
  std::uint32_t size = 6;     // relaxations in a cycle, at most
  std::uint32_t threads = 4;  // at most
  std::uint32_t inside = 4;   // fewer edges than this in a thread
  bool is_exact_size = false;
  bool are_exact_threads = false;
  bool mixes = false;     // several of `relax` in one cycle
  bool cumulates = true;  // fences beside Rfe
};

SearchCount search(const SearchOptions& options, const Architecture& architecture,
                   const OnCycle& on_cycle);

// Whether the mode lets `right` follow `left`.
[[nodiscard]] bool may_follow(const Edge& left, const Edge& right, Mode mode);

}  // namespace drover::generate
