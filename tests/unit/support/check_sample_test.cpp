#include "support/check_sample.h"

#include <doctest/doctest.h>

namespace drover::check_sample_test {

TEST_CASE("check sample: the first steps of a long run are checked, then one per period") {
  CheckSample sample;
  for (std::uint64_t step = 0; step < CheckSample::AllOfFirst; ++step) REQUIRE(sample.take());
  int taken = 0;
  for (std::uint64_t step = 0; step < 100 * CheckSample::Period; ++step) {
    if (sample.take()) ++taken;
  }
  CHECK(taken == 100);
}

}  // namespace drover::check_sample_test
