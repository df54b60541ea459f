#include "explorer/plan/buffering_limits.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::buffering_limits_test {

namespace {

std::optional<BufferingObstacle> obstacle(const std::string& text, const char* model = "imm") {
  return buffering_obstacle(testing::program_from(text), *find_model(model));
}

}  // namespace

TEST_CASE("lb takes loads, stores, fences and updates") {
  CHECK_FALSE(
      obstacle("shared x, y; thread t { r := x@rlx; fence@acqrel; y@rlx := r; faa(x, 1); }"));
}

TEST_CASE("lb takes no computation from a read value that may fail") {
  const std::string text = "shared x, y; thread t { r := x@rlx; s := 1 / r; y@rlx := s; }";
  CHECK(obstacle(text) == BufferingObstacle::MayFail);
  CHECK_FALSE(obstacle_to_buffering(testing::program_from(text), FailedComputations::AreNoted));
  CHECK_FALSE(obstacle("shared x, y; thread t { r := x@rlx; s := 1 / 2; y@rlx := s; }"));
}

TEST_CASE("lb takes no annotated calls") {
  const std::string text = "shared x; thread t { x := 0; main cas(x, 0, 1); }";
  CHECK(obstacle(text) == BufferingObstacle::AnnotatedCalls);
}

TEST_CASE("lkmm lets branches hold back only some events: lb takes no waits there") {
  const std::string text = "shared x; thread t { await(x == 1); }";
  CHECK_FALSE(obstacle(text));
  CHECK(obstacle(text, "lkmm") == BufferingObstacle::Waits);
}

TEST_CASE("the automata of lb track dependencies, and stop at branches where models need it") {
  CHECK(unfolded_for_buffering(*find_model("imm")).dependencies == DependencyTracking::On);
  CHECK(unfolded_for_buffering(*find_model("imm")).branches == BranchSteps::Off);
  CHECK(unfolded_for_buffering(*find_model("lkmm")).branches == BranchSteps::On);
}

}  // namespace drover::buffering_limits_test
