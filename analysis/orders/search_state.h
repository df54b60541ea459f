#pragma once

// The state of a search that was stopped, so that it can go on later.
//
// A search is a sequence of explorations, and which one comes next is a function of what the others
// have found. So it is enough to keep what each of them has found, and of the one that was stopped
// what is left of it. A search that goes on repeats the same steps, and explores only what is left.

#include <vector>

#include "analysis/orders/sites.h"
#include "explorer/crew/exploration_state.h"
#include "support/bytes.h"
#include "support/keeping.h"

namespace drover::orders {

struct KeptExploration {
  Assignment assignment;
  bool is_under_sc = false;  // of a program that cannot be repaired
  ExplorationState state;    // nothing is left, or the exploration was stopped
};

struct SearchState {
  std::vector<KeptExploration> explorations;

  // The exploration of the same program under the same model; null if there is none.
  [[nodiscard]] const KeptExploration* find(const KeptExploration& about) const;

  void write(ByteWriter& out) const;
  // Fails with the reader if it is not a state.
  static SearchState read(ByteReader& in);
};

using SearchKeeping = Keeping<SearchState>;

}  // namespace drover::orders
