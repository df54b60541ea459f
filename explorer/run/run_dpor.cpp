#include "explorer/run/run_dpor.h"

#include "explorer/algorithms/dpor/dpor.h"
#include "support/check.h"

namespace drover {

void run_dpor(ProgramAutomata& automata, dpor::Additions additions, RunControl& control,
              ExecutionObserver& observer) {
  [[maybe_unused]] const dpor::DporStatistics statistics =
      dpor::explore_by_dpor(automata, additions, control, observer);
  DROVER_DCHECK(statistics.sleep_blocked == 0, "an optimal exploration never ends asleep");
}

}  // namespace drover
