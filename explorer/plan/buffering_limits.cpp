#include "explorer/plan/buffering_limits.h"

#include <algorithm>
#include <memory>

#include "explorer/models/dependency_proof.h"
#include "explorer/models/incremental/base_sets.h"
#include "explorer/plan/buffering_features.h"
#include "explorer/plan/program_features.h"

namespace drover {

namespace {

// Checks whether all accesses of a program are in a set, whatever they read.
class AccessSet {
 public:
  AccessSet(const cat::Code& code, cat::NodeIndex set) : code_(code), set_(set) {}

  [[nodiscard]] bool has_all_of(const Program& program) const {
    return std::ranges::all_of(program.threads, [&](const Thread& thread) {
      return std::ranges::all_of(thread.code,
                                 [&](const Instruction& instruction) { return has(instruction); });
    });
  }

 private:
  [[nodiscard]] bool has(const Instruction& instruction) const {
    if (const auto* load = std::get_if<Load>(&instruction.body)) {
      return has(LabelKind::Read, load->mode, load->tags);
    }
    if (const auto* store = std::get_if<Store>(&instruction.body)) {
      return has(LabelKind::Write, store->mode, store->tags);
    }
    if (const auto* update = std::get_if<ReadModifyWrite>(&instruction.body)) {
      return has_halves(update->mode, update->read_tags, update->write_tags);
    }
    const auto* swap = std::get_if<CompareAndSwap>(&instruction.body);
    if (swap == nullptr) return true;
    WorkingEvent<1> failed = event(LabelKind::Read, swap->failure_mode);
    failed.is_failed_exclusive = true;
    return has_halves(swap->mode, swap->read_tags, swap->write_tags) &&
           incremental::is_in_set(code_, set_, failed, swap->failure_tags);
  }
  [[nodiscard]] static WorkingEvent<1> event(LabelKind kind, Mode mode) {
    WorkingEvent<1> out;
    out.kind = kind;
    out.mode = mode;
    return out;
  }
  [[nodiscard]] bool has(LabelKind kind, Mode mode, const TagSet& tags) const {
    return incremental::is_in_set(code_, set_, event(kind, mode), tags);
  }
  [[nodiscard]] bool has_halves(Mode mode, const TagSet& read_tags,
                                const TagSet& write_tags) const {
    WorkingEvent<1> read = event(LabelKind::Read, read_half(mode));
    read.is_exclusive_read = true;
    WorkingEvent<1> write = event(LabelKind::Write, write_half(mode));
    write.is_exclusive_write = true;
    return incremental::is_in_set(code_, set_, read, read_tags) &&
           incremental::is_in_set(code_, set_, write, write_tags);
  }

  const cat::Code& code_;
  cat::NodeIndex set_;
};

std::optional<BufferingObstacle> obstacle_to_promises(const Program& program,
                                                      const MemoryModel& model) {
  if (const auto found = obstacle_to_promised_ways(program)) return found;
  if (model.code() == nullptr) return BufferingObstacle::UnorderedAccesses;
  const DependencyProofs proofs = dependency_proofs(model);
  const bool has_all =
      !proofs.accesses || AccessSet(*model.code(), *proofs.accesses).has_all_of(program);
  return has_all ? std::nullopt : std::optional(BufferingObstacle::UnorderedAccesses);
}

}  // namespace

std::optional<BufferingObstacle> buffering_obstacle(const Program& program,
                                                    const MemoryModel& model,
                                                    FailedComputations failures) {
  const ModelProofs& known = model.proofs();
  if (has_spawns(program) && known.dependency_acyclicity.only_without_spawns) {
    return BufferingObstacle::SpawnsUnproved;
  }
  if (known.promises_ways) return obstacle_to_promises(program, model);
  if (const auto found = obstacle_to_buffering(program, failures)) return found;
  const auto found = obstacle_to_passing_updates(program, UpdateHalves::Unordered);
  if (!found) return std::nullopt;
  const DependencyProofs proofs = dependency_proofs(model);
  if (proofs.orders_updates) return std::nullopt;
  return proofs.orders_halves ? obstacle_to_passing_updates(program, UpdateHalves::Ordered) : found;
}

bool may_note_failures(const MemoryModel& model) {
  if (model.proofs().promises_ways) return false;  // executions may be dropped there
  const DependencyProofs proofs = dependency_proofs(model);
  return proofs.extends_maximally && proofs.not_of_parts.empty();
}

UnfoldOptions unfolded_for_buffering(const MemoryModel& model, UnfoldOptions options) {
  options.dependencies = DependencyTracking::On;
  if (model.proofs().promises_ways) options.branches = BranchSteps::On;
  return options;
}

}  // namespace drover
