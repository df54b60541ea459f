#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::explain {

// Why a model does not mind a cycle that another one forbids. The first of these that has
// something to say is the reason; if none has, no axiom asks for anything of the kind.
struct Lenience {
  // Pairs on the cycle, of a relation that both models name or of what the lenient one keeps of
  // program order, that only the strict one has.
  std::vector<CycleEdge> given_up;

  // Pairs on the cycle that make a pair of `relation` for the strict model, but not for the
  // lenient one, which has them and a relation of that name too.
  struct Outside {
    CycleEdge pair;
    std::string relation;
  };
  std::vector<Outside> outside;

  // An axiom that forbids its relation to lead from an event to itself at once, where this cycle
  // takes several of its steps.
  struct Rounds {
    std::size_t axiom = 0;  // MemoryModel::axioms
    std::size_t count = 0;
  };
  std::optional<Rounds> rounds;

  // An axiom that forbids cycles, of whose relation these pairs on the cycle are not part: that of
  // the fewest pairs.
  struct Uncounted {
    std::size_t axiom = 0;  // MemoryModel::axioms
    std::vector<CycleEdge> pairs;
  };
  std::optional<Uncounted> uncounted;
};

// `violation` is what `strict` has against `graph`, which `lenient` accepts.
[[nodiscard]] Lenience find_lenience(const MemoryModel& strict, const Violation& violation,
                                     const MemoryModel& lenient, const ExecutionGraph& graph);

// The events of a graph that sc accepts in the order of one interleaving, without initial writes.
[[nodiscard]] std::vector<EventId> interleaving_of(const MemoryModel& sc,
                                                   const ExecutionGraph& graph);

}  // namespace drover::explain
