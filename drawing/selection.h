#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/program/error_kind.h"

namespace drover::drawing {

// Of errors of one kind on one line, which often are one mistake: the first, or all.
enum class ErrorChoice : std::uint8_t { OnePerPlace, All };

// Which executions are asked for: those for which all of it holds.
struct Selection {
  std::string outcome;       // a condition on the final state; empty: any
  bool is_witness = false;   // the condition of the file itself
  bool is_complete = false;  // every thread has finished
  bool is_blocked = false;   // some thread has not
  bool is_error = false;     // executions that show an error, one for each
  ErrorChoice errors = ErrorChoice::OnePerPlace;
  std::optional<ErrorKind> kind;  // of that error
  bool is_forbidden = false;      // candidates that the model does not accept
  std::string axiom;              // which breaks this axiom; empty: any
  std::vector<std::pair<std::size_t, std::size_t>> numbers;  // from 1, both ends included

  [[nodiscard]] bool has_number(std::size_t number) const;
  // The greatest number that is asked for; 0 if none is.
  [[nodiscard]] std::size_t last_number() const;
};

}  // namespace drover::drawing
