#include "analysis/orders/sites.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <variant>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::orders::sites_test {

namespace {

// A site for each store of the program.
std::vector<Site> stores_of(const Program& program) {
  std::vector<Site> sites;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      if (!std::holds_alternative<Store>(instruction.body)) continue;
      Site site;
      site.kind = SiteKind::Store;
      site.sources = {instruction.source};
      site.now = strength_of(std::get<Store>(instruction.body).mode, SiteKind::Store);
      site.group = thread.name;
      sites.push_back(site);
    }
  }
  return sites;
}

}  // namespace

TEST_CASE("sites of threads with the same code become one") {
  const Program same = testing::program_from(
      "shared x; thread a { x@rel := 1; } thread b { x@rel := 1; } thread c { x@rel := 2; }");
  std::vector<Site> sites = stores_of(same);
  REQUIRE(sites.size() == 3);
  CHECK(merge_symmetric(same, sites) == std::vector<std::size_t>{0, 0, 1});
  REQUIRE(sites.size() == 2);
  CHECK(sites[0].sources.size() == 2);
  CHECK(present(sites) == Assignment{Release, Release});
}

TEST_CASE("threads whose registers a condition names have sites of their own") {
  const Program seen = testing::program_from(
      "shared x; thread a { r := 1; x@rel := r; } thread b { r := 1; x@rel := r; }\n"
      "exists (a:r == 1);");
  std::vector<Site> sites = stores_of(seen);
  const std::size_t before = sites.size();
  CHECK(merge_symmetric(seen, sites).size() == before);
}

TEST_CASE("an assignment gives each instruction of a site the mode with its effect") {
  Site site;
  site.kind = SiteKind::Store;
  CHECK(mode_at(site, Release) == Mode::Rel);
  CHECK(mode_at(site, Release | Total) == Mode::Sc);
  CHECK(mode_at(site, Nothing) == Mode::Rlx);
}

}  // namespace drover::orders::sites_test
