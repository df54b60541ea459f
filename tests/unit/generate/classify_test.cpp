#include "generate/classify.h"

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::classify_test {

// The cycle with the fewest detours; the complaint if there is none.
std::string read_off(const std::string& text) {
  const SourceBuffer source = SourceBuffer::from_text("test.litmus", text);
  DiagnosticSink sink;
  const auto test = litmus::load_litmus(source, {}, sink);
  REQUIRE(test.has_value());
  const Classification found = classify(*test, source, *architecture_of(*test));
  return found.cycles.empty() ? found.complaint : print(found.cycles.front());
}

TEST_CASE("the cycle is read off the test that was made of it") {
  using Case = std::pair<std::string_view, std::string_view>;
  const std::vector<Case> cases{
      {"AArch64", "DMB.SYdWW Rfe DpAddrdR Fre"},
      {"AArch64", "PodWWPL RfeLA PodRRAP Fre"},
      {"AArch64", "DMB.SYdWW Rfe DpCtrlIsbdR Fre"},
      {"AArch64", "DMB.SYdWW Rfe Fri Rfi DpDatadW Coe"},
      {"AArch64", "DpAddrdW Rfe Amo.CasAL PodWWLP Rfe"},
      {"AArch64", "DpAddrCseldW Rfe DpCtrlCseldW Rfe"},
      {"AArch64", "Rfe DMB.LDdRR Fre Rfe PodRR Fre"},
      {"AArch64", "DMB.SYdWW Rfe DpDatadW Rfe DpAddrdR Fre"},
      {"AArch64", "CoLeave RfBack DpDatadW Rfe DMB.SYdRW Coe"},
      {"RISCV", "Fence.rw.wdWW Rfe Fence.r.rwdRR Fre"},
      {"RISCV", "PodWWPRl RfeRlAq PodRRAqP Fre"},
      {"PPC", "LwSyncdWW Rfe DpCtrlIsyncdR Fre"},
      {"X86", "MFencedWR Fre PodWR Fre"},
      {"X86_64", "MFencedWR Exch Rfe PodRW Coe"},
      {"C", "PodWWRlxRel RfeRelAcq PodRRAcqRlx FreRlxRlx"},
      {"C", "FenceScdWRRlxRlx FreRlxRlx FenceScdWRRlxRlx FreRlxRlx"},
  };
  for (const auto& [architecture, cycle] : cases) {
    CAPTURE(architecture);
    CAPTURE(cycle);
    CHECK(read_off(test_of(cycle, {.observation = Observation::Any}, architecture)) ==
          print(normal_form(cycle_of(cycle, architecture))));
  }
}

TEST_CASE("one location: the execution need not be coherent") {
  CHECK(read_off(test_of("Rfe PosRR Fre", {.locations = Locations::One})) == "Rfe PosRR Fre");
}

TEST_CASE("a test without a cycle") {
  CHECK(read_off("X86 t\n{}\n P0         | P1          ;\n"
                 " MOV [x],$1 | MOV EAX,[y] ;\nexists (1:EAX=0)\n")
            .find("no cycle") != std::string::npos);
  CHECK(read_off("X86 t\n{}\n P0         | P1          ;\n"
                 " MOV [x],$1 | MOV EAX,[x] ;\nexists (1:EAX=5)\n")
            .find("no execution") != std::string::npos);
}

}  // namespace drover::generate::classify_test
