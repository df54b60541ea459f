#pragma once

#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"

namespace drover::cli {

// For programs: one object on one line.
[[nodiscard]] std::string litmus_json(const litmus::LitmusTest& test,
                                      const litmus::LitmusVerdict& verdict);
// The same for a file that was refused.
[[nodiscard]] std::string litmus_refusal_json(const std::string& file,
                                              const std::vector<Diagnostic>& diagnostics);

}  // namespace drover::cli
