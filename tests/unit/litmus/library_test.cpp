#include "litmus/library.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::library_test {

TEST_CASE("every test of the library has the verdicts that it says it has") {
  CHECK(library_tests().size() >= 60);
  for (const LibraryTest& each : library_tests()) {
    CAPTURE(each.name);
    CHECK_FALSE(each.reason().empty());
    const Loaded loaded{std::string(each.text)};
    REQUIRE(loaded.test.has_value());
    // Of all models that are about it; in C of some of them.
    const std::string& architecture = loaded.test->program.architecture;
    std::set<std::string_view> about;
    for (const MemoryModel* model : models_for({architecture})) about.insert(model->name());
    std::set<std::string_view> told;
    for (const LibraryTest::Expectation& expected : each.expectations())
      told.insert(expected.model);
    CHECK(std::ranges::includes(about, told));
    CHECK(told.size() >= (architecture == "C" ? 3 : about.size()));
    CHECK(loaded.test->name == each.name);
    for (const LibraryTest::Expectation& expected : each.expectations()) {
      CAPTURE(expected.model);
      const LitmusVerdict verdict = run(*loaded.test, expected.model);
      CHECK(observation_name(verdict) == expected.observation);
      CHECK(verdict.has_race == expected.has_race);
    }
  }
}

TEST_CASE("the reference algorithm finds the same states with the same counts") {
  for (const LibraryTest& each : library_tests()) {
    CAPTURE(each.name);
    const Loaded loaded{std::string(each.text)};
    REQUIRE(loaded.test.has_value());
    LitmusVerdict fast = run(*loaded.test);
    LitmusVerdict reference = run(*loaded.test, "", AlgorithmKind::Enumerate);
    fast.seconds = reference.seconds = 0;
    CHECK(herd_report(*loaded.test, fast, "") == herd_report(*loaded.test, reference, ""));
  }
}

}  // namespace drover::litmus::library_test
