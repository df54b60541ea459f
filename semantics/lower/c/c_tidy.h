#pragma once

#include <cstdint>
#include <functional>

#include "semantics/lower/c/lower_c.h"
#include "semantics/program/program.h"

// Private to lowering.
namespace drover::lowering {

// True if an access of this size at a known address is to one cell.
using IsCell = std::function<bool(Value address, std::uint32_t size)>;

// Simplifies a whole thread, since lowering looks at one piece of C at a time: propagates known
// values (a constant argument of an inlined function), and removes decided branches, unreachable
// code, copies that are used once, and jumps to jumps. Memory accesses, faults and their places,
// and loops stay the same, except that a load both before a loop and at its end,
//
//   r := x; while (r != 0) { r := x; }
//
// becomes one load at the loop's start. Passes can then see that the loop waits. Pairs of such
// loads (the first is removed, the second stays) go to `merged`, which may be null.
void tidy(Thread& thread, const IsCell& is_cell, MergedLoads* merged);

}  // namespace drover::lowering
