#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

// Parses the words of a call that begins with a command of `drover`.
[[nodiscard]] Command parse_arguments(const CommandDescription& drover,
                                      std::vector<std::string> words);

// Refuses a call. `path` is the command whose help the message recommends; empty: `drover`.
[[nodiscard]] LeaveAtOnce wrong_call(std::string_view text, std::string_view path = "");

}  // namespace drover::cli
