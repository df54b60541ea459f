#include "lsp/positions.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "frontend/source.h"
#include "support/format.h"

namespace drover::lsp {

namespace {

// Returns the UTF-16 units of a character from its bytes: four bytes mean beyond U+FFFF.
std::size_t units_of(std::size_t bytes) { return bytes == 4 ? 2 : 1; }

std::size_t step(std::string_view text, std::size_t offset) {
  return std::max<std::size_t>(1, character_length(text, offset));
}

constexpr std::string_view FileScheme = "file://";

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const std::string_view code = text[i] == '%' ? text.substr(i + 1, 2) : "";
    const char* end = code.data() + code.size();
    const bool is_code = code.size() == 2 && std::from_chars(code.data(), end, byte, 16).ptr == end;
    out += is_code ? static_cast<char>(byte) : text[i];
    if (is_code) i += 2;
  }
  return out;
}

}  // namespace

LineIndex::LineIndex(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (is_pair) ++i;
    if (text[i] == '\n' || text[i] == '\r') begins_.push_back(i + 1);
  }
}

std::size_t LineIndex::offset_at(std::string_view text, Position position) const {
  if (position.line >= begins_.size()) return text.size();
  std::size_t offset = begins_[position.line];
  const std::size_t end =
      position.line + 1 < begins_.size() ? begins_[position.line + 1] : text.size();
  std::size_t units = 0;
  while (offset < end && units < position.character && text[offset] != '\n' &&
         text[offset] != '\r') {
    const std::size_t bytes = step(text, offset);
    units += units_of(bytes);
    // A position inside a character means its beginning.
    if (units > position.character) break;
    offset += bytes;
  }
  return offset;
}

Position LineIndex::position_at(std::string_view text, std::size_t offset) const {
  offset = std::min(offset, text.size());
  const auto line = std::prev(std::ranges::upper_bound(begins_, offset));
  Position position{static_cast<std::size_t>(line - begins_.begin()), 0};
  for (std::size_t at = *line; at < offset;) {
    const std::size_t bytes = step(text, at);
    position.character += units_of(bytes);
    at += bytes;
  }
  return position;
}

Position read_position(const Json& json) {
  const auto number = [&](std::string_view key) {
    const auto given = json.at(key).whole_number().value_or(0);
    return static_cast<std::size_t>(std::max<std::int64_t>(0, given));
  };
  return {number("line"), number("character")};
}

Json json_of(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json range_json(const LineIndex& lines, std::string_view text, Section section) {
  return {{"start", json_of(lines.position_at(text, section.begin))},
          {"end", json_of(lines.position_at(text, section.end))}};
}

bool is_file_uri(std::string_view uri) { return uri.starts_with(FileScheme); }

std::string path_of_uri(std::string_view uri) {
  if (!is_file_uri(uri)) {
    const std::size_t colon = uri.find(':');
    return decoded(colon == std::string_view::npos ? uri : uri.substr(colon + 1));
  }
  uri.remove_prefix(FileScheme.size());
  // A host may precede the path.
  const std::size_t slash = uri.find('/');
  return decoded(slash == std::string_view::npos ? uri : uri.substr(slash));
}

std::string uri_of_path(std::string_view path) {
  std::string out(FileScheme);
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        std::isalnum(byte) != 0 || std::string_view("/-_.~").find(c) != std::string_view::npos;
    out += is_plain ? std::string(1, c) : format("%{:02X}", static_cast<unsigned>(byte));
  }
  return out;
}

}  // namespace drover::lsp
