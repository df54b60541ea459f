#include "cli/report.h"

#include <algorithm>
#include <map>

#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

bool has_failure(const ExplorationResult& result, const CheckCommand& command) {
  return std::ranges::any_of(result.errors, [&](const ReportedError& error) {
    return command.fails.contains(error.kind);
  });
}

bool is_partial(const ExplorationResult& result) {
  return result.stop_reason != StopReason::Exhausted || result.cut > 0;
}

// "1 error of kind race, 2 errors of kind memory".
std::string kinds_text(const ExplorationResult& result) {
  std::map<ErrorKind, std::uint64_t> counts;
  for (const ReportedError& error : result.errors) ++counts[error.kind];
  return joined(counts, ", ", [](const auto& each) {
    return format("{} of kind {}", words::plural(each.second, "error"),
                  error_kind_name(each.first));
  });
}

// Returns why --strict fails a run: it is vacuous, or has unreached assertions. Else empty.
std::string strict_remark(const ExplorationResult& result) {
  if (result.verdict == Verdict::Vacuous) return ", which --strict counts as a failure";
  if (result.verdict != Verdict::Safe || result.unreached.empty()) return "";
  return ", but not all assertions are reached, which --strict counts as a failure";
}

}  // namespace

Headline headline_of(const ExplorationResult& result, const CheckCommand& command) {
  Headline headline{.word = std::string(words::verdict_name(result.verdict)), .remark = {}};
  if (result.verdict == Verdict::Violation && !has_failure(result, command)) {
    headline.word = is_partial(result) ? words::verdict_name(Verdict::Incomplete) : "no failure";
    headline.remark = format(": {} found, no failure by --fail-on", kinds_text(result));
  } else if (command.is_strict) {
    headline.remark = strict_remark(result);
  }
  return headline;
}

int status_of(const ExplorationResult& result, const CheckCommand& command) {
  if (has_failure(result, command)) return ExitViolation;
  switch (result.verdict) {
    case Verdict::Safe:
    case Verdict::Vacuous:
      return command.is_strict && !strict_remark(result).empty() ? ExitViolation : ExitVerified;
    case Verdict::Violation: return is_partial(result) ? ExitIncomplete : ExitVerified;
    case Verdict::Incomplete: break;
  }
  return ExitIncomplete;
}

}  // namespace drover::cli
