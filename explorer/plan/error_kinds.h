#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "semantics/program/error_kind.h"
#include "support/enum_set.h"

namespace drover {

inline constexpr std::array AllErrorKinds{
    ErrorKind::Assertion,       ErrorKind::Race,       ErrorKind::Memory,     ErrorKind::Annotation,
    ErrorKind::Deadlock,        ErrorKind::Condition,  ErrorKind::Arithmetic, ErrorKind::Thread,
    ErrorKind::Linearizability, ErrorKind::Unsupported};

[[nodiscard]] constexpr std::optional<ErrorKind> find_error_kind(std::string_view name) {
  for (const ErrorKind kind : AllErrorKinds) {
    if (error_kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

using ErrorKindSet = EnumSet<ErrorKind>;

// The errors of programs.
inline constexpr ErrorKindSet Violations =
    ErrorKindSet::all() - ErrorKindSet{ErrorKind::Unsupported};

}  // namespace drover
