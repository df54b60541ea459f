#include "tests/oracle/values.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "tests/oracle/generator.h"
#include "tests/oracle/shrink.h"

namespace drover::oracle::values_test {

namespace {

struct Totals {
  std::uint64_t compared = 0;
  std::uint64_t explored = 0;
  std::uint64_t classes = 0;
  std::uint64_t reads_from = 0;
  std::uint64_t executions = 0;
};

bool disagrees(const std::string& source) {
  return check_values(source).check.agreement == Agreement::Disagrees;
}

Totals compare(std::uint64_t first_seed, std::uint64_t count, const GeneratorOptions& options) {
  Totals totals;
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    const GeneratedProgram program = generate(seed, options);
    const ValuesResult result = check_values(to_source(program));
    if (result.check.agreement == Agreement::Disagrees) {
      const GeneratedProgram smallest = shrink(program, disagrees);
      CAPTURE(seed);
      FAIL_CHECK(check_values(to_source(smallest)).check.what << to_source(smallest));
      return totals;
    }
    if (result.check.agreement == Agreement::TooLarge) continue;
    ++totals.compared;
    totals.explored += result.explored;
    totals.classes += result.classes;
    totals.reads_from += result.reads_from;
    totals.executions += result.executions;
  }
  return totals;
}

}  // namespace

TEST_CASE("exploring by values finds what enumerate finds, in fewer executions") {
  const Totals totals = compare(1, 1500, {});
  CHECK(totals.compared > 1350);
  CHECK(totals.explored < totals.reads_from);
  CHECK(totals.classes < totals.executions);
}

TEST_CASE("exploring by values with many read-modify-writes and awaits") {
  CHECK(compare(1, 500, values_options()).compared > 400);
}

TEST_CASE("exploring by values with locks, awaits and spinning loops") {
  GeneratorOptions options = *profile_options("locks");
  options.weights.spin = 4;
  CHECK(compare(1, 500, options).compared > 400);
}

}  // namespace drover::oracle::values_test
