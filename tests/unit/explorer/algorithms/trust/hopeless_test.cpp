// Reads after which a thread can only give up (trust/hopeless.h).

#include "explorer/algorithms/trust/hopeless.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/plan.h"
#include "tests/support/program_text.h"

namespace drover::trust::hopeless_test {

namespace {

ExplorerOptions options_for(const char* model, bool awaits, bool symmetry) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = AlgorithmKind::Spore;
  options.after_error = AfterError::GoOn;
  options.reductions = ReductionSet::none();
  if (awaits) options.reductions.insert(Reduction::Await);
  if (symmetry) options.reductions.insert(Reduction::Symmetry);
  return options;
}

ExplorationResult run(const std::string& text, const ExplorerOptions& options) {
  return explore(testing::program_from(text), options);
}

const std::string Queue =
    "struct Node { value; next; } shared head, tail, dummy;"
    "init { d := alloc Node; head := d; tail := d; dummy := d; }"
    "thread enqueuer(i in 1..2) {"
    "  n := alloc Node; t := tail@acq; k := t->next@acq; assume(t == tail@acq);"
    "  if (k != 0) { block; }"
    "  assume(cas@acqrel(t->next, 0, n)); cas@acqrel(tail, t, n); }"
    "thread dequeuer {"
    "  h := head@acq; k := h->next@acq; assume(h == head@acq);"
    "  if (k != 0) { v := k->value@rlx; assume(cas@acqrel(head, h, k)); } }";

// The tail goes back to where it was.
const std::string Back = Queue + "thread other { t := tail; d := dummy; cas(tail, t, d); }";

const std::string Push =
    "n := alloc Node; t := top@acq; n->next@rlx := t; assume(cas@rel,rlx(top, t, n));";
const std::string Pop =
    "t := top@acq; if (t != 0) { k := t->next@rlx; assume(cas@rel,rlx(top, t, k)); }";
std::string stack(const std::string& code) {
  return "struct Node { value; next; } shared top; thread t(i in 1..3) { " + code + " }";
}

std::uint64_t in_vain(const ExplorationResult& result) {
  return result.blocked + result.stale + result.dead_ends;
}

}  // namespace

TEST_CASE("hopeless: complete executions are the same, and fewer graphs are explored in vain") {
  for (const char* model : {"sc", "ra", "sra", "rc11", "rc20"}) {
    for (const bool symmetry : {false, true}) {
      CAPTURE(model);
      CAPTURE(symmetry);
      const ExplorationResult all = run(Queue, options_for(model, false, symmetry));
      const ExplorationResult fewer = run(Queue, options_for(model, true, symmetry));
      CHECK(all.executions == fewer.executions);
      CHECK(fewer.errors.empty());
      ExplorerOptions parts = options_for(model, true, symmetry);
      parts.parts = PartsKept::Apart;
      const ExplorationResult without = run(Queue, parts);
      CHECK(without.executions == fewer.executions);
      CHECK(without.blocked == fewer.blocked);
      CHECK(in_vain(all) > in_vain(without));
      CHECK(in_vain(without) >= in_vain(fewer));
    }
  }
}

TEST_CASE("hopeless: where a value comes back, the exploration starts again") {
  for (const char* model : {"sc", "rc11"}) {
    for (const bool symmetry : {false, true}) {
      CAPTURE(model);
      CAPTURE(symmetry);
      const ExplorationResult all = run(Back, options_for(model, false, symmetry));
      const ExplorationResult fewer = run(Back, options_for(model, true, symmetry));
      CHECK(all.executions == fewer.executions);
    }
  }
}

TEST_CASE("hopeless: what a thread writes to its own node does not keep it in the graph") {
  for (const char* model : {"sc", "ra", "sra", "rc11", "rc20"}) {
    for (const bool symmetry : {false, true}) {
      CAPTURE(model);
      CAPTURE(symmetry);
      const ExplorationResult all = run(stack(Push), options_for(model, false, symmetry));
      const ExplorationResult fewer = run(stack(Push), options_for(model, true, symmetry));
      CHECK(all.executions == fewer.executions);
      CHECK(all.blocked > fewer.stale + fewer.dead_ends);
      CHECK(fewer.blocked == 0);
      // Who has shown the node to others before cannot take back what it writes there.
      std::string shown = stack(Push);
      shown.insert(shown.find("t := top@acq"), "seen := n; ");
      shown.insert(shown.find("top;"), "seen, ");
      CHECK(run(shown, options_for(model, true, symmetry)).blocked > 0);
    }
  }
}

TEST_CASE("hopeless: readers of a sequence lock do not wait for each other") {
  const std::string code =
      "shared seq, d1, d2;"
      "thread writer { s := await@rlx(seq % 2 == 0); assume(cas@acq,rlx(seq, s, s + 1));"
      "  fence@rel; d1@rlx := 1; d2@rlx := 1; seq@rel := s + 2; }"
      "thread reader(i in 1..3) { s := seq@acq; a := d1@rlx; b := d2@rlx; fence@acq;"
      "  assume(s % 2 == 0); assume(seq@rlx == s); assert(a == b); }";
  for (const char* model : {"sc", "ra", "sra", "rc11", "rc20"}) {
    CAPTURE(model);
    const ExplorationResult all = run(code, options_for(model, false, false));
    const ExplorationResult fewer = run(code, options_for(model, true, false));
    CHECK(all.executions == 8);
    CHECK(fewer.executions == 8);
    CHECK(fewer.errors.empty());
    CHECK(fewer.blocked == 0);
    // A reader finds two pairs, and sees at most three others in vain, whatever those before it do.
    CHECK(fewer.stale + fewer.dead_ends <= 3 * (1 + 2 + 4));
    const ExplorationResult symmetric = run(code, options_for(model, true, true));
    CHECK(symmetric.executions == 4);
    CHECK(symmetric.errors.empty());
    CHECK(symmetric.stale + symmetric.dead_ends <= 3 * (1 + 2 + 3));
  }
}

TEST_CASE("hopeless: threads that can only fail do not keep each other alive") {
  const std::string queue =
      "struct Node { value; next; } shared head, tail;"
      "init { d := alloc Node; head := d; tail := d; }"
      "thread enqueuer(i in 1..2) {"
      "  n := alloc Node; t := tail@acq; k := t->next@acq; assume(t == tail@acq);"
      "  if (k != 0) { block; }"
      "  assume(cas@acqrel(t->next, 0, n)); cas@acqrel(tail, t, n); }"
      "thread dequeuer(i in 1..2) {"
      "  h := head@acq; t := tail@acq; k := h->next@acq; assume(h == head@acq);"
      "  if (h == t) { if (k != 0) { block; } }"
      "  else { v := k->value@rlx; assume(cas@acqrel(head, h, k)); } }";
  for (const char* model : {"sc", "ra", "sra", "rc11", "rc20"}) {
    CAPTURE(model);
    const ExplorationResult all = run(queue, options_for(model, false, false));
    const ExplorationResult fewer = run(queue, options_for(model, true, false));
    CHECK(all.executions == 22);
    CHECK(fewer.executions == 22);
    CHECK(fewer.errors.empty());
    CHECK(fewer.blocked + fewer.stale + fewer.dead_ends == 0);
    const ExplorationResult symmetric = run(queue, options_for(model, true, true));
    CHECK(symmetric.executions == 6);
    CHECK(symmetric.blocked + symmetric.stale + symmetric.dead_ends <= 1);
  }
}

TEST_CASE("hopeless: who may still write is not taken for silent") {
  // If nobody else wrote, the readers could only give up.
  const std::string start = "shared x, y; thread writer { r := y@acq; ";
  const std::string end =
      " } thread reader(i in 1..2) { a := x@acq; b := y@acq; assume(a == x@acq);"
      "  assume(b != 0); assume(cas@acqrel(x, a, a + 1)); }";
  const std::vector<std::string> writers = {
      "x@rel := 5; y@rel := 1;", "faa@acqrel(x, 5); y@rel := 1;",
      "assume(cas@acqrel(x, 0, 5)); assume(cas@acqrel(y, 0, 1));",
      "if (r == 0) { assume(cas@acqrel(x, 0, 5)); xchg@acqrel(y, 1); }"};
  for (const char* model : {"sc", "tso", "pso", "ra", "sra", "rc11", "rc20"}) {
    for (const bool symmetry : {false, true}) {
      for (const std::string& writer : writers) {
        CAPTURE(model);
        CAPTURE(symmetry);
        CAPTURE(writer);
        const std::string text = start + writer + end;
        const ExplorationResult all = run(text, options_for(model, false, symmetry));
        const ExplorationResult fewer = run(text, options_for(model, true, symmetry));
        CHECK(all.executions > 0);
        CHECK(all.executions == fewer.executions);
      }
    }
  }
}

TEST_CASE("hopeless: where no other thread can write, no value comes back") {
  for (const char* model : {"sc", "rc11"}) {
    for (const bool symmetry : {false, true}) {
      CAPTURE(model);
      CAPTURE(symmetry);
      const std::string text = stack(Push + " v := 0; " + Pop);
      const ExplorationResult all = run(text, options_for(model, false, symmetry));
      const ExplorationResult fewer = run(text, options_for(model, true, symmetry));
      ExplorerOptions parts = options_for(model, true, symmetry);
      parts.parts = PartsKept::Apart;
      const ExplorationResult without = run(text, parts);
      CHECK(all.executions == fewer.executions);
      CHECK(without.executions == fewer.executions);
      CHECK(in_vain(all) > in_vain(without));
      CHECK(in_vain(without) >= in_vain(fewer));
    }
  }
}

TEST_CASE("hopeless: only what nothing but compare-and-swaps changes is relied on") {
  const auto cells_of = [](const char* text) {
    return find_swapped_cells(testing::program_from(text));
  };
  const SwappedCells swapped = cells_of(
      "shared x, y, z; init { x := 1; } thread a { cas(x, 1, 2); cas(y, 0, 1); y := 0; }"
      "thread b { cas(z, 0, 1); faa(z, 1); }");
  CHECK(swapped.objects == std::vector<bool>{true, false, false});
  CHECK_FALSE(swapped.has_heap);
  const char* heap =
      "struct N { f; } shared p; init { q := alloc N; p := q; } thread a { q := p; cas(q->f, 0, "
      "1); }";
  CHECK(cells_of(heap).has_heap);
  CHECK(cells_of(heap).expected_of_heap == 0);
  CHECK_FALSE(cells_of((std::string(heap) + "thread b { q := p; cas(q->f, 1, 2); }").c_str())
                  .expected_of_heap.has_value());
}

TEST_CASE("hopeless: an exploration that is kept cannot start again") {
  const Program program = testing::program_from(Queue);
  ExplorerOptions options = options_for("rc11", true, true);
  CHECK(make_plan(program, options).trust.hopeless_reads == HopelessReadPolicy::Drop);
  options.parts = PartsKept::Apart;
  CHECK(make_plan(program, options).trust.hopeless_reads == HopelessReadPolicy::DropWhenAlone);
}

}  // namespace drover::trust::hopeless_test
