#include "explorer/judge.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "explorer/graph/event_names.h"
#include "explorer/program_features.h"
#include "semantics/program/address.h"
#include "support/check.h"
#include "support/format.h"

namespace drover {

namespace {

bool has_end(const Execution& execution, ThreadEnd end) {
  return std::ranges::find(execution.ends, end) != execution.ends.end();
}

}  // namespace

bool ConditionResult::holds() const {
  switch (condition->kind) {
    case ConditionKind::Exists: return witnesses > 0;
    case ConditionKind::Forbid: return witnesses == 0;
    case ConditionKind::Forall: return others == 0;
  }
  return false;
}

Judge::Judge(const Program& program, const ProgramAutomata& automata,
             const ExplorerOptions& options, const Plan& plan, RunControl& control,
             ExplorationResult& result)
    : automata_(automata),
      options_(options),
      control_(control),
      result_(result),
      max_executions_(plan.max_executions),
      has_frees_(has_frees(automata.program())),
      looks_for_races_(options.model->reports_races() && may_race(automata.program())),
      looks_at_annotations_(plan.unfold.help_calls == HelpCalls::MarkOnly),
      coverage_(program, automata, plan) {
  for (const Condition& condition : automata.program().conditions) {
    result_.conditions.push_back({&condition, 0, 0});
  }
  if (looks_at_annotations_) find_malformed_annotations(program);
  result_.stops = std::make_shared<StopFinder>(automata, plan.reduced, plan.unfold);
}

// Seen in the program, before any execution.
void Judge::find_malformed_annotations(const Program& program) {
  const AnnotationRule rule = options_.model->traits().annotation_rule;
  for (const MalformedCall& call : find_malformed_calls(program, rule)) {
    add({ErrorKind::Annotation,
         call.message,
         {call.source, call.thread, "annotated here"},
         {},
         ExecutionGraph(automata_.roles()),
         {}});
  }
}

void Judge::on_execution(const Execution& execution) {
  if (seen_ == max_executions_) {
    control_.stop(StopReason::MaxExecutions);
    return;
  }
  ++seen_;
  if (execution.has_causal_cycle) {
    has_causal_cycle_ = true;
    control_.stop(StopReason::FirstError);
    return;
  }
  if (is_duplicate(execution)) {
    ++*result_.duplicates;
    return;
  }
  const bool is_complete =
      std::ranges::all_of(execution.ends, [](ThreadEnd end) { return end == ThreadEnd::Finished; });
  is_real_.reset();
  count(execution);
  if (options_.on_execution && is_real(execution)) options_.on_execution(execution);
  coverage_.note(execution);
  find_graph_errors(execution);
  note_flags(execution);
  if (is_complete) {
    judge_final_states(execution);
    return;
  }
  note_cuts(execution);
  find_thread_errors(execution);
  find_stops(execution);
}

bool Judge::is_duplicate(const Execution& execution) {
  if (!result_.duplicates) return false;
  const CoherencePart coherence =
      options_.model->has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut;
  return !known_graphs_.insert(hash_graph(execution.graph(), coherence)).second;
}

// An execution counts once: as erroneous before cut, cut before blocked.
void Judge::count(const Execution& execution) {
  result_.events += execution.event_count;
  if (has_end(execution, ThreadEnd::Error)) {
    ++result_.erroneous;
  } else if (has_end(execution, ThreadEnd::Cut)) {
    ++result_.cut;
  } else if (has_end(execution, ThreadEnd::Blocked) ||
             has_end(execution, ThreadEnd::StuckAtAwait)) {
    ++result_.blocked;
  } else {
    ++result_.executions;
  }
}

void Judge::note_cuts(const Execution& execution) {
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    if (execution.ends[t] != ThreadEnd::Cut) continue;
    const ThreadId thread(t);
    const Label& label = automata_.thread(thread).label(execution.nodes[t]);
    const std::uint32_t loop = label.detail;
    auto known = std::ranges::find_if(result_.cut_loops, [&](const CutLoop& cut) {
      return cut.loop == loop && cut.thread == thread_name(thread);
    });
    if (known == result_.cut_loops.end()) {
      const auto reason = static_cast<CutReason>(label.value);
      known = result_.cut_loops.insert(known, {loop, reason, thread_name(thread), 0});
    }
    ++known->executions;
  }
}

void Judge::find_thread_errors(const Execution& execution) {
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    if (execution.ends[t] != ThreadEnd::Error || !is_real(execution)) continue;
    const ThreadId thread(t);
    const Label& label = automata_.thread(thread).label(execution.nodes[t]);
    add({label.error,
         automata_.thread(thread).message(label),
         {label.source, thread_name(thread), "fails here"},
         {},
         execution.graph(),
         {}});
  }
}

bool Judge::is_real(const Execution& execution) {
  if (!looks_at_annotations_) return true;
  if (!is_real_) is_real_ = is_plain_execution(execution.graph(), automata_, *options_.model);
  return *is_real_;
}

void Judge::find_graph_errors(const Execution& execution) {
  // What a thread would still have done decides whether annotations are right.
  const bool is_whole =
      !has_end(execution, ThreadEnd::Cut) && !has_end(execution, ThreadEnd::Error);
  const bool looks_at_help = looks_at_annotations_ && is_whole;
  // What happens before what takes long to find out; most executions do without.
  std::optional<Relation> known;
  const LazyRelation happens_before = [&]() -> const Relation& {
    if (!known) known = options_.model->happens_before(execution.graph());
    return *known;
  };
  find_access_errors(execution, happens_before);
  if (!looks_at_help || !execution.may_have_errors({.help_calls = true})) return;
  const ExecutionGraph& graph = execution.graph();
  for (const HelpError& error : find_help_errors(
           graph, automata_, options_.model->traits().annotation_rule, happens_before)) {
    if (error.kind == ErrorKind::Annotation || is_real(execution)) add(report_of(graph, error));
  }
}

// What a model that is not built in says besides its axioms.
void Judge::note_flags(const Execution& execution) {
  if (!options_.model->has_flags()) return;
  const ExecutionGraph& graph = execution.graph();
  for (const RaisedFlag& flag : options_.model->raised_flags(graph)) {
    if (!flag.makes_undefined) {
      ++result_.flags[flag.name];
      continue;
    }
    ReportedError report{ErrorKind::Race,
                         format("the model makes this undefined: `{}`", flag.name),
                         {},
                         {},
                         graph,
                         {}};
    if (flag.events) {
      // The initial writes have no place in the source.
      auto [first, second] = *flag.events;
      if (graph.event(first).is_initial()) std::swap(first, second);
      report.place = place_of(graph, first, "one event");
      report.others.push_back(place_of(graph, second, "the other event"));
      report.remarks = {{first, flag.name + ": one event"},
                        {second, flag.name + ": the other event"}};
    }
    add(std::move(report));
  }
}

void Judge::find_access_errors(const Execution& execution, const LazyRelation& happens_before) {
  // Addresses may be computed: there need be no allocation for an access to be wrong.
  const bool looks_at_heap = has_frees_ || automata_.locations().has_heap_cells();
  if (!looks_at_heap && !looks_for_races_) return;
  if (!execution.may_have_errors({.heap = looks_at_heap, .races = looks_for_races_})) return;
  const ExecutionGraph& graph = execution.graph();
  std::vector<GraphError> found;
  if (looks_at_heap) {
    found = find_memory_errors(graph, happens_before(), [&](LocationId location) {
      return automata_.locations().address(location);
    });
  }
  if (looks_for_races_) {
    std::ranges::move(find_races(graph, happens_before()), std::back_inserter(found));
  }
  for (const GraphError& error : found) {
    if (is_real(execution)) add(report_of(graph, error));
  }
}

ReportedError Judge::report_of(const ExecutionGraph& graph, const HelpError& error) const {
  ReportedError report{error.kind, error.message, place_of(graph, error.help, "the `help` call"),
                       {},         graph,         {{error.help, "the `help` call"}}};
  if (error.other.is_none()) return report;
  const bool is_main = error.kind == ErrorKind::Annotation;
  const std::string remark = is_main ? "the `main` call" : "the other event";
  report.others.push_back(place_of(graph, error.other, remark));
  report.remarks.push_back({error.other, remark});
  return report;
}

ReportedError Judge::report_of(const ExecutionGraph& graph, const GraphError& error) const {
  const bool is_race = error.kind == ErrorKind::Race;
  const Label& label = graph.event(error.first).label;
  const std::string subject =
      label.is_access() ? result_.names.location(label.location) : result_.names.value(label.value);
  ReportedError report{error.kind,
                       is_race ? format("race on `{}`: {}", subject, error.what)
                               : format("{}: `{}`", error.what, subject),
                       place_of(graph, error.first, is_race ? "one access" : error.what),
                       {},
                       graph,
                       {{error.first, is_race ? "race: one access" : error.what}}};
  if (!error.second.is_none()) {
    const std::string remark = is_race ? "the other access" : "the other event";
    report.others.push_back(place_of(graph, error.second, remark));
    report.remarks.push_back({error.second, is_race ? "race: " + remark : remark});
  }
  return report;
}

void Judge::find_stops(const Execution& execution) {
  // A thread that failed or was cut might have done what others wait for.
  if (has_end(execution, ThreadEnd::Error) || has_end(execution, ThreadEnd::Cut)) return;
  // To tell each thread of each execution would take as long as to find the execution.
  constexpr std::uint64_t MaxExamined = 1000;
  const bool is_examined = result_.examined < MaxExamined;
  if (!is_examined && !result_.stops->may_all_wait(execution, *options_.model)) return;
  const std::vector<ThreadStop> stops =
      result_.stops->find(execution, *options_.model, WaitText::LeftOut);
  if (is_examined) {
    ++result_.examined;
    note_stops(stops);
  }
  if (is_deadlock(execution, stops) && is_real(execution)) note_deadlock(execution, stops);
}

void Judge::note_stops(const std::vector<ThreadStop>& stops) {
  std::vector<std::size_t> counted;
  for (std::size_t t = 0; t < stops.size(); ++t) {
    const ThreadStop& stop = stops[t];
    if (stop.kind == StopKind::None) continue;
    const auto [known, is_new] =
        known_stops_.try_emplace({stop.source.begin, stop.kind}, result_.blocked_places.size());
    if (is_new) result_.blocked_places.push_back({stop.source, stop.kind, {}, 0});
    BlockedPlace& place = result_.blocked_places[known->second];
    const std::string& name = thread_name(ThreadId(t));
    if (std::ranges::find(place.threads, name) == place.threads.end()) {
      place.threads.push_back(name);
    }
    if (std::ranges::find(counted, known->second) != counted.end()) continue;
    counted.push_back(known->second);
    ++place.executions;
  }
}

void Judge::note_deadlock(const Execution& execution, const std::vector<ThreadStop>& stops) {
  ++result_.deadlocks;
  // Most executions of a program that deadlocks show the same. What exactly is waited for may
  // depend on registers, hence on the node: of `a > r`, with different values of r, one is told.
  std::vector<Value> key;
  std::vector<Value> nodes;
  std::string identity;
  for (std::size_t t = 0; t < stops.size(); ++t) {
    if (!stops[t].wait) continue;
    const Spin& wait = *stops[t].wait;
    key.insert(key.end(),
               {static_cast<Value>(t), Value{wait.source.begin},
                wait.loop ? Value{*wait.loop} + 1 : 0, wait.address.value_or(0), wait.value});
    nodes.push_back(Value{execution.nodes[t].value});
  }
  for (const Value part : key) identity += format("{} ", part);
  key.insert(key.end(), nodes.begin(), nodes.end());
  // They are remembered to save work; to remember them all may take more room than there is.
  constexpr std::size_t MaxKnown = 10'000;
  if (known_waits_.size() == MaxKnown) known_waits_.clear();
  if (!known_waits_.insert(std::move(key)).second) return;
  const ExecutionGraph& graph = execution.graph();
  ReportedError report{ErrorKind::Deadlock, "", {}, {}, graph, {}};
  const std::vector<ThreadStop> told =
      result_.stops->find(execution, *options_.model, WaitText::Included);
  for (std::size_t t = 0; t < told.size(); ++t) {
    if (!told[t].wait) continue;
    const ThreadId thread(t);
    const Spin& wait = *told[t].wait;
    const std::string reason = describe(graph, thread, wait);
    report.message += (report.message.empty() ? "" : "; ") + reason;
    ErrorPlace place{wait.source, thread_name(thread), reason};
    if (report.place.source.line == 0) {
      report.place = std::move(place);
    } else {
      report.others.push_back(std::move(place));
    }
    const auto events = graph.events_of(thread);
    if (!events.empty()) report.remarks.push_back({events.back(), "waits for ever"});
  }
  add(std::move(report), std::move(identity));
}

std::string Judge::describe(const ExecutionGraph& graph, ThreadId thread, const Spin& wait) const {
  const std::string how =
      wait.loop ? format("`{}` repeats the loop at line {} for ever, waiting for `{}`",
                         thread_name(thread), automata_.program().loops[*wait.loop].source.line,
                         wait.awaited)
                : format("`{}` waits for ever for `{}`", thread_name(thread), wait.awaited);
  if (!wait.address) {
    return format("`{}` repeats the loop at line {} for ever, which does not depend on memory",
                  thread_name(thread), automata_.program().loops[*wait.loop].source.line);
  }
  const LocationId location = automata_.locations().find(*wait.address);
  EventId last = EventId::none();
  if (!location.is_none() && !graph.initial_write(location).is_none()) {
    for (const EventId write : graph.writes_to(location)) {
      const bool is_it = graph.event(write).value == wait.value &&
                         options_.model->is_coherence_maximal(graph, write);
      if (is_it && last.is_none()) last = write;
    }
  }
  const std::string since =
      last.is_none() || graph.event(last).is_initial()
          ? "its initial value"
          : format("last written by {}", describe_place(graph.event(last), result_.names));
  return format("{}: `{}` stays {} ({})", how, automata_.locations().cell_name(*wait.address),
                result_.names.value(wait.value), since);
}

void Judge::judge_final_states(const Execution& execution) {
  if (automata_.program().conditions.empty() || !is_real(execution)) return;
  const std::vector<std::vector<Value>> states = final_states(execution);
  for (const std::vector<Value>& state : states) {
    ++result_.outcomes[state];
    if (options_.on_final_state) options_.on_final_state(execution, state);
  }
  for (ConditionResult& result : result_.conditions) judge_condition(execution, states, result);
}

void Judge::judge_condition(const Execution& execution,
                            const std::vector<std::vector<Value>>& states,
                            ConditionResult& result) {
  const Condition& condition = *result.condition;
  const std::vector<Value>* satisfying = nullptr;
  const std::vector<Value>* other = nullptr;
  for (const std::vector<Value>& state : states) {
    const Evaluation verdict =
        evaluate(automata_.program().condition_expressions, condition.expression, {}, state);
    depends_on_placement_ |= verdict.depends_on_placement;
    if (verdict.faulted) {
      note_condition_fault(execution, condition, verdict.fault);
      continue;
    }
    (verdict.value != 0 ? satisfying : other) = &state;
  }
  if (satisfying != nullptr) ++result.witnesses;
  if (other != nullptr) ++result.others;
  const std::vector<Value>* violating = condition.kind == ConditionKind::Forbid   ? satisfying
                                        : condition.kind == ConditionKind::Forall ? other
                                                                                  : nullptr;
  if (violating != nullptr) note_condition_error(execution, result, *violating);
}

void Judge::note_condition_fault(const Execution& execution, const Condition& condition,
                                 ErrorKind fault) {
  add({fault,
       format("the condition `{}` has no value in some final state (division by zero, or a shift "
              "by too much)",
              condition.text),
       {condition.source, "", "evaluated here"},
       {},
       execution.graph(),
       {}});
}

void Judge::note_condition_error(const Execution& execution, const ConditionResult& result,
                                 const std::vector<Value>& state) {
  std::string text;
  const auto& observables = automata_.program().observables;
  for (std::size_t i = 0; i < observables.size(); ++i) {
    text +=
        format("{}{} = {}", i == 0 ? "" : ", ", observables[i].name, result_.names.value(state[i]));
  }
  const bool is_forbid = result.condition->kind == ConditionKind::Forbid;
  add({ErrorKind::Condition,
       format("{} final state {}: {}", is_forbid ? "forbidden" : "unexpected",
              is_forbid ? "is reached" : "outside the condition is reached", text),
       {result.condition->source, "", is_forbid ? "forbidden here" : "required here"},
       {},
       execution.graph(),
       {}});
}

std::vector<std::vector<Value>> Judge::final_states(const Execution& execution) const {
  std::vector<std::vector<Value>> states{{}};
  for (const Observable& observable : automata_.program().observables) {
    std::vector<Value> values;
    if (observable.is_register) {
      const NodeId node = execution.nodes[observable.thread.value];
      values = {automata_.thread(observable.thread).register_value(node, observable.reg)};
    } else {
      values = final_values(execution, observable.address);
    }
    std::vector<std::vector<Value>> extended;
    for (const auto& state : states) {
      for (const Value value : values) {
        extended.push_back(state);
        extended.back().push_back(value);
      }
    }
    states = std::move(extended);
  }
  return states;
}

std::vector<Value> Judge::final_values(const Execution& execution, Value address) const {
  const ExecutionGraph& graph = execution.graph();
  const LocationId location = automata_.locations().find(address);
  if (!location.is_none() && !graph.initial_write(location).is_none()) {
    return last_values(graph, location, *options_.model);
  }
  const Program& program = automata_.program();
  return {program.objects[address::object(address)].initial[address::cell(address)]};
}

ErrorPlace Judge::place_of(const ExecutionGraph& graph, EventId event, std::string remark) const {
  const Event& at = graph.event(event);
  return {at.label.source, at.is_initial() ? "" : thread_name(at.thread), std::move(remark)};
}

const std::string& Judge::thread_name(ThreadId thread) const {
  return automata_.program().threads[thread.value].name;
}

void Judge::add(ReportedError error) {
  // The final state of a condition's error differs from execution to execution.
  const bool by_place = error.kind == ErrorKind::Condition || error.kind == ErrorKind::Race;
  std::string identity = by_place ? "" : error.message;
  add(std::move(error), std::move(identity));
}

void Judge::add(ReportedError error, std::string identity) {
  const std::uint32_t other = error.others.empty() ? 0 : error.others.front().source.begin;
  ErrorKey key{error.kind, error.place.source.begin, other, std::move(identity)};
  const auto [known, is_new] = known_.emplace(std::move(key), result_.errors.size());
  if (!is_new) {
    ReportedError& kept = result_.errors[known->second];
    if (error.message < kept.message) kept = std::move(error);
    return;
  }
  const bool may_stop =
      options_.after_error == AfterError::Stop && options_.stops_at.contains(error.kind);
  if (may_stop) control_.stop(StopReason::FirstError);
  result_.errors.push_back(std::move(error));
}

}  // namespace drover
