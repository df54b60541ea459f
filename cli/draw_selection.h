#pragma once

#include <span>
#include <string>

#include "drawing/selection.h"
#include "explorer/models/memory_model.h"

namespace drover::cli {

struct ParsedSelection {
  drawing::Selection selection;
  std::string complaint;  // empty if valid
};

// Parses `--select`. A text with an operator is an outcome, else a number (`3`, `1,4`, `2..5`) or a
// word: complete, blocked, witness, error or a kind of error, forbidden, or an axiom. Other words
// are taken for axioms: `check_axiom` tells whether the model has the axiom.
[[nodiscard]] ParsedSelection parse_selection(std::span<const std::string> texts);

// Spells the axiom as the model does. Returns an error if the model lacks the axiom.
[[nodiscard]] std::string check_axiom(drawing::Selection& selection, const MemoryModel& model);

}  // namespace drover::cli
