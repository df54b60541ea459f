#include "analysis/compare/outcome.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/shapes/candidate.h"

namespace drover::compare {

namespace {

// Without coherence, the model decides which writes are last (maximal).
bool ends_in(const MemoryModel& model, const shapes::EventLayout& layout,
             const ExecutionGraph& graph, const Outcome& outcome) {
  if (model.has_coherence()) return true;
  return std::ranges::all_of(outcome.last_writes, [&](std::uint8_t write) {
    return write == shapes::Candidate::Initial ||
           model.is_coherence_maximal(graph, shapes::event_id(layout, write));
  });
}

// Calls `visit(graph)` until it returns false; true if all were visited.
template <typename Visit>
bool for_each_graph(const MemoryModel& model, const shapes::EventLayout& layout,
                    const shapes::ModeAssignment& modes, const Outcome& outcome, Visit visit) {
  shapes::Candidate candidate{outcome.reads_from, {}};
  if (!model.has_coherence()) {
    return visit(shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::None));
  }
  bool was_false = false;
  const bool is_whole =
      shapes::for_each_coherence_ending(layout, outcome.last_writes, candidate, [&] {
        ExecutionGraph graph =
            shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::Given);
        if (!model.chooses_coherence()) return visit(std::move(graph));
        // The graph says which write is last; the model chooses the order of the others.
        graph.set_observed(std::make_shared<const std::vector<LocationId>>(graph.locations()));
        was_false = !visit(std::move(graph));
        return false;
      });
  return model.chooses_coherence() ? !was_false : is_whole;
}

}  // namespace

std::optional<ExecutionGraph> find_witness(const MemoryModel& model,
                                           const shapes::EventLayout& layout,
                                           const shapes::ModeAssignment& modes,
                                           const Outcome& outcome) {
  std::optional<ExecutionGraph> witness;
  for_each_graph(model, layout, modes, outcome, [&](ExecutionGraph graph) {
    if (!model.is_consistent(graph) || !ends_in(model, layout, graph, outcome)) return true;
    witness = std::move(graph);
    return false;
  });
  return witness;
}

bool is_reached(const MemoryModel& model, const shapes::EventLayout& layout,
                const shapes::ModeAssignment& modes, const Outcome& outcome) {
  return !for_each_graph(model, layout, modes, outcome, [&](const ExecutionGraph& graph) {
    return !model.is_consistent(graph) || !ends_in(model, layout, graph, outcome);
  });
}

std::vector<ExecutionGraph> graphs_of(const MemoryModel& model, const shapes::EventLayout& layout,
                                      const shapes::ModeAssignment& modes, const Outcome& outcome) {
  std::vector<ExecutionGraph> graphs;
  for_each_graph(model, layout, modes, outcome, [&](ExecutionGraph graph) {
    graphs.push_back(std::move(graph));
    return true;
  });
  return graphs;
}

namespace {

// Drops the final values that `b` does not need to forbid the outcome.
void free_last_writes(const shapes::EventLayout& layout, const MemoryModel& b, Difference& found) {
  Outcome& outcome = found.outcome;
  outcome.is_last_free.assign(layout.writes.size(), false);
  const auto for_each_other = [&](const std::function<bool(const Outcome&)>& visit) {
    return for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
      for (std::size_t i = 0; i < last.size(); ++i) {
        if (!outcome.is_last_free[i] && last[i] != outcome.last_writes[i]) return true;
      }
      const Outcome other{outcome.reads_from, {last.begin(), last.end()}, {}};
      return other.last_writes == outcome.last_writes || visit(other);
    });
  };
  for (std::size_t location = 0; location < layout.writes.size(); ++location) {
    if (layout.writes[location].size() < 2) continue;
    outcome.is_last_free[location] = true;
    outcome.is_last_free[location] = for_each_other(
        [&](const Outcome& other) { return !is_reached(b, layout, found.modes, other); });
  }
  for_each_other([&](const Outcome& other) {
    for (ExecutionGraph& graph : graphs_of(b, layout, found.modes, other)) {
      found.forbidden.push_back(std::move(graph));
    }
    return true;
  });
}

}  // namespace

Difference make_difference(const shapes::Shape& shape, const shapes::EventLayout& layout,
                           const Outcome& outcome, const shapes::ModeAssignment& modes,
                           const MemoryModel& a, const MemoryModel& b) {
  Difference found{shape, modes, outcome, *find_witness(a, layout, modes, outcome), {}, {}};
  found.forbidden = graphs_of(b, layout, modes, outcome);
  found.reason = b.find_violation(found.forbidden.front());
  free_last_writes(layout, b, found);
  return found;
}

}  // namespace drover::compare
