// Exercises on the weakest modes of a program. The answer is the program with other modes, possibly
// without fences. It is right if the checker finds no error, and weakest if `relax` finds nothing
// weaker: every assignment of weaker modes is wrong (see analysis/orders/search.h).
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/orders/search.h"
#include "classroom/grader.h"
#include "classroom/runs.h"
#include "classroom/tokens.h"
#include "input/orders/order_sites.h"
#include "mapping/compile.h"
#include "mapping/mapping.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

// Returns a program's tokens without modes and fences. Pinned modes stay: an answer must not pin
// others.
std::vector<Token> without_modes(std::string_view text) {
  const std::vector<Token> all = tokens_of(text, Language::Core);
  const auto is = [&](std::size_t i, std::string_view word) {
    return i < all.size() && all[i].text == word;
  };
  // Returns the index after `@rel`, `@acqrel,acq` at i.
  const auto behind_modes = [&](std::size_t i) {
    if (!is(i, "@")) return i;
    constexpr std::array<std::string_view, 6> Modes{"na", "rlx", "acq", "rel", "acqrel", "sc"};
    const bool has_second = is(i + 2, ",") && i + 3 < all.size() &&
                            std::ranges::find(Modes, all[i + 3].text) != Modes.end();
    return std::min(i + (has_second ? 4 : 2), all.size());
  };
  std::vector<Token> left;
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t begin = is(i, "fence") ? i + 1 : i;
    const std::size_t end = behind_modes(begin);
    const bool is_pinned = is(end, "!") && !is(end + 1, "=");
    if (is(i, "@") && !is_pinned) {
      i = end;
    } else if (is(i, "fence") && is(end, ";")) {
      i = end + 1;
    } else {
      left.push_back(all[i++]);
    }
  }
  return left;
}

// True if only modes and fences differ; reports other changes.
bool has_only_other_modes(const Exercise& exercise, const SourceBuffer& answer,
                          DiagnosticSink& sink) {
  const std::vector<Token> given = without_modes(exercise.subjects.front().text);
  const std::vector<Token> found = without_modes(answer.text());
  const auto [one, other] =
      std::mismatch(given.begin(), given.end(), found.begin(), found.end(),
                    [](const Token& a, const Token& b) { return a.text == b.text; });
  if (one == given.end() && other == found.end()) return true;
  const std::size_t begin = other == found.end() ? answer.text().size() : other->begin;
  const std::size_t end = other == found.end() ? begin : begin + other->text.size();
  sink.report(DiagnosticKind::AnswerTemplate, answer.range(begin, end),
              {format("only modes and fences may change: the exercise has {} here",
                      one == given.end() ? "nothing more" : format("`{}`", one->text))})
      .with_hint(format("`drover exercise show {}` prints what it was", exercise.name));
  return false;
}

// Lists the answer's lines whose modes could be weaker.
std::string weaker_places(const input::OrderSites& sites, const orders::Assignment& before,
                          const orders::Assignment& weaker) {
  std::string out;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == weaker[i] || sites.sites[i].sources.empty()) continue;
    const SourceRange& source = sites.sites[i].sources.front();
    out += format("{}line {}", out.empty() ? "" : ", ", source.line);
  }
  return out;
}

Finding weakest_finding(const Exercise& exercise, const Runnable& runnable) {
  Finding finding{true, "nothing weaker would do", {}};
  const MemoryModel& model = exercise.model(exercise.checks.front().model);
  const input::OrderSites sites = input::order_sites(
      runnable.subject, *orders::find_model_orders(model), input::OrderChanges::Modes);
  orders::ModedProgram program(sites.program, sites.sites);
  const auto mapping = mapping::find_mapping(model.usual_mapping());
  if (mapping != nullptr) {
    program.compile_by([mapping](const Program& source) {
      DiagnosticSink ignored;
      return mapping::compile(source, *mapping, ignored).value();
    });
  }
  orders::SearchOptions options;
  options.explorer.model =
      model.fitted({std::string(mapping == nullptr ? "" : mapping->machine->architecture)});
  options.explorer.max_executions = exercise.budget.executions;
  const orders::SearchResult result = orders::relax(program, options);
  const auto is_weaker = [&](const orders::Answer& each) {
    return each.assignment != result.before;
  };
  const auto weaker = std::ranges::find_if(result.answers, is_weaker);
  if (weaker != result.answers.end()) {
    finding.is_right = false;
    finding.text = format("nothing weaker would do: it would, in {}",
                          weaker_places(sites, result.before, weaker->assignment));
    finding.keys = {"too-strong"};
  } else if (result.ending != orders::Ending::Found) {
    finding =
        unknown_finding("nothing weaker would do: not known, a limit was reached", {"budget"});
  }
  return finding;
}

}  // namespace

void grade_relax(const Grading& grading) {
  const Exercise& exercise = grading.exercise;
  Grade& grade = grading.grade;
  if (!has_only_other_modes(exercise, grading.answer, grading.sink)) return;
  const Runnable runnable = read_core(grading.answer.name(), grading.answer.text());
  if (!runnable.is_readable()) {
    grade.diagnostics = runnable.diagnostics();
    return;
  }
  const Check& check = exercise.checks.front();
  const RunReport report = run(runnable, exercise.model(check.model), exercise.budget);
  grade.findings.push_back(finding_of(check, "", report));
  grade.findings.push_back(grade.findings.back().is_right ? weakest_finding(exercise, runnable)
                                                          : unchecked_minimality());
}

}  // namespace drover::classroom
