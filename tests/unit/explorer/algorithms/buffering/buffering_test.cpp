#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/plan.h"
#include "mapping/compile.h"
#include "tests/support/program_text.h"

namespace drover::buffering_test {

namespace {

ExplorationResult explore_lb(const std::string& text, const char* model = "imm") {
  static std::vector<std::unique_ptr<Program>> programs;  // results refer to them
  programs.push_back(std::make_unique<Program>(testing::program_from(text)));
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = AlgorithmKind::Buffering;
  options.after_error = AfterError::GoOn;
  return explore(*programs.back(), options);
}

bool is_witnessed(const ExplorationResult& result) {
  return result.conditions.front().witnesses > 0;
}

AlgorithmKind chosen(const std::string& text, const char* model) {
  ExplorerOptions options;
  options.model = find_model(model);
  return make_plan(testing::program_from(text), options).algorithm;
}

}  // namespace

TEST_CASE("lb finds load buffering") {
  const ExplorationResult free = explore_lb(
      "shared x, y; thread a { r := x@rlx; y@rlx := 1; } thread b { s := y@rlx; x@rlx := 1; }"
      "exists (a:r == 1 && b:s == 1);");
  CHECK(free.executions == 4);
  CHECK(is_witnessed(free));
  CHECK(free.algorithm == "lb");
}

TEST_CASE("no load buffering if both writes depend on the reads") {
  for (const char* const write :
       {"x@rlx := s", "x@rlx := s * 0 + 1", "x@rlx := (s ^ s) + 1", "if (s == 1) { x@rlx := 1; }",
        "c[s & 1]@rlx := 1; x@rlx := 1", "x@rel := 1", "fence@acq; x@rlx := 1",
        "assume(s < 9); x@rlx := 1", "cas@rlx(z, s, 7); x@rlx := 1"}) {
    CAPTURE(write);
    const ExplorationResult bound =
        explore_lb(std::string("shared x, y, z, c[2]; thread a { r := x@rlx; y@rlx := r * 0 + 1; }"
                               "thread b { s := y@rlx; ") +
                   write + "; } exists (a:r == 1 && b:s == 1);");
    CHECK_FALSE(is_witnessed(bound));
    CHECK(bound.executions > 0);
  }
  // A dependency of one side is not enough; nor is one of a value that nobody uses.
  for (const char* const write : {"x@rlx := 1", "c[s & 1]@rlx := 1; x@rlx := 1"}) {
    CAPTURE(write);
    const ExplorationResult result =
        explore_lb(std::string("shared x, y, c[2]; thread a { r := x@rlx; y@rlx := 1; }"
                               "thread b { s := y@rlx; ") +
                   write + "; } exists (a:r == 1 && b:s == 1);");
    CHECK(is_witnessed(result));
  }
}

TEST_CASE("lb has the verdict of a program") {
  const ExplorationResult nothing =
      explore_lb("shared x; thread a { x@rlx := 1; } thread b { s := x@rlx; }");
  CHECK(nothing.stop_reason == StopReason::Exhausted);
  CHECK(nothing.verdict == Verdict::Safe);
  const ExplorationResult error =
      explore_lb("shared x; thread a { x@rlx := 1; } thread b { s := x@rlx; assert(s == 0); }");
  CHECK(error.verdict == Verdict::Violation);
}

TEST_CASE("lb finds no value out of thin air") {
  const ExplorationResult result = explore_lb(
      "shared x, y; thread a { r := x@rlx; y@rlx := r; } thread b { s := y@rlx; x@rlx := s; }"
      "exists (a:r != 0);");
  CHECK(result.executions == 3);
  CHECK_FALSE(is_witnessed(result));
}

// Nothing behind a loop depends on it in lkmm: each thread may get past its wait first (Lemma 13).
TEST_CASE("under lkmm, waits for each other may both end, or both wait forever") {
  DiagnosticSink sink;
  const Program program = *mapping::compile(
      testing::program_from("shared x, y; thread a { await@rlx(x == 1); y@rlx := 1; }"
                            "thread b { await@rlx(y == 1); x@rlx := 1; }"),
      *mapping::find_mapping("c11-lkmm"), sink);
  for (const AlgorithmKind algorithm : {AlgorithmKind::Buffering, AlgorithmKind::Enumerate}) {
    ExplorerOptions options;
    options.model = find_model("lkmm");
    options.algorithm = algorithm;
    options.after_error = AfterError::GoOn;
    const ExplorationResult result = explore(program, options);
    CAPTURE(result.algorithm);
    CHECK(result.executions == 1);
    CHECK(result.blocked == 1);
    CHECK(result.deadlocks == 1);
  }
}

TEST_CASE("lb takes models with a proof that dependencies and rf are acyclic") {
  for (const char* const name : {"imm", "rc11", "aarch64", "riscv", "ppc", "lkmm"}) {
    CAPTURE(name);
    CHECK_FALSE(find_misfit(AlgorithmKind::Buffering, *find_model(name)));
  }
  const std::string text = "acyclic co | rf | fr | po & loc as coherence\n";
  const CatModel coherence(ModelInfo{.name = "coherence", .text = text},
                           cat::read_model_text("coherence.cat", text).code);
  const auto misfit = find_misfit(AlgorithmKind::Buffering, coherence);
  REQUIRE(misfit);
  CHECK(misfit->need == AlgorithmNeed::DependencyOrder);
  CHECK(find_misfit(AlgorithmKind::Buffering, *find_model("wrc11"))->need ==
        AlgorithmNeed::CoherenceOrder);
}

TEST_CASE("`auto` chooses lb under imm if lb takes the program") {
  CHECK(chosen("shared x; thread a { r := x; }", "imm") == AlgorithmKind::Buffering);
  CHECK(chosen("shared x; thread a { r := x; }", "rc11") == AlgorithmKind::Spore);
  CHECK(chosen("shared x; thread a { r := x; }", "aarch64") == AlgorithmKind::Buffering);
}

TEST_CASE("lb runs annotated calls as plain calls") {
  const std::string text =
      "shared x, step, y; fn put(v) { r := x@rlx; if (r == 0) { y@rlx := v; cas@rlx(x, r, v); } }"
      "thread owner { step@rel := 1; main put(2); }"
      "thread helper { s := step@acq; if (s == 1) { help put(2); } t := y@rlx; }"
      "thread other { help cas@rlx(x, 0, 2); }";
  Program program = testing::program_from(text);
  for (const char* const name : {"imm", "aarch64", "riscv", "ppc"}) {
    CAPTURE(name);
    CHECK(chosen(text, name) == AlgorithmKind::Buffering);
    ExplorerOptions options;
    options.model = find_model(name);
    options.algorithm = AlgorithmKind::Enumerate;
    CHECK(explore_lb(text, name).algorithm == "lb");
    CHECK(explore_lb(text, name).executions == explore(program, options).executions);
  }
  // An argument that cannot be computed is an error at the call.
  const ExplorationResult failed =
      explore_lb("shared x, y; fn put(v) { x := 1; } thread a { r := y; main put(1 / r); }");
  CHECK(failed.algorithm == "enumerate");
  CHECK(failed.erroneous == 1);
}

// Whether the thread ends there is nothing that a later event depends on.
TEST_CASE("lb leaves a failing computation to enumerate, unless all later events depend on it") {
  for (const char* const rest : {"x := 5 / r;", "s := 1 << (r - 1); y := 1;",
                                 "xchg(x, 5 % r); y := 1;", "cas(x, 0, 5 / r); y := 1;"}) {
    CAPTURE(rest);
    const std::string text = std::string("shared x, y, c[2]; thread a { r := x; ") + rest + " }";
    const ExplorationResult result = explore_lb(text);
    CHECK(result.algorithm == "enumerate");
    CHECK(result.erroneous == 1);
    REQUIRE(result.algorithm_reason);
    CHECK(std::get<BeyondBuffering>(result.algorithm_reason->reason).obstacle ==
          BufferingObstacle::Fails);
  }
  for (const char* const rest : {"x := r / 5;", "c[r] := 1; y := 1;", "if (5 / r > 1) { } y := 1;",
                                 "for (i := 1; i < 3; i := i + 1) { k := 6 / i; y := k; }"}) {
    CAPTURE(rest);
    const std::string text = std::string("shared x, y, c[2]; thread a { r := x; ") + rest +
                             " } thread b { s := y; x := 3; }";
    CHECK(explore_lb(text).algorithm == "lb");
  }
}

namespace {

// As both say it.
void check_same(const std::string& text, const char* name, const char* expected_algorithm) {
  CAPTURE(text);
  CAPTURE(name);
  const ExplorationResult result = explore_lb(text, name);
  const Program program = testing::program_from(text);
  ExplorerOptions options;
  options.model = find_model(name);
  options.algorithm = AlgorithmKind::Enumerate;
  options.after_error = AfterError::GoOn;
  const ExplorationResult reference = explore(program, options);
  CHECK(result.algorithm == expected_algorithm);
  CHECK(result.verdict == reference.verdict);
  CHECK(result.executions == reference.executions);
  CHECK(result.blocked == reference.blocked);
  CHECK(result.erroneous == reference.erroneous);
  CHECK(result.outcomes.size() == reference.outcomes.size());
}

}  // namespace

TEST_CASE("a computation that may fail and does not is explored by lb") {
  for (const char* const rest : {"s := 10 / r; y@rlx := 1;", "y@rlx := 10 / r;",
                                 "xchg@rlx(y, 10 % r);", "faa@rlx(y, 10 / r); y@rlx := 7;",
                                 "cas@rlx(y, 0, 10 / r);", "assert(r > 0); y@rlx := 1 << r;"}) {
    for (const char* const name : {"imm", "aarch64", "riscv", "ppc"}) {
      check_same(std::string("shared x = 2, y; thread a { r := x@rlx; ") + rest +
                     " } thread b { t := y@rlx; x@rlx := 5; } exists (a:r == 5 && b:t != 0);",
                 name, "lb");
    }
  }
}

// A thread that ends where it fails has not written what makes it fail.
TEST_CASE("lb ignores a failure behind which its thread cannot continue") {
  check_same(
      "shared x, y; thread a { r := x@rlx; s := 1 << r; y@rlx := 1; }"
      "thread b { t := y@rlx; if (t == 1) { x@rlx := 64; } } exists (a:r == 64);",
      "imm", "enumerate");
  // Here it may come from elsewhere.
  check_same(
      "shared x, y; thread a { r := x@rlx; s := 1 << r; y@rlx := 1; } thread c { x@rlx := 64; }"
      "thread b { t := y@rlx; await@rlx(y == 1); } exists (a:r == 64);",
      "imm", "enumerate");
}

TEST_CASE("a limit of executions does not make lb start again") {
  const Program program =
      testing::program_from("shared x = 2; thread a { r := 4 / x; } thread b { x := 1; }");
  ExplorerOptions options;
  options.model = find_model("imm");
  options.max_executions = 1;
  const ExplorationResult result = explore(program, options);
  CHECK(result.algorithm == "lb");
  CHECK(result.stop_reason == StopReason::MaxExecutions);
  CHECK(result.executions == 1);
}

TEST_CASE("a run that is kept or divided does not try lb, since it cannot start again") {
  ExplorerOptions options;
  options.model = find_model("imm");
  const Program program = testing::program_from("shared x = 2; thread a { r := 4 / x; }");
  CHECK(make_plan(program, options).algorithm == AlgorithmKind::Buffering);
  options.parts = PartsKept::Apart;
  CHECK(make_plan(program, options).algorithm == AlgorithmKind::Enumerate);
}

TEST_CASE("lb frees an address that was read") {
  for (const char* const name : {"imm", "aarch64", "riscv", "ppc"}) {
    check_same(
        "shared p, x; thread a { h := alloc(1); *h := 3; p@rel := h; r := x@rlx; }"
        "thread b { q := xchg@rlx(p, 0); if (q != 0) { free(q); } x@rlx := 1; }"
        "thread c { q := xchg@rlx(p, 0); free(q); x@rlx := 2; } exists (a:r == 2);",
        name, "lb");
  }
}

TEST_CASE("lb joins a thread whose identity was read") {
  for (const char* const name : {"imm", "aarch64", "riscv", "ppc"}) {
    check_same(
        "shared h, x, y, z; fn f() { r := y@rlx; x@rlx := 1; return r; }"
        "thread a { t := spawn f(); h@rlx := t; u := h@rlx; v := join u; r := x@rlx; z@rlx := 1; }"
        "thread b { s := z@rlx; y@rlx := 1; } exists (a:v == 1 && b:s == 1);",
        name, "lb");
    // The thread joins two, or none, as another thread says. No thread goes on before that is
    // known.
    check_same(
        "shared h, g, x, z; fn f() { x@rlx := 1; }"
        "thread a { t := spawn f(); k := spawn f(); h@rlx := t; g@rlx := k; u := h@rlx; join u;"
        " z@rlx := 1; } thread b { s := z@rlx; w := g@rlx; if (w != 0) { h@rlx := w; } }"
        "exists (b:s == 1);",
        name, "lb");
  }
}

// A part of a thread that waits for a value does not hold back what does not depend on it.
TEST_CASE("a read finds its writer through writes that wait for their own values") {
  const ExplorationResult result = explore_lb(
      "shared x, y, z; thread a { r := x@rlx; z@rlx := r; y@rlx := 1; q := z@rlx; }"
      "thread b { s := y@rlx; x@rlx := s + 1; }"
      "exists (a:r == 2 && a:q == 2);");
  CHECK(is_witnessed(result));
}

// The acquire reads from its own thread, where it holds nothing back that depends on nothing else.
TEST_CASE(
    "a thread continues past an open acquire only if that may read a later write of the thread") {
  const auto program = [](const std::string& middle) {
    return "shared x, y, z; thread a { r := x@rlx; " + middle +
           " y@rlx := 1; } thread b { s := y@rlx; x@rlx := s; } thread c { z@rlx := 7; }"
           "exists (a:r == 1);";
  };
  CHECK(is_witnessed(explore_lb(program("z@rlx := r; q := z@acq;"))));
  CHECK(is_witnessed(explore_lb(program("q := z@acq;"))));
  for (const char* const middle :
       {"fence@acq;", "fence@rel;", "q := x@acq;", "cas@rlx(z, r, 7);"}) {
    CAPTURE(middle);
    CHECK_FALSE(is_witnessed(explore_lb(program(middle))));
  }
}

ExplorationResult explore_on(const std::string& text, const char* model,
                             AlgorithmKind algorithm = AlgorithmKind::Buffering,
                             ReductionSet asked_for = ReductionSet::none(),
                             const char* mapping_name = nullptr) {
  static std::vector<std::unique_ptr<Program>> programs;  // results refer to them
  DiagnosticSink sink;
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = algorithm;
  options.asked_for = asked_for;
  options.after_error = AfterError::GoOn;
  Program program = testing::program_from(text);
  const auto mapping = mapping::find_mapping(
      mapping_name != nullptr ? mapping_name : options.model->traits().mapping);
  if (mapping != nullptr) program = mapping::compile(program, *mapping, sink).value();
  programs.push_back(std::make_unique<Program>(std::move(program)));
  return explore(*programs.back(), options);
}

// Whether there is a write is chosen where the read is left open; and a write that does not depend
// on the read takes its place before that.
TEST_CASE("models of machines: writes overtake open read-modify-writes") {
  for (const char* const update :
       {"cas@rlx(x, 1, 2);", "cas@rlx(x, 5, 2);", "xchg@rlx(x, 7);", "faa@rlx(x, 1);"}) {
    CAPTURE(update);
    const ExplorationResult result =
        explore_on(std::string("shared x, y, z; thread a { r := ") + update +
                       " y@rlx := 1; } thread b { s := y@rlx; x@rlx := s; z@rlx := s; }"
                       "thread c { t := z@rlx; } exists (a:r != 0 && b:s == 1 && x != 1);",
                   "aarch64");
    CHECK(result.algorithm == "lb");
  }
  // The thread reads what its exchange writes before it is known what that reads.
  const ExplorationResult own = explore_on(
      "shared x, y; thread a { r := xchg@rlx(x, 1); q := x@rlx; y@rlx := q; }"
      "thread b { s := y@rlx; x@rlx := s * 3; } exists (a:r == 3 && a:q == 1 && b:s == 1);",
      "aarch64");
  CHECK(own.algorithm == "lb");
  CHECK(is_witnessed(own));
}

TEST_CASE("models of machines: lb leaves a value that may depend on itself to enumerate") {
  const auto taken = [](const std::string& text, const char* model) {
    return explore_on(text, model).algorithm;
  };
  CHECK(taken("shared x, y; thread a { r := x; q := cas@rlx(y, r, 1); x := 1; }", "aarch64") ==
        "enumerate");
  CHECK(taken("shared x, y; thread a { r := x; if (cas@rlx(y, r, 1)) { x := 1; } }", "aarch64") ==
        "lb");
  CHECK(taken("shared x, y; thread a { q := cas@rlx(y, 0, 1); x := 1; }", "aarch64") == "lb");
  CHECK(taken("shared m, x; thread a { lock(m); x := 1; unlock(m); }", "aarch64") == "lb");
  CHECK(taken("shared x; thread a { p := alloc(1); x := p; q := x; free(q); x := 1; }",
              "aarch64") == "lb");
  CHECK(taken("shared m, x; thread a { lock(m); x := 1; unlock(m); }", "ppc") == "lb");
}

// Lemma 70: pairs are as atomic as read-modify-writes of one instruction. Without that, `x` could
// be 1 at the end, and the number of executions would be another one.
TEST_CASE("models of machines: no write comes between the load and the store of a pair") {
  using Machine = std::pair<const char*, const char*>;
  for (const auto& [model, mapping] : {Machine{"aarch64", "c11-aarch64-llsc"},
                                       Machine{"riscv", "c11-riscv"}, Machine{"ppc", "c11-ppc"}}) {
    for (const char* const update :
         {"r := faa@rlx(x, 1);", "r := xchg@rlx(x, 3);", "r := cas@rlx(x, 1, 2);",
          "r := cmpxchg@acqrel(x, y@rlx, 2);", "r := xchg@rlx(x, 1); y@rlx := x@rlx;"}) {
      CAPTURE(model);
      CAPTURE(update);
      const std::string text = std::string("shared x, y; thread a { ") + update +
                               " y@rlx := 1; } thread b { s := y@rlx; faa@rlx(x, s + 1); }"
                               "thread c { x@rlx := 7; } exists (x == 1 && a:r == 7);";
      const ExplorationResult result =
          explore_on(text, model, AlgorithmKind::Buffering, ReductionSet::none(), mapping);
      const ExplorationResult expected =
          explore_on(text, model, AlgorithmKind::Enumerate, ReductionSet::none(), mapping);
      CHECK(result.algorithm == "lb");
      CHECK(result.executions == expected.executions);
      CHECK(result.outcomes == expected.outcomes);
    }
  }
}

// Lemma 70: the store of a pair need not wait for its load, if its own thread may read it again.
TEST_CASE("models of machines: a thread reads what its pair stores before the load has a writer") {
  const ExplorationResult own = explore_on(
      "shared x, y; thread a { r := xchg@rlx(x, 1); q := x@rlx; y@rlx := q; }"
      "thread b { s := y@rlx; x@rlx := s * 3; } exists (a:r == 3 && a:q == 1 && b:s == 1);",
      "aarch64", AlgorithmKind::Buffering, ReductionSet::none(), "c11-aarch64-llsc");
  CHECK(own.algorithm == "lb");
  CHECK(is_witnessed(own));
}

// ctrl; rfi; data: what a branch decides is all that is behind it.
TEST_CASE("a write does not depend on itself by way of a branch and of a read of its own thread") {
  for (const char* const model : {"aarch64", "riscv", "ppc"}) {
    CAPTURE(model);
    const std::string text =
        "shared x, y, z; thread a { r := x@rlx; if (r == 1) { y@rlx := 1; } q := y@rlx;"
        " z@rlx := q; } thread b { s := z@rlx; x@rlx := s; } thread c { x@rlx := 1; }"
        "exists (a:r == 1 && b:s == 1);";
    const ExplorationResult result = explore_on(text, model);
    const ExplorationResult expected = explore_on(text, model, AlgorithmKind::Enumerate);
    CHECK(result.algorithm == "lb");
    CHECK(result.executions == expected.executions);
  }
}

// po within a location and then rfi is not an order: what depends on `r` need not wait for `q`.
TEST_CASE("a read from its own thread does not wait for reads before its writer") {
  for (const char* const model : {"aarch64", "riscv", "ppc"}) {
    CAPTURE(model);
    const std::string text =
        "shared x, y, z, u; thread b { s := y@rlx; x@rlx := s + 1; }"
        "thread a { p := z@rlx; q := x@rlx; x@rlx := p; r := x@rlx; y@rlx := r; u@rlx := 1; }"
        "thread c { t := u@rlx; z@rlx := t * 0 + 5; }"
        "exists (a:q == 6 && a:r == 5 && b:s == 5);";
    const ExplorationResult result = explore_on(text, model);
    const ExplorationResult expected = explore_on(text, model, AlgorithmKind::Enumerate);
    CHECK(result.algorithm == "lb");
    CHECK(result.executions == expected.executions);
    CHECK(is_witnessed(result) == is_witnessed(expected));
  }
}

// Graphs have room for 64 events at first.
TEST_CASE("lb continues with wider sets if a graph is full") {
  const std::string writer =
      "thread a { for (i := 0; i < 70; i := i + 1) { y[i]@rlx := 1; } x@rel := 1; }";
  const std::string reader = "thread b { r := x@acq; s := y[69]@rlx; }";
  for (const std::string& threads : {writer + reader, reader + writer}) {
    CAPTURE(threads);
    const ExplorationResult result =
        explore_lb("shared x, y[70]; " + threads + "exists (b:r == 1 && b:s == 0);");
    CHECK(result.algorithm == "lb");
    CHECK(result.executions == 3);
    CHECK_FALSE(is_witnessed(result));
  }
}

// An exchange that waits is as much of an acquire as one that does not.
TEST_CASE("lb leaves out iterations of a spin lock if the model is known to allow it") {
  const auto cuts = [](const std::string& spin, const char* name) {
    CAPTURE(spin);
    CAPTURE(name);
    const std::string body = "{ " + spin + " r := c@rlx; c@rlx := r + 1; l@rel := 0; }";
    Program program = testing::program_from("shared l, c; thread a " + body + " thread b " + body +
                                            " forall (c == 2);");
    ExplorerOptions options;
    options.model = find_model(name);
    options.unfold.unroll = 3;
    options.reductions.erase(Reduction::Symmetry);
    if (const auto mapping = mapping::find_mapping(options.model->traits().mapping)) {
      DiagnosticSink sink;
      program = *mapping::compile(program, *mapping, sink);
    }
    const ExplorationResult result = explore(program, options);
    CHECK(result.algorithm == "lb");
    CHECK(result.errors.empty());
    CHECK(result.executions >= 2);
    return result.cut;
  };
  const std::string exchange = "while (xchg@acq(l, 1) != 0) { }";
  const std::string swap = "do { s := cas@acq,rlx(l, 0, 1); } while (s == 0);";
  CHECK(cuts(exchange, "imm") == 0);
  CHECK(cuts(swap, "imm") == 0);
  CHECK(cuts(exchange, "aarch64") == 0);
  CHECK(cuts(swap, "aarch64") == 0);
  CHECK(cuts(exchange, "riscv") == 0);
  CHECK(cuts(swap, "riscv") == 0);
  CHECK(cuts(swap, "ppc") == 0);
  // One that succeeds and puts back what was there writes.
  const std::string back = swap + " do { cas@rlx,rlx(l, 1, 1); q := l@rlx; } while (q == 5);";
  CHECK(cuts(back, "imm") == 0);
}

TEST_CASE("a spin lock with awaits has the same executions under models of machines") {
  const std::string text =
      "shared l, c; fn enter() { while (xchg@acq(l, 1) != 0) { } }"
      "thread a { enter(); r := c@rlx; c@rlx := r + 1; l@rel := 0; }"
      "thread b { do { s := cas@acq,rlx(l, 0, 1); } while (s == 0); r := c@rlx; c@rlx := r + 1;"
      "  l@rel := 0; } exists (c == 1);";
  const ExplorationResult result = explore_on(text, "aarch64", AlgorithmKind::Buffering,
                                              ReductionSet({Reduction::Plp, Reduction::Await}));
  CHECK(result.executions == 2);
  CHECK(result.conditions.front().witnesses == 0);
}

// Lemma 72: where `c` is 0, nothing depends on `r`.
TEST_CASE("waiting adds no dependency") {
  for (const char* const model : {"imm", "aarch64", "riscv", "ppc"}) {
    CAPTURE(model);
    const std::string text =
        "shared x, y, z; thread a { c := z@rlx; r := x@rlx; if (c != 0) { assume(r == 1); }"
        " y@rlx := 1; } thread b { s := y@rlx; x@rlx := s; } thread d { z@rlx := 1; }"
        "exists (a:r == 1 && b:s == 1 && a:c == 0);";
    const ExplorationResult result = explore_on(text, model);
    CHECK(result.algorithm == "lb");
    CHECK(is_witnessed(result));
    // Each write behind the assumption depends on it.
    const ExplorationResult waits = explore_on(
        "shared x, y; thread a { r := x@rlx; assume(r == 1); y@rlx := 1; }"
        "thread b { s := y@rlx; x@rlx := s; } exists (b:s == 1);",
        model);
    CHECK_FALSE(is_witnessed(waits));
  }
}

TEST_CASE("a thread that waits is explored with the last write only") {
  for (const char* const model : {"imm", "aarch64", "riscv", "ppc"}) {
    CAPTURE(model);
    const ExplorationResult result = explore_on(
        "shared x; thread a { x@rlx := 1; x@rlx := 2; x@rlx := 3; }"
        "thread b { r := x@rlx; assume(r == 3); } thread c { r := x@rlx; assume(r > 5); }",
        model);
    CHECK(result.executions == 0);
    CHECK(result.blocked == 1);
  }
}

// A thread that waits is run again, on memory that no thread changes.
TEST_CASE("lb finds deadlocks under models with dependencies") {
  for (const char* const model : {"imm", "aarch64"}) {
    CAPTURE(model);
    const ExplorationResult result = explore_on(
        "shared x, y; thread a { while (x@acq == 0) { } y@rlx := 1; }"
        "thread b { r := y@rlx; if (r == 1) { x@rel := 1; } }",
        model, AlgorithmKind::Buffering, ReductionSet({Reduction::Plp}));
    CHECK(result.executions == 0);
    CHECK(result.deadlocks == 1);
  }
}

}  // namespace drover::buffering_test
