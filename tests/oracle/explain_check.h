#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"

namespace drover::oracle {

struct ExplainCheckOptions {
  std::uint64_t max_candidates = 2000;  // a program with more is passed over
  std::size_t max_outcomes = 3;         // of those that candidates have; picked by the seed
  std::uint64_t seed = 0;
};

// Explains outcomes of the candidates of the program that `source` is, under every model:
//   - it is allowed iff the model's own exploration reaches it; then the witness is consistent and
//     has that outcome;
//   - if not, every candidate is accounted for, each cycle is one of edges that the graph has,
//     the steps unfold to it, and each edge that is to blame is: without it the graph is
//     consistent;
//   - the reason why a model accepts a witness is right: the stricter model has that cycle, and the
//     lenient one does not have the pairs that it gives up; or the events may happen in that order;
//   - the story of a witness, where the model has a machine, runs on it (replay_story.h);
//   - the ladder says the same as the answers;
//   - an assertion is explained to fail iff the exploration has it fail.
// `executions` of the result counts the answers that were compared.
[[nodiscard]] CrossCheckResult explain_check(const std::string& source,
                                             const ExplainCheckOptions& options);

}  // namespace drover::oracle
