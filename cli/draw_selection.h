#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/models/memory_model.h"
#include "semantics/program/error_kind.h"

namespace drover::cli {

// Which executions `--select` asks for: those for which all of it holds.
struct Selection {
  std::string outcome;            // a condition on the final state; empty: any
  bool is_witness = false;        // the condition of the file itself
  bool is_complete = false;       // every thread has finished
  bool is_blocked = false;        // some thread has not
  bool is_error = false;          // executions that show an error, one for each
  std::optional<ErrorKind> kind;  // of that error
  bool is_forbidden = false;      // candidates that the model does not accept
  std::string axiom;              // which breaks this axiom; empty: any
  std::vector<std::pair<std::size_t, std::size_t>> numbers;  // from 1, both ends included

  [[nodiscard]] bool has_number(std::size_t number) const;
  // The greatest number that is asked for; 0 if none is.
  [[nodiscard]] std::size_t last_number() const;
};

struct ParsedSelection {
  Selection selection;
  std::string complaint;  // empty if all is well
};

// A text is an outcome if it has an operator in it, else a number (`3`, `1,4`, `2..5`) or a
// word: complete, blocked, witness, error or a kind of error, forbidden, or an axiom. Words that
// are none of the former are taken for axioms: `check_axiom` says whether the model has it.
[[nodiscard]] ParsedSelection parse_selection(std::span<const std::string> texts);

// Spells the axiom as the model does. Gives a complaint if it has none of that name.
[[nodiscard]] std::string check_axiom(Selection& selection, const MemoryModel& model);

}  // namespace drover::cli
