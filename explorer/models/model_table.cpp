#include "explorer/models/model_table.h"

#include <algorithm>
#include <array>

namespace drover {

namespace {

// Programs in which C11 modes have a meaning; `sc` and the store buffers need none.
constexpr std::string_view Modes = "core C";
constexpr std::string_view StoreBuffersOf = "core C X86 X86_64";
// Without LKMM: interleavings alone do not define what an RCU grace period waits for.
constexpr std::string_view Interleavings = "core C X86 X86_64 AArch64 RISCV PPC";

// The meaning of modes of core programs in these models.
constexpr ModeTraits NoModes{.tells_apart = TellsApart::NoModes};
constexpr ModeTraits ScStores{.tells_apart = TellsApart::ScStores};
constexpr ModeTraits Releases{.tells_apart = TellsApart::Releases};
constexpr ModeTraits ScFences{.tells_apart = TellsApart::ScFences};
// For machines: programs compiled by the usual mapping. Stronger modes give the same accesses with
// more tags, or more barriers.
constexpr ModeTraits AllModes{.tells_apart = TellsApart::Everything, .plain_is_sc = true};

constexpr ModelFacts WithoutRaces{};
constexpr ModelFacts WithRaces{.has_undefined = true};
// A failed compare-and-swap is also a fence there.
constexpr ModelFacts WithLockedUpdates{.tells_failed_updates = true};

// [SPORE] Def. 3.3 equates a helper's compare-and-swap with the owner's if every event that has
// seen the owner's last write has seen all events before it. Under pso that takes a fence.
constexpr std::array Models{
    ModelTraits{.name = "sc",
                .file = "sc.cat",
                .programs = Interleavings,
                .checker = IncrementalChecker::Sc,
                .machine = StoreBuffers::None,
                .access_order = AccessOrder::Total,
                .causal_cycles = CausalCycles::Impossible,
                .call_order = CallOrder::ReadsFrom,
                .helping = Helping::Sound,
                .takes_parts = true,
                .modes = NoModes,
                .facts = WithoutRaces},
    ModelTraits{.name = "tso",
                .file = "tso.cat",
                .programs = StoreBuffersOf,
                .checker = IncrementalChecker::Tso,
                .machine = StoreBuffers::Fifo,
                .causal_cycles = CausalCycles::Impossible,
                .call_order = CallOrder::ReadsFrom,
                .helping = Helping::Sound,
                .takes_parts = true,
                .modes = ScStores,
                .facts = WithLockedUpdates},
    ModelTraits{.name = "pso",
                .file = "pso.cat",
                .programs = StoreBuffersOf,
                .checker = IncrementalChecker::Pso,
                .machine = StoreBuffers::PerLocation,
                .call_order = CallOrder::ReleasedReads,
                .helping = Helping::Unsound,
                .takes_parts = true,
                .modes = Releases,
                .facts = WithLockedUpdates},
    ModelTraits{.name = "sra",
                .file = "sra.cat",
                .programs = Modes,
                .checker = IncrementalChecker::Sra,
                .causal_cycles = CausalCycles::Impossible,
                .call_order = CallOrder::HappensBefore,
                .helping = Helping::Sound,
                .modes = ScFences,
                .facts = WithoutRaces},
    ModelTraits{.name = "ra",
                .file = "ra.cat",
                .programs = Modes,
                .checker = IncrementalChecker::Ra,
                .call_order = CallOrder::HappensBefore,
                .helping = Helping::Sound,
                .modes = ScFences,
                .facts = WithoutRaces},
    ModelTraits{.name = "rc11",
                .file = "rc11.cat",
                .programs = Modes,
                .checker = IncrementalChecker::Rc11,
                .preconsistency = Preconsistency::Rc11,
                .call_order = CallOrder::HappensBefore,
                .annotation_rule = AnnotationRule::ByMode,
                .helping = Helping::Sound,
                .modes = AllModes,
                .facts = WithRaces},
    ModelTraits{.name = "rc20",
                .file = "rc20.cat",
                .programs = Modes,
                .checker = IncrementalChecker::Rc20,
                .call_order = CallOrder::HappensBefore,
                .annotation_rule = AnnotationRule::ByMode,
                .helping = Helping::Sound,
                .modes = AllModes,
                .facts = WithRaces},
    ModelTraits{.name = "wrc11",
                .file = "wrc11.cat",
                .programs = Modes,
                .preconsistency = Preconsistency::Wrc11,
                .helping = Helping::Unsound,
                .modes = AllModes},
    // Models of compilers.
    ModelTraits{.name = "imm",
                .file = "imm.cat",
                .programs = Modes,
                .open_checker = OpenChecker::Imm,
                .allows_read_removal = true,
                .allows_update_removal = true},
    // Models of machines, and of the Linux kernel: they use the tags of one dialect.
    ModelTraits{.name = "aarch64",
                .file = "aarch64.cat",
                .programs = "AArch64",
                .mapping = "c11-aarch64",
                .promises = PromisingRules::Arm,
                .takes_parts = true,
                .allows_read_removal = true,
                .modes = AllModes},
    ModelTraits{.name = "riscv",
                .file = "riscv.cat",
                .programs = "RISCV",
                .mapping = "c11-riscv",
                .promises = PromisingRules::RiscV,
                .takes_parts = true,
                .allows_read_removal = true,
                .modes = AllModes},
    ModelTraits{.name = "ppc",
                .file = "ppc.cat",
                .programs = "PPC",
                .mapping = "c11-ppc",
                .allows_read_removal = true,
                .modes = AllModes},
    // Models of GPUs. Of ptx, a wider scope is a stronger mode, too (Lemma 95, docs/proofs.md).
    ModelTraits{.name = "ptx",
                .file = "ptx.cat",
                .programs = "PTX",
                .mapping = "c11-ptx",
                .modes = AllModes},
    ModelTraits{.name = "vulkan",
                .file = "vulkan.cat",
                .programs = "VULKAN",
                .mapping = "c11-vulkan",
                .candidates = Candidates::FromNowhere},
    ModelTraits{.name = "opencl",
                .file = "opencl.cat",
                .programs = "OPENCL",
                .mapping = "c11-opencl",
                .candidates = Candidates::FromNowhere},
    // If a branch orders only its own block, herd has more candidates.
    ModelTraits{.name = "lkmm",
                .file = "lkmm.cat",
                .programs = "LKMM",
                .mapping = "c11-lkmm",
                .candidates = Candidates::SelfSupporting},
};

std::string_view word_of(std::string_view architecture) {
  return architecture.empty() ? CorePrograms : architecture;
}

}  // namespace

std::span<const ModelTraits> model_table() { return Models; }

std::vector<std::string_view> programs_of(const ModelTraits& traits) {
  std::string_view text = traits.programs;
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

bool is_about(const ModelTraits& traits, std::string_view architecture) {
  const std::vector<std::string_view> words = programs_of(traits);
  return words.empty() || std::ranges::find(words, word_of(architecture)) != words.end();
}

}  // namespace drover
