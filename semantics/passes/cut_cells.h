#pragma once

// Cuts the cells of C programs, and the accesses to them, where other accesses begin or end: a
// member of a union read as another, the bytes of a number, `memcpy` between types. Each part is an
// access of its own, to a cell of its own, in little-endian order. Only non-atomic accesses are
// cut: C gives a value to such a read if everything is ordered by happens-before; else a part
// races.

#include "semantics/program/cell_cuts.h"
#include "semantics/program/program.h"

namespace drover::passes {

// Returns a program of C, as lowered, with these cuts. A run tells which are missing
// (LocationTable::missing_cuts).
[[nodiscard]] Program cut_cells(const Program& program, const CellCuts& cuts);

}  // namespace drover::passes
