#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/source.h"

namespace drover::c {

// Where the preprocessed text comes from.
class LineMap {
 public:
  // `text` has line markers; `main` is the file that was preprocessed. Reads the files that it
  // includes, for messages to show their lines.
  LineMap(const SourceBuffer& text, const std::string& main_name, const std::string& main_text)
      : LineMap(text, {{main_name, main_text}}, Others::AreRead) {}
  // The same where the files, the one that was preprocessed first, are known.
  LineMap(const SourceBuffer& text, const std::vector<SourcePart>& files)
      : LineMap(text, files, Others::AreEmpty) {}

  // The file and those that it includes.
  [[nodiscard]] SourceBuffer take_sources() { return std::move(sources_); }
  [[nodiscard]] const SourceBuffer& sources() const { return sources_; }
  // A place of the text in the files; that of a macro's use for what a macro became.
  [[nodiscard]] SourceRange place(const SourceRange& range) const;
  // Where the token that begins at an offset of the text begins in the file that it is from, and
  // where it ends: if all that is before it on its line, for the end itself as well, is there as it
  // is in the text. So it is not somewhere in what a macro became. Nothing elsewhere, and in our
  // headers.
  [[nodiscard]] std::optional<std::uint32_t> begin_in_file(std::size_t offset) const;
  [[nodiscard]] std::optional<std::uint32_t> end_in_file(std::size_t offset) const;
  // Whether it is from one of our headers.
  [[nodiscard]] bool is_from_header(std::size_t offset) const;

 private:
  // Files that are not among those that are known.
  enum class Others : std::uint8_t { AreRead, AreEmpty };
  LineMap(const SourceBuffer& text, const std::vector<SourcePart>& known, Others others);

  struct Line {
    std::uint32_t begin = 0;  // in the text
    std::uint32_t part = 0;   // of sources_
    std::uint32_t line = 0;   // of that part
  };
  // Where a token of a line begins and ends in the file.
  struct Found {
    std::size_t at = 0;  // in the text
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] const Line& line_at(std::size_t offset) const;
  // The tokens of all that comes from the same line of the file, in order.
  [[nodiscard]] const std::vector<Found>& tokens_of(const Line& line) const;
  // A token of the file behind what is the same there and in the text.
  struct Written {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool is_same = false;  // so is the token
  };
  [[nodiscard]] std::optional<Written> written_at(std::size_t offset) const;

  const SourceBuffer& text_;
  SourceBuffer sources_;
  std::vector<Line> lines_;
  std::vector<bool> is_header_;  // by part
  // By where the first of the lines begins.
  mutable std::map<std::uint32_t, std::vector<Found>> found_;
};

}  // namespace drover::c
