#include "analysis/robust/robust.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "analysis/orders/search.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::robust_test {
using namespace drover::testing;
using robust::Behaviour;
using robust::RobustVerdict;

namespace {

robust::Robustness robustness(const std::string& text, std::string_view model,
                              Behaviour by = Behaviour::Traces) {
  const Program program = program_from(text);
  robust::RobustOptions options;
  options.explorer.model = find_model(model);
  options.sc = find_model("sc");
  options.by = by;
  return robust::find_robustness(
      by == Behaviour::States ? orders::with_all_observables(program) : program, options);
}
RobustVerdict verdict(const std::string& text, std::string_view model,
                      Behaviour by = Behaviour::Traces) {
  return robustness(text, model, by).verdict;
}

std::string without_fences(std::string text) {
  for (std::size_t at = text.find("fence@sc;"); at != std::string::npos;
       at = text.find("fence@sc;")) {
    text.erase(at, std::string_view("fence@sc;").size());
  }
  return text;
}

std::string example(const std::string& name) {
  std::ifstream in(DROVER_TEST_DIR "/../examples/" + name);
  REQUIRE(in.good());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

const std::string StoreBuffering =
    "shared x, y;\n"
    "thread l { x := 1; a := y; }\n"
    "thread r { y := 1; b := x; }\n";

}  // namespace

TEST_CASE("store buffering has one execution under tso that sc has not") {
  const robust::Robustness found = robustness(StoreBuffering, "tso");
  CHECK(found.verdict == RobustVerdict::NotRobust);
  CHECK(found.executions == 4);
  CHECK(found.others == 1);
  REQUIRE(found.smallest);
  CHECK(found.smallest->events == 4);
  REQUIRE(found.smallest->violation);
  CHECK(found.smallest->violation->cycle.size() == 4);
  CHECK(verdict(StoreBuffering, "sc") == RobustVerdict::Robust);
}

// Bouajjani, Derevenetc, Meyer, ESOP'13: mutual exclusion by flags needs fences, locks by locked
// instructions do not.
TEST_CASE("programs whose robustness under tso is known") {
  for (const char* name :
       {"relax/dekker.drv", "relax/peterson.drv", "robust/bakery.drv", "robust/cilk-the.drv"}) {
    CAPTURE(name);
    const std::string text = example(name);
    for (const Behaviour by : {Behaviour::Traces, Behaviour::Reads, Behaviour::States}) {
      CHECK(verdict(text, "tso", by) == RobustVerdict::Robust);
      CHECK(verdict(without_fences(text), "tso", by) == RobustVerdict::NotRobust);
    }
  }
  for (const char* name : {"robust/seqlock.drv", "robust/spinlock.drv", "relax/ticket-lock.drv",
                           "ttas-lock.drv", "message-passing.drv"}) {
    CAPTURE(name);
    CHECK(verdict(example(name), "tso") == RobustVerdict::Robust);
  }
  CHECK(verdict(example("robust/seqlock.drv"), "pso") == RobustVerdict::NotRobust);
  CHECK(verdict(example("robust/spinlock.drv"), "rc11") == RobustVerdict::NotRobust);
}

TEST_CASE("traces, reads and states differ") {
  // Which of two writes comes first in coherence is seen by nobody: each is overwritten.
  const std::string hidden =
      "shared x, y;\n"
      "thread l { x@rlx := 1; y@rlx := 2; y@rlx := 3; }\n"
      "thread r { y@rlx := 1; x@rlx := 2; x@rlx := 3; }\n";
  CHECK(verdict(hidden, "ra") == RobustVerdict::NotRobust);
  CHECK(verdict(hidden, "ra", Behaviour::Reads) == RobustVerdict::Robust);
  CHECK(verdict(hidden, "ra", Behaviour::States) == RobustVerdict::NotRobust);
  // The final values are the same whatever is read.
  const std::string forgotten =
      "shared x, y;\n"
      "thread l { x := 1; a := y; a := 0; }\n"
      "thread r { y := 1; b := x; b := 0; }\n";
  CHECK(verdict(forgotten, "tso", Behaviour::Reads) == RobustVerdict::NotRobust);
  CHECK(verdict(forgotten, "tso", Behaviour::States) == RobustVerdict::Robust);
}

TEST_CASE("an error that sc has not is a behaviour of its own") {
  const std::string text =
      "shared x, y, n;\n"
      "thread l { x := 1; if (y == 0) { faa(n, 1); } }\n"
      "thread r { y := 1; if (x == 0) { faa(n, 1); } }\n"
      "final { assert(n < 2); }\n";
  const robust::Robustness found = robustness(text, "tso", Behaviour::States);
  CHECK(found.verdict == RobustVerdict::NotRobust);
  REQUIRE(found.smallest);
  REQUIRE(found.smallest->error);
  CHECK(found.run.errors[*found.smallest->error].kind == ErrorKind::Assertion);
}

TEST_CASE("a race leaves a program without a meaning, a cut loop leaves it open") {
  CHECK(verdict("shared na d; shared f; thread w { d := 1; f@rlx := 1; }\n"
                "thread r { if (f@rlx) { a := d; } }",
                "rc11") == RobustVerdict::Undefined);
  CHECK(verdict("shared x; thread w { i := 0; while (x == i) { i := 1 - i; x := i; } }", "tso") ==
        RobustVerdict::Incomplete);
}

TEST_CASE("models without a coherence order compare reads and states only") {
  CHECK_FALSE(robust::can_compare(*find_model("wrc11"), Behaviour::Traces));
  CHECK(verdict("shared x, y; thread l { x@rlx := 1; a := y@rlx; }\n"
                "thread r { y@rlx := 1; b := x@rlx; }",
                "wrc11", Behaviour::Reads) == RobustVerdict::NotRobust);
  CHECK(verdict(StoreBuffering, "wrc11", Behaviour::Reads) == RobustVerdict::Robust);
}

TEST_CASE("the first execution is enough, if asked for") {
  const Program program = program_from(StoreBuffering);
  robust::RobustOptions options;
  options.explorer.model = find_model("pso");
  options.sc = find_model("sc");
  options.stops_at_first = true;
  const robust::Robustness found = robust::find_robustness(program, options);
  CHECK(found.verdict == RobustVerdict::NotRobust);
  CHECK(found.others == 1);
  CHECK_FALSE(found.is_complete);
}

}  // namespace drover::robust_test
