#pragma once

#include <vector>

#include "explorer/plan/reduction.h"
#include "semantics/passes/purity/eliminate.h"
#include "semantics/program/program.h"

namespace drover {

// A program after the passes that shorten its loops.
struct ReducedProgram {
  Program program;
  ReductionSet used = ReductionSet::none();        // the passes that found something to do
  std::vector<passes::EliminatedLoop> pure_loops;  // by plp
  Program spinning;  // before awaits came; none if no pass did anything
  std::vector<std::vector<InstructionIndex>> origins;  // of `program` in `spinning`, if awaits came
};

// Runs those of plp and await that are in `passes`.
[[nodiscard]] ReducedProgram reduce_program(const Program& program, ReductionSet passes,
                                            passes::Liberties liberties = passes::Liberties::All);

}  // namespace drover
