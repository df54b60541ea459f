#include "editing/word_meanings.h"

#include <algorithm>
#include <map>

#include "support/check.h"

namespace drover::editing {

namespace {

// Reads the lines of a vocabulary: word, form and meaning, separated by tabs.
std::vector<WordMeaning> read_meanings(std::string_view text) {
  const auto take_up_to = [&](char end) {
    const std::string_view part = text.substr(0, text.find(end));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
  };
  std::vector<WordMeaning> meanings;
  while (!text.empty()) {
    meanings.push_back(
        {.word = take_up_to('\t'), .form = take_up_to('\t'), .text = take_up_to('\n')});
  }
  return meanings;
}

}  // namespace

std::span<const WordMeaning> vocabulary(std::string_view name) {
  static const auto all = [] {
    std::map<std::string_view, std::vector<WordMeaning>> read;
    for (const auto& [file, text] : embedded_vocabularies()) read[file] = read_meanings(text);
    return read;
  }();
  const auto found = all.find(name);
  DROVER_CHECK(found != all.end(), "there is a file of that name in editing/meanings");
  return found->second;
}

const WordMeaning* find_word(std::span<const WordMeaning> words, std::string_view word) {
  const auto found = std::ranges::find(words, word, &WordMeaning::word);
  return found == words.end() ? nullptr : &*found;
}

}  // namespace drover::editing
