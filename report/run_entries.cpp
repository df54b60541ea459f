#include "report/run_entries.h"

#include <map>
#include <utility>

#include "litmus/proposition.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::report {

namespace {

std::string_view observation_of(const litmus::LitmusVerdict& verdict) {
  if (verdict.satisfying == 0) return "Never";
  return verdict.others == 0 ? "Always" : "Sometimes";
}

// Returns how often a condition was seen, or whether a demand holds. Seeing nothing in an
// incomplete run says little.
std::string mark_of(const ModelRun& run, bool is_exists, bool holds, std::uint64_t witnesses) {
  const bool is_seen = is_exists ? witnesses > 0 : !holds;
  if (!is_seen && !run.is_complete()) return "?";
  if (!is_exists) return !holds ? "✗" : run.result.executions > 0 ? "✓" : "∅";
  return witnesses > 0 ? format("{}", witnesses) : "–";
}

RunVerdict run_verdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe: return RunVerdict::Good;
    case Verdict::Vacuous: return RunVerdict::Vacuous;
    case Verdict::Violation: return RunVerdict::Bad;
    case Verdict::Incomplete: break;
  }
  return RunVerdict::Incomplete;
}

void set_verdict(const ReportInput& input, const ExplorationResult& result, RunEntry& entry) {
  if (!input.subject.test()) {
    entry.word = words::verdict_name(result.verdict);
    entry.verdict = run_verdict(result.verdict);
    for (const auto& sentences :
         {words::vacuity_sentences(result), words::unreached_sentences(result)}) {
      for (const words::PlacedSentence& each : sentences) {
        const std::uint32_t line = each.place.source.line;
        entry.remarks.push_back(line == 0 ? each.text : format("line {}: {}", line, each.text));
      }
    }
    return;
  }
  const litmus::LitmusVerdict verdict = litmus::judge(*input.subject.test(), result);
  const bool holds = verdict.holds(input.subject.test()->condition.quantifier);
  entry.word = format("{} {}", holds ? "Ok" : "No", observation_of(verdict));
  const bool is_exists = input.subject.test()->condition.quantifier == litmus::Quantifier::Exists;
  entry.verdict = holds ? RunVerdict::Good : is_exists ? RunVerdict::Plain : RunVerdict::Bad;
  // One execution settles an `exists`.
  const bool is_settled = is_exists == holds;
  if ((!verdict.is_complete || verdict.was_cut) && !is_settled) {
    entry.verdict = RunVerdict::Incomplete;
  }
  if (verdict.has_race) entry.remarks.emplace_back("the program has a race: it is undefined");
  if (!verdict.faults.empty()) {
    entry.verdict = RunVerdict::Bad;
    entry.word = "fault";
  }
}

ConditionEntry describe_litmus_condition(const ReportInput& input,
                                         const std::vector<ModelRun>& runs) {
  const litmus::FinalCondition& condition = input.subject.test()->condition;
  const bool is_exists = condition.quantifier == litmus::Quantifier::Exists;
  ConditionEntry entry{litmus::condition_text(condition), 0, {}};
  for (const ModelRun& run : runs) {
    const litmus::LitmusVerdict verdict = litmus::judge(*input.subject.test(), run.result);
    const bool holds = verdict.holds(condition.quantifier);
    entry.results.push_back(
        {format("{}: {}, in {} of {}", holds ? "Ok" : "No", observation_of(verdict),
                verdict.satisfying,
                words::plural(verdict.satisfying + verdict.others, "execution")),
         mark_of(run, is_exists, holds, verdict.satisfying), holds || is_exists,
         verdict.satisfying});
  }
  return entry;
}

}  // namespace

std::vector<RunEntry> describe_runs(const ReportInput& input, const std::vector<ModelRun>& runs) {
  std::vector<RunEntry> entries;
  for (const ModelRun& run : runs) {
    const ExplorationResult& result = run.result;
    RunEntry entry;
    entry.model = run.model->name();
    entry.summary = run.model->summary();
    set_verdict(input, result, entry);
    entry.executions = result.executions;
    entry.blocked = result.blocked;
    entry.failed = result.erroneous;
    entry.cut = result.cut;
    entry.events = result.events;
    entry.algorithm = result.algorithm;
    if (const auto& reason = result.algorithm_reason) {
      entry.algorithm_reason = words::choice_text(*reason);
    }
    entry.stop = words::stop_text(result.stop_reason);
    for (const Reduction reduction : result.reductions) {
      entry.reductions.emplace_back(reduction_name(reduction));
    }
    for (const std::vector<std::string>& group : result.symmetric) {
      std::string names;
      for (const std::string& name : group) names += (names.empty() ? "" : ", ") + name;
      entry.remarks.push_back(
          format("symmetric threads: {} (one execution per permutation is explored)", names));
    }
    for (const PlanRemark& remark : result.remarks) {
      entry.remarks.push_back(words::remark_text(remark));
    }
    for (const words::PlacedSentence& leak : words::leak_sentences(result)) {
      entry.remarks.push_back(format("line {}: {}", leak.place.source.line, leak.text));
    }
    for (const auto& [flag, count] : result.flags) {
      entry.remarks.push_back(format("flag {}: in {}", flag, words::plural(count, "execution")));
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<ConditionEntry> describe_conditions(const ReportInput& input,
                                                const std::vector<ModelRun>& runs) {
  std::vector<ConditionEntry> entries;
  if (input.subject.test()) return {describe_litmus_condition(input, runs)};
  for (std::size_t i = 0; i < input.subject.program->conditions.size(); ++i) {
    const Condition& condition = input.subject.program->conditions[i];
    ConditionEntry entry{format("{} ({})", words::condition_word(condition), condition.text),
                         condition.source.line,
                         {}};
    for (const ModelRun& run : runs) {
      const ConditionResult& result = run.result.conditions[i];
      const bool is_exists = condition.kind == ConditionKind::Exists;
      entry.results.push_back({words::condition_answer(result, run.result),
                               mark_of(run, is_exists, result.holds(), result.witnesses),
                               is_exists || result.holds(), result.witnesses});
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<LoopEntry> describe_loops(const ReportInput& input, const std::vector<ModelRun>& runs) {
  std::vector<LoopEntry> entries;
  std::map<std::pair<std::uint32_t, std::string>, std::vector<std::size_t>> loops;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ExplorationResult& result = runs[i].result;
    for (const LoopReport& loop : result.loops) {
      const std::uint32_t line = input.subject.program->loops[loop.loop].source.line;
      for (const std::string& sentence :
           words::loop_sentences(loop, result, *input.subject.program, input.subject.unroll)) {
        loops[{line, sentence}].push_back(i);
      }
    }
    for (const std::string& sentence : words::thread_limit_sentences(result)) {
      loops[{0, sentence}].push_back(i);
    }
  }
  entries.reserve(loops.size());
  for (auto& [key, models] : loops) {
    entries.push_back({key.first, key.second, std::move(models)});
  }
  return entries;
}

}  // namespace drover::report
