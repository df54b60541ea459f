#pragma once

#include <string>
#include <string_view>

#include "support/json.h"

namespace drover::serve {

// Keeps the answer of a request `{"student": …, "exercise": …, "answer": …}` in a folder: one file
// for each student and exercise, which `drover exercise grade` reads. The latest answer counts.
// Nothing happens if the folder is empty, or nobody has given a name.
void collect_answer(const std::string& folder, const Json& request);

// The part of a file's name that somebody's name becomes: letters and digits stay, all else is `-`.
[[nodiscard]] std::string file_name_of(std::string_view name);

}  // namespace drover::serve
