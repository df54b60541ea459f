#include "explorer/models/incremental/sc_checker.h"
#include "explorer/run_trust_with.h"

namespace drover {

TrustEnd run_trust_sc(std::size_t capacity, ProgramAutomata& automata, const TrustOptions& options,
                      RunControl& control, ExecutionObserver& observer) {
  return run_with<incremental::ScChecker>(capacity, automata, options, control, observer);
}

}  // namespace drover
