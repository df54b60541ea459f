#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/source_range.h"

namespace drover {

// What helps with a diagnostic: words for the reader and, where it names what was meant, those
// names as data, so that an editor can put them in.
struct Hint {
  std::string text;                // may be empty
  std::string misspelt;            // what one of `words` is to replace
  std::vector<std::string> words;  // empty: there is nothing to replace
  SourceRange at;                  // where it stands; line 0: inside the diagnostic's range

  Hint() = default;
  // Not explicit: most hints are only words.
  Hint(std::string words_alone) : text(std::move(words_alone)) {}  // NOLINT
  Hint(const char* words_alone) : text(words_alone) {}             // NOLINT
  Hint(std::string shown, std::string misspelt_name, std::vector<std::string> meant)
      : text(std::move(shown)), misspelt(std::move(misspelt_name)), words(std::move(meant)) {}

  [[nodiscard]] bool empty() const { return text.empty(); }
  // The words alone.
  operator const std::string&() const { return text; }  // NOLINT
};

}  // namespace drover
