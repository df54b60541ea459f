// addr, data and ctrl, seen through a model that orders nothing else within a thread.

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "analysis/audit/audit_cache.h"
#include "explorer/algorithms/execution.h"
#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/models/cat_model.h"
#include "explorer/plan/algorithm_table.h"
#include "tests/support/program_text.h"

namespace drover::dependencies_test {

namespace {

std::unique_ptr<CatModel> model(const std::string& text) {
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return std::make_unique<CatModel>(
      ModelInfo{.name = "test.cat", .text = text, .auditor = audit::audited_properties},
      reading.code);
}

// Whether both threads may read what the other one writes, if only these dependencies are kept.
bool may_buffer_loads(const std::string& order, const std::string& left, const std::string& right,
                      AlgorithmKind algorithm = AlgorithmKind::Enumerate) {
  const auto holder = model(
      "include \"cos.cat\"\nacyclic po-loc | rf | co | fr\nempty rmw & (fre; coe)\nacyclic rfe | " +
      order + "\n");
  ExplorerOptions options;
  options.model = holder.get();
  options.algorithm = algorithm;
  const Program program =
      testing::program_from("shared x, y, a[2]; thread l { " + left + " } thread r { " + right +
                            " } exists (l:p == 1 && r:q == 1);");
  return explore(program, options).conditions.at(0).holds();
}

const std::string Right = "q := y; x := q;";  // with a dependency of its own

}  // namespace

TEST_CASE("data: the value written is computed from the value read, as the text says") {
  CHECK(may_buffer_loads("data", "p := x; y := 1;", Right));
  CHECK_FALSE(may_buffer_loads("data", "p := x; y := p;", Right));
  CHECK_FALSE(may_buffer_loads("data", "p := x; y := 1 + p * 0;", Right));
  CHECK_FALSE(may_buffer_loads("data", "p := x; t := p - p; u := t + 1; y := u;", Right));
  // What a register held before does not matter.
  CHECK(may_buffer_loads("data", "p := x; t := p; t := 1; y := t;", Right));
  CHECK(may_buffer_loads("addr | ctrl", "p := x; y := p;", "q := y; x := 1;"));
}

TEST_CASE("addr: the address of an access is computed from the value read") {
  const std::string left = "p := x; r := a[p - p]; y := 1;";
  CHECK(may_buffer_loads("data | addr", left, Right));
  CHECK_FALSE(may_buffer_loads("data | (addr; po)", left, Right));
  CHECK(may_buffer_loads("data | (addr; po)", "p := x; r := a[0]; y := 1;", Right));
}

TEST_CASE("ctrl: events behind a branch, an assume or an await depend on its reads") {
  CHECK_FALSE(may_buffer_loads("data | ctrl", "p := x; if (p == 1) { y := 1; }", Right));
  // Behind the branch both ways, all the same.
  CHECK_FALSE(may_buffer_loads("data | ctrl", "p := x; if (p == 7) { t := 1; } y := 1;", Right));
  CHECK(may_buffer_loads("data | ctrl", "p := x; y := 1; if (p == 7) { t := 1; }", Right));
  CHECK_FALSE(may_buffer_loads("data | ctrl", "p := x; assume(p == 1); y := 1;", Right));
  CHECK_FALSE(may_buffer_loads("data | ctrl", "p := await(x == 1); y := 1;", Right));
  CHECK(may_buffer_loads("data", "p := x; if (p == 1) { y := 1; }", "q := y; x := 1;"));
}

TEST_CASE("no value comes out of thin air, whatever the model") {
  CHECK_FALSE(may_buffer_loads("0", "p := x; y := p;", "q := y; x := q;"));
  CHECK_FALSE(may_buffer_loads("0", "p := x; if (p == 1) { y := 1; }", "q := y; x := q;"));
}

TEST_CASE("read-modify-writes: operands, what is added to, and results") {
  CHECK_FALSE(may_buffer_loads("data", "p := x; faa(y, p);", Right));
  CHECK_FALSE(may_buffer_loads("data", "p := x; xchg(y, p);", Right));
  CHECK_FALSE(may_buffer_loads("data", "p := faa(x, 0); y := p;", Right));
  CHECK_FALSE(may_buffer_loads("data", "p := x; cas(y, 0, p);", Right));
  CHECK(may_buffer_loads("data", "p := x; faa(y, 1);", Right));
}

TEST_CASE("loops carry dependencies from one iteration to the next") {
  CHECK_FALSE(may_buffer_loads(
      "data", "p := x; t := p; for (i := 0; i < 3; i := i + 1) { u := t; t := u * 1; } y := t;",
      Right));
}

TEST_CASE("spore refuses a model that its audit finds unfit, and takes one that it finds fit") {
  const auto unfit = model("include \"cos.cat\"\nacyclic po-loc | rf | co | fr\n");
  const auto misfit = find_misfit(AlgorithmKind::Spore, *unfit);
  REQUIRE(misfit.has_value());
  CHECK(misfit->need == AlgorithmNeed::Properties);
  CHECK_FALSE(misfit->missing.empty());
  const auto fit = model(
      "include \"cos.cat\"\nlet hb = (po | rf)+\nlet eco = (rf | co | fr)+\nirreflexive hb\n"
      "irreflexive hb; eco\nempty rmw & (fr; co)\n");
  CHECK_FALSE(find_misfit(AlgorithmKind::Spore, *fit).has_value());
}

TEST_CASE("spore finds under a model from a file what enumerate finds") {
  const auto holder = model(
      "include \"cos.cat\"\nlet hb = (po | rf)+\nlet eco = (rf | co | fr)+\nirreflexive hb\n"
      "irreflexive hb; eco\nempty rmw & (fr; co)\nacyclic [F]; (hb; eco; hb); [F]\n");
  for (const char* text :
       {"shared x, y; thread a { x := 1; r := y; } thread b { y := 1; s := x; }",
        "shared x, y; thread a { x := 1; fence; r := y; } thread b { y := 1; fence; s := x; }",
        "shared x; thread t(i in 1..3) { r := faa(x, 1); }",
        "shared x, y; thread t(i in 1..3) { x := i; r := x; } thread u { s := x; y := s; }",
        "shared m, x; thread t(i in 1..2) { lock(m); x := x + 1; unlock(m); }"}) {
    CAPTURE(text);
    const Program program = testing::program_from(text);
    ExplorerOptions options;
    options.model = holder.get();
    options.reductions = ReductionSet::none();
    options.algorithm = AlgorithmKind::Enumerate;
    const ExplorationResult expected = explore(program, options);
    options.algorithm = AlgorithmKind::Spore;
    const ExplorationResult found = explore(program, options);
    CHECK(found.executions == expected.executions);
    CHECK(found.blocked == expected.blocked);
    CHECK(found.outcomes == expected.outcomes);
  }
}

}  // namespace drover::dependencies_test
