#include "explorer/run/run_buffering.h"

#include <optional>

#include "explorer/algorithms/buffering/buffering.h"
#include "explorer/models/incremental/imm_checker.h"

namespace drover {

namespace {

template <std::size_t Words>
buffering::KnownModel<Words> known_model(const MemoryModel& model) {
  using incremental::ImmVerdict;
  if (model.traits().file != "imm.cat") return {};
  const auto checker = std::make_shared<incremental::ImmChecker<Words>>();
  const auto check = [checker](const WorkingGraph<Words>& graph,
                               const EventBits<Words>& open) -> std::optional<bool> {
    const ImmVerdict verdict = checker->ask(graph, open);
    if (verdict == ImmVerdict::Unknown) return std::nullopt;
    return verdict == ImmVerdict::Consistent;
  };
  return {.check = check, .keeps_barriers = true};
}

template <std::size_t Words>
std::unique_ptr<Search> make_with(const MemoryModel& model, ProgramAutomata& automata,
                                  RunControl& control, ExecutionObserver& observer) {
  return std::make_unique<buffering::Buffering<Words>>(automata, model, known_model<Words>(model),
                                                       control, observer);
}

}  // namespace

std::unique_ptr<Search> make_buffering(const MemoryModel& model, std::size_t capacity,
                                       ProgramAutomata& automata, RunControl& control,
                                       ExecutionObserver& observer) {
  if (capacity <= BufferingCapacities[0]) return make_with<1>(model, automata, control, observer);
  return make_with<4>(model, automata, control, observer);
}

}  // namespace drover
