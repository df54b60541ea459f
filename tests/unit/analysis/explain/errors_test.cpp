#include "analysis/explain/errors.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::errors_test {
using namespace drover::testing;

namespace {

// A program and the errors that are explained in it.
struct ExplainedErrors {
  ExplainedErrors(const std::string& text, const std::string& model)
      : program(program_from(text)),
        errors(explain::explain_errors(program, *find_model(model), {})) {}

  Program program;
  std::vector<explain::ErrorExplanation> errors;
};

}  // namespace

TEST_CASE("a race is explained by the reads between its accesses, and a repair") {
  const ExplainedErrors found(
      "shared na d; shared f;\n"
      "thread w { d := 1; f@rlx := 1; }\n"
      "thread r { if (f@rlx == 1) { s := d; } }\n",
      "rc11");
  REQUIRE(found.errors.size() == 1);
  REQUIRE(found.errors[0].order.has_value());
  const explain::MissingOrder& order = *found.errors[0].order;
  CHECK_FALSE(order.is_ordered);
  CHECK(order.path.size() == 3);
  CHECK(order.gaps.size() == 1);
  REQUIRE(order.repair.has_value());
  REQUIRE(order.repair->changes.size() == 2);
  CHECK(order.repair->changes[0].to == Mode::Rel);
  CHECK(order.repair->changes[1].to == Mode::Acq);
  CHECK(order.repair->is_gone);
  CHECK(order.repair->is_safe);
}

TEST_CASE("the repair of a race synchronises both directions in which its threads may meet") {
  const ExplainedErrors found(
      "shared na d; shared l;\n"
      "thread a { do { r := xchg@rlx(l, 1); } while (r == 1); d := 1; l@rlx := 0; }\n"
      "thread b { do { s := xchg@rlx(l, 1); } while (s == 1); d := 2; l@rlx := 0; }\n",
      "rc11");
  REQUIRE(found.errors.size() == 1);
  const explain::MissingOrder& order = *found.errors[0].order;
  CHECK(order.gaps.size() == 1);
  REQUIRE(order.repair.has_value());
  CHECK(order.repair->changes.size() == 4);
  CHECK(order.repair->is_gone);
  CHECK(order.repair->is_safe);
}

TEST_CASE("the repair of a race through a shared update changes its mode once, to acqrel") {
  const ExplainedErrors found(
      "shared na d; shared l;\n"
      "fn pass() { do { r := xchg@rlx(l, 1); } while (r == 1); d := d + 1; r := xchg@rlx(l, 0); }\n"
      "thread a { pass(); }\n"
      "thread b { pass(); }\n",
      "rc11");
  REQUIRE_FALSE(found.errors.empty());
  const explain::MissingOrder& order = *found.errors[0].order;
  REQUIRE(order.repair.has_value());
  CHECK(order.repair->changes.size() == 2);
  CHECK(order.repair->is_gone);
}

TEST_CASE("the repair of a race without a connecting read makes its accesses atomic") {
  const ExplainedErrors found(
      "shared na d; shared f;\n"
      "thread w { d := 1; }\n"
      "thread r { d := 2; }\n",
      "rc11");
  REQUIRE(found.errors.size() == 1);
  const explain::MissingOrder& order = *found.errors[0].order;
  CHECK(order.path.empty());
  REQUIRE(order.repair.has_value());
  CHECK(order.repair->changes.size() == 2);
  CHECK(order.repair->is_gone);
}

TEST_CASE("an access after the free is ordered, but in the wrong direction") {
  const ExplainedErrors found(
      "struct N { v; }\n"
      "thread t { p := alloc N; free(p); p->v := 1; }\n",
      "rc11");
  REQUIRE(found.errors.size() == 1);
  const explain::MissingOrder& order = *found.errors[0].order;
  CHECK(order.is_ordered);
  CHECK_FALSE(order.is_forward);
  CHECK_FALSE(order.repair.has_value());
}

TEST_CASE("an endless wait lists the writes that could end it") {
  const ExplainedErrors found(
      "shared x, y;\n"
      "thread a { await(x == 1); y := 1; }\n"
      "thread b { x := 2; await(y == 1); x := 1; }\n",
      "sc");
  REQUIRE(found.errors.size() == 1);
  REQUIRE(found.errors[0].waits.size() == 2);
  const explain::EndlessWait& wait = found.errors[0].waits[0];
  REQUIRE(wait.writes.size() == 2);
  CHECK(wait.writes[0].would_end == false);
  CHECK_FALSE(wait.writes[0].event.is_none());
  CHECK(wait.writes[1].would_end == true);
  CHECK(wait.writes[1].event.is_none());
}

TEST_CASE("a wait, and an update whose written value is computed from the old one") {
  Program program = program_from(
      "shared x, y;\n"
      "thread a { await(x == 1); y := 1; }\n"
      "thread b { await(y == 1); k := xchg(x, 0); }\n");
  for (Thread& thread : program.threads) {
    for (Instruction& instruction : thread.code) {
      auto* update = std::get_if<ReadModifyWrite>(&instruction.body);
      if (update != nullptr) update->desired = thread.expressions.constant(1);
    }
  }
  const auto errors = explain::explain_errors(program, *find_model("sc"), {});
  REQUIRE(errors.size() == 1);
  REQUIRE(errors[0].waits.size() == 2);
  REQUIRE(errors[0].waits[0].writes.size() == 1);
  CHECK_FALSE(errors[0].waits[0].writes[0].value.has_value());
  CHECK_FALSE(errors[0].waits[0].writes[0].would_end.has_value());
}

TEST_CASE("a program without races, memory errors and deadlocks has no explanations") {
  CHECK(ExplainedErrors("shared x; thread t { x := 1; assert(0); }\n", "rc11").errors.empty());
}

}  // namespace drover::errors_test
