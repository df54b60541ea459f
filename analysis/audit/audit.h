#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare/model_order.h"
#include "analysis/shapes/edit_candidate.h"
#include "analysis/shapes/search_control.h"
#include "explorer/models/memory_model.h"
#include "explorer/models/model_property.h"

namespace drover::audit {

// A graph that shows that a property does not hold.
struct Counterexample {
  shapes::ShapedCandidate program;  // of `graph`
  ExecutionGraph graph;
  // PrefixClosedness, Extensibility, ReadRemoval: `graph` without `event`.
  std::optional<ExecutionGraph> prefix;
  EventId event;
  // Of the one of the two graphs that is inconsistent; for the other properties, the cycle
  // that should be forbidden, without an axiom.
  Violation reason;
  bool is_random = false;  // found among random graphs: there may be smaller ones
};

enum class AuditVerdict : std::uint8_t { Holds, Broken, NotApplicable };

struct PropertyResult {
  AuditVerdict verdict = AuditVerdict::Holds;  // of those graphs that were tried
  std::optional<Counterexample> counterexample;
  PropertyProof proof;  // that it holds of all graphs
};

struct AuditReport {
  std::array<PropertyResult, AllModelProperties.size()> results;
  bool has_coherence = true;
  // The model forbids the graph without events, by this axiom (ModelProofs).
  std::optional<std::string> forbids_empty_graph;
  compare::ModelOrder order;
  std::size_t searched_events = 0;  // all graphs up to this size were asked about
  std::uint64_t graphs = 0;         // of them, each with all its modes
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
  std::size_t random_events = 8;  // the greatest of them
  std::uint64_t seed = 1;
};

// Asks about all graphs up to limits.max_events, and then about random ones.
[[nodiscard]] AuditReport audit(const MemoryModel& model, const AuditOptions& options);

// What [SPORE]'s algorithm needs of a model and `report` does not show. A model without
// coherence order has no unique maximal extension: that is `Extensibility`.
[[nodiscard]] std::vector<ModelProperty> missing_for_spore(const AuditReport& report);

// Of what it needs and has as far as was tried: what is not proved.
[[nodiscard]] std::vector<ModelProperty> tried_for_spore(const AuditReport& report);

}  // namespace drover::audit
