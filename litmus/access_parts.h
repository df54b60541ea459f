#pragma once

#include "litmus/access_layout.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// Cuts the accesses, initial values and observed values of a test at the cuts of its layout, in
// little-endian order: each part is a cell and an access of its own. `si` relates the parts of one
// access. Accesses without a cut stay as they are.
void cut_accesses(const AccessLayout& layout, Program& program);

}  // namespace drover::litmus
