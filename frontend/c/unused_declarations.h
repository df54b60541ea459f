#pragma once

#include <string>
#include <vector>

namespace drover::c {

// A preprocessed text without unused declarations of our headers, and the names that these declare.
struct UsedText {
  std::string text = {};
  std::vector<std::string> left_out = {};
};
[[nodiscard]] UsedText without_unused_declarations(const std::string& text);

}  // namespace drover::c
