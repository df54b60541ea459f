#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// What the preprocessor works on. Private to it.
namespace drover::c::preprocessor {

// Thrown, and caught in run(), where it is left to the compiler: at whatever the compiler has a
// message about, and at what it is not known here what it does.
struct NotOurs {
  const char* reason;
};

struct Name;

enum class TokenKind : std::uint8_t {
  Name,
  Number,
  Character,
  String,
  HeaderName,  // <…>, in a directive
  Sign,
  Strange,    // what the compiler would complain of, if it is not skipped
  Parameter,  // in what a macro stands for
  Padding,    // between what comes from different places: see the head of expander.cpp
  End
};

struct Token {
  enum Flag : std::uint8_t {
    White = 1,      // white space is before it; of a padding: before what it stands for
    LineStart = 2,  // it is the first one of its line
    PasteLeft = 4,  // `##` is behind it
    Stringify = 8,  // a parameter behind `#`
    NoExpand = 16,  // a name that was met in its own expansion
    System = 32,    // it is written in one of our headers
    Builtin =
        64,  // it is written nowhere: in a macro of the compiler, or for `__LINE__` in another
    HasSource = 128  // a padding that stands for a token
  };

  TokenKind kind = TokenKind::End;
  std::uint8_t flags = 0;
  std::uint16_t parameter = 0;
  std::uint32_t line = 0;
  std::string_view text = {};
  Name* name = nullptr;

  [[nodiscard]] bool has(Flag flag) const { return (flags & flag) != 0; }
  void set(Flag flag) { flags = static_cast<std::uint8_t>(flags | flag); }
  void clear(Flag flag) { flags = static_cast<std::uint8_t>(flags & ~flag); }
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

// What a name is besides a macro that the text defines.
enum class NameKind : std::uint8_t {
  Plain,
  Line,     // __LINE__
  File,     // __FILE__
  Counter,  // __COUNTER__
  Level,    // __INCLUDE_LEVEL__
  Predefined,
  Foreign  // the compiler knows what it is, or whether it is something
};

struct Name {
  std::string_view text;
  NameKind kind = NameKind::Plain;
  const Macro* macro = nullptr;
  bool is_disabled = false;  // it is being expanded
};

// The names that were met, and texts that no file has.
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
