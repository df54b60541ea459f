#pragma once

#include <string>
#include <vector>

#include "cli/herd_options.h"

namespace drover::cli {

// Whether the call is one of `generate`, which takes the options of diy7, diyone7 and diycross7.
[[nodiscard]] bool takes_diy_options(const std::vector<std::string>& arguments);

// Arguments of `generate` with diy's spelling (`-arch X`, `-oneloc`, `-neg true`, `-conf FILE`)
// replaced by ours. `unsupported` stays empty: the parser refuses what it does not know.
[[nodiscard]] HerdOptions translate_diy_options(const std::vector<std::string>& arguments);

}  // namespace drover::cli
