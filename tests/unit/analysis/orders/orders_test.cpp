#include <doctest/doctest.h>

#include "analysis/orders/atoms.h"
#include "analysis/orders/costs.h"
#include "analysis/orders/hitting_sets.h"
#include "analysis/orders/strength.h"
#include "words/order_words.h"

namespace drover::orders::orders_test {

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

TEST_CASE("modes are what they do, ordered as [RCMC] §3.1 orders them") {
  CHECK(strength_of(Mode::Sc, SiteKind::Load) == (Acquire | Total));
  CHECK(strength_of(Mode::Sc, SiteKind::Store) == (Release | Total));
  CHECK(strength_of(Mode::AcqRel, SiteKind::Update) == (Acquire | Release));
  CHECK_FALSE(is_weaker_or_same(strength_of(Mode::Acq, SiteKind::Update),
                                strength_of(Mode::Rel, SiteKind::Update)));
  CHECK_FALSE(is_mode(Acquire | Total, SiteKind::Update));
  for (const Mode mode : {Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc}) {
    CHECK(mode_of(strength_of(mode, SiteKind::Fence)) == mode);
  }
}

TEST_CASE("assignments are counted as the product of what each site may be") {
  const std::vector<Site> sites{site_of(SiteKind::Load), site_of(SiteKind::Update),
                                site_of(SiteKind::Fence)};
  CHECK(Atoms(sites, Assignment(3), present(sites), Atoms::Grouping::Sites).assignment_count() ==
        3 * 5 * 5);
  CHECK(
      Atoms(sites, Assignment(3), present(sites), Atoms::Grouping::Functions).assignment_count() ==
      3);
}

TEST_CASE("sites of one order have the modes that all of them allow") {
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

TEST_CASE("sc comes with acquire and release, and goes first") {
  const std::vector<Site> sites{site_of(SiteKind::Update)};
  const Atoms atoms(sites, Assignment(1), present(sites), Atoms::Grouping::Sites);
  REQUIRE(atoms.size() == 3);
  CHECK(atoms.closure(2) == atoms.all());
  CHECK(atoms.below(atoms.all()) == std::vector<AtomSet>{set_of(atoms, {0, 1})});
  CHECK(atoms.below(set_of(atoms, {0, 1})).size() == 2);
  CHECK(atoms.assignment(set_of(atoms, {1})) == Assignment{Release});
  CHECK(atoms.within({Acquire | Release}) == set_of(atoms, {0, 1}));
}

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

TEST_CASE("tables of costs are complete, and what is stronger is not cheaper") {
  for (const std::string_view name : CostTable::machines()) {
    CAPTURE(name);
    CHECK(CostTable::of_machine(name).has_value());
  }
  CHECK(CostTable::of_machine("power")->at(SiteKind::Fence, Nothing) == 0);
  const auto complaint = [](std::string_view text) {
    return words::cost_fault_text(std::get<CostFault>(CostTable::read(text)));
  };
  CHECK(complaint("[]") == "this is not an object in JSON");
  CHECK(complaint(R"({"loads": {}})") ==
        "`loads` is not one of `load`, `store`, `update`, `failure` and `fence`");
  CHECK(complaint(R"({"load": 1})") == "`load` is not an object");
  CHECK(complaint(R"({"load": {"rel": 1}})") ==
        "`rel` of `load` is not one of its modes: `rlx`, `acq`, `sc`");
  CHECK(complaint(R"({"load": {"rlx": 0, "acq": -1, "sc": 2}})") ==
        "`load` has no number, 0 or more, for `acq`");
  CHECK(complaint(R"({"load": {"rlx": 3, "acq": 1, "sc": 2}})") ==
        "`acq` of `load` costs less than `rlx`, which is weaker");
}

}  // namespace drover::orders::orders_test
