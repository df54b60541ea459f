#include "generate/inside.h"

#include <set>

#include "tests/unit/generate/generate_testing.h"

namespace drover::generate::inside_test {

std::string test_inside(std::string_view text, TestOptions options = {}) {
  options.has_metadata = false;
  const auto made = generate_inside(text, options);
  const auto* error = std::get_if<CycleError>(&made);
  INFO((error == nullptr ? "" : error->message));
  REQUIRE(error == nullptr);
  return std::get<GeneratedTest>(made).text;
}

CycleError error_of(std::string_view text) {
  const auto made = generate_inside(text, {});
  REQUIRE(std::holds_alternative<CycleError>(made));
  return std::get<CycleError>(made);
}

TEST_CASE("the order inside an exchange") {
  CHECK(test_inside("iico[swp M->Rt] DpAddrdrW Rfe PodRW:L Rfe") ==
        "AArch64 LB+rel+SWP-MRt\n"
        "{\n"
        " 0:X2=x; 0:X0=y;\n"
        " 1:X0=x; 1:X4=y;\n"
        "}\n"
        " P0           | P1                  ;\n"
        " LDR W1,[X0]  | MOV W2,#1           ;\n"
        " MOV W3,#1    | SWP W2,W1,[X0]      ;\n"
        " STLR W3,[X2] | EOR W3,W1,W1        ;\n"
        "              | MOV W5,#1           ;\n"
        "              | STR W5,[X4,W3,SXTW] ;\n"
        "\nexists (0:X1=1 /\\ 1:X1=1)\n");
}

TEST_CASE("there are 132 tests, each of its own name") {
  std::set<std::string> names;
  for (const std::string& each : cycles_inside_instructions()) {
    const auto made = generate_inside(each, {});
    REQUIRE(std::holds_alternative<GeneratedTest>(made));
    names.insert(std::get<GeneratedTest>(made).name);
  }
  CHECK(names.size() == 132);
  CHECK(names.contains("MP+rel+CSEL:NO-CmpRd"));
}

TEST_CASE("an addition returns the old value") {
  const std::string_view cycle = "iico[ldadd M->M] PosWR DpAddrdW Rfe PodRW:L Rfe DpDatadW PosWR";
  CHECK(test_inside(cycle).find("/\\ 1:X4=1)") != std::string::npos);
  CHECK(test_inside(cycle, {.values = Values::Numbered}).find("/\\ 1:X4=2)") != std::string::npos);
}

TEST_CASE("what is wrong with such a cycle") {
  CHECK(error_of("iico[swp M->Rt").message.find("no `]`") != std::string::npos);
  CHECK(error_of("iico[swap M->Rt] Rfe").message.find("`swap` is none of") != std::string::npos);
  CHECK(error_of("iico[swp M->Rx] Rfe").message.find("leads from M, Rn, Rs, Rt") !=
        std::string::npos);
  CHECK(error_of("iico[swp M->Rt] Rfe").message.find("DpAddrdrR Fre PodWW:L Rfe") !=
        std::string::npos);
  CHECK(error_of("Rfe iico[swp M->Rt]").message.find("begins with it") != std::string::npos);
  CHECK(error_of("iico[swp MRt] Rfe").message.find("FROM->TO") != std::string::npos);
}

}  // namespace drover::generate::inside_test
