#include "analysis/orders/atoms.h"

#include <doctest/doctest.h>

#include <array>
#include <string_view>

namespace drover::orders::atoms_test {

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

TEST_CASE("the number of assignments is the product of the modes of each site") {
  const std::vector<Site> sites{site_of(SiteKind::Load), site_of(SiteKind::Update),
                                site_of(SiteKind::Fence)};
  CHECK(Atoms(sites, Assignment(3), present(sites), Atoms::Grouping::Sites).assignment_count() ==
        3 * 5 * 5);
  CHECK(
      Atoms(sites, Assignment(3), present(sites), Atoms::Grouping::Functions).assignment_count() ==
      3);
}

TEST_CASE("sites that change together have the modes that all of them allow") {
  const auto count = [](std::vector<Site> sites) {
    for (Site& site : sites) site.link = 1;
    return Atoms(sites, Assignment(sites.size()), present(sites), Atoms::Grouping::Sites)
        .assignment_count();
  };
  CHECK(count({site_of(SiteKind::Load), site_of(SiteKind::Store)}) == 2);
  CHECK(count({site_of(SiteKind::Load), site_of(SiteKind::Update)}) == 3);
  CHECK(count({site_of(SiteKind::Update), site_of(SiteKind::Fence)}) == 5);
  std::vector<Site> sites{site_of(SiteKind::Load), site_of(SiteKind::Update)};
  sites[0].link = sites[1].link = 1;
  const Atoms atoms(sites, Assignment(2), present(sites), Atoms::Grouping::Sites);
  REQUIRE(atoms.size() == 2);
  CHECK(atoms.assignment(set_of(atoms, {0})) == Assignment{Acquire, Acquire});
  CHECK(atoms.assignment(atoms.all()) == present(sites));
}

TEST_CASE("a wider scope needs the narrower ones, and no effect") {
  static constexpr std::array<std::string_view, 3> Scopes{"sys", "gpu", "cta"};
  std::vector<Site> sites{site_of(SiteKind::Load)};
  sites[0].scopes = Scopes;
  sites[0].now = strongest(sites[0]);
  const Atoms atoms(sites, Assignment(1), present(sites), Atoms::Grouping::Sites);
  REQUIRE(atoms.size() == 4);  // acquire, sc, gpu, sys
  CHECK(atoms.assignment_count() == 3 * 3);
  CHECK(atoms.closure(1) == set_of(atoms, {0, 1}));
  CHECK(atoms.closure(3) == set_of(atoms, {2, 3}));
  CHECK(atoms.below(atoms.all()) ==
        std::vector<AtomSet>{set_of(atoms, {0, 2, 3}), set_of(atoms, {0, 1, 2})});
  CHECK(mode_text(sites[0], atoms.assignment(atoms.none())[0]) == "rlx.cta");
  CHECK(mode_text(sites[0], atoms.assignment(set_of(atoms, {0, 2}))[0]) == "acq.gpu");
  // Without a scope, an access has the widest.
  CHECK(mode_text(sites[0], atoms.assignment(atoms.all())[0]) == "sc");
  sites[0].is_scope_written = true;
  CHECK(mode_text(sites[0], atoms.assignment(atoms.all())[0]) == "sc.sys");
}

TEST_CASE("sc implies acquire and release, and is weakened first") {
  const std::vector<Site> sites{site_of(SiteKind::Update)};
  const Atoms atoms(sites, Assignment(1), present(sites), Atoms::Grouping::Sites);
  REQUIRE(atoms.size() == 3);
  CHECK(atoms.closure(2) == atoms.all());
  CHECK(atoms.below(atoms.all()) == std::vector<AtomSet>{set_of(atoms, {0, 1})});
  CHECK(atoms.below(set_of(atoms, {0, 1})).size() == 2);
  CHECK(atoms.assignment(set_of(atoms, {1})) == Assignment{Release});
  CHECK(atoms.within({Acquire | Release}) == set_of(atoms, {0, 1}));
}

}  // namespace drover::orders::atoms_test
