#include "tests/oracle/spawning.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/oracle/cross_check.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/shrink.h"
#include "tests/support/program_text.h"

namespace drover::oracle::spawning_test {

namespace {

// Returns the counts of an exploration without reductions, as text.
std::string counts_of(const GeneratedProgram& program, const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.after_error = AfterError::GoOn;
  options.reductions = ReductionSet::none();
  const Program lowered = testing::program_from(to_source(program));
  const ExplorationResult result = explore(lowered, options);
  std::map<std::string, int> errors;
  for (const ReportedError& error : result.errors) {
    ++errors[std::string(error_kind_name(error.kind))];
  }
  std::string text = std::to_string(result.executions) + " " + std::to_string(result.blocked) +
                     " " + std::to_string(result.deadlocks) + " " +
                     std::to_string(result.erroneous) + " " + std::to_string(result.cut);
  for (const auto& [kind, count] : errors) text += " " + kind;
  return text;
}

}  // namespace

TEST_CASE("all algorithms agree on random programs with spawned threads") {
  constexpr std::uint64_t SpawnPrograms = 30;
  const GeneratorOptions options = *profile_options("spawns");
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= SpawnPrograms; ++seed) {
    const GeneratedProgram program = generate(seed, options);
    const CrossCheckResult result = cross_check(to_source(program));
    if (result.agreement == Agreement::Agrees) ++compared;
    if (result.agreement != Agreement::Disagrees) continue;
    const GeneratedProgram smallest = shrink(program, [](const std::string& source) {
      return cross_check(source).agreement == Agreement::Disagrees;
    });
    CAPTURE(seed);
    FAIL_CHECK(cross_check(to_source(smallest)).what << to_source(smallest));
    return;
  }
  CHECK(compared > SpawnPrograms * 9 / 10);
}

TEST_CASE("spawning all threads first and joining them last changes no execution") {
  constexpr std::uint64_t StaticPrograms = 300;
  for (std::uint64_t seed = 1; seed <= StaticPrograms; ++seed) {
    GeneratedProgram program = generate(seed);
    const GeneratedProgram spawning = with_main(program);
    program.conditions.clear();
    for (const MemoryModel* model : all_models()) {
      const std::string expected = counts_of(program, *model);
      const std::string found = counts_of(spawning, *model);
      if (found == expected) continue;
      CAPTURE(seed);
      CAPTURE(model->name());
      FAIL_CHECK(found << " instead of " << expected << "\n"
                       << to_source(program) << "\n"
                       << to_source(spawning));
      return;
    }
  }
}

}  // namespace drover::oracle::spawning_test
