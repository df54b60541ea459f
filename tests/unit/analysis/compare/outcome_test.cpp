#include "analysis/compare/outcome.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "analysis/shapes/mode_assignment.h"
#include "explorer/models/model_registry.h"

namespace drover::compare_outcome_test {

namespace {

using enum shapes::InstructionKind;
constexpr std::uint8_t Initial = shapes::Candidate::Initial;

// Both reads read 0.
const shapes::Shape StoreBuffering{{{{Write, 0}, {Read, 1}}, {{Write, 1}, {Read, 0}}}};
const compare::Outcome BothOld{{Initial, Initial, Initial, Initial}, {0, 2}, {}};

}  // namespace

TEST_CASE("an outcome is reached if one of its graphs is consistent") {
  const shapes::EventLayout layout(StoreBuffering);
  const shapes::ModeAssignment modes = shapes::weakest_modes(layout.instructions);
  CHECK_FALSE(compare::is_reached(*find_model("sc"), layout, modes, BothOld));
  CHECK_FALSE(compare::find_witness(*find_model("sc"), layout, modes, BothOld));
  CHECK(compare::is_reached(*find_model("tso"), layout, modes, BothOld));
  const auto witness = compare::find_witness(*find_model("tso"), layout, modes, BothOld);
  REQUIRE(witness);
  CHECK(find_model("tso")->is_consistent(*witness));
}

TEST_CASE("graphs of an outcome differ in coherence below the last write") {
  const shapes::Shape three{{{{Write, 0}}, {{Write, 0}}, {{Write, 0}}}};
  const shapes::EventLayout layout(three);
  const shapes::ModeAssignment modes = shapes::weakest_modes(layout.instructions);
  const compare::Outcome last_is_first{{Initial, Initial, Initial}, {0}, {}};
  CHECK(compare::graphs_of(*find_model("sc"), layout, modes, last_is_first).size() == 2);
  CHECK(compare::graphs_of(*find_model("wrc11"), layout, modes, last_is_first).size() == 1);
}

TEST_CASE("a difference has a witness of one model, and the violation of the other") {
  const shapes::EventLayout layout(StoreBuffering);
  const shapes::ModeAssignment modes = shapes::weakest_modes(layout.instructions);
  const compare::Difference found = compare::make_difference(StoreBuffering, layout, BothOld, modes,
                                                             *find_model("tso"), *find_model("sc"));
  CHECK(find_model("tso")->is_consistent(found.witness));
  REQUIRE(found.forbidden.size() == 1);
  CHECK_FALSE(find_model("sc")->is_consistent(found.forbidden[0]));
  REQUIRE(found.reason);
  CHECK(found.reason->cycle.size() == 4);
}

}  // namespace drover::compare_outcome_test
