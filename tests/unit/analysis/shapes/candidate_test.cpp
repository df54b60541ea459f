#include "analysis/shapes/candidate.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"

namespace drover::candidate_test {

namespace {

TEST_CASE("dependencies in graphs") {
  using enum shapes::InstructionKind;
  const shapes::Shape shape{{{{Read, 0},
                              {Write, 1, shapes::Dependency::Data},
                              {Read, 1, shapes::Dependency::Address},
                              {Fence, 0, shapes::Dependency::Control},
                              {Update, 0, shapes::Dependency::Address}},
                             {{Write, 0, shapes::Dependency::Data}}}};
  const shapes::EventLayout layout(shape);
  CHECK(layout.has_dependencies);
  shapes::Candidate candidate;
  shapes::for_each_reads_from(layout, candidate, [] { return false; });
  shapes::for_each_coherence(layout, candidate, [] { return false; });
  const ExecutionGraph graph =
      shapes::build_graph(layout, shapes::weakest_modes(layout.instructions), candidate,
                          shapes::CoherencePlaces::Given);
  REQUIRE(graph.dependencies() != nullptr);
  using Pairs = std::vector<std::pair<EventId, EventId>>;
  const auto pair = [&](std::size_t a, std::size_t b) {
    return std::pair(shapes::event_id(layout, a), shapes::event_id(layout, b));
  };
  CHECK(graph.dependencies()->data.pairs() == Pairs{pair(0, 1)});
  CHECK(graph.dependencies()->addr.pairs() == Pairs{pair(0, 2), pair(2, 4), pair(2, 5)});
  CHECK(graph.dependencies()->ctrl.pairs() == Pairs{pair(2, 3), pair(2, 4), pair(2, 5)});
}

}  // namespace

}  // namespace drover::candidate_test
