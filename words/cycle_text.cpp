#include "words/cycle_text.h"

#include <string>
#include <vector>

#include "support/format.h"
#include "support/text.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::words {

namespace {

std::string account_text(const std::vector<Step>& steps, const explain::Candidate& candidate,
                         Colour colour, std::size_t columns) {
  const std::string shared = shared_source_words(steps, candidate.graph, *candidate.names);
  if (!shared.empty()) {
    return wrapped(format("{} {}", capitalised(shared), painted(colour, Dim, "[rf]")), 4, 4,
                   columns);
  }
  std::string text;
  std::size_t number = 0;
  for (const AccountLine& line : account_of(steps, candidate.graph, *candidate.names)) {
    const bool is_step = line.depth == 0;
    const bool is_last = is_step && ++number == steps.size() && number > 1;
    const std::string lead = is_step ? format("{}. {}", number, is_last ? "But " : "") : "- ";
    const std::string sentence = is_step && !is_last ? capitalised(line.text) : line.text;
    const std::size_t margin = 4 + 3 * line.depth;
    text += wrapped(format("{}{}{} {}", lead, sentence, line.has_parts ? ":" : "",
                           painted(colour, Dim, "[" + line.relations + "]")),
                    margin, margin + (is_step ? 3 : 2), columns);
  }
  return text;
}

std::string removable_text(const explain::Reason& reason, const std::vector<Step>& steps,
                           const explain::Candidate& candidate, std::size_t columns) {
  if (reason.removable.empty()) {
    return "  No single edge is to blame: with any one of them missing it is still forbidden.\n";
  }
  std::vector<std::string> pairs;
  for (const CycleEdge& pair : told_pairs(steps, reason.removable)) {
    const std::string text = short_pair(candidate.graph, pair, *candidate.names);
    const std::size_t space = text.find(' ');
    pairs.push_back(format("{}{}{}", text.substr(0, space), NoBreak, text.substr(space + 1)));
  }
  return wrapped(format("It would be allowed without {}{}.",
                        pairs.size() == 1 ? "" : "any one of: ", joined(pairs, ", ")),
                 2, 6, columns);
}

std::string overwritten_text(const explain::OverwrittenWrite& overwritten,
                             const explain::Candidate& candidate, Colour colour,
                             std::size_t columns) {
  const bool has_parts = overwritten.path.size() > 1;
  std::string text =
      wrapped(overwritten_words(overwritten, candidate) + (has_parts ? ":" : "."), 2, 2, columns);
  if (!has_parts) return text;
  for (const CycleEdge& edge : overwritten.path) {
    const std::string sentence =
        pair_words(candidate.graph, edge.from, edge.edge, edge.to, *candidate.names);
    text += wrapped(format("- {} {}", sentence, painted(colour, Dim, "[" + edge.edge + "]")), 4, 6,
                    columns);
  }
  return text;
}

}  // namespace

std::string overwritten_words(const explain::OverwrittenWrite& overwritten,
                              const explain::Candidate& candidate) {
  const ExecutionGraph& graph = candidate.graph;
  const GraphNames& names = *candidate.names;
  const Event& write = graph.event(overwritten.write);
  const std::string later = overwritten.by.is_none()
                                ? "another write comes after it"
                                : format("it happens before {}, which overwrites it",
                                         event_words(graph, overwritten.by, names));
  return format("For {} = {} at the end, {} has to be the last one, but {}",
                names.location(write.label.location), names.value(write.value),
                event_words(graph, overwritten.write, names), later);
}

std::string cycle_text(const explain::Reason& reason, const explain::Candidate& candidate,
                       Colour colour, std::size_t columns) {
  if (reason.overwritten) {
    return overwritten_text(*reason.overwritten, candidate, colour, columns);
  }
  const std::vector<Step> steps = in_reading_order(reason.violation.steps, candidate.graph);
  return account_text(steps, candidate, colour, columns) +
         removable_text(reason, steps, candidate, columns);
}

}  // namespace drover::words
