#include "explorer/graph/relation.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "explorer/graph/bgl_view.h"

namespace drover::relation_test {

namespace {

constexpr std::size_t Sizes[] = {0, 1, 3, 7, 63, 64, 65, 130};

// Each pair with probability 1 in `sparseness`.
Relation random_relation(std::mt19937& random, std::size_t size, unsigned sparseness) {
  Relation r(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      if (random() % sparseness == 0) r.insert(EventId(i), EventId(j));
    }
  }
  return r;
}

EventSet random_set(std::mt19937& random, std::size_t size) {
  EventSet set(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (random() % 2 == 0) set.insert(EventId(i));
  }
  return set;
}

EventSet full_set(std::size_t size) {
  EventSet set(size);
  for (std::size_t i = 0; i < size; ++i) set.insert(EventId(i));
  return set;
}

}  // namespace

TEST_CASE("an event set holds what was inserted") {
  EventSet set(130);
  CHECK(set.is_empty());
  set.insert(EventId(0));
  set.insert(EventId(64));
  set.insert(EventId(129));
  CHECK(set.count() == 3);
  CHECK(set.contains(EventId(64)));
  CHECK_FALSE(set.contains(EventId(65)));
  std::vector<std::uint32_t> members;
  set.for_each([&](EventId e) { members.push_back(e.value); });
  CHECK(members == std::vector<std::uint32_t>{0, 64, 129});
  set.erase(EventId(64));
  CHECK(set.count() == 2);
  CHECK((set - set).is_empty());
  CHECK((set | set) == set);
  CHECK((set & set) == set);
}

TEST_CASE("relation algebra laws") {
  std::mt19937 random(7);
  for (const std::size_t size : Sizes) {
    CAPTURE(size);
    const Relation a = random_relation(random, size, 5);
    const Relation b = random_relation(random, size, 5);
    const Relation c = random_relation(random, size, 5);
    const EventSet s = random_set(random, size);
    const EventSet t = random_set(random, size);
    const Relation id = identity(full_set(size));
    CHECK(seq(seq(a, b), c) == seq(a, seq(b, c)));
    CHECK(seq(a, b, c) == seq(seq(a, b), c));
    CHECK(seq(a | b, c) == (seq(a, c) | seq(b, c)));
    CHECK(seq(a, b | c) == (seq(a, b) | seq(a, c)));
    CHECK(seq(id, a) == a);
    CHECK(seq(a, id) == a);
    CHECK(inverse(inverse(a)) == a);
    CHECK(inverse(seq(a, b)) == seq(inverse(b), inverse(a)));
    CHECK((a - b) == (a - (a & b)));
    CHECK(((a - b) | (a & b)) == a);
    CHECK(maybe(a) == (a | id));
    CHECK(star(a) == maybe(plus(a)));
    CHECK(plus(a) == seq(a, star(a)));
    CHECK(plus(plus(a)) == plus(a));
    CHECK(seq(plus(a), plus(a)) == (plus(a) & seq(plus(a), plus(a))));
    CHECK(restrict(s, a, t) == seq(identity(s), a, identity(t)));
    CHECK(restrict(s, a, t) == (a & product(s, t)));
    CHECK(inverse(product(s, t)) == product(t, s));
    CHECK(domain(a) == range(inverse(a)));
    CHECK(a.pairs().size() == a.count());
  }
}

TEST_CASE("a relation is acyclic iff its closure is irreflexive") {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    const std::size_t size = 1 + random() % 70;
    const Relation r = random_relation(random, size, static_cast<unsigned>(size));
    const bool acyclic = plus(r).is_irreflexive();
    CHECK(r.is_acyclic() == acyclic);
    CHECK(shortest_cycle(r).empty() == acyclic);
  }
}

TEST_CASE("a shortest cycle is a cycle and no shorter one exists") {
  std::mt19937 random(13);
  for (int round = 0; round < 200; ++round) {
    const std::size_t size = 2 + random() % 20;
    const Relation r = random_relation(random, size, static_cast<unsigned>(size));
    const std::vector<EventId> cycle = shortest_cycle(r);
    if (cycle.empty()) continue;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      CHECK(r.contains(cycle[i], cycle[(i + 1) % cycle.size()]));
    }
    Relation power = r;
    for (std::size_t length = 1; length < cycle.size(); ++length) {
      CHECK(power.is_irreflexive());
      power = seq(power, r);
    }
  }
}

TEST_CASE("a topological order puts every event after its predecessors, near event order") {
  Relation r(5);
  CHECK(topological_order(r).size() == 5);
  r.insert(EventId(4), EventId(1));
  r.insert(EventId(1), EventId(0));
  std::vector<std::uint32_t> order;
  for (const EventId e : topological_order(r)) order.push_back(e.value);
  CHECK(order == std::vector<std::uint32_t>{4, 1, 0, 2, 3});
}

}  // namespace drover::relation_test
