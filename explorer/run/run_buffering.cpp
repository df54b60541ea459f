#include "explorer/run/run_buffering.h"

#include "explorer/algorithms/buffering/buffering.h"

namespace drover {

std::unique_ptr<Search> make_buffering(const MemoryModel& model, std::size_t capacity,
                                       ProgramAutomata& automata, RunControl& control,
                                       ExecutionObserver& observer) {
  if (capacity <= BufferingCapacities[0]) {
    return std::make_unique<buffering::Buffering<1>>(automata, model, control, observer);
  }
  return std::make_unique<buffering::Buffering<4>>(automata, model, control, observer);
}

}  // namespace drover
