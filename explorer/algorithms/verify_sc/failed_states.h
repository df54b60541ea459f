#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/hash.h"

namespace drover::vsc {

// Witness states from which the search has found no witness. States are rows of numbers of one
// length, kept whole: the answer "no witness" must not depend on hashes.
class FailedStates {
 public:
  void reset(std::size_t length) {
    length_ = length;
    if (count_ == 0) return;
    count_ = 0;
    rows_.clear();
    std::ranges::fill(slots_, Empty);
  }
  [[nodiscard]] bool is_empty() const { return count_ == 0; }

  [[nodiscard]] bool contains(std::span<const std::uint32_t> state) const {
    return slots_[find(state)] != Empty;
  }
  void insert(std::span<const std::uint32_t> state) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    const std::size_t slot = find(state);
    if (slots_[slot] != Empty) return;
    slots_[slot] = static_cast<std::uint32_t>(count_++);
    rows_.insert(rows_.end(), state.begin(), state.end());
  }

 private:
  static constexpr std::uint32_t Empty = ~std::uint32_t{0};

  [[nodiscard]] std::span<const std::uint32_t> row(std::size_t index) const {
    return {rows_.data() + index * length_, length_};
  }
  // Returns the slot of the state, or the empty slot where it would go.
  [[nodiscard]] std::size_t find(std::span<const std::uint32_t> state) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of_range(state) & mask;
    while (slots_[slot] != Empty && !std::ranges::equal(row(slots_[slot]), state)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, Empty);
    for (std::size_t i = 0; i < count_; ++i) {
      slots_[find(row(i))] = static_cast<std::uint32_t>(i);
    }
  }

  std::size_t length_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, Empty);
};

}  // namespace drover::vsc
