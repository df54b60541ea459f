#include "tests/oracle/explain_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analysis/explain/candidates.h"
#include "analysis/explain/explain.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "support/format.h"
#include "tests/oracle/promising_check.h"
#include "tests/oracle/random.h"
#include "tests/support/program_text.h"
#include "tests/support/replay_story.h"

namespace drover::oracle {

namespace {

using State = std::vector<Value>;

// Returns the final states of all candidates. Nothing if there are too many candidates.
std::optional<std::set<State>> candidate_states(const Program& program, std::uint64_t limit) {
  ProgramAutomata automata(program, {});
  RunControl control;
  std::set<State> states;
  std::uint64_t count = 0;
  visit_candidates(automata, {}, std::nullopt, explain::Dependencies::LeftOut, control,
                   [&](const explain::VisitedCandidate& candidate) {
                     states.insert(candidate.state);
                     if (++count > limit) control.stop(StopReason::MaxExecutions);
                   });
  if (control.reason() != StopReason::Exhausted) return std::nullopt;
  return states;
}

explain::Outcome outcome_of_state(const State& state) {
  explain::Outcome outcome;
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    outcome.parts.push_back(
        {format("observable {} is {}", i, state[i]),
         {i},
         [i, value = state[i]](std::span<const Value> values) { return values[i] == value; }});
  }
  return outcome;
}

std::set<State> reached_states(const Program& program, const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.reductions = ReductionSet::none();
  options.after_error = AfterError::GoOn;
  std::set<State> states;
  for (const auto& [state, count] : explore(program, options).outcomes) states.insert(state);
  return states;
}

void unfold(const Step& step, std::vector<CycleEdge>& edges) {
  if (step.parts.empty()) edges.push_back({step.from, step.relation, step.to});
  for (const Step& part : step.parts) unfold(part, edges);
}

bool has_edge(const MemoryModel& model, const ExecutionGraph& graph, const CycleEdge& edge) {
  constexpr std::string_view Suffix = "^-1";
  const bool is_inverse = edge.edge.ends_with(Suffix);
  const std::string name =
      is_inverse ? edge.edge.substr(0, edge.edge.size() - Suffix.size()) : edge.edge;
  const std::optional<Relation> relation = model.relation(graph, name);
  if (!relation) return false;
  return is_inverse ? relation->contains(edge.to, edge.from)
                    : relation->contains(edge.from, edge.to);
}

bool closes(const std::vector<CycleEdge>& cycle) {
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (cycle[i].to != cycle[(i + 1) % cycle.size()].from) return false;
  }
  return !cycle.empty();
}

// Returns the mistake in a reason; empty if the reason is right.
std::string mistake_in(const explain::Reason& reason, const MemoryModel& model,
                       const ExecutionGraph& graph) {
  if (reason.overwritten) {
    const bool is_last = model.is_coherence_maximal(graph, reason.overwritten->write);
    return is_last ? "a write is said to be overwritten, but may be the last" : "";
  }
  if (model.is_consistent(graph)) return "a reason against a consistent graph";
  const std::vector<CycleEdge>& cycle = reason.violation.cycle;
  if (!closes(cycle)) return "the edges are not a cycle";
  for (const CycleEdge& edge : cycle) {
    if (!has_edge(model, graph, edge)) return format("the graph has no such {} edge", edge.edge);
  }
  std::vector<CycleEdge> unfolded;
  for (const Step& step : reason.violation.steps) unfold(step, unfolded);
  if (unfolded != cycle) return "the steps do not unfold to the cycle";
  for (const CycleEdge& edge : reason.removable) {
    if (!model.is_consistent_without(graph, edge)) return "an edge is blamed that is not to blame";
  }
  return "";
}

// Returns the mistake in the reason why `model` allows the cycle of a stricter model.
std::string mistake_in(const explain::Allowance& allowance, const MemoryModel& model,
                       const ExecutionGraph& graph) {
  if (allowance.strict->is_consistent(graph)) return "the stricter model accepts the witness";
  if (std::string mistake = mistake_in(allowance.reason, *allowance.strict, graph);
      !mistake.empty()) {
    return mistake;
  }
  const explain::Lenience& lenience = allowance.lenience;
  for (const CycleEdge& pair : lenience.given_up) {
    if (has_edge(model, graph, pair)) return format("{} is said to be given up", pair.edge);
  }
  for (const explain::Lenience::Outside& each : lenience.outside) {
    if (!has_edge(*allowance.strict, graph, each.pair)) return "a pair outside is not there";
    if (!has_edge(*allowance.strict, graph, {each.pair.from, each.relation, each.pair.to})) {
      return "a pair outside makes nothing for the stricter model either";
    }
    if (has_edge(model, graph, {each.pair.from, each.relation, each.pair.to})) {
      return "a pair is said to be outside what it is in";
    }
  }
  if (lenience.rounds) {
    const auto relation = model.axiom_relation(graph, lenience.rounds->axiom);
    if (!relation || shortest_cycle(*relation).size() > lenience.rounds->count) {
      return "there is no such round";
    }
    if (!relation->is_irreflexive()) return "an axiom is broken";
  }
  if (lenience.uncounted) {
    const auto relation = model.axiom_relation(graph, lenience.uncounted->axiom);
    for (const CycleEdge& pair : lenience.uncounted->pairs) {
      if (relation->contains(pair.from, pair.to)) return "a pair is counted after all";
    }
  }
  return "";
}

// Returns a mistake unless `order` has all events and each read reads the last write before it.
std::string mistake_in_interleaving(const std::vector<EventId>& order,
                                    const ExecutionGraph& graph) {
  std::map<LocationId, EventId> last;
  for (const EventId event : order) {
    const Event& at = graph.event(event);
    if (!at.label.is_access()) continue;
    const LocationId location = at.label.location;
    last.try_emplace(location, graph.initial_write(location));
    if (at.label.is_read() && at.reads_from != last[location]) return "no interleaving";
    if (at.label.is_write()) last[location] = event;
  }
  const auto count =
      std::ranges::count_if(graph.events(), [](const Event& event) { return !event.is_initial(); });
  return order.size() == static_cast<std::size_t>(count) ? "" : "an event has no turn";
}

// Returns the mistake in the account of why a model accepts a witness.
std::string mistake_in_witness(const explain::ModelAnswer& answer,
                               const explain::Explanation& explanation) {
  const ExecutionGraph& graph = explanation.candidates[*answer.witness].graph;
  if (!answer.model->is_consistent(graph)) return "the witness is inconsistent";
  if (!answer.interleaving.empty()) return mistake_in_interleaving(answer.interleaving, graph);
  const ModelTraits& traits = answer.model->traits();
  const bool has_machine = traits.checker != IncrementalChecker::None || traits.promises;
  if (has_machine && answer.allowance && !answer.story) return "there is no story of the witness";
  if (answer.story) {
    std::string mistake = testing::mistake_in_story(*answer.story, *answer.model, graph);
    if (!mistake.empty()) return mistake;
  }
  if (answer.allowance) return mistake_in(*answer.allowance, *answer.model, graph);
  const bool has_events =
      std::ranges::any_of(graph.events(), [](const Event& event) { return !event.is_initial(); });
  return has_events ? "nothing says why the witness is accepted" : "";
}

std::string mistake_in(const explain::ModelAnswer& answer, const explain::Explanation& explanation,
                       const State& state, bool is_reached) {
  const bool is_allowed = answer.verdict == explain::OutcomeVerdict::Allowed;
  if (is_allowed != is_reached) {
    return format("explained as {}, but {} by the exploration",
                  is_allowed ? "allowed" : "not allowed", is_reached ? "reached" : "not reached");
  }
  if (is_allowed) {
    const explain::Candidate& witness = explanation.candidates[*answer.witness];
    if (witness.state != state) return "the witness has another outcome";
    return mistake_in_witness(answer, explanation);
  }
  if (answer.verdict != explain::OutcomeVerdict::Forbidden)
    return "a candidate's outcome has no answer";
  std::size_t settled = 0;
  for (const explain::Reason& reason : answer.reasons) {
    settled += reason.settled;
    const ExecutionGraph& graph = explanation.candidates[reason.candidate].graph;
    if (std::string mistake = mistake_in(reason, *answer.model, graph); !mistake.empty()) {
      return mistake;
    }
  }
  return settled == answer.explained ? "" : "some candidates have no reason";
}

std::string mistake_in_ladder(const explain::Explanation& explanation) {
  for (std::size_t i = 0; i < explanation.ladder.size(); ++i) {
    const explain::LadderRung& rung = explanation.ladder[i];
    if (rung.verdict != explanation.answers[i].verdict) return "the ladder has another verdict";
    if (!rung.reason) continue;
    const ExecutionGraph& graph = explanation.candidates[rung.reason->candidate].graph;
    if (std::string mistake = mistake_in(*rung.reason, *rung.model, graph); !mistake.empty()) {
      return mistake;
    }
  }
  return "";
}

// Returns the offsets of assertions that fail.
std::set<std::uint32_t> failures(const Program& program, const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.reductions = ReductionSet::none();
  options.after_error = AfterError::GoOn;
  std::set<std::uint32_t> places;
  for (const ReportedError& error : explore(program, options).errors) {
    if (error.kind == ErrorKind::Assertion) places.insert(error.place.source.begin);
  }
  return places;
}

// Checks the explanation of one assertion under every model. Skips models under which a limit was
// reached.
std::string mistake_in_failure(const Program& program, const explain::FailurePlace& place,
                               const std::map<const MemoryModel*, std::set<std::uint32_t>>& fails,
                               std::uint64_t& answers) {
  explain::Outcome outcome;
  outcome.failure = place.source.begin;
  const explain::Explanation explanation =
      explain::explain(program, outcome, models_for(kind_of(program)));
  for (const explain::ModelAnswer& answer : explanation.answers) {
    if (answer.verdict == explain::OutcomeVerdict::Unknown) continue;
    ++answers;
    const bool is_allowed = answer.verdict == explain::OutcomeVerdict::Allowed;
    if (is_allowed != fails.at(answer.model).contains(place.source.begin)) {
      return format("{}: an assertion that is explained to {} does not", answer.model->name(),
                    is_allowed ? "fail" : "hold");
    }
    if (!is_allowed) continue;
    if (!explanation.candidates[*answer.witness].failed) return "the witness does not fail";
    if (std::string mistake = mistake_in_witness(answer, explanation); !mistake.empty()) {
      return format("{}: {}", answer.model->name(), mistake);
    }
  }
  return "";
}

}  // namespace

CrossCheckResult explain_check(const Program& program, const ExplainCheckOptions& options) {
  CrossCheckResult result;
  const std::vector<const MemoryModel*> models = models_for(kind_of(program));
  const auto states = candidate_states(program, options.max_candidates);
  if (!states) return {Agreement::TooLarge, "", 0};
  std::map<const MemoryModel*, std::set<State>> reached;
  for (const MemoryModel* model : models) reached[model] = reached_states(program, *model);
  std::vector<State> picked(states->begin(), states->end());
  if (options.outcomes == PickedOutcomes::Promised) {
    const std::set<State>& usual = reached[find_model("sc")];
    std::erase_if(picked, [&](const State& state) {
      return usual.contains(state) || std::ranges::none_of(models, [&](const MemoryModel* model) {
               return model->traits().promises && reached[model].contains(state);
             });
    });
  }
  Random random(options.seed);
  while (picked.size() > options.max_outcomes) {
    picked.erase(picked.begin() + random.between(0, static_cast<int>(picked.size()) - 1));
  }
  for (const State& state : picked) {
    const explain::Explanation explanation =
        explain::explain(program, outcome_of_state(state), models);
    for (const explain::ModelAnswer& answer : explanation.answers) {
      const bool is_reached = reached[answer.model].contains(state);
      ++result.executions;
      const bool has_promises =
          answer.story && answer.story->machine == explain::StoryMachine::Promises;
      result.stories += has_promises ? 1U : 0U;
      std::string mistake = mistake_in(answer, explanation, state, is_reached);
      if (mistake.empty() && has_promises) {
        mistake = mistake_on_machine(*answer.story, *answer.model->traits().promises, program,
                                     explanation.candidates[*answer.witness].graph);
      }
      if (mistake.empty()) continue;
      return {Agreement::Disagrees, format("{}: {}\n", answer.model->name(), mistake),
              result.executions};
    }
    if (std::string mistake = mistake_in_ladder(explanation); !mistake.empty()) {
      return {Agreement::Disagrees, mistake + "\n", result.executions};
    }
  }
  const std::vector<explain::FailurePlace> places = explain::failure_places(program);
  if (places.empty()) return result;
  std::map<const MemoryModel*, std::set<std::uint32_t>> fails;
  for (const MemoryModel* model : models) fails[model] = failures(program, *model);
  for (const explain::FailurePlace& place : places) {
    const std::string mistake = mistake_in_failure(program, place, fails, result.executions);
    if (!mistake.empty()) return {Agreement::Disagrees, mistake + "\n", result.executions};
  }
  return result;
}

CrossCheckResult explain_check(const std::string& source, const ExplainCheckOptions& options) {
  return explain_check(testing::program_from(source), options);
}

}  // namespace drover::oracle
