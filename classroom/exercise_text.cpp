#include "classroom/exercise_text.h"

#include <algorithm>
#include <array>

#include "classroom/grader.h"
#include "classroom/template.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

std::string points_word(std::uint32_t points) {
  return points == 1 ? "1 point" : format("{} points", points);
}

std::string choices_of(const Hole& hole, const Exercise& exercise) {
  if (!hole.is_choice()) return hole.prompt;
  const bool has_costs = exercise.minimality == Minimality::Cheapest;
  std::string out = hole.kind == HoleKind::Fence ? "a fence:" : "a mode:";
  for (const Choice& choice : hole.choices) {
    out +=
        has_costs ? format(" {} (costs {})", choice.text, choice.cost) : format(" {}", choice.text);
  }
  const bool has_none = std::ranges::find(hole.choices, "-", &Choice::text) != hole.choices.end();
  return has_none ? out + "; `-`, or nothing, means none" : out;
}

std::string table_form(const Exercise& exercise) {
  const std::vector<std::string> items = items_of_table(exercise);
  std::string out =
      exercise.kind == Kind::Count
          ? format("Answer with a number of {} in each of these lines:\n",
                   exercise.counted == Counted::States ? "final states" : "complete executions")
          : "Answer with `allowed` or `forbidden` (or `undefined`, if there is a "
            "race) in each of these lines:\n";
  for (const std::string& item : items) {
    for (const std::string& model : exercise.models) {
      out += items.size() == 1 ? format("  {}: \n", model) : format("  {} {}: \n", item, model);
    }
  }
  return out;
}

std::string models_of_checks(const Exercise& exercise) {
  std::vector<std::string> models;
  for (const Check& check : exercise.checks) {
    if (std::ranges::find(models, check.model) == models.end()) models.push_back(check.model);
  }
  return joined(models, ", ", " and ");
}

std::string ban_text(const Exercise& exercise) {
  if (exercise.banned.empty()) return "";
  return format("Words that must not occur in it: {}.\n", joined(exercise.banned, ", ", " and "));
}

std::string hole_lines(const Exercise& exercise) {
  return joined(exercise.holes, "", [&](const Hole& hole) {
    return format("  {}: {}\n", hole.name, choices_of(hole, exercise));
  });
}

// Returns what the filled holes are judged by.
std::string filling_rules(const Exercise& exercise) {
  std::string out = ban_text(exercise);
  if (exercise.kind == Kind::Axiom) {
    return out + format("The model is compared with {}.\n", exercise.reference);
  }
  out += format("{} run under {}.\n",
                exercise.subjects.size() == 1 ? "The program is" : "The programs are",
                models_of_checks(exercise));
  switch (exercise.minimality) {
    case Minimality::NotAsked: break;
    case Minimality::Weakest:
      out +=
          "The weakest ones are asked for: making one or more holes weaker must break it.\n"
          "(None and rlx are weaker than acq and rel, these than acqrel, and acqrel than sc.)\n";
      break;
    case Minimality::Cheapest: out += "Nothing with a lower total cost may be enough.\n"; break;
  }
  return out;
}

std::string filling_form(const Exercise& exercise) {
  const bool has_several = exercise.holes.size() > 1;
  return format("Answer with a line `HOLE: …` for each hole{}, or with the whole text:\n{}{}",
                has_several ? " (or one line, with `,` between them)" : "", hole_lines(exercise),
                filling_rules(exercise));
}

std::string tests_form(const Exercise& exercise) {
  return format(
             "Answer with tests: `test NAME:` and, indented, threads and what must hold, as "
             "`assert`,\n"
             "`final`, `forbid` or `forall`. Or with one test alone.\n"
             "Each is tried on {} good implementations, which no test may blame, and on {} bad "
             "ones,\n"
             "each of which some test has to catch, under {}.\n",
             exercise.count_implementations(true), exercise.count_implementations(false),
             joined(exercise.models, ", ", " and ")) +
         ban_text(exercise);
}

std::string answer_form(const Exercise& exercise) {
  switch (exercise.kind) {
    case Kind::Verdicts:
    case Kind::Count: return table_form(exercise);
    case Kind::Cycle:
      return format(
          "The events of the execution that {} forbids:\n{}Answer with the edges of a cycle, one "
          "per line: `RELATION EVENT EVENT`.\nRelations are {}.\n",
          exercise.models.front(), describe_events(exercise),
          joined(exercise.edges, ", ", " and "));
    case Kind::Steps:
      return format(
          "The events of the execution with this outcome:\n{}Answer with steps of the machine of "
          "{}, one per line, in the order of time:\n`EVENT`, or `promise EVENT` for a write that "
          "reaches memory before its thread comes to it.\n",
          describe_events(exercise), exercise.models.front());
    case Kind::Fill:
    case Kind::Axiom: return filling_form(exercise);
    case Kind::Tests: return tests_form(exercise);
    case Kind::Relax:
      return format(
          "Answer with the program with other modes: the weakest with which it is still right "
          "under\n"
          "{}. Fences may be removed. Making one or more modes weaker must break it. Modes change\n"
          "together where threads run the same text.\n",
          exercise.checks.front().model);
    case Kind::Distinguish:
      return format(
          "Answer with a program of the core language, or a litmus test, and its one condition\n"
          "`exists (…)`: allowed under {}, forbidden under {}.\n",
          exercise.allowing, exercise.forbidding);
  }
  return "";
}

// Returns how to answer on a page that has fields for the answer.
std::string page_form(const Exercise& exercise) {
  switch (exercise.kind) {
    case Kind::Verdicts:
    case Kind::Count:
    case Kind::Cycle: return "";
    case Kind::Fill:
    case Kind::Axiom: {
      const bool has_costs = exercise.minimality == Minimality::Cheapest;
      return (has_costs ? hole_lines(exercise) : "") + filling_rules(exercise);
    }
    case Kind::Steps:
    case Kind::Tests:
    case Kind::Relax:
    case Kind::Distinguish: return answer_form(exercise);
  }
  return "";
}

// True if the fields of a page contain the program.
bool is_in_fields(const Exercise& exercise, const Subject& subject) {
  return exercise.kind == Kind::Relax || has_holes(subject.text);
}

}  // namespace

std::string first_lines(const std::string& picture) {
  constexpr std::size_t MaxLines = 60;
  std::size_t end = 0;
  for (std::size_t i = 0; i < MaxLines; ++i) {
    const std::size_t found = picture.find('\n', end);
    if (found == picture.npos) return picture;
    end = found + 1;
  }
  return end == picture.size() ? picture : picture.substr(0, end) + "…\n";
}

std::string list_text(const std::vector<const Exercise*>& exercises) {
  std::size_t width = 0;
  for (const Exercise* each : exercises) width = std::max(width, each->name.size());
  std::string out;
  for (const Exercise* each : exercises) {
    out += format("{:{}}  level {}  {:11}  {:>9}  {}\n", each->name, width, each->level,
                  kind_name(each->kind), points_word(each->points), each->title);
  }
  return out + "`drover exercise show NAME` prints one.\n";
}

std::string exercise_text(const Exercise& exercise, Medium medium) {
  const bool is_page = medium == Medium::Page;
  std::string out = is_page ? exercise.text + "\n"
                            : format("{}: {} (level {}, {}, {})\n\n{}\n", exercise.name,
                                     exercise.title, exercise.level, kind_name(exercise.kind),
                                     points_word(exercise.points), exercise.text);
  for (std::size_t i = 0; i < exercise.subjects.size(); ++i) {
    const Subject& subject = exercise.subjects[i];
    constexpr std::array<std::string_view, 3> Words{"program", "litmus test", "model"};
    if (!is_page || !is_in_fields(exercise, subject)) {
      out += format("\n{} {}:\n{}", Words[static_cast<std::size_t>(subject.language)], subject.name,
                    indented(subject.text, "  "));
    }
    for (const Outcome& outcome : exercise.outcomes) {
      if (outcome.subject != i) continue;
      const bool is_long = outcome.expression.find('\n') != outcome.expression.npos;
      out += is_long ? format("outcome {}:\n{}", outcome.name, indented(outcome.expression, "  "))
                     : format("outcome {}: {}\n", outcome.name, outcome.expression);
    }
  }
  for (const OwnModel& model : exercise.own_models) {
    if (exercise.find_subject(model.name)) continue;
    out += format("\nmodel {}:\n{}", model.name, indented(model.text, "  "));
  }
  return out + "\n" + (is_page ? page_form(exercise) : answer_form(exercise));
}

std::string grade_text(const Exercise& exercise, const Grade& grade) {
  std::string out = format("{}: {} of {}\n", exercise.name, points_text(grade.hundredths),
                           points_word(grade.points));
  bool has_picture = false;
  for (const Finding& finding : grade.findings) {
    out += format("  {}  {}\n", finding.verdict(), finding.text);
    if (!has_picture) out += indented(first_lines(finding.picture), "    ");
    has_picture = has_picture || !finding.picture.empty();
  }
  if (grade.is_full()) return out;
  if (!grade.remark.empty()) out += format("remark: {}\n", grade.remark);
  if (!exercise.hints.empty()) {
    out += format("`drover exercise try {} --hint` gives a hint\n", exercise.name);
  }
  return out;
}

std::string hints_text(const Exercise& exercise, std::uint32_t count) {
  if (exercise.hints.empty()) return format("{} has no hints\n", exercise.name);
  std::string out;
  const std::size_t shown = std::min<std::size_t>(count, exercise.hints.size());
  for (std::size_t i = 0; i < shown; ++i) {
    out += format("hint {} of {}: {}\n", i + 1, exercise.hints.size(), exercise.hints[i]);
  }
  if (shown < exercise.hints.size()) out += format("the next one: --hint={}\n", shown + 1);
  return out;
}

}  // namespace drover::classroom
