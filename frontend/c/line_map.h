#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/source.h"

namespace drover::c {

// Maps the preprocessed text to its files.
class LineMap {
 public:
  // `text` has line markers; `main` is the preprocessed file. Reads the included files, so that
  // messages can show their lines.
  LineMap(const SourceBuffer& text, const std::string& main_name, const std::string& main_text)
      : LineMap(text, {{main_name, main_text}}, Others::AreRead) {}
  // As above with known files; the preprocessed file is the first.
  LineMap(const SourceBuffer& text, const std::vector<SourcePart>& files)
      : LineMap(text, files, Others::AreEmpty) {}

  // Returns the file and its included files.
  [[nodiscard]] SourceBuffer take_sources() { return std::move(sources_); }
  [[nodiscard]] const SourceBuffer& sources() const { return sources_; }
  // Returns the place of a text range in the files; for a macro's expansion, the macro use.
  [[nodiscard]] SourceRange place(const SourceRange& range) const;
  // Return the begin and end in the file of the token at an offset of the text, if all tokens
  // before it on its line are the same in the file (for the end, the token itself as well). So the
  // token is not in a macro's expansion. Nothing otherwise, and in our headers.
  [[nodiscard]] std::optional<std::uint32_t> begin_in_file(std::size_t offset) const;
  [[nodiscard]] std::optional<std::uint32_t> end_in_file(std::size_t offset) const;
  // True if the text at the offset is from one of our headers.
  [[nodiscard]] bool is_from_header(std::size_t offset) const;

 private:
  // The treatment of files that are not known.
  enum class Others : std::uint8_t { AreRead, AreEmpty };
  LineMap(const SourceBuffer& text, const std::vector<SourcePart>& known, Others others);

  struct Line {
    std::uint32_t begin = 0;  // offset in the text
    std::uint32_t part = 0;   // index in sources_
    std::uint32_t line = 0;   // line in that part
  };
  // A token of the text, and its begin and end in the file.
  struct Found {
    std::size_t at = 0;  // offset in the text
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] const Line& line_at(std::size_t offset) const;
  // Returns all tokens of the text from the same line of the file, in order.
  [[nodiscard]] const std::vector<Found>& tokens_of(const Line& line) const;
  // A token of the file such that all tokens before it equal the text.
  struct Written {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool is_same = false;  // the token equals the text as well
  };
  [[nodiscard]] std::optional<Written> written_at(std::size_t offset) const;

  const SourceBuffer& text_;
  SourceBuffer sources_;
  std::vector<Line> lines_;
  std::vector<bool> is_header_;  // by part
  // By the begin of the first line.
  mutable std::map<std::uint32_t, std::vector<Found>> found_;
};

}  // namespace drover::c
