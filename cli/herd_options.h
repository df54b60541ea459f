#pragma once

#include <string>
#include <vector>

namespace drover::cli {

// Arguments of `litmus` with herd's options (`-model F`, `-unroll N`, …) replaced by ours.
// `unsupported` has an option without a counterpart.
struct HerdOptions {
  std::vector<std::string> arguments;
  std::string unsupported;
  std::string unreadable;  // the file of -conf
};
[[nodiscard]] HerdOptions translate_herd_options(const std::vector<std::string>& arguments);

// Resolves a model's name or file: the file, if it exists; a built-in model, for a file that comes
// with herd (`rc11.cat`, `x86tso.cat`). Searches `folders`, too.
[[nodiscard]] std::string model_of_herd(const std::string& name,
                                        const std::vector<std::string>& folders = {});

}  // namespace drover::cli
