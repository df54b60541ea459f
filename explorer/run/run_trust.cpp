#include "explorer/run/run_trust.h"

#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

using TrustRun = RunEnd (*)(const TrustJob& job);

TrustRun run_of(IncrementalChecker checker) {
  switch (checker) {
    case IncrementalChecker::None: return nullptr;
    case IncrementalChecker::Sc: return run_trust_sc;
    case IncrementalChecker::Tso: return run_trust_tso;
    case IncrementalChecker::Pso: return run_trust_pso;
    case IncrementalChecker::Sra: return run_trust_sra;
    case IncrementalChecker::Ra: return run_trust_ra;
    case IncrementalChecker::Rc11: return run_trust_rc11;
    case IncrementalChecker::Rc20: return run_trust_rc20;
  }
  return nullptr;
}

}  // namespace

bool has_trust(const MemoryModel& model) {
  return model.traits().checker != IncrementalChecker::None;
}

RunEnd run_trust(const MemoryModel& model, std::size_t capacity, ProgramAutomata& automata,
                 const trust::TrustOptions& options, RunControl& control,
                 ExecutionObserver& observer) {
  trust::TrustOptions used = options;
  if (model.needs_dependencies()) used.dependencies = DependencyPart::Included;
  const TrustRun run = run_of(model.traits().checker);
  return (run != nullptr ? run : run_trust_axioms)({.model = model,
                                                    .capacity = capacity,
                                                    .automata = automata,
                                                    .options = used,
                                                    .control = control,
                                                    .observer = observer});
}

}  // namespace drover
