#include "drawing/style.h"

#include <algorithm>
#include <array>

namespace drover::drawing {

namespace {

constexpr std::array<std::pair<std::string_view, LineStyle>, 12> KnownStyles{{
    {"po", {"#3c3c3c", "#c8c8c8", "", 1.3, "program order"}},
    {"rf", {"#00704f", "#4cc9a0", "", 1.8, "reads from"}},
    {"co", {"#1258b0", "#7ab4ff", "9 4", 1.7, "coherence"}},
    {"fr", {"#b35400", "#ffae5c", "3 3", 1.7, "from-read: overwritten by"}},
    {"rb", {"#b35400", "#ffae5c", "3 3", 1.7, "reads before: overwritten by"}},
    {"sw", {"#8b2f97", "#e08af0", "12 3 2 3", 1.8, "synchronises with"}},
    {"hb", {"#5b5b8c", "#b0b0e8", "14 4", 1.4, "happens before (besides po)"}},
    {"eco", {"#6d4c2f", "#d6b08c", "6 3 2 3 2 3", 1.5, "extended coherence"}},
    {"psc", {"#a0215f", "#ff8fc0", "2 2", 1.8, "order of sc events"}},
    {"rmw", {"#3c3c3c", "#c8c8c8", "1 2", 1.5, "read-modify-write"}},
    {"sync", {"#666666", "#a8a8a8", "1 4", 1.4, "spawn and join"}},
    {"symb", {"#8a7000", "#e6cf5a", "10 3 4 3", 1.5, "symmetric threads"}},
}};

// Styles of relations with other names, used in turn.
constexpr std::array<LineStyle, 6> OtherStyles{{{"#948000", "#f0dc70", "11 3 5 3"},
                                                {"#007a8a", "#60d0e0", "5 5"},
                                                {"#6a4cd0", "#b8a6ff", "8 3 2 3 2 3"},
                                                {"#4f6d1f", "#b8d878", "2 4"},
                                                {"#446677", "#9fc0d0", "16 3 6 3"},
                                                {"#8c4a6b", "#e0a8c4", "6 2 1 2"}}};

constexpr Palette LightPalette{"#ffffff", "#1a1a1a", "#6a6a6a", "#f6f6f4", "#dedbd2", "#eaf6ee",
                               "#e8f0fc", "#fff5d9", "#f2f2f2", "#55565a", "#d01010", "#fde8e6"};
constexpr Palette DarkPalette{"#16181c", "#ececec", "#a2a4a8", "#1f2227", "#33373e", "#1d3429",
                              "#1c2c44", "#3a331c", "#2a2d33", "#9a9da3", "#ff6b60", "#47201e"};
constexpr Palette MonoPalette{"#ffffff", "#000000", "#000000", "#ffffff", "#000000", "#ffffff",
                              "#ffffff", "#ffffff", "#ffffff", "#000000", "#000000", "#ffffff"};

}  // namespace

std::vector<RelationStyle> relation_styles(std::span<const std::string> relations) {
  std::vector<RelationStyle> styles;
  std::size_t others = 0;
  for (const std::string& relation : relations) {
    const auto* known =
        std::ranges::find(KnownStyles, relation, [](auto& each) { return each.first; });
    styles.push_back(
        {known != KnownStyles.end() ? known->second : OtherStyles[others++ % OtherStyles.size()],
         relation});
  }
  return styles;
}

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

const RelationStyle& style_of(const PictureEdge& edge, std::span<const RelationStyle> styles) {
  return *std::ranges::find(styles, edge.relation, &RelationStyle::relation);
}

std::string_view colour_of(const RelationStyle& style, Theme theme) {
  if (theme == Theme::Mono) return MonoPalette.ink;
  return theme == Theme::Dark ? style.dark_colour : style.colour;
}

}  // namespace drover::drawing
