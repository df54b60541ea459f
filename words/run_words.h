#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "semantics/program/program.h"

// Sentences about one exploration, the same in all reports.
namespace drover::words {

// "3 executions", "1 execution".
[[nodiscard]] std::string plural(std::uint64_t count, std::string_view noun);

// Threads that were cut where they would spawn one more than there may be.
[[nodiscard]] std::vector<std::string> thread_limit_sentences(const ExplorationResult& result);

// Which loop, or recursion, and where.
[[nodiscard]] std::string loop_words(const LoopInfo& loop);

// What became of a loop of `program`, as written: a sentence, or one for each thread that was cut
// in it. `unroll` is the bound of the run.
[[nodiscard]] std::vector<std::string> loop_sentences(const LoopReport& loop,
                                                      const ExplorationResult& result,
                                                      const Program& program, std::uint32_t unroll);

// Where threads gave up in blocked executions, and why: a sentence for each place.
[[nodiscard]] std::vector<std::string> blocked_sentences(const ExplorationResult& result);
// "assumption", "block", "loop", "wait", "join".
[[nodiscard]] std::string_view stop_kind_name(StopKind kind);

// Why a verdict is vacuous: what was not looked at, and the line that keeps executions from it.
struct PlacedSentence {
  ErrorPlace place;
  std::string text;
};
[[nodiscard]] std::vector<PlacedSentence> vacuity_sentences(const ExplorationResult& result);
// Assertions that no execution comes to, where nothing is wrong with the others.
[[nodiscard]] std::vector<PlacedSentence> unreached_sentences(const ExplorationResult& result);
// Of memory that is lost; none of a run that ended at an error: what else was seen before depends
// on the number of workers.
[[nodiscard]] std::vector<PlacedSentence> leak_sentences(const ExplorationResult& result);

// "exists", "forbid", "forall".
[[nodiscard]] std::string_view condition_word(const Condition& condition);
// "yes, in 1 of 4 complete executions".
[[nodiscard]] std::string condition_answer(const ConditionResult& condition,
                                           const ExplorationResult& result);

// Whether the condition holds; nothing if executions that were not explored could change that, or
// if there is none that a demand could be asked of.
[[nodiscard]] std::optional<bool> settled_answer(const ConditionResult& condition,
                                                 const ExplorationResult& result);
// In a word: "yes" or "no" of an `exists`, "holds" or "violated" of the others, "unknown".
[[nodiscard]] std::string_view brief_answer(const ConditionResult& condition,
                                            const ExplorationResult& result);

[[nodiscard]] std::string_view verdict_name(Verdict verdict);
// "the time limit was reached"; empty for a run that came to its end.
[[nodiscard]] std::string stop_text(StopReason reason);
// The same without what to do about it.
[[nodiscard]] std::string_view brief_stop_text(StopReason reason);

// "about 3.2 million"; small numbers are given as they are.
[[nodiscard]] std::string rough_number(double number);
// "1 min 20 s", "3 h"; more precision is not needed.
[[nodiscard]] std::string duration_text(double seconds);
// "about 1.5 million executions (1.4 million to 1.6 million)": twice the standard error around it.
[[nodiscard]] std::string estimate_text(const Estimate& estimate, std::string_view noun);
// What random executions say about all of them: lines.
[[nodiscard]] std::vector<std::string> sample_sentences(const ExplorationResult& result);

}  // namespace drover::words
