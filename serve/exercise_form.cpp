#include "serve/exercise_form.h"

#include <string>
#include <string_view>
#include <vector>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "classroom/template.h"
#include "drawing/compose.h"
#include "drawing/svg_writer.h"
#include "support/format.h"

namespace drover::serve {

namespace {

using classroom::Exercise;

std::string_view language_name(classroom::Language language) {
  switch (language) {
    case classroom::Language::Core: return "core";
    case classroom::Language::Litmus: return "litmus";
    case classroom::Language::Cat: return "cat";
  }
  return "";
}

std::string_view hole_kind(classroom::HoleKind kind) {
  switch (kind) {
    case classroom::HoleKind::Mode: return "mode";
    case classroom::HoleKind::Fence: return "fence";
    case classroom::HoleKind::Expression: return "expression";
    case classroom::HoleKind::Statements: return "statements";
  }
  return "";
}

Json subject_json(const classroom::Subject& subject) {
  Json pieces = Json::array();
  for (const classroom::Piece& piece : classroom::pieces_of(subject.text)) {
    pieces.push_back(piece.hole.empty() ? Json{{"text", piece.text}} : Json{{"hole", piece.hole}});
  }
  return Json{{"name", subject.name},
              {"language", language_name(subject.language)},
              {"pieces", std::move(pieces)}};
}

Json hole_json(const classroom::Hole& hole) {
  Json choices = Json::array();
  for (const classroom::Choice& choice : hole.choices) choices.push_back(choice.text);
  return Json{{"name", hole.name},
              {"kind", hole_kind(hole.kind)},
              {"choices", std::move(choices)},
              {"prompt", hole.prompt}};
}

// Returns a row for each model and outcome or program.
Json rows_json(const Exercise& exercise) {
  Json rows = Json::array();
  for (const std::string& item : classroom::items_of_table(exercise)) {
    for (const std::string& model : exercise.models) {
      rows.push_back(Json{{"item", item}, {"model", model}});
    }
  }
  return rows;
}

// Adds the execution with the outcome, and its edges.
void add_edges(const Exercise& exercise, Json& form) {
  const std::size_t subject = exercise.outcomes.front().subject;
  const classroom::Runnable runnable =
      classroom::read_runnable(exercise, subject, exercise.subjects[subject].text);
  const classroom::Candidates candidates =
      classroom::candidates_with(runnable, exercise.outcomes.front().name, exercise.budget);
  if (candidates.graphs.empty()) return;
  const ExecutionGraph& graph = candidates.graphs.front();
  const MemoryModel& model = exercise.model(exercise.models.front());
  const auto name = [&](EventId event) {
    return classroom::event_name(graph, event, candidates.names);
  };
  Json events = Json::object();
  for (std::size_t i = 0; i < graph.size(); ++i) {
    events[format("{}", i)] =
        Json{{"name", name(EventId(i))},
             {"text", describe_event(graph.event(EventId(i)), candidates.names)}};
  }
  form["events"] = std::move(events);
  Json edges = Json::array();
  drawing::PictureRequest request;
  request.initial = drawing::InitialWrites::All;
  for (const std::string& relation : exercise.edges) {
    if (relation != "po") request.relations.push_back(relation);
    const auto pairs = model.relation(graph, relation);
    if (!pairs) continue;
    for (const auto& [from, to] : pairs->pairs()) {
      edges.push_back(Json::array({relation, name(from), name(to)}));
    }
  }
  form["edges"] = std::move(edges);
  const drawing::Picture picture =
      drawing::compose_picture(graph, candidates.names, model, request);
  form["svg"] = drawing::write_svg(
      picture, {.theme = drawing::Theme::Viewer, .id_prefix = "x", .is_document = false});
}

}  // namespace

Json exercise_form(const Exercise& exercise) {
  Json form{{"kind", classroom::kind_name(exercise.kind)}, {"models", exercise.models}};
  Json subjects = Json::array();
  for (const classroom::Subject& each : exercise.subjects) subjects.push_back(subject_json(each));
  form["subjects"] = std::move(subjects);
  Json holes = Json::array();
  for (const classroom::Hole& each : exercise.holes) holes.push_back(hole_json(each));
  form["holes"] = std::move(holes);
  const bool is_verdicts = exercise.kind == classroom::Kind::Verdicts;
  if (is_verdicts || exercise.kind == classroom::Kind::Count) {
    form["rows"] = rows_json(exercise);
    form["words"] =
        is_verdicts ? Json::array({"allowed", "forbidden", "undefined"}) : Json::array();
  }
  if (exercise.kind == classroom::Kind::Cycle) add_edges(exercise, form);
  return form;
}

}  // namespace drover::serve
