#include "tests/oracle/run_lines.h"

#include <algorithm>

#include "support/format.h"

namespace drover::oracle {

std::string outcome_lines(const ExplorationResult& result) {
  std::string out;
  for (const ConditionResult& condition : result.conditions) {
    out += format("condition {} {}\n", condition.witnesses, condition.others);
  }
  for (const auto& [state, count] : result.outcomes) {
    out += format("outcome {}:", count);
    for (const Value value : state) out += format(" {}", value);
    out += "\n";
  }
  return out;
}

std::vector<std::string> error_lines(
    const ExplorationResult& result,
    const std::function<std::string(const ReportedError&)>& describe) {
  std::vector<std::string> lines;
  for (const ReportedError& error : result.errors) {
    lines.push_back(format("error {} {}\n", error_kind_name(error.kind), describe(error)));
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace drover::oracle
