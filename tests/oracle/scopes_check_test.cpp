// Scopes in core programs: exploration under a model that reads them, and the text of programs.
#include "tests/oracle/scopes_check.h"

#include <doctest/doctest.h>

#include "semantics/decompile/source_printer.h"
#include "semantics/program/program_printer.h"
#include "tests/oracle/generator.h"
#include "tests/support/program_text.h"

namespace drover::oracle::scopes_check_test {

TEST_CASE("spore explores random programs with scopes") {
  constexpr std::uint64_t Programs = 80;
  std::uint64_t executions = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const std::string source = to_source(generate(seed, *profile_options("scopes")));
    CAPTURE(source);
    const CrossCheckResult result = check_scopes(testing::program_from(source));
    CHECK_MESSAGE(result.agreement != Agreement::Disagrees, result.what);
    executions += result.executions;
  }
  CHECK(executions > 500);
}

TEST_CASE("models of GPUs agree with those of C on random programs of one scope") {
  constexpr std::uint64_t Programs = 40;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const std::string source = to_source(generate(seed, *profile_options("scopes")));
    CAPTURE(source);
    const CrossCheckResult result = check_machines(testing::program_from(source));
    CHECK_MESSAGE(result.agreement != Agreement::Disagrees, result.what);
    compared += result.models.size();
  }
  CHECK(compared > 40);
}

TEST_CASE("programs with scopes keep them when they are printed") {
  constexpr std::uint64_t Programs = 60;
  std::uint64_t scoped = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const std::string source = to_source(generate(seed, *profile_options("scopes")));
    CAPTURE(source);
    const Program program = testing::program_from(source);
    if (program.topology == nullptr) continue;
    const auto printed = decompile::print_source(program);
    REQUIRE(printed.has_value());
    CAPTURE(*printed);
    const Program again = testing::program_from(*printed);
    REQUIRE(again.topology != nullptr);
    CHECK(again.topology->levels == program.topology->levels);
    CHECK(again.topology->places == program.topology->places);
    const CrossCheckResult before = check_scopes(program);
    const CrossCheckResult after = check_scopes(again);
    CHECK(before.executions == after.executions);
    ++scoped;
  }
  CHECK(scoped > 30);
}

}  // namespace drover::oracle::scopes_check_test
