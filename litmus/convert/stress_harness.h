#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// A program as one of C11 that runs it many times on this machine, with threads that start
// together, and counts the final states, as litmus7 does. Nothing, and diagnostics, where the
// program does what is not written that way.
//
// A cell is an `_Atomic int64_t`, an address is a number; a non-atomic access is a relaxed one, so
// that the compiler must not take a race for granted. An await tries for a while; what is not
// fulfilled then counts as stuck, what is assumed and not so as blocked. `notes` are sentences for
// the comment on top.
[[nodiscard]] std::optional<std::string> to_stress_harness(const Program& program,
                                                           const std::string& name,
                                                           const std::vector<std::string>& notes,
                                                           DiagnosticSink& sink);

}  // namespace drover::litmus
