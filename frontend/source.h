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

// The text of one file and where its lines begin.
class SourceBuffer {
 public:
  // A byte order mark is dropped: offsets count from behind it.
  static SourceBuffer from_text(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
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
  // The characters before each block of bytes: columns are found without reading a line,
  // however long it is.
  std::vector<std::uint32_t> characters_before_block_;

  [[nodiscard]] std::uint32_t characters_before(std::size_t offset) const;
};

// The largest file that is read, in bytes. It is parsed, checked and lowered within seconds; what
// is larger was hardly written to be explored, and would take minutes before that is said.
inline constexpr std::size_t MaxSourceSize = std::size_t{2} << 20;

// The text of a file, or nothing and a diagnostic: no such file, a directory, not
// readable, too large, not text.
[[nodiscard]] std::optional<SourceBuffer> read_source(const std::string& path,
                                                      DiagnosticSink& sink);

// Reports the first byte that is not text (NUL, or not UTF-8), if there is one.
enum class TextCheck : std::uint8_t { IsText, IsNotText };
TextCheck check_text(const SourceBuffer& source, DiagnosticSink& sink);

// The length in bytes of the UTF-8 character at `offset`, or 0 if there is none.
[[nodiscard]] std::size_t character_length(std::string_view text, std::size_t offset);

}  // namespace drover
