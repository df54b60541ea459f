#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::editing {

// A word of a language and its meaning, for hover and completion.
struct WordMeaning {
  std::string_view word;
  std::string_view form;  // its syntax
  std::string_view text;
};

// A file of editing/meanings, built into the program.
struct EmbeddedVocabulary {
  std::string_view name;  // without ".tsv"
  std::string_view text;
};
[[nodiscard]] std::span<const EmbeddedVocabulary> embedded_vocabularies();

// Returns the words of a file of editing/meanings.
[[nodiscard]] std::span<const WordMeaning> vocabulary(std::string_view name);
// Returns the instructions of a litmus test's machine; empty for C.
[[nodiscard]] std::span<const WordMeaning> instructions_of(std::string_view architecture);

// Null if there is none.
[[nodiscard]] const WordMeaning* find_word(std::span<const WordMeaning> words,
                                           std::string_view word);

// Describes an instruction, also with suffixes, like LDADDAL.
[[nodiscard]] std::optional<std::string> describe_instruction(std::string_view architecture,
                                                              std::string_view mnemonic);
// Describes a function of C litmus tests; `architecture` is "C" or "LKMM".
[[nodiscard]] std::optional<std::string> describe_function(std::string_view architecture,
                                                           std::string_view name);
[[nodiscard]] std::vector<std::string> functions_of(std::string_view architecture);

}  // namespace drover::editing
