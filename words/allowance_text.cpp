#include "words/allowance_text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "support/format.h"
#include "support/text.h"
#include "words/reason_words.h"
#include "words/story_text.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::words {

namespace {

std::string race_text(const explain::ModelAnswer& answer, const explain::Candidate& candidate,
                      std::size_t columns) {
  const auto [first, second] = *answer.race;
  return wrapped(
      format("It has a race: nothing orders {} and {}, so the program is wrong whatever it does.",
             event_words(candidate.graph, first, *candidate.names),
             event_words(candidate.graph, second, *candidate.names)),
      2, 2, columns);
}

std::string interleaving_text(const std::vector<EventId>& events,
                              const explain::Candidate& candidate, std::size_t columns) {
  constexpr std::size_t MaxListed = 24;
  std::vector<std::string> places;
  for (const EventId event : events) {
    // The halves of an update are one step.
    if (candidate.graph.event(event).label.is_exclusive_write) continue;
    places.push_back(place_words(candidate.graph, event, *candidate.names));
  }
  return wrapped(format("It takes no weak memory: sc accepts it, as an interleaving{}.",
                        events.size() > MaxListed ? std::string() : ": " + joined(places, ", ")),
                 2, 2, columns);
}

// Models with the same view of the same model's cycle.
struct Line {
  const explain::Allowance* allowance = nullptr;
  std::string why;
  std::vector<std::string> models;
};

std::vector<Line> lines_of(const std::vector<const explain::ModelAnswer*>& answers,
                           const explain::Candidate& candidate) {
  std::vector<Line> lines;
  for (const explain::ModelAnswer* each : answers) {
    if (!each->allowance) continue;
    std::string why = lenience_words(each->allowance->lenience, *each->model, candidate);
    auto known = std::ranges::find_if(lines, [&](const Line& line) {
      return line.allowance->strict == each->allowance->strict && line.why == why;
    });
    if (known == lines.end()) known = lines.insert(known, {&*each->allowance, std::move(why), {}});
    known->models.emplace_back(each->model->name());
  }
  return lines;
}

}  // namespace

std::string allowance_text(const std::vector<const explain::ModelAnswer*>& answers,
                           const explain::Explanation& explanation, std::size_t columns) {
  const explain::ModelAnswer& first = *answers.front();
  const explain::Candidate& candidate = explanation.candidates[*first.witness];
  std::string text;
  if (first.race) text += race_text(first, candidate, columns);
  if (!first.interleaving.empty()) {
    return text + interleaving_text(first.interleaving, candidate, columns);
  }
  text += story_text(answers, explanation, columns);
  const MemoryModel* last = nullptr;
  for (const Line& line : lines_of(answers, candidate)) {
    const MemoryModel* strict = line.allowance->strict;
    if (strict != last) {
      text += wrapped(format("{} rejects it, by {}.", strict->name(),
                             short_reason(line.allowance->reason, candidate)),
                      2, 6, columns);
    }
    last = strict;
    text += wrapped(format("{} {} not: {}.", joined(line.models, ", "),
                           line.models.size() == 1 ? "does" : "do", line.why),
                    2, 6, columns);
  }
  return text;
}

}  // namespace drover::words
