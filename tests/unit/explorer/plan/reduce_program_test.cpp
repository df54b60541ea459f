#include "explorer/plan/reduce_program.h"

#include <doctest/doctest.h>

#include "tests/support/program_text.h"

namespace drover::reduce_program_test {

TEST_CASE("without passes a program stays as it is") {
  const Program program = testing::program_from("shared x; thread t { while (x == 0) { } }");
  const ReducedProgram reduced = reduce_program(program, ReductionSet::none());
  CHECK(reduced.used == ReductionSet::none());
  CHECK(reduced.spinning.threads.empty());
  CHECK(reduced.program.threads[0].code.size() == program.threads[0].code.size());
}

TEST_CASE("a loop that only waits is stopped by plp, and becomes an await by both passes") {
  const Program program = testing::program_from("shared x; thread t { while (x == 0) { } }");
  const ReducedProgram stopped = reduce_program(program, ReductionSet({Reduction::Plp}));
  CHECK(stopped.used == ReductionSet({Reduction::Plp}));
  CHECK(stopped.pure_loops.size() == 1);
  CHECK(stopped.origins.empty());
  const ReducedProgram awaits =
      reduce_program(program, ReductionSet({Reduction::Plp, Reduction::Await}));
  CHECK(awaits.used == ReductionSet({Reduction::Plp, Reduction::Await}));
  CHECK_FALSE(awaits.origins.empty());
  CHECK_FALSE(awaits.spinning.threads.empty());
}

TEST_CASE("a loop that changes memory is not reduced") {
  const Program program =
      testing::program_from("shared x; thread t { while (x == 0) { x := 1; } }");
  CHECK(reduce_program(program, ReductionSet::all()).used == ReductionSet::none());
}

}  // namespace drover::reduce_program_test
