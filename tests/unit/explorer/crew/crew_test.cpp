#include "explorer/crew/crew.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::crew_test {

namespace {

ExplorationResult simulated(const Program& program, std::size_t workers,
                            AfterError after_error = AfterError::Stop) {
  ExplorerOptions options;
  options.model = find_model("rc11");
  options.after_error = after_error;
  options.simulated_workers = workers;
  return explore(program, options);
}

constexpr const char* Rotation = "shared x; thread t(i in 1..10) { cas@rlx(x, i - 1, i); }";

}  // namespace

TEST_CASE("crew: workers that one thread plays find what one alone finds") {
  const Program program = testing::program_from(
      "shared x, y; thread a(i in 1..4) { r := faa(x, i); y := r; }"
      "thread z { a := x; b := y; c := y; assert(!(a == 0 && b == 4 && c == 1)); }");
  for (const AfterError after : {AfterError::Stop, AfterError::GoOn}) {
    const ExplorationResult wanted = simulated(program, 0, after);
    REQUIRE(!wanted.errors.empty());
    for (const std::size_t workers : {1, 2, 7}) {
      CAPTURE(workers);
      const ExplorationResult result = simulated(program, workers, after);
      CHECK(result.executions == wanted.executions);
      CHECK(result.events == wanted.events);
      CHECK(result.errors.size() == wanted.errors.size());
      CHECK(words::error_text(result.errors.front()) == words::error_text(wanted.errors.front()));
      CHECK(result.events_of_workers.size() == workers);
    }
  }
}

TEST_CASE("crew: the work of many is evenly divided, and few parts change hands") {
  const Program program = testing::program_from(Rotation);
  const ExplorationResult alone = simulated(program, 0);
  for (const std::size_t workers : {2, 8}) {
    CAPTURE(workers);
    const ExplorationResult result = simulated(program, workers);
    const std::vector<std::uint64_t>& events = result.events_of_workers;
    REQUIRE(events.size() == workers);
    const std::uint64_t all = std::accumulate(events.begin(), events.end(), std::uint64_t{0});
    CHECK(all == alone.events);
    CHECK(static_cast<double>(*std::ranges::min_element(events)) >=
          0.8 * static_cast<double>(all) / static_cast<double>(workers));
    CHECK(result.items_given < result.executions / 20);
    CHECK(simulated(program, workers).events_of_workers == events);
  }
}

}  // namespace drover::crew_test
