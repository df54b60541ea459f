// From a program to what is said about it.
//
// The program is explored once under each model; verdicts, counts, errors and loops are of these
// runs, the same as `check` and `litmus` give. Executions that are met are put into a pool, some
// for each outcome. An execution of one run is then shown to the axioms of all models: those that
// accept it allow it, whether or not their own run came across it before a limit.
//
// Rows of the table of outcomes are all final states that some run reached, and those that no run
// reached although some coherent candidate has them (conceivable.h): these are what all models
// forbid. A model that does not reach a row in a complete run forbids it, and says why
// (forbidden.h).

#include "cli/report/gather.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "cli/error_picture.h"
#include "cli/report.h"
#include "cli/report/conceivable.h"
#include "cli/report/drawings.h"
#include "cli/report/forbidden.h"
#include "cli/run_words.h"
#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/explain/reasons.h"
#include "litmus/proposition.h"
#include "litmus/run_litmus.h"
#include "support/format.h"

namespace drover::report {

namespace {

std::string_view observation_of(const litmus::LitmusVerdict& verdict) {
  if (verdict.satisfying == 0) return "Never";
  return verdict.others == 0 ? "Always" : "Sometimes";
}

// How often what is looked for was seen, or whether what is demanded holds.
std::string mark_of(bool is_exists, bool holds, std::uint64_t witnesses) {
  if (!is_exists) return holds ? "✓" : "✗";
  return witnesses > 0 ? format("{}", witnesses) : "–";
}

// A short-lived worker: holds references to what was asked for.
class Gatherer {
 public:
  Gatherer(const ReportCommand& command, const ReportInput& input, const Models& models)
      : command_(command),
        input_(input),
        shown_(input),
        // Those that are left out may still be needed: which rows are shown is not known yet.
        pool_(command.max_outcomes * 4, command.max_pictures),
        runs_(run_models(command, input, models, shown_, pool_)) {}

  ProgramReport gather() {
    out_.file = input_.path;
    out_.name = input_.name;
    out_.language = input_.test ? std::string(input_.test->dialect->architecture) : "core";
    out_.source = input_.source->text();
    describe_runs();
    describe_conditions();
    // First: whatever is not drawn to keep the page small, errors are.
    describe_errors();
    describe_outcomes();
    describe_loops();
    out_.savings = measure_savings(*input_.program, runs_);
    if (room_.is_full()) {
      out_.notes.emplace_back(
          "Some executions are not drawn, to keep the page small: `drover draw` draws them.");
    }
    return std::move(out_);
  }

 private:
  // ---- Runs

  void describe_runs() {
    for (const ModelRun& run : runs_) {
      const ExplorationResult& result = run.result;
      RunEntry entry;
      entry.model = run.model->name();
      entry.summary = run.model->summary();
      set_verdict(result, entry);
      entry.executions = result.executions;
      entry.blocked = result.blocked;
      entry.failed = result.erroneous;
      entry.cut = result.cut;
      entry.events = result.events;
      entry.algorithm = result.algorithm;
      entry.algorithm_reason = result.algorithm_reason;
      entry.stop = stop_text(result.stop_reason);
      for (const Reduction reduction : result.reductions) {
        entry.reductions.emplace_back(reduction_name(reduction));
      }
      for (const std::vector<std::string>& group : result.symmetric) {
        std::string names;
        for (const std::string& name : group) names += (names.empty() ? "" : ", ") + name;
        entry.remarks.push_back(
            format("symmetric threads: {} (one execution per permutation is explored)", names));
      }
      if (run.is_without_symmetry) {
        entry.remarks.emplace_back(
            "symmetry reduction is not possible: some execution has a cycle in po, rf and co");
      }
      entry.remarks.insert(entry.remarks.end(), result.remarks.begin(), result.remarks.end());
      for (const auto& [flag, count] : result.flags) {
        entry.remarks.push_back(format("flag {}: in {}", flag, plural(count, "execution")));
      }
      out_.runs.push_back(std::move(entry));
    }
  }

  void set_verdict(const ExplorationResult& result, RunEntry& entry) {
    if (!input_.test) {
      entry.word = verdict_name(result.verdict);
      entry.verdict = result.verdict == Verdict::Safe        ? RunVerdict::Good
                      : result.verdict == Verdict::Violation ? RunVerdict::Bad
                                                             : RunVerdict::Incomplete;
      return;
    }
    DiagnosticSink faults;
    const litmus::LitmusVerdict verdict = litmus::judge(*input_.test, result, faults);
    const bool holds = verdict.holds(input_.test->condition.quantifier);
    entry.word = format("{} {}", holds ? "Ok" : "No", observation_of(verdict));
    const bool is_exists = input_.test->condition.quantifier == litmus::Quantifier::Exists;
    entry.verdict = holds ? RunVerdict::Good : is_exists ? RunVerdict::Plain : RunVerdict::Bad;
    if (!verdict.is_complete || verdict.was_cut) entry.verdict = RunVerdict::Incomplete;
    if (verdict.has_race) entry.remarks.emplace_back("the program has a race: it is undefined");
    if (faults.has_errors()) {
      entry.verdict = RunVerdict::Bad;
      entry.word = "fault";
    }
  }

  // ---- Conditions

  void describe_conditions() {
    if (input_.test) {
      describe_litmus_condition();
      return;
    }
    for (std::size_t i = 0; i < input_.program->conditions.size(); ++i) {
      const Condition& condition = input_.program->conditions[i];
      ConditionEntry entry{format("{} ({})", condition_word(condition.kind), condition.text),
                           condition.source.line,
                           {}};
      for (const ModelRun& run : runs_) {
        const ConditionResult& result = run.result.conditions[i];
        const bool is_exists = condition.kind == ConditionKind::Exists;
        entry.results.push_back({condition_answer(result, run.result),
                                 mark_of(is_exists, result.holds(), result.witnesses),
                                 is_exists || result.holds(), result.witnesses});
      }
      out_.conditions.push_back(std::move(entry));
    }
  }

  void describe_litmus_condition() {
    const litmus::FinalCondition& condition = input_.test->condition;
    const bool is_exists = condition.quantifier == litmus::Quantifier::Exists;
    ConditionEntry entry{litmus::condition_text(condition), 0, {}};
    for (const ModelRun& run : runs_) {
      DiagnosticSink ignored;
      const litmus::LitmusVerdict verdict = litmus::judge(*input_.test, run.result, ignored);
      const bool holds = verdict.holds(condition.quantifier);
      entry.results.push_back(
          {format("{}: {}, in {} of {}", holds ? "Ok" : "No", observation_of(verdict),
                  verdict.satisfying, plural(verdict.satisfying + verdict.others, "execution")),
           mark_of(is_exists, holds, verdict.satisfying), holds || is_exists, verdict.satisfying});
    }
    out_.conditions.push_back(std::move(entry));
  }

  // ---- Outcomes

  void describe_outcomes() {
    const bool has_states = !input_.program->conditions.empty();
    if (has_states) {
      describe_final_states();
    } else {
      add_group(OutcomeKind::Complete, "every thread finishes",
                [](const ExplorationResult& result) { return result.executions; });
    }
    add_group(OutcomeKind::Blocked, "some thread waits for ever",
              [](const ExplorationResult& result) { return result.blocked; });
    add_group(OutcomeKind::Unfinished, "some thread fails, or is cut in a loop",
              [](const ExplorationResult& result) { return result.erroneous + result.cut; });
  }

  // Of each final state by model: how many executions have it.
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

  void describe_final_states() {
    StateCounts counts = count_states();
    const auto conceivable = conceivable_outcomes(input_, shown_, command_.max_seconds);
    if (conceivable) {
      for (const std::vector<Value>& state : *conceivable) counts[state].resize(runs_.size());
    } else {
      out_.notes.emplace_back(
          "Outcomes that none of the models allows are not listed: there are too many candidate "
          "executions.");
    }
    std::vector<OutcomeEntry> rows;
    std::vector<std::vector<Value>> states;
    for (const auto& [state, of_state] : counts) {
      OutcomeEntry row{
          OutcomeKind::Final, shown_.text(state, names()), {}, of_state, {}, {}, false, {}, ""};
      for (std::size_t i = 0; i < runs_.size(); ++i) row.answers.push_back(answer(i, of_state[i]));
      note_conditions(state, row);
      rows.push_back(std::move(row));
      states.push_back(state);
    }
    const std::vector<std::size_t> chosen = choose_rows(rows);
    for (const std::size_t i : chosen) {
      fill_row(states[i], rows[i]);
      out_.outcomes.push_back(std::move(rows[i]));
    }
  }

  [[nodiscard]] const GraphNames& names() const { return runs_.front().result.names; }

  [[nodiscard]] Answer answer(std::size_t run, std::uint64_t count) const {
    if (count > 0) return Answer::Reached;
    return runs_[run].is_complete() ? Answer::NotReached : Answer::Unknown;
  }

  void note_conditions(const std::vector<Value>& state, OutcomeEntry& row) const {
    for (std::size_t i = 0; i < input_.questions.questions.size(); ++i) {
      const std::optional<std::vector<Value>> whole = shown_.whole(state);
      if (whole && input_.questions.questions[i].outcome.holds(*whole)) row.conditions.push_back(i);
    }
  }

  // Those that conditions ask about, then those that models disagree about, then the others; in
  // the order of their values.
  [[nodiscard]] std::vector<std::size_t> choose_rows(const std::vector<OutcomeEntry>& rows) {
    std::vector<std::size_t> chosen(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) chosen[i] = i;
    if (rows.size() <= command_.max_outcomes) return chosen;
    const auto rank = [&](std::size_t i) {
      if (!rows[i].conditions.empty()) return 0;
      const std::vector<Answer>& answers = rows[i].answers;
      return std::ranges::count(answers, answers.front()) ==
                     static_cast<std::ptrdiff_t>(answers.size())
                 ? 2
                 : 1;
    };
    std::ranges::stable_sort(chosen, {}, rank);
    chosen.resize(command_.max_outcomes);
    std::ranges::sort(chosen);
    out_.notes.push_back(
        format("{} of {} outcomes are listed (--max-outcomes).", chosen.size(), rows.size()));
    return chosen;
  }

  void fill_row(const std::vector<Value>& state, OutcomeEntry& row) {
    add_executions({OutcomeKind::Final, state}, row);
    std::vector<std::size_t> forbidding;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (row.answers[i] == Answer::NotReached) forbidding.push_back(i);
    }
    if (forbidding.empty()) return;
    ForbiddenReasons why = explain_forbidden(input_, shown_.outcome(state, names()), runs_,
                                             forbidding, command_.max_seconds, room_);
    row.reasons = std::move(why.reasons);
    row.note = std::move(why.note);
  }

  template <typename Count>
  void add_group(OutcomeKind kind, std::string text, Count count) {
    OutcomeEntry row{kind, std::move(text), {}, {}, {}, {}, false, {}, ""};
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

  // ---- Executions

  void add_executions(const OutcomeKey& key, OutcomeEntry& row) {
    const ChosenExecutions chosen = pool_.choose(key);
    row.has_more = chosen.has_more;
    for (const KeptExecution* kept : chosen.executions) {
      row.executions.push_back(describe(*kept));
    }
  }

  [[nodiscard]] ExecutionEntry describe(const KeptExecution& kept) {
    const ModelRun& run = runs_[kept.run];
    ExecutionEntry entry;
    ExecutionGraph graph = kept.graph;
    if (graph.dependencies() == nullptr) {
      graph.set_dependencies(graph_dependencies(*run.result.automata, graph));
    }
    const ObservedLocations observed = observed_locations(run);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const MemoryModel& model = *runs_[i].model;
      // Of a graph without coherence only models that have none can speak.
      if (!run.model->has_coherence() && model.has_coherence()) continue;
      if (i == kept.run || allows(model, graph, observed)) {
        entry.allowed_by.push_back(i);
        continue;
      }
      const auto violation = model.find_violation(graph);
      entry.rejected_by.push_back({i, violation ? violation->axiom : "another write is the last"});
    }
    PictureRequest request;
    for (std::size_t t = 0; t < kept.ends.size(); ++t) {
      request.endings.push_back(ending_of(kept, ThreadId(t)));
    }
    entry.drawing = room_.draw(graph, run.result.names, *run.model, std::move(request));
    return entry;
  }

  // What final states speak of: of a model without coherence, whose writes may be the last.
  [[nodiscard]] ObservedLocations observed_locations(const ModelRun& run) const {
    ObservedLocations locations;
    for (const Observable& observable : input_.program->observables) {
      if (observable.is_register) continue;
      const LocationId location = run.result.automata->locations().find(observable.address);
      if (!location.is_none()) locations.push_back(location);
    }
    return locations;
  }

  [[nodiscard]] ThreadEnding ending_of(const KeptExecution& kept, ThreadId thread) const {
    const ThreadAutomaton& automaton = runs_[kept.run].result.automata->thread(thread);
    const Label& label = automaton.label(kept.nodes[thread.value]);
    const std::string where = label.source.line == 0 ? "" : format(": line {}", label.source.line);
    switch (kept.ends[thread.value]) {
      case ThreadEnd::Finished: return {};
      case ThreadEnd::NotStarted: return {"not started", false};
      case ThreadEnd::Blocked: return {"blocked" + where, false};
      case ThreadEnd::StuckAtAwait: return {"waits for ever" + where, true};
      case ThreadEnd::Error: return {"fails" + where, true};
      case ThreadEnd::Cut: return {"cut at the loop bound" + where, false};
    }
    return {};
  }

  // ---- Errors and loops

  void describe_errors() {
    // What conditions say is seen in the table of outcomes too: after all else.
    for (const bool is_condition : {false, true}) describe_errors(is_condition);
  }

  void describe_errors(bool are_of_conditions) {
    using Key = std::tuple<ErrorKind, std::uint32_t, std::uint32_t, std::string>;
    std::map<Key, std::size_t> known;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      for (const ReportedError& error : runs_[i].result.errors) {
        if ((error.kind == ErrorKind::Condition) != are_of_conditions) continue;
        const SourceRange& at = error.place.source;
        const auto [place, is_new] = known.try_emplace(
            Key{error.kind, at.line, at.column, error.message}, out_.errors.size());
        if (is_new) out_.errors.push_back(describe(error, runs_[i]));
        out_.errors[place->second].models.push_back(i);
      }
    }
  }

  [[nodiscard]] ErrorEntry describe(const ReportedError& error, const ModelRun& run) {
    ErrorEntry entry;
    entry.kind = error_kind_name(error.kind);
    entry.message = error.message;
    const auto add = [&](const ErrorPlace& place) {
      if (place.source.line == 0) return;
      entry.places.push_back({place.source.line, place.source.column, place.thread, place.remark});
    };
    add(error.place);
    for (const ErrorPlace& other : error.others) add(other);
    if (error.graph.size() == 0) {
      entry.drawing.note = "No execution shows it.";
      return entry;
    }
    PictureRequest request = request_of(error, run.result.names);
    request.captions.clear();  // the page says it in words
    entry.drawing = room_.draw(error.graph, run.result.names, *run.model, std::move(request));
    return entry;
  }

  void describe_loops() {
    std::map<std::pair<std::uint32_t, std::string>, std::vector<std::size_t>> loops;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const ExplorationResult& result = runs_[i].result;
      for (const LoopReport& loop : result.loops) {
        const std::uint32_t line = input_.program->loops[loop.loop].source.line;
        for (const std::string& sentence :
             loop_sentences(loop, result, *input_.program, input_.unroll)) {
          loops[{line, sentence}].push_back(i);
        }
      }
    }
    for (auto& [key, models] : loops) {
      out_.loops.push_back({key.first, key.second, std::move(models)});
    }
  }

  const ReportCommand& command_;
  const ReportInput& input_;
  ShownState shown_;
  ExecutionPool pool_;
  std::vector<ModelRun> runs_;
  DrawingRoom room_;
  ProgramReport out_;
};

}  // namespace

ProgramReport gather(const ReportCommand& command, const ReportInput& input, const Models& models) {
  return Gatherer(command, input, models).gather();
}

}  // namespace drover::report
