#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "semantics/program/error_kind.h"

namespace drover {

inline constexpr std::array AllErrorKinds{
    ErrorKind::Assertion, ErrorKind::Race,      ErrorKind::Memory,     ErrorKind::Annotation,
    ErrorKind::Deadlock,  ErrorKind::Condition, ErrorKind::Arithmetic, ErrorKind::Thread};

// The kind that error_kind_name calls so.
[[nodiscard]] constexpr std::optional<ErrorKind> find_error_kind(std::string_view name) {
  for (const ErrorKind kind : AllErrorKinds) {
    if (error_kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

class ErrorKindSet {
 public:
  static constexpr ErrorKindSet none() { return {}; }
  static constexpr ErrorKindSet all() {
    ErrorKindSet set;
    for (const ErrorKind kind : AllErrorKinds) set.insert(kind);
    return set;
  }

  constexpr void insert(ErrorKind kind) { bits_ |= bit(kind); }
  [[nodiscard]] constexpr bool contains(ErrorKind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr bool operator==(const ErrorKindSet&) const = default;

 private:
  static constexpr std::uint32_t bit(ErrorKind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
  }
  std::uint32_t bits_ = 0;
};

}  // namespace drover
