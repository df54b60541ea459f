// A model with holes must agree with another model on each test. A model that forbids everything,
// or has empty holes, earns nothing: there are points only if an allowed test is right, and also a
// test that empty holes get wrong.
#include <algorithm>
#include <memory>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "frontend/diagnostic_printer.h"
#include "litmus/library.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

struct ModelOrErrors {
  std::unique_ptr<const MemoryModel> model;
  std::string diagnostics;
};

ModelOrErrors read_filled(const Exercise& exercise, const Subject& subject,
                          const Filling& filling) {
  const std::string text = fill(exercise, subject.text, filling);
  const cat::ModelReading reading = cat::read_model_text(subject.name + ".cat", text);
  ModelOrErrors out;
  if (reading.code) {
    out.model =
        std::make_unique<CatModel>(ModelInfo{.name = subject.name, .text = text}, reading.code);
    return out;
  }
  for (const auto& file : reading.files) {
    out.diagnostics += render(file->sink, file->source.name(), &file->source);
  }
  return out;
}

// A test, and the outcome asked about.
struct NamedTest {
  Runnable runnable;
  std::string outcome;
};

NamedTest find_test(const Exercise& exercise, const std::string& name) {
  const Outcome* outcome = exercise.find_outcome(name);
  const auto subject =
      outcome == nullptr ? exercise.find_subject(name) : std::optional(outcome->subject);
  if (subject) return {read_runnable(exercise, *subject), name};
  NamedTest test{read_litmus(name, std::string(litmus::find_library_test(name)->text)), name};
  test.outcome = test.runnable.outcomes.front();
  return test;
}

// Puts a missing requirement first: it is the reason for no points.
void require(Grade& grade, const std::string& what, const std::string& key) {
  grade.findings.insert(
      grade.findings.begin(),
      {.is_right = false, .text = what, .keys = {key}, .counts = false, .is_required = true});
}

}  // namespace

void grade_axiom(const Grading& grading) {
  const Exercise& exercise = grading.exercise;
  Grade& grade = grading.grade;
  const auto subject = std::ranges::find_if(
      exercise.subjects, [](const Subject& each) { return each.language == Language::Cat; });
  const auto filling = read_filling(grading, *subject);
  if (!filling) return;
  for (const Hole& hole : exercise.holes) {
    grade_words(grading, Language::Cat, filling->at(hole.name));
  }
  ModelOrErrors filled = read_filled(exercise, *subject, *filling);
  if (grade.findings.empty()) grade.diagnostics = filled.diagnostics;
  if (!filled.model) return;
  Filling nothing;
  for (const Hole& hole : exercise.holes) nothing.emplace(hole.name, "0");
  const ModelOrErrors empty = read_filled(exercise, *subject, nothing);
  const MemoryModel& reference = exercise.model(exercise.reference);
  bool is_better_than_empty = false;
  bool has_allowed = false;
  bool allows_right = false;
  for (const std::string& name : exercise.tests) {
    NamedTest test = find_test(exercise, name);
    test.runnable = fitted_to(test.runnable, reference);
    std::string limit;
    const auto allows = [&](const MemoryModel& model) {
      const RunReport report = run(test.runnable, model, exercise.budget);
      const bool is_allowed = report.allowed.at(test.outcome);
      if (!is_allowed && !report.is_complete) limit = report.limit;
      return is_allowed;
    };
    const bool is_allowed = allows(*filled.model);
    const bool should_be = allows(reference);
    if (!limit.empty()) {
      grade.findings.push_back(
          unknown_finding(format("{}: not known, {}", name, limit), {"budget"}));
      continue;
    }
    const bool is_free = empty.model && allows(*empty.model) == should_be;
    is_better_than_empty = is_better_than_empty || (is_allowed == should_be && !is_free);
    has_allowed = has_allowed || should_be;
    allows_right = allows_right || (should_be && is_allowed);
    const std::string_view word = is_allowed ? "allowed" : "forbidden";
    const std::string_view key = is_allowed ? "weak" : "strong";
    grade.findings.push_back(
        {is_allowed == should_be,
         format(
             "{}: {}, {}", name, word,
             is_allowed == should_be ? "right" : format("{} says otherwise", exercise.reference)),
         {format("{}:{}", key, name), std::string(key)}});
  }
  if (!is_better_than_empty) {
    require(grade, "better than with nothing in the hole", "no-better-than-empty");
  }
  if (has_allowed && !allows_right) {
    require(grade, format("something is allowed that {} allows", exercise.reference),
            "forbids-everything");
  }
}

}  // namespace drover::classroom
