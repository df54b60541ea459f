// Scopes in core programs: exploration under a model that reads them, and the text of programs.
#include "tests/oracle/scopes_check.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/orders/search.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "mapping/compile.h"
#include "semantics/decompile/source_printer.h"
#include "semantics/program/program_printer.h"
#include "tests/oracle/generator.h"
#include "tests/support/program_text.h"

namespace drover::oracle::scopes_check_test {

TEST_CASE("spore explores random programs with scopes") {
  constexpr std::uint64_t Programs = 80;
  std::uint64_t executions = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const std::string source = to_source(generate(seed, *profile_options("scopes")));
    CAPTURE(source);
    const CrossCheckResult result = check_scopes(testing::program_from(source));
    CHECK_MESSAGE(result.agreement != Agreement::Disagrees, result.what);
    executions += result.executions;
  }
  CHECK(executions > 500);
}

TEST_CASE("models of GPUs agree with those of C on random programs of one scope") {
  constexpr std::uint64_t Programs = 40;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const std::string source = to_source(generate(seed, *profile_options("scopes")));
    CAPTURE(source);
    const CrossCheckResult result = check_machines(testing::program_from(source));
    CHECK_MESSAGE(result.agreement != Agreement::Disagrees, result.what);
    compared += result.models.size();
  }
  CHECK(compared > 40);
}

TEST_CASE("programs with scopes keep them when they are printed") {
  constexpr std::uint64_t Programs = 60;
  std::uint64_t scoped = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const std::string source = to_source(generate(seed, *profile_options("scopes")));
    CAPTURE(source);
    const Program program = testing::program_from(source);
    if (program.topology == nullptr) continue;
    const auto printed = decompile::print_source(program);
    REQUIRE(printed.has_value());
    CAPTURE(*printed);
    const Program again = testing::program_from(*printed);
    REQUIRE(again.topology != nullptr);
    CHECK(again.topology->levels == program.topology->levels);
    CHECK(again.topology->places == program.topology->places);
    const CrossCheckResult before = check_scopes(program);
    const CrossCheckResult after = check_scopes(again);
    CHECK(before.executions == after.executions);
    ++scoped;
  }
  CHECK(scoped > 30);
}

namespace {

// Threads of one workgroup with a control barrier each, and statements before and behind it. With
// `arrive` and `wait` in place of the barrier: one made of atomics.
std::string threads_that_meet(std::uint64_t seed, const std::string& scope, const char* level,
                              const std::string& arrive, const std::string& wait) {
  std::mt19937_64 random(seed);
  const std::vector<std::string> statements{
      "d := 1;", "e := 1;", "x@rlx := 1;", "x@rel := 2;", "y@rlx := 1;",
      "r := d;", "s := e;", "t := x@rlx;", "u := x@acq;", "v := y@rlx;"};
  const auto some = [&] {
    std::string text;
    for (std::uint64_t i = random() % 3; i-- > 0;) {
      std::string each = statements[random() % statements.size()];
      const std::size_t mode = each.find('@');
      if (mode != std::string::npos) each.insert(mode + 4, "." + scope);
      text += "  " + each + "\n";
    }
    return text;
  };
  std::string text = "shared na d, e;\nshared x, y, count;\n";
  for (const char* name : {"a", "b"}) {
    text += std::string("thread ") + name + " @ " + level + " 0 {\n";
    text += some() + arrive + wait + some() + "}\n";
  }
  text += "final { fd := d; fe := e; fx := x@rlx; fy := y@rlx; }\n";
  return text;
}

// Whether the model flags a race; the states of its registers and of memory but `count`.
std::pair<bool, std::set<std::vector<Value>>> run_under(const std::string& model_name,
                                                        const std::string& text) {
  Program program = orders::with_all_observables(testing::program_from(text));
  std::erase_if(program.observables, [](const Observable& each) { return each.name == "count"; });
  DiagnosticSink sink;
  const auto compiled =
      mapping::compile(program, *mapping::find_mapping("c11-" + model_name), sink);
  REQUIRE(compiled.has_value());
  ExplorerOptions options;
  const auto model = builtin_model(model_name);
  options.model = model.get();
  options.after_error = AfterError::GoOn;
  const ExplorationResult result = explore(*compiled, options);
  REQUIRE(result.stop_reason == StopReason::Exhausted);
  std::set<std::vector<Value>> states;
  for (const auto& [state, count] : result.outcomes) states.insert(state);
  return {!result.flags.empty(), std::move(states)};
}

}  // namespace

TEST_CASE("a control barrier orders what a barrier made of atomics orders") {
  std::size_t races = 0;
  std::size_t compared = 0;
  struct Machine {
    const char* model;
    const char* level;
  };
  for (const Machine machine : {Machine{"ptx", "cta"}, {"vulkan", "wg"}, {"opencl", "wg"}}) {
    const std::string scope = machine.level;
    const std::string arrive = "  faa@rel." + scope + "(count, 1);\n";
    const std::string wait = "  await@acq." + scope + "(count == 2);\n";
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const std::string text = threads_that_meet(seed, scope, machine.level, "  barrier();\n", "");
      const auto found = run_under(machine.model, text);
      const auto expected =
          run_under(machine.model, threads_that_meet(seed, scope, machine.level, arrive, wait));
      CAPTURE(text);
      CAPTURE(machine.model);
      CHECK(found.first == expected.first);
      if (!found.first) CHECK(found.second == expected.second);
      races += found.first ? 1 : 0;
      ++compared;
    }
  }
  CHECK(races > 2);
  CHECK(compared - races > 40);
}

}  // namespace drover::oracle::scopes_check_test
