#pragma once

#include <string>
#include <string_view>

#include "explorer/models/memory_model.h"

namespace drover::input {

// Says why a built-in model does not apply to programs of an architecture, and which models do.
// Without a full stop.
[[nodiscard]] std::string misfit_text(const ModelTraits& traits, std::string_view architecture);

// Says why a model cannot run programs of a kind: whole lines; empty if it can.
[[nodiscard]] std::string misfit_lines(const MemoryModel& model, const ProgramKind& kind);

}  // namespace drover::input
