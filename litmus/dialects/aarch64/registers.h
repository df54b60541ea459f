#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/hint.h"

namespace drover::litmus::aarch64 {

struct Register {
  std::string name;  // of the 64-bit register; empty for the zero register
  unsigned bits = 64;

  [[nodiscard]] bool is_zero() const { return name.empty(); }
};

[[nodiscard]] bool is_decimal(std::string_view text);
// Nothing if the text is not a register.
[[nodiscard]] std::optional<Register> parse_register(const std::string& text);
// Suggests registers for a name that is not a register.
[[nodiscard]] Hint hint_on_register(const std::string& name);
// Returns the words for the extension or shift of a register.
[[nodiscard]] const std::vector<std::string>& extension_names();

}  // namespace drover::litmus::aarch64
