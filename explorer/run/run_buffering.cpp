#include "explorer/run/run_buffering.h"

#include "explorer/algorithms/buffering/buffering.h"

namespace drover {

std::unique_ptr<Search> make_buffering(const MemoryModel& model, ProgramAutomata& automata,
                                       RunControl& control, ExecutionObserver& observer) {
  constexpr std::size_t Words = 4;
  return std::make_unique<buffering::Buffering<Words>>(automata, model, control, observer);
}

}  // namespace drover
