#pragma once

#include "semantics/program/program.h"

namespace drover {

// Features of a program that are visible in its instructions.

// True if some thread has an instruction that reads and writes at once.
[[nodiscard]] bool has_read_modify_write(const Program& program);
// True if only `enumerate` can explore the program: it has exclusive loads, fused
// read-modify-writes, or fences with an address.
[[nodiscard]] bool needs_enumeration(const Program& program);
// True if the program has load-reserves or store-conditionals, or read-modify-writes that are one
// event.
[[nodiscard]] bool has_other_updates(const Program& program);
// True if the program has choices, which only `enumerate` and `spore` explore.
[[nodiscard]] bool has_choices(const Program& program);
// True if the program chooses the order of unsequenced accesses.
[[nodiscard]] bool chooses_orders(const Program& program);
[[nodiscard]] bool has_help_calls(const Program& program);
[[nodiscard]] bool has_allocations(const Program& program);
[[nodiscard]] bool has_spawns(const Program& program);
[[nodiscard]] bool has_frees(const Program& program);
// True if a thread may stop midway: at a `block`, or an assumption that fails.
[[nodiscard]] bool may_block(const Program& program);
// True if some execution may have a non-atomic access.
[[nodiscard]] bool may_race(const Program& program);

}  // namespace drover
