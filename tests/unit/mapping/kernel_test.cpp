#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "mapping/compile.h"
#include "tests/support/program_text.h"

// Programs with modes under the model of the Linux kernel.
namespace drover::mapping::kernel_test {

namespace {

Program compiled(const std::string& text) {
  DiagnosticSink sink;
  auto out = compile(testing::program_from(text), *find_mapping("c11-lkmm"), sink);
  REQUIRE(out.has_value());
  return *std::move(out);
}

template <typename Kind>
std::vector<Kind> all_of(const Thread& thread) {
  std::vector<Kind> found;
  for (const Instruction& each : thread.code) {
    if (const auto* body = std::get_if<Kind>(&each.body)) found.push_back(*body);
  }
  return found;
}

ExplorationResult explored(const std::string& text,
                           AlgorithmKind algorithm = AlgorithmKind::Enumerate) {
  static std::vector<std::unique_ptr<Program>> programs;  // results refer to them
  programs.push_back(std::make_unique<Program>(compiled(text)));
  ExplorerOptions options;
  options.model = find_model("lkmm");
  options.algorithm = algorithm;
  options.after_error = AfterError::GoOn;
  return explore(*programs.back(), options);
}

bool is_reached(const std::string& text) { return explored(text).conditions.front().witnesses > 0; }

// Load buffering, where one thread writes `x` behind its read of `y` as `between` says.
bool buffers(const std::string& between) {
  return is_reached("shared x, y, z; thread a { r := x@rlx; y@rlx := r; } thread b { s := y@rlx; " +
                    between + " } exists (b:s == 1);");
}

}  // namespace

TEST_CASE("in the kernel's model a dependency ends where the ways of its branch meet") {
  CHECK(!buffers("if (s == s) { x@rlx := 1; }"));
  CHECK(!buffers("if (s == 5) { z@rlx := 1; } else { x@rlx := 1; }"));
  CHECK(buffers("if (s == 5) { z@rlx := 1; } x@rlx := 1;"));
  CHECK(buffers("if (s == 5) { z@rlx := 1; } else { z@rlx := 2; } x@rlx := 1;"));
  CHECK(!buffers("if (s == s) { if (z@rlx == 5) { z@rlx := 1; } x@rlx := 1; }"));
  CHECK(buffers("if (z@rlx == 0) { if (s == 5) { z@rlx := 1; } x@rlx := 1; }"));
  CHECK(!buffers("while (1) { if (s == 5) { break; } x@rlx := 1; break; }"));
  CHECK(buffers("while (1) { if (s == 5) { break; } break; } x@rlx := 1;"));
  CHECK(!buffers("for (i := 0; i < s * 0 + 1; i := i + 1) { x@rlx := 1; }"));
  CHECK(buffers("for (i := 0; i < s * 0 + 1; i := i + 1) { z@rlx := 1; } x@rlx := 1;"));
}

TEST_CASE("in the kernel's model, stopping a thread orders nothing") {
  CHECK(buffers("assume(s < 9); x@rlx := 1;"));
  CHECK(buffers("assert(s < 9); x@rlx := 1;"));
  CHECK(buffers("if (s == 9) { error; } x@rlx := 1;"));
  CHECK(buffers("if (s == 9) { block; } x@rlx := 1;"));
  CHECK(buffers("await@rlx(y == s); x@rlx := 1;"));
  CHECK(!buffers("await@acq(y >= 0); x@rlx := 1;"));
}

TEST_CASE("data dependencies, acquires, releases and fences hold in the kernel's model") {
  for (const char* const between : {"x@rlx := s * 0 + 1;", "x@rel := 1;", "fence@acq; x@rlx := 1;",
                                    "fence@rel; x@rlx := 1;", "x@sc := 1;", "x := 1;"}) {
    CAPTURE(between);
    CHECK(!buffers(between));
  }
  CHECK(buffers("x@rlx := 1;"));
}

TEST_CASE("in a thread without an end, branches end with the round of its loop") {
  const Program program = compiled(
      "shared x, y; thread a { while (1) { r := x@rlx; if (r) { y@rlx := 1; } "
      "if (r == 2) { if (y@rlx) { x@rlx := 3; } else { continue; } } } }");
  const Thread& thread = program.threads.front();
  for (const Branch& branch : all_of<Branch>(thread)) CHECK(branch.flow == Flow::Scoped);
  CHECK(!all_of<ControlEnd>(thread).empty());
}

TEST_CASE("a failed cmpxchg is ordered only by the barriers after it") {
  const std::string writer = "shared x, y; thread a { x@rlx := 1; y@rel := 1; } thread b { ";
  const std::string seen = " r := x@rlx; } exists (b:s == 1 && b:r == 0);";
  CHECK(is_reached(writer + "s := cmpxchg@acq,rlx(y, 7, 8);" + seen));
  CHECK(!is_reached(writer + "s := cmpxchg@acq,acq(y, 7, 8);" + seen));
  CHECK(!is_reached(writer + "s := cmpxchg@rlx,acq(y, 7, 8);" + seen));
  CHECK(!is_reached(writer + "s := cmpxchg@sc(y, 7, 8);" + seen));
  // One that succeeds.
  CHECK(is_reached(writer + "s := cmpxchg@rlx,rlx(y, 1, 8);" + seen));
  CHECK(!is_reached(writer + "s := cmpxchg@acq,rlx(y, 1, 8);" + seen));
  // Where the register is what is expected.
  CHECK(!is_reached(writer + "s := 7; s := cmpxchg@rlx,acq(y, s, 8);" + seen));
}

TEST_CASE("init and final blocks and spawned threads are ordered in the kernel's model") {
  CHECK(
      !is_reached("shared x, y; init { x@rlx := 1; y@rlx := 1; } "
                  "thread a { r := y@rlx; s := x@rlx; } exists (a:r == 0 || a:s == 0);"));
  CHECK(
      !is_reached("shared x, y; thread a { x@rlx := 1; } thread b { r := x@rlx; y@rlx := 1; } "
                  "final { s := x@rlx; t := y@rlx; } exists (final:s == 0 || final:t == 0);"));
  CHECK(
      !is_reached("shared x; fn child() { x@rlx := 1; } "
                  "thread a { t := spawn child(); join(t); r := x@rlx; } exists (a:r == 0);"));
}

TEST_CASE("sc accesses are sequentially consistent among themselves in the kernel's model") {
  CHECK(
      !is_reached("shared x, y; thread a { x@sc := 1; r := y@sc; } "
                  "thread b { y@sc := 1; s := x@sc; } exists (a:r == 0 && b:s == 0);"));
  CHECK(
      is_reached("shared x, y; thread a { x@rel := 1; r := y@acq; } "
                 "thread b { y@rel := 1; s := x@acq; } exists (a:r == 0 && b:s == 0);"));
  CHECK(
      !is_reached("shared x, y; thread a { q := cas@sc(x, 0, 1); r := cas@sc(y, 2, 3); } "
                  "thread b { y@sc := 1; s := x@sc; } exists (a:r == 0 && b:s == 0 && y == 3);"));
}

TEST_CASE("`lb` finds in compiled programs what `enumerate` finds") {
  for (const char* const text :
       {"shared x, y; thread a { r := x@rlx; assert(r != 3); y@rlx := 1; } "
        "thread b { s := y@rlx; assume(s < 2); x@rlx := 1; } exists (a:r == 1 && b:s == 1);",
        "shared x, y; thread a { r := x@rlx; if (r) { y@rlx := 1; } y@rlx := 2; } "
        "thread b { s := y@rlx; x@rlx := s; } exists (a:r == 2 && b:s == 2);",
        "shared x, y; thread a { r := cas@acq(x, 1, 2); y@rlx := r + 1; } "
        "thread b { s := cas@rel(y, 1, 2); x@rlx := 1; } exists (a:r == 1 && b:s == 1);",
        "shared x, y; init { x@rlx := 1; } thread a { r := x@rlx; y@rlx := 1; } "
        "thread b { s := y@rlx; x@rlx := 2; } final { t := x@rlx; } exists (a:r == 2 && b:s == "
        "1);"}) {
    CAPTURE(text);
    const ExplorationResult first = explored(text);
    const ExplorationResult second = explored(text, AlgorithmKind::Buffering);
    CHECK(second.algorithm == "lb");
    CHECK(first.executions == second.executions);
    CHECK(first.conditions.front().witnesses == second.conditions.front().witnesses);
  }
}

}  // namespace drover::mapping::kernel_test
