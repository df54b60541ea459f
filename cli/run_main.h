#pragma once

#include <string>
#include <vector>

namespace drover::cli {

// Runs the command that the arguments ask for; gives the exit status.
[[nodiscard]] int run_main(const std::vector<std::string>& arguments);

}  // namespace drover::cli
