#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semantics/automaton/interpreter.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/program.h"

namespace drover {

// The saving that exploring by values (`rvf`) promises under sc, from the program alone.
struct ValuePromise {
  double executions = 1;      // about this many, at least, differ in the order of reads and writes
  double value_paths = 1;     // about this many, at most, differ in the values that threads read
  std::string location;       // the location written most often
  std::uint64_t writers = 0;  // threads that surely write it
  std::uint64_t values = 0;   // number of values written there
};

// Empty if there is little to gain, or if the program is too large to tell. `symmetric`: threads of
// which the other algorithms explore one order only.
[[nodiscard]] std::optional<ValuePromise> promise_of_values(
    const Program& program, const UnfoldOptions& unfold,
    const std::vector<passes::SymmetricThreads>& symmetric);

}  // namespace drover
