// Whole explorations, in executions (complete and blocked) per second.

#include <string>
#include <vector>

#include "bench/benchmark.h"
#include "bench/program_file.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "support/check.h"

namespace drover::bench {
namespace {

enum class Symmetry : std::uint8_t { Off, On };

struct Case {
  std::string program;
  std::vector<ConstantOverride> constants;
  Symmetry symmetry = Symmetry::Off;
  std::string model = "rc11";
};

void whole_run(benchmark::State& state, const Case& chosen) {
  const Program program = program_file(chosen.program, chosen.constants);
  ExplorerOptions options;
  options.model = find_model(chosen.model);
  options.algorithm = AlgorithmKind::Spore;
  options.reductions.erase(Reduction::Helping);
  if (chosen.symmetry == Symmetry::Off) options.reductions.erase(Reduction::Symmetry);
  std::uint64_t executions = 0;
  for (auto _ : state) {
    const ExplorationResult result = explore(program, options);
    DROVER_CHECK(result.verdict == Verdict::Safe, "the programs measured here have no errors");
    executions += result.executions + result.blocked;
  }
  state.counters["executions/s"] =
      benchmark::Counter(static_cast<double>(executions), benchmark::Counter::kIsRate);
}

std::vector<Case> cases() {
  std::vector<Case> all = {
      {"ainc", {{"N", 7}}},
      {"binc", {{"N", 5}}},
      {"casrot", {{"N", 10}}},
      {"dglmqueue-multiset", {{"N", 5}, {"HELPING", 0}}},
      {"fib_bench", {{"K", 4}}},
      {"lastzero", {{"N", 12}}},
      {"lbn", {{"N", 14}}},
      {"linuxrwlocks", {{"N", 3}}},
      {"mp", {{"N", 7}}},
      {"msqueue-emptiness", {{"N", 3}, {"HELPING", 0}}, Symmetry::On},
      {"mutex-musl", {{"N", 3}}, Symmetry::On},
      {"readers", {{"N", 14}}},
      {"safestack", {{"FIRST", 2}, {"SECOND", 2}}},
      {"sbn", {{"N", 14}}},
      {"seqlock", {{"N", 5}}},
      {"treiber-emptiness", {{"N", 4}}, Symmetry::On},
      {"ttaslock", {{"N", 5}}},
      {"twalock", {{"N", 5}}, Symmetry::On},
  };
  for (const MemoryModel* model : all_models()) {
    if (model->name() == "wrc11") continue;  // `spore` does not support it
    all.push_back({"casw", {{"N", 4}}, Symmetry::Off, std::string(model->name())});
  }
  return all;
}

[[maybe_unused]] const bool IsRegistered = [] {
  for (const Case& each : cases()) {
    std::string name = "run/" + each.program;
    for (const ConstantOverride& constant : each.constants) {
      name += "/" + constant.name + "=" + std::to_string(constant.value);
    }
    if (each.symmetry == Symmetry::On) name += "/symmetry";
    name += "/" + each.model;
    benchmark::RegisterBenchmark(name.c_str(), whole_run, each)->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace drover::bench
