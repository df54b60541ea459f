#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/explain/errors.h"
#include "analysis/explain/explanation.h"
#include "frontend/diagnostic_printer.h"
#include "words/styles.h"

// Why outcomes and errors occur or not: the answers of `explain` in sentences.
namespace drover::words {

// Returns "For x = 1 at the end, … has to be the last one, but …", an unfinished sentence.
[[nodiscard]] std::string overwritten_words(const explain::OverwrittenWrite& overwritten,
                                            const explain::Candidate& candidate);
// The relations named with a step of a cycle: those that matter (AccountLine::main), or all.
enum class AccountDetail : std::uint8_t { Main, All };

// Returns a reason's cycle in words, step by step, and which edge would have to be missing.
[[nodiscard]] std::string cycle_text(const explain::Reason& reason,
                                     const explain::Candidate& candidate, AccountDetail detail,
                                     Colour colour, std::size_t columns = UsualColumns);
// Returns the names of relations in that text, with AccountDetail::Main.
[[nodiscard]] std::vector<std::string> main_relations(const explain::Reason& reason,
                                                      const explain::Candidate& candidate);

// Returns why `lenient` accepts a cycle in `candidate`: "no order from a (left:4) to b (left:5):
// `ppo-tso` leaves out a write before a read".
[[nodiscard]] std::string lenience_words(const explain::Lenience& lenience,
                                         const MemoryModel& lenient,
                                         const explain::Candidate& candidate);
// Returns what would keep the order that `lenience` gives up: "It would keep a write before a read
// by …." Empty if it gives up none, or nothing simple would.
[[nodiscard]] std::string ways_words(const explain::Lenience& lenience,
                                     const explain::Candidate& candidate);
// Returns "`coherence`: a (writer:4) –hb→ d (reader:9) –fr→ a (writer:4)".
[[nodiscard]] std::string short_reason(const explain::Reason& reason,
                                       const explain::Candidate& candidate);
// Returns the built-in models as a table: verdicts, and the reason where the verdict changes. Empty
// for a single model.
[[nodiscard]] std::string ladder_text(const explain::Explanation& explanation, Colour colour,
                                      std::size_t columns = UsualColumns);

// Returns which scopes of the witness are too narrow, on machines with scopes: lines; empty if none
// is.
[[nodiscard]] std::string scope_gaps_text(const explain::ModelAnswer& answer,
                                          const explain::Explanation& explanation,
                                          std::size_t columns = UsualColumns);

// Returns which scopes could be narrower, where the outcome is forbidden: a line; empty if none.
[[nodiscard]] std::string narrower_scopes_text(const explain::ModelAnswer& answer,
                                               const explain::Explanation& explanation,
                                               std::size_t columns = UsualColumns);

// Returns one step of a story: "left reads y = 0 from memory (line 5)". Empty for unimportant
// steps.
[[nodiscard]] std::string story_step_words(const explain::StoryStep& step,
                                           explain::StoryMachine machine,
                                           const ExecutionGraph& graph, const GraphNames& names);
// Returns all steps with words. Empty if they are too many to be read.
[[nodiscard]] std::vector<std::string> story_words(const explain::Story& story,
                                                   const ExecutionGraph& graph,
                                                   const GraphNames& names);
// Returns "In the order of time, with store buffers".
[[nodiscard]] std::string story_heading(explain::StoryMachine machine);
// Explains why models with the same witness accept it: it is an interleaving, or how their machines
// produce it in order of time, and why each accepts the cycle for which a stronger model rejects
// it. A race in it comes first.
[[nodiscard]] std::string allowance_text(const std::vector<const explain::ModelAnswer*>& answers,
                                         const explain::Explanation& explanation,
                                         std::size_t columns = UsualColumns);

// Explains an error: its execution, and what is missing. Does not name the model: several models
// may share the text.
[[nodiscard]] std::string error_text(const explain::ErrorExplanation& explanation,
                                     const Program& program, Colour colour,
                                     std::size_t columns = UsualColumns);
// Returns a sentence on a write that would end a wait, or on its fate.
[[nodiscard]] std::string waited_write_words(const explain::WaitedWrite& write,
                                             const explain::ErrorExplanation& explanation,
                                             const explain::EndlessWait& wait,
                                             const Program& program);

}  // namespace drover::words
