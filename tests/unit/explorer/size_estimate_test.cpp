#include "explorer/size_estimate.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <string>
#include <variant>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::size_estimate_test {

namespace {

ExplorerOptions options_of_test() {
  ExplorerOptions options;
  options.model = find_model("rc11");
  options.reductions = ReductionSet::none();
  return options;
}

std::optional<SizeEstimate> estimated(const Program& program, const ExplorerOptions& options,
                                      const SizeOptions& how) {
  const auto size = estimate_size(program, options, how);
  const auto* const found = std::get_if<SizeEstimate>(&size);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

// A program of bench/programs, with another size.
struct Sized {
  const char* name;
  const char* constant;
  const char* size;
};
constexpr std::array Programs{
    Sized{"ainc", "N", "7"},
    Sized{"binc", "N", "5"},
    Sized{"casrot", "N", "9"},
    Sized{"casw", "N", "5"},
    Sized{"dglmqueue-multiset", "N", "5"},
    Sized{"fais", "N", "7"},
    Sized{"fib_bench", "K", "4"},
    Sized{"lastzero", "N", "11"},
    Sized{"lbn", "N", "13"},
    Sized{"linuxrwlocks", "N", "3"},
    Sized{"mcslock", "N", "5"},
    Sized{"mp", "N", "7"},
    Sized{"mutex", "N", "3"},
    Sized{"readers", "N", "14"},
    Sized{"safestack", "FIRST", "2"},
    Sized{"sbn", "N", "14"},
    Sized{"spinlock", "N", "7"},
    Sized{"ticketlock", "N", "7"},
    Sized{"treiber-emptiness", "N", "4"},
    Sized{"treiber-multiset", "N", "6"},
    Sized{"ttaslock", "N", "5"},
    Sized{"twalock", "N", "4"},
};

Program program_of(const Sized& sized) {
  const auto path = std::filesystem::path(DROVER_TEST_DIR).parent_path() / "bench" / "programs" /
                    (std::string(sized.name) + ".drv");
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, path.string());
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::regex old("const " + std::string(sized.constant) + " = [0-9]+;");
  REQUIRE(std::regex_search(text, old));
  return testing::program_from(std::regex_replace(
      text, old, "const " + std::string(sized.constant) + " = " + sized.size + ";"));
}

// Writes that each thread's addition may revisit: almost all executions are behind rare choices.
constexpr const char* Additions = "shared x; thread t(i in 1..8) { faa(x, 1); }";

}  // namespace

TEST_CASE("size: a program that fits into a sweep is counted exactly") {
  const Program program = testing::program_from(
      "shared x, y; thread t { x := 1; a := y; }"
      "thread u { y := 1; b := x; }");
  const auto size = estimated(program, options_of_test(), {.seed = 1, .parts = 1000});
  REQUIRE(size);
  CHECK(size->executions.mean == 3);
  CHECK(size->executions.is_exact());
  CHECK(size->others.mean == 0);
}

TEST_CASE("size: executions that come of revisits are not missed") {
  const Program program = testing::program_from(Additions);
  const double truth = 40320;  // 8!
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    const auto size = estimated(program, options_of_test(), {.seed = seed, .parts = 20'000});
    REQUIRE(size);
    CHECK(size->executions.mean > truth / 2);
    CHECK(size->executions.mean < truth * 2);
    CHECK(size->executions.low <= truth);
    CHECK(size->executions.high >= truth);
  }
}

TEST_CASE("size: blocked executions are told apart") {
  const Program program = testing::program_from(
      "shared x; thread t(i in 1..5) { faa(x, 1); } thread w { r := x; assume(r == 5); }");
  const auto size = estimated(program, options_of_test(), {.seed = 1, .parts = 20'000});
  REQUIRE(size);
  CHECK(size->executions.mean > 60);  // 120
  CHECK(size->executions.mean < 240);
  CHECK(size->others.mean > 300);  // 600
  CHECK(size->others.mean < 1200);
}

TEST_CASE("size: the same seed gives the same estimate") {
  const Program program = testing::program_from(Additions);
  const auto estimate = [&](std::uint64_t seed) {
    return estimated(program, options_of_test(), {.seed = seed, .parts = 5000})->executions.mean;
  };
  CHECK(estimate(5) == estimate(5));
  CHECK(estimate(5) != estimate(6));
}

TEST_CASE("size: there is no estimate of an exploration that cannot be divided, or without time") {
  ExplorerOptions options = options_of_test();
  options.model = find_model("sc");
  options.algorithm = AlgorithmKind::Dpor;
  const Program program = testing::program_from(Additions);
  CHECK(std::get<NoEstimate>(estimate_size(program, options, {})) == NoEstimate::Indivisible);
  options = options_of_test();
  options.max_seconds = 0;
  CHECK(std::get<NoEstimate>(estimate_size(program, options, {})) == NoEstimate::TimeIsOver);
  options.max_seconds.reset();
  std::atomic<bool> is_interrupted{true};
  options.interrupt = &is_interrupted;
  CHECK(std::get<NoEstimate>(estimate_size(program, options, {})) == NoEstimate::Interrupted);
  options.interrupt = nullptr;
  CHECK(std::get<NoEstimate>(estimate_size(program, options, {.seed = 1, .parts = 30})) ==
        NoEstimate::TooDeep);
}

TEST_CASE("size: intervals hold the truth for 19 of 20 programs") {
  ExplorerOptions options = options_of_test();
  options.reductions = ReductionSet({Reduction::Plp, Reduction::Await});
  options.after_error = AfterError::GoOn;
  constexpr std::uint64_t Seeds = 3;
  std::size_t told = 0;
  std::size_t right = 0;
  for (const Sized& sized : Programs) {
    const Program program = program_of(sized);
    const ExplorationResult all = explore(program, options);
    REQUIRE(all.stop_reason == StopReason::Exhausted);
    const auto complete = static_cast<double>(all.executions);
    const auto truth = complete + static_cast<double>(all.blocked + all.erroneous + all.cut);
    for (std::uint64_t seed = 1; seed <= Seeds; ++seed) {
      const auto size = estimated(program, options, {.seed = seed, .parts = 5000});
      if (!size) continue;
      ++told;
      const bool is_right = size->all.low <= truth && truth <= size->all.high &&
                            size->executions.low <= complete && complete <= size->executions.high;
      if (is_right) ++right;
    }
  }
  CHECK(right * 20 >= told * 19);
  CHECK(told * 20 >= std::size(Programs) * Seeds * 16);
}

}  // namespace drover::size_estimate_test
