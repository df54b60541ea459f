#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"
#include "tests/oracle/generator.h"

namespace drover::oracle {

struct ValuesResult {
  CrossCheckResult check;
  // Of the program without its conditions, under sc.
  std::uint64_t explored = 0;    // by `rvf`
  std::uint64_t classes = 0;     // of the reads-value-from equivalence, [RVF] §3
  std::uint64_t reads_from = 0;  // of the reads-from equivalence
  std::uint64_t executions = 0;  // of the Mazurkiewicz equivalence
};

// Programs with many read-modify-writes, awaits and spinning loops, and few values.
[[nodiscard]] GeneratorOptions values_options();

// Compares `rvf` with `enumerate` under sc: what threads do and read together, in all complete
// and blocked executions, is the same; so are outcomes, verdicts and errors, with and without
// awaits and pure loops taken as such; each part of `rvf` may be switched off; and it explores
// no more than one execution of each class.
[[nodiscard]] ValuesResult check_values(const std::string& source,
                                        const CrossCheckOptions& options = {});

}  // namespace drover::oracle
