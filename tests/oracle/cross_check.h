#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace drover::oracle {

// What is compared, and how far.
struct CrossCheckOptions {
  // A program with more executions under one model is passed over.
  std::uint64_t max_executions = 3000;
};

enum class Agreement : std::uint8_t { Agrees, Disagrees, TooLarge };

struct CrossCheckResult {
  Agreement agreement = Agreement::Agrees;
  std::string what;              // of a disagreement: which algorithm says what
  std::uint64_t executions = 0;  // compared, under all models together
};

// Runs every algorithm under every model it takes on the program that `source` is:
//   - `enumerate` and `interleave` find the same executions under sc, tso and pso, with
//     the same ends, counts, errors and outcomes, and none twice;
//   - so do `spore` under its models, `dpor` under sc, and `rcmc` under rc11 and wrc11, which
//     may find one twice if there are read-modify-writes; and `lb` under imm;
//   - with awaits, `spore` and `dpor` still find the same complete executions; `dpor` blocks what
//     `enumerate` does, and `spore` those of them in which no thread has given up on a read of what
//     was overwritten; with additions that commute, `dpor` is compared as in dpor_check.h;
//   - sc ⊆ tso ⊆ pso, sc ⊆ rc11 ⊆ rc20, sc ⊆ sra ⊆ ra, tso ⊆ sra without fences, and
//     rc11 ⊆ wrc11 where coherence is forgotten.
[[nodiscard]] CrossCheckResult cross_check(const std::string& source,
                                           const CrossCheckOptions& options = {});

}  // namespace drover::oracle
