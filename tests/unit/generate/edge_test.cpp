#include "generate/edge.h"

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::edge_test {

TEST_CASE("each word of each architecture is printed as it is read") {
  for (const Architecture& architecture : architectures()) {
    CAPTURE(architecture.name);
    std::vector<std::string> words{"Rfe",   "Fri",   "Coe",     "Hat",   "RfLeave", "CoBack",
                                   "PodWR", "PosRR", "FrLeave", "PosR*", "Store"};
    for (const FenceWord& each : architecture.fences) {
      words.push_back(std::string(each.name));
      words.push_back(std::string(each.name) + "dWR");
      words.push_back(std::string(each.name) + "s*W");
    }
    for (const DependencyWord& each : architecture.dependencies) {
      words.push_back("Dp" + std::string(each.name) + "dW");
    }
    for (const RmwWord& each : architecture.rmws) words.emplace_back(each.name);
    for (const AnnotationWord& first : architecture.annotations) {
      if (first.name == architecture.annotations[0].name) continue;
      words.push_back("PodWR" + std::string(first.name) +
                      std::string(architecture.annotations[0].name));
    }
    for (const std::string& word : words) {
      CAPTURE(word);
      const auto edge = read_edge(word, architecture);
      REQUIRE(edge.has_value());
      CHECK(print(*edge, architecture) == word);
    }
    CHECK_FALSE(read_edge("DpDatadR", architecture).has_value());
    CHECK_FALSE(read_edge("Pod", architecture).has_value());
    CHECK_FALSE(read_edge("PodWRZ", architecture).has_value());
  }
}

TEST_CASE("old and short words") {
  const auto printed = [](std::string_view word, std::string_view architecture) {
    const Architecture& known = *find_architecture(architecture);
    return print(read_edge(word, known).value(), known);
  };
  CHECK(printed("Wse", "AArch64") == "Coe");
  CHECK(printed("Rmw", "AArch64") == "LxSx");
  CHECK(printed("Rmw", "X86") == "Exch");
  CHECK(printed("FencedWR", "PPC") == "SyncdWR");
  CHECK(printed("FencedWR", "RISCV") == "Fence.iorw.iorwdWR");
  CHECK(printed("DpdR", "PPC") == "DpAddrdR");
  CHECK(printed("DpdW", "PPC") == "DpDatadW");
  CHECK(printed("CtrldR", "AArch64") == "DpCtrlIsbdR");
  CHECK(printed("CtrldW", "AArch64") == "DpCtrldW");
  CHECK(printed("PosWRXAq", "RISCV") == "PosWRXAq");
}

}  // namespace drover::generate::edge_test
