#pragma once

#include <cstdint>
#include <string>

#include "cli/progress_search.h"
#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"

namespace drover::cli {

// Result of a test's expectation, under --expect.
enum class ExpectationState : std::uint8_t { None, Met, NotMet, Unknown };
struct ExpectationOutcome {
  ExpectationState state = ExpectationState::None;
  std::string expected;  // `Never`; empty: no expectation
};

// Returns one JSON object on one line. `expectation` is null without --expect,
// `progress` without --progress-model.
[[nodiscard]] std::string litmus_json(const litmus::LitmusTest& test,
                                      const litmus::LitmusVerdict& verdict,
                                      const ExpectationOutcome* expectation = nullptr,
                                      const ProgressOutcome* progress = nullptr);

}  // namespace drover::cli
