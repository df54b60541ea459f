#include "frontend/diagnostic_printer.h"

#include <algorithm>
#include <vector>

#include "support/format.h"

namespace drover {

namespace {

constexpr std::size_t WindowWidth = 120;
constexpr std::size_t ContextBefore = 40;
constexpr std::size_t TabWidth = 4;

constexpr std::string_view Bold = "\x1b[1m";
constexpr std::string_view Red = "\x1b[1;31m";
constexpr std::string_view Yellow = "\x1b[1;33m";
constexpr std::string_view Green = "\x1b[1;32m";
constexpr std::string_view Cyan = "\x1b[1;36m";
constexpr std::string_view Reset = "\x1b[0m";

std::string painted(std::string_view text, std::string_view paint, Colour colour) {
  if (colour == Colour::Off) return std::string(text);
  return format("{}{}{}", paint, text, Reset);
}

// The shown text of one character of the source line, and its offset.
struct Cell {
  std::string text;
  std::size_t offset = 0;
};

// Returns one cell per column. Tabs become blanks, so that the underline is aligned; unprintable
// bytes become `?`.
std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < line.size();) {
    const auto byte = static_cast<unsigned char>(line[i]);
    const std::size_t length = character_length(line, i);
    if (byte == '\t') {
      const std::size_t stop = (cells.size() / TabWidth + 1) * TabWidth;
      while (cells.size() < stop) cells.push_back({" ", i});
    } else if (length == 0 || byte < 0x20 || byte == 0x7F) {
      cells.push_back({"?", i});
    } else {
      cells.push_back({std::string(line.substr(i, length)), i});
    }
    i += std::max<std::size_t>(length, 1);
  }
  return cells;
}

std::string render_header(const SourceRange& range, std::string_view file, std::string_view word,
                          std::string_view paint, std::string_view message, Colour colour) {
  std::string where(file);
  if (range.line != 0) where += format(":{}:{}", range.line, range.column);
  const std::string head = where.empty() ? "" : painted(where + ":", Bold, colour) + " ";
  return format("{}{} {}\n", head, painted(std::string(word) + ":", paint, colour),
                painted(message, Bold, colour));
}

// Returns the argument for -W.
std::string kind_text(const Diagnostic& diagnostic) {
  if (severity_of(diagnostic.kind) != Severity::Warning) return "";
  return format(" [{}{}]", diagnostic.is_promoted ? "-W error=" : "",
                warning_name(diagnostic.kind));
}

}  // namespace

std::string render_place(const SourceBuffer& source, const SourceRange& range, Colour colour) {
  if (range.line == 0) return "";  // no place
  const std::string_view line = source.line_text_of(range);
  const std::size_t line_begin = source.line_begin_of(range);
  const std::vector<Cell> cells = cells_of(line);
  const std::size_t from = range.begin - line_begin;
  // Only the first line of a long range is underlined.
  const std::size_t to = std::clamp<std::size_t>(range.end - line_begin, from, line.size());
  const auto column_of = [&](std::size_t offset) {
    return static_cast<std::size_t>(std::ranges::lower_bound(cells, offset, {}, &Cell::offset) -
                                    cells.begin());
  };
  const std::size_t first = column_of(from);
  const std::size_t last = std::max(column_of(to), first + 1);

  const bool is_long = cells.size() > WindowWidth;
  const std::size_t begin = is_long && first > ContextBefore ? first - ContextBefore : 0;
  const std::size_t end = is_long ? std::min(begin + WindowWidth, cells.size()) : cells.size();
  std::string shown = begin > 0 ? "    …" : "    ";
  std::string underline(begin > 0 ? 5 : 4, ' ');
  for (std::size_t i = begin; i < end; ++i) shown += cells[i].text;
  if (end < cells.size()) shown += "…";
  underline.append(first - begin, ' ');
  std::string mark = "^";
  mark.append(std::max(std::min(last, std::max(end, first + 1)) - first, std::size_t{1}) - 1, '~');
  return format("{}\n{}{}\n", shown, underline, painted(mark, Green, colour));
}

std::string render(const Diagnostic& diagnostic, std::string_view file, const SourceBuffer* source,
                   Colour colour) {
  const auto place = [&](const SourceRange& range) {
    return source != nullptr && range.line != 0 ? render_place(*source, range, colour)
                                                : std::string();
  };
  const auto file_of = [&](const SourceRange& range) {
    const bool has_parts = source != nullptr && !source->parts().empty();
    return has_parts ? std::string_view(source->file_of(range)) : file;
  };
  const bool is_error = diagnostic.severity() == Severity::Error;
  std::string out =
      render_header(diagnostic.range, file_of(diagnostic.range), is_error ? "error" : "warning",
                    is_error ? Red : Yellow, diagnostic.message() + kind_text(diagnostic), colour);
  out += place(diagnostic.range);
  if (!diagnostic.hint.empty()) {
    out += format("{} {}\n", painted("hint:", Cyan, colour), diagnostic.hint);
  }
  for (const DiagnosticNote& note : diagnostic.notes) {
    out += render_header(note.range, file_of(note.range), "note", Cyan, note.text, colour);
    out += place(note.range);
  }
  return out;
}

std::string render(const DiagnosticSink& sink, std::string_view file, const SourceBuffer* source,
                   Colour colour) {
  std::string out;
  for (const Diagnostic& diagnostic : sink.sorted()) {
    out += render(diagnostic, file, source, colour);
  }
  if (sink.has_dropped()) {
    out += render_header(
        {}, file, "note", Cyan,
        format("more than {} errors, the rest is not shown", DiagnosticSink::MaxErrors), colour);
  }
  return out;
}

}  // namespace drover
