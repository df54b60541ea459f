#include "generate/names.h"

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::names_test {

std::string name(std::string_view text, std::string_view architecture = "AArch64") {
  return name_of(cycle_of(text, architecture)).name;
}

TEST_CASE("names of norm7") {
  CHECK(name("PodWW Rfe PodRR Fre") == "MP");
  CHECK(name("Fre DMB.SYdWW Rfe DpAddrdR") == "MP+dmb.sy+addr");
  CHECK(name("PodWWPL RfeLA PodRRAP Fre") == "MP+popl+poap");
  CHECK(name("DMB.SYdWW Rfe DMB.SYdRR Fre") == "MP+dmb.sys");
  CHECK(name("Rfe DMB.SYdRR FrePL RfeLA PodRRAA FreAP") == "IRIW+dmb.sy+poaa+NaL");
  CHECK(name("RfLeave DpAddrdR FrBack Coe PodWW Coe") == "2+2W+[rf-addr-fr]+po");
  CHECK(name("CoLeave RfBackPA PodRWAP Rfe DpCtrldR Fre") == "MP+[co-rf]pa-poap+ctrl");
  CHECK(name("MFencedWR PodRW Coe Rfi PodRW Coe", "X86") == "2+2W+mfenceR-po+rfi-po");
  CHECK(name("Coe Rfe PosRW") == "CoRW2");
  CHECK(name("PosRW Rfe PosRW Rfe") == "LB+poss");
  CHECK(name("DpCtrldW ISB Rfe Amo.Cas PodWW Rfe") == "LB+ctrl-[isb]+amo.cas-po");
}

TEST_CASE("all rotations have one normal form") {
  for (const std::string_view text :
       {"DMB.SYdWW Rfe DpAddrdR Fre PodWW Coe", "Rfe PodRR Fre Rfe PodRW Coe",
        "PodWR Fre Rfi PodRR Fre PodWR Fre", "DMB.STdWW Coe DMB.SYdWW Coe"}) {
    CAPTURE(text);
    const Cycle cycle = cycle_of(text);
    for (std::size_t i = 0; i < cycle.edges.size(); ++i) {
      CHECK(normal_form(rotated(cycle, i)) == normal_form(cycle));
    }
  }
}

}  // namespace drover::generate::names_test
