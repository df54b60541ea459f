#pragma once

#include <span>
#include <string_view>

namespace drover::litmus {

// A file of litmus/convert/harness, which has the parts of stress harnesses that do not depend on
// the program.
struct HarnessPart {
  std::string_view name;  // without ".c"
  std::string_view text;
};
[[nodiscard]] std::span<const HarnessPart> harness_parts();

}  // namespace drover::litmus
