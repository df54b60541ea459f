#include "semantics/program/mode.h"

#include <doctest/doctest.h>

namespace drover {

TEST_CASE("modes are ordered as in the paper: acq and rel are incomparable") {
  using enum Mode;
  for (const Mode mode : {Na, Rlx, Acq, Rel, AcqRel, Sc}) CHECK(at_least(mode, mode));
  for (const Mode mode : {Rlx, Acq, Rel, AcqRel, Sc}) CHECK(at_least(mode, Na));
  for (const Mode mode : {Acq, Rel, AcqRel, Sc}) CHECK(at_least(mode, Rlx));
  CHECK_FALSE(at_least(Acq, Rel));
  CHECK_FALSE(at_least(Rel, Acq));
  for (const Mode mode : {AcqRel, Sc}) {
    CHECK(at_least(mode, Acq));
    CHECK(at_least(mode, Rel));
  }
  CHECK_FALSE(at_least(AcqRel, Sc));
  CHECK_FALSE(at_least(Na, Rlx));
}

TEST_CASE("the halves of a read-modify-write have the modes of Mod_RMW") {
  using enum Mode;
  CHECK(read_half(Rlx) == Rlx);
  CHECK(write_half(Rlx) == Rlx);
  CHECK(read_half(Acq) == Acq);
  CHECK(write_half(Acq) == Rlx);
  CHECK(read_half(Rel) == Rlx);
  CHECK(write_half(Rel) == Rel);
  CHECK(read_half(AcqRel) == Acq);
  CHECK(write_half(AcqRel) == Rel);
  CHECK(read_half(Sc) == Sc);
  CHECK(write_half(Sc) == Sc);
}

TEST_CASE("a compare-and-swap fails with the reading half of its mode") {
  CHECK(default_failure_mode(Mode::Rel) == Mode::Rlx);
  CHECK(default_failure_mode(Mode::AcqRel) == Mode::Acq);
  CHECK(default_failure_mode(Mode::Sc) == Mode::Sc);
  CHECK(default_failure_mode(Mode::Plain) == Mode::Plain);
}

}  // namespace drover
