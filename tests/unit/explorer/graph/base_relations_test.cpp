#include "explorer/graph/base_relations.h"

#include <doctest/doctest.h>

#include "tests/support/graph_text.h"

namespace drover::base_relations_test {
using namespace drover::testing;

TEST_CASE("base relations of a graph with every kind of thread") {
  const GraphText text = parse_graph(
      "init: i: W x 5 || a: W@rel x 1; f: F@sc; r: R@acq y 2 || u: U@acqrel y 0 2 || final: z: R x "
      "1");
  const BaseRelations base = base_relations(text.graph, plain_is_sc);
  const auto at = [&](const char* name) { return text.named.at(name); };
  const EventId x0 = text.graph.initial_write(LocationId(0));
  const EventId y0 = text.graph.initial_write(LocationId(1));
  const EventId u_read = text.graph.events_of(ThreadId(2))[0];

  CHECK(base.initial_writes.count() == 2);
  CHECK(base.writes.count() == 5);
  CHECK(base.reads.count() == 3);
  CHECK(base.fences.contains(at("f")));
  CHECK(base.exclusive_reads.contains(u_read));
  CHECK(base.exclusive_writes.contains(at("u")));
  CHECK(base.sc.contains(at("f")));
  CHECK(base.sc.contains(at("i")));  // plain
  CHECK_FALSE(base.sc.contains(at("a")));
  CHECK(base.at_least_rel.contains(at("a")));
  CHECK(base.at_least_acq.contains(u_read));
  CHECK_FALSE(base.at_least_acq.contains(at("u")));
  CHECK_FALSE(base.at_least_rlx.contains(x0));

  CHECK(base.po.contains(at("a"), at("r")));
  CHECK_FALSE(base.po.contains(x0, at("a")));
  CHECK(base.rmw.contains(u_read, at("u")));
  CHECK(base.rmw.count() == 1);
  CHECK(base.sync.contains(x0, at("i")));
  CHECK(base.sync.contains(y0, at("f")));
  CHECK_FALSE(base.sync.contains(x0, y0));
  CHECK(base.sync.contains(at("i"), at("a")));
  CHECK(base.sync.contains(at("i"), at("z")));
  CHECK(base.sync.contains(at("a"), at("z")));
  CHECK_FALSE(base.sync.contains(at("a"), at("u")));
  CHECK(base.rf.contains(at("u"), at("r")));
  CHECK(base.co.contains(x0, at("a")));
  CHECK(base.co.contains(at("i"), at("a")));
  CHECK(base.fr.contains(u_read, at("u")));
  CHECK(base.fr == seq(inverse(base.rf), base.co));
  CHECK(base.same_location.contains(at("i"), at("z")));
  CHECK_FALSE(base.same_location.contains(at("f"), at("f")));
  CHECK((base.rf - base.same_thread).contains(at("u"), at("r")));
  CHECK((base.rf & base.same_thread).is_empty());
}

TEST_CASE("writes without a place come after the initial write only") {
  const GraphText text = parse_graph("a: W x 1 || b: W x 2 || r: R x 0 ;; co x:");
  const BaseRelations base = base_relations(text.graph, plain_is_sc);
  const EventId x0 = text.graph.initial_write(LocationId(0));
  CHECK(base.co.count() == 2);
  CHECK(base.co.contains(x0, text.named.at("a")));
  CHECK(base.fr.contains(text.named.at("r"), text.named.at("b")));
}

TEST_CASE("what a plain access is depends on the model") {
  const GraphText text = parse_graph("a: W x 1; f: F");
  const BaseRelations c11 = base_relations(text.graph, plain_is_sc);
  const BaseRelations other = base_relations(text.graph, plain_fence_is_sc);
  CHECK(c11.sc.contains(text.named.at("a")));
  CHECK(c11.sc.contains(text.named.at("f")));
  CHECK_FALSE(other.sc.contains(text.named.at("a")));
  CHECK(other.sc.contains(text.named.at("f")));
}

}  // namespace drover::base_relations_test
