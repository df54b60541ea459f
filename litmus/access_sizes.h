#pragma once

#include "frontend/diagnostic.h"
#include "litmus/dialects/dialect.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// Settles what the accesses of a test of machines do to each other. Those that overlap others in
// part are cut into parts, with a warning; or reported, where that has no meaning. An access whose
// address is not known before the run gets a test there: to be elsewhere than at a multiple of its
// size is an error of the run.
void settle_access_sizes(const Dialect& dialect, const ReadingOptions& options, Program& program,
                         DiagnosticSink& sink);

}  // namespace drover::litmus
