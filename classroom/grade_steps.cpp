// Exercises whose answer is a run of the machine with promises: the steps that lead to the
// execution with the outcome, in the order of time. A step is an event, or the promise of a write.
// Each must be one that the machine can take, and in the end every event has taken place.

#include <algorithm>
#include <map>
#include <optional>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "explorer/algorithms/reference/promising_machine.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

using reference::Hindrance;
using reference::Timestamp;

struct AnsweredStep {
  std::optional<Word> promise;  // the word before the event
  Word event;
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
    findings.push_back({.is_right = !mistake,
                        .text = mistake ? format("step {}, `{}`, is not possible: {}", taken,
                                                 steps_[taken - 1].event.text, mistake->text)
                                        : "the machine can take each step",
                        .keys = {mistake ? mistake->key : "order"},
                        .counts = false,
                        .is_required = true});
    findings.push_back({!mistake && is_over(),
                        "in the end every event has taken place, and every promise is kept",
                        {"unfinished"}});
  }

 private:
  // Reads `EVENT` or `promise EVENT`, one step per line.
  void read_steps() {
    std::map<std::string, EventId> events;
    std::vector<std::string> names;
    for (const EventId id : graph_.ids()) {
      if (graph_.event(id).is_initial()) continue;
      names.push_back(answer_name(graph_, id, names_));
      events.emplace(names.back(), id);
    }
    for (const Stretch& part : parts_of(given_.exercise, given_.answer)) {
      const std::vector<Word> words = words_of(given_.answer, part.begin, part.end);
      if (words.empty()) continue;
      const bool is_promise = words.size() == 2 && words.front().text == "promise";
      if (words.size() != 1 && !is_promise) {
        given_
            .complain(given_.answer.range(part.begin, part.end),
                      "this is not of the form `EVENT` or `promise EVENT`")
            .with_hint(format("a step is, for instance, `{}`", names.front()));
        continue;
      }
      const auto found =
          given_.find(words.back(), names, DiagnosticKind::AnswerValue,
                      format("there is no event `{}`", words.back().text), "there are");
      if (!found) continue;
      steps_.push_back({is_promise ? std::optional(words.front()) : std::nullopt, words.back()});
      events_.push_back(events.at(names[*found]));
    }
  }

  [[nodiscard]] bool is_over() const {
    return std::ranges::all_of(threads_, [&](const reference::PromisingThread& thread) {
      return thread.done.size() == graph_.events_of(thread.id).size();
    });
  }

  std::optional<Mistake> take(const AnsweredStep& step) {
    const EventId id = events_[static_cast<std::size_t>(&step - steps_.data())];
    const Event& event = graph_.event(id);
    reference::PromisingThread& thread = threads_[event.thread.value];
    if (step.promise) return promise(thread, id);
    if (thread.done.size() != event.index) {
      return Mistake{"order", "the thread takes its events one after the other"};
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
    if (!at) return Mistake{"not-there", "what it reads is not in memory yet"};
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
  std::vector<AnsweredStep> steps_;
  std::vector<EventId> events_;  // of the steps
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
