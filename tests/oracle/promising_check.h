#pragma once

#include <cstdint>
#include <string>

#include "analysis/explain/story.h"
#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

struct PromisingLimits {
  std::uint64_t max_executions = 3000;
  double max_seconds = 3;       // of `enumerate`, for one program and mapping
  std::size_t max_stories = 4;  // of one program and mapping
  std::uint64_t walks = 2;      // of random moves
};

// Compares `interleave` with `enumerate` under aarch64 and riscv, on a core program that is
// compiled by each of their mappings: both find the same executions with the same ends, each once.
// The stories of some executions that are no interleavings are run on the machine, step by step;
// random moves of the machine lead to such executions, or to threads that wait.
[[nodiscard]] CrossCheckResult check_promises(const Program& program,
                                              const PromisingLimits& limits = {});

// The same for a litmus test of AArch64 or RISC-V.
[[nodiscard]] CrossCheckResult check_promises_of_test(const std::string& text,
                                                      const PromisingLimits& limits = {});

// Runs the story of a complete execution of a program on the machine as it is played: each step
// must be possible, and leave its thread able to fulfil its promises. Returns the first mistake.
[[nodiscard]] std::string mistake_on_machine(const explain::Story& story, PromisingRules rules,
                                             const Program& program, const ExecutionGraph& graph);

// Generates a litmus test of AArch64 (even seeds) or RISC-V (odd seeds), with accesses of all
// orders, exclusive pairs, atomic instructions, barriers and dependencies.
[[nodiscard]] std::string random_machine_test(std::uint64_t seed);

}  // namespace drover::oracle
