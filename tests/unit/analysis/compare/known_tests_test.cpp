#include "analysis/compare/known_tests.h"

#include <doctest/doctest.h>

#include <set>
#include <span>
#include <string_view>

#include "analysis/shapes/enumerate_shapes.h"
#include "explorer/models/model_registry.h"

namespace drover::known_tests_test {

TEST_CASE("known tests have the form that the search gives them") {
  const MemoryModel& sc = *find_model("sc");
  std::set<std::string_view> names;
  for (std::size_t events = 2; events <= 6; ++events) {
    shapes::for_each_shape(events, {}, [&](const shapes::Shape& shape) {
      const shapes::EventLayout layout(shape);
      if (layout.instructions.size() != events || shape.threads.size() < 2) return true;
      const shapes::ModeAssignment modes = shapes::weakest_modes(layout.instructions);
      shapes::Candidate reads;
      return for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
        return shapes::for_each_reads_from(layout, reads, [&] {
          const compare::Outcome outcome{reads.reads_from, {last.begin(), last.end()}, {}};
          const std::string_view name = compare::known_test_name({shape, modes, &outcome});
          if (name.empty()) return true;
          CAPTURE(name);
          names.insert(name);
          CHECK(!compare::is_reached(sc, layout, modes, outcome));
          const bool is_weak = name != "CoRR" && name != "LB";  // which rc11 forbids
          CHECK(compare::is_reached(*find_model("rc11"), layout, modes, outcome) == is_weak);
          return true;
        });
      });
    });
  }
  CHECK(names.size() == 10);
}

}  // namespace drover::known_tests_test
