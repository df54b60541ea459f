#include "explorer/algorithms/rcmc/rcmc.h"
#include "explorer/models/incremental/preconsistency.h"
#include "explorer/run/searches.h"

namespace drover {

std::unique_ptr<Search> make_rcmc(const MemoryModel& model, std::size_t capacity,
                                  ProgramAutomata& automata, RunControl& control,
                                  ExecutionObserver& observer) {
  return with_words(capacity, MostEvents, [&]<std::size_t Words>() -> std::unique_ptr<Search> {
    using Consistency = incremental::PreconsistencyChecker<Words>;
    return std::make_unique<rcmc::Rcmc<Words, Consistency>>(
        automata, Consistency(model.traits().preconsistency), control, observer);
  });
}

}  // namespace drover
