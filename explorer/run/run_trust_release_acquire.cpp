#include "explorer/models/incremental/release_acquire_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

RunEnd run_trust_sra(std::size_t capacity, ProgramAutomata& automata,
                     const trust::TrustOptions& options, RunControl& control,
                     ExecutionObserver& observer) {
  return run_with<incremental::SraChecker>(capacity, automata, options, control, observer);
}

RunEnd run_trust_ra(std::size_t capacity, ProgramAutomata& automata,
                    const trust::TrustOptions& options, RunControl& control,
                    ExecutionObserver& observer) {
  return run_with<incremental::RaChecker>(capacity, automata, options, control, observer);
}

}  // namespace drover
