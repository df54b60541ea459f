#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "support/strong_id.h"

namespace drover {

// What a model demands, for people: `formula` in cat notation.
struct AxiomDescription {
  std::string name;
  std::string formula;
  std::string citation;
};

// One step of a cycle. `edge` names a base relation: po, sync, rf, co, fr, rmw, or the
// inverse of one (rf^-1, rmw^-1).
struct CycleEdge {
  EventId from;
  std::string edge;
  EventId to;

  bool operator==(const CycleEdge&) const = default;
};

// Why a graph is inconsistent: the axiom, and a shortest cycle of base edges that breaks
// it. Each edge begins where the one before it ends; the last ends where the first begins.
struct Violation {
  std::string axiom;
  std::vector<CycleEdge> cycle;
};

// A memory model: a set of axioms over execution graphs.
//
// Graphs may be partial: reads without a writer have no rf edge, writes without a place
// in coherence come after the initial write of their location and are otherwise
// unordered, threads may not have ended. Every axiom is monotone: adding events, rf
// edges or coherence places to an inconsistent graph never makes it consistent, so a
// search may give up a partial graph as soon as it is inconsistent.
//
// Models have no state: one object serves any number of threads.
class MemoryModel {
 public:
  virtual ~MemoryModel() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  // One line.
  [[nodiscard]] virtual std::string_view summary() const = 0;
  // In the order in which `find_violation` checks them.
  [[nodiscard]] virtual std::vector<AxiomDescription> axioms() const = 0;

  // The same verdict as `find_violation`, without the cycle: quick.
  [[nodiscard]] virtual bool is_consistent(const ExecutionGraph& graph) const = 0;
  // The first axiom that is broken.
  [[nodiscard]] virtual std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const = 0;

  // When one event is done before another for every thread; what races and memory errors
  // are judged by. Includes program order.
  [[nodiscard]] virtual Relation happens_before(const ExecutionGraph& graph) const = 0;

  // Whether graphs of this model have a coherence order.
  [[nodiscard]] virtual bool has_coherence() const { return true; }
  // Whether races on non-atomic accesses are errors.
  [[nodiscard]] virtual bool reports_races() const { return false; }
  // Whether no write of the same location is later than `write` for this model.
  [[nodiscard]] virtual bool is_coherence_maximal(const ExecutionGraph& graph,
                                                  EventId write) const {
    return graph.coherence_maximal(graph.event(write).label.location) == write;
  }
};

}  // namespace drover
