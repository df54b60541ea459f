#include "analysis/orders/strength.h"

#include <doctest/doctest.h>

namespace drover::orders::strength_test {

TEST_CASE("modes are sets of effects, ordered as in [RCMC] §3.1") {
  CHECK(strength_of(Mode::Sc, SiteKind::Load) == (Acquire | Total));
  CHECK(strength_of(Mode::Sc, SiteKind::Store) == (Release | Total));
  CHECK(strength_of(Mode::AcqRel, SiteKind::Update) == (Acquire | Release));
  CHECK_FALSE(is_weaker_or_same(strength_of(Mode::Acq, SiteKind::Update),
                                strength_of(Mode::Rel, SiteKind::Update)));
  CHECK_FALSE(is_mode(Acquire | Total, SiteKind::Update, 0));
  CHECK(is_mode(Nothing | FirstStep, SiteKind::Load, 3));
  CHECK(is_mode(Nothing, SiteKind::Fence, 3));
  CHECK_FALSE(is_mode(Nothing | FirstStep, SiteKind::Fence, 3));
  for (const Mode mode : {Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc}) {
    CHECK(mode_of(strength_of(mode, SiteKind::Fence)) == mode);
  }
}

}  // namespace drover::orders::strength_test
