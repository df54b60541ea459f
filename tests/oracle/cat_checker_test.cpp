// Models from files, with compiled axioms: each step is compared with the evaluated axioms, and
// executions and reports with those of the same model built in.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "explorer/cat/compiled_model.h"
#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "tests/oracle/generator.h"
#include "tests/support/orbits.h"
#include "tests/support/program_text.h"
#include "tests/support/random_model.h"
#include "tests/support/run_search.h"

namespace drover::oracle::cat_checker_test {

namespace {

constexpr std::uint64_t Programs = 250;
constexpr std::size_t MaxExecutions = 400;

std::unique_ptr<CatModel> from_text(const std::string& text) {
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return std::make_unique<CatModel>(ModelInfo{.name = "test.cat", .text = text}, reading.code);
}

// Stops a run that has too many executions to compare.
class Bounded : public testing::Orbits {
 public:
  Bounded(std::size_t threads, RunControl& control) : Orbits(threads, {}), control_(control) {}
  void on_execution(const Execution& execution) override {
    Orbits::on_execution(execution);
    if (count > MaxExecutions) control_.stop(StopReason::MaxExecutions);
  }

 private:
  RunControl& control_;
};

// Explores with a comparison of every step with the axioms, which fails if they differ.
std::map<testing::Orbits::Form, std::size_t> executions_of(
    const Program& program, const MemoryModel& model,
    trust::FailedAwaits awaits = trust::FailedAwaits::Stay) {
  RunControl control;
  ProgramAutomata automata(program, {});
  Bounded found(automata.thread_count(), control);
  const trust::TrustOptions options{.failed_awaits = awaits,
                                    .comparison = trust::Comparison::WithAxioms,
                                    .dependencies = model.needs_dependencies()
                                                        ? DependencyPart::Included
                                                        : DependencyPart::LeftOut};
  REQUIRE(run_trust(model, 64, automata, options, control, found) == RunEnd::Done);
  return found.found;
}

bool is_whole(const std::map<testing::Orbits::Form, std::size_t>& found) {
  std::size_t total = 0;
  for (const auto& [form, count] : found) total += count;
  return total <= MaxExecutions;
}

}  // namespace

TEST_CASE("a model from a file explores what the same model built in does, on random programs") {
  std::size_t compared = 0;
  for (const char* const name : {"sc", "tso", "pso", "sra", "ra", "rc11", "rc20"}) {
    CAPTURE(name);
    const MemoryModel& builtin = *find_model(name);
    const auto file = from_text(std::string(builtin.text()));
    REQUIRE(cat::compile(*file->code(), file->proofs().implied).has_value());
    for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
      CAPTURE(seed);
      const std::string source = to_source(generate(seed));
      CAPTURE(source);
      const Program program = testing::program_from(source);
      const auto expected = executions_of(program, builtin, trust::FailedAwaits::Leave);
      if (expected.empty() || !is_whole(expected)) continue;
      ++compared;
      REQUIRE(executions_of(program, *file, trust::FailedAwaits::Leave) == expected);
      // The reductions that are proved keep the final states.
      ExplorerOptions options;
      options.after_error = AfterError::GoOn;
      options.model = &builtin;
      options.algorithm = AlgorithmKind::Enumerate;
      const ExplorationResult first = explore(program, options);
      options.model = file.get();
      options.algorithm = AlgorithmKind::Auto;
      const ExplorationResult second = explore(program, options);
      REQUIRE((first.executions > 0) == (second.executions > 0));
      REQUIRE(first.errors.empty() == second.errors.empty());
      if (second.symmetric.empty()) REQUIRE(first.outcomes.size() == second.outcomes.size());
    }
  }
  CHECK(compared > 7 * Programs * 3 / 4);
}

TEST_CASE("models with axioms that no built-in model has: spore finds what enumerate finds") {
  // Each model has an axiom of a kind that no built-in model has.
  const std::vector<std::string> texts{
      "include \"cos.cat\"\nacyclic po-loc | sync & loc | rf | co | fr\nempty rmw & (fre; coe)\n"
      "acyclic [R]; po | po; [W] | sync | rfe | co | fr\n",
      "include \"cos.cat\"\nlet fr = rf^-1; co\nlet hb = (po | sync | rf)+\nirreflexive hb; (rf | "
      "co "
      "| fr)+\nempty rmw & (fr; co)\nacyclic (hb \\ (W * R)) | fr; co? | coe\n",
      "include \"cos.cat\"\nacyclic po | sync | rf\nirreflexive (po | sync); (rf | co | "
      "fr)+\nempty "
      "rmw & (fr; co)\nacyclic [SC]; (po | sync | rf | co | fr)+; [SC] \\ id\nirreflexive po; fr; "
      "[REL]; po^-1\n",
  };
  for (const std::string& text : texts) {
    CAPTURE(text);
    const auto model = from_text(text);
    REQUIRE(cat::compile(*model->code(), model->proofs().implied).has_value());
    for (std::uint64_t seed = 1; seed <= Programs / 2; ++seed) {
      CAPTURE(seed);
      const Program program = testing::program_from(to_source(generate(seed)));
      for (const auto& [form, count] : executions_of(program, *model)) CHECK(count == 1);
    }
  }
}

TEST_CASE("compiled axioms of any kind agree with the evaluator") {
  const char* const asked = std::getenv("DROVER_MODELS");
  const std::uint64_t models = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 500;
  const std::string base =
      "include \"cos.cat\"\nacyclic po | sync | rf\nirreflexive (po | sync); (rf | co | fr)+\n"
      "empty rmw & (fr; co)\n";
  std::size_t compiled = 0;
  for (std::uint64_t seed = 1; seed <= models; ++seed) {
    const std::string text = base + testing::RandomModel(seed).checks();
    CAPTURE(text);
    const auto model = from_text(text);
    // A read becomes FAILED once it has read, which the checker does not follow everywhere. No
    // model with FAILED that `spore` supports is known.
    if (!cat::compile(*model->code(), model->proofs().implied).has_value() ||
        text.find("FAILED") != std::string::npos)
      continue;
    ++compiled;
    for (std::uint64_t program_seed = seed; program_seed < seed + 4; ++program_seed) {
      CAPTURE(program_seed);
      executions_of(testing::program_from(to_source(generate(program_seed))), *model);
    }
  }
  CHECK(compiled > models / 20);
}

}  // namespace drover::oracle::cat_checker_test
