#pragma once

// The only include of {fmt}. Its core declares `format`; what formats is in the library.
#include <fmt/core.h>

#include <string>

namespace drover {

using fmt::format;

}  // namespace drover
