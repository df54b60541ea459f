#pragma once

#include <string>
#include <string_view>

#include "explorer/models/memory_model.h"

namespace drover::input {

// Why a built-in model is not about programs of an architecture, and which models are. Without a
// full stop.
[[nodiscard]] std::string misfit_text(const ModelTraits& traits, std::string_view architecture);

// Why a model cannot be run on programs of a kind: whole lines, none if it can.
[[nodiscard]] std::string misfit_lines(const MemoryModel& model, const ProgramKind& kind);

}  // namespace drover::input
