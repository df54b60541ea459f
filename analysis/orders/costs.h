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

// An error in the text of a cost table.
struct CostFault {
  enum class Kind : std::uint8_t {
    NotJson,      // not a JSON object
    UnknownKind,  // `kind` is not the name of a SiteKind
    NotAnObject,  // the value of `kind`
    UnknownMode,  // `kind` has no `mode`
    NoNumber,     // `mode` of `kind` has no number, or a negative one
    CheaperMode   // `mode` of `kind` costs less than `weaker`
  };
  Kind what = Kind::NotJson;
  std::string kind = {};
  std::string mode = {};
  std::string weaker = {};
};

// The cost of accesses and fences by kind and mode. Stronger modes must not cost less.
class CostTable {
 public:
  // Returns the cost that the usual mapping of C11 atomics adds to the plain instruction: `x86`,
  // `aarch64`, `power`. Nothing for other names.
  [[nodiscard]] static std::optional<CostTable> of_machine(std::string_view name);
  [[nodiscard]] static std::vector<std::string_view> machines();

  // Parses JSON: {"load": {"rlx": 0, "acq": 1, "sc": 3}, "store": …, "update": …, "fence": {"acq":
  // 5, …}}. "failure" defaults to "load"; a missing fence costs nothing.
  [[nodiscard]] static std::variant<CostTable, CostFault> read(std::string_view text);

  // Scopes cost nothing.
  [[nodiscard]] double at(SiteKind kind, Strength strength) const;
  [[nodiscard]] SiteCost cost() const;

 private:
  static constexpr std::size_t Kinds = 5;
  static constexpr std::size_t Strengths = 8;
  std::array<std::array<double, Strengths>, Kinds> costs_{};
};

// Counts changes: sites with another mode, and inserted fences.
[[nodiscard]] SiteCost number_of_changes();

// "load", "store", "update", "failure", "fence".
[[nodiscard]] std::string_view kind_name(SiteKind kind);
// Nothing for other names.
[[nodiscard]] std::optional<SiteKind> find_site_kind(std::string_view name);
// Returns the modes that accesses and fences of the kind can have.
[[nodiscard]] std::vector<Mode> modes_of(SiteKind kind);

}  // namespace drover::orders
