// The ladder: the built-in models, strongest first, and why their verdicts differ.
//
// If two neighbours differ, one rejects the witness of the other. The violation is the difference:
// a cycle that one forbids and the other allows. So a rung that forbids the outcome is explained in
// the nearest witness, if there is one.

#include "analysis/explain/ladder.h"

#include <algorithm>
#include <utility>

#include "explorer/models/model_registry.h"

namespace drover::explain {

namespace {

// A short-lived worker: holds references.
class LadderClimber {
 public:
  LadderClimber(const LadderScope& scope, Explanation& result)
      : rungs_(result.ladder), scope_(scope), result_(result) {}

  void climb() {
    for (std::size_t i = 0; i < rungs_.size(); ++i) {
      LadderRung& rung = rungs_[i];
      if (rung.verdict == OutcomeVerdict::Forbidden) rung.reason = reason_on(i);
      if (!rung.witness) continue;
      if (const auto witness = usable_witness(i)) {
        rung.allowance = find_allowance(*rung.model, result_.candidates, *witness, scope_.observed);
      }
    }
    for (std::size_t i = 0; i + 1 < rungs_.size(); ++i) note_change(i);
  }

 private:
  [[nodiscard]] std::optional<Reason> reason_on(std::size_t rung) const {
    const MemoryModel& model = *rungs_[rung].model;
    if (const auto witness = nearest_witness(rung)) {
      return shortest_reason(model, result_.candidates, *witness, scope_.observed);
    }
    if (scope_.explained == 0) return std::nullopt;
    return find_reasons(model, result_.candidates, scope_.observed, scope_.explained).front();
  }

  // Returns the witness of the nearest rung that allows the outcome, preferring weaker models.
  [[nodiscard]] std::optional<std::size_t> nearest_witness(std::size_t rung) const {
    for (std::size_t distance = 1; distance < rungs_.size(); ++distance) {
      for (const std::size_t other : {rung + distance, rung - distance}) {
        if (other < rungs_.size() && rungs_[other].witness) return usable_witness(other);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::size_t> usable_witness(std::size_t rung) const {
    const std::size_t witness = *rungs_[rung].witness;
    return witness < scope_.kept ? std::optional(witness) : std::nullopt;
  }

  void note_change(std::size_t upper) {
    const LadderRung& first = rungs_[upper];
    const LadderRung& second = rungs_[upper + 1];
    const bool weakens =
        first.verdict == OutcomeVerdict::Forbidden && second.verdict == OutcomeVerdict::Allowed;
    const bool strengthens =
        first.verdict == OutcomeVerdict::Allowed && second.verdict == OutcomeVerdict::Forbidden;
    if (!weakens && !strengthens) return;
    const MemoryModel& strict = *(weakens ? first : second).model;
    const MemoryModel& lenient = *(weakens ? second : first).model;
    const auto witness = usable_witness(weakens ? upper + 1 : upper);
    if (!witness) return;
    LadderChange change{
        upper, shortest_reason(strict, result_.candidates, *witness, scope_.observed), {}};
    const ExecutionGraph& graph = result_.candidates[*witness].graph;
    change.lenience = find_lenience(strict, change.reason.violation, lenient, graph);
    result_.changes.push_back(std::move(change));
  }

  std::vector<LadderRung>& rungs_;
  const LadderScope& scope_;
  Explanation& result_;
};

}  // namespace

std::optional<Allowance> find_allowance(const MemoryModel& model,
                                        std::span<const Candidate> candidates, std::size_t witness,
                                        const ObservedLocations& observed) {
  const std::span<const MemoryModel* const> all = all_models();
  const ExecutionGraph& graph = candidates[witness].graph;
  const auto self = std::ranges::find(all, &model);
  const auto end = self == all.end() ? all.begin() + 1 : self;
  for (auto each = end; each != all.begin();) {
    const MemoryModel& strict = **--each;
    if (allows(strict, graph, observed)) continue;
    Allowance allowance{&strict, shortest_reason(strict, candidates, witness, observed), {}};
    if (!allowance.reason.overwritten) {
      allowance.lenience = find_lenience(strict, allowance.reason.violation, model, graph);
    }
    return allowance;
  }
  return std::nullopt;
}

void climb_ladder(const LadderScope& scope, Explanation& explanation) {
  LadderClimber(scope, explanation).climb();
}

}  // namespace drover::explain
