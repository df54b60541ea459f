#include "tests/oracle/explain_check.h"

#include <doctest/doctest.h>

#include <utility>

#include "input/subject.h"
#include "litmus/litmus_test.h"
#include "mapping/compile.h"
#include "support/format.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/promising_check.h"
#include "tests/oracle/shrink.h"
#include "tests/support/program_text.h"

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

TEST_CASE("explanations of programs compiled for aarch64 and riscv agree with explorations") {
  constexpr std::uint64_t Programs = 80;
  std::uint64_t stories = 0;
  for (const auto& [model, mapping] :
       {std::pair{"aarch64", "c11-aarch64"}, std::pair{"riscv", "c11-riscv"}}) {
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
      const std::string source = to_source(generate(seed, *profile_options("buffering")));
      CAPTURE(model);
      CAPTURE(seed);
      DiagnosticSink sink;
      const auto compiled =
          mapping::compile(testing::program_from(source), *mapping::find_mapping(mapping), sink);
      if (!compiled) continue;
      const ExplainCheckOptions small{
          .max_candidates = 300, .seed = seed, .outcomes = PickedOutcomes::Promised};
      const CrossCheckResult result = explain_check(*compiled, small);
      if (result.agreement == Agreement::Disagrees) FAIL_CHECK(result.what << source);
      if (result.agreement == Agreement::Agrees) ++compared;
      stories += result.stories;
    }
    CHECK(compared > Programs / 3);
  }
  CHECK(stories > 0);
}

TEST_CASE("explanations of tests of aarch64 and riscv agree with explorations") {
  constexpr std::uint64_t Tests = 200;
  std::uint64_t compared = 0;
  std::uint64_t stories = 0;
  for (std::uint64_t seed = 1; seed <= Tests; ++seed) {
    std::string text = random_machine_test(seed);
    // What the first registers of two threads have read tells outcomes apart.
    const std::string letter = seed % 2 == 0 ? "X" : "x";
    std::string observed = "locations [";
    for (const int thread : {0, 1}) {
      for (int reg = 5; reg < 8; ++reg) observed += format("{}:{}{}; ", thread, letter, reg);
    }
    text.insert(text.rfind("exists"), observed + "x;]\n");
    CAPTURE(seed);
    const input::Subject subject = input::read_subject_text(
        SourceBuffer::from_text("random.litmus", text), {.as = input::SubjectKind::Litmus});
    REQUIRE(subject.test() != nullptr);
    const ExplainCheckOptions small{
        .max_candidates = 300, .seed = seed, .outcomes = PickedOutcomes::Promised};
    const CrossCheckResult result = explain_check(subject.test()->program, small);
    if (result.agreement == Agreement::Disagrees) FAIL_CHECK(result.what << text);
    if (result.agreement == Agreement::Agrees) ++compared;
    stories += result.stories;
  }
  CHECK(compared > Tests / 2);
  CHECK(stories > 0);
}

}  // namespace drover::oracle::explain_check_test
