#include "drawing/text_size.h"

#include <algorithm>

namespace drover::drawing {

namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// Returns the size in bytes of the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_character(text[i]) && seen++ == count) return i;
  }
  return text.size();
}

}  // namespace

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

double text_width(std::string_view text, double font_size) {
  constexpr double Advance = 0.602;  // of DejaVu Sans Mono; others are narrower
  return static_cast<double>(character_count(text)) * font_size * Advance;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t characters) {
  std::vector<std::string> lines;
  characters = std::max<std::size_t>(characters, 1);
  while (character_count(text) > characters) {
    std::size_t end = bytes_of(text, characters);
    const std::size_t space = text.rfind(' ', end);
    const bool has_space = space != std::string_view::npos && space > 0;
    if (has_space) end = space;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(has_space ? end + 1 : end);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace drover::drawing
