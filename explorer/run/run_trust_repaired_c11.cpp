#include "explorer/models/incremental/repaired_c11_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

template <std::size_t Words>
using Rc11Checker =
    incremental::RepairedC11Checker<Words, incremental::ReleaseSequence::WithOwnWrites>;

template <std::size_t Words>
using Rc20Checker = incremental::RepairedC11Checker<Words, incremental::ReleaseSequence::RmwsOnly>;

}  // namespace

RunEnd run_trust_rc11(std::size_t capacity, ProgramAutomata& automata,
                      const trust::TrustOptions& options, RunControl& control,
                      ExecutionObserver& observer) {
  return run_with<Rc11Checker>(capacity, automata, options, control, observer);
}

RunEnd run_trust_rc20(std::size_t capacity, ProgramAutomata& automata,
                      const trust::TrustOptions& options, RunControl& control,
                      ExecutionObserver& observer) {
  return run_with<Rc20Checker>(capacity, automata, options, control, observer);
}

}  // namespace drover
