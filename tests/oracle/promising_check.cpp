#include "tests/oracle/promising_check.h"

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/reference/promise_first.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "input/subject.h"
#include "litmus/litmus_test.h"
#include "mapping/compile.h"
#include "support/format.h"

namespace drover::oracle {

namespace {

using Forms = std::map<std::vector<std::uint32_t>, std::vector<ThreadEnd>>;

class FormCollector : public ExecutionObserver {
 public:
  FormCollector(RunControl& control, std::uint64_t limit) : control_(control), limit_(limit) {}

  void on_execution(const Execution& execution) override {
    const auto form = canonical_form(execution.graph(), CoherencePart::Included);
    repeated += found.emplace(form, execution.ends).second ? 0U : 1U;
    if (found.size() > limit_) control_.stop(StopReason::MaxExecutions);
  }

  Forms found;
  std::uint64_t repeated = 0;

 private:
  RunControl& control_;
  std::uint64_t limit_;
};

CrossCheckResult check_under(const Program& program, const MemoryModel& model, PromisingRules rules,
                             const PromisingLimits& limits) {
  if (has_parts(program)) return {Agreement::TooLarge, "", 0};
  const UnfoldOptions unfold{.unroll = 2, .dependencies = DependencyTracking::On};
  ProgramAutomata automata(program, unfold);
  RunControl control;
  control.set_time_limit(limits.max_seconds);
  FormCollector expected(control, limits.max_executions);
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
  if (actual.found == expected.found && actual.repeated == 0) return result;
  std::size_t common = 0;
  for (const auto& each : actual.found) common += expected.found.contains(each.first) ? 1U : 0U;
  result.agreement = Agreement::Disagrees;
  result.what =
      format("{}: enumerate finds {} executions; interleave {}, {} of them, {} again\n",
             model.name(), expected.found.size(), actual.found.size(), common, actual.repeated);
  return result;
}

}  // namespace

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
