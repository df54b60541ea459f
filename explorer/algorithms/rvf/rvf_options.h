#pragma once

#include "explorer/algorithms/verify_sc/vsc_options.h"

namespace drover::rvf {

// The parts of [RVF] that can be switched off to measure their effect. None changes the set of
// local states found.
struct RvfOptions {
  vsc::VscOptions vsc;
  bool signals = true;  // backtrack signals, §5

  bool operator==(const RvfOptions&) const = default;
};

}  // namespace drover::rvf
