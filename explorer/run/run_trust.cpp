#include "explorer/run/run_trust.h"

#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

using MakeTrust = std::unique_ptr<Search> (*)(const TrustJob& job);

MakeTrust maker_of(IncrementalChecker checker) {
  switch (checker) {
    case IncrementalChecker::None: return nullptr;
    case IncrementalChecker::Sc: return make_trust_sc;
    case IncrementalChecker::Tso: return make_trust_tso;
    case IncrementalChecker::Pso: return make_trust_pso;
    case IncrementalChecker::Sra: return make_trust_sra;
    case IncrementalChecker::Ra: return make_trust_ra;
    case IncrementalChecker::Rc11: return make_trust_rc11;
    case IncrementalChecker::Rc20: return make_trust_rc20;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Search> make_trust(const MemoryModel& model, std::size_t capacity,
                                   ProgramAutomata& automata, const trust::TrustOptions& options,
                                   RunControl& control, ExecutionObserver& observer) {
  const TrustJob job{.model = model,
                     .capacity = capacity,
                     .automata = automata,
                     .options = options,
                     .control = control,
                     .observer = observer};
  const MakeTrust make = maker_of(model.traits().checker);
  return (make != nullptr ? make : make_trust_cat)(job);
}

RunEnd run_trust(const MemoryModel& model, std::size_t capacity, ProgramAutomata& automata,
                 const trust::TrustOptions& options, RunControl& control,
                 ExecutionObserver& observer) {
  const auto search = make_trust(model, capacity, automata, options, control, observer);
  search->begin();
  if (search->run() != SearchEnd::TooManyEvents) return RunEnd::Done;
  control.stop(StopReason::TooManyEvents);
  return RunEnd::TooManyEvents;
}

}  // namespace drover
