#include "explorer/run/run_rcmc.h"

#include <memory>

#include "explorer/algorithms/rcmc/rcmc.h"
#include "explorer/models/incremental/preconsistency.h"

namespace drover {

namespace {

template <std::size_t Words>
RunEnd run_once(const MemoryModel& model, ProgramAutomata& automata, RunControl& control,
                ExecutionObserver& observer) {
  using Coherent = rcmc::Rcmc<Words, incremental::Rc11Preconsistency<Words>>;
  using Weak = rcmc::Rcmc<Words, incremental::Wrc11Preconsistency<Words>>;
  return model.traits().preconsistency == Preconsistency::Rc11
             ? std::make_unique<Coherent>(automata, control, observer)->run()
             : std::make_unique<Weak>(automata, control, observer)->run();
}

}  // namespace

RunEnd run_rcmc(const MemoryModel& model, std::size_t capacity, ProgramAutomata& automata,
                RunControl& control, ExecutionObserver& observer) {
  if (capacity <= 64) return run_once<1>(model, automata, control, observer);
  if (capacity <= 256) return run_once<4>(model, automata, control, observer);
  return run_once<32>(model, automata, control, observer);
}

}  // namespace drover
