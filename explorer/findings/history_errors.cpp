#include "explorer/findings/history_errors.h"

#include <string>
#include <vector>

#include "explorer/algorithms/graph_record.h"
#include "support/format.h"
#include "support/text.h"

namespace drover {

namespace {

using histories::Call;
using histories::HistoryFault;

// A short-lived worker: holds references.
class FaultDescription {
 public:
  FaultDescription(const HistoryFault& fault, const SpecifiedObject& object,
                   const ExecutionGraph& graph, const GraphNames& names)
      : fault_(fault), object_(object), graph_(graph), names_(names) {}

  RecordedError write() {
    RecordedError error{.kind = ErrorKind::Linearizability, .fact = fact()};
    error.place = place();
    if (fault_.kind == HistoryFault::Kind::Values) add_reasons(error);
    if (fault_.kind == HistoryFault::Kind::OrderedClient) add_client(error);
    if (fault_.kind == HistoryFault::Kind::Synchronisation) add_missing(error);
    for (const Call& each : fault_.history.calls) {
      if (!each.is_waiting) continue;
      const EventId last = graph_.events_of(each.thread).back();
      error.events.push_back({name_of(graph_, last), {FactKind::WaitsForever}});
    }
    return error;
  }

 private:
  [[nodiscard]] const Call& call(std::size_t i) const { return fault_.history.calls[i]; }

  [[nodiscard]] std::string text(std::size_t i) const {
    return call_text(call(i), object_, names_);
  }

  [[nodiscard]] ErrorFact fact() const {
    ErrorFact fact{.kind = FactKind::WrongResults,
                   .names = {object_.name, std::string(info_of(object_.kind).name)}};
    switch (fault_.kind) {
      case HistoryFault::Kind::Values: break;
      case HistoryFault::Kind::Synchronisation: {
        const auto& [known, knower] = fault_.orders.missing.front();
        fact.kind = FactKind::MissingKnowledge;
        fact.names.push_back(text(known));
        fact.names.push_back(text(knower));
        return fact;
      }
      case HistoryFault::Kind::OrderedClient:
        fact.kind = FactKind::WrongInClient;
        fact.names.push_back(std::to_string(fault_.client.size()));
        for (const auto& [first, second] : fault_.client) {
          fact.names.push_back(text(first));
          fact.names.push_back(text(second));
        }
        break;
    }
    for (std::size_t i = 0; i < fault_.history.calls.size(); ++i) fact.names.push_back(text(i));
    return fact;
  }

  [[nodiscard]] ErrorPlace place() const {
    if (object_.source.line != 0) return {object_.source, ""};
    const Call& first = call(0);
    return {graph_.event(first.begin).label.source, names_.threads[first.thread.value]};
  }
  [[nodiscard]] ErrorPlace place_of(std::size_t i, ErrorFact fact) const {
    const Call& each = call(i);
    return {graph_.event(each.begin).label.source, names_.threads[each.thread.value],
            std::move(fact)};
  }

  // The end of the longest beginning of a legal order, and the reason.
  void add_reasons(RecordedError& error) const {
    if (fault_.orders.dead_ends.empty()) return;
    const histories::DeadEnd& end = fault_.orders.dead_ends.front();
    std::string before;
    for (const std::uint8_t i : end.placed) before += (before.empty() ? "" : ", ") + text(i);
    for (const histories::DeadEnd::Refused& refused : end.refused) {
      ErrorFact fact{FactKind::WouldReturn, {text(refused.call), before}};
      for (const Value value : refused.results) fact.names.push_back(names_.value(value));
      const bool may_return = call(refused.call).is_waiting && refused.results.empty();
      if (may_return) fact.names.emplace_back("a return");
      error.others.push_back(place_of(refused.call, std::move(fact)));
      mark(error, refused.call);
    }
  }
  void add_client(RecordedError& error) const {
    for (const auto& [first, second] : fault_.client) {
      error.others.push_back(place_of(second, {FactKind::EndsFirst, {text(first), text(second)}}));
      mark(error, second);
    }
  }
  void add_missing(RecordedError& error) const {
    const auto& [known, knower] = fault_.orders.missing.front();
    error.others.push_back(place_of(known, {FactKind::CallHere, {text(known)}}));
    error.others.push_back(place_of(knower, {FactKind::CallHere, {text(knower)}}));
    mark(error, known);
    mark(error, knower);
  }
  void mark(RecordedError& error, std::size_t i) const {
    error.events.push_back({name_of(graph_, call(i).begin), {FactKind::CallHere, {text(i)}}});
  }

  const HistoryFault& fault_;
  const SpecifiedObject& object_;
  const ExecutionGraph& graph_;
  const GraphNames& names_;
};

}  // namespace

std::vector<ThreadId> waiting_threads(const ReportedError& error) {
  std::vector<ThreadId> out;
  for (const EventFact& event : error.events) {
    if (event.fact.kind != FactKind::WaitsForever) continue;
    out.push_back(error.graph.event(event.event).thread);
  }
  return out;
}

std::string call_text(const Call& call, const SpecifiedObject& object, const GraphNames& names) {
  const auto value = [&](Value of) { return names.value(of); };
  std::string out = format("{}({})", object.operations[call.operation].function,
                           joined(call.arguments, ", ", value));
  if (call.result) out += " = " + value(*call.result);
  if (call.is_waiting) {
    out += ", waiting for ever,";
  } else if (call.is_pending) {
    out += ", unfinished,";
  }
  return out + " by " + names.threads[call.thread.value];
}

RecordedError describe_fault(const HistoryFault& fault, const SpecifiedObject& object,
                             const ExecutionGraph& graph, const GraphNames& names) {
  return FaultDescription(fault, object, graph, names).write();
}

}  // namespace drover
