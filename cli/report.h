#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/progress_search.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "mapping/mapping.h"

namespace drover::cli {

// Result of one `check` of one file under one model, and its command.
struct CheckReport {
  const CheckCommand& command;
  const MemoryModel& model;
  const Program& program;
  const SourceBuffer& source;
  const ExplorationResult& result;
  const mapping::Mapping* mapping = nullptr;     // used to compile the program; null: not compiled
  std::optional<ProgressOutcome> progress = {};  // nothing: not asked for
};

// Returns the numbers of --nondet, `0..3`; empty: not given.
[[nodiscard]] std::string nondet_range(const std::vector<ConstantOverride>& constants);

[[nodiscard]] std::string text_report(const CheckReport& report, Colour colour);

// Returns one JSON object on one line.
[[nodiscard]] std::string json_report(const CheckReport& report);
// Returns the JSON object for a rejected file: its diagnostics.
[[nodiscard]] std::string json_refusal(const std::string& model, const std::string& file,
                                       std::span<const Diagnostic> complaints);

// The first words of a report; they agree with the exit status.
struct Headline {
  std::string word;    // "safe"
  std::string remark;  // why the status differs from the verdict's; empty: it does not
};

[[nodiscard]] Headline headline_of(const ExplorationResult& result, const CheckCommand& command);

// Violations of kinds that do not fail do not hide an incomplete run.
[[nodiscard]] int status_of(const ExplorationResult& result, const CheckCommand& command);

// Result for one file under one model: a cell of the table of several models.
struct CheckSummary {
  struct Condition {
    std::string text;    // `exists (x == 1)`
    std::string answer;  // "yes"
  };
  // Errors of one kind on one line share an entry.
  struct Error {
    ErrorKind kind = ErrorKind::Assertion;
    SourceRange source;
    std::string text;
    std::string file = {};  // an included file; empty: the program itself
  };

  std::string file;
  std::string model;
  std::string verdict = "not checked";
  std::vector<Condition> conditions = {};
  std::vector<Error> errors = {};
  bool has_stopped = false;  // at the first execution with an error
};

[[nodiscard]] CheckSummary summary_of(const CheckReport& report);

// Returns a table of files × models with a line per condition, then each error once, with the
// models that have it. `cells` is ordered by file, `models` cells each.
[[nodiscard]] std::string check_table(std::span<const CheckSummary> cells, std::size_t models,
                                      Colour colour);

}  // namespace drover::cli
