#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cli/report.h"

namespace drover::cli {

// Result for one file under one model: a cell of the table of several models.
struct CheckSummary {
  struct Condition {
    std::string text;    // `exists (x == 1)`
    std::string answer;  // "yes"
  };
  // One per kind and line.
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
