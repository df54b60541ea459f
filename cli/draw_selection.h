#pragma once

#include <span>
#include <string>

#include "drawing/selection.h"
#include "explorer/models/memory_model.h"

namespace drover::cli {

struct ParsedSelection {
  drawing::Selection selection;
  std::string complaint;  // empty if all is well
};

// What `--select` asks for. A text is an outcome if it has an operator in it, else a number (`3`,
// `1,4`, `2..5`) or a word: complete, blocked, witness, error or a kind of error, forbidden, or an
// axiom. Words that are none of the former are taken for axioms: `check_axiom` says whether the
// model has it.
[[nodiscard]] ParsedSelection parse_selection(std::span<const std::string> texts);

// Spells the axiom as the model does. Gives a complaint if it has none of that name.
[[nodiscard]] std::string check_axiom(drawing::Selection& selection, const MemoryModel& model);

}  // namespace drover::cli
