#pragma once

#include <string_view>

namespace drover::cat {

// The hint of DiagnosticKind::CatNoInclude.
inline constexpr std::string_view IncludeHint =
    "files are looked for beside the one that includes them, in the folders of -I, then among "
    "Drover's own";

}  // namespace drover::cat
