#pragma once

#include <variant>

namespace drover {

// The visitor helper: std::visit(overloaded{[](const A&) {…}, [](const B&) {…}}, variant).
template <typename... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
overloaded(Functions...) -> overloaded<Functions...>;

// True if a variant holds one of these types.
template <typename... Types, typename Variant>
[[nodiscard]] constexpr bool is_one_of(const Variant& variant) {
  return (std::holds_alternative<Types>(variant) || ...);
}

}  // namespace drover
