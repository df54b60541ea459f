#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover {

// An event of a thread, as far as its dependencies are concerned.
struct ThreadStep {
  InstructionIndex at = 0;          // whose event it is
  Value value = 0;                  // of a read: what it read; of an allocation: the address
  bool is_exclusive_read = false;   // the write of a read-modify-write follows
  bool is_exclusive_write = false;  // the write of a read-modify-write
};

// The reads of its thread, as indices of its steps, that an event depends on.
struct StepDependencies {
  std::vector<std::uint32_t> addr;  // the address of the access
  std::vector<std::uint32_t> data;  // the value written
  std::vector<std::uint32_t> ctrl;  // whether the thread comes there
};

// Follows the registers of a thread through the steps it took, and with each register the reads
// that its value was computed from. As in herd dependencies are those of the text: `r * 0` depends
// on `r`. Every branch, `assume` and `assert` makes all that comes behind it depend on the reads in
// its condition, and so does an await on what it read.
[[nodiscard]] std::vector<StepDependencies> dependencies_of(const Thread& thread,
                                                            std::span<const ThreadStep> steps,
                                                            HelpCalls help_calls);

}  // namespace drover
