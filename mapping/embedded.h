#pragma once

#include <span>
#include <string_view>

namespace drover::mapping {

// A file of mapping/tables, embedded in the executable.
struct EmbeddedMapping {
  std::string_view name;  // without ".json"
  std::string_view text;
};

// Sorted by name.
[[nodiscard]] std::span<const EmbeddedMapping> embedded_mappings();

}  // namespace drover::mapping
