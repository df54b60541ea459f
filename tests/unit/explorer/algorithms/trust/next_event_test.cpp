#include "explorer/algorithms/trust/next_event.h"

#include <doctest/doctest.h>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::trust::next_event_test {

// Lemma 5 (docs/proofs.md). The await of t1 leaves the graph for x := 1, and t1 is passed over; t2,
// which matches it, must not go on before it.
TEST_CASE("next event: a thread that lacks its twin waits for a thread that was passed over") {
  const char* text =
      "shared x, y; thread b { x := 2; } thread t(i in 1..2) { await(x == 2); }"
      "thread a { x := 1; y := 1; } thread c { x := 2; }"
      "thread d { r := y; assume(r == 1); x := 2; }";
  ExplorerOptions options;
  options.model = find_model("sc");
  options.algorithm = AlgorithmKind::Spore;
  options.reductions = ReductionSet::none();
  options.reductions.insert(Reduction::Await);
  // Both awaits read from the same write in 36 of these: there are (108 + 36) / 2 orbits.
  CHECK(explore(testing::program_from(text), options).executions == 108);
  options.reductions.insert(Reduction::Symmetry);
  CHECK(explore(testing::program_from(text), options).executions == 72);
}

}  // namespace drover::trust::next_event_test
