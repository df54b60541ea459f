#include "analysis/explain/impossible.h"

#include <algorithm>
#include <utility>

namespace drover::explain {

void MetParts::add(const std::vector<Value>& state) {
  std::vector<bool> holding;
  for (const OutcomePart& part : outcome_.parts) {
    holding.push_back(part.holds(state));
    for (const std::uint32_t i : part.observables) values_[i].insert(state[i]);
  }
  met_.insert(std::move(holding));
}

std::vector<ImpossiblePart> MetParts::impossible_parts() const {
  std::vector<ImpossiblePart> parts;
  for (std::size_t p = 0; p < outcome_.parts.size(); ++p) {
    if (can_be_met({p})) continue;
    ImpossiblePart part{p, {}};
    for (const std::uint32_t i : outcome_.parts[p].observables) {
      const auto known = values_.find(i);
      part.values.push_back({i, {}});
      if (known == values_.end()) continue;
      part.values.back().values.assign(known->second.begin(), known->second.end());
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

// Drops parts as long as the remaining ones still cannot be satisfied together.
std::vector<std::size_t> MetParts::contradiction() const {
  std::vector<std::size_t> parts;
  if (met_.empty()) return parts;
  for (std::size_t p = 0; p < outcome_.parts.size(); ++p) parts.push_back(p);
  for (std::size_t p = 0; p < outcome_.parts.size(); ++p) {
    std::vector<std::size_t> fewer = parts;
    std::erase(fewer, p);
    if (!can_be_met(fewer)) parts = std::move(fewer);
  }
  return parts;
}

bool MetParts::can_be_met(const std::vector<std::size_t>& parts) const {
  return std::ranges::any_of(met_, [&](const std::vector<bool>& holding) {
    return std::ranges::all_of(parts, [&](std::size_t p) { return holding[p]; });
  });
}

}  // namespace drover::explain
