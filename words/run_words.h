#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "semantics/program/program.h"

// Sentences about one exploration, the same in all reports.
namespace drover::words {

// Returns "3 executions", "1 execution".
[[nodiscard]] std::string plural(std::uint64_t count, std::string_view noun);

// Returns "left:a = 0, x = 1": the values of Program::observables. Empty if nothing is observed.
[[nodiscard]] std::string final_state_text(const Program& program, std::span<const Value> state,
                                           const GraphNames& names);

// Returns the threads that were cut at the limit of spawned threads.
[[nodiscard]] std::vector<std::string> thread_limit_sentences(const ExplorationResult& result);

// Returns behaviour that the C standard allows and the run did not explore. `assumption_name`: one
// word for it.
[[nodiscard]] std::string_view assumption_sentence(Assumption assumption);
[[nodiscard]] std::string_view assumption_name(Assumption assumption);

// Returns a loop's or recursion's kind and place.
[[nodiscard]] std::string loop_words(const LoopInfo& loop, const CodePlaces& places);

// Returns the result for a source loop of `program`: a sentence, or one for each thread that was
// cut in it. `unroll` is the run's bound.
[[nodiscard]] std::vector<std::string> loop_sentences(const LoopReport& loop,
                                                      const ExplorationResult& result,
                                                      const Program& program, std::uint32_t unroll);

// Returns "9 loops: 2 only wait, 3 are bounded by their own conditions, 4 were never cut (…)" for
// loops that were not cut.
[[nodiscard]] std::string loops_sentence(std::span<const LoopReport> loops, std::uint32_t unroll);

// Returns where and why threads stop in blocked executions: a sentence for each place.
[[nodiscard]] std::vector<std::string> blocked_sentences(const ExplorationResult& result);
// Returns "assumption", "block", "loop", "wait", "join".
[[nodiscard]] std::string_view stop_kind_name(StopKind kind);

// A sentence and its place. `vacuity_sentences` say why a verdict is vacuous: the demands that were
// not checked, and the lines that block executions.
struct PlacedSentence {
  ErrorPlace place;
  std::string text;
};
[[nodiscard]] std::vector<PlacedSentence> vacuity_sentences(const ExplorationResult& result);
// Returns assertions that no execution reaches, if the others hold.
[[nodiscard]] std::vector<PlacedSentence> unreached_sentences(const ExplorationResult& result);
// Returns memory leaks. Empty for a run that ended at an error: its other results depend on the
// number of workers.
[[nodiscard]] std::vector<PlacedSentence> leak_sentences(const ExplorationResult& result);
// Returns the expressions of a C program whose order is open and may matter. Empty for a run that
// ended at an error.
[[nodiscard]] std::vector<PlacedSentence> open_order_sentences(const ExplorationResult& result);

// Returns "exists", "forbid", "forall".
[[nodiscard]] std::string_view condition_word(const Condition& condition);
// Returns "yes, in 1 of 4 complete executions".
[[nodiscard]] std::string condition_answer(const ConditionResult& condition,
                                           const ExplorationResult& result);

// True if the condition holds. Nothing if unexplored executions could change that, or a demand has
// no execution to hold in.
[[nodiscard]] std::optional<bool> settled_answer(const ConditionResult& condition,
                                                 const ExplorationResult& result);
// Returns "yes" or "no" for `exists`, "holds" or "violated" for others, "unknown".
[[nodiscard]] std::string_view brief_answer(const ConditionResult& condition,
                                            const ExplorationResult& result);

[[nodiscard]] std::string_view verdict_name(Verdict verdict);
// Returns "the time limit was reached"; empty for a complete run.
[[nodiscard]] std::string stop_text(StopReason reason);
// Returns the same text without advice.
[[nodiscard]] std::string_view brief_stop_text(StopReason reason);

// Returns "about 3.2 million"; small numbers are exact.
[[nodiscard]] std::string rough_number(double number);
// Returns "1 min 20 s", "3 h", rounded.
[[nodiscard]] std::string duration_text(double seconds);
// Returns "about 1.5 million executions (1.4 million to 1.6 million)": plus or minus twice the
// standard error.
[[nodiscard]] std::string estimate_text(const Estimate& estimate, std::string_view noun);
// Returns the conclusions from a sample about all executions, as lines.
[[nodiscard]] std::vector<std::string> sample_sentences(const ExplorationResult& result);

}  // namespace drover::words
