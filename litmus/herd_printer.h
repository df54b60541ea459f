#pragma once

#include <string>

#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"

namespace drover::litmus {

// Returns herd7's output for a test, with the empty line after it. The last line is a digest of
// ours: herd's `Hash=` is a digest of its own pretty-printed form of the test. An additional line
// names the model, if it is given.
[[nodiscard]] std::string herd_report(const LitmusTest& test, const LitmusVerdict& verdict,
                                      const std::string& digest, const std::string& model = "");

// Returns a state: `0:r0=1; [x]=2;`.
[[nodiscard]] std::string state_text(const LitmusTest& test, const std::vector<Value>& values);

[[nodiscard]] std::string_view observation_name(const LitmusVerdict& verdict);  // "Sometimes"
[[nodiscard]] std::string verdict_name(const LitmusTest& test, const LitmusVerdict& verdict);

// Returns a digest of a text without its blanks, 32 hexadecimal digits.
[[nodiscard]] std::string test_digest(std::string text);

}  // namespace drover::litmus
