#pragma once

#include <string>

#include "analysis/suite/find_suite.h"

namespace drover::suite {

// Returns the name that the literature gives to a test without its modes, fences and dependencies:
// SB, MP, …; if there is none, its instructions: `Wx-Ry+Uy-Rx`.
[[nodiscard]] std::string family_name(const SuiteTest& test);

}  // namespace drover::suite
