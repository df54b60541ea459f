#include "generate/test.h"

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::test_test {

bool has(const std::string& text, std::string_view part) {
  CAPTURE(text);
  CAPTURE(part);
  return text.find(part) != std::string::npos;
}

TEST_CASE("a test of AArch64") {
  CHECK(test_of("DMB.SYdWW Rfe DpAddrdR Fre") ==
        "AArch64 MP+dmb.sy+addr\n"
        "{\n"
        " 0:X0=x; 0:X2=y;\n"
        " 1:X3=x; 1:X0=y;\n"
        "}\n"
        " P0          | P1                  ;\n"
        " MOV W1,#1   | LDR W1,[X0]         ;\n"
        " STR W1,[X0] | EOR W2,W1,W1        ;\n"
        " DMB SY      | LDR W4,[X3,W2,SXTW] ;\n"
        " MOV W3,#1   |                     ;\n"
        " STR W3,[X2] |                     ;\n"
        "\nexists (1:X1=1 /\\ 1:X4=0)\n");
}

TEST_CASE("annotations and read-modify-writes become instructions") {
  CHECK(has(test_of("PodWWPL RfeLA PodRRAP Fre"), "STLR"));
  CHECK(has(test_of("PodWW Rfe Amo.CasAL PodWW Coe"), "CASAL"));
  CHECK(has(test_of("PodWW Rfe LxSxAL PodWW Coe"), "STLXR"));
  CHECK(has(test_of("PodWW Rfe Amo.StAdd PodWW Coe"), "STADD"));
  CHECK(has(test_of("PodWWPRl RfeRlAq PodRRAqP Fre", {}, "RISCV"), "lw.aq"));
  CHECK(has(test_of("PodWWPRl RfeRlAq PodRRAqP Fre", {.orders_are_updates = true}, "RISCV"),
            "amoor.w.aq"));
  CHECK(has(test_of("MFencedWR Exch Rfe PodRW Coe", {}, "X86_64"), "xchgl %eax,(y)"));
  CHECK(has(test_of("PodWWRlxRel RfeRelAcq PodRRAcqRlx FreRlxRlx", {}, "C"),
            "atomic_store_explicit(y,1,memory_order_release);"));
  CHECK(has(test_of("FenceWmbdWWOnceOnce RfeOnceOnce FenceRmbdRROnceOnce FreOnceOnce", {}, "LKMM"),
            "smp_wmb();"));
  CHECK(has(test_of("PodWWOnceRelease RfeReleaseOnce DpCtrldWOnceOnce CoeOnceOnce", {}, "LKMM"),
            "if (r0 == 1) {"));
}

TEST_CASE("conditions") {
  TestOptions options;
  options.observation = Observation::Any;
  CHECK(has(test_of("PodWW Coi Rfe PodRW Coe", options), "[y]=2"));
  options.negates = true;
  CHECK(has(test_of("PodWW Rfe PodRR Fre", options), "~exists"));
  options.negates = false;
  options.condition = ConditionForm::Observe;
  CHECK(
      has(test_of("PodWW Rfe PodRR Fre", options), "locations [x; y; 1:X1; 1:X3;]\nforall (true)"));
  options.condition = ConditionForm::Cycle;
  options.observation = Observation::Local;
  CHECK(has(test_of("PodWW Coi Coe PodWR Fre", options), "LDR W5,[X2]"));
  CHECK(test_of("PodWW Coe PodWW Coe", options).find("[x]=") == std::string::npos);
  options.observation = Observation::Force;
  CHECK(has(test_of("PodWW Coe PodWW Coe", options), "P3"));
  // Nobody writes to what the read in the middle reads.
  CHECK(has(test_of("PodWW Rfe PodRR PodRR Fre"), "exists (1:X1=1 /\\ 1:X5=0)"));
  CHECK(complaint_about("PodWW Rfe PodRR Fre", {.max_threads = 1}).find("--nprocs") !=
        std::string::npos);
}

TEST_CASE("in C a location is atomic or it is not") {
  CHECK(complaint_about("PodWW Rlx Rfe PodRR Fre", {}, "C").find("atomic or it is") !=
        std::string::npos);
}

}  // namespace drover::generate::test_test
