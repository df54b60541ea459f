#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/scan.h"
#include "frontend/source.h"

namespace drover::c {

// `# 12 "file" 3`, or `# 12 5 9` with the columns of a macro use.
struct LineMark {
  std::uint32_t line = 0;
  std::string file = {};
  TextSpan use = {};
};
[[nodiscard]] std::optional<LineMark> line_mark_of(std::string_view line);

// The line that begins the text of a further translation unit.
inline constexpr std::string_view UnitMark = "# unit\n";

// Adds the preprocessed text of a further file to a text.
void add_unit_text(std::string& text, const std::string& file, std::string_view unit);

// Maps the preprocessed text to its files. The columns of our preprocessor's text are exact. In a
// compiler's text, the tokens at both ends of a line that are equal in the file have exact columns;
// all tokens between them have the place of the part that differs.
class LineMap {
 public:
  // `text` has line marks; `main` is the preprocessed file. Reads the included files, so that
  // messages can show their lines.
  LineMap(const SourceBuffer& text, const std::string& main_name, const std::string& main_text)
      : LineMap(text, {{main_name, main_text}}, Others::AreRead) {}
  // The treatment of files that are not known.
  enum class Others : std::uint8_t { AreRead, AreEmpty };
  // As above with several known files; the first is a preprocessed one.
  LineMap(const SourceBuffer& text, const std::vector<SourcePart>& known, Others others);

  // Returns the file and its included files.
  [[nodiscard]] SourceBuffer take_sources() { return std::move(sources_); }
  [[nodiscard]] const SourceBuffer& sources() const { return sources_; }
  // Returns the place of a text range in the files; for a macro's expansion, the macro use.
  [[nodiscard]] SourceRange place(const SourceRange& range) const;
  // Returns the token of the file for the token of the text at an offset: the one with the same
  // number of tokens before it on its line. Null unless these are equal, so that the token is not
  // in a macro's expansion, and in our headers; with Same::Too, the token itself must be equal too.
  enum class Same : std::uint8_t { Before, Too };
  [[nodiscard]] const TextSpan* written_at(std::size_t offset, Same same) const;
  // A line of one of our headers.
  struct HeaderLine {
    std::uint32_t part = 0;  // the header
    std::uint32_t line = 0;

    auto operator<=>(const HeaderLine&) const = default;
  };
  // Returns the header's line for the text at the offset; nothing for other text.
  [[nodiscard]] std::optional<HeaderLine> header_line(std::size_t offset) const;
  [[nodiscard]] bool is_from_header(std::size_t offset) const {
    return header_line(offset).has_value();
  }
  // Returns the offsets in the text at which translation units begin; the first is 0.
  [[nodiscard]] const std::vector<std::size_t>& unit_begins() const { return unit_begins_; }

 private:
  // A line of the text.
  struct Line {
    std::uint32_t begin = 0;   // offset in the text
    std::uint32_t part = 0;    // index in sources_
    std::uint32_t line = 0;    // line in that part
    std::uint32_t first = 0;   // index of the first of the lines beside it that are the same line
    TextSpan use = {};         // columns of the macro use whose tokens it has; empty: none
    bool has_columns = false;  // of our preprocessor's text
  };
  // A line of a file: its tokens, and the tokens of the text that come from it.
  struct FileLine {
    struct Made {
      std::size_t at = 0;  // offset in the text
      TextSpan place;      // in sources_
    };
    std::vector<TextSpan> written;  // in sources_
    std::vector<Made> made;
    std::size_t same = 0;  // number of equal tokens at the begin
  };
  [[nodiscard]] const Line& line_at(std::size_t offset) const;
  // Returns the number of the line in sources_. Nothing for a header or an unknown file.
  [[nodiscard]] std::optional<std::uint32_t> number_of(const Line& line) const;
  [[nodiscard]] const FileLine& file_line(const Line& line) const;
  static void align(FileLine& line, const std::vector<std::string_view>& made,
                    const std::vector<std::string_view>& written, std::size_t size);

  const SourceBuffer& text_;
  SourceBuffer sources_;
  std::vector<Line> lines_;
  std::vector<bool> is_header_;  // by part
  std::vector<std::size_t> unit_begins_{0};
  mutable std::map<std::uint32_t, FileLine> file_lines_;  // by Line::first
};

}  // namespace drover::c
