#pragma once

#include <string>
#include <vector>

#include "litmus/litmus_test.h"

namespace drover::litmus {

// A test with memory orders of C. What is not exactly the same is said in `notes`, sentences for
// the reader of what is written.
struct OrdersOfC {
  LitmusTest test;
  std::vector<std::string> notes;
};

// A test of a machine with the orders of C that are nearest to its instructions: plain accesses are
// relaxed ones, so that what the machine reorders is not ordered. An instruction without a
// counterpart keeps its tags. Tests of other dialects stay as they are.
[[nodiscard]] OrdersOfC with_orders_of_c(const LitmusTest& test);

}  // namespace drover::litmus
