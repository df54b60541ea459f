#include "frontend/c/line_map.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/c/preprocessor/lexer.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "support/format.h"

namespace drover::c {

namespace {

std::string text_of_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return "";  // a pipe may never end
  std::ifstream file(path, std::ios::binary);
  std::string text(MaxSourceSize, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

std::vector<std::string_view> texts_of(std::string_view line, const std::vector<TextSpan>& tokens) {
  std::vector<std::string_view> texts;
  for (const TextSpan& token : tokens) texts.push_back(line.substr(token.begin, token.size()));
  return texts;
}

}  // namespace

std::optional<LineMark> line_mark_of(std::string_view line) {
  if (!line.starts_with("# ") && !line.starts_with("#line ")) return std::nullopt;
  std::istringstream in(std::string(line.substr(line.find(' '))));
  LineMark mark;
  if (!(in >> mark.line)) return std::nullopt;
  const std::size_t open = line.find('"');
  const std::size_t close = line.rfind('"');
  if (open != std::string_view::npos && close > open) {
    for (std::size_t i = open + 1; i < close; ++i) {
      if (line[i] == '\\' && i + 1 < close) ++i;
      mark.file += line[i];
    }
  } else {
    in >> mark.use.begin >> mark.use.end;
  }
  return mark;
}

void add_unit_text(std::string& text, const std::string& file, std::string_view unit) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  // The mark of the file ends the text of a header.
  text += format("# 1 {}\n{}", preprocessor::quoted(file), UnitMark);
  if (!unit.starts_with(preprocessor::ColumnsMark)) {
    text += format("# 1 {}\n", preprocessor::quoted(file));
  }
  text += unit;
}

LineMap::LineMap(const SourceBuffer& text, const std::vector<SourcePart>& known, Others others)
    : text_(text) {
  const auto file_text = [&](const std::string& name) {
    const auto found = std::ranges::find(known, name, &SourcePart::name);
    if (found != known.end()) return found->text;
    return others == Others::AreRead ? text_of_file(name) : std::string();
  };
  std::vector<SourcePart> parts{known.front()};
  std::map<std::string, std::uint32_t> numbers{{known.front().name, 0}};
  is_header_.push_back(false);
  std::uint32_t part = 0;
  std::uint32_t line = 1;
  TextSpan use;
  bool has_columns = false;
  const auto is_mark = [](std::string_view mark, std::string_view shown) {
    return shown == mark.substr(0, mark.size() - 1);
  };
  for (std::uint32_t number = 1; number <= text.line_count(); ++number) {
    const std::string_view shown = text.line_text(number);
    if (is_mark(preprocessor::ColumnsMark, shown)) {
      has_columns = true;
      line = 1;
      continue;
    }
    if (is_mark(UnitMark, shown)) {
      has_columns = false;
      unit_begins_.push_back(text.line_begin(number));
      continue;
    }
    if (const auto mark = line_mark_of(shown)) {
      line = mark->line;
      use = mark->use;
      if (!mark->file.empty()) {
        const auto [place, is_new] =
            numbers.try_emplace(mark->file, static_cast<std::uint32_t>(parts.size()));
        if (is_new) {
          const bool is_header = mark->file.starts_with(preprocessor::HeaderFolder);
          parts.push_back({mark->file, is_header ? "" : file_text(mark->file)});
          is_header_.push_back(is_header);
        }
        part = place->second;
      }
      continue;
    }
    const bool goes_on =
        !lines_.empty() && lines_.back().part == part && lines_.back().line == line;
    const std::uint32_t first =
        goes_on ? lines_.back().first : static_cast<std::uint32_t>(lines_.size());
    lines_.push_back({.begin = static_cast<std::uint32_t>(text.line_begin(number)),
                      .part = part,
                      .line = line,
                      .first = first,
                      .use = use,
                      .has_columns = has_columns});
    ++line;
    use = {};
  }
  if (lines_.empty()) lines_.push_back({.line = 1, .has_columns = has_columns});
  sources_ = SourceBuffer::from_parts(std::move(parts));
}

const LineMap::Line& LineMap::line_at(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(lines_, offset, {}, &Line::begin);
  return after == lines_.begin() ? lines_.front() : *std::prev(after);
}

std::optional<LineMap::HeaderLine> LineMap::header_line(std::size_t offset) const {
  const Line& line = line_at(offset);
  return is_header_[line.part] ? std::optional(HeaderLine{line.part, line.line}) : std::nullopt;
}

std::optional<std::uint32_t> LineMap::number_of(const Line& line) const {
  const auto& parts = sources_.parts();
  const std::uint32_t number = parts[line.part].first_line + line.line;
  const bool is_last = line.part + std::size_t{1} == parts.size();
  const std::uint32_t last = is_last ? sources_.line_count() : parts[line.part + 1U].first_line;
  if (is_header_[line.part] || line.line == 0 || number > last) return std::nullopt;
  return number;
}

const LineMap::FileLine& LineMap::file_line(const Line& line) const {
  const auto [known, is_new] = file_lines_.try_emplace(line.first);
  FileLine& out = known->second;
  const std::optional<std::uint32_t> number = number_of(line);
  if (!is_new || !number) return out;
  const std::string_view original = sources_.line_text(*number);
  out.written = tokens_of_line(original);
  std::vector<std::string_view> texts;
  for (auto each = lines_.begin() + line.first; each != lines_.end() && each->first == line.first;
       ++each) {
    const std::string_view shown = text_.line_text_of({.begin = each->begin, .line = 1});
    const std::vector<TextSpan> tokens = tokens_of(shown);
    std::ranges::copy(texts_of(shown, tokens), std::back_inserter(texts));
    for (const TextSpan& token : tokens) {
      out.made.push_back({each->begin + token.begin, each->use.size() > 0 ? each->use : token});
    }
  }
  const std::vector<std::string_view> written = texts_of(original, out.written);
  const auto [other, ignored] = std::ranges::mismatch(texts, written);
  out.same = static_cast<std::size_t>(other - texts.begin());
  if (!line.has_columns) align(out, texts, written, original.size());
  const std::size_t begin = sources_.line_begin(*number);
  const auto move = [&](TextSpan& span) {
    span = {begin + std::min(span.begin, original.size()),
            begin + std::min(span.end, original.size())};
  };
  for (FileLine::Made& each : out.made) move(each.place);
  std::ranges::for_each(out.written, move);
  return out;
}

// Places the tokens of a compiler's text. The tokens that are equal in the file at both ends of the
// line have their own places; all tokens between them have the place of the differing part of the
// file's line.
void LineMap::align(FileLine& line, const std::vector<std::string_view>& made,
                    const std::vector<std::string_view>& written, std::size_t size) {
  const std::size_t most = std::min(made.size(), written.size()) - line.same;
  std::size_t behind = 0;
  while (behind < most && made.rbegin()[behind] == written.rbegin()[behind]) ++behind;
  const std::size_t end = written.size() - behind;
  TextSpan between{size, size};
  if (line.same < written.size()) between.begin = line.written[line.same].begin;
  if (line.same < end) between.end = line.written[end - 1].end;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const std::size_t left = made.size() - i;
    line.made[i].place = i < line.same    ? line.written[i]
                         : left <= behind ? line.written[written.size() - left]
                                          : between;
  }
}

const TextSpan* LineMap::written_at(std::size_t offset, Same same) const {
  constexpr std::size_t MaxTokens = 500;  // longer lines are not written by hand
  const FileLine& line = file_line(line_at(offset));
  const auto found = std::ranges::find(line.made, offset, &FileLine::Made::at);
  const auto index = static_cast<std::size_t>(found - line.made.begin());
  const std::size_t needed = same == Same::Too ? index + 1 : index;
  const bool is_written = found != line.made.end() && index < line.written.size() &&
                          needed <= line.same && line.made.size() < MaxTokens;
  return is_written ? &line.written[index] : nullptr;
}

SourceRange LineMap::place(const SourceRange& range) const {
  if (range.line == 0) return {};
  const Line& line = line_at(range.begin);
  const std::vector<FileLine::Made>& made = file_line(line).made;
  const auto after = std::ranges::upper_bound(made, range.begin, {}, &FileLine::Made::at);
  if (after == made.begin()) {
    SourceRange place =
        sources_.range(sources_.part_begin(line.part), sources_.part_begin(line.part));
    place.line = line.line;
    return place;
  }
  const auto first = std::prev(after);
  auto last = std::ranges::lower_bound(made, range.end, {}, &FileLine::Made::at);
  if (last != made.begin()) --last;
  return sources_.range(first->place.begin, std::max(first->place.end, last->place.end));
}

}  // namespace drover::c
