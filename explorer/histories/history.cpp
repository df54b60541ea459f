#include "explorer/histories/history.h"

#include <algorithm>
#include <ranges>
#include <string_view>

#include "explorer/graph/base_relations.h"
#include "explorer/graph/errors_of_graph.h"

namespace drover::histories {

namespace {

// Writes after which all earlier writes of their threads are visible.
bool releases(const Event& event) {
  return event.is_initial() || event.label.is_exclusive_write || event.label.mode == Mode::Rel ||
         event.label.mode == Mode::AcqRel || event.label.mode == Mode::Sc;
}

Relation order_by_releases(const ExecutionGraph& graph) {
  const BaseRelations base = base_relations(graph);
  Relation order = base.po | base.sync;
  for (const EventId id : graph.ids()) {
    const Event& event = graph.event(id);
    const bool is_read = event.label.is_read() && !event.reads_from.is_none();
    if (is_read && releases(graph.event(event.reads_from))) order.insert(event.reads_from, id);
  }
  return plus(order);
}

// Returns the position of the operation in the object; nothing if it belongs to another one.
std::optional<std::size_t> operation_of(const SpecifiedObject& object, std::string_view function) {
  const auto found =
      std::ranges::find(object.operations, function, &SpecifiedObject::Operation::function);
  if (found == object.operations.end()) return std::nullopt;
  return static_cast<std::size_t>(found - object.operations.begin());
}

// The graph without the accesses and fences that `is_inside` names, and without reads from those.
ExecutionGraph without(const ExecutionGraph& graph, const std::vector<bool>& is_inside,
                       std::vector<EventId>& id_of) {
  ExecutionGraph out(graph.roles());
  for (const EventId id : graph.ids()) {
    const Event& event = graph.event(id);
    if (event.is_initial()) {
      id_of[id.value] =
          out.ensure_initial_write(LocationId(event.index), event.value, event.label.tags);
      continue;
    }
    const bool reads_inside =
        event.label.is_read() && !event.reads_from.is_none() && is_inside[event.reads_from.value];
    if (is_inside[id.value] || reads_inside) continue;
    id_of[id.value] = out.add(event.thread, event.node, event.label);
  }
  for (const EventId id : graph.ids()) {
    const EventId source = graph.event(id).reads_from;
    if (!id_of[id.value].is_none() && !source.is_none()) {
      out.set_reads_from(id_of[id.value], id_of[source.value]);
    }
  }
  for (const LocationId location : graph.locations()) {
    std::size_t position = 1;
    for (const EventId write : graph.coherence(location) | std::views::drop(1)) {
      if (!id_of[write.value].is_none()) out.insert_coherence(id_of[write.value], position++);
    }
  }
  return out;
}

// True if some thread may learn something from another outside of the calls, other than by spawn
// and join.
bool has_client_reads(const ExecutionGraph& graph, const std::vector<bool>& is_inside) {
  return std::ranges::any_of(graph.ids(), [&](EventId id) {
    const Event& event = graph.event(id);
    if (!event.label.is_read() || is_inside[id.value] || event.reads_from.is_none()) return false;
    const Event& source = graph.event(event.reads_from);
    return !source.is_initial() && source.thread != event.thread &&
           !is_inside[event.reads_from.value];
  });
}

}  // namespace

bool History::is_same(const History& other) const {
  return before == other.before && knows == other.knows &&
         std::ranges::equal(calls, other.calls,
                            [](const Call& a, const Call& b) { return a.is_same(b); });
}

bool orders_calls(const MemoryModel& model) {
  if (model.traits().call_order != CallOrder::Unknown) return true;
  if (model.is_builtin()) return false;
  const std::vector<std::string> names = model.relation_names();
  return std::ranges::find(names, "hb") != names.end();
}

Relation knowledge_order(const ExecutionGraph& graph, const MemoryModel& model) {
  switch (model.traits().call_order) {
    case CallOrder::ReadsFrom: {
      const BaseRelations base = base_relations(graph);
      return plus(base.po | base.sync | base.rf);
    }
    case CallOrder::ReleasedReads: return order_by_releases(graph);
    case CallOrder::HappensBefore:
    case CallOrder::Unknown: break;
  }
  return plus(model.happens_before(graph));
}

std::optional<std::vector<Call>> calls_of(const ExecutionGraph& graph,
                                          const ProgramAutomata& automata, std::size_t object) {
  const SpecifiedObject& specified = automata.program().specified[object];
  std::vector<Call> calls;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const ThreadAutomaton& automaton = automata.thread(ThreadId(t));
    std::size_t depth = 0;
    for (const EventId id : graph.events_of(ThreadId(t))) {
      const Label& label = graph.event(id).label;
      if (label.kind != LabelKind::Mark) continue;
      const AnnotatedCall& marked = automaton.call(label);
      const auto operation = operation_of(specified, marked.function);
      if (!operation) continue;
      if (label.is_begin && depth++ == 0) {
        calls.push_back({.operation = *operation,
                         .arguments = marked.arguments,
                         .result = {},
                         .is_pending = true,
                         .thread = ThreadId(t),
                         .begin = id,
                         .end = {}});
      } else if (!label.is_begin && depth > 0 && --depth == 0) {
        calls.back().end = id;
        calls.back().is_pending = false;
        if (!marked.arguments.empty()) calls.back().result = marked.arguments.front();
      }
    }
  }
  if (calls.size() > MaxCalls) return std::nullopt;
  return calls;
}

History history_of(std::vector<Call> calls, const ExecutionGraph& graph, const MemoryModel& model,
                   const Relation& knowledge) {
  History history;
  history.calls = std::move(calls);
  const std::size_t count = history.calls.size();
  history.before.assign(count, 0);
  history.knows.assign(count, 0);
  std::vector<bool> is_inside(graph.size(), false);
  for (const Call& call : history.calls) {
    for (const EventId id : graph.events_of(call.thread)) {
      const Event& event = graph.event(id);
      const bool is_of_call = id != call.begin && id != call.end &&
                              graph.event(call.begin).index < event.index &&
                              (call.is_pending || event.index < graph.event(call.end).index);
      if (is_of_call && (event.label.is_access() || event.label.is_fence())) {
        is_inside[id.value] = true;
      }
    }
  }
  std::vector<EventId> id_of(graph.size(), EventId::none());
  Relation client;
  if (has_client_reads(graph, is_inside)) {
    client = knowledge_order(without(graph, is_inside, id_of), model);
  } else {
    const BaseRelations base = base_relations(graph);
    client = plus(base.po | base.sync);
    for (const EventId id : graph.ids()) id_of[id.value] = id;
  }
  for (std::size_t p = 0; p < count; ++p) {
    const Call& to = history.calls[p];
    for (std::size_t o = 0; o < count; ++o) {
      const Call& from = history.calls[o];
      const bool is_known = to.is_pending || o == p || knowledge.contains(from.begin, to.end);
      if (is_known) history.knows[p] |= just(o);
      const bool is_before = !from.is_pending && o != p &&
                             client.contains(id_of[from.end.value], id_of[to.begin.value]);
      if (is_before) history.before[p] |= just(o);
    }
  }
  return history;
}

History history_of(const CallOrders& orders, const ProgramAutomata& automata, std::size_t object) {
  const SpecifiedObject& specified = automata.program().specified[object];
  const std::size_t count = orders.calls.size();
  History history;
  history.before.assign(count, 0);
  history.knows.assign(count, 0);
  for (std::size_t p = 0; p < count; ++p) {
    const CallOrders::Place& place = orders.calls[p];
    const ThreadAutomaton& automaton = automata.thread(ThreadId(place.thread));
    const AnnotatedCall& begin = automaton.call(automaton.label(place.begin));
    Call call{.operation = *operation_of(specified, begin.function),
              .arguments = begin.arguments,
              .result = {},
              .is_pending = place.end.is_none(),
              .thread = ThreadId(place.thread),
              .begin = {},
              .end = {}};
    if (!call.is_pending) {
      const AnnotatedCall& end = automaton.call(automaton.label(place.end));
      if (!end.arguments.empty()) call.result = end.arguments.front();
    }
    history.knows[p] = call.is_pending ? all_calls(count) : orders.rows[p].known | just(p);
    history.before[p] = orders.rows[p].before & ~just(p);
    history.calls.push_back(std::move(call));
  }
  return history;
}

}  // namespace drover::histories
