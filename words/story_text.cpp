#include "words/reason_words.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "explorer/graph/fence_name.h"
#include "support/format.h"
#include "support/text.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::words {

namespace {

// Longer stories are omitted.
constexpr std::size_t MaxSteps = 24;

// Describes one step. Short-lived: holds references.
class StepTeller {
 public:
  StepTeller(const explain::StoryStep& step, explain::StoryMachine machine,
             const ExecutionGraph& graph, const GraphNames& names)
      : step_(step), machine_(machine), graph_(graph), names_(names) {}

  [[nodiscard]] std::string tell() const {
    switch (event().label.kind) {
      case LabelKind::Read: return read();
      case LabelKind::Write: return write();
      case LabelKind::Fence: return fence();
      case LabelKind::Alloc:
        return format("{} allocates {}{}", thread(), names_.value(event().label.value), line());
      case LabelKind::Free:
        return format("{} frees {}{}", thread(), names_.value(event().label.value), line());
      case LabelKind::Spawn:
        return format("{} spawns {}{}", thread(), names_.value(event().label.value), line());
      case LabelKind::Join:
        return format("{} joins {}{}", thread(), names_.value(event().label.value), line());
      case LabelKind::Call:
      case LabelKind::Mark:
      case LabelKind::Choose:
      case LabelKind::Finished:
      case LabelKind::Block:
      case LabelKind::Error:
      case LabelKind::Cut:
      case LabelKind::Fork: break;
    }
    return "";
  }

 private:
  [[nodiscard]] const Event& event() const { return graph_.event(step_.event); }
  [[nodiscard]] bool has_buffers() const { return machine_ == explain::StoryMachine::StoreBuffers; }
  [[nodiscard]] const std::string& thread_of(const Event& event) const {
    return names_.threads[event.thread.value];
  }
  [[nodiscard]] const std::string& thread() const { return thread_of(event()); }
  [[nodiscard]] std::string line() const {
    const SourceRange& at = event().label.source;
    return at.line == 0 ? "" : format(" ({})", names_.place(at));
  }
  // Returns "x = 1".
  [[nodiscard]] std::string content_of(const Event& event) const {
    return format("{} = {}", names_.location(event.label.location), names_.value(event.value));
  }
  [[nodiscard]] std::string unseen_writes() const {
    return joined(step_.unseen, ", ", [&](EventId id) {
      return format("{}'s {}", thread_of(graph_.event(id)), content_of(graph_.event(id)));
    });
  }
  [[nodiscard]] std::string_view has_or_have() const {
    return step_.unseen.size() == 1 ? "has" : "have";
  }

  [[nodiscard]] std::string read() const {
    std::string text;
    if (event().is_exclusive_read) {
      text = updated();
    } else if (event().is_failed_exclusive) {
      text = format("{}'s compare-and-swap finds {} and fails", thread(), content_of(event()));
    } else {
      text = format("{} reads {}", thread(), content_of(event()));
      if (step_.act == explain::StoryAct::Forward) text += ", its own write, from its store buffer";
      if (has_buffers() && step_.act == explain::StoryAct::Step) text += " from memory";
    }
    text += line();
    if (event().is_exclusive_read && step_.act == explain::StoryAct::Fulfil) {
      text += ", which it has promised";
    }
    if (step_.unseen.empty()) return text;
    const bool is_one = step_.unseen.size() == 1;
    if (machine_ == explain::StoryMachine::Promises) {
      return text + format(", although {} {} there: nothing makes {} see {}", unseen_writes(),
                           is_one ? "is" : "are", thread(), is_one ? "it" : "them");
    }
    if (has_buffers()) {
      return text + format(": {} still {} in the store buffer", unseen_writes(),
                           is_one ? "waits" : "wait");
    }
    return text + format(": {} {} not reached {}", unseen_writes(), has_or_have(), thread());
  }
  [[nodiscard]] std::string updated() const {
    const std::string location = names_.location(event().label.location);
    const auto events = graph_.events_of(event().thread);
    const std::size_t next = event().index + std::size_t{1};
    if (next == events.size()) return format("{} reads {} to update it", thread(), location);
    return format("{} updates {} from {} to {}", thread(), location, names_.value(event().value),
                  names_.value(graph_.event(events[next]).value));
  }

  [[nodiscard]] std::string write() const {
    if (step_.act == explain::StoryAct::Flush) {
      return format("{}'s {}{} reaches memory", thread(), content_of(event()), line());
    }
    if (step_.act == explain::StoryAct::Promise) {
      return format("{} promises {}{}: it is there before {} comes to the write", thread(),
                    content_of(event()), line(), thread());
    }
    if (step_.act == explain::StoryAct::Fulfil) {
      return format("{} comes to its write of {}{}, which it has promised", thread(),
                    content_of(event()), line());
    }
    std::string text = format("{} writes {}{}", thread(), content_of(event()), line());
    if (step_.act == explain::StoryAct::Buffer) return text + ": it waits in the store buffer";
    if (step_.unseen.empty()) return text;
    return text + format(", which comes before {} all the same", unseen_writes());
  }

  [[nodiscard]] std::string fence() const {
    const Mode mode = event().label.mode;
    const bool empties = has_buffers() && (mode == Mode::Sc || mode == Mode::Plain);
    const std::string name = fence_name(event().label, names_.architecture);
    return format("{} passes its {}{}{}", thread(), name.empty() ? "fence" : name, line(),
                  empties ? ": its store buffer is empty" : "");
  }

  const explain::StoryStep& step_;
  explain::StoryMachine machine_;
  const ExecutionGraph& graph_;
  const GraphNames& names_;
};

// Models with the same story.
struct SharedStory {
  const explain::Story* story = nullptr;
  std::vector<std::string> models;
};

std::vector<SharedStory> stories_of(const std::vector<const explain::ModelAnswer*>& answers) {
  std::vector<SharedStory> stories;
  for (const explain::ModelAnswer* answer : answers) {
    if (!answer->story) continue;
    auto known = std::ranges::find_if(
        stories, [&](const SharedStory& each) { return *each.story == *answer->story; });
    if (known == stories.end()) known = stories.insert(known, {&*answer->story, {}});
    known->models.emplace_back(answer->model->name());
  }
  return stories;
}

}  // namespace

std::string story_step_words(const explain::StoryStep& step, explain::StoryMachine machine,
                             const ExecutionGraph& graph, const GraphNames& names) {
  return StepTeller(step, machine, graph, names).tell();
}

std::vector<std::string> story_words(const explain::Story& story, const ExecutionGraph& graph,
                                     const GraphNames& names) {
  std::vector<std::string> steps;
  for (const explain::StoryStep& step : story.steps) {
    std::string words = story_step_words(step, story.machine, graph, names);
    if (!words.empty()) steps.push_back(std::move(words));
  }
  if (steps.size() > MaxSteps) steps.clear();
  return steps;
}

std::string story_heading(explain::StoryMachine machine) {
  const auto words = [&]() -> std::string_view {
    switch (machine) {
      case explain::StoryMachine::StoreBuffers: return "store buffers";
      case explain::StoryMachine::Messages: return "writes as messages to the threads";
      case explain::StoryMachine::Promises: break;
    }
    return "writes as messages, which a thread may promise";
  };
  return format("In the order of time, with {}", words());
}

namespace {

// Returns how the models' machines produce the witness; models with the same story share a text.
// Empty if there is no story, or it is too long.
std::string story_text(const std::vector<const explain::ModelAnswer*>& answers,
                       const explain::Explanation& explanation, std::size_t columns) {
  const explain::Candidate& candidate = explanation.candidates[*answers.front()->witness];
  std::string text;
  for (const SharedStory& shared : stories_of(answers)) {
    const explain::Story& story = *shared.story;
    const std::vector<std::string> steps = story_words(story, candidate.graph, *candidate.names);
    if (steps.empty()) continue;
    const bool is_common = shared.models.size() == answers.size();
    text += format("  {}{}:\n", story_heading(story.machine),
                   is_common ? "" : format(" ({})", joined(shared.models, ", ")));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      text += wrapped(format("{}. {}", i + 1, steps[i]), 4, 7, columns);
    }
  }
  return text;
}

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
    const std::string ways = ways_words(line.allowance->lenience, candidate);
    if (!ways.empty()) text += wrapped(ways, 6, 6, columns);
  }
  return text;
}

}  // namespace drover::words
