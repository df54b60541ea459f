#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "explorer/graph/event_set.h"

// Sets of events as rows of words, a bit per event; relations are one row per event.
namespace drover::cat {

using Word = EventSet::Word;
inline constexpr std::size_t WordBits = EventSet::WordBits;

inline void insert(Word* set, std::size_t event) {
  set[event / WordBits] |= Word{1} << (event % WordBits);
}

[[nodiscard]] inline bool contains(const Word* set, std::size_t event) {
  return (set[event / WordBits] >> (event % WordBits) & 1) != 0;
}

template <typename Visit>
void for_each_bit(const Word* set, std::size_t words, Visit visit) {
  for (std::size_t i = 0; i < words; ++i) {
    for (Word rest = set[i]; rest != 0; rest &= rest - 1) {
      visit(i * WordBits + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

[[nodiscard]] inline bool is_zero(const Word* words, std::size_t count) {
  return std::all_of(words, words + count, [](Word word) { return word == 0; });
}

}  // namespace drover::cat
