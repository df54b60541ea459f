#include "analysis/compare/compare_models.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "analysis/audit/examine.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "explorer/graph/base_relations.h"
#include "explorer/models/model_registry.h"
#include "tests/support/made_up_model.h"

namespace drover::compare_models_test {

using testing::DependencyModel;
using testing::MadeUpModel;

namespace {

bool has(ModelProperty property, const ExecutionGraph& graph) {
  return audit::find_cycle(property, graph).empty();
}

shapes::SearchLimits up_to(std::size_t events) {
  shapes::SearchLimits limits;
  limits.max_events = events;
  return limits;
}

std::string only(const compare::ModelComparison& comparison, std::size_t which) {
  const auto& found = comparison.only[which];
  if (!found) return "none";
  std::string text = shapes::to_text(found->shape);
  for (const Mode mode : found->modes) text += std::string(" ") + std::string(mode_name(mode));
  return text;
}

struct Pair {
  const char* first;
  const char* second;
  const char* only_first;
  const char* only_second;
};

TEST_CASE("comparing built-in models finds the textbook tests" * doctest::test_suite("slow")) {
  const std::vector<Pair> pairs{
      {"sc", "tso", "none", "W x; R y || W y; R x rlx rlx rlx rlx"},
      {"tso", "pso", "none", "W x; W y || R y; R x rlx rlx rlx rlx"},
      {"sra", "ra", "none", "W x; W y || W y; W x rlx rlx rlx rlx"},
      {"sc", "sra", "none", "W x; R y || W y; R x rlx rlx rlx rlx"},
      {"ra", "rc11", "W x; R y || W y; R x sc sc sc sc", "W x; W y || R y; R x rlx rlx rlx rlx"},
      {"rc11", "wrc11", "none", "W x; R x || W x rlx rlx rlx"},
      {"rc11", "sc", "W x; W y || R y; R x rlx rlx rlx rlx", "none"},
      {"ra", "ra", "none", "none"}};
  for (const Pair& pair : pairs) {
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    const compare::ModelComparison found =
        compare::compare_models(*find_model(pair.first), *find_model(pair.second), up_to(4));
    CHECK(only(found, 0) == pair.only_first);
    CHECK(only(found, 1) == pair.only_second);
    CHECK(found.end == shapes::SearchEnd::Complete);
  }
  const compare::ModelComparison sequences =
      compare::compare_models(*find_model("rc11"), *find_model("rc20"), up_to(5));
  CHECK(only(sequences, 0) == "none");
  CHECK(only(sequences, 1) == "W x; W y; W y || R y; R x rlx rel rlx acq rlx");
  CHECK(sequences.searched_events == 5);
}

// The size of the smallest difference, by asking about everything.
std::size_t brute_force(const MemoryModel& a, const MemoryModel& b, std::size_t max_events) {
  for (std::size_t events = 1; events <= max_events; ++events) {
    const bool is_same = shapes::for_each_shape(events, {}, [&](const shapes::Shape& shape) {
      const shapes::EventLayout layout(shape);
      return for_each_assignment(layout.instructions, [&](const shapes::ModeAssignment& modes) {
        shapes::Candidate reads;
        return for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
          return shapes::for_each_reads_from(layout, reads, [&] {
            const compare::Outcome outcome{reads.reads_from, {last.begin(), last.end()}, {}};
            return !compare::is_reached(a, layout, modes, outcome) ||
                   compare::is_reached(b, layout, modes, outcome);
          });
        });
      });
    });
    if (!is_same) return events;
  }
  return 0;
}

TEST_CASE("a comparison finds tests as small as an exhaustive search does" *
          doctest::test_suite("slow")) {
  const std::vector<const MemoryModel*> models(all_models().begin(), all_models().end());
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (const std::size_t j : {i + 1, models.size() - 1}) {
      if (j <= i || j >= models.size()) continue;
      CAPTURE(models[i]->name());
      CAPTURE(models[j]->name());
      const compare::ModelComparison found =
          compare::compare_models(*models[i], *models[j], up_to(3));
      const auto size = [&](std::size_t which) {
        return found.only[which] ? shapes::event_count(found.only[which]->shape) : 0;
      };
      CHECK(size(0) == brute_force(*models[i], *models[j], 3));
      CHECK(size(1) == brute_force(*models[j], *models[i], 3));
    }
  }
}

TEST_CASE("models that differ only in the order of unread writes are not distinguished") {
  // Coherence of three writes or more must not be the order of the events; everything else is
  // allowed.
  const auto is_in_order = [](const ExecutionGraph& graph) {
    return std::ranges::all_of(graph.locations(), [&](LocationId location) {
      const auto order = graph.coherence(location);
      return order.size() < 4 ||
             !std::ranges::is_sorted(order.subspan(1, order.size() - 2), std::ranges::greater());
    });
  };
  const MadeUpModel all([](const ExecutionGraph&) { return true; });
  const MadeUpModel some([&](const ExecutionGraph& graph) { return is_in_order(graph); });
  const compare::ModelComparison found = compare::compare_models(all, some, up_to(3));
  CHECK(only(found, 0) == "none");
  REQUIRE(found.hidden[0].has_value());
  CHECK(shapes::to_text(found.hidden[0]->shape) == "W x; W x; W x");
  CHECK(!found.hidden[1].has_value());
}

TEST_CASE("a comparison stops when it is interrupted") {
  shapes::SearchLimits limits = up_to(9);
  limits.max_seconds = 0.05;
  CHECK(compare::compare_models(*find_model("sc"), *find_model("sc"), limits).end ==
        shapes::SearchEnd::Time);
  std::atomic<bool> interrupt{true};
  shapes::SearchLimits interrupted = up_to(6);
  interrupted.interrupt = &interrupt;
  const compare::ModelComparison found =
      compare::compare_models(*find_model("sc"), *find_model("tso"), interrupted);
  CHECK(found.end == shapes::SearchEnd::Interrupt);
  CHECK(found.searched_events < 6);
}

TEST_CASE("models that differ only in dependencies are distinguished by a test with dependencies" *
          doctest::test_suite("slow")) {
  const auto is_coherent = [](const ExecutionGraph& graph) {
    return has(ModelProperty::Coherence, graph) && has(ModelProperty::Atomicity, graph);
  };
  const MadeUpModel coherent(is_coherent);
  const DependencyModel no_thin_air([&](const ExecutionGraph& graph) {
    if (!is_coherent(graph)) return false;
    if (graph.dependencies() == nullptr) return true;
    const BaseRelations base = base_relations(graph);
    return (graph.dependencies()->data | base.rf).is_acyclic();
  });
  const compare::ModelComparison found = compare::compare_models(coherent, no_thin_air, up_to(4));
  REQUIRE(found.only[0].has_value());
  CHECK(shapes::to_text(found.only[0]->shape) == "R x; W y: data || R y; W x: data");
  CHECK_FALSE(found.only[1].has_value());
  CHECK(found.searched_events == 4);
}

}  // namespace

}  // namespace drover::compare_models_test
