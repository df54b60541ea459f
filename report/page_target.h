#pragma once

#include <span>
#include <string>

namespace drover::report {

// True if the page goes to standard output (`-`), not to a file.
[[nodiscard]] bool is_standard_output(const std::string& output);

// Returns why the page cannot be written to `output`, or would replace one of the programs. Empty
// if it can. Called before slow work.
[[nodiscard]] std::string why_not_to(const std::string& output, std::span<const std::string> files);

}  // namespace drover::report
