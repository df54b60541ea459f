#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "support/bit_set.h"

namespace drover {

// An event of a WorkingGraph: a slot, which is reused after the event is removed.
using Slot = std::uint16_t;

// True if `holds(slot)` for some bit of a word; asks in increasing order.
template <typename Holds>
[[nodiscard]] bool any_bit_of_word(BitWord word, std::size_t position, const Holds& holds) {
  for (BitWord rest = word; rest != 0; rest &= rest - 1) {
    const std::size_t bit = static_cast<std::size_t>(std::countr_zero(rest));
    if (holds(static_cast<Slot>(position * BitsPerWord + bit))) return true;
  }
  return false;
}

// A set of events of a WorkingGraph: a fixed number of machine words, so that the inner
// loops of explorers allocate nothing. `Words` words hold 64 * Words events.
template <std::size_t Words>
class EventBits {
 public:
  static constexpr std::size_t Capacity = BitsPerWord * Words;

  void insert(std::size_t event) { insert_bit(words_, event); }
  void erase(std::size_t event) { erase_bit(words_, event); }
  [[nodiscard]] bool contains(std::size_t event) const { return has_bit(words_, event); }
  void clear() { words_.fill(0); }

  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    for (const BitWord word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  // Without branches, since there are few words.
  [[nodiscard]] bool is_empty() const {
    BitWord all = 0;
    for (const BitWord word : words_) all |= word;
    return all == 0;
  }
  [[nodiscard]] bool intersects(const EventBits& other) const {
    BitWord common = 0;
    for (std::size_t i = 0; i < Words; ++i) common |= words_[i] & other.words_[i];
    return common != 0;
  }

  EventBits& operator|=(const EventBits& other) {
    insert_bits(words_, other.words_);
    return *this;
  }
  EventBits& operator&=(const EventBits& other) {
    keep_bits(words_, other.words_);
    return *this;
  }
  EventBits& operator-=(const EventBits& other) {
    erase_bits(words_, other.words_);
    return *this;
  }
  friend EventBits operator|(EventBits a, const EventBits& b) { return a |= b; }
  friend EventBits operator&(EventBits a, const EventBits& b) { return a &= b; }
  friend EventBits operator-(EventBits a, const EventBits& b) { return a -= b; }
  bool operator==(const EventBits&) const = default;

  // Calls `visit(slot)` for each event, in increasing order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for_each_bit(words_, [&](std::size_t event) { visit(static_cast<Slot>(event)); });
  }
  // True if `holds(slot)` for some event; asks in increasing order.
  template <typename Holds>
  [[nodiscard]] bool any_of(Holds holds) const {
    for (std::size_t i = 0; i < Words; ++i) {
      if (any_bit_of_word(words_[i], i, holds)) return true;
    }
    return false;
  }
  // Returns the least event of the set, which must not be empty.
  [[nodiscard]] Slot first() const {
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<Slot>(i * BitsPerWord +
                             static_cast<std::size_t>(std::countr_zero(words_[i])));
  }
  // Returns the least event not in the set; Capacity if all are.
  [[nodiscard]] std::size_t first_absent() const {
    for (std::size_t i = 0; i < Words; ++i) {
      if (~words_[i] == 0) continue;
      return i * BitsPerWord + static_cast<std::size_t>(std::countr_one(words_[i]));
    }
    return Capacity;
  }

 private:
  std::array<BitWord, Words> words_{};
};

}  // namespace drover
