#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::mapping {

// Returns the program as compiled for a machine: each access and fence becomes its row of the
// mapping, with the tags that litmus tests of the machine use. Other instructions and all
// dependencies are unchanged. Nothing, and diagnostics, if the mapping lacks a row.
//
// A pair of a load-reserve and a store-conditional appears once, with a successful store: failed
// attempts only read.
[[nodiscard]] std::optional<Program> compile(const Program& program, const Mapping& mapping,
                                             DiagnosticSink& sink);

// Ends the branches of a thread with Flow::Onward where their paths meet: at the first instruction
// common to all paths from the branch to the end of the thread. Paths that stop (`error`, `block`)
// do not count. (scopes.cpp)
void end_branches_where_ways_meet(Thread& thread);

}  // namespace drover::mapping
