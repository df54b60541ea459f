#pragma once

#include <span>

#include "explorer/models/model_traits.h"

namespace drover {

// The built-in models, from stronger to weaker as far as they can be compared. All that Drover
// does differently from model to model follows from these rows and the axioms.
[[nodiscard]] std::span<const ModelTraits> model_table();
// Those of machines, and of the Linux kernel: they are about litmus tests of one dialect, whose
// tags they speak of.
[[nodiscard]] std::span<const ModelTraits> machine_model_table();

}  // namespace drover
