#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/compare/outcome.h"
#include "analysis/compare/outcome_search.h"
#include "explorer/models/memory_model.h"
#include "mapping/mapping.h"

namespace drover::compare {

// The result of a search for programs that a mapping breaks. In a Difference, the witness is the
// graph of the source program; the machine allows its compiled form. The first of the two models is
// the target on compiled programs.
struct MappingCheck : SearchedOutcomes {
  // The smallest program whose compiled form has an outcome that the source model forbids.
  std::optional<Difference> found;
  // The smallest program that the source model forbids only for a cycle in po | rf; then `found` is
  // the smallest that it also forbids for another reason.
  std::optional<Difference> thin_air;
  std::string thin_air_axiom;  // its name in the source model; empty if there is none
  std::uint64_t programs = 0;  // number of shapes with modes
};

// Finds the smallest programs (events, then threads) that, compiled by `mapping` and run under
// `target`, have an outcome that `source` forbids. The mapping must have all rows.
[[nodiscard]] MappingCheck check_mapping(const MemoryModel& source, const MemoryModel& target,
                                         const mapping::Mapping& mapping,
                                         const shapes::SearchLimits& limits);

}  // namespace drover::compare
