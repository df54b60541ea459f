#include "frontend/c/line_map.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "support/format.h"

namespace drover::c {

namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// The end of the token that begins at an offset of a line: a word, a text, or one sign.
std::size_t token_end(std::string_view line, std::size_t at) {
  if (is_word_character(line[at])) {
    while (at < line.size() && is_word_character(line[at])) ++at;
    return at;
  }
  if (line[at] == '"' || line[at] == '\'') {
    const char quote = line[at++];
    while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
    return std::min(at + 1, line.size());
  }
  return at + 1;
}

// Where the first token of a line begins at or behind an offset, comments left out; the end of the
// line where there is none.
std::size_t next_token(std::string_view line, std::size_t at) {
  while (at < line.size()) {
    const std::string_view rest = line.substr(at);
    if (is_blank(line[at])) {
      ++at;
    } else if (rest.starts_with("//")) {
      return line.size();
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      if (end == std::string_view::npos) return line.size();
      at += end + 2;
    } else {
      return at;
    }
  }
  return line.size();
}

// `# 12 "file" 3`
struct Marker {
  std::uint32_t line = 0;
  std::string file;
};

std::optional<Marker> marker_of(std::string_view line) {
  if (!line.starts_with("# ") && !line.starts_with("#line ")) return std::nullopt;
  std::istringstream in(std::string(line.substr(line.find(' '))));
  Marker marker;
  if (!(in >> marker.line)) return std::nullopt;
  const std::size_t open = line.find('"');
  const std::size_t close = line.rfind('"');
  if (open != std::string_view::npos && close > open) {
    for (std::size_t i = open + 1; i < close; ++i) {
      if (line[i] == '\\' && i + 1 < close) ++i;
      marker.file += line[i];
    }
  }
  return marker;
}

std::string text_of_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return "";  // a pipe may never end
  std::ifstream file(path, std::ios::binary);
  std::string text(MaxSourceSize, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

}  // namespace

LineMap::LineMap(const SourceBuffer& text, const std::vector<SourcePart>& known, Others others)
    : text_(text) {
  const auto text_of = [&](const std::string& name) {
    const auto found = std::ranges::find(known, name, &SourcePart::name);
    if (found != known.end()) return found->text;
    return others == Others::AreRead ? text_of_file(name) : std::string();
  };
  std::vector<SourcePart> parts{known.front()};
  std::map<std::string, std::uint32_t> numbers{{known.front().name, 0}};
  is_header_.push_back(false);
  std::uint32_t part = 0;
  std::uint32_t line = 1;
  for (std::uint32_t number = 1; number <= text.line_count(); ++number) {
    const std::string_view shown = text.line_text(number);
    if (const auto marker = marker_of(shown)) {
      line = marker->line;
      if (!marker->file.empty()) {
        const auto [place, is_new] =
            numbers.try_emplace(marker->file, static_cast<std::uint32_t>(parts.size()));
        if (is_new) {
          const bool is_header = marker->file.starts_with("<drover>/");
          parts.push_back({marker->file, is_header ? "" : text_of(marker->file)});
          is_header_.push_back(is_header);
        }
        part = place->second;
      }
      continue;
    }
    lines_.push_back({static_cast<std::uint32_t>(text.line_begin(number)), part, line});
    ++line;
  }
  if (lines_.empty()) lines_.push_back({0, 0, 1});
  sources_ = SourceBuffer::from_parts(std::move(parts));
}

const LineMap::Line& LineMap::line_at(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(lines_, offset, {}, &Line::begin);
  return after == lines_.begin() ? lines_.front() : *std::prev(after);
}

bool LineMap::is_from_header(std::size_t offset) const {
  return !lines_.empty() && is_header_[line_at(offset).part];
}

// Those that the file has in its line are found there, one after the other. The others come from a
// macro: its name stands where the next token of the file is.
const std::vector<LineMap::Found>& LineMap::tokens_of(const Line& line) const {
  if (found_line_ == line.begin) return found_;
  found_line_ = line.begin;
  found_.clear();
  const std::uint32_t number = sources_.parts()[line.part].first_line + line.line;
  if (number > sources_.line_count() || line.line == 0) return found_;
  const std::string_view original = sources_.line_text(number);
  const std::size_t line_begin = sources_.line_begin(number);
  const std::string_view shown = text_.line_text_of({.begin = line.begin, .line = 1});
  std::size_t cursor = 0;
  for (std::size_t at = 0; at < shown.size();) {
    if (is_blank(shown[at])) {
      ++at;
      continue;
    }
    const std::size_t stop = token_end(shown, at);
    const std::string_view token = shown.substr(at, stop - at);
    const bool is_word = is_word_character(token[0]);
    const auto is_part_of_word = [&](std::size_t where) {
      return is_word && ((where > 0 && is_word_character(original[where - 1])) ||
                         (where + token.size() < original.size() &&
                          is_word_character(original[where + token.size()])));
    };
    std::size_t hit = original.find(token, cursor);
    while (hit != std::string_view::npos && is_part_of_word(hit)) {
      hit = original.find(token, hit + 1);
    }
    std::size_t next = cursor;
    while (next < original.size() && is_blank(original[next])) ++next;
    // A sign far ahead is another one, after a macro's use.
    const bool is_there = hit != std::string_view::npos && (hit == next || is_word);
    if (is_there) cursor = hit + token.size();
    const std::size_t from = is_there ? hit : std::min(next, original.size());
    const std::size_t to = is_there                 ? cursor
                           : next < original.size() ? token_end(original, next)
                                                    : original.size();
    found_.push_back({line.begin + at, line_begin + from, line_begin + std::max(from, to)});
    at = stop;
  }
  return found_;
}

std::optional<LineMap::Written> LineMap::written_at(std::size_t offset) const {
  constexpr std::size_t MaxLine = 1000;  // what is longer was not written by hand
  const Line& line = line_at(offset);
  const std::uint32_t number = sources_.parts()[line.part].first_line + line.line;
  if (line.part != 0 || line.line == 0 || number > sources_.line_count()) return std::nullopt;
  const std::string_view original = sources_.line_text(number);
  const std::string_view shown = text_.line_text_of({.begin = line.begin, .line = 1});
  if (shown.size() > MaxLine || original.size() > MaxLine) return std::nullopt;
  std::size_t at = next_token(shown, 0);
  std::size_t there = next_token(original, 0);
  while (at < shown.size() && there < original.size()) {
    const std::size_t end = token_end(shown, at);
    const std::size_t end_there = token_end(original, there);
    const bool is_same = shown.substr(at, end - at) == original.substr(there, end_there - there);
    if (line.begin + at == offset) {
      const std::size_t begin = sources_.line_begin(number);
      return Written{begin + there, begin + end_there, is_same};
    }
    if (!is_same) return std::nullopt;
    at = next_token(shown, end);
    there = next_token(original, end_there);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> LineMap::begin_in_file(std::size_t offset) const {
  const auto written = written_at(offset);
  if (!written) return std::nullopt;
  return static_cast<std::uint32_t>(written->begin);
}

std::optional<std::uint32_t> LineMap::end_in_file(std::size_t offset) const {
  const auto written = written_at(offset);
  if (!written || !written->is_same) return std::nullopt;
  return static_cast<std::uint32_t>(written->end);
}

SourceRange LineMap::place(const SourceRange& range) const {
  if (lines_.empty() || range.line == 0) return {};
  const Line line = line_at(range.begin);
  const std::vector<Found>& found = tokens_of(line);
  const auto after = std::ranges::upper_bound(found, range.begin, {}, &Found::at);
  if (after == found.begin()) {
    SourceRange place =
        sources_.range(sources_.part_begin(line.part), sources_.part_begin(line.part));
    place.line = line.line;
    return place;
  }
  const auto first = std::prev(after);
  auto last = std::ranges::lower_bound(found, range.end, {}, &Found::at);
  if (last != found.begin()) --last;
  return sources_.range(first->begin, std::max(first->end, last->end));
}

std::string without_attributes(std::string text) {
  constexpr std::string_view Word = "__attribute";
  for (std::size_t at = text.find(Word); at != std::string::npos; at = text.find(Word, at + 1)) {
    std::size_t open = at;
    while (open < text.size() && is_word_character(text[open])) ++open;
    while (open < text.size() && is_blank(text[open])) ++open;
    if (open >= text.size() || text[open] != '(') continue;
    std::size_t depth = 0;
    std::size_t end = open;
    do {
      if (text[end] == '(') ++depth;
      if (text[end] == ')') --depth;
      end = text[end] == '"' ? token_end(text, end) : end + 1;
    } while (depth > 0 && end < text.size());
    // It changes where members are: it stays, and is refused as what cannot be read.
    if (text.substr(at, end - at).find("packed") != std::string::npos) continue;
    for (std::size_t i = at; i < end && i < text.size(); ++i) {
      if (text[i] != '\n') text[i] = ' ';
    }
  }
  return text;
}

}  // namespace drover::c
