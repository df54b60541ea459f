#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The flags of C compilers: what each of them means for a check.
namespace drover::input {

enum class FlagUse : std::uint8_t {
  Passed,   // to the preprocessor
  Ignored,  // changes nothing that is checked
  Refused   // changes what the program means
};

struct CompilerFlag {
  FlagUse use = FlagUse::Ignored;
  bool takes_next = false;    // the next word is its value
  std::string_view why = {};  // Refused: the reason, and the way out
};

// Finds a word that begins with `-`; nothing if the flag is not known.
[[nodiscard]] std::optional<CompilerFlag> find_compiler_flag(std::string_view word);

// The words of a compiler's command, sorted.
struct CompilerFlags {
  std::vector<std::string> passed;  // each in one word, `-isystemFOLDER`, but for `-include FILE`
  std::vector<std::string> files;   // words that are no flags
  std::vector<std::string> unknown;
  std::string refusal;  // of the first flag that is refused; empty: none
  std::string output;   // -o
};
// Sorts the words behind the name of the compiler. Folders and files are relative to `folder`.
[[nodiscard]] CompilerFlags sort_compiler_flags(const std::vector<std::string>& words,
                                                const std::string& folder);

}  // namespace drover::input
