#include "drawing/picture_captions.h"

#include <cstddef>
#include <vector>

#include "drawing/execution_picture.h"
#include "drawing/thread_endings.h"
#include "support/format.h"
#include "words/fact_words.h"

namespace drover::drawing {

namespace {

// Returns "x = 1, y = 0 or x = 2, y = 0".
std::string states_text(const std::vector<std::vector<Value>>& states,
                        const ExplorationResult& result) {
  std::string texts;
  for (const std::vector<Value>& state : states) {
    std::string text;
    for (std::size_t i = 0; i < state.size(); ++i) {
      text += format("{}{} = {}", i == 0 ? "" : ", ", result.program->observables[i].name,
                     result.names.value(state[i]));
    }
    texts += (texts.empty() ? "" : " or ") + text;
  }
  return texts;
}

}  // namespace

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
