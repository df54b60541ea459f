#include "analysis/compare/outcome_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>

#include "analysis/shapes/shape.h"

namespace drover::outcome_search_test {

namespace {

using compare::find_distinguishing_modes;
using compare::ModeOrder;
using enum shapes::InstructionKind;

const shapes::Shape MessagePassing{{{{Write, 0}, {Write, 1}}, {{Read, 1}, {Read, 0}}}};

bool allows_all(const shapes::ModeAssignment& /*modes*/) { return true; }
// Forbids what release and acquire forbid.
bool allows_unordered(const shapes::ModeAssignment& modes) {
  return !at_least(modes[1], Mode::Rel) || !at_least(modes[2], Mode::Acq);
}

}  // namespace

TEST_CASE("the weakest modes that distinguish two models are found") {
  const shapes::EventLayout layout(MessagePassing);
  const auto found =
      find_distinguishing_modes(layout, ModeOrder::StrongerForbids, allows_all, allows_unordered);
  REQUIRE(found);
  CHECK(*found == shapes::ModeAssignment{Mode::Rlx, Mode::Rel, Mode::Acq, Mode::Rlx});
  CHECK_FALSE(
      find_distinguishing_modes(layout, ModeOrder::StrongerForbids, allows_unordered, allows_all));
}

TEST_CASE("few modes are tried if stronger modes only forbid") {
  const shapes::EventLayout layout(MessagePassing);
  std::size_t asked = 0;
  const auto counted = [&](const shapes::ModeAssignment& modes) {
    ++asked;
    return allows_all(modes);
  };
  CHECK_FALSE(find_distinguishing_modes(layout, ModeOrder::StrongerForbids, counted, allows_all));
  CHECK(asked == 0);  // the second allows it with the strongest
}

TEST_CASE("all modes are tried if nothing is known of stronger modes") {
  const shapes::EventLayout layout(MessagePassing);
  // It forbids only one mode, which is neither the weakest nor the strongest.
  const auto is_odd = [](const shapes::ModeAssignment& modes) { return modes[1] == Mode::Rel; };
  const auto forbids_odd = [&](const shapes::ModeAssignment& modes) { return !is_odd(modes); };
  CHECK_FALSE(
      find_distinguishing_modes(layout, ModeOrder::StrongerForbids, allows_all, forbids_odd));
  const auto found = find_distinguishing_modes(layout, ModeOrder::Unknown, allows_all, forbids_odd);
  REQUIRE(found);
  CHECK(is_odd(*found));
}

}  // namespace drover::outcome_search_test
