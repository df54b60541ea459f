#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "support/bit_set.h"

namespace drover::vsc {

// Sets of small integers as rows of machine words, for inner loops. The width of a row is
// fixed when a run begins, so that rows lie side by side and nothing is allocated later.
using BitRow = std::span<BitWord>;
using ConstBitRow = std::span<const BitWord>;

class BitRows {
 public:
  // Makes all rows empty.
  void reset(std::size_t rows, std::size_t bits) {
    words_ = words_for(bits);
    bits_.assign(rows * words_, 0);
  }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] BitRow operator[](std::size_t row) { return {bits_.data() + row * words_, words_}; }
  [[nodiscard]] ConstBitRow operator[](std::size_t row) const {
    return {bits_.data() + row * words_, words_};
  }

 private:
  std::size_t words_ = 0;
  std::vector<BitWord> bits_;
};

// A strict partial order over 0 … size - 1, always transitively closed, kept in both
// directions.
class PartialOrder {
 public:
  // Makes all elements unordered.
  void reset(std::size_t size) {
    before_.reset(size, size);
    after_.reset(size, size);
  }
  [[nodiscard]] bool is_before(std::size_t a, std::size_t b) const { return has_bit(after_[a], b); }
  // Returns the elements before, or after, an element.
  [[nodiscard]] ConstBitRow before(std::size_t element) const { return before_[element]; }
  [[nodiscard]] ConstBitRow after(std::size_t element) const { return after_[element]; }

  // Orders a before b, with all consequences. Requires that a and b differ and that b is not before
  // a.
  void add(std::size_t a, std::size_t b) {
    if (is_before(a, b)) return;
    // Neither loop reads a row that it changes: no element is both before a and after b.
    for_each_bit(before_[a], [&](std::size_t low) { join(after_[low], after_[b], b); });
    join(after_[a], after_[b], b);
    for_each_bit(after_[b], [&](std::size_t high) { join(before_[high], before_[a], a); });
    join(before_[b], before_[a], a);
  }

  // The same if b is ordered only after elements before a.
  void append(std::size_t a, std::size_t b) {
    join(before_[b], before_[a], a);
    for_each_bit(before_[b], [&](std::size_t low) { insert_bit(after_[low], b); });
  }

 private:
  static void join(BitRow row, ConstBitRow others, std::size_t one) {
    insert_bits(row, others);
    insert_bit(row, one);
  }

  BitRows before_;
  BitRows after_;
};

}  // namespace drover::vsc
