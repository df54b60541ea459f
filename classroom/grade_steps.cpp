// Exercises whose answer is a run of the machine with promises: the steps that lead to the
// execution with the outcome, in the order of time. A step is an event, or the promise of a write.
// Each must be one that the machine can take, and in the end every event has taken place. Then each
// thread could keep its promises after each step (Lemma 90).
//
// The page writes such answers for moves of the game: it names promises by what is written, and
// says which values events take, since a move may leave the execution.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "explorer/algorithms/reference/promising_machine.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

using reference::Hindrance;
using reference::Timestamp;

struct AnsweredStep {
  std::string text;
  bool is_promise = false;
  // An event; or the writes that a promise may mean, in program order: of this thread and content.
  std::vector<EventId> events = {};
  std::optional<std::string> value = {};  // that the event takes
};

// The reason why a step is not possible: a key, and what the machine says.
struct Mistake {
  std::string key;
  std::string text;
};

Mistake mistake_of(Hindrance hindrance) {
  switch (hindrance) {
    case Hindrance::Overwritten:
      return {"too-old", "the thread has to see a later value of this location"};
    case Hindrance::Incoherent:
      return {"too-old", "the thread has already seen a later value of this location"};
    case Hindrance::TooEarly:
      return {"too-early", "the write was promised before something that it has to come after"};
    case Hindrance::BehindOwnView:
      return {"too-early", "the thread has already seen a later value of this location"};
    case Hindrance::NotExclusive: return {"too-early", "another thread has written in between"};
    case Hindrance::OtherMessage:
    case Hindrance::None: break;
  }
  return {"order", "this is not the message of the execution"};
}

// Runs the machine on the events of the execution. Short-lived.
class StepGrader {
 public:
  StepGrader(const Grading& grading, const Candidates& candidates)
      : given_(grading),
        names_(candidates.names),
        graph_(candidates.graphs.front()),
        machine_(reference::code_of(graph_),
                 *grading.exercise.model(grading.exercise.models.front()).traits().promises) {
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      threads_.push_back(machine_.start(ThreadId(t), {}));
    }
  }

  void grade() {
    read_steps();
    if (given_.sink.has_errors()) return;
    std::optional<Mistake> mistake;
    std::size_t taken = 0;
    while (!mistake && taken < steps_.size()) mistake = take(steps_[taken++]);
    std::vector<Finding>& findings = given_.grade.findings;
    const bool is_whole = !mistake && is_over();
    findings.push_back({.is_right = !mistake,
                        .text = mistake    ? format("step {}, `{}`, is not possible: {}", taken,
                                                    steps_[taken - 1].text, mistake->text)
                                : is_whole ? "the machine can take each step"
                                           : "nothing that a thread has seen hinders a step",
                        .keys = {mistake ? mistake->key : "order"},
                        .counts = false,
                        .is_required = true});
    findings.push_back({is_whole,
                        "in the end every event has taken place, and every promise is kept",
                        {"unfinished"}});
  }

 private:
  // Reads `EVENT`, `EVENT = VALUE`, `promise EVENT` or `promise THREAD LOCATION = VALUE`, one step
  // per line.
  void read_steps() {
    for (const EventId id : graph_.ids()) {
      if (graph_.event(id).is_initial()) continue;
      event_names_.push_back(answer_name(graph_, id, names_));
      named_.push_back(id);
    }
    for (const Stretch& part : parts_of(given_.exercise, given_.answer)) {
      std::vector<Word> words = words_of(given_.answer, part.begin, part.end);
      if (words.empty()) continue;
      AnsweredStep step{.text = joined(words, " ", &Word::text)};
      step.is_promise = words.size() > 1 && words.front().text == "promise";
      if (step.is_promise) words.erase(words.begin());
      const bool has_value = words.size() > 2 && words[words.size() - 2].text == "=";
      if (has_value) {
        step.value = words.back().text;
        words.resize(words.size() - 2);
      }
      const bool names_event = words.size() == 1 && !(step.is_promise && has_value);
      const bool names_content = words.size() == 2 && step.is_promise && has_value;
      if (!names_event && !names_content) {
        given_
            .complain(given_.answer.range(part.begin, part.end),
                      "this is not of the form `EVENT`, `EVENT = VALUE`, `promise EVENT` or "
                      "`promise THREAD LOCATION = VALUE`")
            .with_hint(format("a step is, for instance, `{}`", event_names_.front()));
        continue;
      }
      if (names_event ? read_event(words.front(), step) : read_content(words, step)) {
        steps_.push_back(std::move(step));
      }
    }
  }

  bool read_event(const Word& word, AnsweredStep& step) {
    const auto found = given_.find(word, event_names_, DiagnosticKind::AnswerValue,
                                   format("there is no event `{}`", word.text), "there are");
    if (found) step.events = {named_[*found]};
    return found.has_value();
  }

  bool read_content(const std::vector<Word>& words, AnsweredStep& step) {
    const std::vector<LocationId> locations = graph_.locations();
    std::vector<std::string> location_names;
    for (const LocationId each : locations) location_names.push_back(names_.location(each));
    const auto thread = given_.find(words[0], names_.threads, DiagnosticKind::AnswerValue,
                                    format("there is no thread `{}`", words[0].text), "there are");
    const auto location =
        given_.find(words[1], location_names, DiagnosticKind::AnswerValue,
                    format("there is no location `{}`", words[1].text), "there are");
    if (!thread || !location) return false;
    for (const EventId id : graph_.events_of(ThreadId(*thread))) {
      const Event& event = graph_.event(id);
      const bool is_meant = event.label.is_write() &&
                            event.label.location == locations[*location] &&
                            names_.value(event.value) == step.value;
      if (is_meant) step.events.push_back(id);
    }
    step.value.reset();
    return true;
  }

  [[nodiscard]] bool is_over() const {
    return std::ranges::all_of(threads_, [&](const reference::PromisingThread& thread) {
      return thread.done.size() == graph_.events_of(thread.id).size();
    });
  }

  std::optional<Mistake> take(const AnsweredStep& step) {
    if (step.events.empty()) {
      return Mistake{"other", "the thread does not write this in the execution with the outcome"};
    }
    const auto open = std::ranges::find_if(
        step.events, [&](EventId write) { return !step.is_promise || !timestamp_of(write); });
    const EventId id = open == step.events.end() ? step.events.front() : *open;
    const Event& event = graph_.event(id);
    reference::PromisingThread& thread = threads_[event.thread.value];
    if (step.is_promise) return promise(thread, id);
    if (thread.done.size() != event.index) {
      return Mistake{"order", "the thread takes its events one after the other"};
    }
    if (step.value && step.value != names_.value(event.value)) {
      return Mistake{"other", format("in the execution with the outcome its value is {}",
                                     names_.value(event.value))};
    }
    if (event.label.is_read()) return read(thread, event);
    if (event.label.is_write()) return write(thread, id);
    if (event.label.is_fence()) {
      machine_.pass_barrier(thread);
    } else {
      machine_.pass_other(thread);
    }
    return std::nullopt;
  }

  std::optional<Mistake> promise(reference::PromisingThread& thread, EventId id) {
    const Event& event = graph_.event(id);
    if (!event.label.is_write() || event.index < thread.done.size() || timestamp_of(id)) {
      return Mistake{"order", "only a write that is still to come can be promised, once"};
    }
    if (auto mistake = append(id)) return mistake;
    thread.promises.push_back(static_cast<Timestamp>(memory_.size()));
    return std::nullopt;
  }

  std::optional<Mistake> read(reference::PromisingThread& thread, const Event& event) {
    const auto at = timestamp_of(event.reads_from);
    if (!at) return Mistake{"not-there", "what it reads in this execution is not in memory yet"};
    const auto obstacle = machine_.obstacle_to_read(thread, memory_, *at);
    if (!obstacle.is_none()) return mistake_of(obstacle.hindrance);
    machine_.read(thread, memory_, *at);
    return std::nullopt;
  }

  std::optional<Mistake> write(reference::PromisingThread& thread, EventId id) {
    if (!timestamp_of(id)) {
      if (auto mistake = append(id)) return mistake;
    }
    const Timestamp at = *timestamp_of(id);
    const auto obstacle = machine_.obstacle_to_write(thread, memory_, at);
    if (!obstacle.is_none()) return mistake_of(obstacle.hindrance);
    machine_.fulfil(thread, at);
    return std::nullopt;
  }

  // Puts a write at the end of memory, if coherence has it there.
  std::optional<Mistake> append(EventId id) {
    const Event& event = graph_.event(id);
    const auto order = graph_.coherence(event.label.location);
    if (!timestamp_of(*(std::ranges::find(order, id) - 1))) {
      return Mistake{"order", "another write of this location comes before it in this execution"};
    }
    memory_.push_back({event.label.location, event.value, event.thread});
    messages_.push_back(id);
    return std::nullopt;
  }
  // 0 for an initial write; empty if the write is not in memory.
  [[nodiscard]] std::optional<Timestamp> timestamp_of(EventId write) const {
    if (graph_.event(write).is_initial()) return 0;
    const auto found = std::ranges::find(messages_, write);
    if (found == messages_.end()) return std::nullopt;
    return static_cast<Timestamp>(found - messages_.begin() + 1);
  }

  const Grading& given_;
  const GraphNames& names_;
  const ExecutionGraph& graph_;
  reference::PromisingMachine machine_;
  std::vector<std::string> event_names_;
  std::vector<EventId> named_;  // the events that have these names
  std::vector<AnsweredStep> steps_;
  reference::MessageList memory_;
  std::vector<EventId> messages_;
  std::vector<reference::PromisingThread> threads_;
};

}  // namespace

void grade_steps(const Grading& grading) {
  const Candidates candidates = candidates_of_cycle(grading.exercise);
  if (!candidates.graphs.empty()) StepGrader(grading, candidates).grade();
}

}  // namespace drover::classroom
