#pragma once

#include <cstdint>

// What can be chosen about pictures.
namespace drover::drawing {

enum class PictureFormat : std::uint8_t { Text, Dot, Svg, Png };

// Which initial writes are drawn, and with them what leads out of them. Where they are read: those
// that are read from or on a cycle, without their place in coherence, which is always the first;
// if that is a great many, only those on a cycle.
enum class InitialWrites : std::uint8_t { WhereRead, All, None };

enum class Theme : std::uint8_t {
  Light,
  Dark,
  Viewer  // light, or dark where whoever looks at it prefers that
};

}  // namespace drover::drawing
