#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/desugar.h"
#include "frontend/parse.h"
#include "litmus/convert/convert.h"
#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"
#include "semantics/lower/lower_ast.h"
#include "tests/oracle/generator.h"

namespace drover::oracle::litmus_round_trip_test {

namespace {

constexpr std::uint64_t Programs = 1500;
constexpr std::uint32_t Unroll = 8;

// Options for programs that have only constructs of C litmus tests.
GeneratorOptions options_for_litmus() {
  GeneratorOptions options;
  options.weights.await = 0;
  options.weights.assume = 0;
  options.weights.assertion = 0;
  options.weights.stop = 0;
  options.weights.heap = 0;
  options.chances.heap = 0;
  options.chances.init_block = 0;
  options.chances.final_block = 0;
  options.chances.second_condition = 0;
  return options;
}

std::optional<Program> lowered(const std::string& text) {
  const SourceBuffer source = SourceBuffer::from_text("random.drv", text);
  DiagnosticSink sink;
  std::optional<Ast> ast = parse(source, sink);
  if (!ast) return std::nullopt;
  const std::optional<CheckedProgram> checked = check_program(std::move(*ast), {}, sink);
  if (!checked) return std::nullopt;
  return lowering::lower(desugar(*checked), source, sink);
}

ExplorerOptions options_for(const std::string& model) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.reductions = ReductionSet::none();
  options.after_error = AfterError::GoOn;
  options.unfold.unroll = Unroll;
  return options;
}

// Generated conditions compute; conditions of litmus tests only compare with numbers.
void replace_condition(Program& program) {
  ExpressionPool& pool = program.condition_expressions;
  ExprId all = pool.constant(1);
  for (std::uint32_t i = 0; i < program.observables.size(); ++i) {
    ExpressionNode observed;
    observed.op = Operator::Observed;
    observed.index = i;
    const ExprId is_zero = pool.binary(Operator::Equal, pool.add(observed), pool.constant(0));
    all = i == 0 ? is_zero : pool.binary(Operator::And, all, is_zero);
  }
  program.conditions.resize(1);
  program.conditions.front().kind = ConditionKind::Exists;
  program.conditions.front().expression = all;
}

struct Counts {
  std::uint64_t satisfying = 0;
  std::uint64_t others = 0;
  std::uint64_t blocked = 0;
  bool has_race = false;
  std::multiset<std::uint64_t> outcomes = {};  // the number of executions of each final state

  bool operator==(const Counts&) const = default;
};

std::multiset<std::uint64_t> outcomes_of(const ExplorationResult& result) {
  std::multiset<std::uint64_t> out;
  for (const auto& [state, count] : result.outcomes) out.insert(count);
  return out;
}

bool is_faulty(const ExplorationResult& result) {
  return std::ranges::any_of(result.errors, [](const ReportedError& error) {
    return error.kind == ErrorKind::Arithmetic || error.kind == ErrorKind::Memory;
  });
}

// Nothing for programs that fault or have cut loops: the places of faults and cuts may differ.
std::optional<Counts> counts_of(const Program& program, const std::string& model) {
  const ExplorationResult result = explore(program, options_for(model));
  if (is_faulty(result) || result.cut > 0) return std::nullopt;
  const ConditionResult& condition = result.conditions.front();
  const bool has_race = std::ranges::any_of(
      result.errors, [](const ReportedError& error) { return error.kind == ErrorKind::Race; });
  return Counts{condition.witnesses, condition.others, result.blocked, has_race,
                outcomes_of(result)};
}

Counts counts_of(const litmus::LitmusTest& test, const std::string& model) {
  const ExplorationResult result = explore(test.program, options_for(model));
  const litmus::LitmusVerdict verdict = litmus::judge(test, result);
  return {verdict.satisfying, verdict.others, verdict.blocked, verdict.has_race,
          outcomes_of(result)};
}

}  // namespace

TEST_CASE("random programs are the same as C litmus tests, and as core programs again") {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    CAPTURE(seed);
    std::optional<Program> program = lowered(to_source(generate(seed, options_for_litmus())));
    REQUIRE(program.has_value());
    replace_condition(*program);
    DiagnosticSink sink;
    const std::optional<std::string> text = litmus::to_c_litmus(*program, "random", sink);
    if (!text) continue;
    CAPTURE(*text);
    const SourceBuffer source = SourceBuffer::from_text("random.litmus", *text);
    const std::optional<litmus::LitmusTest> test =
        litmus::load_litmus(source, {litmus::Strictness::Wide, Unroll}, sink);
    REQUIRE(test.has_value());
    const std::optional<std::string> back = litmus::to_core(*test, sink);
    REQUIRE(back.has_value());
    const std::optional<Program> again = lowered(*back);
    CAPTURE(*back);
    REQUIRE(again.has_value());
    for (const std::string model : {"sc", "rc11"}) {
      CAPTURE(model);
      const std::optional<Counts> wanted = counts_of(*program, model);
      if (!wanted) continue;
      ++compared;
      CHECK(counts_of(*test, model) == *wanted);
      CHECK(counts_of(*again, model) == wanted);
    }
  }
  CHECK(compared > Programs);
}

}  // namespace drover::oracle::litmus_round_trip_test
