#include "tests/oracle/explain_check.h"

#include <doctest/doctest.h>

#include "tests/oracle/generator.h"
#include "tests/oracle/shrink.h"

namespace drover::oracle::explain_check_test {

TEST_CASE("explanations agree with explorations, and their cycles with the graphs") {
  constexpr std::uint64_t Programs = 1500;
  std::uint64_t compared = 0;
  std::uint64_t answers = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const GeneratedProgram program = generate(seed);
    const ExplainCheckOptions options{.seed = seed};
    const CrossCheckResult result = explain_check(to_source(program), options);
    answers += result.executions;
    if (result.agreement == Agreement::Agrees) ++compared;
    if (result.agreement != Agreement::Disagrees) continue;
    const GeneratedProgram smallest = shrink(program, [&](const std::string& source) {
      return explain_check(source, options).agreement == Agreement::Disagrees;
    });
    CAPTURE(seed);
    FAIL_CHECK(explain_check(to_source(smallest), options).what << to_source(smallest));
    return;
  }
  CHECK(compared > Programs * 8 / 10);
  CHECK(answers > Programs * 8);
}

}  // namespace drover::oracle::explain_check_test
