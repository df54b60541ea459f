#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/orders/search.h"
#include "analysis/robust/robust.h"
#include "explorer/algorithms/execution.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "input/subject.h"
#include "tests/oracle/generator.h"

// Robustness against its definition: two explorations, and the difference of what they find.
namespace drover::oracle::robust_reference_test {

namespace {

constexpr std::uint32_t Unroll = 3;

using ErrorName = std::pair<ErrorKind, std::uint32_t>;

// What the reference algorithm finds under a model.
struct Found {
  std::vector<GraphHash> reads;  // of each execution
  std::set<GraphHash> traces;
  std::set<std::vector<Value>> states;
  std::set<ErrorName> errors;
  bool is_whole = false;
  bool has_race = false;
};

ExplorerOptions options_for(const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.unfold.unroll = Unroll;
  options.after_error = AfterError::GoOn;
  options.reductions = ReductionSet::none();
  options.max_executions = 20'000;
  return options;
}

Found found_under(const MemoryModel& model, const Program& program) {
  Found found;
  ExplorerOptions options = options_for(model);
  options.algorithm = AlgorithmKind::Enumerate;
  options.on_execution = [&](const Execution& execution) {
    found.traces.insert(hash_graph(execution.graph(), CoherencePart::Included, OrderPart::LeftOut));
    found.reads.push_back(
        hash_graph(execution.graph(), CoherencePart::LeftOut, OrderPart::LeftOut));
  };
  const ExplorationResult result = explore(program, options);
  for (const auto& [state, count] : result.outcomes) found.states.insert(state);
  for (const ReportedError& error : result.errors) {
    found.errors.emplace(error.kind, error.place.source.begin);
    found.has_race |= error.kind == ErrorKind::Race;
  }
  found.is_whole = result.stop_reason == StopReason::Exhausted;
  return found;
}

std::uint64_t others_of(const Found& model, const Found& sc, robust::Behaviour by) {
  const std::set<GraphHash> sc_reads(sc.reads.begin(), sc.reads.end());
  const auto missing = [](const auto& all, const auto& known) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(all, [&](const auto& each) { return !known.contains(each); }));
  };
  switch (by) {
    case robust::Behaviour::Traces: return missing(model.traces, sc.traces);
    case robust::Behaviour::Reads: return missing(model.reads, sc_reads);
    case robust::Behaviour::States: break;
  }
  return missing(model.states, sc.states) + missing(model.errors, sc.errors);
}

}  // namespace

TEST_CASE("robustness is what two explorations find") {
  constexpr std::uint64_t Programs = 400;
  const MemoryModel& sc = *find_model("sc");
  GeneratorOptions generator;
  generator.min_threads = 2;
  generator.max_locations = 2;
  generator.chances.relaxed = 60;
  generator.chances.non_atomic = 2;
  generator.weights.load = 24;
  generator.weights.store = 24;
  generator.weights.fence = 2;
  generator.weights.critical = 2;
  std::uint64_t compared = 0;
  std::uint64_t surprising = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const char* const names[] = {"tso", "pso", "ra", "rc11", "imm"};
    const MemoryModel& model = *find_model(names[seed % 5]);
    const std::string source = to_source(generate(seed, generator));
    const input::Subject subject =
        input::read_subject_text(SourceBuffer::from_text("random.drv", source), {});
    if (!subject.program) continue;
    const Program program = orders::with_all_observables(*subject.program);
    const Found under_model = found_under(model, program);
    const Found under_sc = found_under(sc, program);
    if (!under_model.is_whole || !under_sc.is_whole) continue;
    for (const auto by :
         {robust::Behaviour::Traces, robust::Behaviour::Reads, robust::Behaviour::States}) {
      robust::RobustOptions options;
      options.explorer = options_for(model);
      options.sc = &sc;
      options.by = by;
      const robust::Robustness found = robust::find_robustness(program, options);
      CAPTURE(seed);
      CAPTURE(model.name());
      CAPTURE(source);
      CAPTURE(static_cast<int>(by));
      CHECK((found.verdict == robust::RobustVerdict::Undefined) ==
            (under_model.has_race && model.reports_races()));
      // With a cut loop no state is known to be missing under sc.
      if (by == robust::Behaviour::States && !found.is_complete) continue;
      const std::uint64_t others = others_of(under_model, under_sc, by);
      CHECK(found.others == others);
      ++compared;
      if (others > 0) ++surprising;
    }
  }
  CHECK(compared > Programs * 2);
  CHECK(surprising > Programs / 20);
}

}  // namespace drover::oracle::robust_reference_test
