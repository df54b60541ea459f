#pragma once

#include <cstdint>

// What can be chosen about pictures.
namespace drover::drawing {

enum class PictureFormat : std::uint8_t {
  Text,
  Dot,
  Svg,
  Png,
  Pdf,
  Tikz,         // a LaTeX document
  TikzFragment  // a tikzpicture for a document
};

// What is around events and edges.
struct PictureParts {
  bool has_title = true;  // and the captions below it
  bool has_legend = true;
  bool has_lines = true;  // of the source, in nodes
};

// Which initial writes are drawn, and with them what leads out of them. Where they are read: those
// that are read from or on a cycle, without their place in coherence, which is always the first;
// if that is a great many, only those on a cycle.
enum class InitialWrites : std::uint8_t { WhereRead, All, None };

enum class Theme : std::uint8_t {
  Light,
  Dark,
  Mono,   // black on white
  Viewer  // light, or dark where whoever looks at it prefers that
};

}  // namespace drover::drawing
