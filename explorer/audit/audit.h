#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explorer/audit/model_order.h"
#include "explorer/audit/search_control.h"
#include "explorer/models/memory_model.h"
#include "explorer/shapes/edit_candidate.h"

namespace drover {

// What is asked of a model. The first four are what [SPORE] §3.2 assumes.
enum class AuditProperty : std::uint8_t {
  CausalAcyclicity,  // [SPORE] App. E.2, Axiom 1
  PrefixClosedness,  // Axiom 2
  Extensibility,     // Axiom 3
  Atomicity,         // §3.2; [RCMC] §3.2.3
  Coherence          // sc per location
};
inline constexpr std::array AllAuditProperties{
    AuditProperty::CausalAcyclicity, AuditProperty::PrefixClosedness, AuditProperty::Extensibility,
    AuditProperty::Atomicity, AuditProperty::Coherence};

[[nodiscard]] std::string_view property_name(AuditProperty property);
// What it says, in one line; where it is from.
[[nodiscard]] std::string_view property_statement(AuditProperty property);
[[nodiscard]] std::string_view property_source(AuditProperty property);

// A graph that shows that a property does not hold.
struct Counterexample {
  ShapedCandidate program;  // of `graph`
  ExecutionGraph graph;
  // PrefixClosedness, Extensibility: `graph` without `event`.
  std::optional<ExecutionGraph> prefix;
  EventId event;
  // Of the one of the two graphs that is inconsistent; for the other properties, the cycle
  // that should be forbidden, without an axiom.
  Violation reason;
  bool is_random = false;  // found among random graphs: there may be smaller ones
};

enum class AuditVerdict : std::uint8_t { Holds, Broken, NotApplicable };

struct PropertyResult {
  AuditVerdict verdict = AuditVerdict::Holds;
  std::optional<Counterexample> counterexample;
};

struct AuditReport {
  std::array<PropertyResult, AllAuditProperties.size()> results;
  bool has_coherence = true;
  ModelOrder order;
  std::size_t searched_events = 0;  // all graphs up to this size were asked about
  std::uint64_t graphs = 0;         // of them, each with all its modes
  std::uint64_t random_graphs = 0;
  SearchEnd end = SearchEnd::Complete;
  double seconds = 0;

  [[nodiscard]] const PropertyResult& operator[](AuditProperty property) const {
    return results[static_cast<std::size_t>(property)];
  }
  [[nodiscard]] PropertyResult& operator[](AuditProperty property) {
    return results[static_cast<std::size_t>(property)];
  }
};

struct AuditOptions {
  SearchLimits limits{.max_events = 4, .max_seconds = {}, .interrupt = nullptr, .progress = {}};
  std::uint64_t random_graphs = 2000;
  std::size_t random_events = 8;  // the greatest of them
  std::uint64_t seed = 1;
};

// Asks about all graphs up to limits.max_events, and then about random ones.
[[nodiscard]] AuditReport audit(const MemoryModel& model, const AuditOptions& options);

// What [SPORE]'s algorithm needs of a model and `report` does not show. A model without
// coherence order has no unique maximal extension: that is `Extensibility`.
[[nodiscard]] std::vector<AuditProperty> missing_for_spore(const AuditReport& report);

}  // namespace drover
