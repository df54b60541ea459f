#include "semantics/program/control_barriers.h"

#include <doctest/doctest.h>

#include "tests/support/program_text.h"

namespace drover::control_barriers_test {

TEST_CASE("control barriers are found in the order of the code") {
  const Program program =
      testing::program_from("thread a { barrier(); barrier(); } thread b { barrier(); }");
  const std::vector<BarrierChoice> found = barrier_choices(program);
  REQUIRE(found.size() == 3);
  CHECK(found[0].thread == ThreadId(0));
  CHECK(found[0].at < found[1].at);
  CHECK(found[2].thread == ThreadId(1));
}

TEST_CASE("a control barrier is in a loop if it is reached again after itself") {
  Program program = testing::program_from("thread a { barrier(); }");
  CHECK_FALSE(barrier_choices(program).at(0).is_in_loop);
  program.threads[0].code.back().body = Jump{0};
  CHECK(barrier_choices(program).at(0).is_in_loop);
}

}  // namespace drover::control_barriers_test
