// Numbers of executions that are known from the papers or by hand, from candidates that are
// enumerated by permuting rf and co.
#include <doctest/doctest.h>

#include "explorer/models/model_registry.h"
#include "tests/support/graph_text.h"

namespace drover::execution_counts_test {
using namespace drover::testing;

namespace {

std::size_t executions(const char* model, const char* program) {
  return count_executions(program, *find_model(model));
}

}  // namespace

TEST_CASE("store buffering has the known numbers of executions") {
  constexpr const char* Sb = "W x 1; R y * || W y 1; R x *";
  CHECK(executions("sc", Sb) == 3);
  CHECK(executions("tso", Sb) == 4);
  CHECK(executions("pso", Sb) == 4);
  CHECK(executions("sra", Sb) == 4);
  CHECK(executions("ra", Sb) == 4);
  CHECK(executions("rc11", Sb) == 3);
  CHECK(executions("rc11", "W@rlx x 1; R@rlx y * || W@rlx y 1; R@rlx x *") == 4);
}

TEST_CASE("message passing has the known numbers of executions") {
  CHECK(executions("rc11", "W@rlx x 1; W@rel y 1 || R@acq y *; R@rlx x *") == 3);
  CHECK(executions("rc11", "W@rlx x 1; W@rlx y 1 || R@rlx y *; R@rlx x *") == 4);
  CHECK(executions("tso", "W x 1; W y 1 || R y *; R x *") == 3);
  CHECK(executions("pso", "W x 1; W y 1 || R y *; R x *") == 4);
}

TEST_CASE("load buffering has the known numbers of executions") {
  constexpr const char* Lb = "R@rlx x *; W@rlx y 1 || R@rlx y *; W@rlx x 1";
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    CHECK(count_executions(Lb, *model) == 3);
  }
}

TEST_CASE("independent reads of independent writes have the known numbers of executions") {
  CHECK(executions("rc11", "W x 1 || W y 1 || R x *; R y * || R y *; R x *") == 15);
  CHECK(executions("rc11",
                   "W@rel x 1 || W@rel y 1 || R@acq x *; R@acq y * || R@acq y *; R@acq x *") == 16);
  CHECK(executions("rc11",
                   "W@rlx x 1 || W@rlx y 1 || R@rlx x *; R@rlx y * || R@rlx y *; R@rlx x *") == 16);
  CHECK(executions("tso", "W x 1 || W y 1 || R x *; R y * || R y *; R x *") == 15);
}

TEST_CASE("CORR2 has 72 executions, 49 under wrc11, [RCMC] §2.3") {
  constexpr const char* Corr2 =
      "W@rlx x 1 || W@rlx x 2 || R@rlx x *; R@rlx x * || R@rlx x *; R@rlx x *";
  CHECK(executions("rc11", Corr2) == 72);
  CHECK(executions("wrc11", Corr2) == 49);
}

TEST_CASE("release sequences of C++11 and of C++20") {
  constexpr const char* Program = "W@rlx x 1; W@rel y 1; W@rlx y 2 || R@acq y *; R@rlx x *";
  CHECK(executions("rc11", Program) == 4);
  CHECK(executions("rc20", Program) == 5);
  CHECK(executions("wrc11", Program) == 4);
}

TEST_CASE("N concurrent writes: N! executions, one under wrc11, [RCMC] §5") {
  CHECK(executions("rc11", "W@rlx x 1 || W@rlx x 2 || W@rlx x 3 || W@rlx x 4") == 24);
  CHECK(executions("wrc11", "W@rlx x 1 || W@rlx x 2 || W@rlx x 3 || W@rlx x 4") == 1);
}

// What decides how wrc11 reads atomicity, see wrc11.cat.
TEST_CASE("casw(N), [RCMC] Table 3") {
  constexpr const char* Casw2 = "CAS@rlx x 0 1; W@rel x 4 || CAS@rlx x 0 2; W@rel x 5";
  constexpr const char* Casw3 =
      "CAS@rlx x 0 1; W@rel x 4 || CAS@rlx x 0 2; W@rel x 5 || CAS@rlx x 0 3; W@rel x 6";
  constexpr const char* Casw4 =
      "CAS@rlx x 0 1; W@rel x 4 || CAS@rlx x 0 2; W@rel x 5 || CAS@rlx x 0 3; W@rel x 6 || "
      "CAS@rlx x 0 7; W@rel x 8";
  CHECK(executions("wrc11", Casw2) == 4);
  CHECK(executions("wrc11", Casw3) == 24);
  CHECK(executions("wrc11", Casw4) == 200);
  CHECK(executions("rc11", Casw2) == 6);
  CHECK(executions("rc11", Casw3) == 66);
  CHECK(executions("sc", Casw3) == 66);
}

}  // namespace drover::execution_counts_test
