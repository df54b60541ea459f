#include "explorer/graph/base_relations.h"

#include <doctest/doctest.h>

#include "explorer/graph/base_values.h"
#include "tests/support/event_classes.h"
#include "tests/support/graph_text.h"

namespace drover::base_relations_test {
using namespace drover::testing;

TEST_CASE("base relations of a graph with every kind of thread") {
  const GraphText text = parse_graph(
      "init: i: W x 5 || a: W@rel x 1; f: F@sc; r: R@acq y 2 || u: U@acqrel y 0 2 || final: z: R x "
      "1");
  const testing::EventClasses base(text.graph);
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

TEST_CASE("writes without a coherence position come after the initial write only") {
  const GraphText text = parse_graph("a: W x 1 || b: W x 2 || r: R x 0 ;; co x:");
  const testing::EventClasses base(text.graph);
  const EventId x0 = text.graph.initial_write(LocationId(0));
  CHECK(base.co.count() == 2);
  CHECK(base.co.contains(x0, text.named.at("a")));
  CHECK(base.fr.contains(text.named.at("r"), text.named.at("b")));
}

TEST_CASE("halves of a read-modify-write are one event of a model, or two") {
  const GraphText text = parse_graph("a: W x 1 || u: U@acqrel x 1 2 || r: R x 2");
  const EventId read = text.graph.events_of(ThreadId(1))[0];
  const EventId write = text.named.at("u");

  BaseValues two;
  two.set_events(text.graph, UpdateEvents::Two);
  CHECK(two.size() == text.graph.size());
  CHECK(two.relation(Base::RmwPairs).contains(read, write));
  CHECK(two.relation(Base::Amo).contains(read, write));
  CHECK(two.set(Base::Acq).contains(read));
  CHECK(two.set(Base::Rel).contains(write));

  BaseValues one;
  one.set_events(text.graph, UpdateEvents::One);
  CHECK(one.size() + 1 == text.graph.size());
  const EventId both = one.at(read);
  CHECK(one.at(write) == both);
  CHECK(one.original(both) == read);
  CHECK(one.relation(Base::RmwPairs).contains(both, both));
  CHECK(one.relation(Base::Amo).is_empty());
  CHECK(one.set(Base::AcqRel).contains(both));
  CHECK_FALSE(one.set(Base::Acq).contains(both));
  CHECK(one.set(Base::Reads).contains(both));
  CHECK(one.set(Base::Writes).contains(both));
  CHECK_FALSE(one.relation(Base::Po).contains(both, both));
  CHECK_FALSE(one.relation(Base::Fr).contains(both, both));
}

TEST_CASE("values of base relations follow the edges of another graph over the same events") {
  const GraphText text = parse_graph("a: W x 1 || b: W x 2 || r: R x 1");
  BaseValues values;
  values.set_events(text.graph, UpdateEvents::Two);
  const EventId r = text.named.at("r");
  CHECK(values.relation(Base::Rf).contains(text.named.at("a"), r));
  CHECK(values.set(Base::FinalWrites).count() == 1);
  ExecutionGraph other = text.graph;
  other.clear_reads_from(r);
  other.set_reads_from(r, text.named.at("b"));
  values.set_edges(other);
  CHECK(values.relation(Base::Rf).contains(text.named.at("b"), r));
  CHECK(values.relation(Base::Rf).count() == 1);
}

}  // namespace drover::base_relations_test
