#include "explorer/models/model_table.h"

#include <array>

namespace drover {

namespace {

// [SPORE] Def. 3.3 makes a helper's compare-and-swap as good as the owner's where whoever has seen
// the owner's last write has seen all before it. Under pso that takes a fence.
constexpr std::array Models{
    ModelTraits{.name = "sc",
                .file = "sc.cat",
                .checker = IncrementalChecker::Sc,
                .machine = StoreBuffers::None,
                .access_order = AccessOrder::Total,
                .causal_cycles = CausalCycles::Impossible,
                .helping = Helping::Sound},
    ModelTraits{.name = "tso",
                .file = "tso.cat",
                .checker = IncrementalChecker::Tso,
                .machine = StoreBuffers::Fifo,
                .causal_cycles = CausalCycles::Impossible,
                .helping = Helping::Sound},
    ModelTraits{.name = "pso",
                .file = "pso.cat",
                .checker = IncrementalChecker::Pso,
                .machine = StoreBuffers::PerLocation,
                .helping = Helping::Unsound},
    ModelTraits{.name = "sra",
                .file = "sra.cat",
                .checker = IncrementalChecker::Sra,
                .causal_cycles = CausalCycles::Impossible,
                .helping = Helping::Sound},
    ModelTraits{.name = "ra",
                .file = "ra.cat",
                .checker = IncrementalChecker::Ra,
                .helping = Helping::Sound},
    ModelTraits{.name = "rc11",
                .file = "rc11.cat",
                .checker = IncrementalChecker::Rc11,
                .preconsistency = Preconsistency::Rc11,
                .annotation_rule = AnnotationRule::ByMode,
                .helping = Helping::Sound},
    ModelTraits{.name = "rc20",
                .file = "rc20.cat",
                .checker = IncrementalChecker::Rc20,
                .annotation_rule = AnnotationRule::ByMode,
                .helping = Helping::Sound},
    ModelTraits{.name = "wrc11",
                .file = "wrc11.cat",
                .preconsistency = Preconsistency::Wrc11,
                .helping = Helping::Unsound},
};

constexpr std::array MachineModels{
    ModelTraits{.name = "aarch64", .file = "aarch64.cat"},
    ModelTraits{.name = "riscv", .file = "riscv.cat"},
    ModelTraits{.name = "ppc", .file = "ppc.cat"},
    ModelTraits{.name = "lkmm", .file = "lkmm.cat"},
};

}  // namespace

std::span<const ModelTraits> model_table() { return Models; }

std::span<const ModelTraits> machine_model_table() { return MachineModels; }

}  // namespace drover
