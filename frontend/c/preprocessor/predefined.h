#pragma once

#include <span>
#include <string_view>

namespace drover::c::preprocessor {

// A macro that the compiler defines which built this program; the table is made by predefined.py.
struct PredefinedMacro {
  std::string_view name;
  std::string_view definition;  // as behind `#define`
  bool is_target;               // other compilers for the same machine agree
};

// By name.
[[nodiscard]] std::span<const PredefinedMacro> predefined_macros();

// Null if there is none of this name.
[[nodiscard]] const PredefinedMacro* predefined_macro(std::string_view name);

}  // namespace drover::c::preprocessor
