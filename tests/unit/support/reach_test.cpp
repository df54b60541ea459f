#include "support/reach.h"

#include <doctest/doctest.h>

namespace drover::reach_test {

TEST_CASE("a walk reaches its starts and what they lead to, through cycles") {
  const std::vector<std::vector<unsigned>> next{{1}, {2}, {1}, {0}, {}};
  const auto is_reached =
      reached_from<unsigned>({1, 4}, next.size(), [&](unsigned node, const auto& visit) {
        for (const unsigned to : next[node]) visit(to);
      });
  CHECK(is_reached == std::vector<bool>{false, true, true, false, true});
}

}  // namespace drover::reach_test
