#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "support/enum_set.h"

namespace drover {

// Reductions explore only some of the executions. Each has its own switch.
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

using ReductionSet = EnumSet<Reduction>;

}  // namespace drover
