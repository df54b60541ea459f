#pragma once

#include <string>
#include <string_view>

#include "support/json.h"

namespace drover::serve {

// Keeps the answer of a request `{"student": …, "exercise": …, "answer": …}` in a folder, for
// `drover exercise grade`: a file for each attempt, which nothing overwrites. Returns what the
// client is told: `{"student", "exercise", "answer": NUMBER, "file"}`, or `{"problem"}`.
[[nodiscard]] Json collect_answer(const std::string& folder, const Json& request);

// Turns a name into part of a file name: letters (of any language), digits and `-` stay, blanks
// become `_`, other characters `%XX`. Different names have different results, up to a limit in
// length.
[[nodiscard]] std::string file_name_of(std::string_view name);

}  // namespace drover::serve
