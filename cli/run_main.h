#pragma once

#include <string>
#include <vector>

namespace drover::cli {

// Runs the command of the arguments. Returns the exit status.
[[nodiscard]] int run_main(const std::vector<std::string>& arguments);

}  // namespace drover::cli
