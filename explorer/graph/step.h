#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "support/strong_id.h"

namespace drover {

// A pair of a named relation and its derivation: `parts` lead from `from` to `to`, each beginning
// where the previous one ends. A pair of a base relation has no parts.
struct Step {
  EventId from;
  std::string relation;
  EventId to;
  std::vector<Step> parts;

  bool operator==(const Step&) const = default;
};

// Returns the base steps of these steps.
[[nodiscard]] inline std::vector<Step> base_steps(const std::vector<Step>& steps) {
  std::vector<Step> out;
  for (const Step& step : steps) {
    if (step.parts.empty()) {
      out.push_back(step);
    } else {
      std::ranges::move(base_steps(step.parts), std::back_inserter(out));
    }
  }
  return out;
}

}  // namespace drover
