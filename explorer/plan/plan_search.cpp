#include "explorer/plan/plan_search.h"

#include <functional>
#include <iterator>
#include <utility>

#include "explorer/algorithms/dpor/dpor.h"
#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/reference/interleave.h"
#include "explorer/algorithms/rvf/rvf.h"
#include "explorer/plan/deep_stack.h"
#include "explorer/run/run_buffering.h"
#include "explorer/run/run_rcmc.h"
#include "explorer/run/run_trust.h"
#include "support/check.h"

namespace drover {

namespace {

// An algorithm that runs from begin to end without pauses.
class WholeRun : public Search {
 public:
  WholeRun(RunControl& control, std::function<void()> run)
      : control_(control), run_(std::move(run)) {}

  void begin() override { is_pending_ = true; }
  [[nodiscard]] bool load(std::string_view /*item*/) override { return false; }
  SearchEnd run() override {
    if (std::exchange(is_pending_, false)) on_deep_stack(control_, run_);
    return SearchEnd::Done;
  }
  std::optional<Bytes> split() override { return std::nullopt; }

 private:
  RunControl& control_;
  std::function<void()> run_;
  bool is_pending_ = false;
};

}  // namespace

bool is_splittable(AlgorithmKind algorithm) {
  return algorithm != AlgorithmKind::Dpor && algorithm != AlgorithmKind::Interleave;
}

bool is_resumable(AlgorithmKind algorithm) { return algorithm != AlgorithmKind::Interleave; }

bool has_width(AlgorithmKind algorithm, std::uint32_t width) {
  if (algorithm == AlgorithmKind::Buffering) return width < std::size(BufferingCapacities);
  const bool has_widths = algorithm == AlgorithmKind::Spore || algorithm == AlgorithmKind::Rcmc;
  return has_widths ? width < std::size(TrustCapacities) : width == 0;
}

std::unique_ptr<Search> make_search(const Plan& plan, const MemoryModel& model, std::uint32_t width,
                                    ProgramAutomata& automata, RunControl& control,
                                    ExecutionObserver& observer) {
  switch (plan.algorithm) {
    case AlgorithmKind::Spore:
      return make_trust(model, TrustCapacities[width], automata, plan.trust, control, observer);
    case AlgorithmKind::Rcmc:
      return make_rcmc(model, TrustCapacities[width], automata, control, observer);
    case AlgorithmKind::Enumerate:
      return reference::make_enumeration(automata, model, control, observer);
    case AlgorithmKind::Buffering:
      return make_buffering(model, BufferingCapacities[width], automata, control, observer);
    case AlgorithmKind::Rvf: return rvf::make_rvf(automata, plan.rvf, control, observer);
    case AlgorithmKind::Interleave:
      return std::make_unique<WholeRun>(control, [&] {
        reference::interleave_executions(automata, plan.machine, control, observer);
      });
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
