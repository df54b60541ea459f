#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/program/error_kind.h"

namespace drover::drawing {

// Errors of one kind on one line are often one mistake: take the first, or all.
enum class ErrorChoice : std::uint8_t { OnePerPlace, All };

// Selected executions: all conditions must hold.
struct Selection {
  std::string outcome;       // a condition on the final state; empty: any
  bool is_witness = false;   // satisfies the file's condition
  bool is_complete = false;  // every thread has finished
  bool is_blocked = false;   // some thread has not finished
  bool is_error = false;     // shows an error; one execution per error
  ErrorChoice errors = ErrorChoice::OnePerPlace;
  std::optional<ErrorKind> kind;                             // of that error
  bool is_forbidden = false;                                 // candidates that the model rejects
  std::string axiom;                                         // violated axiom; empty: any
  std::vector<std::pair<std::size_t, std::size_t>> numbers;  // from 1, inclusive

  [[nodiscard]] bool has_number(std::size_t number) const {
    return std::ranges::any_of(numbers, [number](const auto& range) {
      return range.first <= number && number <= range.second;
    });
  }
  // Returns the greatest requested number; 0 if there is none.
  [[nodiscard]] std::size_t last_number() const {
    std::size_t last = 0;
    for (const auto& range : numbers) last = std::max(last, range.second);
    return last;
  }
};

}  // namespace drover::drawing
