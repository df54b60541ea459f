#include "generate/relaxations.h"

#include "support/text.h"
#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::relaxations_test {

std::string expanded(std::string_view text, Separator separator = Separator::Choice,
                     std::string_view architecture = "AArch64") {
  const Architecture& known = *find_architecture(architecture);
  const auto read = read_relaxations(text, known, separator);
  if (const auto* error = std::get_if<CycleError>(&read)) return error->message;
  return joined(std::get<std::vector<Relaxation>>(read), " ",
                [&](const Relaxation& each) { return print(each, known); });
}

TEST_CASE("a separator is a choice outside of brackets, a sequence inside") {
  CHECK(expanded("Rfe|Fre,Coe") == "Rfe Fre Coe");
  CHECK(expanded("Rfe|Coi,PodWW", Separator::Sequence) == "[Coi,PodWW]");
  CHECK(expanded("[PodWW Rfe]") == "[PodWW,Rfe]");
  CHECK(expanded("Coe,Rfe?", Separator::Sequence) == "Coe [Coe,Rfe]");
  CHECK(expanded("Fre,[PodRW,[Coi,Rfe]?]?") == "Fre PodRW [PodRW,Coi,Rfe]");
  CHECK(expanded("Fre,") == "Fre");
  CHECK(expanded("[Fre").find("not closed") != std::string::npos);
  CHECK(expanded("Foo").find("no edge") != std::string::npos);
}

TEST_CASE("stars and words without their extent") {
  CHECK(expanded("DpAddr*W DpAddrd* DpData") == "DpAddrsW DpAddrdW DpAddrdR DpDatasW DpDatadW");
  CHECK(expanded("Ws") == "Coi Coe");
  CHECK(expanded("someRW") == "PodRW DMB.LDdRW DMB.STdRW DMB.SYdRW ISBdRW DpDatadW");
  CHECK(expanded("ABCDMB.SYdRW") == "[Rfe,DMB.SYdRW,Rfe]");
  CHECK(expanded("PodRR|allRR", Separator::Choice, "PPC") ==
        "PodRR SyncdRR LwSyncdRR ISyncdRR EieiodRR DpAddrdR DpCtrldR DpCtrlIsyncdR");
}

TEST_CASE("sequences whose directions or annotations do not meet are left out") {
  CHECK(expanded("[Pod**,Fre]") == "[PodWR,Fre] [PodRR,Fre]");
  CHECK(expanded("[A,PodRW,L]") == "[A,PodRW,L]");
  CHECK(expanded("[PodWR,A,L]").empty());
}

}  // namespace drover::generate::relaxations_test
