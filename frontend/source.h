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

// A file of a combined text.
struct SourcePart {
  std::string name;
  std::string text;
};

// The text of a file and the begins of its lines; or the text of a file and its included files in
// sequence. The offset of a place determines its file; its line counts from the begin of that file.
class SourceBuffer {
 public:
  // Drops a byte order mark: offsets count from after it.
  static SourceBuffer from_text(std::string name, std::string text);

  // The first part names the buffer.
  static SourceBuffer from_parts(std::vector<SourcePart> parts);

  [[nodiscard]] const std::string& name() const { return name_; }
  // Returns the name of the file that contains a place.
  [[nodiscard]] const std::string& file_of(const SourceRange& range) const;
  // Return the line in which a place begins, as line_text, and its offset.
  [[nodiscard]] std::string_view line_text_of(const SourceRange& range) const;
  [[nodiscard]] std::size_t line_begin_of(const SourceRange& range) const;
  [[nodiscard]] std::size_t part_begin(std::size_t part) const {
    return parts_.empty() ? 0 : parts_[part].begin;
  }
  // The begins and names of the parts; empty if there is one file.
  struct PartBegin {
    std::string name;
    std::uint32_t begin = 0;
    std::uint32_t first_line = 0;  // number of lines before it
  };
  [[nodiscard]] const std::vector<PartBegin>& parts() const { return parts_; }
  // Returns the files of the buffer: one file, or those of from_parts.
  [[nodiscard]] std::vector<SourcePart> files() const;
  [[nodiscard]] const std::string& text() const { return text_; }

  // Returns the bytes [begin, end) with the line and column, in characters, of `begin`.
  [[nodiscard]] SourceRange range(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::string_view text(const SourceRange& range) const;
  // Returns a line without its line break; empty if there is no such line. Lines count from 1.
  [[nodiscard]] std::string_view line_text(std::uint32_t line) const;
  [[nodiscard]] std::uint32_t line_count() const;
  [[nodiscard]] std::size_t line_begin(std::uint32_t line) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_begins_;
  std::vector<PartBegin> parts_;
  // The number of characters before each block of bytes: a column is found without reading its
  // line, however long.
  std::vector<std::uint32_t> characters_before_block_;

  [[nodiscard]] std::uint32_t characters_before(std::size_t offset) const;
  [[nodiscard]] std::size_t line_index(std::size_t offset) const;
  [[nodiscard]] const PartBegin* part_of(std::size_t offset) const;
};

// The limit of a file, in bytes. A file of this size is parsed, checked and lowered within seconds.
// A larger one could take minutes, and is hardly meant for exploration.
inline constexpr std::size_t MaxSourceSize = std::size_t{2} << 20;

// Returns the text of a file; nothing, and a diagnostic, if it does not exist, is a directory, is
// not readable, is too large, or is not text.
[[nodiscard]] std::optional<SourceBuffer> read_source(const std::string& path,
                                                      DiagnosticSink& sink);

// Reports that a text is larger than MaxSourceSize. `size` is nothing if it is unknown.
void report_too_large(std::optional<std::uintmax_t> size, DiagnosticSink& sink);

// Reports the first byte that is not text (NUL, or not UTF-8), if there is one.
enum class TextCheck : std::uint8_t { IsText, IsNotText };
TextCheck check_text(const SourceBuffer& source, DiagnosticSink& sink);

// Returns the length in bytes of the UTF-8 character at `offset`; 0 if there is none.
[[nodiscard]] std::size_t character_length(std::string_view text, std::size_t offset);

}  // namespace drover
