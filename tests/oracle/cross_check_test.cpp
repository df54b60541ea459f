#include "tests/oracle/cross_check.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/oracle/generator.h"
#include "tests/oracle/helping.h"
#include "tests/oracle/shrink.h"

namespace drover::oracle::cross_check_test {

namespace {

constexpr std::uint64_t FirstSeed = 1;
constexpr std::uint64_t Programs = 1500;

void compare_programs(std::uint64_t count, const GeneratorOptions& options) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = FirstSeed; seed < FirstSeed + count; ++seed) {
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
  // Few programs are too large to compare.
  CHECK(compared > count * 9 / 10);
}

}  // namespace

TEST_CASE("the references agree on random programs, and weaker models allow more") {
  compare_programs(Programs, {});
}

TEST_CASE("spore explores each choice of a value exactly once") {
  compare_programs(400, *profile_options("choices"));
}

TEST_CASE("spore explores each execution of threads that give up once, but for stale ones") {
  compare_programs(60, *profile_options("retries"));
}

TEST_CASE("helpers that give up lose no complete execution and no error") {
  constexpr std::uint64_t Helping = 60;
  int accepted = 0;
  for (std::uint64_t seed = FirstSeed; seed < FirstSeed + Helping; ++seed) {
    CAPTURE(seed);
    const HelpingResult result = check_helping(helping_program(seed));
    CHECK_MESSAGE(result.check.agreement == Agreement::Agrees, result.check.what);
    accepted += result.accepted;
  }
  CHECK(accepted > 0);
}

TEST_CASE("programs that once showed a fault are explored correctly") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(DROVER_TEST_DIR) / "regressions")) {
    if (entry.path().extension() != ".drv") continue;
    ++files;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    CAPTURE(entry.path().string());
    const CrossCheckResult result = cross_check(text.str());
    CHECK_MESSAGE(result.agreement == Agreement::Agrees, result.what);
  }
  CHECK(files > 0);
}

}  // namespace drover::oracle::cross_check_test
