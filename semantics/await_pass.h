#pragma once

#include "semantics/program.h"

namespace drover {

// [Godot] §II-B: a load whose value is assumed to satisfy something becomes an await, a
// compare-and-swap whose success is assumed an exchange that waits. Fewer executions are
// then blocked, and those that are say no more than before: that an assumption failed.
//
// Only accesses of shared variables that all threads access atomically: whether an access to
// the heap is an error, or one to a non-atomic cell a race, may depend on what it reads.
[[nodiscard]] Program with_awaits(const Program& program);

// Whether `with_awaits` would change anything, or the program has awaits of its own.
[[nodiscard]] bool has_awaits(const Program& program);

}  // namespace drover
