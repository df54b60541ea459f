#include "generate/coherence.h"

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::coherence_test {

bool has(const std::string& text, std::string_view part) {
  CAPTURE(text);
  CAPTURE(part);
  return text.find(part) != std::string::npos;
}

AbstractTest built(std::string_view cycle, TestOptions options,
                   std::string_view architecture = "AArch64") {
  const auto test = build_test(cycle_of(cycle, architecture), options);
  REQUIRE(std::holds_alternative<AbstractTest>(test));
  return std::get<AbstractTest>(test);
}

TEST_CASE("the accesses of a location take turns") {
  // P0 writes 1 and 2, P1 reads.
  const auto found = coherent_outcomes(
      built("Coi Rfe PosRR Fre", {.locations = Locations::One, .observation = Observation::Any}),
      0);
  REQUIRE(found);
  CHECK(found->observed.size() == 2);
  for (const LocationOutcome& each : found->outcomes) CHECK(each.reads[0] <= each.reads[1]);
  CHECK(found->outcomes.contains({{0, 2}, 2}));
  CHECK_FALSE(found->outcomes.contains({{2, 1}, 2}));
}

TEST_CASE("all coherent outcomes, as a condition") {
  TestOptions options{.condition = ConditionForm::Coherent};
  CHECK(has(test_of("PodWW Rfe PodRR Fre", options),
            "forall ((1:X3=0 \\/ 1:X3=1)\n     /\\ (1:X1=0 \\/ 1:X1=1))"));
  CHECK(has(test_of("PodWW Coe PodWW Coe", options),
            "forall (([x]=1 \\/ [x]=2)\n     /\\ ([y]=1 \\/ [y]=2))"));
  // An exchange reads the other write only if it comes after it.
  const std::string exchange = test_of("PodWW Rfe Amo.Swp PodWW Coe", options);
  CHECK(has(exchange, "([y]=1 /\\ 1:X2=0) \\/ ([y]=2 /\\ 1:X2=1)"));
  options.locations = Locations::One;
  CHECK(has(test_of("Coi Rfe PosRR Fre", options), "1:X1=1 /\\ 1:X2=2"));
}

TEST_CASE("in C what follows a branch may be left out") {
  const auto at_y = [](std::string_view cycle) {
    return coherent_outcomes(built(cycle, {}, "C"), 1)->outcomes;
  };
  // P1 reads y, and writes it if it has read 1.
  CHECK(at_y("PodWWRlxRlx RfeRlxRlx DpCtrlsWRlxRlx PodWRRlxRlx FreRlxRlx") ==
        std::set<LocationOutcome>{{{0}, 1}, {{1}, 2}});
  // Without the branch it always writes.
  CHECK(at_y("PodWWRlxRlx RfeRlxRlx FriRlxRlx PodWRRlxRlx FreRlxRlx") ==
        std::set<LocationOutcome>{{{0}, 1}, {{0}, 2}, {{1}, 2}});
}

TEST_CASE("a conditional store that is tried once may fail") {
  const auto found =
      coherent_outcomes(built("PodWW Rfe LxSx PodWW Coe", {.attempts = Attempts::One}), 1);
  REQUIRE(found);
  CHECK(found->outcomes.contains({{0}, 1}));  // it read 0 and did not write
  CHECK(found->outcomes.contains({{1}, 1}));
  const auto loops = coherent_outcomes(built("PodWW Rfe LxSx PodWW Coe", {}), 1);
  CHECK_FALSE(loops->outcomes.contains({{1}, 1}));
}

TEST_CASE("the order of three writes is open or seen") {
  const std::string_view cycle = "PodWW Coe Coe PodWR Fre";
  for (const auto& [observation, open] :
       {std::pair{Observation::Any, 1U}, std::pair{Observation::Accept, 0U},
        std::pair{Observation::Local, 0U}}) {
    const AbstractTest test = built(cycle, {.observation = observation});
    CHECK(test.open.size() == open);
    CHECK(has(test.header, "Open=coherence of y\n") == (open > 0));
  }
  CHECK(built(cycle, {.observation = Observation::Any, .condition = ConditionForm::Coherent})
            .open.empty());
  // Program order and what is read tell the order.
  CHECK(built("PodWW Coi Rfe PodRW Coe", {.observation = Observation::Any}).open.empty());
}

TEST_CASE("an observer may wait for a change") {
  TestOptions options{.observation = Observation::Force, .observer = Observer::Loop};
  CHECK(has(test_of("PodWW Coe PodWW Coe", options), "B.EQ Wait00"));
  CHECK(has(test_of("PodWW Coe PodWW Coe", options, "RISCV"), "beq x6,x0,Seen00"));
  CHECK(has(test_of("PodWW Coe PodWW Coe", options, "PPC"), "cmpwi r5,1"));
  CHECK(has(test_of("PodWW Coe PodWW Coe", options, "X86"), "CMP EBX,$0"));
  CHECK(complaint_about("PodWW Coe PodWW Coe", options, "C").find("no loops") != std::string::npos);
}

}  // namespace drover::generate::coherence_test
