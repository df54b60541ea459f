#pragma once

#include "semantics/program/program.h"

namespace drover {

// Features of a program that its instructions show before it is explored.

// Whether some thread has an instruction that reads and writes at once.
[[nodiscard]] bool has_read_modify_write(const Program& program);
// Whether it has what only `enumerate` explores: halves of read-modify-writes that are apart, or
// one.
[[nodiscard]] bool needs_enumeration(const Program& program);
// Whether it has choices, which only `enumerate` and `spore` explore.
[[nodiscard]] bool has_choices(const Program& program);
[[nodiscard]] bool has_help_calls(const Program& program);
[[nodiscard]] bool has_allocations(const Program& program);
[[nodiscard]] bool has_spawns(const Program& program);
[[nodiscard]] bool has_frees(const Program& program);
// Whether a thread may stop where it stands: at a `block`, or an assumption that fails.
[[nodiscard]] bool may_block(const Program& program);
// Whether some execution may have a non-atomic access.
[[nodiscard]] bool may_race(const Program& program);

}  // namespace drover
