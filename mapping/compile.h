#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::mapping {

// The program as a machine runs it: each access and fence is what its row says, with the tags that
// the instructions have in litmus tests of the machine. All else, and with it every dependency,
// stays as it is. Nothing, and diagnostics, where the mapping has no row for what the program does.
//
// A pair of a load-reserve and a store-conditional is there once, as it is when the store is done:
// attempts before that read, and do nothing else.
[[nodiscard]] std::optional<Program> compile(const Program& program, const Mapping& mapping,
                                             DiagnosticSink& sink);

}  // namespace drover::mapping
