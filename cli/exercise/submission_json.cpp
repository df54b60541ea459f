#include <nlohmann/json.hpp>

#include "cli/exercise/submission.h"

namespace drover::exercise {

namespace {

using Json = nlohmann::ordered_json;

double points_of(std::uint64_t hundredths) { return static_cast<double>(hundredths) / 100; }

Json json_of(const std::string& exercise, const Grade& grade) {
  Json findings = Json::array();
  for (const Finding& finding : grade.findings) {
    findings.push_back({{"right", finding.is_right},
                        {"required", finding.is_required},
                        {"text", finding.text},
                        {"picture", finding.picture},
                        {"keys", finding.is_right ? Json::array() : Json(finding.keys)}});
  }
  const std::string_view verdict = grade.is_full()        ? "right"
                                   : !grade.is_readable() ? "unreadable"
                                                          : "wrong";
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

std::string grade_json(const Exercise& exercise, const Grade& grade) {
  return json_of(exercise.name, grade).dump() + "\n";
}

std::string submission_json(const Submission& submission) {
  Json answers = Json::array();
  for (const GradedAnswer& each : submission.answers) {
    answers.push_back(json_of(each.exercise, each.grade));
  }
  const Json json = {{"file", submission.file},
                     {"student", submission.student},
                     {"points", points_of(submission.hundredths())},
                     {"of", submission.points()},
                     {"answers", std::move(answers)},
                     {"complaints", submission.complaints}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string list_json(const std::vector<const Exercise*>& exercises) {
  Json list = Json::array();
  for (const Exercise* each : exercises) {
    list.push_back({{"name", each->name},
                    {"title", each->title},
                    {"kind", kind_name(each->kind)},
                    {"level", each->level},
                    {"points", each->points},
                    {"hints", each->hints.size()}});
  }
  return list.dump() + "\n";
}

}  // namespace drover::exercise
