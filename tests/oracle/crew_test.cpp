// The report does not depend on the number of workers, on how often a run is stopped and resumed,
// or on the number of parts it is split into.

#include <doctest/doctest.h>

#include <string>

#include "explorer/crew/exploration_state.h"
#include "explorer/explore.h"
#include "explorer/findings/findings.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/plan_search.h"
#include "explorer/work/pool.h"
#include "support/format.h"
#include "tests/oracle/generated_program.h"
#include "tests/oracle/generator.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::oracle::crew_test {

namespace {

// Returns everything in a report except times.
std::string told(const ExplorationResult& result) {
  std::string text = format("{} {} {} {} {} {} {} {} {} {} {}\n", static_cast<int>(result.verdict),
                            static_cast<int>(result.stop_reason), result.executions, result.blocked,
                            result.deadlocks, result.erroneous, result.cut, result.stale,
                            result.dead_ends, result.events, result.examined);
  for (const ReportedError& error : result.errors) {
    text += format("{} {}:{} {}\n", error_kind_name(error.kind), error.place.source.line,
                   error.place.source.column, words::error_text(error));
    for (const ErrorPlace& other : error.others) {
      text += format("  {} {} {}\n", other.source.line, other.thread, words::fact_text(other.fact));
    }
    for (const Event& event : error.graph.events()) {
      text += format("  {}.{} {} {}\n", event.thread.value, event.index, event.value,
                     event.reads_from.value);
    }
    for (const EventRemark& remark : words::event_remarks(error)) {
      text += format("  {} {}\n", remark.event.value, remark.text);
    }
  }
  for (const auto& [state, count] : result.outcomes) {
    for (const Value value : state) text += format("{} ", value);
    text += format("x {}\n", count);
  }
  for (const ConditionResult& condition : result.conditions) {
    text += format("{} {}\n", condition.witnesses, condition.others);
  }
  for (const BlockedPlace& place : result.blocked_places) {
    text += format("{} {} {}", place.source.line, static_cast<int>(place.kind), place.executions);
    for (const std::string& thread : place.threads) text += " " + thread;
    text += "\n";
  }
  for (const CutLoop& cut : result.cut_loops) {
    text += format("{} {} {}\n", cut.loop, cut.thread, cut.executions);
  }
  for (const LoopReport& loop : result.loops) {
    text += format("{} {} {}\n", loop.loop, static_cast<int>(loop.fate),
                   loop.iterations.value_or(12345));
  }
  for (const ErrorPlace& place : result.unreached) text += format("{}\n", place.source.line);
  return text;
}

ExplorationResult explore_with(std::size_t threads, const Program& program,
                               ExplorerOptions options) {
  work::Pool pool(threads);
  options.pool = &pool;
  ExplorationResult result;
  pool.run(1, [&](std::size_t) { result = explore(program, options); });
  return result;
}

// Stops after every few executions, writes the state, reads it back and resumes.
ExplorationResult explore_in_steps(const Program& program, ExplorerOptions options,
                                   std::uint64_t step) {
  ExplorationState state = whole_exploration();
  const Checkpointing kept{.write = [](const ExplorationState&) {}, .every_seconds = 1e9};
  for (;;) {
    options.checkpoint = &kept;
    options.max_executions = step;
    options.resume = &state;
    ExplorationResult result = explore(program, options);
    if (result.stop_reason != StopReason::MaxExecutions) return result;
    ByteWriter out;
    result.left->write(out);
    const Bytes bytes = out.take();
    ByteReader in(bytes);
    state = ExplorationState::read(in);
    REQUIRE(in.has_ended_well());
  }
}

// Explores each part separately, the last one first.
ExplorationResult explore_in_parts(const Program& program, ExplorerOptions options,
                                   std::size_t parts) {
  options.parts = PartsKept::Apart;
  std::optional<ExplorationState> whole = split_exploration(program, options, parts);
  REQUIRE(whole);
  const std::vector<work::Item> items = std::exchange(whole->items, {});
  for (std::size_t i = items.size(); i-- > 0;) {
    ExplorationState part;
    part.items = {items[i]};
    part.is_fallback = whole->is_fallback;
    options.resume = &part;
    const ExplorationResult result = explore(program, options);
    whole->findings.merge(result.left->findings);
    for (const auto& finished : result.left->finished) whole->finished.push_back(finished);
    const auto& error = result.left->error_at;
    if (error && (!whole->error_at || *error < *whole->error_at)) whole->error_at = error;
  }
  options.parts = PartsKept::Together;
  options.resume = &*whole;
  return explore(program, options);
}

}  // namespace

TEST_CASE("many workers, runs that are interrupted and parts give the report of one worker") {
  constexpr std::uint64_t Programs = 60;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const std::string text = to_source(generate(seed));
    CAPTURE(seed);
    CAPTURE(text);
    const Program program = testing::program_from(text);
    for (const MemoryModel* model : all_models()) {
      CAPTURE(model->name());
      for (const AlgorithmInfo& info : all_algorithms()) {
        const bool fits = info.kind != AlgorithmKind::Auto && is_resumable(info.kind) &&
                          !find_misfit(info.kind, *model);
        if (!fits) continue;
        CAPTURE(info.name);
        for (const AfterError after : {AfterError::Stop, AfterError::GoOn}) {
          CAPTURE(static_cast<int>(after));
          ExplorerOptions options;
          options.model = model;
          options.algorithm = info.kind;
          options.unfold.unroll = 3;
          options.after_error = after;
          options.max_executions = 3000;
          const ExplorationResult alone = explore(program, options);
          if (alone.stop_reason == StopReason::MaxExecutions) continue;
          options.max_executions.reset();
          const std::string expected = told(alone);
          CHECK(told(explore_with(2, program, options)) == expected);
          CHECK(told(explore_with(7, program, options)) == expected);
          CHECK(told(explore_in_steps(program, options, 1 + seed % 7)) == expected);
          if (is_splittable(info.kind) && alone.symmetric.empty()) {
            CHECK(told(explore_in_parts(program, options, 1 + seed % 13)) == expected);
          }
        }
      }
    }
  }
}

}  // namespace drover::oracle::crew_test
