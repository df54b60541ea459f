#pragma once

#include <cstdint>

namespace drover {

// How a run of TruSt ended: it came to its end (or was stopped), or its graphs were too
// small for the program.
enum class TrustEnd : std::uint8_t { Done, TooManyEvents };

}  // namespace drover
