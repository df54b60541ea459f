#pragma once

#include <span>
#include <string>

namespace drover::report {

// Where the page goes: a file, or `-` for standard output.
[[nodiscard]] bool is_standard_output(const std::string& output);

// Why a page cannot be written to `output`, or should not, because it is one of the programs.
// Empty if it can. Asked before anything takes long.
[[nodiscard]] std::string why_not_to(const std::string& output, std::span<const std::string> files);

}  // namespace drover::report
