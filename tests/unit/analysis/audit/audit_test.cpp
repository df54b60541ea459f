// Audits of the built-in models, and of models that are broken on purpose.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "analysis/audit/audit.h"
#include "analysis/audit/examine.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "explorer/graph/base_relations.h"
#include "explorer/models/model_registry.h"
#include "tests/support/made_up_model.h"

namespace drover::audit_test {
using testing::DependencyModel;
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

std::string smallest(const audit::AuditReport& report, ModelProperty property) {
  const auto& found = report[property].counterexample;
  return found ? shapes::to_text(found->program.shape) : "none";
}

TEST_CASE("the built-in models have what spore needs, wrc11 has no coherence order" *
          doctest::test_suite("slow")) {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    const audit::AuditReport report = audit::audit(*model, small_audit(3));
    const bool is_weak = model->name() == "wrc11";
    for (const ModelProperty property : AllModelProperties) {
      CAPTURE(property_name(property));
      CHECK(report[property].verdict == (is_weak && property == ModelProperty::Coherence
                                             ? audit::AuditVerdict::NotApplicable
                                             : audit::AuditVerdict::Holds));
    }
    CHECK(audit::missing_for_spore(report).empty() == !is_weak);
    CHECK(report.order.is_monotone);
    CHECK(report.order.is_restrictable);
    CHECK(report.searched_events == 3);
    CHECK(report.random_graphs == 300);
  }
}

TEST_CASE("an audit finds a model that allows load buffering") {
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return has(ModelProperty::Coherence, graph) && has(ModelProperty::Atomicity, graph);
  });
  const audit::AuditReport report = audit::audit(model, small_audit(4));
  CHECK(smallest(report, ModelProperty::CausalAcyclicity) == "R x; W y || R y; W x");
  CHECK(report[ModelProperty::CausalAcyclicity].counterexample->reason.cycle.size() == 4);
  CHECK(report[ModelProperty::Atomicity].verdict == audit::AuditVerdict::Holds);
  CHECK(report[ModelProperty::Coherence].verdict == audit::AuditVerdict::Holds);
  CHECK(audit::missing_for_spore(report) == std::vector{ModelProperty::CausalAcyclicity});
}

TEST_CASE("an audit finds a model without atomicity") {
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return audit::find_cycle(ModelProperty::Coherence, graph).empty() &&
           has(ModelProperty::CausalAcyclicity, graph);
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::Atomicity) == "U x || W x");
  CHECK(audit::missing_for_spore(report) == std::vector{ModelProperty::Atomicity});
}

TEST_CASE("an audit finds a model without coherence") {
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return has(ModelProperty::CausalAcyclicity, graph) && has(ModelProperty::Atomicity, graph);
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::Coherence) == "W x; R x");
  CHECK(audit::missing_for_spore(report).empty());
}

TEST_CASE("an audit finds a model that is not closed under prefixes") {
  // A write must be read.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return is_sc(graph) && std::ranges::all_of(graph.events(), [&](const Event& event) {
             if (!event.label.is_write() || event.is_initial()) return true;
             return std::ranges::any_of(graph.events(), [&](const Event& read) {
               return !read.reads_from.is_none() && &graph.event(read.reads_from) == &event;
             });
           });
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::PrefixClosedness) == "W x; R x");
  CHECK(report[ModelProperty::PrefixClosedness].counterexample->prefix.has_value());
  CHECK(smallest(report, ModelProperty::Extensibility) == "W x");
  CHECK(audit::missing_for_spore(report) ==
        std::vector{ModelProperty::PrefixClosedness, ModelProperty::Extensibility});
}

TEST_CASE("an audit finds a model that is not extensible") {
  // Two writes to a location at most.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return is_sc(graph) && std::ranges::all_of(graph.locations(), [&](LocationId location) {
             return graph.writes_to(location).size() <= 3;
           });
  });
  const audit::AuditReport report = audit::audit(model, small_audit(4));
  CHECK(smallest(report, ModelProperty::Extensibility) == "W x; W x; W x");
  CHECK(audit::missing_for_spore(report) == std::vector{ModelProperty::Extensibility});
}

TEST_CASE("an audit finds a model that is not extensible in the middle of a read-modify-write") {
  // While one is, no other thread writes its location.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    if (!is_sc(graph)) return false;
    return std::ranges::none_of(graph.events(), [&](const Event& event) {
      if (!event.is_exclusive_read) return false;
      const auto order = graph.events_of(event.thread);
      const bool is_open = &graph.event(order.back()) == &event;
      return is_open && graph.coherence_maximal(event.label.location) != event.reads_from;
    });
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::Extensibility) == "W x || P x");
  CHECK(report[ModelProperty::CausalAcyclicity].verdict == audit::AuditVerdict::Holds);
}

TEST_CASE("random graphs show violations that need many events, and are made smaller" *
          doctest::test_suite("slow")) {
  // Five writes to a location at most.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return is_sc(graph) && std::ranges::all_of(graph.locations(), [&](LocationId location) {
             return graph.writes_to(location).size() <= 6;
           });
  });
  audit::AuditOptions options = small_audit(2);
  options.random_graphs = 20000;
  options.random_events = 9;
  const audit::AuditReport report = audit::audit(model, options);
  REQUIRE(report[ModelProperty::Extensibility].counterexample.has_value());
  const audit::Counterexample& found = *report[ModelProperty::Extensibility].counterexample;
  CHECK(found.is_random);
  const shapes::EventLayout layout(found.program.shape);
  CHECK(std::ranges::any_of(layout.writes, [](const auto& writes) { return writes.size() == 6; }));
  CHECK(layout.events.size() <= 8);
  // The same seed, the same graph.
  const audit::AuditReport again = audit::audit(model, options);
  CHECK(smallest(again, ModelProperty::Extensibility) ==
        smallest(report, ModelProperty::Extensibility));
  CHECK(again.random_graphs == report.random_graphs);
}

TEST_CASE("audits of models that look at dependencies have graphs with dependencies") {
  const DependencyModel no_data([](const ExecutionGraph& graph) {
    const GraphDependencies* dependencies = graph.dependencies();
    return is_sc(graph) && (dependencies == nullptr || dependencies->data.is_empty());
  });
  const audit::AuditReport report = audit::audit(no_data, small_audit(3));
  CHECK(report[ModelProperty::Extensibility].verdict == audit::AuditVerdict::Broken);
  const audit::Counterexample& found = *report[ModelProperty::Extensibility].counterexample;
  CHECK(shapes::to_text(found.program.shape) == "R x; W x: data");
  CHECK(report[ModelProperty::PrefixClosedness].verdict == audit::AuditVerdict::Holds);

  // A write that is no longer depended on makes the rest wrong.
  const DependencyModel only_controlled([](const ExecutionGraph& graph) {
    const GraphDependencies* dependencies = graph.dependencies();
    const std::size_t pairs = dependencies == nullptr ? 0 : dependencies->ctrl.count();
    return is_sc(graph) && pairs != 1;
  });
  const audit::AuditReport other = audit::audit(only_controlled, small_audit(3));
  CHECK(other[ModelProperty::PrefixClosedness].verdict == audit::AuditVerdict::Broken);
}

TEST_CASE("random graphs of audits have dependencies, too") {
  const DependencyModel few([](const ExecutionGraph& graph) {
    const GraphDependencies* dependencies = graph.dependencies();
    return is_sc(graph) && (dependencies == nullptr || dependencies->addr.count() < 3);
  });
  audit::AuditOptions options = small_audit(2);
  options.random_graphs = 2000;
  const audit::AuditReport report = audit::audit(few, options);
  CHECK(report[ModelProperty::Extensibility].verdict == audit::AuditVerdict::Broken);
  CHECK(report[ModelProperty::Extensibility].counterexample->is_random);
}

}  // namespace
}  // namespace drover::audit_test
