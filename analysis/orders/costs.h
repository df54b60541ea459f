#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/orders/search.h"
#include "analysis/orders/strength.h"

namespace drover::orders {

// A fault in the text of a table of costs.
struct CostFault {
  enum class Kind : std::uint8_t {
    NotJson,      // it is not an object in JSON
    UnknownKind,  // `kind` is not the name of a SiteKind
    NotAnObject,  // what `kind` has
    UnknownMode,  // `kind` has no `mode`
    NoNumber,     // for `mode` of `kind`: none, or less than 0
    CheaperMode   // `mode` of `kind` costs less than `weaker`
  };
  Kind what = Kind::NotJson;
  std::string kind = {};
  std::string mode = {};
  std::string weaker = {};
};

// What accesses and fences of each kind and mode cost. Stronger ones must not cost less.
class CostTable {
 public:
  // What the usual mapping of C11 atomics to a machine adds to the plain instruction: `x86`,
  // `aarch64`, `power`. Nothing for other names.
  [[nodiscard]] static std::optional<CostTable> of_machine(std::string_view name);
  [[nodiscard]] static std::vector<std::string_view> machines();

  // Of a text in JSON: {"load": {"rlx": 0, "acq": 1, "sc": 3}, "store": …, "update": …,
  // "fence": {"acq": 5, …}}. "failure" is as "load" unless it is there; no fence costs nothing.
  [[nodiscard]] static std::variant<CostTable, CostFault> read(std::string_view text);

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
// Nothing for other words.
[[nodiscard]] std::optional<SiteKind> find_site_kind(std::string_view name);
// What accesses and fences of the kind can have.
[[nodiscard]] std::vector<Mode> modes_of(SiteKind kind);

}  // namespace drover::orders
