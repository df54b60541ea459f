#pragma once

#include <cstdint>

// Options of pictures.
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

// Parts around events and edges.
struct PictureParts {
  bool has_title = true;  // includes the captions below it
  bool has_legend = true;
  bool has_lines = true;  // source lines in nodes
};

// Initial writes to draw, with their outgoing edges. WhereRead: those that are read or on a cycle,
// without coherence edges, as they always come first; if these are too many, only those on a cycle.
enum class InitialWrites : std::uint8_t { WhereRead, All, None };

enum class Theme : std::uint8_t {
  Light,
  Dark,
  Mono,   // black on white
  Viewer  // light, or dark if the viewer prefers
};

}  // namespace drover::drawing
