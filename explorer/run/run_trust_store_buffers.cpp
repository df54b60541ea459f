#include "explorer/models/incremental/store_buffer_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

template <std::size_t Words>
using TsoChecker = incremental::StoreBufferChecker<Words, incremental::BufferKind::Fifo>;

template <std::size_t Words>
using PsoChecker = incremental::StoreBufferChecker<Words, incremental::BufferKind::PerLocation>;

}  // namespace

RunEnd run_trust_tso(std::size_t capacity, ProgramAutomata& automata,
                     const trust::TrustOptions& options, RunControl& control,
                     ExecutionObserver& observer) {
  return run_with<TsoChecker>(capacity, automata, options, control, observer);
}

RunEnd run_trust_pso(std::size_t capacity, ProgramAutomata& automata,
                     const trust::TrustOptions& options, RunControl& control,
                     ExecutionObserver& observer) {
  return run_with<PsoChecker>(capacity, automata, options, control, observer);
}

}  // namespace drover
