#include "explorer/algorithms/dpor/dpor.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::dpor_test {

namespace {

ReductionSet with(std::initializer_list<Reduction> reductions) {
  ReductionSet set = ReductionSet::none();
  for (const Reduction reduction : reductions) set.insert(reduction);
  return set;
}

ExplorationResult explored(const std::string& text, ReductionSet reductions = ReductionSet::all(),
                           AfterError after_error = AfterError::GoOn) {
  ExplorerOptions options;
  options.model = find_model("sc");
  options.algorithm = AlgorithmKind::Dpor;
  options.reductions = reductions;
  options.after_error = after_error;
  return explore(testing::program_from(text), options);
}

struct Counts {
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;

  bool operator==(const Counts&) const = default;
};
doctest::String toString(const Counts& counts) {
  return (std::to_string(counts.complete) + "+" + std::to_string(counts.blocked)).c_str();
}

Counts counts(const std::string& text, ReductionSet reductions = ReductionSet::all()) {
  const ExplorationResult result = explored(text, reductions);
  return {result.executions, result.blocked};
}

}  // namespace

TEST_CASE("[Godot] Fig. 3: four executions") {
  CHECK(counts("shared x, y; thread p { x := 1; y := 1; } thread q { x := 2; y := 2; }") ==
        Counts{4, 0});
}

TEST_CASE("[Godot] Fig. 4: an await with two satisfying writes") {
  const char* const text =
      "shared x, y; thread p { x := 1; x := 0; } thread q { await(x == 0); y := 1; }";
  CHECK(counts(text) == Counts{2, 0});
  CHECK(counts(text, ReductionSet::none()) == Counts{2, 0});
}

TEST_CASE("[Godot] Fig. 5: additions before an await are left out, one or several") {
  // Only `r` alone makes 3.
  const char* const one =
      "shared x, y; thread p { faa(x, 1); } thread q { faa(x, 1); } thread r { faa(x, 3); }"
      "thread s { await(x == 3); y := 1; }";
  CHECK(counts(one) == Counts{1, 1});
  CHECK(counts(one, with({Reduction::Await})) == Counts{2, 6});
  // `r` alone, or `p` and `q`.
  const char* const two =
      "shared x, y; thread p { faa(x, 1); } thread q { faa(x, 2); } thread r { faa(x, 3); }"
      "thread s { await(x == 3); y := 1; }";
  CHECK(counts(two) == Counts{2, 1});
  // Any three of six; then, any three or more.
  CHECK(counts("shared x; thread a(i in 1..6) { faa(x, 1); } thread s { await(x == 3); }") ==
        Counts{20, 1});
  CHECK(counts("shared x; thread a(i in 1..6) { faa(x, 1); } thread s { await(x >= 3); }") ==
        Counts{42, 0});
  // None, whatever is left out.
  CHECK(counts("shared x; thread a(i in 1..20) { faa(x, 1); } thread s { await(x == 100); }") ==
        Counts{0, 1});
}

TEST_CASE("reads that only an addition depends on are left out with it") {
  // `s` needs 2: the second addition of `p` comes only behind its first.
  CHECK(counts("shared x; thread p { faa(x, 1); faa(x, 2); } thread q { faa(x, 2); }"
               "thread s { await(x == 2); }") == Counts{1, 1});
  // `s` itself adds before it waits: that cannot be left out.
  CHECK(counts("shared x; thread p { faa(x, 1); } thread q { faa(x, 2); }"
               "thread s { faa(x, 1); await(x == 2); }") == Counts{1, 1});
}

TEST_CASE("additions whose results are unused commute") {
  CHECK(counts("shared x; thread t(i in 1..5) { faa(x, 1); }") == Counts{1, 0});
  CHECK(counts("shared x; thread t(i in 1..5) { faa(x, 1); }", ReductionSet::none()) ==
        Counts{120, 0});
  // By liveness, not by how it is written.
  CHECK(counts("shared x; thread t(i in 1..3) { r := fas(x, 1); r := 0; }") == Counts{1, 0});
  CHECK(counts("shared x, y; thread t(i in 1..3) { r := faa(x, 1); y := r; }") == Counts{36, 0});
  CHECK(counts("shared x; thread t(i in 1..2) { r := faa(x, 1); } exists (t1:r == 1);") ==
        Counts{2, 0});
  // Other read-modify-writes do not, nor does a read.
  CHECK(counts("shared x; thread t(i in 1..3) { xchg(x, i); }") == Counts{6, 0});
  CHECK(counts("shared x; thread t(i in 1..2) { faa(x, 1); } thread u { r := x; }") ==
        Counts{4, 0});
}

TEST_CASE("an exchange that waits conflicts with reads like a write") {
  CHECK(counts("shared x; thread p { r := x; } thread q { lock(x); }") == Counts{2, 0});
  CHECK(counts("shared m, x; thread t(i in 1..3) { lock(m); x := i; unlock(m); }") == Counts{6, 0});
}

TEST_CASE("whether a compare-and-swap writes is known before it is planned") {
  CHECK(counts("shared x; thread p { x := 1; } thread q { cas(x, 0, 2); } thread r { a := x; }") ==
        Counts{5, 0});
  CHECK(counts("shared x; thread t(i in 0..5) { cas(x, i, i + 1); }") == Counts{144, 0});
}

TEST_CASE("dpor runs init first and final last, and finds errors, cuts and deadlocks") {
  const ExplorationResult result = explored(
      "shared x = 5, y; init { x := 1; } thread p { x := 2; } thread q { r := x; assert(r == 1); }"
      "final { s := x; assert(s == 2); y := s; } forall (y == 2);");
  CHECK(result.executions == 1);
  CHECK(result.erroneous == 1);
  CHECK(result.errors.size() == 1);
  CHECK(result.conditions.at(0).holds());

  const ExplorationResult deadlock =
      explored("shared a, b; thread p { lock(a); lock(b); } thread q { lock(b); lock(a); }");
  CHECK(deadlock.executions == 0);
  CHECK(deadlock.deadlocks == 3);
  const ExplorationResult stuck =
      explored("shared x; init { await(x == 1); } thread p { x := 1; }");
  CHECK(stuck.executions == 0);
  CHECK(stuck.blocked == 1);
  CHECK(stuck.events == 1);
  const ExplorationResult late =
      explored("shared x; thread p { x := 1; } thread q { x := 2; } final { await(x == 2); }");
  CHECK(late.executions == 1);
  CHECK(late.deadlocks == 1);
  const ExplorationResult cut = explored(
      "shared x; thread p { while (x == 0) { } } thread q { x := 1; }", ReductionSet::none());
  CHECK(cut.executions == 101);
  CHECK(cut.cut == 1);
}

TEST_CASE("dpor finds memory errors in either order of the accesses") {
  const char* const text =
      "shared p, done; init { r := alloc(1); p := r; } thread a { q := p; *q := 1; done := 1; }"
      "thread b { d := done; q := p; free(q); }";
  const ExplorationResult all = explored(text);
  REQUIRE(all.errors.size() == 1);
  CHECK(all.errors[0].kind == ErrorKind::Memory);
  CHECK(all.executions == 2);
  CHECK(explored("shared p; init { r := alloc(1); p := r; } thread a { q := p; *q := 1; }")
            .errors.empty());
}

TEST_CASE("additions keep their order in programs with allocations") {
  const ExplorationResult result =
      explored("shared x; thread a { p := alloc(1); *p := 1; faa(x, 1); } thread b { faa(x, 1); }");
  CHECK(result.executions == 2);
  CHECK(result.reductions.empty());
  REQUIRE(result.remarks.size() == 1);
  CHECK(result.remarks[0].obstacle == ReductionObstacle::AdditionsOrderHeap);
}

TEST_CASE("a run of dpor stops at its limits") {
  ExplorerOptions options;
  options.model = find_model("sc");
  options.algorithm = AlgorithmKind::Dpor;
  options.max_executions = 7;
  const Program program = testing::program_from("shared x; thread t(i in 1..6) { x := i; }");
  const ExplorationResult result = explore(program, options);
  CHECK(result.executions == 7);
  CHECK(result.stop_reason == StopReason::MaxExecutions);

  options.max_executions.reset();
  options.unfold.unroll = 1'000'000;
  const Program endless = testing::program_from("shared x; thread t { while (1) { x := 1; } }");
  const ExplorationResult long_result = explore(endless, options);
  CHECK(long_result.executions + long_result.cut == 0);
  CHECK(long_result.stop_reason == StopReason::TooManyEvents);
}

}  // namespace drover::dpor_test
