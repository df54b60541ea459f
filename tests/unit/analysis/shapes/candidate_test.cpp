#include "analysis/shapes/candidate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/shapes/enumerate_shapes.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "tests/support/well_formed.h"

namespace drover::candidate_test {

namespace {

TEST_CASE("graphs of shapes have the dependencies of their programs") {
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

namespace {

constexpr shapes::ShapeRules Every{shapes::FencePlaces::Anywhere, shapes::LocationUse::Any,
                                   shapes::OpenUpdates::Yes};

TEST_CASE("graphs of shapes are well-formed, taking an event away and adding it is nothing") {
  std::size_t graphs = 0;
  for (std::size_t events = 1; events <= 3; ++events) {
    for_each_shape(events, Every, [&](const shapes::Shape& shape) {
      const shapes::EventLayout layout(shape);
      shapes::ShapedCandidate at{shape, {}, shapes::weakest_modes(layout.instructions)};
      return shapes::for_each_reads_from(layout, at.candidate, [&] {
        return shapes::for_each_coherence(layout, at.candidate, [&] {
          ++graphs;
          const auto graph =
              shapes::build_graph(layout, at.modes, at.candidate, shapes::CoherencePlaces::Given);
          CHECK(find_ill_formedness(graph) == std::nullopt);
          for (const std::uint8_t event : shapes::removable_events(layout, at.candidate)) {
            const shapes::ShapedCandidate lesser = shapes::without_event(at, layout, event);
            const shapes::EventLayout lesser_layout(lesser.shape);
            CHECK(lesser_layout.events.size() + 1 == layout.events.size());
            CHECK(find_ill_formedness(
                      shapes::build_graph(lesser_layout, lesser.modes, lesser.candidate,
                                          shapes::CoherencePlaces::Given)) == std::nullopt);
            const shapes::ShapeEvent& removed = layout.events[event];
            shapes::AddedEvent added{removed.thread, {removed.kind, removed.location}, Mode::Rlx};
            if (removed.is_read) {
              added.reads_from = at.candidate.reads_from[event];
              if (added.reads_from != shapes::Candidate::Initial && added.reads_from > event) {
                --added.reads_from;
              }
            }
            if (removed.is_write) {
              const auto& order = at.candidate.coherence[removed.location];
              added.coherence_position =
                  static_cast<std::size_t>(std::ranges::find(order, event) - order.begin());
            }
            const shapes::ShapedCandidate again = shapes::with_event(lesser, added);
            CHECK(again.shape == at.shape);
            CHECK(again.modes == at.modes);
            CHECK(again.candidate.reads_from == at.candidate.reads_from);
            CHECK(again.candidate.coherence == at.candidate.coherence);
          }
          return true;
        });
      });
    });
  }
  CHECK(graphs > 500);
}

}  // namespace

}  // namespace drover::candidate_test
