#pragma once

// The state of a stopped search, so that it can be resumed.
//
// A search is a sequence of explorations, and the results so far determine the next one. So the
// state has the result of each exploration, and the rest of the stopped one. A resumed search
// repeats the same steps, and explores only the rest.

#include <vector>

#include "analysis/orders/sites.h"
#include "explorer/crew/exploration_state.h"
#include "support/bytes.h"
#include "support/keeping.h"

namespace drover::orders {

struct KeptExploration {
  Assignment assignment;
  bool is_under_sc = false;  // for a program that cannot be repaired
  ExplorationState state;    // complete, or stopped with work left
};

struct SearchState {
  std::vector<KeptExploration> explorations;

  // Returns the exploration of the same program under the same model; null if there is none.
  [[nodiscard]] const KeptExploration* find(const KeptExploration& about) const;

  void write(ByteWriter& out) const;
  // Makes the reader fail if the bytes are not a state.
  static SearchState read(ByteReader& in);
};

using SearchKeeping = Keeping<SearchState>;

}  // namespace drover::orders
