#pragma once

#include <string>
#include <string_view>

#include "support/json.h"

namespace drover::serve {

// Keeps the answer of a request `{"student": …, "exercise": …, "answer": …}` in a folder: one file
// per student and exercise, for `drover exercise grade`. The latest answer counts. Does nothing if
// `folder` is empty or the student has no name.
void collect_answer(const std::string& folder, const Json& request);

// Turns a name into part of a file name: letters and digits stay, other characters become `-`.
[[nodiscard]] std::string file_name_of(std::string_view name);

}  // namespace drover::serve
