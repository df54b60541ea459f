#pragma once

#include <span>
#include <string_view>

namespace drover::c::preprocessor {

// A predefined macro of the compiler that built Drover; predefined.py generates the table.
struct PredefinedMacro {
  std::string_view name;
  std::string_view definition;  // the text after `#define`
  bool is_target;               // other compilers for this machine define it equally
};

// Sorted by name.
[[nodiscard]] std::span<const PredefinedMacro> predefined_macros();

// Null if there is none of this name.
[[nodiscard]] const PredefinedMacro* predefined_macro(std::string_view name);

}  // namespace drover::c::preprocessor
