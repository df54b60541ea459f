#pragma once

// The texts of a C program and of the files that it includes, as far as memory orders in them are
// looked for: words, calls, definitions of macros. Offsets are those of the subject's source.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/subject.h"
#include "semantics/program/mode.h"

namespace drover::input {

// Bytes [begin, end).
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  auto operator<=>(const TextSpan&) const = default;
};

// `memory_order_acquire` or `__ATOMIC_ACQUIRE`, somewhere.
struct OrderWord {
  TextSpan at;
  Mode mode = Mode::Sc;
  bool is_pinned = false;  // `/*!*/` is behind it
};

// A call as text: its name and where its arguments are.
struct CallText {
  std::string_view name;
  std::size_t name_end = 0;
  std::size_t close = 0;            // the last parenthesis
  std::vector<TextSpan> arguments;  // without blanks around them
};

struct MacroText {
  TextSpan whole;  // from `#` to the end of the line
  TextSpan body;
};

class CFiles {
 public:
  explicit CFiles(const Subject& subject);

  [[nodiscard]] const SourceBuffer& source() const { return source_; }

  // Whether the text that a place is in can be changed: that of the program, and of files that it
  // includes; not our headers, those of the system, and what is not known to be the text of a file.
  [[nodiscard]] bool is_editable(std::size_t offset) const;
  // The same place, where a file is there under two names, in the first one.
  [[nodiscard]] TextSpan canonical(TextSpan at) const;

  // The call that begins at a place. Nothing if there is none, or if it has lines of the
  // preprocessor, or statements, in it.
  [[nodiscard]] std::optional<CallText> call_at(std::size_t at) const;
  // The end of what begins at a place: of a call behind its parenthesis.
  [[nodiscard]] std::size_t end_of_call(std::size_t at) const;
  // The call around a place, if there is one in the line; else the place.
  [[nodiscard]] TextSpan call_around(TextSpan at) const;

  [[nodiscard]] std::vector<OrderWord> orders_in(TextSpan at) const;
  [[nodiscard]] std::vector<TextSpan> words_in(TextSpan at) const;
  [[nodiscard]] std::string_view text(TextSpan at) const;
  // All definitions of macros of this name in files that can be changed.
  [[nodiscard]] const std::vector<MacroText>& macros(std::string_view name) const;
  // The definition that a place is in.
  [[nodiscard]] std::optional<MacroText> macro_around(TextSpan at) const;
  // The files that can be changed, in order.
  [[nodiscard]] const std::vector<TextSpan>& editable() const { return editable_; }

 private:
  void find_macros(TextSpan file);
  [[nodiscard]] std::size_t logical_line_end(std::size_t at, std::size_t end) const;
  [[nodiscard]] std::size_t close_of(std::size_t open) const;

  const SourceBuffer& source_;
  std::string code_;  // the text with blanks for comments, strings and characters
  std::vector<TextSpan> editable_;
  std::vector<std::pair<TextSpan, std::size_t>> aliases_;  // files under another name: the first
  std::map<std::string, std::vector<MacroText>, std::less<>> macros_;
};

// The mode of a word that is a memory order.
[[nodiscard]] std::optional<Mode> order_of_word(std::string_view word);
// `memory_order_release`, or the compiler's name for it.
[[nodiscard]] std::string c_order_name(Mode mode, bool is_compiler);
// Whether a word is the compiler's name of an order.
[[nodiscard]] bool is_compiler_order(std::string_view word);

}  // namespace drover::input
