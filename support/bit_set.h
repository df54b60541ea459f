#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace drover {

// Sets of small numbers as rows of machine words, one bit per number. The container of the words
// varies (fixed-size arrays in explorers, vectors, rows of a matrix): it needs `[]`, and a size for
// functions that visit all words. Combined rows must have the same size.
using BitWord = std::uint64_t;
inline constexpr std::size_t BitsPerWord = 64;

[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) {
  return (bits + BitsPerWord - 1) / BitsPerWord;
}
// Returns the word with only this bit set.
[[nodiscard]] constexpr BitWord bit_in_word(std::size_t bit) {
  return BitWord{1} << (bit % BitsPerWord);
}

template <typename Row>
constexpr void insert_bit(Row&& row, std::size_t bit) {
  row[bit / BitsPerWord] |= bit_in_word(bit);
}
template <typename Row>
constexpr void erase_bit(Row&& row, std::size_t bit) {
  row[bit / BitsPerWord] &= ~bit_in_word(bit);
}
template <typename Row>
[[nodiscard]] constexpr bool has_bit(const Row& row, std::size_t bit) {
  return (row[bit / BitsPerWord] >> (bit % BitsPerWord) & 1U) != 0;
}

template <typename Row>
[[nodiscard]] constexpr bool has_no_bits(const Row& row) {
  return std::all_of(std::begin(row), std::end(row), [](BitWord word) { return word == 0; });
}
template <typename Row>
[[nodiscard]] constexpr std::size_t count_bits(const Row& row) {
  std::size_t total = 0;
  for (const BitWord word : row) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}
template <typename Row, typename OtherRow>
[[nodiscard]] constexpr bool is_subset(const Row& part, const OtherRow& whole) {
  for (std::size_t i = 0; i < std::size(part); ++i) {
    if ((part[i] & ~whole[i]) != 0) return false;
  }
  return true;
}

template <typename Row, typename OtherRow>
[[nodiscard]] constexpr bool have_common_bit(const Row& row, const OtherRow& other) {
  for (std::size_t i = 0; i < std::size(row); ++i) {
    if ((row[i] & other[i]) != 0) return true;
  }
  return false;
}

template <typename Row, typename OtherRow>
constexpr void insert_bits(Row&& row, const OtherRow& others) {
  for (std::size_t i = 0; i < std::size(row); ++i) row[i] |= others[i];
}
template <typename Row, typename OtherRow>
constexpr void keep_bits(Row&& row, const OtherRow& others) {
  for (std::size_t i = 0; i < std::size(row); ++i) row[i] &= others[i];
}
template <typename Row, typename OtherRow>
constexpr void erase_bits(Row&& row, const OtherRow& others) {
  for (std::size_t i = 0; i < std::size(row); ++i) row[i] &= ~others[i];
}

// Calls `visit(bit)` for each bit of one word of a row, in increasing order.
template <typename Visit>
constexpr void for_each_bit_of_word(BitWord word, std::size_t position, Visit&& visit) {
  for (BitWord rest = word; rest != 0; rest &= rest - 1) {
    visit(position * BitsPerWord + static_cast<std::size_t>(std::countr_zero(rest)));
  }
}
// Calls `visit(bit)` for each bit, in increasing order.
template <typename Row, typename Visit>
constexpr void for_each_bit(const Row& row, Visit&& visit) {
  for (std::size_t i = 0; i < std::size(row); ++i) for_each_bit_of_word(row[i], i, visit);
}

}  // namespace drover
