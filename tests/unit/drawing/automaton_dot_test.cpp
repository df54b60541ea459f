#include "drawing/automaton_dot.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "frontend/source.h"
#include "litmus/litmus_test.h"

namespace drover::automaton_dot_test {

namespace {

std::string drawing_of(const std::string& text) {
  DiagnosticSink sink;
  const auto test = litmus::load_litmus(SourceBuffer::from_text("a.litmus", text), {}, sink);
  REQUIRE(test.has_value());
  return drawing::draw_automata(test->program, std::array{ThreadId(0)}, {}).dot;
}

}  // namespace

TEST_CASE("automata name the fences of machines by their instructions") {
  const std::string x86 =
      drawing_of("X86 a\n{ x=0; }\n P0 ;\n MOV [x],$1 ;\n MFENCE ;\nexists (x=1)\n");
  CHECK(x86.find("MFENCE") != std::string::npos);
  CHECK(x86.find("F^sc") == std::string::npos);
  const std::string arm = drawing_of("AArch64 a\n{ 0:X1=x; }\n P0 ;\n DMB SY ;\nexists (x=0)\n");
  CHECK(arm.find("DMB SY") != std::string::npos);
  const std::string c = drawing_of(
      "C a\n{ x=0; }\nP0 (atomic_int* x) {\n  atomic_thread_fence(memory_order_seq_cst);\n}\n"
      "exists (x=0)\n");
  CHECK(c.find("F^sc") != std::string::npos);
}

}  // namespace drover::automaton_dot_test
