#pragma once

#include <span>
#include <string_view>

namespace drover::mapping {

// A file of mapping/tables, which is part of the program.
struct EmbeddedMapping {
  std::string_view name;  // without ".json"
  std::string_view text;
};

// By name.
[[nodiscard]] std::span<const EmbeddedMapping> embedded_mappings();

}  // namespace drover::mapping
