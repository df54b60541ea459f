#include "tests/oracle/orders_check.h"

#include <doctest/doctest.h>

#include "tests/oracle/generator.h"
#include "tests/oracle/shrink.h"

namespace drover::oracle::orders_check_test {

TEST_CASE("relax and repair find what trying every assignment of modes finds") {
  constexpr std::uint64_t Programs = 60;
  std::uint64_t compared = 0;
  std::uint64_t assignments = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const GeneratedProgram program = generate(seed, *profile_options("orders"));
    const OrdersCheckOptions options{.seed = seed};
    const CrossCheckResult result = check_orders(to_source(program), options);
    assignments += result.executions;
    if (result.agreement == Agreement::Agrees) ++compared;
    if (result.agreement != Agreement::Disagrees) continue;
    const GeneratedProgram smallest = shrink(program, [&](const std::string& source) {
      return check_orders(source, options).agreement == Agreement::Disagrees;
    });
    CAPTURE(seed);
    FAIL_CHECK(check_orders(to_source(smallest), options).what << to_source(smallest));
    return;
  }
  CHECK(compared > Programs * 8 / 10);
  CHECK(assignments > Programs * 20);
}

}  // namespace drover::oracle::orders_check_test
