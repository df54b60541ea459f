#include <algorithm>

#include "classroom/exercise_text.h"
#include "classroom/submission.h"
#include "support/json.h"

namespace drover::classroom {

namespace {

double points_of(std::uint64_t hundredths) { return static_cast<double>(hundredths) / 100; }

std::string text_of(const Json& json) { return json.dump() + "\n"; }

Json summary_of(const Exercise& exercise) {
  return {
      {"name", exercise.name},   {"title", exercise.title},   {"kind", kind_name(exercise.kind)},
      {"level", exercise.level}, {"points", exercise.points}, {"hints", exercise.hints.size()}};
}

Json first_hints(const Exercise& exercise, std::uint32_t count) {
  Json hints = Json::array();
  const std::size_t shown = std::min<std::size_t>(count, exercise.hints.size());
  for (std::size_t i = 0; i < shown; ++i) hints.push_back(exercise.hints[i]);
  return hints;
}

Json json_of(const std::string& exercise, const Grade& grade) {
  Json findings = Json::list(grade.findings, [&](const Finding& finding) {
    return Json{{"right", finding.is_right},
                {"known", finding.is_known},
                {"required", finding.is_required},
                {"text", finding.text},
                {"picture", finding.picture},
                {"keys", finding.is_right ? Json::array() : Json(finding.keys)}};
  });
  const std::string_view verdict = grade.is_full()        ? "right"
                                   : !grade.is_readable() ? "unreadable"
                                   : grade.has_mistake()  ? "wrong"
                                                          : "unknown";
  return {{"exercise", exercise},
          {"verdict", verdict},
          {"points", points_of(grade.hundredths)},
          {"of", grade.points},
          {"findings", std::move(findings)},
          {"key", grade.key},
          {"remark", grade.remark},
          {"diagnostics", grade.diagnostics}};
}

}  // namespace

std::string grade_json(const Exercise& exercise, const Grade& grade, std::uint32_t hints) {
  Json json = json_of(exercise.name, grade);
  if (hints > 0) json["hints"] = first_hints(exercise, hints);
  return text_of(json);
}

std::string hints_json(const Exercise& exercise, std::uint32_t hints) {
  return text_of({{"exercise", exercise.name},
                  {"hints", first_hints(exercise, hints)},
                  {"of", exercise.hints.size()}});
}

std::string exercise_json(const Exercise& exercise) {
  Json json = summary_of(exercise);
  json["question"] = exercise_text(exercise);
  return text_of(json);
}

std::string verify_json(const Exercise& exercise, const std::vector<std::string>& complaints) {
  return text_of({{"exercise", exercise.name},
                  {"wrong_answers", exercise.wrong.size()},
                  {"complaints", complaints}});
}

std::string submission_json(const Submission& submission) {
  Json answers = Json::list(submission.answers, [&](const GradedAnswer& each) {
    return json_of(each.exercise, each.grade);
  });
  const Json json = {{"student", submission.student},
                     {"files", submission.files},
                     {"points", points_of(submission.hundredths())},
                     {"of", submission.points()},
                     {"answers", std::move(answers)},
                     {"complaints", submission.complaints}};
  return text_of(json);
}

std::string list_json(const std::vector<const Exercise*>& exercises) {
  Json list = Json::list(exercises, [&](const Exercise* each) { return summary_of(*each); });
  return text_of(list);
}

}  // namespace drover::classroom
