#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"

namespace drover::oracle {

struct OrdersCheckOptions {
  std::uint64_t seed = 1;       // which sites may change, which final state is forbidden, …
  double max_assignments = 50;  // limit; random sites are pinned to meet it
};

// Compares `relax` and `repair`, under sc, tso, ra, rc11, aarch64 and one other model, with trying
// every assignment: the program's text with these modes is read again and explored, for some seeds
// by the reference algorithm. Both must agree on the smallest right assignments (of relax with and
// without --same-outcomes) and on the cheapest. CrossCheckResult::executions counts the assignments
// tried.
[[nodiscard]] CrossCheckResult check_orders(const std::string& source,
                                            const OrdersCheckOptions& options);

}  // namespace drover::oracle
