#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// Returns a C11 program that runs the program many times on this machine, as litmus7 does: the
// threads start together, and the final states are counted. Nothing, and diagnostics, if the
// harness cannot express the program.
//
// A cell is an `_Atomic int64_t`, an address is a number. A non-atomic access becomes relaxed: the
// compiler must not exploit a race. An await tries for a while and then counts as stuck. A failed
// assumption counts as blocked. `notes` are sentences for the comment at the top.
[[nodiscard]] std::optional<std::string> to_stress_harness(const Program& program,
                                                           const std::string& name,
                                                           const std::vector<std::string>& notes,
                                                           DiagnosticSink& sink);

}  // namespace drover::litmus
