// The exercises of `drover exercise`, and the page's forms for answers.

#include <string>
#include <utility>

#include "classroom/exercise.h"
#include "classroom/exercise_text.h"
#include "classroom/grade.h"
#include "classroom/grader.h"
#include "classroom/pack.h"
#include "classroom/runs.h"
#include "classroom/submission.h"
#include "classroom/template.h"
#include "drawing/execution_picture.h"
#include "frontend/source.h"
#include "serve/jobs.h"
#include "support/format.h"

namespace drover::serve {

namespace {

using classroom::Exercise;
using classroom::Pack;

constexpr int Wrong = 1;

// Answers about the exercise of a request. Rejects paths: they would name files.
template <typename Answer>
JobAnswer about_exercise(const JobRequest& request, Answer answer) {
  Pack pack(request.exercises, Colour::Off);
  const std::string name = request.string_member("exercise");
  for (const Exercise* each : pack.all()) {
    if (each->name == name) return answer(*each);
  }
  return refused(format("there is no exercise `{}`; {}", name, pack.hint_for(name)));
}

Json subject_json(const classroom::Subject& subject) {
  return Json{
      {"name", subject.name},
      {"language", classroom::LanguageNames[static_cast<std::size_t>(subject.language)]},
      {"pieces", Json::list(classroom::pieces_of(subject.text), [](const classroom::Piece& piece) {
         if (piece.hole.empty()) return Json{{"text", piece.text}};
         return Json{{"hole", piece.hole}};
       })}};
}

Json hole_json(const classroom::Hole& hole) {
  return Json{{"name", hole.name},
              {"kind", classroom::HoleKindNames[static_cast<std::size_t>(hole.kind)]},
              {"choices", Json::list(hole.choices, &classroom::Choice::text)},
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
  const classroom::Candidates candidates = classroom::candidates_of_cycle(exercise);
  if (candidates.graphs.empty()) return;
  const ExecutionGraph& graph = candidates.graphs.front();
  const MemoryModel& model = exercise.model(exercise.models.front());
  const auto name = [&](EventId event) {
    return classroom::answer_name(graph, event, candidates.names);
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
  form["svg"] = drawing::draw_in_page(graph, candidates.names, model, request, "x");
}

// Returns the form of an exercise: fields for holes, rows of a table, edges for a cycle.
//
//   subjects: [{name, language, pieces: [{text} or {hole}]}]
//   holes: [{name, kind, choices, prompt}]
//   tables: rows: [{item, model}], words
//   cycles: svg, events: {number: name}, edges: [[relation, from, to]]
//   steps: play: {text, model, goal}, what /api/play needs
Json exercise_form(const Exercise& exercise) {
  Json form{{"kind", classroom::kind_name(exercise.kind)},
            {"models", exercise.models},
            {"subjects", Json::list(exercise.subjects, subject_json)},
            {"holes", Json::list(exercise.holes, hole_json)}};
  const bool is_verdicts = exercise.kind == classroom::Kind::Verdicts;
  if (is_verdicts || exercise.kind == classroom::Kind::Count) {
    form["rows"] = rows_json(exercise);
    form["words"] =
        is_verdicts ? Json::array({"allowed", "forbidden", "undefined"}) : Json::array();
  }
  if (exercise.kind == classroom::Kind::Cycle) add_edges(exercise, form);
  if (exercise.kind == classroom::Kind::Steps) {
    const classroom::Outcome& outcome = exercise.outcomes.front();
    form["play"] = Json{{"text", exercise.subjects[outcome.subject].text},
                        {"model", exercise.models.front()},
                        {"goal", outcome.expression}};
  }
  return form;
}

}  // namespace

JobAnswer exercise_list_job(const JobRequest& request) {
  Pack pack(request.exercises, Colour::Off);
  return {.status = 0, .output = classroom::list_json(pack.all()), .complaints = pack.complaints()};
}

JobAnswer exercise_show_job(const JobRequest& request) {
  return about_exercise(request, [](const Exercise& exercise) {
    Json json = *Json::parse(classroom::exercise_json(exercise));
    json["text"] = classroom::exercise_text(exercise, classroom::Medium::Page);
    json["form"] = exercise_form(exercise);
    return answered(json);
  });
}

JobAnswer exercise_hint_job(const JobRequest& request) {
  return about_exercise(request, [&](const Exercise& exercise) -> JobAnswer {
    const auto hints = request.number_member("hints").value_or(1);
    return {.status = 0,
            .output = classroom::hints_json(exercise, static_cast<std::uint32_t>(hints)),
            .complaints = ""};
  });
}

JobAnswer exercise_try_job(const JobRequest& request) {
  return about_exercise(request, [&](const Exercise& exercise) -> JobAnswer {
    const SourceBuffer answer = SourceBuffer::from_text("answer", request.string_member("answer"));
    DiagnosticSink sink;
    if (check_text(answer, sink) != TextCheck::IsText) {
      return refused(render(sink, answer.name(), &answer));
    }
    const classroom::Grade grade = classroom::grade_answer(exercise, answer);
    return {.status = grade.is_full() ? 0 : Wrong,
            .output = classroom::grade_json(exercise, grade, 0),
            .complaints = ""};
  });
}

}  // namespace drover::serve
