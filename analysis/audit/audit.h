#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare/model_order.h"
#include "analysis/shapes/candidate.h"
#include "analysis/shapes/search_control.h"
#include "explorer/models/memory_model.h"
#include "explorer/models/model_property.h"

namespace drover::audit {

// A graph that breaks a property.
struct Counterexample {
  shapes::ShapedCandidate program;  // the program of `graph`
  ExecutionGraph graph;
  // PrefixClosedness, Extensibility, ReadRemoval: `graph` without `event`.
  std::optional<ExecutionGraph> prefix;
  EventId event;
  // PrefixClosedness, ReadRemoval: the violation in `prefix`. Extensibility: the violation in
  // `graph`. Other properties: a cycle in `graph` that should be forbidden; `axiom` is empty.
  Violation reason;
  bool is_random = false;  // found among random graphs: smaller counterexamples may exist
};

enum class AuditVerdict : std::uint8_t { Holds, Broken, NotApplicable };

struct PropertyResult {
  AuditVerdict verdict = AuditVerdict::Holds;  // for the tested graphs
  std::optional<Counterexample> counterexample;
  PropertyProof proof;  // proof for all graphs
};

struct AuditReport {
  std::array<PropertyResult, AllModelProperties.size()> results;
  bool has_coherence = true;
  // The axiom by which the model forbids the empty graph (ModelProofs).
  std::optional<std::string> forbids_empty_graph;
  compare::ModelOrder order;
  std::size_t searched_events = 0;  // all graphs up to this size were tested
  std::uint64_t graphs = 0;         // number of these graphs, each with all its modes
  std::uint64_t random_graphs = 0;
  shapes::SearchEnd end = shapes::SearchEnd::Complete;
  double seconds = 0;

  [[nodiscard]] const PropertyResult& operator[](ModelProperty property) const {
    return results[static_cast<std::size_t>(property)];
  }
  [[nodiscard]] PropertyResult& operator[](ModelProperty property) {
    return results[static_cast<std::size_t>(property)];
  }
};

struct AuditOptions {
  shapes::SearchLimits limits{
      .max_events = 4, .max_seconds = {}, .interrupt = nullptr, .progress = {}};
  std::uint64_t random_graphs = 2000;
  std::size_t random_events = 8;  // size of the largest random graph
  std::uint64_t seed = 1;
};

// Tests all graphs up to limits.max_events, then random graphs.
[[nodiscard]] AuditReport audit(const MemoryModel& model, const AuditOptions& options);

// Returns the properties that [SPORE]'s algorithm needs and `report` does not confirm. A model
// without coherence order has no unique maximal extension: it lacks `Extensibility`.
[[nodiscard]] std::vector<ModelProperty> missing_for_spore(const AuditReport& report);

// Returns the needed properties that were tested but not proved.
[[nodiscard]] std::vector<ModelProperty> tried_for_spore(const AuditReport& report);

}  // namespace drover::audit
