#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "semantics/decompile/source_printer.h"
#include "semantics/passes/unroll_pass.h"
#include "support/format.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/run_lines.h"
#include "tests/oracle/shrink.h"
#include "tests/support/program_text.h"

namespace drover::oracle::unroll_test {

namespace {

constexpr std::uint64_t Programs = 1000;
constexpr std::uint32_t Bound = 2;

GeneratorOptions with_loops() {
  GeneratorOptions options;
  options.max_nesting = 3;
  options.weights.loop = 16;
  options.weights.spin = 12;
  options.weights.labelled = 6;
  options.weights.jump = 8;
  options.weights.await = 3;
  options.weights.assume = 3;
  options.weights.call = 4;
  options.chances.function = 40;
  options.chances.annotation = 10;
  return options;
}

ExplorerOptions options_for(const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Spore;
  options.after_error = AfterError::GoOn;
  options.reductions = ReductionSet::none();
  options.unfold.unroll = Bound;
  options.max_executions = 20'000;
  return options;
}

// Returns a report as text, without places; cut executions count as blocked. Deadlocks are left
// out: in an execution with a cut thread, no thread counts as waiting forever.
std::string summary_of(const Program& program, const MemoryModel& model) {
  const ExplorationResult result = explore(program, options_for(model));
  std::string out =
      format("executions {} blocked or cut {} erroneous {} events {}\n", result.executions,
             result.blocked + result.cut, result.erroneous, result.events);
  out += outcome_lines(result);
  std::set<std::string> kinds;
  for (const ReportedError& error : result.errors) {
    if (error.kind != ErrorKind::Deadlock) kinds.insert(std::string(error_kind_name(error.kind)));
  }
  for (const std::string& kind : kinds) out += format("error {}\n", kind);
  return out;
}

std::string difference_of(const std::string& source) {
  const Program program = testing::program_from(source);
  const std::optional<Program> flat = passes::unrolled(program, Bound);
  if (!flat) return "it is too long\n";
  const std::optional<std::string> text = decompile::print_source(*flat);
  if (!text) return "it does not print\n";
  const Program again = testing::program_from(*text);
  for (const char* name : {"sc", "rc11"}) {
    const MemoryModel& model = *find_model(name);
    const std::string before = summary_of(program, model);
    for (const Program* after : {&*flat, &again}) {
      const std::string here = summary_of(*after, model);
      if (before != here) return format("under {}:\n{}---\n{}{}", name, before, here, *text);
    }
  }
  return "";
}

}  // namespace

TEST_CASE("a program with unrolled loops has the executions of the program with loops") {
  std::size_t with_cuts = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const GeneratedProgram program = generate(seed, with_loops());
    const Program original = testing::program_from(to_source(program));
    if (explore(original, options_for(*find_model("sc"))).cut > 0) ++with_cuts;
    if (difference_of(to_source(program)).empty()) continue;
    const GeneratedProgram smallest =
        shrink(program, [](const std::string& source) { return !difference_of(source).empty(); });
    CAPTURE(seed);
    FAIL_CHECK(to_source(smallest) << difference_of(to_source(smallest)));
    return;
  }
  CHECK(with_cuts > Programs / 10);
}

}  // namespace drover::oracle::unroll_test
