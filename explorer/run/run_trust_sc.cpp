#include "explorer/models/incremental/sc_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

RunEnd run_trust_sc(std::size_t capacity, ProgramAutomata& automata,
                    const trust::TrustOptions& options, RunControl& control,
                    ExecutionObserver& observer) {
  return run_with<incremental::ScChecker>(capacity, automata, options, control, observer);
}

}  // namespace drover
