#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

// Well-formed programs that differ from this one by one edit and are smaller by size(),
// the smallest first: without a thread, statement, branch, declaration or condition; a
// compound statement replaced by its body, a call by the function's body, an expression
// by a constant or an operand, a mode by a weaker one, a location by another.
std::vector<GeneratedProgram> simplifications(const GeneratedProgram& program);

// Takes simplifications for as long as one still fails; asks `still_fails` at most
// `budget` times. With budget left, the result is a local minimum.
GeneratedProgram shrink(GeneratedProgram program,
                        const std::function<bool(const std::string& source)>& still_fails,
                        std::size_t budget = 5000);

}  // namespace drover::oracle
