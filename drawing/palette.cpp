#include "drawing/palette.h"

namespace drover::drawing {

namespace {

constexpr Palette LightPalette{"#ffffff", "#1a1a1a", "#6a6a6a", "#f6f6f4", "#dedbd2", "#eaf6ee",
                               "#e8f0fc", "#fff5d9", "#f2f2f2", "#55565a", "#d01010", "#fde8e6"};
constexpr Palette DarkPalette{"#16181c", "#ececec", "#a2a4a8", "#1f2227", "#33373e", "#1d3429",
                              "#1c2c44", "#3a331c", "#2a2d33", "#9a9da3", "#ff6b60", "#47201e"};
constexpr Palette MonoPalette{"#ffffff", "#000000", "#000000", "#ffffff", "#000000", "#ffffff",
                              "#ffffff", "#ffffff", "#ffffff", "#000000", "#000000", "#ffffff"};

}  // namespace

const Palette& palette_of(Theme theme) {
  switch (theme) {
    case Theme::Dark: return DarkPalette;
    case Theme::Mono: return MonoPalette;
    case Theme::Light:
    case Theme::Viewer: break;
  }
  return LightPalette;
}

std::string_view fill_of(const PictureNode& node, const Palette& palette) {
  if (node.is_alarming) return palette.alarm_fill;
  switch (node.kind) {
    case NodeKind::Read: return palette.read;
    case NodeKind::Write: return palette.write;
    case NodeKind::Fence: return palette.fence;
    case NodeKind::Initial: return palette.page;
    case NodeKind::Other:
    case NodeKind::Ending: return palette.other;
  }
  return palette.other;
}

std::string_view colour_of(const RelationStyle& style, Theme theme) {
  if (theme == Theme::Mono) return MonoPalette.ink;
  return theme == Theme::Dark ? style.dark_colour : style.colour;
}

}  // namespace drover::drawing
