#include "explorer/plan/plan_search.h"

#include <iterator>

#include "explorer/algorithms/dpor/dpor.h"
#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/reference/interleave.h"
#include "explorer/algorithms/reference/promise_first.h"
#include "explorer/algorithms/rvf/rvf.h"
#include "explorer/run/searches.h"
#include "support/check.h"

namespace drover {

bool is_splittable(AlgorithmKind algorithm) {
  return algorithm != AlgorithmKind::Dpor && algorithm != AlgorithmKind::Interleave;
}

bool is_resumable(AlgorithmKind algorithm) { return algorithm != AlgorithmKind::Interleave; }

bool has_width(AlgorithmKind algorithm, std::uint32_t width) {
  if (algorithm == AlgorithmKind::Buffering) return width < std::size(BufferingCapacities);
  const bool has_widths = algorithm == AlgorithmKind::Spore || algorithm == AlgorithmKind::Rcmc;
  return has_widths ? width < std::size(GraphCapacities) : width == 0;
}

std::unique_ptr<Search> make_search(const Plan& plan, const MemoryModel& model, std::uint32_t width,
                                    ProgramAutomata& automata, RunControl& control,
                                    ExecutionObserver& observer) {
  switch (plan.algorithm) {
    case AlgorithmKind::Spore:
      return make_trust(model, GraphCapacities[width], automata, plan.trust, control, observer);
    case AlgorithmKind::Rcmc:
      return make_rcmc(model, GraphCapacities[width], automata, control, observer);
    case AlgorithmKind::Enumerate:
      return reference::make_enumeration(automata, model, control, observer);
    case AlgorithmKind::Buffering:
      return make_buffering(model, BufferingCapacities[width], automata, control, observer,
                            {.symmetric = plan.trust.symmetric,
                             .giving_up = plan.trust.giving_up,
                             .atomic_cells = plan.trust.atomic_cells});
    case AlgorithmKind::Rvf: return rvf::make_rvf(automata, plan.rvf, control, observer);
    case AlgorithmKind::Interleave:
      if (plan.promises) {
        return reference::make_promise_first(automata, *plan.promises, control, observer);
      }
      return reference::make_interleaving(automata, plan.machine, control, observer);
    case AlgorithmKind::Dpor: return dpor::make_dpor(automata, plan.additions, control, observer);
    case AlgorithmKind::Auto: break;
  }
  DROVER_UNREACHABLE("a plan names the algorithm to run");
}

std::optional<vsc::VscCounters> counters_of(const Search& search) {
  const auto* const values = dynamic_cast<const rvf::RvfSearch*>(&search);
  return values == nullptr ? std::nullopt : std::optional(values->counters());
}

}  // namespace drover
