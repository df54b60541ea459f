#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/audit/audit.h"

namespace drover::audit {

// That a graph breaks a property; for the two about an event that is added, which one.
struct Finding {
  ModelProperty property = ModelProperty::CausalAcyclicity;
  std::optional<std::uint8_t> event;
};

// The cycle, in base relations, by which `graph` breaks a property that is about one graph
// (CausalAcyclicity, Atomicity, Coherence); empty where it does not.
[[nodiscard]] std::vector<CycleEdge> find_cycle(ModelProperty property,
                                                const ExecutionGraph& graph);

// Asks `model` about one graph and its greatest proper prefixes.
class GraphExaminer {
 public:
  explicit GraphExaminer(const MemoryModel& model)
      : model_(model),
        places_(model.has_coherence() ? shapes::CoherencePlaces::Given
                                      : shapes::CoherencePlaces::None) {}

  // Calls `visit` on each property that `of`, with its modes, breaks.
  void examine(const shapes::ShapedCandidate& of,
               const std::function<void(const Finding&)>& visit) const;
  // The same with any modes: `visit` is given modes with which it does. The model must be
  // monotone in modes (model_order.h). Only for properties of which `is_open` is true.
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
  // Whether `prefix`, with `modes`, has to stay consistent when it becomes `of`.
  [[nodiscard]] bool is_maximal_step(const shapes::ShapedCandidate& of,
                                     const shapes::EventLayout& layout, std::size_t event,
                                     const shapes::ShapedCandidate& prefix,
                                     const shapes::EventLayout& prefix_layout) const;

  const MemoryModel& model_;
  shapes::CoherencePlaces places_;
};

}  // namespace drover::audit
