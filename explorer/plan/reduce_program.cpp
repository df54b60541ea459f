#include "explorer/plan/reduce_program.h"

#include <utility>

#include "semantics/passes/await_pass.h"

namespace drover {

namespace {

void stop_pure_iterations(ReducedProgram& reduced, passes::Liberties liberties) {
  passes::PurityElimination elimination =
      passes::eliminate_pure_iterations(reduced.program, liberties);
  reduced.pure_loops = std::move(elimination.loops);
  reduced.program = std::move(elimination.program);
  if (reduced.pure_loops.empty()) return;
  reduced.spinning = reduced.program;
  reduced.used.insert(Reduction::Plp);
}

void wait_where_possible(ReducedProgram& reduced, passes::Liberties liberties) {
  if (!passes::has_awaits(reduced.program, liberties)) return;
  passes::AwaitPass pass = passes::insert_awaits(reduced.program, liberties);
  if (reduced.spinning.threads.empty()) reduced.spinning = reduced.program;
  reduced.program = std::move(pass.program);
  reduced.origins = std::move(pass.origins);
  reduced.used.insert(Reduction::Await);
}

}  // namespace

ReducedProgram reduce_program(const Program& program, ReductionSet passes,
                              passes::Liberties liberties) {
  ReducedProgram reduced;
  reduced.program = program;
  if (passes.contains(Reduction::Plp)) stop_pure_iterations(reduced, liberties);
  if (passes.contains(Reduction::Await)) wait_where_possible(reduced, liberties);
  return reduced;
}

}  // namespace drover
