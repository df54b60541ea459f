#include "explorer/graph/errors_of_graph.h"

#include <doctest/doctest.h>

#include "explorer/models/model_registry.h"
#include "semantics/program/address.h"
#include "tests/support/graph_text.h"
#include "words/fact_words.h"

namespace drover::errors_of_graph_test {
using namespace drover::testing;

namespace {

std::size_t count_races(const char* text) {
  const ExecutionGraph candidate = graph(text);
  const MemoryModel& rc11 = *find_model("rc11");
  REQUIRE(rc11.is_consistent(candidate));
  return find_races(candidate, rc11.happens_before(candidate)).size();
}

// A graph over a heap object of two cells, p[0] and p[1] (locations 1 and 2), and a flag
// (location 0).
class HeapGraph {
 public:
  explicit HeapGraph(std::size_t threads)
      : graph(std::vector<ThreadRole>(threads, ThreadRole::Worker)) {
    for (std::size_t i = 0; i < 4; ++i) graph.ensure_initial_write(LocationId(i), 0);
  }

  EventId alloc(std::size_t thread) {
    Label label;
    label.kind = LabelKind::Alloc;
    label.value = Object;
    label.size = 2;
    return graph.add(ThreadId(thread), NodeId(0), label);
  }
  EventId free(std::size_t thread, Value at) {
    Label label;
    label.kind = LabelKind::Free;
    label.value = at;
    return graph.add(ThreadId(thread), NodeId(0), label);
  }
  EventId write(std::size_t thread, LocationId location, Value value) {
    Label label;
    label.kind = LabelKind::Write;
    label.mode = Mode::Rel;
    label.location = location;
    label.value = value;
    const EventId id = graph.add(ThreadId(thread), NodeId(0), label);
    graph.insert_coherence(id, graph.coherence(location).size());
    return id;
  }
  EventId read(std::size_t thread, LocationId location, EventId from) {
    Label label;
    label.kind = LabelKind::Read;
    label.mode = Mode::Acq;
    label.location = location;
    const EventId id = graph.add(ThreadId(thread), NodeId(0), label);
    graph.set_reads_from(id, from);
    return id;
  }

  // "what" of each error, separated by semicolons.
  [[nodiscard]] std::string errors(const char* model = "rc11") const {
    const auto address_of = [](LocationId location) {
      return location == LocationId(0) ? address::of_object(0)
                                       : Object + static_cast<Value>(location.value) - 1;
    };
    std::string text;
    for (const GraphError& error :
         find_memory_errors(graph, find_model(model)->happens_before(graph), address_of)) {
      CHECK(error.kind == ErrorKind::Memory);
      if (!text.empty()) text += "; ";
      text += words::fact_text({error.what});
    }
    return text;
  }

  static constexpr Value Object = address::of_allocation(ThreadId(std::size_t{0}), 0, 0);
  static constexpr LocationId Flag{std::size_t{0}};
  static constexpr LocationId P0{std::size_t{1}};
  static constexpr LocationId P1{std::size_t{2}};
  static constexpr LocationId P2{std::size_t{3}};  // outside
  ExecutionGraph graph;
};

}  // namespace

TEST_CASE("races are unordered conflicting accesses, one of them non-atomic, [RCMC] Def. 3.10") {
  CHECK(count_races("W@na x 1 || W@na x 2") == 1);
  CHECK(count_races("W@na x 1 || R@rlx x 0") == 1);
  CHECK(count_races("W@rlx x 1 || R@na x 1") == 1);
  CHECK(count_races("W@rlx x 1 || W@rlx x 2") == 0);
  CHECK(count_races("R@na x 0 || R@na x 0") == 0);
  CHECK(count_races("W@na x 1; R@na x 1") == 0);
  CHECK(count_races("W@na x 1; W@rel y 1 || R@acq y 1; R@na x 1") == 0);
  CHECK(count_races("W@na x 1; W@rlx y 1 || R@rlx y 1; R@na x 1") == 1);
  CHECK(count_races("init: W@na x 1 || R@na x 1 || final: W@na x 2") == 0);
  // Remark 1: only one write to read from, and still a race.
  CHECK(count_races("W@rlx x 1 || R@rlx x 1; R@na x 1") == 1);
}

TEST_CASE("a race names both accesses") {
  const GraphText text = parse_graph("a: W@na x 1 || b: R@rlx x 0");
  const auto races = find_races(text.graph, find_model("rc11")->happens_before(text.graph));
  REQUIRE(races.size() == 1);
  CHECK(races[0].kind == ErrorKind::Race);
  CHECK(races[0].first == text.named.at("a"));
  CHECK(races[0].second == text.named.at("b"));
}

TEST_CASE("an access between allocation and free is no error") {
  HeapGraph heap(2);
  heap.alloc(0);
  heap.write(0, HeapGraph::P0, 1);
  const EventId flag = heap.write(0, HeapGraph::Flag, 1);
  heap.read(1, HeapGraph::Flag, flag);
  heap.write(1, HeapGraph::P1, 1);
  heap.free(1, HeapGraph::Object);
  heap.free(1, 0);
  for (const char* model : {"sc", "tso", "sra", "ra", "rc11", "rc20", "wrc11"}) {
    CAPTURE(model);
    CHECK(heap.errors(model).empty());
  }
}

TEST_CASE("accesses and frees of unallocated memory are errors") {
  HeapGraph outside(1);
  outside.alloc(0);
  outside.write(0, HeapGraph::P2, 1);
  CHECK(outside.errors() == "access beyond the end of the object");

  HeapGraph unordered(2);
  unordered.alloc(0);
  unordered.write(1, HeapGraph::P0, 1);
  CHECK(unordered.errors() == "access not ordered after the allocation");

  HeapGraph shared(1);
  shared.free(0, address::of_object(0));
  CHECK(shared.errors() == "free of memory that is not allocated");

  HeapGraph inside(1);
  inside.alloc(0);
  inside.free(0, HeapGraph::Object + 1);
  CHECK(inside.errors() == "free of an address that is not the start of an allocation");
}

TEST_CASE("double free and use after free are errors") {
  HeapGraph twice(1);
  twice.alloc(0);
  const EventId first = twice.free(0, HeapGraph::Object);
  const EventId second = twice.free(0, HeapGraph::Object);
  CHECK(first < second);
  CHECK(twice.errors() == "double free");

  HeapGraph after(1);
  after.alloc(0);
  after.free(0, HeapGraph::Object);
  after.write(0, HeapGraph::P1, 1);
  CHECK(after.errors() == "use after free");

  // Unordered is as bad as after.
  HeapGraph unordered(2);
  unordered.alloc(0);
  const EventId flag = unordered.write(0, HeapGraph::Flag, 1);
  unordered.read(1, HeapGraph::Flag, flag);
  unordered.write(1, HeapGraph::P0, 1);
  unordered.free(0, HeapGraph::Object);
  CHECK(unordered.errors() == "use after free");
  CHECK(unordered.errors("sc") == "use after free");
}

}  // namespace drover::errors_of_graph_test
