#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"
#include "tests/oracle/generator.h"

namespace drover::oracle {

struct ValuesResult {
  CrossCheckResult check;
  // Counts for the program without its conditions, under sc.
  std::uint64_t explored = 0;    // by `rvf`
  std::uint64_t classes = 0;     // of the reads-value-from equivalence, [RVF] §3
  std::uint64_t reads_from = 0;  // of the reads-from equivalence
  std::uint64_t executions = 0;  // of the Mazurkiewicz equivalence
};

// Returns options for programs with many read-modify-writes, awaits and spinning loops, and few
// values.
[[nodiscard]] GeneratorOptions values_options();

// Compares `rvf` with `enumerate` under sc: all complete and blocked executions have the same
// events with values; outcomes, verdicts and errors are the same, with and without awaits and
// elimination of pure loops; this holds with each part of `rvf` switched off; and `rvf` explores at
// most one execution of each class.
[[nodiscard]] ValuesResult check_values(const std::string& source,
                                        const CrossCheckOptions& options = {});

}  // namespace drover::oracle
