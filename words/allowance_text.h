#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/explain/explanation.h"
#include "words/styles.h"

namespace drover::words {

// Why models that have the same witness accept it: because it is an interleaving, or how it comes
// about on their machines, and what each of them makes of the cycle for which a stronger model
// rejects it. Before that, a race in it.
[[nodiscard]] std::string allowance_text(const std::vector<const explain::ModelAnswer*>& answers,
                                         const explain::Explanation& explanation,
                                         std::size_t columns = UsualColumns);

}  // namespace drover::words
