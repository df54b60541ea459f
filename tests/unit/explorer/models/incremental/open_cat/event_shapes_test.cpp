#include "explorer/models/incremental/open_cat/event_shapes.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

#include "tests/support/program_text.h"

namespace drover::incremental::event_shapes_test {

namespace {

struct Threads {
  explicit Threads(const std::string& text)
      : program(testing::program_from(text)),
        automata(program, {.dependencies = DependencyTracking::On}),
        shapes(automata) {}
  // Where a thread stands when what it did returned these values.
  NodeId node(std::size_t thread, std::initializer_list<Value> values) {
    ThreadAutomaton& automaton = automata.thread(ThreadId(thread));
    NodeId at = automaton.initial();
    for (const Value value : values) at = automaton.next(at, value);
    return at;
  }
  std::uint32_t shape(std::size_t thread, std::initializer_list<Value> values) {
    return shapes.of(thread, node(thread, values));
  }
  Program program;
  ProgramAutomata automata;
  EventShapes shapes;
};

}  // namespace

TEST_CASE("shapes: the location of a write matters, its value does not") {
  Threads threads("shared x, y, a[2]; thread t { r := x; y := r; a[r & 1] := 1; }");
  REQUIRE(threads.node(0, {0}) != threads.node(0, {1}));
  CHECK(threads.shape(0, {0}) == threads.shape(0, {1}));
  CHECK(threads.shape(0, {}) != threads.shape(0, {0}));
  CHECK(threads.shape(0, {0, 0}) != threads.shape(0, {1, 0}));
  CHECK(threads.shape(0, {0, 0}) == threads.shape(0, {2, 0}));
}

TEST_CASE("shapes: the expected value of a compare-and-swap does not matter") {
  Threads threads("shared x, y; thread t { r := x; s := cas@rlx(y, r, 5); }");
  REQUIRE(threads.node(0, {0}) != threads.node(0, {1}));
  CHECK(threads.shape(0, {0}) == threads.shape(0, {1}));
}

TEST_CASE("shapes: the size of an allocation does not matter") {
  Threads threads("shared x; thread t { r := x; p := alloc(1 + (r & 1)); *p := 1; }");
  REQUIRE(threads.node(0, {0}) != threads.node(0, {1}));
  CHECK(threads.shape(0, {0}) == threads.shape(0, {1}));
}

TEST_CASE("shapes: the reads that an event depends on matter") {
  Threads threads("shared x, y, z; thread t { r := x; if (r == 1) { r := y; } z := r; }");
  // Of one instruction, with the value of the first read or of the second.
  CHECK(threads.shape(0, {0}) != threads.shape(0, {1, 0}));
  CHECK(threads.shape(0, {1, 0}) == threads.shape(0, {1, 7}));
}

TEST_CASE("shapes: modes matter") {
  Threads threads("shared x; thread t { x@rlx := 1; } thread u { x@rel := 1; }");
  CHECK(threads.shape(0, {}) != threads.shape(1, {}));
}

TEST_CASE("shapes: threads of the same code have the same") {
  Threads threads("shared x, y; thread t(i in 1..2) { r := x; y := i; }");
  CHECK(threads.shape(0, {}) == threads.shape(1, {}));
  CHECK(threads.shape(0, {0}) == threads.shape(1, {3}));
  CHECK(threads.shape(0, {}) != threads.shape(1, {0}));
}

TEST_CASE("shapes: the number of a shape stays when nodes are added") {
  Threads threads("shared x, y; thread t { r := x; y := r; }");
  const std::uint32_t first = threads.shape(0, {});
  const std::uint32_t second = threads.shape(0, {0});
  for (Value value = 1; value < 40; ++value) CHECK(threads.shape(0, {value}) == second);
  CHECK(threads.shape(0, {}) == first);
  CHECK(threads.shape(0, {0}) == second);
}

}  // namespace drover::incremental::event_shapes_test
