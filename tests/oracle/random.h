#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace drover::oracle {

// SplitMix64 [Steele, Lea, Flood, OOPSLA'14]: the same numbers from the same seed everywhere. The
// distributions of the standard library do not guarantee that.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  // Returns 0 … bound - 1; bound must not be 0.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  // Returns first … last.
  int between(int first, int last) {
    return first + static_cast<int>(below(static_cast<std::size_t>(last - first + 1)));
  }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }

  template <typename Container>
  const auto& pick(const Container& from) {
    return *(std::begin(from) + static_cast<std::ptrdiff_t>(below(std::size(from))));
  }
  template <typename T>
  T pick(std::initializer_list<T> from) {
    return *(from.begin() + below(from.size()));
  }

  // Returns an index with a probability proportional to its weight; 0 if all weights are 0.
  std::size_t weighted(std::span<const int> weights) {
    int total = 0;
    for (const int weight : weights) total += weight;
    if (total == 0) return 0;
    auto left = static_cast<int>(below(static_cast<std::size_t>(total)));
    for (std::size_t i = 0; i < weights.size(); ++i) {
      left -= weights[i];
      if (left < 0) return i;
    }
    return 0;
  }

 private:
  std::uint64_t state_;
};

}  // namespace drover::oracle
