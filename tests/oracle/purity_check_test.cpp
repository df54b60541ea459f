#include "tests/oracle/purity_check.h"

#include <doctest/doctest.h>

namespace drover::oracle {

TEST_CASE("[Godot] Theorem 1 on random loops") {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string source = random_loops(seed);
    const CrossCheckResult result = check_purity(source, {.max_executions = 2000});
    compared += result.executions > 0 ? 1 : 0;
    if (result.agreement != Agreement::Disagrees) continue;
    CAPTURE(seed);
    FAIL_CHECK(result.what << source);
    return;
  }
  // That loops have pure iterations is the rule, not the exception.
  CHECK(compared > 200);
}

}  // namespace drover::oracle
