#include "explorer/run/run_buffering.h"

#include <algorithm>
#include <optional>

#include "explorer/algorithms/buffering/buffering.h"
#include "explorer/models/cat_source.h"
#include "explorer/models/incremental/imm_checker.h"
#include "explorer/models/incremental/open_cat_checker.h"
#include "explorer/models/model_proof.h"

namespace drover {

namespace {

using buffering::Comparison;
using buffering::Extent;
using buffering::KnownModel;

// What the text of a model says. `source` must outlive it.
template <std::size_t Words>
typename KnownModel<Words>::Check text_check(const cat::Code& source,
                                             const ProgramAutomata& automata) {
  using Checker = incremental::OpenCatChecker<Words>;
  if (!Checker::takes(source)) return nullptr;
  return [checker = std::make_shared<Checker>(source, automata)](
             const WorkingGraph<Words>& graph, const EventBits<Words>& open, Extent extent) {
    return checker->ask(graph, open,
                        extent == Extent::Part ? Checker::Extent::Part : Checker::Extent::Whole);
  };
}

// The checkers of built-in models come first where they know.
template <std::size_t Words>
typename KnownModel<Words>::Check imm_check(typename KnownModel<Words>::Check by_text) {
  using incremental::ImmVerdict;
  return
      [checker = std::make_shared<incremental::ImmChecker<Words>>(), by_text = std::move(by_text)](
          const WorkingGraph<Words>& graph, const EventBits<Words>& open,
          Extent extent) -> std::optional<bool> {
        const ImmVerdict verdict = checker->ask(graph, open);
        if (verdict == ImmVerdict::Unknown) return by_text(graph, open, extent);
        return verdict == ImmVerdict::Consistent;
      };
}

template <std::size_t Words>
KnownModel<Words> known_model(const MemoryModel& model, const ProgramAutomata& automata) {
  const std::unique_ptr<GraphChecker> checker = model.make_checker();
  const auto* source = dynamic_cast<const CatSource*>(checker.get());
  if (source == nullptr) return {};
  const DependencyProofs proofs = prove_dependencies(source->code());
  KnownModel<Words> known{
      .check = text_check<Words>(source->code(), automata),
      .is_exact = true,
      .is_same_of_parts = std::ranges::all_of(source->code().checks,
                                              [](const cat::CodeCheck& check) {
                                                return check.use != cat::CheckUse::Axiom ||
                                                       check.fails_for_good;
                                              }),
      .keeps_barriers = proofs.orders_barriers,
      .is_coherent = proofs.coherence.is_proved,
      .is_atomic = proofs.atomicity.is_proved,
      .updates = proofs.orders_updates ? buffering::Updates::Hold : buffering::Updates::Pass,
      .orders_halves = proofs.orders_halves,
  };
  if (model.traits().file == "imm.cat") {
    known.check = imm_check<Words>(std::move(known.check));
    known.is_exact = false;
  }
  return known;
}

template <std::size_t Words>
std::unique_ptr<Search> make_with(const MemoryModel& model, ProgramAutomata& automata,
                                  RunControl& control, ExecutionObserver& observer,
                                  Comparison comparison) {
  return std::make_unique<buffering::Buffering<Words>>(
      automata, model, known_model<Words>(model, automata), control, observer, comparison);
}

}  // namespace

std::unique_ptr<Search> make_buffering(const MemoryModel& model, std::size_t capacity,
                                       ProgramAutomata& automata, RunControl& control,
                                       ExecutionObserver& observer, Comparison comparison) {
  if (capacity <= BufferingCapacities[0]) {
    return make_with<1>(model, automata, control, observer, comparison);
  }
  return make_with<4>(model, automata, control, observer, comparison);
}

}  // namespace drover
