#include "words/run_words.h"

#include "support/format.h"

namespace drover::words {

namespace {

std::string iterations_text(const LoopReport& loop, std::uint32_t unroll) {
  return format(" (at most {} of {} seen)", plural(loop.iterations, "iteration"), unroll);
}

std::string_view pure_text(const LoopReport& loop) {
  switch (loop.pure_iterations) {
    case PureIterations::None: return "";
    case PureIterations::Stopped: return "; threads stop in iterations that change nothing";
    case PureIterations::Awaited: return "; its iterations that change nothing are awaits";
  }
  return "";
}

std::string fate_text(const LoopReport& loop, std::uint32_t unroll) {
  switch (loop.fate) {
    case LoopFate::Await: return "only waits: it was taken for an await";
    case LoopFate::Pure: return "only waits: threads that would repeat it for nothing stop there";
    case LoopFate::Bounded:
      return format("is bounded by its own condition{}", iterations_text(loop, unroll));
    case LoopFate::Unrolled:
      return format("was never cut{}{}", iterations_text(loop, unroll), pure_text(loop));
    case LoopFate::Cut: break;
  }
  return "";
}

std::string cut_text(const CutLoop& cut, std::uint32_t unroll) {
  const std::string whom =
      format("in thread {} (in {})", cut.thread, plural(cut.executions, "execution"));
  if (cut.reason == CutReason::LocalSteps) {
    return format("was cut {}: it computes too long between two memory accesses", whom);
  }
  return format(
      "was cut after {} {}: bound it in the program, write a wait as `await(…)`, or raise the "
      "limit with --unroll N",
      plural(unroll, "iteration"), whom);
}

}  // namespace

std::string plural(std::uint64_t count, std::string_view noun) {
  return format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::vector<std::string> loop_sentences(const LoopReport& loop, const ExplorationResult& result,
                                        const Program& program, std::uint32_t unroll) {
  const LoopInfo& info = program.loops[loop.loop];
  const std::string where = format("the `{}` loop at line {}", info.text, info.source.line);
  if (loop.fate != LoopFate::Cut) return {format("{} {}", where, fate_text(loop, unroll))};
  std::vector<std::string> sentences;
  for (const CutLoop& cut : result.cut_loops) {
    if (cut.loop == loop.loop) sentences.push_back(format("{} {}", where, cut_text(cut, unroll)));
  }
  return sentences;
}

std::string_view condition_word(const Condition& condition) {
  switch (condition.kind) {
    case ConditionKind::Exists: return condition.is_required ? "require exists" : "exists";
    case ConditionKind::Forbid: return "forbid";
    case ConditionKind::Forall: return "forall";
  }
  return "";
}

std::string condition_answer(const ConditionResult& condition, const ExplorationResult& result) {
  const bool is_partial = result.stop_reason != StopReason::Exhausted || result.cut > 0;
  const std::string of_all =
      plural(result.executions, "complete execution") + (is_partial ? " so far" : "");
  switch (condition.condition->kind) {
    case ConditionKind::Exists:
      if (condition.witnesses > 0) return format("yes, in {} of {}", condition.witnesses, of_all);
      return format("no, in none of {}", of_all);
    case ConditionKind::Forbid:
      if (condition.witnesses > 0) {
        return format("violated, in {} of {}", condition.witnesses, of_all);
      }
      return format("respected, in none of {}", of_all);
    case ConditionKind::Forall:
      if (condition.others > 0) {
        return format("violated, false in {} of {}", condition.others, of_all);
      }
      return format("holds, in all of {}", of_all);
  }
  return "";
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe: return "safe";
    case Verdict::Violation: return "violation";
    case Verdict::Incomplete: return "incomplete";
  }
  return "";
}

std::string stop_text(StopReason reason) {
  switch (reason) {
    case StopReason::Exhausted: return "";
    case StopReason::FirstError:
      return "stopped at the first execution with an error (--all-errors goes on)";
    case StopReason::MaxTime: return "stopped: the time limit was reached (--max-time)";
    case StopReason::MaxExecutions:
      return "stopped: the limit on executions was reached (--max-executions)";
    case StopReason::Interrupted: return "stopped: interrupted";
    case StopReason::TooManyEvents:
      return "stopped: an execution has more events than this algorithm can handle (lower "
             "--unroll, or make the program smaller)";
    case StopReason::TooDeep:
      return "stopped: the exploration goes too deep (lower --unroll, or make the program smaller)";
  }
  return "";
}

std::string_view brief_stop_text(StopReason reason) {
  switch (reason) {
    case StopReason::Exhausted: return "";
    case StopReason::FirstError: return "an error was found";
    case StopReason::MaxTime: return "the time limit was reached";
    case StopReason::MaxExecutions: return "the limit of executions was reached";
    case StopReason::Interrupted: return "interrupted";
    case StopReason::TooManyEvents: return "an execution has too many events";
    case StopReason::TooDeep: return "an execution is too long for the stack";
  }
  return "";
}

}  // namespace drover::words
