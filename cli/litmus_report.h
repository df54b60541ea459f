#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"

namespace drover::cli {

// What became of the expectation of a test, under --expect.
enum class ExpectationState : std::uint8_t { None, Met, NotMet, Unknown };
struct ExpectationOutcome {
  ExpectationState state = ExpectationState::None;
  std::string expected;  // `Never`; empty if nothing is expected
};

// For programs: one object on one line. No expectation: nobody asked.
[[nodiscard]] std::string litmus_json(const litmus::LitmusTest& test,
                                      const litmus::LitmusVerdict& verdict,
                                      const ExpectationOutcome* expectation = nullptr);
// The same for a file that was refused.
[[nodiscard]] std::string litmus_refusal_json(const std::string& file,
                                              const std::vector<Diagnostic>& diagnostics);

}  // namespace drover::cli
