#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "semantics/program/topology.h"

namespace drover::progress {

// The promise of a scheduler, after Sorensen, Salvador, Raval, Evrard, Wickerson, Martonosi,
// Donaldson, "Specifying and Testing GPU Workgroup Progress Models", OOPSLA'21. A thread that has
// progress takes steps as long as it can; others may stop anywhere. If some thread can take steps,
// some such thread has progress; besides:
enum class ProgressModel : std::uint8_t {
  Fair,    // all have
  Hsa,     // that with the lowest number among those that can take steps
  Obe,     // those that have begun
  HsaObe,  // those of Hsa and those of Obe
  Lobe,    // those that have begun, and those below them
  Unfair   // no others
};

struct ProgressName {
  ProgressModel model;
  std::string_view name;
};
inline constexpr std::array ProgressNames{
    ProgressName{ProgressModel::Fair, "fair"}, ProgressName{ProgressModel::Hsa, "hsa"},
    ProgressName{ProgressModel::Obe, "obe"},   ProgressName{ProgressModel::HsaObe, "hsa-obe"},
    ProgressName{ProgressModel::Lobe, "lobe"}, ProgressName{ProgressModel::Unfair, "unfair"}};

[[nodiscard]] std::optional<ProgressModel> find_progress_model(std::string_view name);

// The state of threads in a run that does not end. By thread.
struct ThreadsAtEnd {
  std::vector<bool> has_begun;
  std::vector<bool> may_step;  // neither finished nor at a barrier that it does not pass
  std::vector<bool> steps;     // takes steps for ever
};

// True if the model allows the run: each thread that has progress takes steps. Groups of threads
// are members of larger groups: the rule holds at each level, for those groups that have progress.
[[nodiscard]] bool allows(ProgressModel model, const Topology* topology,
                          const ThreadsAtEnd& threads);

}  // namespace drover::progress
