#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semantics/automaton/interpreter.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/program.h"

namespace drover {

// The saving that exploring by values (`rvf`) promises under sc, by the program alone.
struct ValuePromise {
  double executions = 1;      // about as many, at least, differ in who writes and reads when
  double value_paths = 1;     // about as many, at most, differ in the values that threads read
  std::string location;       // that is written most often
  std::uint64_t writers = 0;  // threads that surely write it
  std::uint64_t values = 0;   // that they write there
};

// Nothing if there is little to gain, or if the program is too large to tell.
// `symmetric`: threads of which the other algorithms explore one order only.
[[nodiscard]] std::optional<ValuePromise> promise_of_values(
    const Program& program, const UnfoldOptions& unfold,
    const std::vector<passes::SymmetricThreads>& symmetric);

}  // namespace drover
