#pragma once

// Private to run_trust: instantiates TruSt with a checker, at every capacity there is. One
// source file per family of models, so that they compile side by side.

#include "explorer/algorithms/trust/trust.h"
#include "explorer/run/run_trust.h"

namespace drover {

template <std::size_t Words, typename Checker>
RunEnd run_once(ProgramAutomata& automata, const trust::TrustOptions& options, RunControl& control,
                ExecutionObserver& observer) {
  return std::make_unique<trust::Trust<Words, Checker>>(automata, options, control, observer)
      ->run();
}

template <template <std::size_t> typename Checker>
RunEnd run_with(std::size_t capacity, ProgramAutomata& automata, const trust::TrustOptions& options,
                RunControl& control, ExecutionObserver& observer) {
  if (capacity <= 64) return run_once<1, Checker<1>>(automata, options, control, observer);
  if (capacity <= 128) return run_once<2, Checker<2>>(automata, options, control, observer);
  if (capacity <= 256) return run_once<4, Checker<4>>(automata, options, control, observer);
  return run_once<32, Checker<32>>(automata, options, control, observer);
}

using TrustRun = RunEnd (*)(std::size_t capacity, ProgramAutomata& automata,
                            const trust::TrustOptions& options, RunControl& control,
                            ExecutionObserver& observer);

RunEnd run_trust_sc(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                    ExecutionObserver&);
RunEnd run_trust_tso(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                     ExecutionObserver&);
RunEnd run_trust_pso(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                     ExecutionObserver&);
RunEnd run_trust_sra(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                     ExecutionObserver&);
RunEnd run_trust_ra(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                    ExecutionObserver&);
RunEnd run_trust_rc11(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                      ExecutionObserver&);
RunEnd run_trust_axioms(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                        ExecutionObserver&);
RunEnd run_trust_rc20(std::size_t, ProgramAutomata&, const trust::TrustOptions&, RunControl&,
                      ExecutionObserver&);

}  // namespace drover
