#include "classroom/verify.h"

#include <algorithm>
#include <memory>

#include "analysis/compare/mapped_model.h"
#include "analysis/compare/model_order.h"
#include "analysis/compare/outcome_search.h"
#include "analysis/compare/outcome_tables.h"
#include "analysis/compare/shape_source.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "classroom/grade.h"
#include "classroom/runs.h"
#include "mapping/mapping.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

std::string report(const Exercise& exercise, const SourceRange& range, const std::string& text) {
  return format("{}:{}:{}: error: {}\n", exercise.file, range.line, range.column, text);
}

// Returns the mistakes of a grade, one per line.
std::string reasons(const Grade& grade) {
  std::string out = grade.diagnostics;
  for (const Finding& finding : grade.findings) {
    if (!finding.is_right) out += format("  {}\n", finding.text);
  }
  return out;
}

// Checks an exercise about one execution: exactly one candidate execution must have the outcome;
// the model must forbid it if a cycle is asked, and allow it if steps are.
void verify_outcome(const Exercise& exercise, std::vector<std::string>& out) {
  const Outcome& outcome = exercise.outcomes.front();
  const Runnable runnable = read_runnable(exercise, outcome.subject);
  const std::string& model = exercise.models.front();
  const bool is_allowed =
      run(runnable, exercise.model(model), exercise.budget).allowed.at(outcome.name);
  if (is_allowed && exercise.kind == Kind::Cycle) {
    out.push_back(report(exercise, outcome.range,
                         format("{} allows this outcome: there is no cycle to name", model)));
  }
  if (!is_allowed && exercise.kind == Kind::Steps) {
    out.push_back(report(exercise, outcome.range,
                         format("{} forbids this outcome: no steps lead to it", model)));
  }
  const std::vector<ExecutionGraph> graphs =
      candidates_with(runnable, outcome.name, exercise.model(model), exercise.budget).graphs;
  const std::size_t count = graphs.size();
  const bool begin_together = std::ranges::all_of(graphs, [](const ExecutionGraph& graph) {
    return !graph.has_spawns() && std::ranges::all_of(graph.roles(), [](ThreadRole role) {
      return role == ThreadRole::Worker;
    });
  });
  if (!begin_together && exercise.kind == Kind::Steps) {
    out.push_back(report(exercise, outcome.range,
                         "steps are asked of threads that begin together: without `init`, `final` "
                         "and spawned threads"));
  }
  if (count != 1) {
    out.push_back(report(
        exercise, outcome.range,
        format("{} candidate executions have this outcome; to show it, there has to be exactly one",
               count)));
  }
}

void verify_size(const Exercise& exercise, std::vector<std::string>& out) {
  const auto smaller = find_smaller_test(exercise);
  if (!smaller) return;
  out.push_back(report(exercise, exercise.size_range,
                       format("a smaller test tells {} and {} apart", exercise.allowing,
                              exercise.forbidding)) +
                *smaller);
}

// Tests whether an exercise's smallest test is smallest: tries all tests with fewer accesses and
// fences, up to a maximal size. A test is a straight-line program in which an RMW counts once, like
// a load, a store or a fence; threads and variables are unlimited, fences may stand anywhere, and
// accesses and fences have any possible mode except `na` (a race is not an outcome).
//
// This suffices. An execution of a program with branches, loops, awaits or computed addresses is
// one of the straight-line program of its events, whose number is at most the counted size
// (grade_distinguish.cpp counts executed instructions if there are more of them). Writes have
// distinct values here: with equal values, an outcome is a union of these outcomes, and one of them
// distinguishes the models if the outcome does. Dependencies, which some cat models use, are left
// out: a test that distinguishes models by a dependency alone is not found.
//
// A shape is a program without modes (analysis/shapes). For each of its outcomes, the search looks
// for modes with which one model allows and the other forbids it. As in
// analysis/compare/compare_models.cpp, if stronger modes only forbid, the weakest modes that forbid
// the outcome suffice. That search counts events, with two per RMW; this one counts instructions.
class TestSearch {
 public:
  TestSearch(const MemoryModel& weak, const MemoryModel& strong)
      : weak_(weak),
        strong_(strong),
        tables_({&weak, &strong},
                filter_for(compare::check_order(weak), compare::check_order(strong)),
                [] { return true; }) {}

  std::optional<std::string> find(std::uint32_t size) {
    std::optional<std::string> found;
    shapes::for_each_shape(size,
                           {.fences = shapes::FencePlaces::Anywhere,
                            .locations = shapes::LocationUse::Any,
                            .size_in = shapes::SizeIn::Instructions},
                           [&](const shapes::Shape& shape) {
                             found = tells_apart(shapes::canonical(shape));
                             return !found;
                           });
    return found;
  }

 private:
  compare::OutcomeTables::Filter filter_for(const compare::ModelOrder& weak,
                                            const compare::ModelOrder& strong) {
    if (!weak.is_monotone || !strong.is_monotone) order_ = compare::ModeOrder::Unknown;
    return weak.is_restrictable && strong.is_restrictable
               ? compare::OutcomeTables::Filter::ByLocation
               : compare::OutcomeTables::Filter::None;
  }

  std::optional<std::string> tells_apart(const shapes::Shape& shape) {
    const shapes::EventLayout layout(shape);
    std::optional<std::string> text;
    tables_.for_each(shape, layout, [&](const compare::Outcome& outcome) {
      const auto modes = compare::find_distinguishing_modes(
          layout, order_,
          [&](const shapes::ModeAssignment& each) {
            return compare::is_reached(weak_, layout, each, outcome);
          },
          [&](const shapes::ModeAssignment& each) {
            return compare::is_reached(strong_, layout, each, outcome);
          });
      if (modes) {
        text = compare::core_source({shape, *modes, &outcome}, "a smaller one");
      }
      return !text;
    });
    return text;
  }

  const MemoryModel& weak_;
  const MemoryModel& strong_;
  compare::ModeOrder order_ = compare::ModeOrder::StrongerForbids;
  compare::OutcomeTables tables_;
};

// A model as a model of graphs with modes: a machine's model sees them compiled.
class ModelOfModes {
 public:
  explicit ModelOfModes(const MemoryModel& model)
      : model_(model), mapping_(mapping::find_mapping(model.usual_mapping())) {
    if (mapping_ != nullptr) compiled_.emplace(model, *mapping_);
  }
  [[nodiscard]] const MemoryModel& get() const {
    if (compiled_) return *compiled_;
    return model_;
  }

 private:
  const MemoryModel& model_;
  std::shared_ptr<const mapping::Mapping> mapping_;
  std::optional<compare::MappedModel> compiled_;
};

}  // namespace

std::vector<std::string> verify(const Exercise& exercise) {
  std::vector<std::string> out;
  const bool shows_execution = exercise.kind == Kind::Cycle || exercise.kind == Kind::Steps;
  if (shows_execution) verify_outcome(exercise, out);
  if (exercise.kind == Kind::Distinguish) verify_size(exercise, out);
  const Grade solution =
      grade_answer(exercise, SourceBuffer::from_text("solution", exercise.solution.text));
  if (!solution.is_full()) {
    out.push_back(report(exercise, exercise.solution.range,
                         format("the solution earns {} of {} points",
                                points_text(solution.hundredths), exercise.points)) +
                  reasons(solution));
  }
  for (const KeyedText& wrong : exercise.wrong) {
    const bool has_remark = std::ranges::any_of(
        exercise.remarks, [&](const KeyedText& each) { return each.key == wrong.key; });
    if (!has_remark) {
      out.push_back(
          report(exercise, wrong.range,
                 format("there is no section `on {}:` for this wrong answer", wrong.key)));
      continue;
    }
    const Grade grade = grade_answer(exercise, SourceBuffer::from_text("wrong", wrong.text));
    if (grade.is_full()) {
      out.push_back(report(exercise, wrong.range, "this wrong answer earns all points"));
    } else if (grade.key != wrong.key) {
      out.push_back(report(exercise, wrong.range,
                           format("what goes wrong here is `{}`, not `{}`", grade.key, wrong.key)) +
                    reasons(grade));
    }
  }
  return out;
}

std::optional<std::string> find_smaller_test(const Exercise& exercise, std::uint32_t largest) {
  const ModelOfModes weak(exercise.model(exercise.allowing));
  const ModelOfModes strong(exercise.model(exercise.forbidding));
  TestSearch search(weak.get(), strong.get());
  for (std::uint32_t size = 1; size <= std::min(exercise.size - 1, largest); ++size) {
    if (auto found = search.find(size)) return found;
  }
  return std::nullopt;
}

}  // namespace drover::classroom
