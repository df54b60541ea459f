#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

// Returns well-formed programs that differ from this one by one edit and have a smaller size(), the
// smallest first: without a thread, statement, branch, declaration or condition; with a compound
// statement replaced by its body, a call by the function's body, an expression by a constant or an
// operand, a mode by a weaker one, or a location by another.
std::vector<GeneratedProgram> simplifications(const GeneratedProgram& program);

// Applies simplifications as long as one still fails; calls `still_fails` at most `budget` times.
// With budget left, the result is a local minimum.
GeneratedProgram shrink(GeneratedProgram program,
                        const std::function<bool(const std::string& source)>& still_fails,
                        std::size_t budget = 5000);

}  // namespace drover::oracle
