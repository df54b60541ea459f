#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "analysis/explain/explanation.h"
#include "analysis/explain/outcome.h"

namespace drover::explain {

// Which parts of an outcome that no candidate has are to blame: what is met by the final states of
// candidates, whatever they are. Holds a reference to the outcome.
class MetParts {
 public:
  explicit MetParts(const Outcome& outcome) : outcome_(outcome) {}

  void add(const std::vector<Value>& state);

  // Those that no state meets, and what the states have instead.
  [[nodiscard]] std::vector<ImpossiblePart> impossible_parts() const;
  // Parts that no state meets together, none of which can be left out. None if there is no state.
  [[nodiscard]] std::vector<std::size_t> contradiction() const;

 private:
  [[nodiscard]] bool can_be_met(const std::vector<std::size_t>& parts) const;

  const Outcome& outcome_;
  std::set<std::vector<bool>> met_;                  // by part, of each state
  std::map<std::uint32_t, std::set<Value>> values_;  // by observable
};

}  // namespace drover::explain
