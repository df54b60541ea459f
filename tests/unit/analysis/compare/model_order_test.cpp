#include "analysis/compare/model_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "analysis/audit/audit.h"
#include "analysis/audit/examine.h"
#include "analysis/compare/compare_models.h"
#include "explorer/models/model_registry.h"
#include "tests/support/made_up_model.h"

namespace drover::model_order_test {

using testing::MadeUpModel;

namespace {

bool has(ModelProperty property, const ExecutionGraph& graph) {
  return audit::find_cycle(property, graph).empty();
}
bool is_sc(const ExecutionGraph& graph) { return find_model("sc")->is_consistent(graph); }

audit::AuditOptions small_audit(std::size_t events) {
  audit::AuditOptions options;
  options.limits.max_events = events;
  options.random_graphs = 300;
  return options;
}

shapes::SearchLimits up_to(std::size_t events) {
  shapes::SearchLimits limits;
  limits.max_events = events;
  return limits;
}

std::string smallest(const audit::AuditReport& report, ModelProperty property) {
  const auto& found = report[property].counterexample;
  return found ? shapes::to_text(found->program.shape) : "none";
}

std::string only(const compare::ModelComparison& comparison, std::size_t which) {
  const auto& found = comparison.only[which];
  if (!found) return "none";
  std::string text = shapes::to_text(found->shape);
  for (const Mode mode : found->modes) text += std::string(" ") + std::string(mode_name(mode));
  return text;
}

TEST_CASE("a model in which a stronger mode allows more is not monotone" *
          doctest::test_suite("slow")) {
  // Sequential consistency, except for programs whose writes are all releases and not sc.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    const bool is_loose = std::ranges::all_of(graph.events(), [](const Event& event) {
      return !event.label.is_write() || event.is_initial() || event.label.mode == Mode::Rel;
    });
    return is_sc(graph) || (is_loose && has(ModelProperty::Coherence, graph) &&
                            has(ModelProperty::Atomicity, graph));
  });
  CHECK(!compare::check_order(model).is_monotone);
  const compare::ModelComparison found =
      compare::compare_models(model, *find_model("sc"), up_to(4));
  CHECK(only(found, 0) == "W x; W y || R y; R x rel rel rlx rlx");
  CHECK(only(found, 1) == "none");
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(report.searched_events == 3);
  CHECK(report[ModelProperty::Coherence].verdict == audit::AuditVerdict::Holds);
}

TEST_CASE("a model in which more events allow more is not restrictable") {
  // Anything goes once there are two locations.
  const MadeUpModel model(
      [](const ExecutionGraph& graph) { return graph.locations().size() > 1 || is_sc(graph); });
  CHECK(!compare::check_order(model).is_restrictable);
  const compare::ModelComparison found =
      compare::compare_models(model, *find_model("sc"), up_to(4));
  CHECK(only(found, 0) != "none");
  CHECK(found.only[0]->shape.threads.size() == 1);  // W x; W x; W y; W y, in the wrong order
  CHECK(smallest(audit::audit(model, small_audit(3)), ModelProperty::PrefixClosedness) != "none");
}

TEST_CASE("in the built-in models, stronger modes and more events only forbid") {
  for (const char* name : {"sc", "tso", "ra", "rc11"}) {
    CAPTURE(name);
    const compare::ModelOrder found = compare::check_order(*find_model(name));
    CHECK(found.is_monotone);
    CHECK(found.is_restrictable);
    CHECK(found.is_whole);
  }
}

TEST_CASE("a check of modes that was stopped proves nothing") {
  const compare::ModelOrder found = compare::check_order(*find_model("sc"), [] { return false; });
  CHECK_FALSE(found.is_whole);
  CHECK_FALSE(found.is_monotone);
  CHECK_FALSE(found.is_restrictable);
}

}  // namespace

}  // namespace drover::model_order_test
