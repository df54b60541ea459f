#pragma once

#include <optional>

#include "frontend/section.h"
#include "frontend/source.h"

namespace drover::litmus {

// Returns the first call, outside comments, of a function or macro that only the Linux kernel's
// dialect of C has. Such a call shows that a test is in that dialect (LKMM).
[[nodiscard]] std::optional<SourceRange> find_kernel_word(const SourceBuffer& source,
                                                          Section section);

}  // namespace drover::litmus
