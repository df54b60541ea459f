#include "support/rmw_operator.h"

#include <doctest/doctest.h>

#include <cstddef>

namespace drover {

TEST_CASE("the table of read-modify-writes is in the order of the operators") {
  for (std::size_t i = 0; i < RmwTable.size(); ++i) {
    CHECK(static_cast<std::size_t>(RmwTable[i].op) == i);
    CHECK(&names_of(RmwTable[i].op) == &RmwTable[i]);
  }
}

TEST_CASE("operators are found by their names in the core language") {
  for (const RmwNames& names : RmwTable) CHECK(find_rmw(names.core) == &names);
  CHECK(find_rmw("cas") == nullptr);
  CHECK(find_rmw("") == nullptr);
}

}  // namespace drover
