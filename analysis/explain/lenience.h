#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/explain/order_gap.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::explain {

// The reason that a model allows a cycle that another one forbids: the first member that is not
// empty. If all are empty, none of these reasons applies.
struct Lenience {
  // Pairs on the cycle that only the strict model has, of a relation that both models name.
  std::vector<CycleEdge> given_up;
  // Steps of program order on the cycle that the lenient model does not keep.
  std::vector<OrderGap> gaps;

  // Pairs on the cycle that the strict model includes in `relation`, and the lenient one does not,
  // although it has these pairs and a relation of that name.
  struct Outside {
    CycleEdge pair;
    std::string relation;
  };
  std::vector<Outside> outside;

  // The cycle has sc fences in some of its steps of program order only. With one in the others,
  // too, an axiom would forbid it.
  struct FewFences {
    std::vector<EventId> present;
    std::vector<CycleEdge> without;  // the steps without a fence
    std::size_t axiom = 0;           // index in MemoryModel::axioms
    // That axiom's cycle has only fences: it is about their order.
    bool is_of_fences = false;
  };
  std::optional<FewFences> few_fences;

  // An irreflexive axiom that forbids only one step of its relation from an event to itself; this
  // cycle takes several steps.
  struct Rounds {
    std::size_t axiom = 0;  // index in MemoryModel::axioms
    std::size_t count = 0;
  };
  std::optional<Rounds> rounds;

  // An acyclicity axiom whose relation lacks these pairs of the cycle: the axiom that lacks fewest.
  struct Uncounted {
    std::size_t axiom = 0;  // index in MemoryModel::axioms
    std::vector<CycleEdge> pairs;
  };
  std::optional<Uncounted> uncounted;
};

// `violation` is the reason why `strict` rejects `graph`, which `lenient` accepts.
[[nodiscard]] Lenience find_lenience(const MemoryModel& strict, const Violation& violation,
                                     const MemoryModel& lenient, const ExecutionGraph& graph);

// Returns the events of a graph that sc accepts in the order of an interleaving, without initial
// writes.
[[nodiscard]] std::vector<EventId> interleaving_of(const MemoryModel& sc,
                                                   const ExecutionGraph& graph);

}  // namespace drover::explain
