#include "explorer/findings/judge.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

#include "explorer/findings/history_errors.h"
#include "explorer/graph/base_relations.h"
#include "explorer/graph/graph_names.h"
#include "explorer/plan/program_features.h"
#include "semantics/program/address.h"
#include "support/check.h"
#include "support/format.h"

namespace drover {

namespace {

ErrorKey key_of(const RecordedError& error, std::string identity) {
  const std::uint32_t other = error.others.empty() ? 0 : error.others.front().source.begin;
  return {error.kind, error.place.source.begin, other, std::move(identity)};
}

// The final state in a condition's error varies between executions, so it is not part of the key.
ErrorKey key_of(const RecordedError& error) {
  const bool by_place = error.kind == ErrorKind::Condition || error.kind == ErrorKind::Race ||
                        error.kind == ErrorKind::Linearizability;
  return key_of(error, by_place ? "" : identity_of(error.fact));
}

// Returns the number of events plus the changes of thread, if each thread takes as many steps as
// possible at a time, in an order that respects rf: shorter executions are easier to follow.
std::uint64_t length_of(const ExecutionGraph& graph) {
  std::vector<std::size_t> next(graph.thread_count(), 0);
  std::vector<bool> is_done(graph.size(), false);
  const auto is_ready = [&](std::size_t thread) {
    const auto events = graph.events_of(ThreadId(thread));
    if (next[thread] == events.size()) return false;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const bool comes_before = graph.role(ThreadId(t)) < graph.role(ThreadId(thread));
      if (comes_before && next[t] < graph.events_of(ThreadId(t)).size()) return false;
    }
    const EventId before = graph.synchronised_with(events[next[thread]]);
    if (!before.is_none() && !is_done[before.value]) return false;
    const EventId source = graph.event(events[next[thread]]).reads_from;
    return source.is_none() || graph.event(source).is_initial() || is_done[source.value];
  };
  std::uint64_t switches = 0;
  for (bool has_moved = true; has_moved; ++switches) {
    has_moved = false;
    for (std::size_t t = 0; t < graph.thread_count() && !has_moved; ++t) {
      for (; is_ready(t); ++next[t]) {
        is_done[graph.events_of(ThreadId(t))[next[t]].value] = true;
        has_moved = true;
      }
    }
  }
  std::uint64_t events = 0;
  for (const Event& event : graph.events()) events += event.is_initial() ? 0 : 1;
  return events + switches;
}

constexpr unsigned bit_of(ThreadEnd end) { return 1U << static_cast<unsigned>(end); }

unsigned ends_of(const Execution& execution) {
  if (execution.have_all_finished) return bit_of(ThreadEnd::Finished);
  unsigned ends = 0;
  for (const ThreadEnd end : execution.ends) ends |= bit_of(end);
  return ends;
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

namespace {

// Memory in bytes comes from C, where races are errors under every model.
bool is_of_c(const Program& program) {
  return std::ranges::any_of(program.structs,
                             [](const StructLayout& layout) { return layout.stride > 0; });
}

}  // namespace

Judge::Judge(const Program& program, const ProgramAutomata& automata,
             const ExplorerOptions& options, const Plan& plan, GraphNames names,
             RunControl& control)
    : automata_(automata),
      options_(options),
      names_(std::move(names)),
      control_(control),
      stop_finder_(automata, plan.reduced, plan.unfold),
      max_executions_(plan.max_executions),
      has_frees_(has_frees(automata.program())),
      looks_for_races_((options.model->reports_races() || is_of_c(automata.program())) &&
                       may_race(automata.program())),
      looks_for_leaks_(options.leaks == LeakPolicy::Report && options.model->has_coherence() &&
                       std::ranges::any_of(automata.program().structs, &StructLayout::is_owned)),
      looks_at_annotations_(plan.unfold.help_calls == HelpCalls::MarkOnly),
      annotation_rule_(plan.trust.annotation_rule),
      may_have_flags_(options.model->has_flags()),
      knows_executions_(plan.knows_executions()),
      has_symmetry_(!plan.trust.symmetric.empty()),
      looks_for_failed_computations_(plan.unfold.failures == FailedComputations::AreNoted),
      open_orders_(program),
      lost_memory_(automata.locations()),
      whole_coverage_(program, automata, plan),
      coverage_(whole_coverage_) {
  has_objects_ = !automata.program().specified.empty();
  if (has_objects_ && histories::orders_calls(*options.model)) {
    const auto should_stop = [&control] { return control.should_stop_now(control.depth()); };
    history_check_.emplace(automata, *options.model, options.client_orders,
                           histories::Patience(should_stop));
    settled_histories_ = std::make_unique<histories::SettledHistories>(automata, *options.model);
  }
  if (looks_at_annotations_) {
    malformed_ = find_malformed_calls(program, annotation_rule_);
  }
}

void Judge::start(const work::Place& place, Examination examination) {
  findings_ = {};
  findings_.conditions.resize(automata_.program().conditions.size());
  place_ = place;
  serial_ = 0;
  examination_ = examination;
  known_waits_.clear();
  coverage_ = whole_coverage_;
  // A fact about the whole program is reported once, in the first part.
  if (place == work::Place()) note_malformed_annotations();
}

Findings Judge::finish() {
  coverage_.note_given_up();
  if (has_objects_ && !history_check_) findings_.has_unchecked_histories = true;
  findings_.reached = coverage_.reached_since(whole_coverage_);
  const std::size_t loops = automata_.program().loops.size();
  findings_.iterations.assign(loops, 0);
  for (std::size_t t = 0; t < automata_.thread_count(); ++t) {
    for (std::uint32_t loop = 0; loop < loops; ++loop) {
      std::uint32_t& most = findings_.iterations[loop];
      most = std::max(most, automata_.thread(ThreadId(t)).iterations(loop));
    }
  }
  findings_.open_orders = open_orders_.found();
  if (automata_.depends_on_placement()) findings_.voids.insert(VoidReason::PlacementMatters);
  return std::move(findings_);
}

void Judge::note_malformed_annotations() {
  const ExecutionGraph empty(automata_.roles());
  shown_ = std::make_shared<const GraphRecord>(record_of(empty));
  for (const MalformedCall& call : malformed_) {
    add(empty, {.kind = ErrorKind::Annotation,
                .fact = call.fact,
                .place = {call.source, call.thread, {FactKind::AnnotatedHere}}});
  }
}

void Judge::on_execution(const Execution& execution) {
  if (seen_ == max_executions_) {
    control_.stop(StopReason::MaxExecutions);
    return;
  }
  ++seen_;
  judge(execution);
  // A run that may continue later must not lose the next execution.
  if (options_.checkpoint != nullptr && seen_ == max_executions_) {
    control_.stop(StopReason::MaxExecutions);
  }
}

void Judge::on_stale(const Execution& graph) {
  ++findings_.stale;
  coverage_.note(graph);  // not an execution, but its assertions count as reached
}

std::optional<VoidReason> Judge::void_reason_of(const Execution& execution) const {
  if (execution.has_causal_cycle) return VoidReason::CausalCycle;
  if (execution.has_doubtful_help) return VoidReason::HelpInDoubt;
  const bool has_failed = looks_for_failed_computations_ && has_failed_computation(execution);
  return has_failed ? std::optional(VoidReason::FailedComputation) : std::nullopt;
}

void Judge::judge(const Execution& execution) {
  if (const auto reason = void_reason_of(execution)) {
    findings_.voids.insert(*reason);
    control_.stop(StopReason::Void);
    return;
  }
  // All that is found would be found again without symmetry.
  if (has_symmetry_ && automata_.depends_on_placement()) {
    findings_.voids.insert(VoidReason::PlacementMatters);
    control_.stop(StopReason::Void);
    return;
  }
  if (is_duplicate(execution)) {
    ++findings_.duplicates;
    return;
  }
  ends_ = ends_of(execution);
  const bool is_complete = (ends_ & ~bit_of(ThreadEnd::Finished)) == 0;
  is_real_.reset();
  shown_.reset();
  count(execution);
  if (options_.on_execution && is_real(execution)) options_.on_execution(execution);
  coverage_.note(execution);
  find_graph_errors(execution);
  examine_open_orders(execution);
  if (is_counted(execution, is_complete)) note_flags(execution);
  check_histories(execution);
  if (is_complete) {
    if (looks_for_leaks_) note_leaks(execution);
    judge_final_states(execution);
    return;
  }
  note_cuts(execution);
  find_thread_errors(execution);
  find_stops(execution);
}

bool Judge::is_counted(const Execution& execution, bool is_complete) const {
  if (!options_.is_counted) return true;
  return is_complete && std::ranges::any_of(final_states(execution), options_.is_counted);
}

bool Judge::is_duplicate(const Execution& execution) {
  if (!knows_executions_) return false;
  const CoherencePart coherence =
      options_.model->has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut;
  std::vector<std::uint32_t> form =
      canonical_form(execution.graph(), coherence, OrderPart::LeftOut);
  // A model's own choices have numbers only: the order with the most of them counts.
  form.push_back(static_cast<std::uint32_t>(execution.graph().choice()));
  return !known_graphs_.insert(hash_form(form)).second;
}

bool Judge::has_failed_computation(const Execution& execution) const {
  for (std::size_t t = 0; t < execution.nodes.size(); ++t) {
    if (automata_.thread(ThreadId(t)).state(execution.nodes[t]).has_failed) return true;
  }
  return false;
}

bool Judge::has_end(ThreadEnd end) const { return (ends_ & bit_of(end)) != 0; }

// Each execution counts once: as erroneous before cut, as cut before blocked.
void Judge::count(const Execution& execution) {
  findings_.events += execution.event_count;
  if (has_end(ThreadEnd::Error)) {
    ++findings_.erroneous;
  } else if (has_end(ThreadEnd::Cut)) {
    ++findings_.cut;
  } else if (has_end(ThreadEnd::Blocked) || has_end(ThreadEnd::StuckAtAwait) ||
             has_end(ThreadEnd::StuckAtJoin)) {
    ++findings_.blocked;
  } else {
    ++findings_.executions;
  }
}

void Judge::note_cuts(const Execution& execution) {
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    if (execution.ends[t] != ThreadEnd::Cut) continue;
    const Label& label = automata_.thread(ThreadId(t)).label(execution.nodes[t]);
    const auto [known, is_new] =
        findings_.cuts.try_emplace({label.detail, static_cast<std::uint32_t>(t)});
    if (is_new) {
      known->second.reason = static_cast<CutReason>(label.value);
      known->second.first = now();
    }
    ++known->second.executions;
  }
}

void Judge::find_thread_errors(const Execution& execution) {
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    if (execution.ends[t] != ThreadEnd::Error || !is_real(execution)) continue;
    const ThreadId thread(t);
    const Label& label = automata_.thread(thread).label(execution.nodes[t]);
    add_shown_by(execution, {.kind = label.error,
                             .fact = automata_.thread(thread).fact(label),
                             .place = {label.source, thread_name(thread), {FactKind::FailsHere}}});
  }
}

bool Judge::is_real(const Execution& execution) {
  if (!looks_at_annotations_) return true;
  if (!is_real_) is_real_ = is_plain_execution(execution.graph(), automata_, *options_.model);
  return *is_real_;
}

void Judge::find_graph_errors(const Execution& execution) {
  // The missing steps of a thread could decide whether annotations are right.
  const bool is_whole = !has_end(ThreadEnd::Cut) && !has_end(ThreadEnd::Error);
  const bool looks_at_help = looks_at_annotations_ && is_whole;
  // Happens-before is slow to compute; most executions do not need it.
  std::optional<Relation> known;
  const auto happens_before = [&]() -> const Relation& {
    if (!known) known = options_.model->happens_before(execution.graph());
    return *known;
  };
  find_access_errors(execution, happens_before);
  find_double_joins(execution);
  if (!looks_at_help || !execution.may_have_errors({.help_calls = true})) return;
  const ExecutionGraph& graph = execution.graph();
  for (const HelpError& error :
       find_help_errors(graph, automata_, annotation_rule_, happens_before)) {
    if (error.kind == ErrorKind::Annotation || is_real(execution)) {
      add(graph, report_of(graph, error));
    }
  }
}

void Judge::note_flags(const Execution& execution) {
  if (!may_have_flags_ || !execution.may_have_errors({.flags = true})) return;
  const ExecutionGraph& graph = execution.graph();
  for (const RaisedFlag& flag : options_.model->raised_flags(graph)) {
    if (!flag.makes_undefined) {
      ++findings_.flags[flag.name];
      continue;
    }
    RecordedError report{.kind = ErrorKind::Race,
                         .fact = {FactKind::UndefinedByModel, {flag.name}}};
    if (flag.events) {
      // Initial writes have no place in the source.
      auto [first, second] = *flag.events;
      if (graph.event(first).is_initial()) std::swap(first, second);
      report.place = place_of(graph, first, {FactKind::OneEvent});
      report.others.push_back(place_of(graph, second, {FactKind::OtherEvent}));
      report.events = {{name_of(graph, first), {FactKind::OneEvent, {flag.name}}},
                       {name_of(graph, second), {FactKind::OtherEvent, {flag.name}}}};
    }
    add(graph, std::move(report));
  }
}

void Judge::find_access_errors(const Execution& execution, const LazyRelation& happens_before) {
  // Addresses may be computed: an access can be wrong without any allocation.
  const bool looks_at_heap = has_frees_ || automata_.locations().has_heap_cells();
  if (!looks_at_heap && !looks_for_races_) return;
  // The model's order is not that of C.
  const bool has_own_order = looks_for_races_ && !options_.model->reports_races();
  const ErrorScope scope{.heap = looks_at_heap,
                         .races = looks_for_races_ && !has_own_order,
                         .races_by_atomics = has_own_order};
  if (!execution.may_have_errors(scope)) return;
  const ExecutionGraph& graph = execution.graph();
  std::vector<GraphError> found;
  if (looks_at_heap) {
    found = find_memory_errors(graph, happens_before(), [&](LocationId location) {
      return automata_.locations().last_byte(location);
    });
  }
  const bool is_complete = (ends_ & ~bit_of(ThreadEnd::Finished)) == 0;
  if (looks_for_races_ && is_counted(execution, is_complete)) {
    const Relation order = has_own_order ? order_by_atomics(graph) : happens_before();
    std::ranges::move(find_races(graph, order), std::back_inserter(found));
  }
  add_all(execution, found);
}

void Judge::add_all(const Execution& execution, const std::vector<GraphError>& found) {
  if (found.empty() || !is_real(execution)) return;
  const ExecutionGraph& graph = execution.graph();
  for (const GraphError& error : found) {
    const std::uint32_t other =
        error.second.is_none() ? 0 : graph.event(error.second).label.source.begin;
    const ErrorKey least{error.kind, graph.event(error.first).label.source.begin, other, ""};
    if (findings_.is_surplus(least)) {
      findings_.has_more_errors = true;
    } else {
      add(graph, report_of(graph, error));
    }
  }
}

// A call that failed is an error already. What other threads did until then is the beginning of an
// execution without the failure, too.
void Judge::check_histories(const Execution& execution) {
  if (!history_check_ || has_end(ThreadEnd::Error) || !is_real(execution)) return;
  const auto start = std::chrono::steady_clock::now();
  check_calls(execution);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  findings_.history_seconds += taken.count();
}

void Judge::check_calls(const Execution& execution) {
  histories::SettledHistories& settled = *settled_histories_;
  const bool has_orders =
      settled.is_useful() && execution.find_call_orders(settled.question(), call_orders_);
  const bool is_told_by_others = has_orders && settled.are_all_calls(call_orders_) &&
                                 stop_finder_.some_looks_again(execution, *options_.model);
  if (is_told_by_others) return;
  const std::vector<ThreadId> waiting = waiting_threads(execution);
  if (has_orders && settled.contains(call_orders_, waiting)) return;
  if (has_orders && history_check_->is_right(call_orders_, waiting)) {
    settled.add_last();
  } else if (const auto fault = history_check_->find_fault(execution.graph(), waiting)) {
    add(execution.graph(), report_of(execution.graph(), *fault));
  }
  if (history_check_->was_too_much()) findings_.has_unchecked_histories = true;
}

std::vector<ThreadId> Judge::waiting_threads(const Execution& execution) {
  std::vector<ThreadId> waiting;
  // A thread that was cut might have done what other threads wait for.
  if (execution.have_all_finished || has_end(ThreadEnd::Cut)) return waiting;
  if (!stop_finder_.may_all_wait(execution, *options_.model)) return waiting;
  const std::vector<ThreadStop> stops =
      stop_finder_.find(execution, *options_.model, WaitText::LeftOut);
  if (!is_deadlock(execution, stops)) return waiting;
  for (std::size_t t = 0; t < stops.size(); ++t) {
    if (stops[t].kind == StopKind::Waits) waiting.emplace_back(t);
  }
  return waiting;
}

RecordedError Judge::report_of(const ExecutionGraph& graph,
                               const histories::HistoryFault& fault) const {
  const SpecifiedObject& object = automata_.program().specified[fault.object];
  return describe_fault(fault, object, graph, names_);
}

void Judge::examine_open_orders(const Execution& execution) {
  if (open_orders_.is_done()) return;
  const ExecutionGraph& graph = execution.graph();
  std::optional<Relation> order;
  open_orders_.examine(graph, [&]() -> const Relation& {
    if (!order) {
      const bool has_races = options_.model->reports_races();
      order = has_races ? options_.model->happens_before(graph) : order_by_atomics(graph);
    }
    return *order;
  });
}

void Judge::find_double_joins(const Execution& execution) {
  if (!automata_.has_spawns() || !execution.may_have_errors({.joins = true})) return;
  add_all(execution, drover::find_double_joins(execution.graph()));
}

void Judge::note_leaks(const Execution& execution) {
  lost_memory_.clear();
  execution.describe(lost_memory_);
  std::set<std::uint32_t> places;
  for (const AllocationSite& site : lost_memory_.find()) {
    const SourceRange source = automata_.thread(site.thread).label(site.node).source;
    if (!places.insert(source.begin).second) continue;
    ++findings_.leaks.try_emplace(source.begin, LeakedMemory{source, 0}).first->second.executions;
  }
}

RecordedError Judge::report_of(const ExecutionGraph& graph, const HelpError& error) const {
  const ErrorFact help{FactKind::HelpCall};
  RecordedError report{.kind = error.kind,
                       .fact = error.fact,
                       .place = place_of(graph, error.help, help),
                       .events = {{name_of(graph, error.help), help}}};
  if (error.other.is_none()) return report;
  const bool is_main = error.kind == ErrorKind::Annotation;
  const ErrorFact other{is_main ? FactKind::MainCall : FactKind::OtherEvent};
  report.others.push_back(place_of(graph, error.other, other));
  report.events.emplace_back(name_of(graph, error.other), other);
  return report;
}

ErrorFact Judge::beyond_block(const ExecutionGraph& graph, const GraphError& error) const {
  const LocationTable& locations = automata_.locations();
  const LocationId cell = graph.event(error.first).label.location;
  const Label& block = graph.event(error.second).label;
  const std::optional<std::uint32_t> hidden = locations.hidden_bytes(block.value);
  const Value bytes = locations.last_byte(cell) - locations.address(cell) + 1;
  return {FactKind::BeyondObject,
          {hidden ? std::to_string(bytes) : "", names_.location(cell), names_.value(block.value),
           std::to_string(block.size - Value{hidden.value_or(0)})}};
}

RecordedError Judge::report_of(const ExecutionGraph& graph, const GraphError& error) const {
  const bool is_race = error.kind == ErrorKind::Race;
  const Label& label = graph.event(error.first).label;
  const std::string subject =
      label.is_access() ? names_.location(label.location) : names_.value(label.value);
  RecordedError report{
      .kind = error.kind,
      .fact = error.what == FactKind::BeyondObject ? beyond_block(graph, error)
                                                   : ErrorFact{error.what, {subject}},
      .place = place_of(graph, error.first, {is_race ? FactKind::OneAccess : error.what}),
      .events = {
          {name_of(graph, error.first), {is_race ? FactKind::OneRacingAccess : error.what}}}};
  if (!error.second.is_none()) {
    report.others.push_back(
        place_of(graph, error.second, {is_race ? FactKind::OtherAccess : FactKind::OtherEvent}));
    report.events.push_back({name_of(graph, error.second),
                             {is_race ? FactKind::OtherRacingAccess : FactKind::OtherEvent}});
  }
  return report;
}

void Judge::find_stops(const Execution& execution) {
  // A thread that failed or was cut might have done what other threads wait for.
  if (has_end(ThreadEnd::Error) || has_end(ThreadEnd::Cut)) return;
  const bool is_examined = examination_ == Examination::Due && !has_examined_enough();
  if (!is_examined && !stop_finder_.may_all_wait(execution, *options_.model)) return;
  const std::vector<ThreadStop> stops =
      stop_finder_.find(execution, *options_.model, WaitText::LeftOut);
  if (is_examined) note_stops(stops);
  if (is_deadlock(execution, stops) && is_real(execution)) note_deadlock(execution, stops);
}

void Judge::note_stops(const std::vector<ThreadStop>& stops) {
  FoundStops found;
  found.at = now();
  for (std::size_t t = 0; t < stops.size(); ++t) {
    if (stops[t].kind == StopKind::None) continue;
    found.stops.push_back({static_cast<std::uint32_t>(t), stops[t].source, stops[t].kind});
  }
  findings_.stops.push_back(std::move(found));
}

void Judge::note_deadlock(const Execution& execution, const std::vector<ThreadStop>& stops) {
  ++findings_.deadlocks;
  // Most executions of a deadlocking program show the same deadlock. The awaited value may depend
  // on registers, and so on the node: for `a > r`, with different values of r, one is reported. The
  // last writer of the awaited location is reported too.
  const ExecutionGraph& graph = execution.graph();
  std::vector<Value> key;
  std::vector<Value> nodes;
  std::string identity;
  for (std::size_t t = 0; t < stops.size(); ++t) {
    if (stops[t].joined) {
      key.insert(key.end(), {static_cast<Value>(t), Value{stops[t].source.begin},
                             Value{stops[t].joined->value}});
    }
    if (!stops[t].wait) continue;
    const Spin& wait = *stops[t].wait;
    key.insert(key.end(),
               {static_cast<Value>(t), Value{wait.source.begin},
                wait.loop ? Value{*wait.loop} + 1 : 0, wait.address.value_or(0), wait.value});
    nodes.push_back(Value{execution.nodes[t].value});
    const EventId last = last_write(graph, wait);
    nodes.push_back(last.is_none() ? -1 : Value{graph.event(last).thread.value});
    nodes.push_back(last.is_none() ? -1 : Value{graph.event(last).label.source.begin});
  }
  for (const Value part : key) identity += format("{} ", part);
  key.insert(key.end(), nodes.begin(), nodes.end());
  // A cache to save work; its size is limited.
  constexpr std::size_t MaxKnown = 10'000;
  if (known_waits_.size() == MaxKnown) known_waits_.clear();
  const auto [known, is_new] = known_waits_.try_emplace(std::move(key));
  if (!is_new) {
    count_known(known->second);
    return;
  }
  RecordedError report{.kind = ErrorKind::Deadlock, .fact = {FactKind::Deadlock}};
  const std::vector<ThreadStop> told =
      stop_finder_.find(execution, *options_.model, WaitText::Included);
  for (std::size_t t = 0; t < told.size(); ++t) {
    if (!told[t].wait && !told[t].joined) continue;
    const ThreadId thread(t);
    ErrorPlace place{told[t].wait ? told[t].wait->source : told[t].source, thread_name(thread)};
    place.fact = told[t].wait ? fact_of(graph, thread, *told[t].wait)
                              : ErrorFact{FactKind::WaitsForThread,
                                          {thread_name(thread), thread_name(*told[t].joined)}};
    if (report.place.source.line == 0) {
      report.place = std::move(place);
    } else {
      report.others.push_back(std::move(place));
    }
    const auto events = graph.events_of(thread);
    if (!events.empty()) {
      report.events.push_back({name_of(graph, events.back()), {FactKind::WaitsForever}});
    }
  }
  known->second = key_of(report, std::move(identity));
  add(graph, std::move(report), known->second);
}

ErrorFact Judge::fact_of(const ExecutionGraph& graph, ThreadId thread, const Spin& wait) const {
  ErrorFact fact{FactKind::WaitsForValue, {thread_name(thread)}};
  if (wait.loop) {
    fact.kind = wait.address ? FactKind::LoopsForValue : FactKind::LoopsForNothing;
    fact.names.push_back(
        automata_.program().places.place(automata_.program().loops[*wait.loop].source));
  }
  if (!wait.address) return fact;
  fact.names.insert(fact.names.end(), {wait.awaited, automata_.locations().cell_name(*wait.address),
                                       names_.value(wait.value)});
  const EventId last = last_write(graph, wait);
  if (!last.is_none()) fact.names.push_back(describe_place(graph.event(last), names_));
  return fact;
}

EventId Judge::last_write(const ExecutionGraph& graph, const Spin& wait) const {
  if (!wait.address) return EventId::none();
  const LocationId location = automata_.locations().find(*wait.address);
  if (location.is_none() || graph.initial_write(location).is_none()) return EventId::none();
  for (const EventId write : graph.writes_to(location)) {
    const bool is_it = graph.event(write).value == wait.value &&
                       options_.model->is_coherence_maximal(graph, write);
    if (is_it) return graph.event(write).is_initial() ? EventId::none() : write;
  }
  return EventId::none();
}

void Judge::judge_final_states(const Execution& execution) {
  if (automata_.program().conditions.empty() || !is_real(execution)) return;
  const std::vector<std::vector<Value>> states = final_states(execution);
  for (const std::vector<Value>& state : states) {
    ++findings_.outcomes[state];
    if (options_.on_final_state) options_.on_final_state(execution, state);
  }
  for (std::size_t i = 0; i < findings_.conditions.size(); ++i) {
    judge_condition(execution, states, i);
  }
}

void Judge::judge_condition(const Execution& execution,
                            const std::vector<std::vector<Value>>& states, std::size_t index) {
  const Condition& condition = automata_.program().conditions[index];
  const std::vector<Value>* satisfying = nullptr;
  const std::vector<Value>* other = nullptr;
  for (const std::vector<Value>& state : states) {
    const Evaluation verdict =
        evaluate(automata_.program().condition_expressions, condition.expression, {}, state);
    if (verdict.depends_on_placement) findings_.voids.insert(VoidReason::PlacementMatters);
    if (verdict.faulted) {
      note_condition_fault(execution, condition, verdict.fault);
      continue;
    }
    (verdict.value != 0 ? satisfying : other) = &state;
  }
  if (satisfying != nullptr) ++findings_.conditions[index].first;
  if (other != nullptr) ++findings_.conditions[index].second;
  const std::vector<Value>* violating = condition.kind == ConditionKind::Forbid   ? satisfying
                                        : condition.kind == ConditionKind::Forall ? other
                                                                                  : nullptr;
  if (violating != nullptr) note_condition_error(execution, condition, *violating);
}

void Judge::note_condition_fault(const Execution& execution, const Condition& condition,
                                 ErrorKind fault) {
  add_shown_by(execution, {.kind = fault,
                           .fact = {FactKind::ConditionFault, {condition.text}},
                           .place = {condition.source, "", {FactKind::EvaluatedHere}}});
}

void Judge::note_condition_error(const Execution& execution, const Condition& condition,
                                 const std::vector<Value>& state) {
  const bool is_forbid = condition.kind == ConditionKind::Forbid;
  ErrorFact fact{is_forbid ? FactKind::ForbiddenState : FactKind::UnexpectedState};
  const auto& observables = automata_.program().observables;
  for (std::size_t i = 0; i < observables.size(); ++i) {
    fact.names.push_back(observables[i].name);
    fact.names.push_back(names_.value(state[i]));
  }
  add_shown_by(
      execution,
      {.kind = ErrorKind::Condition,
       .fact = std::move(fact),
       .place = {
           condition.source, "", {is_forbid ? FactKind::ForbiddenHere : FactKind::RequiredHere}}});
}

std::vector<std::vector<Value>> Judge::final_states(const Execution& execution) const {
  std::vector<std::vector<Value>> states{{}};
  for (const Observable& observable : automata_.program().observables) {
    std::vector<Value> values;
    if (observable.is_register) {
      const NodeId node = execution.nodes[observable.thread.value];
      values = {automata_.thread(observable.thread).register_value(node, observable.reg)};
    } else if (observable.parts.empty()) {
      values = final_values(execution, observable.address);
    } else {
      values = final_values(execution, observable.parts);
    }
    for (Value& value : values) value = viewed(observable.view, value);
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

std::vector<Value> Judge::final_values(const Execution& execution,
                                       std::span<const ObservedPart> parts) const {
  std::vector<Value> wholes{0};
  for (const ObservedPart& part : parts) {
    std::vector<Value> longer;
    for (const Value bits : final_values(execution, part.address)) {
      for (const Value whole : wholes) {
        const auto shifted = static_cast<std::uint64_t>(bits) << part.shift;
        longer.push_back(static_cast<Value>(static_cast<std::uint64_t>(whole) | shifted));
      }
    }
    wholes = std::move(longer);
  }
  return wholes;
}

std::vector<Value> Judge::final_values(const Execution& execution, Value address) const {
  const ModelFacts& facts = options_.model->facts();
  const LocationId location = automata_.locations().find(address);
  const bool is_ordered =
      facts.has_coherence && !facts.has_own_coherence && !facts.chooses_coherence;
  if (!location.is_none() && is_ordered) {
    if (const auto last = execution.last_value(location)) return {*last};
  } else if (const ExecutionGraph& graph = execution.graph();
             !location.is_none() && !graph.initial_write(location).is_none()) {
    if (facts.has_coherence || facts.has_own_coherence) {
      return last_values(graph, location, *options_.model);
    }
    // As in herd, each choice of last writes counts, whatever their values.
    std::vector<Value> values;
    for (const EventId write : last_writes(graph, location, *options_.model)) {
      values.push_back(graph.event(write).value);
    }
    return values;
  }
  const Program& program = automata_.program();
  return {program.objects[address::object(address)].initial[address::cell(address)]};
}

ErrorPlace Judge::place_of(const ExecutionGraph& graph, EventId event, ErrorFact fact) const {
  const Event& at = graph.event(event);
  return {at.label.source, at.is_initial() ? "" : thread_name(at.thread), std::move(fact)};
}

const std::string& Judge::thread_name(ThreadId thread) const {
  return automata_.program().threads[thread.value].name;
}

// Most executions show only known errors: their graphs are not built.
void Judge::add_shown_by(const Execution& execution, RecordedError error) {
  const ErrorKey key = key_of(error);
  if (options_.shown != ShownError::Shortest) {
    const auto known = findings_.errors.find(key);
    const bool is_known = known != findings_.errors.end();
    if (is_known && compare_facts(known->second.shown, error) <= 0) {
      count_known(key);
      return;
    }
  }
  add(execution.graph(), std::move(error), key);
}

void Judge::add(const ExecutionGraph& graph, RecordedError error) {
  const ErrorKey key = key_of(error);
  add(graph, std::move(error), key);
}

FoundError* Judge::count_known(const ErrorKey& key) {
  const auto known = findings_.errors.find(key);
  if (known == findings_.errors.end()) return nullptr;
  FoundError& error = known->second;
  if (error.counted_in != seen_) ++error.executions;
  ++error.times;
  error.counted_in = seen_;
  return &error;
}

void Judge::add(const ExecutionGraph& graph, RecordedError error, const ErrorKey& key) {
  const bool may_stop =
      options_.after_error == AfterError::Stop && options_.stops_at.contains(error.kind);
  FoundError found;
  found.first = now();
  found.shown_at = found.first;
  if (options_.shown == ShownError::Shortest) found.length = length_of(graph);
  // Only an error that may be shown is recorded.
  found.counted_in = seen_;
  if (const FoundError* known = count_known(key)) {
    const bool is_shorter = known->length < found.length;
    const bool is_as_long = known->length == found.length;
    if (is_shorter || (is_as_long && compare_facts(known->shown, error) <= 0)) return;
    found.executions = found.times = 0;  // counted already
  }
  if (shown_ == nullptr) shown_ = std::make_shared<const GraphRecord>(record_of(graph));
  found.shown = std::move(error);
  found.shown.graph = shown_;
  findings_.add(key, std::move(found));
  if (may_stop) control_.stop(StopReason::FirstError);
}

}  // namespace drover
