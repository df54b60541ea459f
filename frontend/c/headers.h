#pragma once

#include <span>
#include <string_view>

namespace drover::c {

// A header that is part of the program: frontend/c/headers/*.h.
struct EmbeddedHeader {
  std::string_view name;  // without ".h"
  std::string_view text;
};

// By name.
[[nodiscard]] std::span<const EmbeddedHeader> embedded_headers();

}  // namespace drover::c
