#pragma once

// The texts of a C program and of its included files, as needed for memory orders: words, calls,
// definitions of macros. Offsets are offsets of the subject's source.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/c/scan.h"
#include "input/subject.h"
#include "semantics/program/mode.h"

namespace drover::input {

using c::TextSpan;

// `memory_order_acquire` or `__ATOMIC_ACQUIRE` in the text.
struct OrderWord {
  TextSpan at;
  Mode mode = Mode::Sc;
  bool is_pinned = false;  // followed by `/*!*/`
};

// A call as text: its name and the places of its arguments.
struct CallText {
  std::string_view name;
  std::size_t name_end = 0;
  std::size_t close = 0;            // the closing parenthesis
  std::vector<TextSpan> arguments;  // without blanks around them
};

struct MacroText {
  TextSpan whole;  // from `#` to the end of the line
  TextSpan body;
};

class CFiles {
 public:
  explicit CFiles(const Subject& subject);

  // True if the text at an offset can be edited: it belongs to the program or to an included file.
  // Our headers, system headers and text of unknown files cannot.
  [[nodiscard]] bool is_editable(std::size_t offset) const;
  // Returns the same place in the first copy of a file that has two names.
  [[nodiscard]] TextSpan canonical(TextSpan at) const;

  // Returns the call that begins at a place. Nothing if there is none, or if it contains
  // preprocessor lines or statements.
  [[nodiscard]] std::optional<CallText> call_at(std::size_t at) const;
  // Returns the end of the word at a place; of a call, the end behind its parenthesis.
  [[nodiscard]] std::size_t end_of_call(std::size_t at) const;
  // Returns the call around a place, if the line has one; else the place.
  [[nodiscard]] TextSpan call_around(TextSpan at) const;

  [[nodiscard]] std::vector<OrderWord> orders_in(TextSpan at) const;
  [[nodiscard]] std::vector<TextSpan> words_in(TextSpan at) const;
  [[nodiscard]] std::string_view text(TextSpan at) const;
  // Returns all definitions of a macro in editable files.
  [[nodiscard]] const std::vector<MacroText>& macros(std::string_view name) const;
  // Returns the macro definition that contains a place.
  [[nodiscard]] std::optional<MacroText> macro_around(TextSpan at) const;
  // Returns the editable files, in order.
  [[nodiscard]] const std::vector<TextSpan>& editable() const { return editable_; }

 private:
  void find_macros(TextSpan file);
  // Returns the index of the first token at or after an offset.
  [[nodiscard]] std::size_t token_at(std::size_t offset) const;
  [[nodiscard]] bool is_token(std::size_t index, std::string_view text) const;
  [[nodiscard]] bool is_word(std::size_t index) const;
  // Returns the index of the token that closes the bracket at an index, or the number of tokens.
  [[nodiscard]] std::size_t close_of(std::size_t open) const;

  const SourceBuffer& source_;
  std::vector<TextSpan> tokens_;  // of all files
  std::vector<TextSpan> editable_;
  std::vector<std::pair<TextSpan, std::size_t>> aliases_;  // second copies; begin of the first
  std::map<std::string, std::vector<MacroText>, std::less<>> macros_;
};

// Returns the mode of a word that is a memory order.
[[nodiscard]] std::optional<Mode> order_of_word(std::string_view word);
// `memory_order_release`, or the compiler's name for it.
[[nodiscard]] std::string c_order_name(Mode mode, bool is_compiler);
// True if the word is the compiler's name of an order.
[[nodiscard]] bool is_compiler_order(std::string_view word);

}  // namespace drover::input
