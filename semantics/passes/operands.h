#pragma once

#include <vector>

#include "semantics/program/program.h"

// Private to the passes.
namespace drover::passes {

// The expressions that an instruction has. An address comes first.
[[nodiscard]] std::vector<ExprId> operands_of(const InstructionBody& body);

}  // namespace drover::passes
