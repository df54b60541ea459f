#include "generate/search.h"

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::search_test {

std::vector<Relaxation> list(std::string_view text, std::string_view architecture = "X86") {
  return std::get<std::vector<Relaxation>>(
      read_relaxations(text, *find_architecture(architecture), Separator::Choice));
}

SearchOptions critical(std::uint32_t size, std::uint32_t threads) {
  SearchOptions options;
  options.safe = list("Pod**,Rfe,Fre,Coe");
  options.mode = Mode::Critical;
  options.size = size;
  options.threads = threads;
  return options;
}

std::uint64_t count(const SearchOptions& options, std::string_view architecture = "X86") {
  return search(options, *find_architecture(architecture), [](const Cycle&) {}).found;
}

TEST_CASE("the numbers of critical cycles") {
  CHECK(count(critical(4, 2)) == 6);
  CHECK(count(critical(5, 3)) == 12);
  CHECK(count(critical(6, 3)) == 23);
  CHECK(count(critical(6, 4)) == 26);
  CHECK(count(critical(7, 5)) == 44);
  CHECK(count(critical(8, 4)) == 68);
  CHECK(count(critical(8, 6)) == 80);
}

TEST_CASE("with k ways for each program order there are 3k(k+1)/2 + 3kk of size 4") {
  using Case = std::pair<std::string_view, std::uint64_t>;
  for (const auto& [safe, expected] :
       {Case{"Pod**,Syncd**,Fre,Rfe,Coe", 21}, Case{"Pod**,Syncd**,LwSyncd**,Fre,Rfe,Coe", 45}}) {
    SearchOptions options = critical(4, 2);
    options.safe = list(safe, "PPC");
    CHECK(count(options, "PPC") == expected);
  }
}

TEST_CASE("what the options of a search leave out") {
  SearchOptions options = critical(6, 4);
  options.is_exact_size = true;
  CHECK(count(options) == 14);  // 26 up to this size, 12 below
  options.are_exact_threads = true;
  CHECK(count(options) == 3);  // IRIW, IRRWIW, IRWIW
  options = critical(4, 2);
  options.reject = list("Fre");
  CHECK(count(options) == 3);
  options = critical(4, 2);
  options.prefix = list("[Rfe,PodRR]");
  CHECK(count(options) == 1);
  options = critical(4, 2);
  options.without = {cycle_of("PodRR Fre PodWW Rfe", "X86")};
  CHECK(count(options) == 5);
  options = critical(6, 4);
  options.safe = list("Fre");
  options.relax = list("PodWR");
  options.mode = Mode::Default;
  CHECK(count(options) == 2);  // SB and 3.SB
}

TEST_CASE("products have each rotation once") {
  const auto places =
      std::vector{list("Rfe"), list("allRR"), list("Fre"), list("Rfe"), list("allRR"), list("Fre")};
  // MFence and po.
  const SearchCount found =
      products(places, *find_architecture("X86"), Locations::Several, [](const Cycle&) {});
  CHECK(found.found == 3);
  CHECK(found.repeated == 1);
}

TEST_CASE("sums of communication do not stand side by side") {
  const auto edge = [](std::string_view word) {
    return *read_edge(word, *find_architecture("AArch64"));
  };
  for (const Mode mode : {Mode::Default, Mode::Critical, Mode::Free, Mode::Uni}) {
    CHECK_FALSE(may_follow(edge("Coe"), edge("Coe"), mode));
    CHECK_FALSE(may_follow(edge("Rfe"), edge("Fre"), mode));
    CHECK_FALSE(may_follow(edge("Fre"), edge("Coe"), mode));
  }
  CHECK(may_follow(edge("Coe"), edge("Rfe"), Mode::Critical));
  CHECK_FALSE(may_follow(edge("PodWR"), edge("DpAddrdR"), Mode::Critical));
  CHECK(may_follow(edge("DpAddrdR"), edge("PodRR"), Mode::Default));
  CHECK(may_follow(edge("Rfi"), edge("DpAddrdW"), Mode::Default));
  CHECK(may_follow(edge("LxSx"), edge("PodWR"), Mode::Critical));
}

}  // namespace drover::generate::search_test
