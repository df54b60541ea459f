#pragma once

#include <cstdint>
#include <functional>

#include "semantics/lower/c/lower_c.h"
#include "semantics/program/program.h"

// Private to lowering.
namespace drover::lowering {

// Whether an access of so many bytes at a known address is to one cell.
using IsCell = std::function<bool(Value address, std::uint32_t size)>;

// Lowering looks at one piece of C at a time. This takes out what shows only in the whole: values
// that are known (a constant argument of an inlined function), branches that are decided, code
// that is never reached, copies that are used once, jumps to jumps. What a thread does to memory,
// its faults and their places stay the same, and so do its loops, but that a load which stands both
// before a loop and at its end,
//
//   r := x; while (r != 0) { r := x; }
//
// becomes one at its start. Passes then see what the loop is: one that waits.
// Such loads, the first before the one that stays, go to `merged`, which may be null.
void tidy(Thread& thread, const IsCell& is_cell, MergedLoads* merged);

}  // namespace drover::lowering
