#include "generate/cycle.h"

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::cycle_test {

TEST_CASE("both ways to write annotations are one cycle") {
  CHECK(cycle_of("PodWW L Rfe A PodRR Fre") == cycle_of("PodWWPL RfeLA PodRRAP Fre"));
  CHECK(print(cycle_of("L PodWR Fre PodWR Fre")) == "PodWRLP Fre PodWR FrePL");
  CHECK(print(cycle_of("L Store PodWR Fre PodWR Fre")) == "Store PodWRLP Fre PodWR FrePL");
  CHECK(print(cycle_of("PodWR ISB A Fre PodWR Fre")) == "PodWRPA ISB FreAP PodWR Fre");
}

TEST_CASE("a star takes the direction of its neighbour") {
  CHECK(print(cycle_of("Pod*W Rfe DMB.SYd** Fre")) == "PodWW Rfe DMB.SYdRR Fre");
  CHECK(complaint_about("Pod** Pod** Fre").find("nothing tells whether") != std::string::npos);
}

TEST_CASE("an annotation or a direction that does not fit is refused with its place") {
  const auto place = [](std::string_view text) {
    const auto read = read_cycle(text, *find_architecture("AArch64"));
    const auto& error = std::get<CycleError>(read);
    return std::string(text.substr(error.begin, error.end - error.begin));
  };
  CHECK(place("PodWW Rfe PodRR Rfe") == "PodRR Rfe");
  CHECK(place("PodWW Rfe Foo Fre") == "Foo");
  CHECK(place("PodWR A L Fre PodWR Fre") == "PodWR A L Fre");
  CHECK(place("PodWW A Rfe PodRR Fre") == "PodWW A Rfe");
}

TEST_CASE("what no test can be made of is refused") {
  CHECK(complaint_about("PosWW Coe Rfe PosRW Coe").find("--oneloc") != std::string::npos);
  CHECK(complaint_about("PodWW Rfe PosRR Fre").find("once") != std::string::npos);
  CHECK(complaint_about("PodWW PodWW").find("no external edge") != std::string::npos);
  CHECK(complaint_about("RfLeave PodRW Rfe PodRR Fre PodWW").find("never come back") !=
        std::string::npos);
  CHECK(complaint_about("PosWW Coe", {.locations = Locations::One}).find("one thread") !=
        std::string::npos);
  CHECK(complaint_about("PodWW Coi Coe Rfe PodRR Fre").find("--obs") != std::string::npos);
}

TEST_CASE("the values of a location go along the cycle") {
  const auto layout =
      std::get<Layout>(lay_out(cycle_of("PodWW Rfe DpAddrdR Fri Rfi Fre"), Locations::Several));
  CHECK(layout.threads.size() == 2);
  CHECK(layout.writes == std::vector<std::vector<std::uint64_t>>{{1, 2}, {1}});
}

TEST_CASE("one location: the row begins at a read where communication starts") {
  const auto layout = std::get<Layout>(lay_out(cycle_of("PosWW Rfe PosRR Fre"), Locations::One));
  CHECK(layout.events[3].value == 0);
  CHECK(layout.events[2].value == 2);
}

TEST_CASE("operands keep the values of a location apart, unless they are numbered") {
  const Cycle cycle = cycle_of("PodWW Rfe Amo.LdAdd Coe PodWR Fre");
  const auto distinct = std::get<Layout>(lay_out(cycle, Locations::Several));
  CHECK(distinct.writes[1] == std::vector<std::uint64_t>{1, 3, 4});
  const auto numbered = std::get<Layout>(lay_out(cycle, Locations::Several, Values::Numbered));
  CHECK(numbered.writes[1] == std::vector<std::uint64_t>{1, 3, 3});
  // A bit is cleared that the write before has set.
  const auto cleared =
      std::get<Layout>(lay_out(cycle_of("PodWW Rfe Amo.LdClr PodWR Fre"), Locations::Several));
  CHECK(cleared.writes[1].size() == 2);
  CHECK(cleared.writes[1][0] != cleared.writes[1][1]);
  CHECK(cleared.writes[1][1] != 0);
}

}  // namespace drover::generate::cycle_test
