#pragma once

#include <span>
#include <string>
#include <string_view>

#include "support/json.h"

namespace drover::serve {

// A program of examples/, which is part of the program.
struct Example {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::span<const Example> example_programs();

// The same, of examples/c.
struct CExample {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::span<const CExample> c_examples();

// `SB` of `SB+mfences`, `2+2W` of `2+2W+rlxs`: what tests of one shape have in common.
[[nodiscard]] std::string_view shape_of_test(std::string_view name);

// All that there is to load: examples, and the library's tests with their shapes.
[[nodiscard]] Json gallery_json();

}  // namespace drover::serve
