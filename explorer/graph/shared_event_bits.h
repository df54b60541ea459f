#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "explorer/graph/event_bits.h"
#include "support/bit_set.h"

namespace drover {

// A number of words that stands for any number.
inline constexpr std::size_t AnyNumberOfWords = 0;

// The reference-counted words of sets without a fixed size: a copied set shares its words until one
// of the two changes. Most sets of a large graph are copies: an event's predecessors are mostly
// those of the event before it, and a revisit copies the sets of all kept events.
//
// The counts are plain numbers: all shared words belong to one search, run by one thread at a time.
// Unused words are kept for the next set of their size, per thread.
class SharedWords {
 public:
  // Sizes are multiples of this, so that adding an event seldom enlarges sets.
  static constexpr std::size_t Step = 4;

  [[nodiscard]] std::size_t size() const { return block_ == nullptr ? 0 : block_->count; }
  [[nodiscard]] const BitWord* data() const {
    return block_ == nullptr ? nullptr : block_->words();
  }
  [[nodiscard]] bool is_same(const SharedWords& other) const { return block_ == other.block_; }

  void clear() { block_.reset(); }
  // Returns unshared words of this set, at least `count`; new ones are zero.
  BitWord* own(std::size_t count) {
    const bool is_own = block_ != nullptr && block_->users == 1 && block_->count >= count;
    return is_own ? block_->words() : copy(count);
  }

 private:
  struct alignas(BitWord) Block {
    std::uint32_t users;
    std::uint32_t count;  // number of words, which follow directly
    Block* next;          // in the list of unused blocks

    BitWord* words() { return reinterpret_cast<BitWord*>(this + 1); }
    friend void intrusive_ptr_add_ref(Block* block) { ++block->users; }
    void give_back() { store().give_back(this); }
    friend void intrusive_ptr_release(Block* block) {
      if (--block->users == 0) block->give_back();
    }
  };
  static_assert(sizeof(Block) % alignof(BitWord) == 0);

  class Store {
   public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    ~Store() {
      for (Block* block : unused_) {
        while (block != nullptr) ::operator delete(std::exchange(block, block->next));
      }
    }
    Block* take(std::size_t count) {
      Block*& first = unused_[count / Step];
      if (first != nullptr) return std::exchange(first, first->next);
      void* memory = ::operator new(sizeof(Block) + count * sizeof(BitWord));
      return new (memory) Block{0, static_cast<std::uint32_t>(count), nullptr};
    }
    void give_back(Block* block) {
      Block*& first = unused_[block->count / Step];
      block->next = std::exchange(first, block);
    }

   private:
    static constexpr std::size_t MostBits = std::numeric_limits<std::uint16_t>::max();
    std::array<Block*, words_for(MostBits) / Step + 2> unused_{};
  };

  [[nodiscard]] static std::size_t rounded(std::size_t count) {
    return (count + Step - 1) / Step * Step;
  }
  static Store& store() {
    thread_local Store of_thread;
    return of_thread;
  }
  BitWord* copy(std::size_t count) {
    const std::size_t old_size = size();
    const boost::intrusive_ptr<Block> old = std::move(block_);
    block_ = store().take(std::max(rounded(count), old_size));
    BitWord* words = block_->words();
    for (std::size_t i = 0; i < old_size; ++i) words[i] = old->words()[i];
    for (std::size_t i = old_size; i < block_->count; ++i) words[i] = 0;
    return words;
  }

  boost::intrusive_ptr<Block> block_;
};

// A set of events of a graph of any size, with the interface of the fixed-size sets. Words beyond
// its size are zero.
template <>
class EventBits<AnyNumberOfWords> {
 public:
  // Slots have 16 bits, and two values are reserved (working_graph.h).
  static constexpr std::size_t Capacity = std::numeric_limits<std::uint16_t>::max() - 1;

  void insert(std::size_t event) {
    if (contains(event)) return;
    words_.own(event / BitsPerWord + 1)[event / BitsPerWord] |= bit_in_word(event);
  }
  void erase(std::size_t event) {
    if (!contains(event)) return;
    words_.own(event / BitsPerWord + 1)[event / BitsPerWord] &= ~bit_in_word(event);
  }
  [[nodiscard]] bool contains(std::size_t event) const {
    const std::size_t word = event / BitsPerWord;
    return word < words_.size() && (words_.data()[word] & bit_in_word(event)) != 0;
  }
  void clear() { words_.clear(); }

  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      count += static_cast<std::size_t>(std::popcount(words_.data()[i]));
    }
    return count;
  }
  [[nodiscard]] bool is_empty() const {
    const BitWord* words = words_.data();
    return std::all_of(words, words + words_.size(), [](BitWord word) { return word == 0; });
  }
  [[nodiscard]] bool intersects(const EventBits& other) const {
    const std::size_t common = std::min(words_.size(), other.words_.size());
    const BitWord* mine = words_.data();
    const BitWord* theirs = other.words_.data();
    for (std::size_t i = 0; i < common; ++i) {
      if ((mine[i] & theirs[i]) != 0) return true;
    }
    return false;
  }

  EventBits& operator|=(const EventBits& other) {
    if (words_.is_same(other.words_)) return *this;
    const Difference difference = compare(other);
    if (!difference.is_missing) return *this;
    if (!difference.is_extra) {
      words_ = other.words_;
      return *this;
    }
    const SharedWords theirs = other.words_;  // `other` may be this set's last user
    BitWord* mine = words_.own(theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i) mine[i] |= theirs.data()[i];
    return *this;
  }
  EventBits& operator&=(const EventBits& other) {
    if (words_.is_same(other.words_) || is_subset_of(other)) return *this;
    BitWord* mine = words_.own(words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) mine[i] &= other.word(i);
    return *this;
  }
  EventBits& operator-=(const EventBits& other) {
    if (!intersects(other)) return *this;
    if (words_.is_same(other.words_)) {
      clear();
      return *this;
    }
    const std::size_t common = std::min(words_.size(), other.words_.size());
    BitWord* mine = words_.own(words_.size());
    for (std::size_t i = 0; i < common; ++i) mine[i] &= ~other.words_.data()[i];
    return *this;
  }
  friend EventBits operator|(EventBits a, const EventBits& b) { return std::move(a |= b); }
  friend EventBits operator&(EventBits a, const EventBits& b) { return std::move(a &= b); }
  friend EventBits operator-(EventBits a, const EventBits& b) { return std::move(a -= b); }
  bool operator==(const EventBits& other) const {
    if (words_.is_same(other.words_)) return true;
    const Difference difference = compare(other);
    return !difference.is_missing && !difference.is_extra;
  }

  // Calls `visit(slot)` for each event, in increasing order. The set may change meanwhile: the
  // initial events are visited.
  template <typename Visit>
  void for_each(Visit visit) const {
    const SharedWords words = words_;
    const auto visit_slot = [&](std::size_t event) { visit(static_cast<Slot>(event)); };
    for (std::size_t i = 0; i < words.size(); ++i) {
      for_each_bit_of_word(words.data()[i], i, visit_slot);
    }
  }
  // True if `holds(slot)` for some event; asks in increasing order.
  template <typename Holds>
  [[nodiscard]] bool any_of(Holds holds) const {
    const SharedWords words = words_;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (any_bit_of_word(words.data()[i], i, holds)) return true;
    }
    return false;
  }
  // Returns the least event of the set, which must not be empty.
  [[nodiscard]] Slot first() const {
    std::size_t i = 0;
    while (word(i) == 0) ++i;
    return static_cast<Slot>(i * BitsPerWord + static_cast<std::size_t>(std::countr_zero(word(i))));
  }
  [[nodiscard]] std::size_t first_absent() const {
    std::size_t i = 0;
    while (~word(i) == 0) ++i;
    return i * BitsPerWord + static_cast<std::size_t>(std::countr_one(word(i)));
  }

 private:
  struct Difference {
    bool is_missing;  // an event is in the other set alone
    bool is_extra;    // an event is in this set alone
  };
  [[nodiscard]] Difference compare(const EventBits& other) const {
    const BitWord* mine = words_.data();
    const BitWord* theirs = other.words_.data();
    const std::size_t common = std::min(words_.size(), other.words_.size());
    BitWord missing = 0;
    BitWord extra = 0;
    for (std::size_t i = 0; i < common; ++i) {
      missing |= theirs[i] & ~mine[i];
      extra |= mine[i] & ~theirs[i];
    }
    for (std::size_t i = common; i < other.words_.size(); ++i) missing |= theirs[i];
    for (std::size_t i = common; i < words_.size(); ++i) extra |= mine[i];
    return {missing != 0, extra != 0};
  }
  [[nodiscard]] BitWord word(std::size_t i) const {
    return i < words_.size() ? words_.data()[i] : BitWord{0};
  }
  [[nodiscard]] bool is_subset_of(const EventBits& other) const {
    const BitWord* mine = words_.data();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((mine[i] & ~other.word(i)) != 0) return false;
    }
    return true;
  }

  SharedWords words_;
};

}  // namespace drover
