#include "drawing/relation_style.h"

#include <algorithm>
#include <array>

namespace drover::drawing {

namespace {

struct Known {
  std::string_view relation;
  std::string_view colour;
  std::string_view dark_colour;
  std::string_view dashes;
  double width;
  std::string_view meaning;
};

constexpr std::array<Known, 12> KnownStyles{{
    {"po", "#3c3c3c", "#c8c8c8", "", 1.3, "program order"},
    {"rf", "#00704f", "#4cc9a0", "", 1.8, "reads from"},
    {"co", "#1258b0", "#7ab4ff", "9 4", 1.7, "coherence"},
    {"fr", "#b35400", "#ffae5c", "3 3", 1.7, "from-read: overwritten by"},
    {"rb", "#b35400", "#ffae5c", "3 3", 1.7, "reads before: overwritten by"},
    {"sw", "#8b2f97", "#e08af0", "12 3 2 3", 1.8, "synchronises with"},
    {"hb", "#5b5b8c", "#b0b0e8", "14 4", 1.4, "happens before (besides po)"},
    {"eco", "#6d4c2f", "#d6b08c", "6 3 2 3 2 3", 1.5, "extended coherence"},
    {"psc", "#a0215f", "#ff8fc0", "2 2", 1.8, "order of sc events"},
    {"rmw", "#3c3c3c", "#c8c8c8", "1 2", 1.5, "read-modify-write"},
    {"sync", "#666666", "#a8a8a8", "1 4", 1.4, "spawn and join"},
    {"symb", "#8a7000", "#e6cf5a", "10 3 4 3", 1.5, "symmetric threads"},
}};

struct Look {
  std::string_view colour;
  std::string_view dark_colour;
  std::string_view dashes;
};

// For relations with other names, in turn.
constexpr std::array<Look, 6> OtherLooks{{{"#948000", "#f0dc70", "11 3 5 3"},
                                          {"#007a8a", "#60d0e0", "5 5"},
                                          {"#6a4cd0", "#b8a6ff", "8 3 2 3 2 3"},
                                          {"#4f6d1f", "#b8d878", "2 4"},
                                          {"#446677", "#9fc0d0", "16 3 6 3"},
                                          {"#8c4a6b", "#e0a8c4", "6 2 1 2"}}};

std::string dot_style_of(std::string_view dashes) {
  if (dashes.empty()) return "solid";
  return dashes.find(' ') <= 1 && dashes[0] <= '4' ? "dotted" : "dashed";
}

}  // namespace

std::vector<RelationStyle> relation_styles(std::span<const std::string> relations) {
  std::vector<RelationStyle> styles;
  std::size_t others = 0;
  for (const std::string& relation : relations) {
    const auto* known = std::ranges::find(KnownStyles, relation, &Known::relation);
    RelationStyle style{relation, "", "", "", "", 1.5, ""};
    if (known != KnownStyles.end()) {
      style.colour = known->colour;
      style.dark_colour = known->dark_colour;
      style.dashes = known->dashes;
      style.width = known->width;
      style.meaning = known->meaning;
    } else {
      const Look& look = OtherLooks[others++ % OtherLooks.size()];
      style.colour = look.colour;
      style.dark_colour = look.dark_colour;
      style.dashes = look.dashes;
    }
    style.dot_style = dot_style_of(style.dashes);
    styles.push_back(style);
  }
  return styles;
}

}  // namespace drover::drawing
