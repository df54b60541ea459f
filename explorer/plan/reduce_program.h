#pragma once

#include <vector>

#include "explorer/plan/reduction.h"
#include "semantics/passes/purity/eliminate.h"
#include "semantics/program/program.h"

namespace drover {

// A program after the passes that shorten its loops.
struct ReducedProgram {
  Program program;
  ReductionSet used = ReductionSet::none();        // the passes that changed something
  std::vector<passes::EliminatedLoop> pure_loops;  // by plp
  Program spinning;  // before awaits were inserted; empty if no pass changed anything
  std::vector<std::vector<InstructionIndex>> origins;  // in `spinning`, if awaits were inserted
};

// Runs the passes among plp and await that are in `passes`.
[[nodiscard]] ReducedProgram reduce_program(const Program& program, ReductionSet passes,
                                            passes::Liberties liberties = {});

}  // namespace drover
