#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/compare/difference.h"
#include "analysis/compare/model_order.h"
#include "analysis/shapes/search_control.h"
#include "explorer/models/memory_model.h"
#include "mapping/mapping.h"

namespace drover::compare {

// What a search for programs that a mapping breaks has found. In a Difference, the witness is the
// graph of the program, which the machine allows when it is compiled.
struct MappingCheck {
  // The smallest program whose compiled form does what the source model forbids.
  std::optional<Difference> found;
  // The smallest one where the source model forbids it for a cycle in po | rf alone; then `found`
  // is the smallest one that it forbids for another reason as well.
  std::optional<Difference> thin_air;
  std::string thin_air_axiom;        // that of the source model; empty: it has none
  std::array<ModelOrder, 2> orders;  // compiled, source
  std::size_t searched_events = 0;   // all programs up to this many events were searched
  shapes::SearchEnd end = shapes::SearchEnd::Complete;
  std::uint64_t shapes = 0;    // programs without modes that were looked at
  std::uint64_t programs = 0;  // the same with modes
  std::uint64_t outcomes = 0;  // of programs without modes
  double seconds = 0;
};

// Looks for the smallest programs (events, then threads) that do, compiled by `mapping` and run
// under `target`, what `source` forbids. The mapping must have all rows.
[[nodiscard]] MappingCheck check_mapping(const MemoryModel& source, const MemoryModel& target,
                                         const mapping::Mapping& mapping,
                                         const shapes::SearchLimits& limits);

}  // namespace drover::compare
