#pragma once

#include <cstddef>
#include <vector>

#include "support/bit_set.h"
#include "support/strong_id.h"

namespace drover {

// A set of events of one graph: a bit per event id. Sets that are combined must be over
// the same number of events.
class EventSet {
 public:
  using Word = BitWord;

  EventSet() = default;
  explicit EventSet(std::size_t size) : size_(size), words_(words_for(size), Word{0}) {}

  // Returns the number of events it is over, not the number of members.
  [[nodiscard]] std::size_t universe_size() const { return size_; }
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }

  // Makes this the empty set over `size` events, reusing its memory.
  void reset(std::size_t size) {
    size_ = size;
    words_.assign(words_for(size), Word{0});
  }
  void insert(EventId event) { insert_bit(words_, event.value); }
  void erase(EventId event) { erase_bit(words_, event.value); }
  [[nodiscard]] bool contains(EventId event) const { return has_bit(words_, event.value); }
  [[nodiscard]] bool is_empty() const { return has_no_bits(words_); }
  [[nodiscard]] std::size_t count() const { return count_bits(words_); }

  template <typename Combine>
  void assign(const EventSet& a, const EventSet& b, Combine combine) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = combine(a.words_[i], b.words_[i]);
  }
  EventSet& operator|=(const EventSet& other) {
    insert_bits(words_, other.words_);
    return *this;
  }
  EventSet& operator&=(const EventSet& other) {
    keep_bits(words_, other.words_);
    return *this;
  }
  EventSet& operator-=(const EventSet& other) {
    erase_bits(words_, other.words_);
    return *this;
  }
  friend EventSet operator|(EventSet a, const EventSet& b) { return a |= b; }
  friend EventSet operator&(EventSet a, const EventSet& b) { return a &= b; }
  friend EventSet operator-(EventSet a, const EventSet& b) { return a -= b; }
  bool operator==(const EventSet&) const = default;
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
    for_each_bit(words_, [&](std::size_t event) { visit(EventId(event)); });
  }

 private:
  std::size_t size_ = 0;
  std::vector<Word> words_;
};

}  // namespace drover
