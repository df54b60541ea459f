#pragma once

#include "semantics/program/mode.h"

// The promises of the modes of a specification's accesses: a release publishes what the call knows,
// an acquire adds what was published. An access without a mode promises nothing.
namespace drover::histories {

[[nodiscard]] constexpr bool acquires(Mode mode) {
  return mode == Mode::Acq || mode == Mode::AcqRel || mode == Mode::Sc;
}
[[nodiscard]] constexpr bool releases(Mode mode) {
  return mode == Mode::Rel || mode == Mode::AcqRel || mode == Mode::Sc;
}

}  // namespace drover::histories
