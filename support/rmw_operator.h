#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace drover {

// Read-modify-writes that always succeed.
enum class RmwOperator : std::uint8_t { Exchange, Add, Subtract, And, Or, Xor };

// The name of an operator in each language.
struct RmwNames {
  RmwOperator op = RmwOperator::Exchange;
  std::string_view core;
  std::string_view c;           // sequentially consistent
  std::string_view c_explicit;  // with a memory order
};

// Indexed by RmwOperator. semantics/program/rmw_operator.h defines what the operators do.
inline constexpr std::array RmwTable{
    RmwNames{RmwOperator::Exchange, "xchg", "atomic_exchange", "atomic_exchange_explicit"},
    RmwNames{RmwOperator::Add, "faa", "atomic_fetch_add", "atomic_fetch_add_explicit"},
    RmwNames{RmwOperator::Subtract, "fas", "atomic_fetch_sub", "atomic_fetch_sub_explicit"},
    RmwNames{RmwOperator::And, "fand", "atomic_fetch_and", "atomic_fetch_and_explicit"},
    RmwNames{RmwOperator::Or, "for", "atomic_fetch_or", "atomic_fetch_or_explicit"},
    RmwNames{RmwOperator::Xor, "fxor", "atomic_fetch_xor", "atomic_fetch_xor_explicit"},
};

[[nodiscard]] constexpr const RmwNames& names_of(RmwOperator op) {
  return RmwTable[static_cast<std::size_t>(op)];
}

// Returns the operator with this core-language name; null if there is none.
[[nodiscard]] constexpr const RmwNames* find_rmw(std::string_view core) {
  for (const RmwNames& names : RmwTable) {
    if (names.core == core) return &names;
  }
  return nullptr;
}

}  // namespace drover
