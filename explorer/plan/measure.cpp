#include "explorer/plan/measure.h"

#include "explorer/plan/size_comparison.h"
#include "semantics/automaton/liveness.h"

namespace drover {

Measurements measure(const Plan& plan, const ExplorerOptions& options) {
  const Program& program = plan.reduced.program;
  Measurements measured;
  measured.promise = promise_of_values(program, plan.unfold, plan.trust.symmetric);
  if (measured.promise) return measured;
  ExplorerOptions limits = options;
  if (!may_start_again(options)) {
    limits.max_seconds.reset();
    limits.interrupt = nullptr;
  }
  measured.sizes = compare_sizes(plan, limits);
  if (!measured.sizes) return measured;
  // The work of `dpor` cannot be divided.
  measured.may_reorder = options.parts == PartsKept::Together && options.cluster == nullptr &&
                         options.model->is_builtin() && has_commuting(program);
  return measured;
}

}  // namespace drover
