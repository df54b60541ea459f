#include "report/entries.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/explain/reasons.h"
#include "drawing/execution_picture.h"
#include "drawing/find_executions.h"
#include "drawing/history_picture.h"
#include "explorer/algorithms/graph_dependencies.h"
#include "litmus/proposition.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::report {

namespace {

std::string_view observation_of(const litmus::LitmusVerdict& verdict) {
  if (verdict.satisfying == 0) return "Never";
  return verdict.others == 0 ? "Always" : "Sometimes";
}

// Returns how often a condition was seen, or whether a demand holds; `?` if an incomplete run has
// not seen an execution that settles it.
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
        const SourceRange& at = each.place.source;
        entry.remarks.push_back(
            at.line == 0 ? each.text : format("{}: {}", result.names.places->place(at), each.text));
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

// Returns one model's answer to a condition. `is_good`: violates nothing that the program demands.
Json answer_json(std::string answer, std::string mark, bool is_good, std::uint64_t witnesses) {
  return {{"answer", std::move(answer)},
          {"mark", std::move(mark)},
          {"isGood", is_good},
          {"witnesses", witnesses}};
}

Json describe_litmus_condition(const ReportInput& input, const std::vector<ModelRun>& runs) {
  const litmus::FinalCondition& condition = input.subject.test()->condition;
  const bool is_exists = condition.quantifier == litmus::Quantifier::Exists;
  Json results = Json::list(runs, [&](const ModelRun& run) {
    const litmus::LitmusVerdict verdict = litmus::judge(*input.subject.test(), run.result);
    const bool holds = verdict.holds(condition.quantifier);
    return answer_json(
        format("{}: {}, in {} of {}", holds ? "Ok" : "No", observation_of(verdict),
               verdict.satisfying, words::plural(verdict.satisfying + verdict.others, "execution")),
        mark_of(run, is_exists, holds, verdict.satisfying), holds || is_exists, verdict.satisfying);
  });
  return {
      {"text", litmus::condition_text(condition)}, {"line", 0}, {"results", std::move(results)}};
}

// The first errors, drawn regardless of the size limit.
constexpr std::size_t MaxSurelyDrawn = 50;

ErrorEntry describe_error(const ReportedError& error, const CodePlaces& places) {
  ErrorEntry entry;
  entry.kind = error_kind_name(error.kind);
  entry.message = words::error_text(error);
  const auto add = [&](const ErrorPlace& place) {
    if (place.source.line == 0) return;
    entry.places.push_back({{"line", places.combined_line(place.source)},
                            {"column", place.source.column},
                            {"place", places.place(place.source)},
                            {"calls", places.calls_text(place.source)},
                            {"thread", place.thread},
                            {"remark", words::fact_text(place.fact)}});
  };
  add(error.place);
  for (const ErrorPlace& other : error.others) add(other);
  return entry;
}

// Draws the execution of an error, with the relations of all models that have the error.
Drawing draw_error(const ReportedError& error, const ModelRun& run,
                   const std::vector<std::size_t>& places, const std::vector<ModelRun>& runs,
                   DrawingRoom& room, Need need) {
  if (error.graph.size() == 0) return {.note = "No execution shows it."};
  drawing::PictureRequest request = drawing::request_of(error, "", run.result.names);
  request.captions.clear();  // the page has the text
  Drawing out =
      room.draw(error.graph, run.result.names, placed_models(places, runs), request, need);
  const auto calls = drawing::picture_of(error, run.result, *run.model, run.options.client_orders);
  if (calls) out.calls = drawing::history_as_svg(*calls);
  return out;
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
      entry.remarks.push_back(
          format("symmetric threads: {} (one execution per permutation is explored)",
                 joined(group, ", ")));
    }
    for (const PlanRemark& remark : result.remarks) {
      entry.remarks.push_back(words::remark_text(remark));
    }
    for (const words::PlacedSentence& leak : words::leak_sentences(result)) {
      entry.remarks.push_back(
          format("{}: {}", result.names.places->place(leak.place.source), leak.text));
    }
    for (const words::PlacedSentence& order : words::open_order_sentences(result)) {
      entry.remarks.push_back(
          format("{}: {}", result.names.places->place(order.place.source), order.text));
    }
    for (const auto& [flag, count] : result.flags) {
      entry.remarks.push_back(format("flag {}: in {}", flag, words::plural(count, "execution")));
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json describe_conditions(const ReportInput& input, const std::vector<ModelRun>& runs) {
  if (input.subject.test()) return Json::array({describe_litmus_condition(input, runs)});
  Json entries = Json::array();
  for (std::size_t i = 0; i < input.subject.program->conditions.size(); ++i) {
    const Condition& condition = input.subject.program->conditions[i];
    const bool is_exists = condition.kind == ConditionKind::Exists;
    Json results = Json::list(runs, [&](const ModelRun& run) {
      const ConditionResult& result = run.result.conditions[i];
      return answer_json(words::condition_answer(result, run.result),
                         mark_of(run, is_exists, result.holds(), result.witnesses),
                         is_exists || result.holds(), result.witnesses);
    });
    entries.push_back(
        {{"text", format("{} ({})", words::condition_word(condition), condition.text)},
         {"line", condition.source.line},
         {"results", std::move(results)}});
  }
  return entries;
}

Json describe_loops(const ReportInput& input, const std::vector<ModelRun>& runs) {
  std::map<std::pair<std::uint32_t, std::string>, std::vector<std::size_t>> loops;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ExplorationResult& result = runs[i].result;
    for (const LoopReport& loop : result.loops) {
      const std::uint32_t line = input.subject.program->places.combined_line(
          input.subject.program->loops[loop.loop].source);
      for (const std::string& sentence :
           words::loop_sentences(loop, result, *input.subject.program, input.subject.unroll)) {
        loops[{line, sentence}].push_back(i);
      }
    }
    for (const std::string& sentence : words::thread_limit_sentences(result)) {
      loops[{0, sentence}].push_back(i);
    }
  }
  return Json::list(loops, [](const auto& each) -> Json {
    return {{"line", each.first.first}, {"text", each.first.second}, {"models", each.second}};
  });
}

std::vector<ErrorEntry> describe_errors(const std::vector<ModelRun>& runs, DrawingRoom& room) {
  using Key = std::tuple<ErrorKind, std::uint32_t, std::uint32_t, std::string>;
  std::vector<ErrorEntry> entries;
  std::map<Key, std::size_t> known;
  std::vector<std::pair<const ReportedError*, const ModelRun*>> shown;  // by entry
  for (const bool is_condition : {false, true}) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (const ReportedError& error : runs[i].result.errors) {
        if ((error.kind == ErrorKind::Condition) != is_condition) continue;
        const SourceRange& at = error.place.source;
        if (entries.size() == MaxErrorEntries) continue;
        const auto [place, is_new] = known.try_emplace(
            Key{error.kind, at.begin, at.line, words::error_text(error)}, entries.size());
        if (is_new) {
          entries.push_back(describe_error(error, *runs[i].result.names.places));
          shown.emplace_back(&error, &runs[i]);
        }
        std::vector<std::size_t>& models = entries[place->second].models;
        if (models.empty() || models.back() != i) models.push_back(i);
      }
    }
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].drawing =
        draw_error(*shown[i].first, *shown[i].second, entries[i].models, runs, room,
                   i < MaxSurelyDrawn ? Need::Always : Need::WhereThereIsRoom);
  }
  return entries;
}

ExecutionEntry ExecutionDescriber::describe(const KeptExecution& kept, Need need) {
  const ModelRun& run = runs_[kept.run];
  ExecutionEntry entry;
  const ExecutionGraph graph = graph_of(kept);
  const explain::ObservedLocations observed = observed_locations(run);
  const bool is_judged = room_.may_draw(graph);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const MemoryModel& model = *runs_[i].model;
    // Evaluating other models' axioms takes longer on larger graphs.
    if (i != kept.run && !is_judged) continue;
    // Only models without coherence can judge a graph without coherence.
    if (!run.model->has_coherence() && model.has_coherence()) continue;
    if (i == kept.run || explain::allows(model, graph, observed)) {
      entry.allowed_by.push_back(i);
      continue;
    }
    const auto violation = model.find_violation(graph);
    entry.rejected_by.push_back({i, violation ? violation->axiom : "another write is the last"});
  }
  drawing::PictureRequest request;
  request.endings =
      drawing::thread_endings(run.result, *run.model, Execution(kept.graph, kept.nodes, kept.ends));
  entry.drawing =
      room_.draw(graph, run.result.names, placed_models(entry.allowed_by, runs_), request, need);
  return entry;
}

AllowedExecution ExecutionDescriber::as_allowed(const KeptExecution& kept,
                                                const std::vector<Value>& state) const {
  const ModelRun& run = runs_[kept.run];
  // Non-owning: the names live as long as the runs.
  const std::shared_ptr<const GraphNames> names(std::shared_ptr<const GraphNames>(),
                                                &run.result.names);
  return {{graph_of(kept), state, names}, observed_locations(run), kept.run};
}

// Adds dependencies, which models may need and not every algorithm keeps.
ExecutionGraph ExecutionDescriber::graph_of(const KeptExecution& kept) const {
  ExecutionGraph graph = kept.graph;
  if (graph.dependencies() == nullptr) {
    graph.set_dependencies(graph_dependencies(*runs_[kept.run].result.automata, graph));
  }
  return graph;
}

// Returns the observed locations. Without coherence, their last writes determine final states.
explain::ObservedLocations ExecutionDescriber::observed_locations(const ModelRun& run) const {
  explain::ObservedLocations locations;
  for (const Observable& observable : program_.observables) {
    if (observable.is_register) continue;
    const LocationId location = run.result.automata->locations().find(observable.address);
    if (!location.is_none()) locations.push_back(location);
  }
  return locations;
}

}  // namespace drover::report
