#include "report/execution_pool.h"

#include <doctest/doctest.h>

#include "tests/support/graph_text.h"

namespace drover::report {

namespace {

OutcomeKey key(Value value) { return {OutcomeKind::Final, {value}}; }

}  // namespace

TEST_CASE("executions of conditions are kept, however many other outcomes come first") {
  const ExecutionGraph graph = testing::graph("W x 1");
  ExecutionPool pool(2, 1, [](const OutcomeKey& outcome) { return outcome.second[0] >= 7; });
  pool.begin_run(0, true);
  for (Value value = 0; value < 12; ++value) {
    pool.add(key(value), {graph, {NodeId(0)}, {ThreadEnd::Finished}});
  }
  CHECK(pool.has(key(0)));
  CHECK(pool.has(key(1)));
  CHECK(!pool.has(key(2)));
  CHECK(pool.has(key(7)));
  CHECK(pool.has(key(8)));
  CHECK(!pool.has(key(9)));
  CHECK(pool.choose(key(7)).executions.size() == 1);
}

}  // namespace drover::report
