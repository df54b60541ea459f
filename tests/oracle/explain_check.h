#pragma once

#include <cstdint>
#include <string>

#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Promised: those that a machine with promises reaches, but no interleaving.
enum class PickedOutcomes : std::uint8_t { Any, Promised };

struct ExplainCheckOptions {
  std::uint64_t max_candidates = 2000;  // a program with more candidates is not checked
  std::size_t max_outcomes = 3;         // of those that candidates have; picked by the seed
  std::uint64_t seed = 0;
  PickedOutcomes outcomes = PickedOutcomes::Any;
};

// Explains some final states of the candidates of a program, under every model that applies to it:
//   - it is allowed iff the model's own exploration reaches it; then the witness is consistent and
//     has that final state;
//   - if it is forbidden, every candidate has a reason: a cycle of edges of the graph, to which the
//     steps unfold; without an edge that is blamed, the graph is consistent;
//   - the reason why a model accepts a witness is right: the stricter model has the cycle, and the
//     lenient model lacks the pairs that it gives up; or the events form an interleaving;
//   - the story of a witness runs on the model's machine, if it has one (replay_story.h; with
//     promises on the machine as it is played, too);
//   - the ladder agrees with the answers;
//   - an assertion is explained to fail iff it fails in the exploration.
// `executions` of the result counts the answers that were compared.
[[nodiscard]] CrossCheckResult explain_check(const Program& program,
                                             const ExplainCheckOptions& options);
// The same for a core program.
[[nodiscard]] CrossCheckResult explain_check(const std::string& source,
                                             const ExplainCheckOptions& options);

}  // namespace drover::oracle
