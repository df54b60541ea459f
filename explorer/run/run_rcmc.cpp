#include "explorer/run/run_rcmc.h"

#include "explorer/algorithms/rcmc/rcmc.h"
#include "explorer/models/incremental/preconsistency.h"

namespace drover {

namespace {

template <std::size_t Words>
std::unique_ptr<Search> make_with(const MemoryModel& model, ProgramAutomata& automata,
                                  RunControl& control, ExecutionObserver& observer) {
  using Coherent = rcmc::Rcmc<Words, incremental::Rc11Preconsistency<Words>>;
  using Weak = rcmc::Rcmc<Words, incremental::Wrc11Preconsistency<Words>>;
  if (model.traits().preconsistency == Preconsistency::Rc11) {
    return std::make_unique<Coherent>(automata, control, observer);
  }
  return std::make_unique<Weak>(automata, control, observer);
}

}  // namespace

std::unique_ptr<Search> make_rcmc(const MemoryModel& model, std::size_t capacity,
                                  ProgramAutomata& automata, RunControl& control,
                                  ExecutionObserver& observer) {
  if (capacity <= 64) return make_with<1>(model, automata, control, observer);
  if (capacity <= 256) return make_with<4>(model, automata, control, observer);
  return make_with<AnyNumberOfWords>(model, automata, control, observer);
}

RunEnd run_rcmc(const MemoryModel& model, std::size_t capacity, ProgramAutomata& automata,
                RunControl& control, ExecutionObserver& observer) {
  const auto search = make_rcmc(model, capacity, automata, control, observer);
  search->begin();
  if (search->run() != SearchEnd::TooManyEvents) return RunEnd::Done;
  control.stop(StopReason::TooManyEvents);
  return RunEnd::TooManyEvents;
}

}  // namespace drover
