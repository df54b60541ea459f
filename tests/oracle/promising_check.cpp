#include "tests/oracle/promising_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/explain/story.h"
#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/reference/promise_first.h"
#include "explorer/algorithms/reference/promising_play.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/graph/text_printer.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "input/subject.h"
#include "litmus/litmus_test.h"
#include "mapping/compile.h"
#include "support/format.h"
#include "tests/oracle/random.h"
#include "tests/support/replay_story.h"

namespace drover::oracle {

namespace {

using Forms = std::map<std::vector<std::uint32_t>, std::vector<ThreadEnd>>;

class FormCollector : public ExecutionObserver {
 public:
  FormCollector(RunControl& control, std::uint64_t limit, std::size_t max_weak = 0)
      : control_(control), limit_(limit), max_weak_(max_weak) {}

  void on_execution(const Execution& execution) override {
    const ExecutionGraph& graph = execution.graph();
    const auto form = canonical_form(graph, CoherencePart::Included);
    const bool is_weak = weak.size() < max_weak_ && row_order(graph) != RowOrder::Interleaving;
    if (is_weak && !is_stuck(execution)) weak.push_back(graph);
    repeated += found.emplace(form, execution.ends).second ? 0U : 1U;
    if (found.size() > limit_) control_.stop(StopReason::MaxExecutions);
  }

  Forms found;
  std::uint64_t repeated = 0;
  std::vector<ExecutionGraph> weak;  // complete executions that are no interleavings

 private:
  static bool is_stuck(const Execution& execution) {
    return std::ranges::any_of(execution.ends,
                               [](ThreadEnd end) { return end != ThreadEnd::Finished; });
  }

  RunControl& control_;
  std::uint64_t limit_;
  std::size_t max_weak_;
};

// See mistake_on_machine.
class StoryRun {
 public:
  StoryRun(ProgramAutomata& automata, PromisingRules rules, const ExecutionGraph& graph)
      : automata_(automata), graph_(graph), play_(automata, rules), state_(play_.start()) {}

  std::string run(const explain::Story& story) {
    for (const explain::StoryStep& step : story.steps) {
      if (!take(step)) {
        return format("the step of event {} is not possible", step.event.value);
      }
    }
    if (!play_.has_ended(state_)) return "a thread does not finish";
    const ExecutionGraph end = play_.execution_of(state_);
    const bool is_same = canonical_form(end, CoherencePart::Included) ==
                         canonical_form(graph_, CoherencePart::Included);
    return is_same ? "" : "the run gives another execution";
  }

 private:
  bool take(const explain::StoryStep& step) {
    using reference::PromisingStep;
    const Event& event = graph_.event(step.event);
    if (step.act == explain::StoryAct::Promise) {
      messages_.push_back(step.event);
      return move({.thread = event.thread,
                   .step = PromisingStep::Promise,
                   .message = {event.label.location, event.value, event.thread}});
    }
    const bool is_fulfilled = step.act == explain::StoryAct::Fulfil;
    if (event.label.is_read()) {
      const auto at = timestamp_of(event.reads_from);
      // The write of an atomic instruction is part of the move.
      const auto events = graph_.events_of(event.thread);
      const bool is_update = event.is_exclusive_read && event.index + 1 < events.size();
      if (is_update && !is_fulfilled) messages_.push_back(events[event.index + 1]);
      return move({.thread = event.thread, .step = PromisingStep::Read, .at = at});
    }
    if (event.label.kind == LabelKind::Choose) {
      return move({.thread = event.thread, .step = PromisingStep::Choose, .value = event.value});
    }
    if (!event.label.is_write()) return move({.thread = event.thread});
    if (is_fulfilled) {
      const auto at = timestamp_of(step.event);
      return move({.thread = event.thread, .step = PromisingStep::Fulfil, .at = at});
    }
    messages_.push_back(step.event);
    return move({.thread = event.thread, .step = PromisingStep::Write});
  }
  bool move(const reference::PromisingMove& move) {
    auto next = play_.after(state_, move);
    if (next) state_ = *std::move(next);
    return next.has_value();
  }
  [[nodiscard]] reference::Timestamp timestamp_of(EventId write) const {
    if (graph_.event(write).is_initial()) return 0;
    const auto found = std::ranges::find(messages_, write);
    return static_cast<reference::Timestamp>(found - messages_.begin() + 1);
  }

  ProgramAutomata& automata_;
  const ExecutionGraph& graph_;
  reference::PromisingPlay play_;
  reference::PromisingState state_;
  std::vector<EventId> messages_;
};

std::string mistake_in_stories(ProgramAutomata& automata, const MemoryModel& model,
                               const std::vector<ExecutionGraph>& graphs) {
  for (const ExecutionGraph& graph : graphs) {
    const auto story = explain::find_story(model, graph);
    if (!story) return "an execution has no story\n";
    std::string mistake = testing::mistake_in_story(*story, model, graph);
    if (mistake.empty()) {
      mistake = StoryRun(automata, *model.traits().promises, graph).run(*story);
    }
    if (!mistake.empty()) return format("{}: story: {}\n", model.name(), mistake);
  }
  return "";
}

// Makes random moves until none is left. Returns a mistake unless the end is an execution that
// `expected` has, or a thread waits, has chosen a way that does not fit what there is to read, or
// has a store-exclusive that fails.
std::string mistake_in_walk(ProgramAutomata& automata, const MemoryModel& model,
                            const Forms& expected, std::uint64_t seed) {
  reference::PromisingPlay play(automata, *model.traits().promises);
  reference::PromisingState state = play.start();
  Random random(seed);
  for (auto moves = play.moves(state); !moves.empty(); moves = play.moves(state)) {
    state = *play.after(state, random.pick(moves));
  }
  if (play.has_ended(state)) {
    const auto form = canonical_form(play.execution_of(state), CoherencePart::Included);
    return expected.contains(form) ? "" : "a run that is played gives an execution of its own";
  }
  const auto may_wait = [&](const reference::PromisingThread& thread) {
    const ThreadAutomaton& automaton = automata.thread(thread.id);
    if (!play.is_running(state, thread.id)) return true;
    const Label& label = automaton.label(thread.node);
    if (label.is_await || label.kind == LabelKind::Join) return true;
    // A store-exclusive that fails, and would be tried again.
    if (label.is_write() && label.tags.contains(Tag::Exclusive)) return true;
    return std::ranges::any_of(thread.done, [&](const reference::DoneEvent& event) {
      const Label& before = automaton.label(event.node);
      return before.kind == LabelKind::Choose && before.source == label.source;
    });
  };
  return std::ranges::all_of(state.threads, may_wait) ? "" : "a run that is played cannot go on";
}

CrossCheckResult check_under(const Program& program, const MemoryModel& model, PromisingRules rules,
                             const PromisingLimits& limits) {
  if (has_parts(program)) return {Agreement::TooLarge, "", 0};
  const UnfoldOptions unfold{.unroll = 2, .dependencies = DependencyTracking::On};
  ProgramAutomata automata(program, unfold);
  RunControl control;
  control.set_time_limit(limits.max_seconds);
  FormCollector expected(control, limits.max_executions, limits.max_stories);
  reference::enumerate_executions(automata, model, control, expected);
  if (control.has_stopped()) return {Agreement::TooLarge, "", 0};

  RunControl other;
  other.set_time_limit(20 * limits.max_seconds);
  FormCollector actual(other, 2 * limits.max_executions);
  const auto search = reference::make_promise_first(automata, rules, other, actual);
  search->begin();
  search->run();
  if (other.reason() == StopReason::MaxTime) return {Agreement::TooLarge, "", 0};
  CrossCheckResult result{
      Agreement::Agrees, "", expected.found.size(), {std::string(model.name())}};
  if (actual.found == expected.found && actual.repeated == 0) {
    result.what = mistake_in_stories(automata, model, expected.weak);
    for (std::uint64_t walk = 1; walk <= limits.walks && result.what.empty(); ++walk) {
      result.what = mistake_in_walk(automata, model, expected.found, walk);
    }
    if (!result.what.empty()) result.agreement = Agreement::Disagrees;
    return result;
  }
  std::size_t common = 0;
  for (const auto& each : actual.found) common += expected.found.contains(each.first) ? 1U : 0U;
  result.agreement = Agreement::Disagrees;
  result.what =
      format("{}: enumerate finds {} executions; interleave {}, {} of them, {} again\n",
             model.name(), expected.found.size(), actual.found.size(), common, actual.repeated);
  return result;
}

}  // namespace

std::string mistake_on_machine(const explain::Story& story, PromisingRules rules,
                               const Program& program, const ExecutionGraph& graph) {
  ProgramAutomata automata(program, {.dependencies = DependencyTracking::On});
  return StoryRun(automata, rules, graph).run(story);
}

CrossCheckResult check_promises(const Program& program, const PromisingLimits& limits) {
  CrossCheckResult result;
  for (const auto& [model_name, mapping_name] :
       {std::pair{"aarch64", "c11-aarch64"}, std::pair{"aarch64", "c11-aarch64-llsc"},
        std::pair{"aarch64", "rc11-aarch64"}, std::pair{"riscv", "c11-riscv"},
        std::pair{"riscv", "rc11-riscv"}}) {
    const MemoryModel& model = *find_model(model_name);
    DiagnosticSink sink;
    const std::optional<Program> compiled =
        mapping::compile(program, *mapping::find_mapping(mapping_name), sink);
    if (!compiled) continue;
    CrossCheckResult other = check_under(*compiled, model, *model.traits().promises, limits);
    if (other.agreement == Agreement::TooLarge) return other;
    result.executions += other.executions;
    result.models.emplace_back(mapping_name);
    if (other.agreement == Agreement::Agrees) continue;
    other.what = format("{}, {}", mapping_name, other.what);
    return other;
  }
  return result;
}

CrossCheckResult check_promises_of_test(const std::string& text, const PromisingLimits& limits) {
  const input::Subject subject = input::read_subject_text(
      SourceBuffer::from_text("random.litmus", text), {.as = input::SubjectKind::Litmus});
  if (!subject.test()) return {Agreement::Disagrees, "the test cannot be read\n", 0};
  const MemoryModel& model = *find_model(subject.test()->dialect->default_model);
  return check_under(subject.test()->program, model, *model.traits().promises, limits);
}

}  // namespace drover::oracle
