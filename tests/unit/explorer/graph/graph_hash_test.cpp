#include "explorer/graph/graph_hash.h"

#include <doctest/doctest.h>

#include <set>

#include "explorer/models/model_registry.h"
#include "tests/support/graph_text.h"

namespace drover::graph_hash_test {
using namespace drover::testing;

namespace {

Label write_label(LocationId location, Value value) {
  Label label;
  label.kind = LabelKind::Write;
  label.location = location;
  label.value = value;
  return label;
}

// x := 1; r := y || y := 2; x := 3, both threads reading and writing as told, with the
// events inserted in the order of `schedule` and the given location ids.
ExecutionGraph insert_in_order(const std::vector<std::size_t>& schedule, LocationId x,
                               LocationId y) {
  ExecutionGraph graph({ThreadRole::Worker, ThreadRole::Worker});
  graph.ensure_initial_write(x, 0);
  graph.ensure_initial_write(y, 0);
  Label read;
  read.kind = LabelKind::Read;
  read.location = y;
  const std::vector<std::vector<Label>> code{{write_label(x, 1), read},
                                             {write_label(y, 2), write_label(x, 3)}};
  for (const std::size_t thread : schedule) {
    graph.add(ThreadId(thread), NodeId(0), code[thread][graph.events_of(ThreadId(thread)).size()]);
  }
  const auto first = graph.events_of(ThreadId(0));
  const auto second = graph.events_of(ThreadId(1));
  graph.set_reads_from(first[1], second[0]);
  graph.insert_coherence(second[0], 1);
  graph.insert_coherence(first[0], 1);
  graph.insert_coherence(second[1], 1);
  return graph;
}

}  // namespace

TEST_CASE("the canonical form does not depend on insertion order nor on location ids") {
  const ExecutionGraph reference = insert_in_order({0, 0, 1, 1}, LocationId(0), LocationId(1));
  const auto form = canonical_form(reference, CoherencePart::Included);
  for (const std::vector<std::size_t>& schedule :
       {std::vector<std::size_t>{1, 1, 0, 0}, {0, 1, 0, 1}, {1, 0, 1, 0}}) {
    const ExecutionGraph other = insert_in_order(schedule, LocationId(4), LocationId(2));
    CHECK(canonical_form(other, CoherencePart::Included) == form);
    CHECK(hash_graph(other, CoherencePart::Included) ==
          hash_graph(reference, CoherencePart::Included));
  }
}

TEST_CASE("coherence tells graphs apart where it is included") {
  const ExecutionGraph a = graph("W x 1 || W x 2 ;; co x: 1 2");
  const ExecutionGraph b = graph("W x 1 || W x 2 ;; co x: 2 1");
  CHECK(canonical_form(a, CoherencePart::Included) != canonical_form(b, CoherencePart::Included));
  CHECK(canonical_form(a, CoherencePart::LeftOut) == canonical_form(b, CoherencePart::LeftOut));
  CHECK(hash_graph(a, CoherencePart::Included) != hash_graph(b, CoherencePart::Included));
}

TEST_CASE("different candidates of a program have different forms and hashes") {
  for (const char* program :
       {"W@rlx x 1 || W@rlx x 2 || R@rlx x *; R@rlx x * || R@rlx x *; R@rlx x *",
        "CAS@rlx x 0 1; W@rel x 4 || CAS@rlx x 0 2; W@rel x 5 || CAS@rlx x 0 3; W@rel x 6"}) {
    for (const char* model : {"rc11", "wrc11"}) {
      const MemoryModel& m = *find_model(model);
      const auto part = m.has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut;
      std::size_t count = 0;
      std::set<std::vector<std::uint32_t>> forms;
      std::set<GraphHash> hashes;
      for_each_candidate(program, m, [&](const ExecutionGraph& candidate) {
        ++count;
        forms.insert(canonical_form(candidate, part));
        hashes.insert(hash_graph(candidate, part));
      });
      CHECK(forms.size() == count);
      CHECK(hashes.size() == count);
    }
  }
}

TEST_CASE("a read without a writer is not a read from the initial write") {
  CHECK(canonical_form(graph("R x ?"), CoherencePart::Included) !=
        canonical_form(graph("R x 0"), CoherencePart::Included));
}

TEST_CASE("the order of unsequenced accesses can be left out") {
  const auto in_order = [](Value order) {
    ExecutionGraph graph({ThreadRole::Worker});
    const auto add = [&](LocationId location, std::uint32_t place) {
      graph.ensure_initial_write(location, 0);
      Label read;
      read.kind = LabelKind::Read;
      read.location = location;
      read.source.begin = place;
      graph.set_reads_from(graph.add(ThreadId(0), NodeId(0), read), graph.initial_write(location));
    };
    Label choice;
    choice.kind = LabelKind::Choose;
    choice.is_of_order = true;
    graph.set_read_value(graph.add(ThreadId(0), NodeId(0), choice), order);
    if (order == 1) add(LocationId(1), 8);
    add(LocationId(0), 4);
    if (order == 0) add(LocationId(1), 8);
    add(LocationId(0), 12);
    return graph;
  };
  for (const CoherencePart part : {CoherencePart::Included, CoherencePart::LeftOut}) {
    CHECK(canonical_form(in_order(0), part) != canonical_form(in_order(1), part));
    CHECK(canonical_form(in_order(0), part, OrderPart::LeftOut) ==
          canonical_form(in_order(1), part, OrderPart::LeftOut));
  }
}

}  // namespace drover::graph_hash_test
