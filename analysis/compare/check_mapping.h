#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/compare/difference.h"
#include "analysis/compare/outcome_search.h"
#include "explorer/models/memory_model.h"
#include "mapping/mapping.h"

namespace drover::compare {

// What a search for programs that a mapping breaks has found. In a Difference, the witness is the
// graph of the program, which the machine allows when it is compiled.
// The first of the two models is what the target makes of compiled programs.
struct MappingCheck : SearchedOutcomes {
  // The smallest program whose compiled form does what the source model forbids.
  std::optional<Difference> found;
  // The smallest one where the source model forbids it for a cycle in po | rf alone; then `found`
  // is the smallest one that it forbids for another reason as well.
  std::optional<Difference> thin_air;
  std::string thin_air_axiom;  // that of the source model; empty: it has none
  std::uint64_t programs = 0;  // shapes with modes
};

// Looks for the smallest programs (events, then threads) that do, compiled by `mapping` and run
// under `target`, what `source` forbids. The mapping must have all rows.
[[nodiscard]] MappingCheck check_mapping(const MemoryModel& source, const MemoryModel& target,
                                         const mapping::Mapping& mapping,
                                         const shapes::SearchLimits& limits);

}  // namespace drover::compare
