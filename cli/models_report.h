#pragma once

#include <string>

#include "analysis/audit/audit.h"
#include "analysis/compare/check_mapping.h"
#include "analysis/compare/compare_models.h"
#include "analysis/compare/shape_source.h"
#include "cli/command_line.h"
#include "cli/terminal.h"
#include "explorer/models/memory_model.h"

namespace drover::cli {

// One direction of a comparison, as executable files.
struct DifferenceSource {
  std::string name;  // `tso-not-sc`
  std::string core;
  std::string litmus;
};

// Result of `models compare`.
struct CompareReport {
  const CompareCommand& command;
  std::array<const MemoryModel*, 2> models;
  const compare::ModelComparison& comparison;
  std::array<DifferenceSource, 2> sources;  // empty where there is no difference
};

// Both return the whole report; JSON is one object on one line.
[[nodiscard]] std::string compare_text(const CompareReport& report);
[[nodiscard]] std::string compare_json(const CompareReport& report);

// Result of `models compare --mapping`.
struct MappingReport {
  const CompareCommand& command;
  const MemoryModel& source;
  const MemoryModel& target;
  const mapping::Mapping& mapping;
  const compare::MappingCheck& check;
  // Sources of MappingCheck::thin_air and found; `litmus` is the compiled program.
  std::array<DifferenceSource, 2> sources;
};
[[nodiscard]] std::string mapping_report_text(const MappingReport& report);
[[nodiscard]] std::string mapping_report_json(const MappingReport& report);

// Result of `models audit` for one model.
struct ModelAudit {
  const AuditCommand& command;
  const MemoryModel& model;
  const audit::AuditReport& report;
};
[[nodiscard]] std::string audit_text(const ModelAudit& audit);
[[nodiscard]] std::string audit_json(const ModelAudit& audit);

// Returns `x: P0#0 W@rlx x = 1 —po→ …`, one line per edge of the cycle, indented by `by`.
[[nodiscard]] std::string cycle_text(const Violation& violation, const ExecutionGraph& graph,
                                     const std::string& by);
// Returns the formula of the violated axiom. Empty if the model lacks the axiom.
[[nodiscard]] std::string formula_of(const MemoryModel& model, const Violation& violation);

[[nodiscard]] std::string end_text(shapes::SearchEnd end);
// Shows `4 events, 12 programs, 37 %, about 12 s left`.
void show_search(ProgressLine& line, const shapes::SearchProgress& progress);

}  // namespace drover::cli
