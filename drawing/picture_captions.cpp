#include "drawing/find_executions.h"

#include <cstddef>

#include "drawing/execution_picture.h"
#include "explorer/findings/stop_finder.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/run_words.h"

namespace drover::drawing {

namespace {

// Returns "x = 1, y = 0 or x = 2, y = 0".
std::string states_text(const std::vector<std::vector<Value>>& states,
                        const ExplorationResult& result) {
  return joined(states, " or ", [&](const std::vector<Value>& state) {
    return words::final_state_text(*result.program, state, result.names);
  });
}

// Final memory decides between waiting and being cut. Only a deadlock makes a thread wait forever.
std::string_view stop_word(StopKind kind, bool is_deadlock) {
  switch (kind) {
    case StopKind::None: return "";
    case StopKind::Assumption: return "assumption fails";
    case StopKind::Block: return "blocked";
    case StopKind::LooksAgain: return "cut, would go on";
    case StopKind::Waits: return is_deadlock ? "waits forever" : "waits";
    case StopKind::Undecided: return "cut";
    case StopKind::Joins: return is_deadlock ? "waits forever" : "waits";
  }
  return "";
}

std::string place_text(SourceRange source, const GraphNames& names) {
  return source.line == 0 ? "" : ": " + names.place(source);
}

// Returns "waits forever: line 4, x = 0".
std::string stop_text(const ThreadStop& stop, bool is_deadlock, const GraphNames& names) {
  std::string text(stop_word(stop.kind, is_deadlock));
  text += place_text(stop.source, names);
  if (stop.joined) text += format(", for the end of {}", names.threads[stop.joined->value]);
  for (const auto& [name, value] : stop.values) {
    text += format(", {} = {}", name, names.value(value));
  }
  return text;
}

}  // namespace

std::vector<ThreadEnding> thread_endings(const ExplorationResult& result, const MemoryModel& model,
                                         const Execution& execution) {
  const std::vector<ThreadStop> stops = result.stops->find(execution, model, WaitText::Included);
  const bool has_deadlock = is_deadlock(execution, stops);
  std::vector<ThreadEnding> endings;
  endings.reserve(stops.size());
  for (std::size_t t = 0; t < stops.size(); ++t) {
    const Label& label = result.automata->thread(ThreadId(t)).label(execution.nodes[t]);
    switch (execution.ends[t]) {
      case ThreadEnd::Finished: endings.emplace_back(); break;
      case ThreadEnd::NotStarted: endings.push_back({"not started", false}); break;
      case ThreadEnd::Error:
        endings.push_back({"fails" + place_text(label.source, result.names), true});
        break;
      case ThreadEnd::Cut:
        endings.push_back(
            {(label.value == static_cast<Value>(CutReason::Threads) ? "cut at the limit of threads"
                                                                    : "cut at the loop bound") +
                 place_text(label.source, result.names),
             false});
        break;
      case ThreadEnd::Blocked:
      case ThreadEnd::StuckAtAwait:
      case ThreadEnd::StuckAtJoin:
        endings.push_back({stop_text(stops[t], has_deadlock, result.names), has_deadlock});
        break;
    }
  }
  return endings;
}

PictureRequest captions_of(const FoundExecution& execution, const ExplorationResult& result,
                           const MemoryModel& model) {
  if (execution.error) {
    const ReportedError& error = result.errors[*execution.error];
    return request_of(error, words::error_text(error), result.names);
  }
  PictureRequest request;
  const std::string states = states_text(execution.states, result);
  if (!states.empty()) request.captions.push_back({states, false});
  for (std::size_t i = 0; i < execution.violations.size(); ++i) {
    const Violation& violation = execution.violations[i];
    // `drover models show` defines the names in the formula.
    const std::string formula = model.axioms()[violation.position].formula;
    request.captions.push_back(
        {format("{} {}: {}", i == 0 ? "breaks" : "and", violation.axiom, formula), true});
  }
  request.endings =
      thread_endings(result, model, Execution(execution.graph, execution.nodes, execution.ends));
  if (!execution.violations.empty()) request.violation = execution.violations.front();
  return request;
}

}  // namespace drover::drawing
