// Collects the report on a program.
//
// The program is explored once under each model; these runs give verdicts, counts, errors and
// loops, the same as `check` and `litmus`. A pool keeps some executions for each outcome. The
// axioms of all models then judge each kept execution: a model that accepts it allows it, even if
// its own run did not reach it before a limit.
//
// Rows of the table of outcomes are all final states that some run reached, and those that only
// coherent candidates reach: all models forbid the latter. A model that does not
// reach a row in a complete run forbids it; forbidden.h explains why.

#include "report/gather.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "analysis/explain/candidates.h"
#include "report/drawings.h"
#include "report/entries.h"
#include "report/forbidden.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::report {

namespace {

// All programs of a page share this many bytes of pictures, before packing. Each program gets at
// least the minimum.
constexpr std::size_t MaxBytes = std::size_t{16} << 20;
constexpr std::size_t MinBytes = std::size_t{1} << 20;

std::size_t bytes_of_pictures(const ReportCommand& command) {
  return std::max(MinBytes, MaxBytes / std::max<std::size_t>(command.files.size(), 1));
}

// Limit in choices of the search, which do not depend on time.
constexpr std::uint64_t MaxCandidateSteps = 100'000;
constexpr std::size_t MaxOutcomes = 500;

// Returns the outcomes of all candidate executions that are coherent per location, including
// outcomes that every model forbids. Nothing if `max_seconds` do not suffice, or a loop was cut.
std::optional<std::set<std::vector<Value>>> conceivable_outcomes(const ReportInput& input,
                                                                 const ShownState& shown,
                                                                 double max_seconds) {
  if (input.subject.program->conditions.empty()) return std::nullopt;
  explain::CandidateSearch search(*input.subject.program, input.subject.unroll,
                                  explain::Dependencies::LeftOut);
  std::set<std::vector<Value>> outcomes;
  const StopReason reason = search.run(
      {}, explain::CandidateClass::Coherent,
      {.steps = MaxCandidateSteps, .seconds = max_seconds, .interrupt = &interrupt_flag()},
      [&](const explain::VisitedCandidate& candidate) {
        const std::vector<Value>& state = candidate.state;
        if (shown.counts(state)) outcomes.insert(shown.project(state));
        if (outcomes.size() > MaxOutcomes) search.stop();
      });
  const bool is_complete =
      reason == StopReason::Exhausted && !explain::has_node(search.automata(), LabelKind::Cut);
  if (!is_complete) return std::nullopt;
  return outcomes;
}

// Short-lived: holds references to the request.
class Gatherer {
 public:
  Gatherer(const ReportCommand& command, const ReportInput& input, const Models& models)
      : command_(command),
        input_(input),
        shown_(input),
        // Keeps more than is shown: the shown rows are not known yet.
        pool_(command.max_outcomes * 4, command.max_pictures,
              [this](const OutcomeKey& key) {
                return key.first == OutcomeKind::Final && !shown_.questions(key.second).empty();
              }),
        runs_(run_models(command, input, models, shown_, pool_)),
        room_(bytes_of_pictures(command), command.max_seconds, command.annotate),
        describer_(*input.subject.program, runs_, room_) {}

  ProgramReport gather() {
    out_.file = input_.subject.path;
    out_.name = input_.name;
    out_.language =
        input_.subject.test() ? std::string(input_.subject.test()->dialect->architecture) : "core";
    out_.source = input_.subject.source->text();
    const CodePlaces& places = input_.subject.program->places;
    out_.files = Json::list(places.files, [&](const CodePlaces::File& file) -> Json {
      const SourceRange first{.begin = file.begin, .line = 1};
      return {{"name", places.file(first)}, {"before", file.first_line}};
    });
    out_.compiled = input_.compiled;
    if (!out_.compiled.empty()) out_.notes.push_back(format("Compiled for {}.", out_.compiled));
    out_.observables = shown_.observables();
    out_.runs = describe_runs(input_, runs_);
    out_.conditions = describe_conditions(input_, runs_);
    out_.loops = describe_loops(input_, runs_);
    list_final_states();
    // Draws the file's conditions first, then its errors, then the rest.
    fill_rows(Asked::Yes);
    out_.errors = describe_errors(runs_, room_);
    if (out_.errors.size() == MaxErrorEntries) {
      out_.notes.push_back(format("There may be more errors: {} are listed.", MaxErrorEntries));
    }
    fill_rows(Asked::No);
    describe_groups();
    out_.savings = measure_savings(*input_.subject.program, runs_);
    if (room_.is_full()) {
      out_.notes.emplace_back(
          "Some executions are not drawn, to keep the page small: `drover draw` draws them.");
    }
    if (was_interrupted()) {
      out_.notes.push_back(format("This is not all: {}. What is missing was not looked at.",
                                  is_at_memory_limit()
                                      ? "the limit on memory was reached (--max-memory)"
                                      : "the run was interrupted"));
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool has_states() const { return !input_.subject.program->conditions.empty(); }

  void describe_groups() {
    if (!has_states()) {
      add_group(OutcomeKind::Complete, "every thread finishes",
                [](const ExplorationResult& result) { return result.executions; });
    }
    add_group(OutcomeKind::Blocked, "some thread is blocked",
              [](const ExplorationResult& result) { return result.blocked; });
    const bool has_failed =
        std::ranges::any_of(runs_, [](const ModelRun& run) { return run.result.erroneous > 0; });
    const bool has_cut =
        std::ranges::any_of(runs_, [](const ModelRun& run) { return run.result.cut > 0; });
    add_group(OutcomeKind::Unfinished,
              !has_cut      ? "some thread fails"
              : !has_failed ? "some thread is cut in a loop"
                            : "some thread fails, or is cut in a loop",
              [](const ExplorationResult& result) { return result.erroneous + result.cut; });
  }

  // Number of executions of each final state, by model.
  using StateCounts = std::map<std::vector<Value>, std::vector<std::uint64_t>>;

  [[nodiscard]] StateCounts count_states() const {
    StateCounts counts;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      for (const auto& [state, count] : runs_[i].result.outcomes) {
        if (!shown_.counts(state)) continue;
        std::vector<std::uint64_t>& of_state = counts[shown_.project(state)];
        of_state.resize(runs_.size());
        of_state[i] += count;
      }
    }
    return counts;
  }

  void list_final_states() {
    if (!has_states()) return;
    StateCounts counts = count_states();
    const auto conceivable = conceivable_outcomes(input_, shown_, command_.max_seconds);
    if (conceivable) {
      for (const std::vector<Value>& state : *conceivable) counts[state].resize(runs_.size());
    } else {
      const bool is_cut =
          std::ranges::any_of(runs_, [](const ModelRun& run) { return run.result.cut > 0; });
      out_.notes.push_back(
          format("Outcomes that none of the models allows are not listed: {}.",
                 is_cut ? "a loop was cut" : "there are too many candidate executions"));
    }
    std::vector<OutcomeEntry> rows;
    std::vector<std::vector<Value>> states;
    for (const auto& [state, of_state] : counts) {
      OutcomeEntry row;
      row.text = shown_.text(state, names());
      row.values = ShownState::values(state, names());
      row.counts = of_state;
      for (std::size_t i = 0; i < runs_.size(); ++i) row.answers.push_back(answer(i, of_state[i]));
      row.conditions = shown_.questions(state);
      rows.push_back(std::move(row));
      states.push_back(state);
    }
    for (const std::size_t i : choose_rows(rows, states)) {
      out_.outcomes.push_back(std::move(rows[i]));
      states_.push_back(states[i]);
    }
  }

  enum class Asked : std::uint8_t { No, Yes };

  void fill_rows(Asked asked) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const bool is_asked = !out_.outcomes[i].conditions.empty();
      if (was_interrupted()) return;
      if (is_asked == (asked == Asked::Yes)) fill_row(states_[i], out_.outcomes[i]);
    }
  }

  [[nodiscard]] const GraphNames& names() const { return runs_.front().result.names; }

  [[nodiscard]] Answer answer(std::size_t run, std::uint64_t count) const {
    if (count > 0) return Answer::Reached;
    return runs_[run].is_complete() ? Answer::NotReached : Answer::Unknown;
  }

  // Chooses rows: those that conditions ask about, then others, each sorted by values. If there are
  // too many, prefers rows that conditions ask about, then those on which models disagree.
  [[nodiscard]] std::vector<std::size_t> choose_rows(
      const std::vector<OutcomeEntry>& rows, const std::vector<std::vector<Value>>& states) {
    std::vector<std::size_t> chosen(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) chosen[i] = i;
    const auto is_unasked = [&](std::size_t i) { return rows[i].conditions.empty(); };
    if (rows.size() > command_.max_outcomes) {
      const auto rank = [&](std::size_t i) {
        const std::vector<Answer>& answers = rows[i].answers;
        const bool is_agreed = std::ranges::count(answers, answers.front()) ==
                               static_cast<std::ptrdiff_t>(answers.size());
        // Prefers rows with an execution to show.
        const int without = pool_.has({OutcomeKind::Final, states[i]}) ? 0 : 1;
        return without + (!is_unasked(i) ? 0 : is_agreed ? 4 : 2);
      };
      std::ranges::stable_sort(chosen, {}, rank);
      chosen.resize(command_.max_outcomes);
      std::ranges::sort(chosen);
      out_.notes.push_back(
          format("{} of {} outcomes are listed (--max-outcomes).", chosen.size(), rows.size()));
    }
    std::ranges::stable_sort(chosen, {}, is_unasked);
    return chosen;
  }

  void fill_row(const std::vector<Value>& state, OutcomeEntry& row) {
    add_executions({OutcomeKind::Final, state}, row);
    std::vector<std::size_t> forbidding;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (row.answers[i] == Answer::NotReached) forbidding.push_back(i);
    }
    const bool is_reached = std::ranges::count(row.answers, Answer::Reached) > 0;
    if (is_reached && row.executions.empty()) {
      row.note = "Its executions were not kept: there are too many outcomes (--max-outcomes).";
    }
    if (forbidding.empty()) return;
    if (command_.on_progress) {
      command_.on_progress(format("{}: why models forbid {}", input_.name, row.text));
    }
    const double seconds = seconds_for_reasons();
    if (seconds <= 0) {
      row.note = "Why models forbid it was not determined: the time for that is over (--max-time).";
      return;
    }
    ForbiddenReasons why =
        explain_forbidden(input_, shown_.outcome(state, names()), runs_, forbidding,
                          allowed_executions(state), seconds, room_, need_of_first(row));
    row.reasons = std::move(why.reasons);
    if (!why.note.empty()) row.note = std::move(why.note);
  }

  [[nodiscard]] std::vector<AllowedExecution> allowed_executions(
      const std::vector<Value>& state) const {
    std::vector<AllowedExecution> out;
    for (const KeptExecution* kept : pool_.choose({OutcomeKind::Final, state}).executions) {
      out.push_back(describer_.as_allowed(*kept, state));
    }
    return out;
  }

  // Returns the remaining time for all explanations.
  [[nodiscard]] double seconds_for_reasons() {
    const auto now = std::chrono::steady_clock::now();
    if (!reasons_begin_) reasons_begin_ = now;
    return command_.max_seconds - std::chrono::duration<double>(now - *reasons_begin_).count();
  }

  template <typename Count>
  void add_group(OutcomeKind kind, std::string text, Count count) {
    OutcomeEntry row;
    row.kind = kind;
    row.text = std::move(text);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      row.counts.push_back(count(runs_[i].result));
      row.answers.push_back(answer(i, row.counts.back()));
    }
    if (std::ranges::count(row.counts, 0U) == static_cast<std::ptrdiff_t>(row.counts.size())) {
      return;
    }
    add_executions({kind, {}}, row);
    out_.outcomes.push_back(std::move(row));
  }

  void add_executions(const OutcomeKey& key, OutcomeEntry& row) {
    const ChosenExecutions chosen = pool_.choose(key);
    row.has_more = chosen.has_more;
    Need need = need_of_first(row);
    for (const KeptExecution* kept : chosen.executions) {
      if (was_interrupted()) return;
      row.executions.push_back(describer_.describe(*kept, need));
      need = Need::WhereThereIsRoom;
    }
  }

  // Outcomes that the file asks about are always drawn.
  [[nodiscard]] static Need need_of_first(const OutcomeEntry& row) {
    return row.conditions.empty() ? Need::WhereThereIsRoom : Need::Always;
  }

  const ReportCommand& command_;
  const ReportInput& input_;
  ShownState shown_;
  ExecutionPool pool_;
  std::vector<ModelRun> runs_;
  DrawingRoom room_;
  ExecutionDescriber describer_;
  std::optional<std::chrono::steady_clock::time_point> reasons_begin_;
  std::vector<std::vector<Value>> states_;  // of the first entries of ProgramReport::outcomes
  ProgramReport out_;
};

}  // namespace

ProgramReport gather(const ReportCommand& command, const ReportInput& input, const Models& models) {
  return Gatherer(command, input, models).gather();
}

}  // namespace drover::report
