#pragma once

#include <string>

#include "analysis/explain/errors.h"
#include "frontend/diagnostic_printer.h"
#include "words/styles.h"

namespace drover::words {

// Explains an error: its execution, and what is missing. Does not name the model: several models
// may share the text.
[[nodiscard]] std::string error_text(const explain::ErrorExplanation& explanation,
                                     const Program& program, Colour colour,
                                     std::size_t columns = UsualColumns);

// Returns the changes tried: "with `rel` for `rlx` at line 5 and …".
[[nodiscard]] std::string changes_words(const std::vector<explain::ModeChange>& changes);

// Returns a sentence on a write that would end a wait, or on its fate.
[[nodiscard]] std::string waited_write_words(const explain::WaitedWrite& write,
                                             const explain::ErrorExplanation& explanation,
                                             const explain::EndlessWait& wait,
                                             const Program& program);

}  // namespace drover::words
