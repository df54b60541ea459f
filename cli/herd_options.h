#pragma once

#include <string>
#include <vector>

namespace drover {

// The arguments of `litmus` in which herd's options (`-model F`, `-unroll N`, …) are replaced
// by ours. One that has no counterpart is in `unsupported`.
struct HerdOptions {
  std::vector<std::string> arguments;
  std::string unsupported;
};
[[nodiscard]] HerdOptions translate_herd_options(const std::vector<std::string>& arguments);

// The model that a name or a file of herd's stands for: `rc11.cat`, `x86tso.cat`, `sc`.
[[nodiscard]] std::string model_of_herd(const std::string& name);

}  // namespace drover
