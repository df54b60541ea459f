#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drover::oracle {

struct CrossCheckOptions {
  // Programs with more executions under one model are not compared.
  std::uint64_t max_executions = 3000;
};

enum class Agreement : std::uint8_t { Agrees, Disagrees, TooLarge };

struct CrossCheckResult {
  Agreement agreement = Agreement::Agrees;
  std::string what;                      // the answers of the algorithms that disagree
  std::uint64_t executions = 0;          // compared executions, under all models together
  std::vector<std::string> models = {};  // of a check that may leave out some: the others
  std::uint64_t stories = 0;             // of explain_check: those of machines with promises
};

// Runs every algorithm on a program, under every model that the algorithm supports:
//   - `enumerate` and `interleave` find the same executions under sc, tso and pso, with
//     the same ends, counts, errors and outcomes, and none twice;
//   - so do `spore` under its models, `dpor` under sc, `lb` under imm, and `rcmc` under rc11 and
//     wrc11, which may find an execution twice if there are read-modify-writes;
//   - with awaits, `spore` and `dpor` still find the same complete executions; `dpor` blocks the
//     executions that `enumerate` blocks, and `spore` those of them in which no thread has given up
//     on a read of an overwritten write; with additions that commute, dpor_check.h compares `dpor`;
//   - sc ⊆ tso ⊆ pso, sc ⊆ rc11 ⊆ rc20, sc ⊆ sra ⊆ ra, tso ⊆ sra without fences, and
//     rc11 ⊆ wrc11 without coherence.
[[nodiscard]] CrossCheckResult cross_check(const std::string& source,
                                           const CrossCheckOptions& options = {});

}  // namespace drover::oracle
