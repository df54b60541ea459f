#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "editing/analysis.h"
#include "frontend/section.h"

// Requests of an editor about a place in a text: completion.cpp, hover.cpp, rename.cpp.
namespace drover::editing {

enum class CompletionKind : std::uint8_t {
  Keyword,
  Mode,
  Name,
  Function,
  Field,
  Instruction,
  File
};

struct Completion {
  std::string label;
  CompletionKind kind = CompletionKind::Keyword;
  std::string detail;
};

// Returns the words that may stand at an offset, unordered; the editor selects those that match the
// input.
[[nodiscard]] std::vector<Completion> complete_at(const Analysis& analysis, std::size_t offset);

struct HoverText {
  std::string markdown;
  Section range;
};

// Returns the meaning of the word at an offset: a mode, an instruction, a word of the language, a
// name.
[[nodiscard]] std::optional<HoverText> hover_at(const Analysis& analysis, std::size_t offset);

// Returns "register of `left`", "shared variable", ….
[[nodiscard]] std::string kind_words(const Symbol& symbol);

// The places of a name to replace; or why renaming is impossible.
struct Renaming {
  std::vector<Section> places;
  std::string refusal;  // empty: possible
};

// Finds out whether the name at an offset can be renamed.
[[nodiscard]] Renaming can_rename(const Analysis& analysis, std::size_t offset);
// Refuses a name that would mean something else at one of its places, or change the meaning of
// another name.
[[nodiscard]] Renaming rename(const Analysis& analysis, std::size_t offset,
                              const std::string& name);

}  // namespace drover::editing
