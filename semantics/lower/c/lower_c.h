#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/c/unit.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "semantics/program/program.h"
#include "support/source_range.h"

namespace drover::lowering {

// Limit on the instructions of a C program after functions are inlined.
inline constexpr std::size_t MaxCInstructions = 400'000;
// The same where a recursion has been followed: code that deep takes longer to look at than to run.
inline constexpr std::size_t MaxRecursiveInstructions = 30'000;

// Loads that became one instruction, which has the place of the second.
using MergedLoads = std::vector<std::pair<SourceRange, SourceRange>>;

struct CLoweringOptions {
  std::uint32_t max_recursion = 100;  // calls of one function inside each other
  std::size_t max_instructions = MaxCInstructions;
  // A weak compare-exchange may fail although it finds what is expected.
  bool fails_spuriously = false;
  MergedLoads* merged_loads = nullptr;  // gets them; may be null
  // Who waits at a condition variable may wake although nobody has woken it.
  bool wakes_spuriously = true;
};

// The instructions of a C program: `main` is a thread, functions that threads run are routines.
// Calls are inlined; a recursion is followed as deep as the limits let it, and cut there.
[[nodiscard]] std::optional<Program> lower_c(const c::Unit& unit, const SourceBuffer& source,
                                             DiagnosticSink& sink, const CLoweringOptions& options);

// What lowering would have taken out, had instructions that were in its way not been there.
void tidy_again(Program& program);

}  // namespace drover::lowering
