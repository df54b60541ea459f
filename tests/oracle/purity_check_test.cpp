#include "tests/oracle/purity_check.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace drover::oracle::purity_check_test {

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
  // Most programs must have loops with pure iterations.
  CHECK(compared > 200);
}

TEST_CASE("loops that were once reduced wrongly keep their outcomes") {
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(DROVER_TEST_DIR) / "regressions" / "loops")) {
    if (entry.path().extension() != ".drv") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    CAPTURE(entry.path().string());
    const CrossCheckResult result = check_purity(text.str());
    CHECK_MESSAGE(result.agreement == Agreement::Agrees, result.what);
  }
}

}  // namespace drover::oracle::purity_check_test
