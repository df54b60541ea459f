#include "explorer/algorithms/progress/progress_model.h"

#include <algorithm>
#include <map>

namespace drover::progress {

namespace {

// A thread, or a group of the threads at one place of a level.
struct Member {
  std::vector<std::size_t> threads;
  bool has_begun = false;
  bool may_step = false;
};

class Rule {
 public:
  Rule(ProgressModel model, const Topology* topology, const ThreadsAtEnd& threads)
      : model_(model), topology_(topology), threads_(threads) {}

  // True if the group may have progress: those members that must have it do.
  [[nodiscard]] bool holds(const std::vector<std::size_t>& group, std::size_t depth) const {
    if (group.size() == 1 && depth >= depths()) {
      const std::size_t thread = group.front();
      return !threads_.may_step[thread] || threads_.steps[thread];
    }
    const std::vector<Member> members = members_of(group, depth);
    bool is_any_due = false;
    bool has_any = false;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!members[i].may_step) continue;
      is_any_due = true;
      const bool has_progress = holds(members[i].threads, depth + 1);
      has_any |= has_progress;
      if (must(members, i) && !has_progress) return false;
    }
    return has_any || !is_any_due;
  }

 private:
  [[nodiscard]] std::size_t depths() const {
    return topology_ == nullptr ? 1 : topology_->levels.size();
  }

  // Level 0 is one group. The members of the last level are threads.
  [[nodiscard]] std::vector<Member> members_of(const std::vector<std::size_t>& group,
                                               std::size_t depth) const {
    std::map<std::size_t, Member> members;
    for (const std::size_t thread : group) {
      const bool is_group = topology_ != nullptr && depth + 1 < topology_->levels.size();
      Member& member = members[is_group ? topology_->places[thread][depth + 1] : thread];
      member.threads.push_back(thread);
      member.has_begun |= threads_.has_begun[thread];
      member.may_step |= threads_.may_step[thread];
    }
    std::vector<Member> out;
    for (auto& [number, member] : members) out.push_back(std::move(member));
    return out;
  }

  [[nodiscard]] bool must(const std::vector<Member>& members, std::size_t index) const {
    const auto here = members.begin() + static_cast<std::ptrdiff_t>(index);
    const bool is_first =
        std::none_of(members.begin(), here, [](const Member& each) { return each.may_step; });
    switch (model_) {
      case ProgressModel::Fair: return true;
      case ProgressModel::Hsa: return is_first;
      case ProgressModel::Obe: return here->has_begun;
      case ProgressModel::HsaObe: return is_first || here->has_begun;
      case ProgressModel::Lobe: return std::any_of(here, members.end(), &begun);
      case ProgressModel::Unfair: break;
    }
    return false;
  }
  static bool begun(const Member& member) { return member.has_begun; }

  ProgressModel model_;
  const Topology* topology_;
  const ThreadsAtEnd& threads_;
};

}  // namespace

std::optional<ProgressModel> find_progress_model(std::string_view name) {
  const auto* found = std::ranges::find(ProgressNames, name, &ProgressName::name);
  return found == ProgressNames.end() ? std::nullopt : std::optional(found->model);
}

bool allows(ProgressModel model, const Topology* topology, const ThreadsAtEnd& threads) {
  std::vector<std::size_t> all(threads.steps.size());
  for (std::size_t t = 0; t < all.size(); ++t) all[t] = t;
  return Rule(model, topology, threads).holds(all, 0);
}

}  // namespace drover::progress
