#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "support/hash.h"

namespace drover {

// Reads of one thread, by event index. Most threads have fewer than 64 events: these need no
// allocation.
class ReadSet {
 public:
  ReadSet() = default;
  ReadSet(std::initializer_list<std::uint32_t> reads) {
    for (const std::uint32_t read : reads) insert(read);
  }
  static ReadSet of(std::uint32_t read) {
    ReadSet out;
    out.insert(read);
    return out;
  }

  void insert(std::uint32_t read) {
    if (read < Bits) {
      low_ |= std::uint64_t{1} << read;
      return;
    }
    const std::size_t word = read / Bits - 1;
    if (word >= high_.size()) high_.resize(word + 1, 0);
    high_[word] |= std::uint64_t{1} << (read % Bits);
  }
  void insert_all(const ReadSet& other) {
    low_ |= other.low_;
    if (high_.size() < other.high_.size()) high_.resize(other.high_.size(), 0);
    for (std::size_t i = 0; i < other.high_.size(); ++i) high_[i] |= other.high_[i];
  }
  void clear() {
    low_ = 0;
    high_.clear();
  }
  [[nodiscard]] bool is_empty() const { return low_ == 0 && high_.empty(); }

  // Visits the indices in increasing order.
  template <typename Visit>
  void for_each(Visit visit) const {
    visit_word(low_, 0, visit);
    for (std::size_t i = 0; i < high_.size(); ++i) {
      visit_word(high_[i], static_cast<std::uint32_t>((i + 1) * Bits), visit);
    }
  }

  bool operator==(const ReadSet&) const = default;
  friend std::size_t hash_value(const ReadSet& set) { return hash_of(set.low_, set.high_); }

 private:
  static constexpr std::uint32_t Bits = 64;

  template <typename Visit>
  static void visit_word(std::uint64_t word, std::uint32_t first, Visit& visit) {
    for (; word != 0; word &= word - 1) {
      visit(first + static_cast<std::uint32_t>(std::countr_zero(word)));
    }
  }

  std::uint64_t low_ = 0;
  std::vector<std::uint64_t> high_;  // the last word is not 0
};

[[nodiscard]] inline ReadSet joined(ReadSet a, const ReadSet& b) {
  a.insert_all(b);
  return a;
}

}  // namespace drover
