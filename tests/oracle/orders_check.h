#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"

namespace drover::oracle {

struct OrdersCheckOptions {
  std::uint64_t seed = 1;       // which sites may change, which final state is forbidden, …
  double max_assignments = 50;  // sites are pinned until there are no more
};

// Compares `relax` and `repair`, under sc, tso, ra, rc11, aarch64 and one other model, with trying
// every assignment: the text of the program with its modes is read again and explored, by the
// reference on some programs. What is right and smallest must be the same set, of relax with and
// without
// --same-outcomes, and what is cheapest as well. CrossCheckResult::executions counts assignments
// that were tried.
[[nodiscard]] CrossCheckResult check_orders(const std::string& source,
                                            const OrdersCheckOptions& options);

}  // namespace drover::oracle
