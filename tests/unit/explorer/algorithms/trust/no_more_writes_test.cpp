// Graphs to which nobody adds a write any more (trust/no_more_writes.h), and swaps that are not
// deleted.

#include "explorer/algorithms/trust/no_more_writes.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/plan.h"
#include "tests/support/program_text.h"
#include "tests/unit/explorer/models/incremental/steps.h"

namespace drover::trust::no_more_writes_test {

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

TEST_CASE(
    "no more writes: complete executions are the same, and fewer graphs are explored in vain") {
  for (const char* model : {"sc", "ra", "sra", "rc11", "rc20"}) {
    for (const bool symmetry : {false, true}) {
      CAPTURE(model);
      CAPTURE(symmetry);
      const ExplorationResult all = run(Queue, options_for(model, false, symmetry));
      const ExplorationResult fewer = run(Queue, options_for(model, true, symmetry));
      CHECK(all.executions == fewer.executions);
      CHECK(fewer.errors.empty());
      CHECK(in_vain(all) > in_vain(fewer));
    }
  }
}

TEST_CASE("no more writes: a value that is written again can be swapped again") {
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

TEST_CASE("no more writes: what a thread writes to its own node does not keep it in the graph") {
  for (const char* model : {"sc", "ra", "sra", "rc11", "rc20"}) {
    for (const bool symmetry : {false, true}) {
      CAPTURE(model);
      CAPTURE(symmetry);
      const ExplorationResult all = run(stack(Push), options_for(model, false, symmetry));
      const ExplorationResult fewer = run(stack(Push), options_for(model, true, symmetry));
      CHECK(all.executions == fewer.executions);
      CHECK(all.blocked > fewer.stale + fewer.dead_ends);
      CHECK(fewer.blocked == 0);
      // A thread that has published the node cannot take back its writes there.
      std::string shown = stack(Push);
      shown.insert(shown.find("t := top@acq"), "seen := n; ");
      shown.insert(shown.find("top;"), "seen, ");
      CHECK(run(shown, options_for(model, true, symmetry)).blocked > 0);
    }
  }
}

TEST_CASE("no more writes: readers of a sequence lock do not wait for each other") {
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

TEST_CASE("no more writes: threads that can only fail do not keep each other alive") {
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
    CHECK(symmetric.blocked + symmetric.stale + symmetric.dead_ends <= 2);
  }
}

TEST_CASE("no more writes: a thread that may still write is not silent") {
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

TEST_CASE("no more writes: stacks explore less in vain, with the same executions") {
  for (const char* model : {"sc", "rc11"}) {
    for (const bool symmetry : {false, true}) {
      CAPTURE(model);
      CAPTURE(symmetry);
      const std::string text = stack(Push + " v := 0; " + Pop);
      const ExplorationResult all = run(text, options_for(model, false, symmetry));
      const ExplorationResult fewer = run(text, options_for(model, true, symmetry));
      CHECK(all.executions == fewer.executions);
      CHECK(in_vain(all) > in_vain(fewer));
    }
  }
}

// Lemma 7 (docs/proofs.md): nothing is known of other models.
TEST_CASE("no more writes: only under built-in models") {
  const Program program = testing::program_from(Queue);
  const ExplorerOptions options = options_for("rc11", true, true);
  CHECK(make_plan(program, options).trust.over_graphs == OverGraphs::Dropped);
  CHECK(make_plan(program, options_for("rc11", false, true)).trust.over_graphs ==
        OverGraphs::Explored);
}

// ---- Lemma 6 (docs/proofs.md)

namespace {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

struct Swap {
  Slot read = NoEvent;
  Slot write = NoEvent;
};
Swap swap(GrowingGraph& g, std::size_t thread, LocationId location, Slot source) {
  Swap added;
  added.read = g.open_exclusive_read(thread, location, Mode::Rlx);
  g.set_writer(added.read, source);
  added.write = g.open_exclusive_write(thread, location, Mode::Rlx);
  g.place_last(added.write);
  return added;
}
Slot read(GrowingGraph& g, std::size_t thread, LocationId location, Slot source) {
  const Slot added = g.open_read(thread, location, Mode::Rlx);
  g.set_writer(added, source);
  return added;
}
Slot write(GrowingGraph& g, std::size_t thread, LocationId location) {
  const Slot added = g.open_write(thread, location, Mode::Rlx);
  g.place_last(added);
  return added;
}

// Thread 1 has read X; thread 0 swaps what it has read.
struct Rivals {
  GrowingGraph g{4};
  Slot last = read(g, 1, X, InitialWrite);
  Swap rival = swap(g, 0, X, InitialWrite);
};

}  // namespace

TEST_CASE("no more writes: a swap that is like the last event may be deleted") {
  Rivals r;
  CHECK(may_be_deleted(r.g.graph, r.rival.write, r.last, false));
  CHECK(may_be_deleted(r.g.graph, r.rival.write, NoEvent, false));
}

TEST_CASE("no more writes: a swap that is a cause is not deleted") {
  Rivals r;
  const Slot behind = write(r.g, 0, Y);
  CHECK(may_be_deleted(r.g.graph, r.rival.write, r.last, true));
  const Slot seen = read(r.g, 1, Y, behind);
  CHECK_FALSE(may_be_deleted(r.g.graph, r.rival.write, seen, true));
}

TEST_CASE("no more writes: a swap that was not added maximally is not deleted") {
  GrowingGraph g(4);
  const Slot before = g.open_write(2, X, Mode::Rlx);
  const Slot after = write(g, 3, X);
  g.graph.place(before, 0);
  const Swap rival{.read = g.open_exclusive_read(0, X, Mode::Rlx)};
  g.set_writer(rival.read, before);  // `after` is older, and behind it
  const Slot half = g.open_exclusive_write(0, X, Mode::Rlx);
  g.graph.place(half, 1);
  CHECK(g.graph.at_rank(X, 3) == after);
  CHECK(is_fixed(g.graph, rival.read, EventBits<1>()));
  CHECK_FALSE(may_be_deleted(g.graph, half, NoEvent, false));
}

TEST_CASE("no more writes: a swap is not deleted if what depends on it cannot be") {
  Rivals r;
  write(r.g, 2, Y);
  CHECK(may_be_deleted(r.g.graph, r.rival.write, r.last, true));
  // Thread 3 has read the swap, and then what was overwritten before.
  read(r.g, 3, X, r.rival.write);
  const Slot dependent = read(r.g, 3, Y, InitialWrite);
  CHECK(is_fixed(r.g.graph, dependent, EventBits<1>()));
  CHECK_FALSE(may_be_deleted(r.g.graph, r.rival.write, r.last, true));
}

TEST_CASE(
    "no more writes: a swap is not deleted if a younger read cannot be, unless that may be a "
    "cause") {
  Rivals r;
  write(r.g, 2, Y);
  const Slot younger = read(r.g, 3, Y, InitialWrite);
  CHECK(is_fixed(r.g.graph, younger, EventBits<1>()));
  CHECK_FALSE(may_be_deleted(r.g.graph, r.rival.write, r.last, false));
  CHECK(may_be_deleted(r.g.graph, r.rival.write, r.last, true));  // a twin may have it as a cause
  write(r.g, 3, Y);  // whoever reads this has it as a cause
  CHECK(may_be_deleted(r.g.graph, r.rival.write, r.last, false));
}

TEST_CASE("no more writes: a write that an older event reads is fixed, and so is an anchor") {
  Rivals r;
  const Slot written = write(r.g, 2, Y);
  CHECK_FALSE(is_fixed(r.g.graph, written, EventBits<1>()));
  const Slot reader = read(r.g, 3, Y, written);
  CHECK_FALSE(is_fixed(r.g.graph, written, EventBits<1>()));
  EventBits<1> causes;
  causes.insert(reader);
  CHECK(is_fixed(r.g.graph, written, causes));
  r.g.graph.add_wait({.thread = 1, .index = 1, .anchor = written, .stamp = 0});
  CHECK(is_fixed(r.g.graph, written, EventBits<1>()));
}

}  // namespace drover::trust::no_more_writes_test
