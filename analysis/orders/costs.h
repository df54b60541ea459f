#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/orders/search.h"
#include "analysis/orders/strength.h"

namespace drover::orders {

// What accesses and fences of each kind and mode cost. Stronger ones must not cost less.
class CostTable {
 public:
  // What the usual mapping of C11 atomics to a machine adds to the plain instruction: `x86`,
  // `aarch64`, `power`. Nothing for other names.
  [[nodiscard]] static std::optional<CostTable> of_machine(std::string_view name);
  [[nodiscard]] static std::span<const std::string_view> machines();

  // Of a text in JSON: {"load": {"rlx": 0, "acq": 1, "sc": 3}, "store": …, "update": …,
  // "fence": {"acq": 5, …}}. "failure" is as "load" unless it is there; no fence costs nothing. If
  // something is wrong with it, `complaint` says what.
  [[nodiscard]] static std::optional<CostTable> read(std::string_view text, std::string& complaint);

  [[nodiscard]] double at(SiteKind kind, Strength strength) const;
  [[nodiscard]] SiteCost cost() const;

 private:
  static constexpr std::size_t Kinds = 5;
  static constexpr std::size_t Strengths = 8;
  std::array<std::array<double, Strengths>, Kinds> costs_{};
};

// The number of changes: sites whose mode is another one, fences that are put in.
[[nodiscard]] SiteCost number_of_changes();

// "load", "store", "update", "failure", "fence".
[[nodiscard]] std::string_view kind_name(SiteKind kind);

}  // namespace drover::orders
