#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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
// The same with recursion: deeply inlined code takes longer to analyse than to run.
inline constexpr std::size_t MaxRecursiveInstructions = 30'000;

// Pairs of loads merged to one instruction, which has the place of the second.
using MergedLoads = std::vector<std::pair<SourceRange, SourceRange>>;

struct CLoweringOptions {
  std::uint32_t max_recursion = 100;  // nested calls of one function
  std::size_t max_instructions = MaxCInstructions;
  // A weak compare-exchange may fail although it finds the expected value.
  bool fails_spuriously = false;
  MergedLoads* merged_loads = nullptr;  // receives the pairs; may be null
  // Calls of functions with the names of their operations are marked.
  std::vector<SpecifiedObject> objects = {};
  std::shared_ptr<const Program> sequential = nullptr;  // Program::sequential
  // A wait at a condition variable may wake up spuriously.
  bool wakes_spuriously = true;
};

// Lowers a C program: `main` becomes a thread, functions of spawned threads become routines. Calls
// are inlined; recursion is followed as deep as the limits allow, and cut there.
[[nodiscard]] std::optional<Program> lower_c(const c::Unit& unit, const SourceBuffer& source,
                                             DiagnosticSink& sink, const CLoweringOptions& options);

// Repeats the simplifications of lowering, after instructions that prevented some are gone.
void tidy_again(Program& program);

}  // namespace drover::lowering
