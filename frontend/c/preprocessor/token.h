#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// The data of the preprocessor. Private to it.
namespace drover::c::preprocessor {

// Thrown, and caught in run(), if the work is left to the compiler: at every construct that the
// compiler reports, or whose effect is unknown here.
struct NotOurs {
  const char* reason;
};

struct Name;

// A part of a line, in bytes: [begin, end).
struct Columns {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const Columns&) const = default;
  [[nodiscard]] bool is_empty() const { return begin == end; }
};
inline constexpr std::uint32_t EndOfLine = 1U << 30U;

enum class TokenKind : std::uint8_t {
  Name,
  Number,
  Character,
  String,
  HeaderName,  // <…>, in a directive
  Sign,
  Strange,    // an error for the compiler unless it is skipped
  Parameter,  // in a macro's replacement
  Padding,    // between tokens of different origin: see the head of expander.cpp
  End
};

struct Token {
  enum Flag : std::uint8_t {
    White = 1,      // after white space; of a padding: its source is
    LineStart = 2,  // the first token of its line
    PasteLeft = 4,  // before `##`
    Stringify = 8,  // a parameter after `#`
    NoExpand = 16,  // a name that was read in its own expansion
    HasSource = 32  // a padding with a source token
  };

  TokenKind kind = TokenKind::End;
  std::uint8_t flags = 0;
  std::uint16_t parameter = 0;
  std::uint32_t line = 0;
  Columns columns = {};  // empty: from a macro
  std::string_view text = {};
  Name* name = nullptr;

  [[nodiscard]] bool has(Flag flag) const { return (flags & flag) != 0; }
  void set(Flag flag, bool is_set = true) {
    flags = static_cast<std::uint8_t>(is_set ? flags | flag : flags & ~flag);
  }
  void clear(Flag flag) { set(flag, false); }
  [[nodiscard]] bool is(std::string_view sign) const {
    return kind == TokenKind::Sign && text == sign;
  }
  [[nodiscard]] bool is_hash() const { return is("#") || is("%:"); }
  [[nodiscard]] bool is_paste() const { return is("##") || is("%:%:"); }
};

using Tokens = std::vector<Token>;

// [C11 6.10.3]
struct Macro {
  bool is_function = false;
  bool is_variadic = false;
  std::vector<Name*> parameters;
  Tokens replacement;
};

// The meaning of a name besides macros of the text.
enum class NameKind : std::uint8_t {
  Plain,
  Line,     // __LINE__
  File,     // __FILE__
  Counter,  // __COUNTER__
  Level,    // __INCLUDE_LEVEL__
  Predefined,
  Foreign  // only the compiler knows its meaning, or if it has one
};

struct Name {
  std::string_view text;
  NameKind kind = NameKind::Plain;
  const Macro* macro = nullptr;
  bool is_disabled = false;  // being expanded
};

// The names read so far, and texts that are in no file.
class Names {
 public:
  Name& get(std::string_view text);
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }
  const Macro* keep(Macro macro) { return &macros_.emplace_back(std::move(macro)); }

 private:
  std::unordered_map<std::string_view, Name> names_;
  std::deque<std::string> kept_;
  std::deque<Macro> macros_;
};

}  // namespace drover::c::preprocessor
