#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "analysis/explain/explanation.h"
#include "analysis/explain/outcome.h"

namespace drover::explain {

// Finds the parts to blame for an outcome without candidates, from the final states of all
// candidates. Holds a reference to the outcome.
class MetParts {
 public:
  explicit MetParts(const Outcome& outcome) : outcome_(outcome) {}

  void add(const std::vector<Value>& state);

  // Returns the parts that no state satisfies, with the values that states have instead.
  [[nodiscard]] std::vector<ImpossiblePart> impossible_parts() const;
  // Returns a minimal set of parts that no state satisfies together; empty if there is no state.
  [[nodiscard]] std::vector<std::size_t> contradiction() const;

 private:
  [[nodiscard]] bool can_be_met(const std::vector<std::size_t>& parts) const;

  const Outcome& outcome_;
  std::set<std::vector<bool>> met_;                  // for each state, which parts it satisfies
  std::map<std::uint32_t, std::set<Value>> values_;  // by observable
};

}  // namespace drover::explain
