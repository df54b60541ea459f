#include "support/bit_set.h"

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <vector>

namespace drover {

namespace {

std::vector<std::size_t> bits_of(const std::vector<BitWord>& row) {
  std::vector<std::size_t> bits;
  for_each_bit(row, [&](std::size_t bit) { bits.push_back(bit); });
  return bits;
}

std::vector<BitWord> row_of(const std::vector<std::size_t>& bits) {
  std::vector<BitWord> row(words_for(200), 0);
  for (const std::size_t bit : bits) insert_bit(row, bit);
  return row;
}

}  // namespace

TEST_CASE("bits: a set has as many words as its size needs") {
  CHECK(words_for(0) == 0);
  CHECK(words_for(1) == 1);
  CHECK(words_for(64) == 1);
  CHECK(words_for(65) == 2);
}

TEST_CASE("bits: single bits are set at the edges of words") {
  std::vector<BitWord> row = row_of({0, 63, 64, 199});
  CHECK(bits_of(row) == std::vector<std::size_t>{0, 63, 64, 199});
  CHECK(count_bits(row) == 4);
  CHECK(has_bit(row, 63));
  CHECK_FALSE(has_bit(row, 65));
  erase_bit(row, 63);
  erase_bit(row, 65);
  CHECK(bits_of(row) == std::vector<std::size_t>{0, 64, 199});
}

TEST_CASE("bits: rows are combined word by word") {
  const std::vector<BitWord> a = row_of({1, 70, 130});
  const std::vector<BitWord> b = row_of({70, 131});
  std::vector<BitWord> row = a;
  insert_bits(row, b);
  CHECK(row == row_of({1, 70, 130, 131}));
  CHECK(is_subset(a, row));
  CHECK_FALSE(is_subset(row, a));
  CHECK(have_common_bit(a, b));
  erase_bits(row, b);
  CHECK(row == row_of({1, 130}));
  CHECK_FALSE(have_common_bit(row, b));
  keep_bits(row, a);
  CHECK(row == row_of({1, 130}));
  keep_bits(row, b);
  CHECK(has_no_bits(row));
}

TEST_CASE("bits: pointers, arrays and spans hold rows, too") {
  std::array<BitWord, 2> words{};
  insert_bit(words.data(), 100);
  insert_bit(std::span(words), 3);
  CHECK(has_bit(words.data(), 3));
  std::vector<std::size_t> bits;
  for_each_bit(std::span<const BitWord>(words), [&](std::size_t bit) { bits.push_back(bit); });
  CHECK(bits == std::vector<std::size_t>{3, 100});
}

TEST_CASE("bits: a visit of a word sees its bits at the start") {
  BitWord word = 0b1011;
  std::vector<std::size_t> bits;
  for_each_bit_of_word(word, 1, [&](std::size_t bit) {
    word = 0;
    bits.push_back(bit);
  });
  CHECK(bits == std::vector<std::size_t>{64, 65, 67});
}

}  // namespace drover
