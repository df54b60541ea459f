#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drover::mutants {

enum class MutantKind : std::uint8_t {
  WithoutAxiom,    // weaker
  WithoutOperand,  // of a union: weaker where the relation is used positively
  OneStep,         // `r+` or `r*` is r, `r?` is r
  WiderSet,        // an operand of an intersection is gone, or what a difference takes away; `[S]`
                   // lets everything pass
};

// A model with one change of its text.
struct Mutant {
  MutantKind kind = MutantKind::WithoutAxiom;
  std::string what;        // "without the axiom `coherence`", "`fence` without `amo`"
  std::uint32_t line = 0;  // of the change, in the text
  std::string text;        // of the whole model
};

// Returns the models that differ from this one by one change, in the order of its text. The text
// must be that of a whole model, with its includes, and without errors.
[[nodiscard]] std::vector<Mutant> mutants_of(std::string_view text);

}  // namespace drover::mutants
