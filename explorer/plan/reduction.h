#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace drover {

// What makes an exploration smaller than all executions, each with its switch.
enum class Reduction : std::uint8_t { Plp, Await, Ifaa, Symmetry, Helping };

inline constexpr std::array AllReductions{Reduction::Plp, Reduction::Await, Reduction::Ifaa,
                                          Reduction::Symmetry, Reduction::Helping};

constexpr std::string_view reduction_name(Reduction reduction) {
  switch (reduction) {
    case Reduction::Plp: return "plp";
    case Reduction::Await: return "await";
    case Reduction::Ifaa: return "ifaa";
    case Reduction::Symmetry: return "symmetry";
    case Reduction::Helping: return "helping";
  }
  return "?";
}

class ReductionSet {
 public:
  static constexpr ReductionSet all() { return ReductionSet(0xff); }
  static constexpr ReductionSet none() { return ReductionSet(0); }
  static constexpr ReductionSet of(std::initializer_list<Reduction> reductions) {
    ReductionSet set = none();
    for (const Reduction reduction : reductions) set.insert(reduction);
    return set;
  }

  [[nodiscard]] constexpr bool contains(Reduction reduction) const {
    return (bits_ & bit(reduction)) != 0;
  }
  constexpr void insert(Reduction reduction) { bits_ |= bit(reduction); }
  constexpr void erase(Reduction reduction) { bits_ &= ~bit(reduction); }

 private:
  explicit constexpr ReductionSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(Reduction reduction) {
    return 1U << static_cast<std::uint32_t>(reduction);
  }

  std::uint32_t bits_;
};

}  // namespace drover
