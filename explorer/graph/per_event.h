#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "explorer/graph/event_bits.h"
#include "explorer/graph/shared_event_bits.h"

namespace drover {

// An item for each slot of a graph of any size. Items are created on first access and never move.
template <typename Item>
class GrowingSlots {
 public:
  GrowingSlots() = default;
  GrowingSlots(GrowingSlots&&) noexcept = default;
  GrowingSlots& operator=(GrowingSlots&&) noexcept = default;
  GrowingSlots(const GrowingSlots& other) { *this = other; }
  GrowingSlots& operator=(const GrowingSlots& other) {
    if (this == &other) return *this;
    blocks_.resize(other.blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      blocks_[i] = std::make_unique<Block>(*other.blocks_[i]);
    }
    return *this;
  }
  ~GrowingSlots() = default;

  Item& operator[](std::size_t slot) {
    if (slot / PerBlock >= blocks_.size()) [[unlikely]]
      grow(slot);
    return (*blocks_[slot / PerBlock])[slot % PerBlock];
  }
  const Item& operator[](std::size_t slot) const {
    if (slot / PerBlock >= blocks_.size()) [[unlikely]]
      return nothing();
    return (*blocks_[slot / PerBlock])[slot % PerBlock];
  }
  [[nodiscard]] std::size_t size() const { return blocks_.size() * PerBlock; }

 private:
  static constexpr std::size_t PerBlock = 128;
  using Block = std::array<Item, PerBlock>;

  [[gnu::noinline]] void grow(std::size_t slot) {
    while (slot / PerBlock >= blocks_.size()) blocks_.push_back(std::make_unique<Block>());
  }
  [[gnu::noinline]] static const Item& nothing() {
    static const Item nothing{};
    return nothing;
  }

  std::vector<std::unique_ptr<Block>> blocks_;
};

// An item for each slot of a WorkingGraph<Words>.
template <typename Item, std::size_t Words>
using PerEvent = std::conditional_t<
    Words == AnyNumberOfWords, GrowingSlots<Item>,
    std::array<Item, EventBits<Words == AnyNumberOfWords ? 1 : Words>::Capacity>>;

}  // namespace drover
