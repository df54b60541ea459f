#include "report/command_json.h"

#include <cstddef>
#include <utility>

#include "explorer/graph/text_printer.h"
#include "explorer/models/model_registry.h"
#include "semantics/program/address.h"
#include "support/text.h"

namespace drover::report {

namespace {

std::string_view kind_of(LabelKind kind) {
  switch (kind) {
    case LabelKind::Read: return "read";
    case LabelKind::Write: return "write";
    case LabelKind::Fence: return "fence";
    case LabelKind::Alloc: return "alloc";
    case LabelKind::Free: return "free";
    case LabelKind::Call: return "call";
    case LabelKind::Mark: return "mark";
    case LabelKind::Choose: return "choice";
    case LabelKind::Spawn: return "spawn";
    case LabelKind::Join: return "join";
    case LabelKind::Finished:
    case LabelKind::Block:
    case LabelKind::Error:
    case LabelKind::Cut:
    case LabelKind::Fork: break;
  }
  return "end";
}

Json number_or_null(std::uint32_t number) { return number == 0 ? Json() : Json(number); }

// Returns the value that was read, written, allocated or freed.
Json value_of(const Event& event, const GraphNames& names) {
  const Label& label = event.label;
  if (label.is_read() && event.reads_from.is_none()) return {};
  if (label.is_access()) return value_json(event.value, names);
  if (label.kind == LabelKind::Join) return value_json(event.value, names);
  const bool has_address = label.kind == LabelKind::Alloc || label.kind == LabelKind::Free ||
                           label.kind == LabelKind::Spawn;
  return has_address ? value_json(label.value, names) : Json();
}

Json event_json(const ExecutionGraph& graph, EventId id, const GraphNames& names) {
  const Event& event = graph.event(id);
  const Label& label = event.label;
  const std::string mode = shown_mode(label, names);
  Json out{{"id", id.value},
           {"thread", event.is_initial() ? Json() : Json(names.threads[event.thread.value])},
           {"line", number_or_null(label.source.line)},
           {"column", number_or_null(label.source.column)},
           {"kind", kind_of(label.kind)},
           {"mode", mode.empty() ? Json() : Json(mode)},
           {"location", label.is_access() ? Json(names.location(label.location)) : Json()},
           {"value", value_of(event, names)},
           {"rmw", event.is_exclusive_read || label.is_exclusive_write},
           {"event", describe_event(event, names)}};
  add_file_and_stack(label.source, *names.places, out);
  return out;
}

Json ids_json(std::span<const EventId> ids) { return Json::list(ids, &EventId::value); }

Json program_order(const ExecutionGraph& graph, const GraphNames& names) {
  Json out = Json::object();
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const bool is_spawned = t < names.is_spawned.size() && names.is_spawned[t];
    if (is_spawned && graph.events_of(ThreadId(t)).empty()) continue;
    out[names.threads[t]] = ids_json(graph.events_of(ThreadId(t)));
  }
  return out;
}

Json reads_from(const ExecutionGraph& graph) {
  Json out = Json::array();
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    if (event.reads_from.is_none()) continue;
    out.push_back(Json::array({event.reads_from.value, i}));
  }
  return out;
}

Json coherence_order(const ExecutionGraph& graph, const GraphNames& names) {
  Json out = Json::object();
  for (const LocationId location : graph.locations()) {
    out[names.location(location)] = ids_json(graph.coherence(location));
  }
  return out;
}

}  // namespace

void add_stack(const SourceRange& at, const CodePlaces& places, Json& place) {
  const std::vector<CodePlaces::Frame> frames = places.frames(at);
  if (frames.size() < 2) return;
  place["stack"] = Json::list(frames, [&](const CodePlaces::Frame& frame) {
    Json out{{"function", frame.function}};
    if (const std::string path = places.path(frame.at); !path.empty()) out["file"] = path;
    out["line"] = frame.at.line;
    out["column"] = frame.at.column;
    out["wrapper"] = frame.is_wrapper;
    return out;
  });
}

void add_file_and_stack(const SourceRange& at, const CodePlaces& places, Json& place) {
  if (std::string path = places.path(at); !path.empty()) place["file"] = std::move(path);
  add_stack(at, places, place);
}

Json value_json(Value value, const GraphNames& names) {
  return address::is_address(value) ? Json(names.value(value)) : Json(value);
}

Json execution_json(const ExecutionGraph& graph, const GraphNames& names,
                    std::span<const EventRemark> remarks, CoherenceIs coherence) {
  Json events = Json::array();
  for (std::size_t i = 0; i < graph.size(); ++i) {
    events.push_back(event_json(graph, EventId(i), names));
  }
  return {{"events", std::move(events)},
          {"po", program_order(graph, names)},
          {"rf", reads_from(graph)},
          {"co", coherence == CoherenceIs::Meant ? coherence_order(graph, names) : Json()},
          {"order", ids_json(reading_order(graph))},
          {"remarks", Json::list(remarks, [](const EventRemark& remark) {
             return Json{{"event", remark.event.value}, {"text", remark.text}};
           })}};
}

Json diagnostics_json(std::span<const Diagnostic> diagnostics) {
  return Json::list(diagnostics, [](const Diagnostic& each) {
    return Json{{"kind", diagnostic_name(each.kind)},
                {"severity", each.severity() == Severity::Error ? "error" : "warning"},
                {"message", each.message()},
                {"line", each.range.line},
                {"column", each.range.column},
                {"hint", each.hint.empty() ? Json(nullptr) : Json(each.hint)}};
  });
}

std::string refusal_line(const std::string& file, std::span<const Diagnostic> diagnostics) {
  const Json out{
      {"file", file}, {"verdict", "invalid"}, {"diagnostics", diagnostics_json(diagnostics)}};
  return out.line();
}

Json axioms_json(const MemoryModel& model) {
  return Json::list(model.axioms(), [](const AxiomDescription& axiom) {
    Json definitions = Json::object();
    for (const Definition& each : axiom.definitions) definitions[each.name] = each.formula;
    return Json{{"name", axiom.name},
                {"formula", axiom.formula},
                {"citation", axiom.citation},
                {"definitions", std::move(definitions)}};
  });
}

Json model_json(const MemoryModel& model) {
  return {{"name", model.name()},
          {"summary", model.summary()},
          {"axioms", axioms_json(model)},
          {"text", model.text()}};
}

Json built_in_models_json() {
  Json json = Json::array();
  for (const MemoryModel* model : all_models()) json.push_back(model_json(*model));
  for (const std::string_view name : machine_model_names()) {
    json.push_back(model_json(*find_model(name)));
  }
  return json;
}

Json step_json(const words::AccountLine& line) {
  return {{"depth", line.depth},
          {"text", line.text},
          {"relations", line.relations},
          {"main", joined(line.main, ", so ")}};
}

Json cycle_json(const Violation& violation, const ExecutionGraph& graph, const GraphNames& names) {
  return Json::list(
      words::account_of(words::in_reading_order(violation.steps, graph), graph, names), step_json);
}

}  // namespace drover::report
