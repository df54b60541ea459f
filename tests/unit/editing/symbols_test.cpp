#include "editing/symbols.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "editing/analysis.h"
#include "editing/requests.h"

namespace drover::symbols_test {
using namespace drover::editing;

namespace {

const std::string Program = R"(const N = 2;
shared x, y;
struct Node { na value; next; }
fn push(v) { n := alloc Node; n->value := v; x := n; }
thread left { a := y@acq; push(a); }
thread worker(i in 1..N) { outer: while (1) { r := i; break outer; } }
exists (left:a == 0 && worker1:r == 1);
)";

// The places of the name at the first `what`, as text.
std::vector<std::string> places(const Analysis& analysis, const std::string& what) {
  const std::string& text = analysis.source.text();
  const Occurrence* found = analysis.symbols.at(text.find(what));
  std::vector<std::string> out;
  if (found == nullptr) return out;
  for (const Occurrence& each : analysis.symbols.of(found->symbol)) {
    const SourceRange range = analysis.source.range(each.begin, each.end);
    out.push_back(std::to_string(range.line) + ":" + std::to_string(range.column) +
                  (each.is_definition ? "*" : ""));
  }
  return out;
}
using Places = std::vector<std::string>;

Analysis of_core(const std::string& text) { return analyse("text.drv", text, FileKind::Core); }

}  // namespace

TEST_CASE("symbols of a core program have their definitions and uses") {
  const Analysis analysis = of_core(Program);
  REQUIRE(analysis.diagnostics.empty());
  CHECK(places(analysis, "N = ") == Places{"1:7*", "6:23"});
  CHECK(places(analysis, "x, y") == Places{"2:8*", "4:46"});
  CHECK(places(analysis, "Node") == Places{"3:8*", "4:25"});
  CHECK(places(analysis, "value") == Places{"3:18*", "4:34"});
  CHECK(places(analysis, "push") == Places{"4:4*", "5:27"});
  CHECK(places(analysis, "v) {") == Places{"4:9*", "4:43"});
  CHECK(places(analysis, "a := y") == Places{"5:15*", "5:32", "7:14"});
  CHECK(places(analysis, "worker") == Places{"6:8*", "7:24"});
  CHECK(places(analysis, "outer") == Places{"6:28*", "6:61"});
  CHECK(places(analysis, "r := i") == Places{"6:47*", "7:32"});
}

TEST_CASE("symbols of a program with errors are found") {
  const Analysis analysis = of_core("shared x;\nthread t { r := x + ; x := r\n");
  CHECK(places(analysis, "x;") == Places{"1:8*", "2:17", "2:23"});
  CHECK(places(analysis, "r :=") == Places{"2:12*", "2:28"});
}

TEST_CASE("symbols of litmus tests have their definitions and uses") {
  const Analysis c =
      analyse("t.litmus",
              "C T\n{ x = 0; }\nP0 (atomic_int* x) {\n  int r0 = atomic_load(x);\n}\n"
              "P1 (atomic_int* x) { *x = 1; }\nexists (0:r0=1 /\\ x=1)\n",
              FileKind::Litmus);
  REQUIRE(c.diagnostics.empty());
  CHECK(places(c, "x = 0") == Places{"2:3*", "3:17", "4:24", "6:17", "6:23", "7:19"});
  CHECK(places(c, "r0 =") == Places{"4:7*", "7:11"});
  const Analysis machine = analyse(
      "t.litmus",
      "AArch64 T\n{ 0:X1=x; }\n P0          ;\n MOV W0,#1   ;\n STR W0,[X1] ;\n CBZ W0,L    ;\n L:"
      "          ;\nexists (0:X0=1 /\\ x=1)\n",
      FileKind::Litmus);
  REQUIRE(machine.diagnostics.empty());
  CHECK(places(machine, "X1=x") == Places{"2:5*", "5:10"});
  CHECK(places(machine, "W0,#1") == Places{"4:6*", "5:6", "6:6", "8:11"});
  CHECK(places(machine, "L    ;") == Places{"6:9", "7:2*"});
  CHECK(places(machine, "x; }") == Places{"2:8*", "8:19"});
}

TEST_CASE("symbols of a model include those of its includes") {
  const Analysis analysis = analyse("m.cat",
                                    "\"m\"\ninclude \"cos.cat\"\nlet a = po | rf\n"
                                    "let f(a) = a; rf\nacyclic f(a) | fr as c\n",
                                    FileKind::Cat);
  REQUIRE(analysis.diagnostics.empty());
  CHECK(places(analysis, "a = po") == Places{"3:5*", "5:11"});
  CHECK(places(analysis, "a) = a") == Places{"4:7*", "4:12"});
  CHECK(places(analysis, "f(a) =") == Places{"4:5*", "5:9"});
}

TEST_CASE("renaming changes a name everywhere, or not at all") {
  const Analysis analysis = of_core(Program);
  const std::string& text = analysis.source.text();
  const auto at = [&](const std::string& what) { return text.find(what); };
  CHECK(rename(analysis, at("worker"), "w").places.size() == 2);
  CHECK(rename(analysis, at("a := y"), "b").places.size() == 3);
  for (const char* bad : {"x", "thread", "1a", "a b", "", "push"}) {
    CAPTURE(bad);
    CHECK_FALSE(rename(analysis, at("a := y"), bad).refusal.empty());
  }
  CHECK_FALSE(can_rename(analysis, at("thread left")).refusal.empty());
  const Analysis model = analyse("m.cat", "let a = po\nacyclic a | po-loc | po\n", FileKind::Cat);
  CHECK(rename(model, 4, "b").places.size() == 2);
  CHECK_FALSE(rename(model, 4, "po").refusal.empty());
  CHECK_FALSE(rename(model, 4, "let").refusal.empty());
  CHECK_FALSE(can_rename(model, model.source.text().find("po-loc")).refusal.empty());
}

TEST_CASE("hover says what a word means") {
  const Analysis analysis = of_core(Program);
  const auto says = [&](const Analysis& in, const std::string& what, const std::string& words) {
    const auto hover = hover_at(in, in.source.text().find(what));
    CAPTURE(what);
    REQUIRE(hover);
    CAPTURE(hover->markdown);
    CHECK(hover->markdown.find(words) != std::string::npos);
  };
  says(analysis, "acq;", "Acquire");
  says(analysis, "alloc", "heap object");
  says(analysis, "N = 2", "const N = 2;");
  says(analysis, "a := y", "register of `left`");
  const Analysis machine = analyse(
      "t.litmus", "AArch64 T\n{}\n P0 ;\n LDADDAL W0,W1,[X2] ;\n DMB SY ;\nexists (0:X1=0)\n",
      FileKind::Litmus);
  says(machine, "LDADDAL", "Atomic addition");
  says(machine, "LDADDAL", "release");
  says(machine, "DMB", "barrier");
  const Analysis gpu =
      analyse("t.litmus", "PTX T\n{}\n P0@cta 0, gpu 0 ;\n st.release.cta x, 1 ;\nexists (x=1)\n",
              FileKind::Litmus);
  says(gpu, "st.release", "A store");
  says(gpu, "st.release", "scope of the cta");
  const Analysis kernel = analyse("t.litmus",
                                  "OPENCL T\n{ [x]=0; }\nP0@wg 0, dev 0 (global atomic_int* x) {\n"
                                  "  atomic_store_explicit(x, 1, memory_order_release, "
                                  "memory_scope_device);\n}\nexists (x=1)\n",
                                  FileKind::Litmus);
  says(kernel, "memory_scope_device", "Scope of the device");
  says(kernel, "memory_order_release", "Release");
  const Analysis model = analyse("m.cat", "let a = po | po-loc\nacyclic a\n", FileKind::Cat);
  says(model, "po |", "program order");
  says(model, "po-loc", "part of Drover");
  says(model, "acyclic", "axiom");
}

TEST_CASE("completion offers the words that are allowed at a place") {
  const auto offers = [](const Analysis& analysis, std::size_t offset, const std::string& label) {
    const auto all = complete_at(analysis, offset);
    return std::ranges::find(all, label, &Completion::label) != all.end();
  };
  const std::string text = "shared xyz;\nthread t { r := xyz@";
  const Analysis mode = of_core(text);
  CHECK(offers(mode, text.size(), "acqrel"));
  CHECK_FALSE(offers(mode, text.size(), "xyz"));
  const std::string name = "shared xyz;\nthread t { r := 1; s := x";
  CHECK(offers(of_core(name), name.size(), "xyz"));
  CHECK(offers(of_core(name), name.size(), "r"));
  CHECK(offers(of_core(name), name.size(), "cas"));
  const std::string state = "shared x;\nthread left { a := x; }\nexists (left:";
  CHECK(offers(of_core(state), state.size(), "a"));
  CHECK_FALSE(offers(of_core(state), state.size(), "x"));
  const std::string model = "include \"";
  CHECK(offers(analyse("m.cat", model, FileKind::Cat), model.size(), "cos.cat"));
}

}  // namespace drover::symbols_test
