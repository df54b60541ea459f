#pragma once

#include "explorer/verify_sc/vsc_options.h"

namespace drover {

// The parts of [RVF] that can be left out to see what they are good for. None changes which
// local states are found.
struct RvfOptions {
  VscOptions vsc;
  bool signals = true;  // backtrack signals, §5

  bool operator==(const RvfOptions&) const = default;
};

}  // namespace drover
