#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/mutants/mutants.h"
#include "analysis/shapes/search_control.h"
#include "cli/command_line.h"

namespace drover::cli {

// A mutant of a model, and what tests say of it.
struct CoveredMutant {
  std::string what;
  std::vector<std::string> killers;  // tests whose verdict changes
  // A smallest program that tells a mutant that no test kills from the model.
  struct Distinction {
    std::string core;
    std::string family;  // empty: no name
    bool is_allowed_by_mutant = true;
  };
  std::optional<Distinction> distinction;
  std::size_t searched_events = 0;  // such programs were looked for up to this size
};

// Result of `models cover`.
struct CoverReport {
  const CoverCommand& command;
  std::string model = {};
  std::size_t tests = 0;       // that were run
  std::size_t left_out = 0;    // tests that the model is not about
  std::size_t unread = 0;      // tests that cannot be read
  std::size_t unfinished = 0;  // tests for which a limit was reached
  std::size_t unreadable = 0;  // changes that do not give a model
  std::vector<CoveredMutant> mutants = {};
  bool has_scopes = false;  // no programs are looked for: those that are have no scopes
  bool is_complete = true;
  double seconds = 0;
};

// Both return the whole report; JSON is one object on one line.
[[nodiscard]] std::string cover_text(const CoverReport& report);
[[nodiscard]] std::string cover_json(const CoverReport& report);

}  // namespace drover::cli
