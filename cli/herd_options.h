#pragma once

#include <string>
#include <vector>

namespace drover::cli {

// The arguments of `litmus` in which herd's options (`-model F`, `-unroll N`, …) are replaced
// by ours. One that has no counterpart is in `unsupported`.
struct HerdOptions {
  std::vector<std::string> arguments;
  std::string unsupported;
  std::string unreadable;  // the file of -conf
};
[[nodiscard]] HerdOptions translate_herd_options(const std::vector<std::string>& arguments);

// The model that is meant by a name or a file: the file, if there is one; a built-in model, if it
// is the name of a file that herd brings along (`rc11.cat`, `x86tso.cat`). Files are looked for in
// `folders`, too.
[[nodiscard]] std::string model_of_herd(const std::string& name,
                                        const std::vector<std::string>& folders = {});

}  // namespace drover::cli
