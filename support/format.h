#pragma once

// The only include of {fmt}. The core header declares `format`; the library implements it.
#include <fmt/core.h>

#include <string>

namespace drover {

using fmt::format;

}  // namespace drover
