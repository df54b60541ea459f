#include "analysis/robust/sequential.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "analysis/shapes/candidate.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "explorer/models/model_registry.h"

namespace drover::sequential_test {

// All graphs, consistent or not, of all programs of up to four events.
TEST_CASE(
    "the check of a graph agrees with the axioms of sc, and that of its reads with all "
    "coherences") {
  const MemoryModel& sc = *find_model("sc");
  shapes::ShapeRules rules;
  rules.locations = shapes::LocationUse::Any;
  rules.failed_updates = shapes::FailedUpdates::Yes;
  std::uint64_t graphs = 0;
  std::uint64_t sequential = 0;
  for (std::size_t events = 1; events <= 4; ++events) {
    shapes::for_each_shape(events, rules, [&](const shapes::Shape& shape) {
      const shapes::EventLayout layout(shape);
      const shapes::ModeAssignment modes = shapes::weakest_modes(layout.instructions);
      shapes::Candidate candidate;
      shapes::for_each_reads_from(layout, candidate, [&] {
        bool has_one = false;
        std::uint64_t differ = 0;
        bool has_reads = false;
        shapes::for_each_coherence(layout, candidate, [&] {
          const ExecutionGraph graph =
              shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::Given);
          const bool is_so = sc.is_consistent(graph);
          if (is_so != robust::is_sequential(sc, graph)) ++differ;
          has_one = has_one || is_so;
          has_reads = robust::has_sequential_reads(sc, graph);
          ++graphs;
          sequential += is_so ? 1 : 0;
          return true;
        });
        CAPTURE(shapes::to_text(shape));
        CHECK(differ == 0);
        CHECK(has_one == has_reads);
        return true;
      });
      return true;
    });
  }
  CHECK(graphs > 10'000);
  CHECK(sequential > 1000);
}

}  // namespace drover::sequential_test
