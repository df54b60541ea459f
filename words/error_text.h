#pragma once

#include <string>

#include "analysis/explain/errors.h"
#include "frontend/diagnostic_printer.h"
#include "words/styles.h"

namespace drover::words {

// Why the error is there: the execution that shows it, and what is missing. Without the model, of
// which several may show the same.
[[nodiscard]] std::string error_text(const explain::ErrorExplanation& explanation,
                                     const Program& program, Colour colour,
                                     std::size_t columns = UsualColumns);

// "with `rel` for `rlx` at line 5 and …": what was tried.
[[nodiscard]] std::string changes_words(const std::vector<explain::ModeChange>& changes);

// One sentence on a write that would end a wait, or what happened to it.
[[nodiscard]] std::string waited_write_words(const explain::WaitedWrite& write,
                                             const explain::ErrorExplanation& explanation,
                                             const explain::EndlessWait& wait,
                                             const Program& program);

}  // namespace drover::words
