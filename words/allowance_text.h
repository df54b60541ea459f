#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/explain/explanation.h"
#include "words/styles.h"

namespace drover::words {

// Explains why models with the same witness accept it: it is an interleaving, or how their machines
// produce it, and why each accepts the cycle for which a stronger model rejects it. A race in it
// comes first.
[[nodiscard]] std::string allowance_text(const std::vector<const explain::ModelAnswer*>& answers,
                                         const explain::Explanation& explanation,
                                         std::size_t columns = UsualColumns);

}  // namespace drover::words
