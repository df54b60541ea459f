#include "frontend/c/line_map.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/c/align_tokens.h"

namespace drover::c {

namespace {

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

const std::vector<LineMap::Found>& LineMap::tokens_of(const Line& line) const {
  // The tokens of a header's macro are in separate lines, marked with the same number.
  const auto is_other = [&](const Line& each) {
    return each.part != line.part || each.line != line.line;
  };
  auto first = lines_.begin() + (&line - lines_.data());
  const auto last = std::find_if(first, lines_.end(), is_other);
  while (first != lines_.begin() && !is_other(*std::prev(first))) --first;
  const auto [place, is_new] = found_.try_emplace(first->begin);
  std::vector<Found>& found = place->second;
  const std::uint32_t number = sources_.parts()[line.part].first_line + line.line;
  if (!is_new || number > sources_.line_count() || line.line == 0) return found;
  std::vector<std::string_view> tokens;
  for (auto each = first; each != last; ++each) {
    const std::string_view shown = text_.line_text_of({.begin = each->begin, .line = 1});
    for (std::size_t at = 0; at < shown.size();) {
      if (is_blank(shown[at])) {
        ++at;
        continue;
      }
      const std::size_t stop = token_end(shown, at);
      tokens.push_back(shown.substr(at, stop - at));
      found.push_back({.at = each->begin + at});
      at = stop;
    }
  }
  const std::size_t line_begin = sources_.line_begin(number);
  const std::vector<LinePart> places = align_tokens(sources_.line_text(number), tokens);
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].begin = line_begin + places[i].begin;
    found[i].end = line_begin + places[i].end;
  }
  return found;
}

std::optional<LineMap::Written> LineMap::written_at(std::size_t offset) const {
  constexpr std::size_t MaxLine = 1000;  // longer lines are not written by hand
  const Line& line = line_at(offset);
  const std::uint32_t number = sources_.parts()[line.part].first_line + line.line;
  const bool is_last = line.part + std::size_t{1} == sources_.parts().size();
  const std::uint32_t last =
      is_last ? sources_.line_count() : sources_.parts()[line.part + 1U].first_line;
  if (is_header_[line.part] || line.line == 0 || number > last) return std::nullopt;
  // Tokens after a header's macro are in separate lines; only the first line begins as written.
  const Line* const before = &line == lines_.data() ? nullptr : &line - 1;
  if (before != nullptr && before->part == line.part && before->line == line.line) {
    return std::nullopt;
  }
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
  const Line& line = line_at(range.begin);
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

}  // namespace drover::c
