#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace drover {

// A set of events of a WorkingGraph: a fixed number of machine words, so that the inner
// loops of explorers allocate nothing. `Words` words hold 64 * Words events.
template <std::size_t Words>
class EventBits {
 public:
  static constexpr std::size_t Capacity = 64 * Words;

  void insert(std::size_t event) { words_[event / 64] |= bit(event); }
  void erase(std::size_t event) { words_[event / 64] &= ~bit(event); }
  [[nodiscard]] bool contains(std::size_t event) const {
    return (words_[event / 64] & bit(event)) != 0;
  }
  void clear() { words_.fill(0); }

  [[nodiscard]] bool is_empty() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all == 0;
  }
  [[nodiscard]] bool intersects(const EventBits& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < Words; ++i) common |= words_[i] & other.words_[i];
    return common != 0;
  }

  EventBits& operator|=(const EventBits& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  EventBits& operator&=(const EventBits& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  EventBits& operator-=(const EventBits& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend EventBits operator|(EventBits a, const EventBits& b) { return a |= b; }
  friend EventBits operator&(EventBits a, const EventBits& b) { return a &= b; }
  friend EventBits operator-(EventBits a, const EventBits& b) { return a -= b; }
  bool operator==(const EventBits&) const = default;

  // Calls `visit(event)` for each event, in increasing order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < Words; ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }
  // The least event of the set, which must not be empty.
  [[nodiscard]] std::size_t first() const {
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return i * 64 + static_cast<std::size_t>(std::countr_zero(words_[i]));
  }
  // The least event that is not in the set; Capacity if all are.
  [[nodiscard]] std::size_t first_absent() const {
    for (std::size_t i = 0; i < Words; ++i) {
      if (~words_[i] != 0) return i * 64 + static_cast<std::size_t>(std::countr_one(words_[i]));
    }
    return Capacity;
  }

 private:
  static constexpr std::uint64_t bit(std::size_t event) { return std::uint64_t{1} << (event % 64); }

  std::array<std::uint64_t, Words> words_{};
};

}  // namespace drover
