// Exercises with holes in a program. The checks run on the filled program. If the exercise asks for
// the weakest or cheapest choices, every weaker or cheaper combination runs through the same
// checks, and none may pass.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

// Returns a mode as a set of effects: a weaker mode has fewer.
std::uint32_t strength(std::string_view mode) {
  constexpr std::array<std::pair<std::string_view, std::uint32_t>, 7> Strengths{
      {{"-", 0}, {"na", 0}, {"rlx", 1}, {"acq", 3}, {"rel", 5}, {"acqrel", 7}, {"sc", 15}}};
  return std::ranges::find(Strengths, mode, [](const auto& each) { return each.first; })->second;
}

bool is_weaker(std::string_view mode, std::string_view than) {
  return mode != than && (strength(mode) & ~strength(than)) == 0;
}

std::uint32_t cost_of(const Exercise& exercise, const Filling& filling) {
  std::uint32_t cost = 0;
  for (const Hole& hole : exercise.holes) {
    if (!hole.is_choice()) continue;
    cost += std::ranges::find(hole.choices, filling.at(hole.name), &Choice::text)->cost;
  }
  return cost;
}

std::string demand_text(const Check& check) {
  switch (check.demand) {
    case Demand::Safe: return format("safe under {}", check.model);
    case Demand::Violated: return format("an error under {}", check.model);
    case Demand::Completes: return format("some execution completes under {}", check.model);
    case Demand::Forbids: return format("`{}` is forbidden under {}", check.outcome, check.model);
    case Demand::Allows: return format("`{}` is allowed under {}", check.outcome, check.model);
  }
  return "";
}

// True if a run satisfies a check. An incomplete run proves the presence of something, never its
// absence. Without complete executions, absence proves nothing.
bool passes(const Check& check, const RunReport& report) {
  const bool shows_absence = report.is_complete && report.executions > 0;
  switch (check.demand) {
    case Demand::Safe: return report.error_kind.empty() && shows_absence;
    case Demand::Violated: return !report.error_kind.empty();
    case Demand::Completes: return report.ended > 0;
    case Demand::Forbids: return !report.allowed.at(check.outcome) && shows_absence;
    case Demand::Allows: return report.allowed.at(check.outcome);
  }
  return false;
}

// Returns why no execution is complete, and the key of this mistake.
std::pair<std::string_view, std::string_view> fate_of(const RunReport& report) {
  if (report.stopped == 0) return {"all are blocked", "blocked"};
  return {"each stops at an error, or is blocked", "fails"};
}

// Runs the checks on fillings.
class FilledProgram {
 public:
  FilledProgram(const Exercise& exercise, const Filling& filling) : exercise_(exercise) {
    for (std::size_t i = 0; i < exercise.subjects.size(); ++i) {
      runnables_.push_back(
          read_runnable(exercise, i, fill(exercise, exercise.subjects[i].text, filling)));
    }
  }

  [[nodiscard]] std::string diagnostics() const {
    for (const Runnable& each : runnables_) {
      if (!each.is_readable()) return each.diagnostics();
    }
    return "";
  }
  const RunReport& report_on(const Check& check) {
    const auto [entry, is_new] = reports_.try_emplace({check.subject, check.model});
    if (is_new) {
      entry->second =
          run(runnables_[check.subject], exercise_.model(check.model), exercise_.budget);
    }
    return entry->second;
  }
  bool passes_all() {
    return diagnostics().empty() && std::ranges::all_of(exercise_.checks, [&](const Check& check) {
             return passes(check, report_on(check));
           });
  }

 private:
  const Exercise& exercise_;
  std::vector<Runnable> runnables_;
  std::map<std::pair<std::size_t, std::string>, RunReport> reports_;
};

// Searches for a combination of choices that passes and is better than the answer.
class MinimalitySearch {
 public:
  MinimalitySearch(const Exercise& exercise, const Filling& answer)
      : exercise_(exercise), answer_(answer), cost_(cost_of(exercise, answer)) {}

  std::optional<Filling> find_better() {
    Filling filling = answer_;
    return search(0, filling) ? std::optional(filling) : std::nullopt;
  }

 private:
  bool search(std::size_t index, Filling& filling) {
    if (index == exercise_.holes.size()) {
      return is_better(filling) && FilledProgram(exercise_, filling).passes_all();
    }
    const Hole& hole = exercise_.holes[index];
    const std::string own = answer_.at(hole.name);
    if (!hole.is_choice()) return search(index + 1, filling);
    for (const Choice& choice : hole.choices) {
      const bool is_candidate = exercise_.minimality == Minimality::Cheapest ||
                                choice.text == own || is_weaker(choice.text, own);
      filling[hole.name] = choice.text;
      if (is_candidate && search(index + 1, filling)) return true;
    }
    filling[hole.name] = own;
    return false;
  }

  [[nodiscard]] bool is_better(const Filling& filling) const {
    if (exercise_.minimality == Minimality::Cheapest) return cost_of(exercise_, filling) < cost_;
    return filling != answer_;  // every choice is equal or weaker
  }

  const Exercise& exercise_;
  const Filling& answer_;
  std::uint32_t cost_;
};

void grade_minimality(const Exercise& exercise, const Filling& answer, Grade& grade) {
  const bool is_cost = exercise.minimality == Minimality::Cheapest;
  Finding finding{true, is_cost ? "nothing cheaper would do" : "nothing weaker would do", {}};
  if (const auto better = MinimalitySearch(exercise, answer).find_better()) {
    finding.is_right = false;
    const auto differing = std::ranges::find_if(exercise.holes, [&](const Hole& hole) {
      return better->at(hole.name) != answer.at(hole.name);
    });
    finding.text = is_cost ? format("nothing cheaper would do: it would, yours costs {}",
                                    cost_of(exercise, answer))
                           : format("nothing weaker would do: it would, in `{}`", differing->name);
    finding.keys = {format("too-strong:{}", differing->name), "too-strong"};
  }
  grade.findings.push_back(std::move(finding));
}

}  // namespace

Finding finding_of(const Check& check, const std::string& subject, const RunReport& report) {
  Finding finding{passes(check, report), demand_text(check), {}, true, check.is_required};
  if (!subject.empty()) finding.text = format("{}: {}", subject, finding.text);
  if (finding.is_right) return finding;
  const auto at = [&](std::string_view key) { return format("{}@{}", key, check.model); };
  const bool is_safe = check.demand == Demand::Safe && report.error_kind.empty();
  const bool is_forbidden = check.demand == Demand::Forbids && !report.allowed.at(check.outcome);
  const bool is_absent = is_safe || is_forbidden || check.demand == Demand::Completes;
  const bool asks_for_presence = check.demand == Demand::Violated || check.demand == Demand::Allows;
  if ((is_absent || asks_for_presence) && !report.is_complete) {
    finding.text += format(": not known, {}", report.limit);
    finding.keys = {at("budget"), "budget"};
    finding.is_known = false;
    return finding;
  }
  if (is_absent) {
    const auto [fate, key] = fate_of(report);
    finding.text += check.demand == Demand::Completes
                        ? format(": none does, {}", fate)
                        : format(": no execution is complete, {}", fate);
    finding.keys = {at(key), std::string(key)};
    return finding;
  }
  switch (check.demand) {
    case Demand::Safe:
      finding.text += format(": no, {}: {}", report.error_kind, report.error);
      finding.keys = {at(report.error_kind), report.error_kind, "unsafe"};
      finding.picture = report.picture;
      break;
    case Demand::Violated:
      finding.text += ": there is none";
      finding.keys = {at("safe"), "safe"};
      break;
    case Demand::Completes: break;  // handled above
    case Demand::Forbids:
      finding.text += ": it is still allowed";
      finding.keys = {at(check.outcome), check.outcome, "allowed"};
      if (const auto found = report.pictures.find(check.outcome); found != report.pictures.end()) {
        finding.picture = found->second;
      }
      break;
    case Demand::Allows:
      finding.text += ": it is not";
      finding.keys = {at(check.outcome), check.outcome, "forbidden"};
      break;
  }
  return finding;
}

Finding unchecked_minimality() {
  return unknown_finding("nothing weaker would do: not checked until the rest is right");
}

void grade_fill(const Grading& grading) {
  const Exercise& exercise = grading.exercise;
  Grade& grade = grading.grade;
  const auto templates = std::ranges::find_if(
      exercise.subjects, [](const Subject& each) { return has_holes(each.text); });
  const auto filling = read_filling(grading, *templates);
  if (!filling) return;
  for (const Hole& hole : exercise.holes) {
    grade_words(grading, templates->language, filling->at(hole.name));
  }
  bool is_right = grade.findings.empty();
  FilledProgram program(exercise, *filling);
  const std::string diagnostics = program.diagnostics();
  if (is_right) grade.diagnostics = diagnostics;
  if (!diagnostics.empty()) return;
  for (const Check& check : exercise.checks) {
    const std::string& name = exercise.subjects[check.subject].name;
    grade.findings.push_back(
        finding_of(check, exercise.subjects.size() > 1 ? name : "", program.report_on(check)));
    is_right = is_right && grade.findings.back().is_right;
  }
  if (exercise.minimality == Minimality::NotAsked) return;
  if (is_right) return grade_minimality(exercise, *filling, grade);
  grade.findings.push_back(unchecked_minimality());
}

}  // namespace drover::classroom
