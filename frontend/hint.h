#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/source_range.h"

namespace drover {

// A hint for a diagnostic: a text for the reader, and the suggested names as data for editors.
struct Hint {
  std::string text;                // may be empty
  std::string misspelt;            // the text that one of `words` replaces
  std::vector<std::string> words;  // empty: nothing to replace
  SourceRange at;                  // place of `misspelt`; line 0: in the diagnostic's range

  Hint() = default;
  // Not explicit: most hints are only text.
  Hint(std::string words_alone) : text(std::move(words_alone)) {}  // NOLINT
  Hint(const char* words_alone) : text(words_alone) {}             // NOLINT
  Hint(std::string shown, std::string misspelt_name, std::vector<std::string> meant)
      : text(std::move(shown)), misspelt(std::move(misspelt_name)), words(std::move(meant)) {}

  [[nodiscard]] bool empty() const { return text.empty(); }
  operator const std::string&() const { return text; }  // NOLINT
};

}  // namespace drover
