#include "explorer/plan/buffering_limits.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "explorer/models/model_registry.h"
#include "mapping/compile.h"
#include "semantics/program/code_edit.h"
#include "tests/support/program_text.h"

namespace drover::buffering_limits_test {

namespace {

std::optional<BufferingObstacle> obstacle(const std::string& text, const char* model = "imm") {
  return buffering_obstacle(testing::program_from(text), *find_model(model));
}

}  // namespace

TEST_CASE("lb takes loads, stores, fences and updates") {
  CHECK_FALSE(
      obstacle("shared x, y; thread t { r := x@rlx; fence@acqrel; y@rlx := r; faa(x, 1); }"));
}

TEST_CASE("lb takes no computation from a read value that may fail") {
  const std::string text = "shared x, y; thread t { r := x@rlx; s := 1 / r; y@rlx := s; }";
  CHECK(obstacle(text) == BufferingObstacle::MayFail);
  CHECK_FALSE(obstacle_to_buffering(testing::program_from(text), FailedComputations::AreNoted));
  CHECK_FALSE(obstacle("shared x, y; thread t { r := x@rlx; s := 1 / 2; y@rlx := s; }"));
}

TEST_CASE("lb takes no annotated calls") {
  const std::string text = "shared x; thread t { x := 0; main cas(x, 0, 1); }";
  CHECK(obstacle(text) == BufferingObstacle::AnnotatedCalls);
}

// Lemma 70: between the two, another exclusive load could become the partner of the store.
TEST_CASE("lb takes pairs of a load and a store if nothing is between them") {
  const MemoryModel& model = *find_model("aarch64");
  DiagnosticSink sink;
  const Program pairs = *mapping::compile(
      testing::program_from("shared x, y; thread t { r := faa@rlx(x, 1); s := cas@rlx(y, r, 2); }"),
      *mapping::find_mapping("c11-aarch64-llsc"), sink);
  CHECK_FALSE(buffering_obstacle(pairs, model));
  for (const InstructionBody& between :
       {InstructionBody{Load{.target = RegisterId(0), .address = ExprId(0)}},
        InstructionBody{FenceInstruction{}}}) {
    Program apart = pairs;
    std::vector<Instruction>& code = apart.threads[0].code;
    const auto load = std::ranges::find_if(
        code, [](const Instruction& each) { return std::holds_alternative<Load>(each.body); });
    std::visit(
        [&](auto body) {
          if constexpr (requires { body.address.is_none(); }) {
            body.address = std::get<Load>(load->body).address;
          }
          CodeEdit edit(code);
          edit.insert_after(static_cast<InstructionIndex>(load - code.begin()), {body, {}});
          code = edit.apply().code;
        },
        between);
    CHECK(buffering_obstacle(apart, model) == BufferingObstacle::ApartHalves);
  }
  // The store is to the address of the load.
  Program other = pairs;
  Thread& thread = other.threads[0];
  for (Instruction& each : thread.code) {
    if (auto* store = std::get_if<Store>(&each.body))
      store->address = thread.expressions.constant(7);
  }
  CHECK(buffering_obstacle(other, model) == BufferingObstacle::ApartHalves);
}

// Lemma 13: nothing behind a wait depends on it in lkmm. A thread promises that it gets past an
// await, and stays at an exchange, which must hold all writes behind it back.
TEST_CASE("under lkmm, lb takes waits that only read, and waiting exchanges that acquire") {
  const MemoryModel& model = *find_model("lkmm");
  const auto obstacle_to_compiled = [&](const std::string& text) {
    DiagnosticSink sink;
    return buffering_obstacle(
        *mapping::compile(testing::program_from(text), *mapping::find_mapping("c11-lkmm"), sink),
        model);
  };
  CHECK_FALSE(obstacle_to_compiled("shared x; thread t { await@rlx(x == 1); }"));
  CHECK_FALSE(obstacle_to_compiled("shared x; thread t { xchgawait@acq(x == 0, 1); }"));
  CHECK(obstacle_to_compiled("shared x; thread t { xchgawait@rlx(x == 0, 1); }") ==
        BufferingObstacle::Waits);
}

TEST_CASE("the automata of lb track dependencies, and stop at branches where models need it") {
  CHECK(unfolded_for_buffering(*find_model("imm")).dependencies == DependencyTracking::On);
  CHECK(unfolded_for_buffering(*find_model("imm")).branches == BranchSteps::Off);
  CHECK(unfolded_for_buffering(*find_model("lkmm")).branches == BranchSteps::On);
}

// Lemma 76.
TEST_CASE("lb takes accesses that are cut, under the models that say what that means") {
  for (const std::string name : {"sc", "tso", "pso", "aarch64", "riscv"}) {
    CAPTURE(name);
    const MemoryModel& model = *find_model_of_parts(name);
    CHECK_FALSE(find_misfit(AlgorithmKind::Buffering, model));
    CHECK(unfolded_for_buffering(model).branches == BranchSteps::OfSilent);
    // A part that is added is related to the other parts of its access.
    CHECK_FALSE(model.proofs().dependencies.extends_maximally);
    CHECK(may_note_failures(model) == may_note_failures(*find_model(name)));
  }
  Program program = testing::program_from("shared x; thread t { r := x@rlx; }");
  for (Instruction& each : program.threads[0].code) {
    if (auto* load = std::get_if<Load>(&each.body)) load->part = {0, 2};
  }
  CHECK(buffering_obstacle(program, *find_model("aarch64")) == BufferingObstacle::Parts);
  CHECK_FALSE(buffering_obstacle(program, *find_model_of_parts("aarch64")));
}

}  // namespace drover::buffering_limits_test
