#pragma once

#include <string_view>

namespace drover::editing {

// Whether a model, by its name, is one under which the modes of a program can be relaxed and
// repaired: some of them mean something, and it is known what stronger ones allow.
[[nodiscard]] bool has_orders(std::string_view model);

}  // namespace drover::editing
