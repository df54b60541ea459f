#include "explorer/models/incremental/axiom_checker.h"

#include "tests/unit/explorer/models/incremental/steps.h"

namespace drover::incremental::axiom_checker_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

AxiomChecker<1> checker_for(const char* model, const GrowingGraph& g) {
  return AxiomChecker<1>(*find_model(model), [&g](const WorkingGraph<1>& graph) {
    return g.execution_graph_of(graph);
  });
}

// Store buffering, with the second read reading from the initial write.
Slot store_buffering(GrowingGraph& g) {
  g.place_last(g.open_write(0, X, Mode::Rlx));
  g.set_writer(g.open_read(0, Y, Mode::Rlx), InitialWrite);
  g.place_last(g.open_write(1, Y, Mode::Rlx));
  const Slot read = g.open_read(1, X, Mode::Rlx);
  g.set_writer(read, InitialWrite);
  return read;
}

}  // namespace

TEST_CASE("axiom checker: the axioms decide on reads") {
  GrowingGraph g(2);
  const Slot read = store_buffering(g);
  CHECK_FALSE(checker_for("sc", g).on_read(g.graph, read));
  CHECK(checker_for("tso", g).on_read(g.graph, read));
}

TEST_CASE("axiom checker: the axioms decide on places, and rule out none in advance") {
  GrowingGraph g(1);
  const Slot first = g.open_write(0, X, Mode::Rlx);
  g.place_last(first);
  const Slot second = g.open_write(0, X, Mode::Rlx);
  CHECK(AxiomChecker<1>::lowest_rank(g.graph, second) == 0);
  g.graph.place(second, 0);
  CHECK_FALSE(checker_for("rc11", g).on_place(g.graph, second));
  g.graph.unplace(second);
  g.graph.place(second, 1);
  CHECK(checker_for("rc11", g).on_place(g.graph, second));
}

TEST_CASE("axiom checker: axioms are not checked while a read has no writer") {
  GrowingGraph g(2);
  const Slot read = store_buffering(g);
  g.graph.clear_reads_from(read);
  const Slot last = g.open_write(0, Y, Mode::Rlx);
  g.place_last(last);
  CHECK(checker_for("sc", g).on_place(g.graph, last));
}

}  // namespace drover::incremental::axiom_checker_test
