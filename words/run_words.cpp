#include "words/run_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/format.h"
#include "support/text.h"

namespace drover::words {

namespace {

std::string iterations_text(const LoopReport& loop, std::uint32_t unroll) {
  if (!loop.iterations) return "";
  const std::string most = plural(*loop.iterations, "iteration");
  if (!loop.has_events) return format(" (at most {} seen)", most);
  return format(" (at most {} of {} seen)", most, unroll);
}

std::string_view pure_text(const LoopReport& loop) {
  switch (loop.pure_iterations) {
    case PureIterations::None: return "";
    case PureIterations::Stopped: return "; threads stop in iterations that change nothing";
    case PureIterations::Awaited: return "; its iterations that change nothing are awaits";
  }
  return "";
}

// Fate of a loop that only waits, in a run without `plp`.
constexpr std::string_view WaitsUnreduced = "only waits, but plp is off";

std::string fate_text(const LoopReport& loop, std::uint32_t unroll) {
  switch (loop.fate) {
    case LoopFate::Await: return "only waits: it was taken for an await";
    case LoopFate::Pure:
      return "only waits: threads that would repeat it without effect stop there";
    case LoopFate::Bounded:
      return format("is bounded by its own condition{}", iterations_text(loop, unroll));
    case LoopFate::Unrolled:
      if (loop.only_waits) return format("{}{}", WaitsUnreduced, iterations_text(loop, unroll));
      return format("was never cut{}{}", iterations_text(loop, unroll), pure_text(loop));
    case LoopFate::Cut: break;
  }
  return "";
}

std::string recursion_cut_text(const LoopInfo& info, std::string_view whom) {
  return format(
      "was cut at a depth of {} {}: {}", info.recursion_depth, whom,
      info.is_limited_by_code
          ? "calls are inlined, and with deeper ones the code would become too large; make "
            "it less deep, or write it as a loop"
          : "bound it in the program, or raise the limit with --unroll N");
}

std::string cut_text(const LoopReport& loop, const CutLoop& cut, const Program& program,
                     std::uint32_t unroll) {
  const std::string whom =
      format("in thread {} (in {})", cut.thread, plural(cut.executions, "execution"));
  if (cut.reason == CutReason::LocalSteps) {
    return format(
        "was cut {}: it computed for {} million steps without an event (accesses and fences are "
        "events), which is the limit",
        whom, MaxLocalSteps / 1'000'000);
  }
  if (cut.reason == CutReason::Endless) {
    return format("never ends {}: it comes back to the state that it was in, without an event",
                  whom);
  }
  const LoopInfo& info = program.loops[loop.loop];
  if (info.recursion_depth > 0) return recursion_cut_text(info, whom);
  if (loop.only_waits) {
    return format("{}: it was cut after {} {}", WaitsUnreduced, plural(unroll, "iteration"), whom);
  }
  return format("was cut after {} {}: bound it in the program{} or raise the limit with --unroll N",
                plural(unroll, "iteration"), whom,
                program.is_c ? "" : ", write a wait as `await(…)`,");
}

}  // namespace

std::string final_state_text(const Program& program, std::span<const Value> state,
                             const GraphNames& names) {
  std::string text;
  for (std::size_t i = 0; i < state.size(); ++i) {
    text +=
        format("{}{} = {}", i == 0 ? "" : ", ", program.observables[i].name, names.value(state[i]));
  }
  return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string loop_words(const LoopInfo& loop, const CodePlaces& places) {
  const std::string place = places.place(loop.source);
  return loop.recursion_depth > 0 ? format("the recursion `{}` at {}", loop.text, place)
                                  : format("the `{}` loop at {}", loop.text, place);
}

std::vector<std::string> loop_sentences(const LoopReport& loop, const ExplorationResult& result,
                                        const Program& program, std::uint32_t unroll) {
  const LoopInfo& info = program.loops[loop.loop];
  const std::string where = loop_words(info, program.places);
  if (loop.fate != LoopFate::Cut && info.recursion_depth > 0) {
    return {format("{} was never cut (the limit is a depth of {})", where, info.recursion_depth)};
  }
  if (loop.fate != LoopFate::Cut) return {format("{} {}", where, fate_text(loop, unroll))};
  std::vector<std::string> sentences;
  for (const CutLoop& cut : result.cut_loops) {
    if (cut.loop == loop.loop)
      sentences.push_back(format("{} {}", where, cut_text(loop, cut, program, unroll)));
  }
  return sentences;
}

std::string loops_sentence(std::span<const LoopReport> loops, std::uint32_t unroll) {
  std::size_t waiting = 0;
  std::size_t bounded = 0;
  std::optional<std::uint32_t> most;
  for (const LoopReport& loop : loops) {
    waiting +=
        static_cast<std::size_t>(loop.fate == LoopFate::Await || loop.fate == LoopFate::Pure);
    bounded += static_cast<std::size_t>(loop.fate == LoopFate::Bounded);
    const bool counts = loop.fate == LoopFate::Unrolled && loop.has_events && loop.iterations;
    if (counts) most = std::max(most.value_or(0), *loop.iterations);
  }
  const std::size_t others = loops.size() - waiting - bounded;
  std::vector<std::string> parts;
  if (waiting > 0) parts.push_back(format("{} only {}", waiting, waiting == 1 ? "waits" : "wait"));
  if (bounded > 0) {
    parts.push_back(format(
        "{} {}", bounded,
        bounded == 1 ? "is bounded by its own condition" : "are bounded by their own conditions"));
  }
  if (others > 0) {
    parts.push_back(format("{} {} never cut", others, others == 1 ? "was" : "were"));
    if (most) parts.back() += format(", with at most {} of {} iterations seen", *most, unroll);
  }
  return format("{}: {}", plural(loops.size(), "loop"), joined(parts, ", "));
}

namespace {

struct AssumptionWords {
  Assumption assumption;
  std::string_view name;
  std::string_view sentence;
};
constexpr std::array Assumptions{
    AssumptionWords{Assumption::NeverFailsSpuriously, "no-spurious-failures",
                    "assumed: no weak compare-exchange fails spuriously (--spurious lets each do "
                    "so once per thread)"},
    AssumptionWords{Assumption::FailsSpuriouslyOnce, "one-spurious-failure",
                    "assumed: each weak compare-exchange fails spuriously at most once per thread"},
    AssumptionWords{Assumption::NeverWakesSpuriously, "no-spurious-wakeups",
                    "assumed: no wait at a condition variable ends spuriously "
                    "(--no-spurious-wakeups)"},
    AssumptionWords{
        Assumption::WakesSpuriouslyOnce, "one-spurious-wakeup",
        "assumed: each wait at a condition variable ends spuriously, and each wait with "
        "a time because it is over, at most once per thread"},
    AssumptionWords{Assumption::AllocationsSucceed, "allocations-succeed",
                    "assumed: memory is never short, so no allocation gives a null pointer"},
    AssumptionWords{Assumption::ThreadsStart, "threads-start",
                    "assumed: creating a thread never fails"},
    AssumptionWords{Assumption::ConsumeAcquires, "consume-acquires",
                    "assumed: memory_order_consume is memory_order_acquire, as in compilers"},
};

const AssumptionWords& words_for(Assumption assumption) {
  return *std::ranges::find(Assumptions, assumption, &AssumptionWords::assumption);
}

}  // namespace

std::string_view assumption_sentence(Assumption assumption) {
  return words_for(assumption).sentence;
}
std::string_view assumption_name(Assumption assumption) { return words_for(assumption).name; }

std::vector<std::string> thread_limit_sentences(const ExplorationResult& result) {
  std::vector<std::string> sentences;
  for (const CutLoop& cut : result.cut_loops) {
    if (cut.reason != CutReason::Threads) continue;
    sentences.push_back(
        format("thread {} was cut (in {}): it spawns one more thread than there may be; raise the "
               "limit with --max-threads N",
               cut.thread, plural(cut.executions, "execution")));
  }
  return sentences;
}

namespace {

std::string_view gave_up_text(StopKind kind, const ExplorationResult& result) {
  switch (kind) {
    case StopKind::None: return "";
    case StopKind::Assumption: return "an assumption fails";
    case StopKind::Block: return "it is a `block`";
    case StopKind::LooksAgain:
      return "its loop would read again and go on, which a reduction leaves out";
    case StopKind::Waits:
      return result.deadlocks > 0 ? "it waits" : "it waits, while another thread was stopped";
    case StopKind::Undecided:
      return "its loop would read again; whether it would go on is not known";
    case StopKind::Joins: return "it waits for the end of a thread that does not end";
  }
  return "";
}

// Returns the demands that were not checked because no execution is complete.
std::string never_asked_text(const ExplorationResult& result) {
  const bool has_final = std::ranges::any_of(result.program->threads, [](const Thread& thread) {
    return thread.role == ThreadRole::Final;
  });
  std::string text;
  if (has_final) text += "; `final` does not come to its end";
  if (!result.conditions.empty()) text += "; there is no final state that conditions refer to";
  return text;
}

std::vector<PlacedSentence> never_reached(const ExplorationResult& result) {
  std::vector<PlacedSentence> sentences;
  for (const ErrorPlace& place : result.unreached) {
    sentences.push_back({place, "this assertion is never reached"});
  }
  return sentences;
}

}  // namespace

std::vector<std::string> blocked_sentences(const ExplorationResult& result) {
  std::vector<std::string> sentences;
  for (const BlockedPlace& place : result.blocked_places) {
    sentences.push_back(format(
        "{} blocks {} in {}{}: {}", result.program->places.place(place.source),
        joined(place.threads, ", "), plural(place.executions, "execution"),
        result.examined < result.blocked ? format(" of the first {} blocked ones", result.examined)
                                         : "",
        gave_up_text(place.kind, result)));
  }
  return sentences;
}

std::string_view stop_kind_name(StopKind kind) {
  switch (kind) {
    case StopKind::None: return "";
    case StopKind::Assumption: return "assumption";
    case StopKind::Block: return "block";
    case StopKind::LooksAgain:
    case StopKind::Undecided: return "loop";
    case StopKind::Waits: return "wait";
    case StopKind::Joins: return "join";
  }
  return "";
}

std::vector<PlacedSentence> vacuity_sentences(const ExplorationResult& result) {
  std::vector<PlacedSentence> sentences;
  if (result.verdict != Verdict::Vacuous) return sentences;
  if (result.executions == 0 && result.blocked == 0) {
    const bool rests_on_trials = std::ranges::any_of(result.remarks, [](const PlanRemark& remark) {
      return remark.obstacle == ReductionObstacle::OnlyTried;
    });
    sentences.push_back(
        {{},
         format("no execution at all was found: the model allows none{}",
                rests_on_trials ? ", or it is not what it seemed to be on small graphs" : "")});
  } else if (result.executions == 0) {
    const auto worst =
        std::ranges::max_element(result.blocked_places, {}, &BlockedPlace::executions);
    sentences.push_back({{worst->source, worst->threads.front()},
                         format("no execution completes: {} of {}{} stop here{}", worst->executions,
                                result.examined < result.blocked ? "the first " : "",
                                result.examined, never_asked_text(result))});
  }
  for (PlacedSentence& each : never_reached(result)) sentences.push_back(std::move(each));
  return sentences;
}

std::vector<PlacedSentence> unreached_sentences(const ExplorationResult& result) {
  return result.verdict == Verdict::Safe ? never_reached(result) : std::vector<PlacedSentence>();
}

std::vector<PlacedSentence> leak_sentences(const ExplorationResult& result) {
  if (result.stop_reason == StopReason::FirstError) return {};
  std::vector<PlacedSentence> sentences;
  for (const LeakedMemory& leak : result.leaks) {
    sentences.push_back(
        {{leak.source, ""},
         format("memory that is allocated here is lost in {} of {}: it is not freed, and at the "
                "end nothing points to it",
                leak.executions, plural(result.executions, "complete execution"))});
  }
  return sentences;
}

std::vector<PlacedSentence> open_order_sentences(const ExplorationResult& result) {
  if (result.stop_reason == StopReason::FirstError) return {};
  std::vector<PlacedSentence> sentences;
  for (const SourceRange& source : result.open_orders) {
    sentences.push_back(
        {{source, ""},
         "C does not say which access of this expression comes first; only one order was explored "
         "(operands from left to right, a value before its place), and others may have other "
         "outcomes, since the accesses conflict with each other, or with those of other threads at "
         "that time: assign the values to variables first, in the order that you mean"});
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
  const bool is_partial = result.is_partial();
  const std::string of_all =
      plural(result.executions, "complete execution") + (is_partial ? " so far" : "");
  if (result.executions == 0 && condition.condition->kind != ConditionKind::Exists) {
    return is_partial ? "not known: no execution has completed so far"
                      : "not evaluated: no execution completes";
  }
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

std::optional<bool> settled_answer(const ConditionResult& condition,
                                   const ExplorationResult& result) {
  const bool is_partial = result.is_partial();
  const bool is_exists = condition.condition->kind == ConditionKind::Exists;
  if (is_exists == condition.holds()) return condition.holds();
  const bool was_asked = is_exists || result.executions > 0;
  if (is_partial || !was_asked) return std::nullopt;
  return condition.holds();
}

std::string_view brief_answer(const ConditionResult& condition, const ExplorationResult& result) {
  const auto answer = settled_answer(condition, result);
  if (!answer) return "unknown";
  if (condition.condition->kind == ConditionKind::Exists) return *answer ? "yes" : "no";
  return *answer ? "holds" : "violated";
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe: return "safe";
    case Verdict::Vacuous: return "vacuous";
    case Verdict::Violation: return "violation";
    case Verdict::Incomplete: return "incomplete";
  }
  return "";
}

std::string stop_text(StopReason reason) {
  switch (reason) {
    case StopReason::Exhausted: return "";
    case StopReason::Void:
    case StopReason::FirstError:
      return "stopped at the first execution with an error (--all-errors continues)";
    case StopReason::MaxTime: return "stopped: the time limit was reached (--max-time)";
    case StopReason::MaxExecutions:
      return "stopped: the limit on executions was reached (--max-executions)";
    case StopReason::MaxMemory: return "stopped: the limit on memory was reached (--max-memory)";
    case StopReason::Sampled: return "these are random executions, not all (--sample)";
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
    case StopReason::Void:
    case StopReason::FirstError: return "an error was found";
    case StopReason::MaxTime: return "the time limit was reached";
    case StopReason::MaxExecutions: return "the limit of executions was reached";
    case StopReason::MaxMemory: return "the limit on memory was reached (--max-memory)";
    case StopReason::Sampled: return "only random executions were looked at";
    case StopReason::Interrupted: return "interrupted";
    case StopReason::TooManyEvents: return "an execution has too many events";
    case StopReason::TooDeep: return "an execution is too long for the stack";
  }
  return "";
}

std::string rough_number(double number) {
  constexpr double Exact = 10'000;
  if (number < Exact) return format("{:.0f}", number);
  constexpr std::array<std::pair<double, std::string_view>, 4> Names{
      {{1e15, ""}, {1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}}};
  for (const auto& [size, name] : Names) {
    if (number < size) continue;
    return name.empty() ? format("{:.1e}", number) : format("{:.1f}{}", number / size, name);
  }
  return format("{:.0f} thousand", number / 1000);
}

std::string duration_text(double seconds) {
  constexpr double Minute = 60;
  constexpr double Hour = 60 * Minute;
  constexpr double Day = 24 * Hour;
  if (seconds < 10) return format("{:.1f} s", seconds);
  if (seconds < 2 * Minute) return format("{:.0f} s", seconds);
  if (seconds < 2 * Hour) return format("{:.0f} min", seconds / Minute);
  if (seconds < 2 * Day) return format("{:.0f} h", seconds / Hour);
  return seconds < 1000 * Day ? format("{:.0f} days", seconds / Day)
                              : format("{} days", rough_number(seconds / Day));
}

std::string estimate_text(const Estimate& estimate, std::string_view noun) {
  const double low = estimate.low;
  const double high = estimate.high;
  const std::string mean = rough_number(estimate.mean);
  std::string text =
      format("{}{} {}{}", estimate.is_exact() ? "" : "about ", mean, noun, mean == "1" ? "" : "s");
  if (rough_number(low) == mean && rough_number(high) == mean) return text;
  return format("{} ({} to {})", text, rough_number(low), rough_number(high));
}

std::vector<std::string> sample_sentences(const ExplorationResult& result) {
  const SampleSummary& sample = *result.sample;
  std::vector<std::string> lines;
  const std::string seen = format("{} of {}", plural(sample.distinct, "different execution"),
                                  plural(sample.samples, "sample"));
  if (!sample.executions || !sample.others || !sample.all) {
    lines.push_back(seen + "; how many there are could not be estimated");
  } else {
    lines.push_back(format("{}; estimated: {}, {} that are not complete", seen,
                           estimate_text(*sample.executions, "execution"),
                           estimate_text(*sample.others, "other")));
  }
  if (sample.all && sample.all->mean > 0) {
    const double share = std::min(1.0, static_cast<double>(sample.distinct) / sample.all->mean);
    lines.push_back(format("seen: about {:.2g} % of them", 100 * share));
  }
  if (!result.errors.empty()) {
    lines.push_back(format("the error again: --sample 1 --seed {}", sample.seed));
  }
  return lines;
}

}  // namespace drover::words
