#include "cli/explain_report.h"

#include <algorithm>

#include "support/format.h"

namespace drover::cli {

std::string limit_words(const ExplainReport& report) {
  const explain::Explanation& explanation = report.explanation;
  const auto is_allowed = [](const auto& each) {
    return each.verdict == explain::OutcomeVerdict::Allowed;
  };
  std::string text;
  if (std::ranges::all_of(explanation.answers, is_allowed)) return text;
  const bool has_coherent = explanation.coherent_count > 0;
  const bool is_stopped = explanation.stop_reason != StopReason::Exhausted;
  switch (has_coherent || is_stopped ? explanation.stop_reason : explanation.incoherent_reason) {
    case StopReason::Exhausted:
    case StopReason::FirstError:
    case StopReason::Void:
    case StopReason::Sampled: break;
    case StopReason::MaxTime:
      text = "the time limit was reached before all candidate executions were found";
      break;
    case StopReason::MaxExecutions: text = "there are too many candidate executions"; break;
    case StopReason::MaxMemory: text = "the limit on memory was reached (--max-memory)"; break;
    case StopReason::Interrupted: text = "interrupted"; break;
    case StopReason::TooManyEvents: text = "a candidate execution has too many events"; break;
    case StopReason::TooDeep: text = "a candidate execution is too long for the stack"; break;
  }
  // Complete explorations settled the other answers.
  const auto is_open = [](const auto& each) {
    return each.verdict == explain::OutcomeVerdict::Unknown;
  };
  const auto has_reasons = [](const explain::ModelAnswer& each) { return !each.reasons.empty(); };
  if (!text.empty()) {
    text += std::ranges::any_of(explanation.answers, is_open)
                ? ", and exploring the program did not come to an end either; fewer threads or "
                  "accesses may"
            : std::ranges::any_of(explanation.answers, has_reasons)
                ? ": not all of them were looked at, so there may be other reasons"
                : ": the verdicts are those of explorations, which give no reasons";
  }
  if (explanation.was_cut && std::ranges::any_of(explanation.answers, is_open)) {
    text += format(
        "{}loops were cut after {} iterations: a longer run may give the outcome "
        "(--unroll N)",
        text.empty() ? "" : "; ", report.unroll);
  }
  return text;
}

}  // namespace drover::cli
