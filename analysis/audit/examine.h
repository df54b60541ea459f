#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/audit/audit.h"

namespace drover::audit {

// A property that a graph breaks. `event` is the added event, for properties about one.
struct Finding {
  ModelProperty property = ModelProperty::CausalAcyclicity;
  std::optional<std::uint8_t> event;
};

// Returns the cycle of base relations by which `graph` breaks a property about one graph
// (CausalAcyclicity, Atomicity, Coherence); empty if it does not.
[[nodiscard]] std::vector<CycleEdge> find_cycle(ModelProperty property,
                                                const ExecutionGraph& graph);

// Checks properties of `model` on one graph and its largest proper prefixes.
class GraphExaminer {
 public:
  explicit GraphExaminer(const MemoryModel& model)
      : model_(model),
        places_(model.has_coherence() ? shapes::CoherencePlaces::Given
                                      : shapes::CoherencePlaces::None) {}

  // Calls `visit` for each property that `of` breaks with its modes.
  void examine(const shapes::ShapedCandidate& of,
               const std::function<void(const Finding&)>& visit) const;
  // Like `examine`, for any modes: `visit` also gets modes that break the property. The model must
  // be monotone in modes (model_order.h). Only for properties with `is_open`.
  void examine_all_modes(
      const shapes::ShapedCandidate& of, const std::function<bool(ModelProperty)>& is_open,
      const std::function<void(const Finding&, const shapes::ModeAssignment&)>& visit) const;

  [[nodiscard]] Counterexample counterexample(const shapes::ShapedCandidate& of,
                                              const Finding& finding) const;

 private:
  friend class AllModes;

  [[nodiscard]] bool is_consistent(const shapes::EventLayout& layout,
                                   const shapes::Candidate& candidate,
                                   const shapes::ModeAssignment& modes) const {
    return model_.is_consistent(shapes::build_graph(layout, modes, candidate, places_));
  }
  // True if `prefix`, with `modes`, must stay consistent when it becomes `of`.
  [[nodiscard]] bool is_maximal_step(const shapes::ShapedCandidate& of,
                                     const shapes::EventLayout& layout, std::size_t event,
                                     const shapes::ShapedCandidate& prefix,
                                     const shapes::EventLayout& prefix_layout) const;

  const MemoryModel& model_;
  shapes::CoherencePlaces places_;
};

}  // namespace drover::audit
