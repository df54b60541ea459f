#pragma once

#include <string>
#include <vector>

#include "litmus/litmus_test.h"

namespace drover::litmus {

// A test with memory orders of C. `notes` are sentences for the reader on inexact translations.
struct OrdersOfC {
  LitmusTest test;
  std::vector<std::string> notes;
};

// Returns a test of a machine with the nearest orders of C. Plain accesses become relaxed: C must
// not order what the machine reorders. An instruction without a counterpart keeps its tags. Tests
// of other dialects stay unchanged.
[[nodiscard]] OrdersOfC with_orders_of_c(const LitmusTest& test);

}  // namespace drover::litmus
