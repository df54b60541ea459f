#pragma once

// The only include of {fmt}.
#include <fmt/format.h>

#include <string>

namespace drover {

using fmt::format;
using fmt::format_to;

}  // namespace drover
