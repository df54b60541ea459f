#pragma once

#include <cstdint>

namespace drover {

// The place of an event in its access: an access to memory that others overlap in part is cut into
// parts, one event for each, which directly follow each other in their thread.
struct AccessPart {
  // Two, Fused: as Halves, of an atomic read-modify-write. The parts of its write directly follow
  // those of its read.
  enum class Update : std::uint8_t { None, Two, Fused };

  std::uint8_t index = 0;  // of the part
  std::uint8_t count = 1;  // parts of the access
  Update update = Update::None;

  [[nodiscard]] constexpr bool is_whole() const { return count == 1; }
  bool operator==(const AccessPart&) const = default;
};

}  // namespace drover
