#include "analysis/orders/hitting_sets.h"

#include <doctest/doctest.h>

#include "analysis/orders/atoms.h"

namespace drover::orders::hitting_sets_test {

namespace {

Site site_of(SiteKind kind, const std::string& group = "t") {
  Site site;
  site.kind = kind;
  site.now = all_of(kind);
  site.group = group;
  return site;
}

AtomSet set_of(const Atoms& atoms, std::initializer_list<std::size_t> bits) {
  AtomSet set = atoms.none();
  for (const std::size_t bit : bits) insert_bit(set, bit);
  return set;
}

}  // namespace

TEST_CASE("hitting sets come smallest first, and none twice") {
  const std::vector<Site> sites{site_of(SiteKind::Load), site_of(SiteKind::Store)};
  const Atoms atoms(sites, Assignment(2), present(sites), Atoms::Grouping::Sites);
  REQUIRE(atoms.size() == 4);  // acquire and sc of the load, release and sc of the store
  HittingSets sets(atoms, [](const AtomSet&) { return 0; });
  CHECK(sets.next()->set == atoms.none());
  sets.add_clause(set_of(atoms, {0, 1, 2, 3}));
  CHECK(sets.next()->set == set_of(atoms, {0}));
  sets.add_clause(set_of(atoms, {1, 2}));
  CHECK(sets.next()->set == set_of(atoms, {2}));
  sets.exclude(set_of(atoms, {2}));
  // The others: sc of the load, with its acquire.
  CHECK(sets.next()->set == set_of(atoms, {0, 1}));
  sets.exclude(set_of(atoms, {0, 1}));
  CHECK_FALSE(sets.next().has_value());
}

}  // namespace drover::orders::hitting_sets_test
