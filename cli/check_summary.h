#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cli/report.h"

namespace drover::cli {

// What is said of one file under one model where several models are asked: a cell of the table.
struct CheckSummary {
  struct Condition {
    std::string text;    // `exists (x == 1)`
    std::string answer;  // "yes"
  };
  // One for each kind and line.
  struct Error {
    ErrorKind kind = ErrorKind::Assertion;
    SourceRange source;
    std::string text;
    std::string file = {};  // one that the program includes; empty: the program's own
  };

  std::string file;
  std::string model;
  std::string verdict = "not checked";
  std::vector<Condition> conditions = {};
  std::vector<Error> errors = {};
  bool has_stopped = false;  // at the first execution with an error
};

[[nodiscard]] CheckSummary summary_of(const CheckReport& report);

// Files × models, with a line for each condition, and then the errors, each once, with the models
// that have it. `cells` has those of the first file first, `models` for each file.
[[nodiscard]] std::string check_table(std::span<const CheckSummary> cells, std::size_t models,
                                      Colour colour);

}  // namespace drover::cli
