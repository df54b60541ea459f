#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/strong_id.h"

namespace drover {

// A set of events of one graph: a bit per event id. Sets that are combined must be over
// the same number of events.
class EventSet {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t WordBits = 64;

  EventSet() = default;
  // The empty set over `size` events.
  explicit EventSet(std::size_t size)
      : size_(size), words_((size + WordBits - 1) / WordBits, Word{0}) {}

  // The number of events it is over, not the number of members.
  [[nodiscard]] std::size_t universe_size() const { return size_; }
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }

  void insert(EventId event) { words_[event.value / WordBits] |= bit(event); }
  void erase(EventId event) { words_[event.value / WordBits] &= ~bit(event); }
  [[nodiscard]] bool contains(EventId event) const {
    return (words_[event.value / WordBits] & bit(event)) != 0;
  }
  [[nodiscard]] bool is_empty() const {
    for (const Word word : words_) {
      if (word != 0) return false;
    }
    return true;
  }
  [[nodiscard]] std::size_t count() const {
    std::size_t total = 0;
    for (const Word word : words_) total += static_cast<std::size_t>(std::popcount(word));
    return total;
  }

  EventSet& operator|=(const EventSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  EventSet& operator&=(const EventSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  EventSet& operator-=(const EventSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend EventSet operator|(EventSet a, const EventSet& b) { return a |= b; }
  friend EventSet operator&(EventSet a, const EventSet& b) { return a &= b; }
  friend EventSet operator-(EventSet a, const EventSet& b) { return a -= b; }
  bool operator==(const EventSet&) const = default;
  // The events that are not in it.
  [[nodiscard]] EventSet complement() const {
    EventSet out(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      if (!contains(EventId(i))) out.insert(EventId(i));
    }
    return out;
  }

  // Calls `visit(EventId)` on each member in increasing order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (Word rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(EventId(i * WordBits + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

 private:
  static Word bit(EventId event) { return Word{1} << (event.value % WordBits); }

  std::size_t size_ = 0;
  std::vector<Word> words_;
};

}  // namespace drover
