// Finds where two models differ.
//
// A difference is a program and an outcome (the values of its reads and the final memory) that one
// model allows and the other forbids; graphs are only a means. Every write has a unique value, so
// an outcome determines rf and the last write of each location. It is allowed if some graph with
// this rf and these last writes is consistent: there is one such graph unless a location has three
// writes or more.
//
// The search visits shapes smallest first (analysis/shapes), all outcomes of each shape, and for
// each outcome looks for an assignment of modes with which A allows it and B forbids it. Stronger
// modes only forbid. So a search is needed only if A allows the weakest assignment and B forbids
// the strongest, which holds for few outcomes: the strongest mostly means sequential consistency,
// the weakest coherence. Then it is enough to check A on the minimal assignments that B forbids: if
// A forbids those, it forbids all that B does. The result has the weakest modes with which B
// forbids it, so that no mode in the program is superfluous.
//
// model_order.h first tests on small graphs that stronger modes only forbid; for a model that fails
// this test, all assignments are tried.
#include "analysis/compare/compare_models.h"

#include <algorithm>
#include <functional>

#include "analysis/compare/outcome.h"
#include "analysis/shapes/enumerate_shapes.h"

namespace drover::compare {

namespace {

// True if the model with these modes allows the compared outcome, or one graph of it.
using IsAllowed = std::function<bool(const MemoryModel&, const shapes::ModeAssignment&)>;

class Comparison : OutcomeSearch {
 public:
  Comparison(const MemoryModel& first, const MemoryModel& second,
             const shapes::SearchLimits& limits)
      : OutcomeSearch(limits), models_{&first, &second} {}

  ModelComparison run() {
    shapes::ShapeRules rules;
    for (const MemoryModel* model : models_) {
      rules.dependencies = std::max(rules.dependencies, shapes::dependencies_for(*model));
      rules.failed_updates = std::max(rules.failed_updates, shapes::failed_updates_for(*model));
    }
    search(models_, rules, result_);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool has_found() const override { return result_.only[0] && result_.only[1]; }

  void look_at(const shapes::Shape& shape, const shapes::EventLayout& layout,
               const Outcome& outcome) override {
    const IsAllowed is_allowed = [&](const MemoryModel& model,
                                     const shapes::ModeAssignment& modes) {
      return is_reached(model, layout, modes, outcome);
    };
    for (const std::size_t allowing : {0U, 1U}) {
      if (result_.only[allowing]) continue;
      const MemoryModel& a = *models_[allowing];
      const MemoryModel& b = *models_[1 - allowing];
      if (const auto modes = find_modes(layout, a, b, is_allowed)) {
        result_.only[allowing] = make_difference(shape, layout, outcome, *modes, a, b);
        result_.hidden[allowing].reset();
      } else if (has_hidden_coherence(layout) && !result_.hidden[allowing]) {
        look_for_hidden(shape, layout, outcome, allowing);
      }
    }
  }

  // Finds modes with which `a` allows the outcome and `b` forbids it.
  [[nodiscard]] std::optional<shapes::ModeAssignment> find_modes(
      const shapes::EventLayout& layout, const MemoryModel& a, const MemoryModel& b,
      const IsAllowed& is_allowed) const {
    return find_distinguishing_modes(
        layout, order(), [&](const shapes::ModeAssignment& modes) { return is_allowed(a, modes); },
        [&](const shapes::ModeAssignment& modes) { return is_allowed(b, modes); });
  }

  // True if the outcome does not determine coherence.
  [[nodiscard]] bool has_hidden_coherence(const shapes::EventLayout& layout) const {
    return models_[0]->has_coherence() && models_[1]->has_coherence() &&
           std::ranges::any_of(layout.writes, [](const auto& writes) { return writes.size() > 2; });
  }

  void look_for_hidden(const shapes::Shape& shape, const shapes::EventLayout& layout,
                       const Outcome& outcome, std::size_t allowing) {
    const MemoryModel& a = *models_[allowing];
    const MemoryModel& b = *models_[1 - allowing];
    shapes::Candidate candidate{outcome.reads_from, {}};
    for_each_coherence_ending(layout, outcome.last_writes, candidate, [&] {
      const auto graph = [&](const shapes::ModeAssignment& modes) {
        return shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::Given);
      };
      const auto modes = find_modes(
          layout, a, b, [&](const MemoryModel& model, const shapes::ModeAssignment& each) {
            return model.is_consistent(graph(each));
          });
      if (!modes) return true;
      result_.hidden[allowing] = {shape, *modes, graph(*modes), *b.find_violation(graph(*modes))};
      return false;
    });
  }

  std::array<const MemoryModel*, 2> models_;
  ModelComparison result_;
};

}  // namespace

ModelComparison compare_models(const MemoryModel& first, const MemoryModel& second,
                               const shapes::SearchLimits& limits) {
  return Comparison(first, second, limits).run();
}

}  // namespace drover::compare
