#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "semantics/decompile/source_printer.h"
#include "semantics/passes/await_pass.h"
#include "support/format.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/run_lines.h"
#include "tests/oracle/shrink.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::oracle::source_round_trip_test {

namespace {

constexpr std::uint64_t Programs = 1500;

GeneratorOptions with_everything() {
  GeneratorOptions options;
  options.max_nesting = 3;
  options.weights.loop = 8;
  options.weights.spin = 2;
  options.weights.labelled = 6;
  options.weights.jump = 8;
  options.weights.await = 6;
  options.weights.assume = 5;
  options.weights.call = 6;
  options.chances.function = 50;
  options.chances.annotation = 20;
  options.chances.heap = 20;
  options.chances.memory_in_expression = 40;
  options.chances.risky_arithmetic = 15;
  return options;
}

// Removes the lines of places such as `T0:12` from a message.
std::string without_lines(const std::string& message) {
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    out += message[i];
    if (message[i] != ':') continue;
    while (i + 1 < message.size() && message[i + 1] >= '0' && message[i + 1] <= '9') ++i;
  }
  return out;
}

// Returns a report as text, without the places of errors.
std::string summary_of(const Program& program, const MemoryModel& model, ReductionSet reductions) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Spore;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  options.unfold.unroll = 2;
  options.max_executions = 20'000;
  // With a callback, the result has the automata of the exploration.
  options.on_start = [](const GraphNames& /*names*/) {};
  const ExplorationResult result = explore(program, options);
  std::string out =
      format("verdict {} executions {} blocked {} deadlocks {} erroneous {} cut {} events {}\n",
             static_cast<int>(result.verdict), result.executions, result.blocked, result.deadlocks,
             result.erroneous, result.cut, result.events);
  out += oracle::outcome_lines(result);
  std::vector<std::string> errors = oracle::error_lines(
      result, [](const ReportedError& error) { return without_lines(words::error_text(error)); });
  // The same message from two places of one text may come from one place of the other.
  errors.erase(std::unique(errors.begin(), errors.end()), errors.end());
  for (const std::string& error : errors) out += error;
  for (std::size_t t = 0; t < result.automata->thread_count(); ++t) {
    out += format("automaton {}\n", result.automata->thread(ThreadId(t)).node_count());
  }
  return out;
}

// Returns the difference between a program and its printed form; empty if there is none.
std::string difference(const Program& program) {
  const std::optional<std::string> text = decompile::print_source(program);
  if (!text) return "it does not print\n";
  const Program again = testing::program_from(*text);
  ReductionSet helping = ReductionSet::none();
  helping.insert(Reduction::Helping);
  for (const char* name : {"sc", "rc11"}) {
    const MemoryModel& model = *find_model(name);
    for (const ReductionSet reductions : {ReductionSet::none(), helping}) {
      const std::string before = summary_of(program, model, reductions);
      const std::string after = summary_of(again, model, reductions);
      if (before != after) return format("under {}:\n{}---\n{}{}", name, before, after, *text);
    }
  }
  return "";
}

std::string difference_of(const std::string& source) {
  const Program program = testing::program_from(source);
  const std::string plain = difference(program);
  return plain.empty() ? difference(passes::with_awaits(program)) : plain;
}

}  // namespace

TEST_CASE("a program printed as source is the same program, before and after the await pass") {
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const GeneratedProgram program = generate(seed, with_everything());
    if (difference_of(to_source(program)).empty()) continue;
    const GeneratedProgram smallest =
        shrink(program, [](const std::string& source) { return !difference_of(source).empty(); });
    CAPTURE(seed);
    FAIL_CHECK(to_source(smallest) << difference_of(to_source(smallest)));
    return;
  }
}

}  // namespace drover::oracle::source_round_trip_test
