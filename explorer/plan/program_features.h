#pragma once

#include <cstddef>
#include <optional>

#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"

namespace drover {

// Features of a program that are visible in its instructions.

// True if some thread has an instruction that reads and writes at once.
[[nodiscard]] bool has_read_modify_write(const Program& program);
// Returns the kind of a program for models.
[[nodiscard]] ProgramKind kind_of(const Program& program);
// True if some accesses are cut into parts.
[[nodiscard]] bool has_parts(const Program& program);
// True if models take the halves of the read-modify-write for two instructions, exclusive loads and
// stores, or for one event.
[[nodiscard]] bool has_halves_apart(const Instruction& instruction);
// True if it is a fence with an address.
[[nodiscard]] bool is_located_fence(const Instruction& instruction);
// True if only `enumerate`, and `lb` for some programs, can explore the program: it has such an
// instruction, or one that accesses a part.
[[nodiscard]] bool has_odd_events(const Program& program);
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
// Returns the number of calls of the program's objects if no thread makes more than one.
[[nodiscard]] std::optional<std::size_t> single_calls(const Program& program);
// True if some execution may have a non-atomic access.
[[nodiscard]] bool may_race(const Program& program);

}  // namespace drover
