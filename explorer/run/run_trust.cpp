#include "explorer/run/run_trust.h"

#include <string_view>

#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

using TrustRun = RunEnd (*)(const TrustJob& job);

TrustRun run_of(std::string_view model) {
  if (model == "sc") return run_trust_sc;
  if (model == "tso") return run_trust_tso;
  if (model == "pso") return run_trust_pso;
  if (model == "sra") return run_trust_sra;
  if (model == "ra") return run_trust_ra;
  if (model == "rc11") return run_trust_rc11;
  if (model == "rc20") return run_trust_rc20;
  return nullptr;
}

}  // namespace

bool has_trust(const MemoryModel& model) { return run_of(model.name()) != nullptr; }

RunEnd run_trust(const MemoryModel& model, std::size_t capacity, ProgramAutomata& automata,
                 const trust::TrustOptions& options, RunControl& control,
                 ExecutionObserver& observer) {
  trust::TrustOptions used = options;
  if (model.needs_dependencies()) used.dependencies = DependencyPart::Included;
  const TrustRun run = run_of(model.name());
  return (run != nullptr ? run : run_trust_axioms)({.model = model,
                                                    .capacity = capacity,
                                                    .automata = automata,
                                                    .options = used,
                                                    .control = control,
                                                    .observer = observer});
}

}  // namespace drover
