#include "explorer/algorithms/buffering/thread_positions.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/buffering_limits.h"
#include "explorer/run/searches.h"
#include "mapping/compile.h"
#include "semantics/passes/symmetry.h"
#include "tests/support/orbits.h"
#include "tests/support/program_text.h"

namespace drover::thread_positions_test {

namespace {

using testing::Orbits;
using Groups = std::vector<passes::SymmetricThreads>;

Orbits orbits_of(const Program& program, const MemoryModel& model, const Groups& groups,
                 const Groups& reduced) {
  RunControl control;
  ProgramAutomata automata(program, unfolded_for_buffering(model));
  Orbits found(automata.thread_count(), groups);
  const auto search =
      make_buffering(model, 64, automata, control, found,
                     {.symmetric = reduced, .comparison = buffering::Comparison::WithAxioms});
  search->begin();
  REQUIRE(search->run() == SearchEnd::Done);
  return found;
}

// Checks that `lb` finds one execution of each orbit, and returns their number.
std::size_t count_orbits(const std::string& text, const char* name) {
  const MemoryModel& model = *find_model(name);
  Program program = testing::program_from(text);
  if (const auto mapping = mapping::find_mapping(model.traits().mapping)) {
    DiagnosticSink sink;
    program = *mapping::compile(program, *mapping, sink);
  }
  const Groups groups = passes::find_symmetric_threads(program);
  REQUIRE(groups.size() == 1);
  const Orbits all = orbits_of(program, model, groups, {});
  const Orbits found = orbits_of(program, model, groups, groups);
  CHECK(found.found.size() == all.found.size());
  CHECK(found.count == all.found.size());
  CHECK(found.count < all.count);
  return found.count;
}

constexpr std::array Models{"imm", "aarch64", "riscv", "ppc"};
constexpr std::array WithUpdates{"imm", "aarch64"};

ExplorationResult explore_lb(const Program& program, const char* model, ReductionSet reductions) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = AlgorithmKind::Buffering;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  return explore(program, options);
}

}  // namespace

TEST_CASE("lb explores one execution of each orbit of symmetric threads") {
  for (const char* const model : Models) {
    CAPTURE(model);
    CHECK(count_orbits("shared x; thread w { x := 1; x := 2; } thread t(i in 1..3) { r := x; }",
                       model) == 10);
    CHECK(count_orbits("shared x; thread t(i in 1..3) { r := x; x := r + 1; }", model) == 6);
  }
  for (const char* const model : WithUpdates) {
    CAPTURE(model);
    CHECK(count_orbits("shared x; thread t(i in 1..4) { faa(x, 1); }", model) == 1);
    CHECK(count_orbits("shared x, y; thread t(i in 1..3) { cas(x, 0, 1); r := y; y := 1; }",
                       model) == 18);
  }
}

TEST_CASE("lb orders symmetric threads by reads that are answered later") {
  // The first thread may leave its read open that the write of the last answers.
  for (const char* const model : Models) {
    CAPTURE(model);
    CHECK(count_orbits("shared x, y; thread t(i in 1..2) { r := x@rlx; y@rlx := 1; }"
                       "thread u { s := y@rlx; x@rlx := s; x@rlx := 2; }",
                       model) == 27);
    CHECK(count_orbits("shared x, y; thread t(i in 1..3) { r := x@rlx; y@rlx := r; x@rlx := 1; }",
                       model) == 36);
  }
}

TEST_CASE("threads that prepare memory of their own match until they show it") {
  for (const char* const model : WithUpdates) {
    CAPTURE(model);
    CHECK(count_orbits("struct N { v; } shared top; thread t(i in 1..3) {"
                       "  n := alloc N; n->v@rlx := 1; r := n->v@rlx; q := xchg@rlx(top, n); }",
                       model) == 1);
  }
}

TEST_CASE("threads that do not differ are exchanged without notice") {
  CHECK(count_orbits("shared x; thread w { x := 1; } thread t(i in 1..3) { r := x; fence@sc; }",
                     "imm") == 4);
}

TEST_CASE("spawned threads are symmetric for lb, too") {
  CHECK(count_orbits("shared x; fn f() { r := faa(x, 1); }"
                     "thread p { a := spawn f(); b := spawn f(); join a; join b; }",
                     "imm") == 1);
}

TEST_CASE("`--no-symmetry` explores all orders of symmetric threads") {
  const Program program = testing::program_from(
      "shared x; thread t(i in 1..3) { r := x; x := r + 1; } exists (x == 1);");
  ReductionSet without = ReductionSet::all();
  without.erase(Reduction::Symmetry);
  const ExplorationResult one = explore_lb(program, "imm", ReductionSet::all());
  const ExplorationResult all = explore_lb(program, "imm", without);
  CHECK(one.executions < all.executions);
  CHECK(one.symmetric == std::vector<std::vector<std::string>>{{"t1", "t2", "t3"}});
  CHECK(all.symmetric.empty());
  CHECK(one.outcomes.size() == all.outcomes.size());
  CHECK(one.conditions[0].holds() == all.conditions[0].holds());
}

}  // namespace drover::thread_positions_test
