// The exercises of `drover exercise`, and the page's forms for answers.

#include <string>
#include <utility>
#include <vector>

#include "classroom/exercise.h"
#include "classroom/exercise_text.h"
#include "classroom/grade.h"
#include "classroom/pack.h"
#include "classroom/submission.h"
#include "frontend/source.h"
#include "serve/exercise_form.h"
#include "serve/jobs.h"
#include "support/format.h"

namespace drover::serve {

namespace {

using classroom::Exercise;
using classroom::Pack;

constexpr int Wrong = 1;

// Finds an exercise by name. Rejects paths: they would name files.
const Exercise* find_exercise(Pack& pack, const std::string& name) {
  for (const Exercise* each : pack.all()) {
    if (each->name == name) return each;
  }
  return nullptr;
}

JobAnswer no_exercise(Pack& pack, const std::string& name) {
  return refused(format("there is no exercise `{}`; {}", name, pack.hint_for(name)));
}

}  // namespace

JobAnswer exercise_list_job(const JobRequest& request) {
  Pack pack(request.exercises, Colour::Off);
  return {.status = 0, .output = classroom::list_json(pack.all()), .complaints = pack.complaints()};
}

JobAnswer exercise_show_job(const JobRequest& request) {
  Pack pack(request.exercises, Colour::Off);
  const std::string name = request.string_member("exercise");
  const Exercise* exercise = find_exercise(pack, name);
  if (exercise == nullptr) return no_exercise(pack, name);
  Json json = *Json::parse(classroom::exercise_json(*exercise));
  json["form"] = exercise_form(*exercise);
  return answered(json);
}

JobAnswer exercise_hint_job(const JobRequest& request) {
  Pack pack(request.exercises, Colour::Off);
  const std::string name = request.string_member("exercise");
  const Exercise* exercise = find_exercise(pack, name);
  if (exercise == nullptr) return no_exercise(pack, name);
  const auto hints = request.number_member("hints").value_or(1);
  return {.status = 0,
          .output = classroom::hints_json(*exercise, static_cast<std::uint32_t>(hints)),
          .complaints = ""};
}

JobAnswer exercise_try_job(const JobRequest& request) {
  Pack pack(request.exercises, Colour::Off);
  const std::string name = request.string_member("exercise");
  const Exercise* exercise = find_exercise(pack, name);
  if (exercise == nullptr) return no_exercise(pack, name);
  const SourceBuffer answer = SourceBuffer::from_text("answer", request.string_member("answer"));
  DiagnosticSink sink;
  if (check_text(answer, sink) != TextCheck::IsText) {
    return refused(render(sink, answer.name(), &answer));
  }
  const classroom::Grade grade = classroom::grade_answer(*exercise, answer);
  return {.status = grade.is_full() ? 0 : Wrong,
          .output = classroom::grade_json(*exercise, grade, 0),
          .complaints = ""};
}

}  // namespace drover::serve
