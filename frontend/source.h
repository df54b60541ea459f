#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"
#include "support/source_range.h"

namespace drover {

// A file of a text that was put together.
struct SourcePart {
  std::string name;
  std::string text;
};

// The text of one file and where its lines begin; or of a file and those that it includes, one
// after the other. The offset of a place says in which of them it is, its line counts from the
// beginning of that file.
class SourceBuffer {
 public:
  // A byte order mark is dropped: offsets count from after it.
  static SourceBuffer from_text(std::string name, std::string text);

  // The first one gives the buffer its name.
  static SourceBuffer from_parts(std::vector<SourcePart> parts);

  [[nodiscard]] const std::string& name() const { return name_; }
  // Of the file that a place is in.
  [[nodiscard]] const std::string& file_of(const SourceRange& range) const;
  // The line that a place begins in, as line_text, and where it begins.
  [[nodiscard]] std::string_view line_text_of(const SourceRange& range) const;
  [[nodiscard]] std::size_t line_begin_of(const SourceRange& range) const;
  // The offset of the beginning of a part.
  [[nodiscard]] std::size_t part_begin(std::size_t part) const {
    return parts_.empty() ? 0 : parts_[part].begin;
  }
  // Where the parts begin, and their names; empty: there is one file.
  struct PartBegin {
    std::string name;
    std::uint32_t begin = 0;
    std::uint32_t first_line = 0;  // how many lines are before it
  };
  [[nodiscard]] const std::vector<PartBegin>& parts() const { return parts_; }
  // What it was made from: one file, or those of from_parts.
  [[nodiscard]] std::vector<SourcePart> files() const;
  [[nodiscard]] const std::string& text() const { return text_; }

  // The bytes [begin, end), with the line and the column, in characters, of `begin`.
  [[nodiscard]] SourceRange range(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::string_view text(const SourceRange& range) const;
  // Lines count from 1. Without its line break; empty where there is no such line.
  [[nodiscard]] std::string_view line_text(std::uint32_t line) const;
  [[nodiscard]] std::uint32_t line_count() const;
  // The offset at which a line begins.
  [[nodiscard]] std::size_t line_begin(std::uint32_t line) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_begins_;
  std::vector<PartBegin> parts_;
  // The characters before each block of bytes: columns are found without reading a line,
  // however long it is.
  std::vector<std::uint32_t> characters_before_block_;

  [[nodiscard]] std::uint32_t characters_before(std::size_t offset) const;
  [[nodiscard]] std::size_t line_index(std::size_t offset) const;
  [[nodiscard]] const PartBegin* part_of(std::size_t offset) const;
};

// The largest file that is read, in bytes. It is parsed, checked and lowered within seconds; what
// is larger was hardly written to be explored, and would take minutes before Drover says so.
inline constexpr std::size_t MaxSourceSize = std::size_t{2} << 20;

// The text of a file, or nothing and a diagnostic: no such file, a directory, not
// readable, too large, not text.
[[nodiscard]] std::optional<SourceBuffer> read_source(const std::string& path,
                                                      DiagnosticSink& sink);

// Reports that a text is larger than MaxSourceSize. Nothing: its size is not known.
void report_too_large(std::optional<std::uintmax_t> size, DiagnosticSink& sink);

// Reports the first byte that is not text (NUL, or not UTF-8), if there is one.
enum class TextCheck : std::uint8_t { IsText, IsNotText };
TextCheck check_text(const SourceBuffer& source, DiagnosticSink& sink);

// The length in bytes of the UTF-8 character at `offset`, or 0 if there is none.
[[nodiscard]] std::size_t character_length(std::string_view text, std::size_t offset);

}  // namespace drover
