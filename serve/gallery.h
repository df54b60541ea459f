#pragma once

#include <span>
#include <string_view>

#include "support/json.h"

namespace drover::serve {

// A program of examples/ or examples/c, built into Drover.
struct Example {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::span<const Example> example_programs();
[[nodiscard]] std::span<const Example> c_examples();

// Returns a test's shape: `SB` of `SB+mfences`, `2+2W` of `2+2W+rlxs`.
[[nodiscard]] std::string_view shape_of_test(std::string_view name);

// Returns all examples, and the library's tests with their shapes. The texts of tests do not give
// their verdicts.
[[nodiscard]] Json gallery_json();

// Returns the words of each language, with their forms and meanings.
[[nodiscard]] Json card_json();

}  // namespace drover::serve
