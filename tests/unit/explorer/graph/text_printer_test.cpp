#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "explorer/graph/text_printer.h"
#include "tests/support/graph_text.h"

namespace drover::text_printer_test {
using namespace drover::testing;

TEST_CASE("an execution is printed as a table, readable from top to bottom") {
  const GraphText text = parse_graph("r: R@acq y 1; R x 1 || W x 1; W@rel y 1");
  const std::vector<EventRemark> remarks{{text.named.at("r"), "look here"}};
  CHECK(print_text(text.graph, text.names(), remarks) ==
        "T0                     │ T1\n"
        "───────────────────────┼────────────────────\n"
        "                       │ c: W x = 1  [3]\n"
        "                       │ d: W@rel y = 1  [4]\n"
        "a: R@acq y → 1  [1] *1 │\n"
        "b: R x → 1  [2]        │\n"
        "rf y = 1: d → a\n"
        "rf x = 1: c → b\n"
        "co y: 0 (init) → 1 (d)\n"
        "co x: 0 (init) → 1 (c)\n"
        "*1 a (T0:1): look here\n");
  CHECK(print_text(text.graph, text.names(), {}, {.lines = SourceLines::LeftOut}).find('[') ==
        std::string::npos);
}

TEST_CASE("rows follow program order and reads-from") {
  const GraphText text = parse_graph("r: R y 1; p: R x 1 || v: W x 1; w: W y 1");
  const auto id = [&](const char* name) { return text.named.at(name); };
  CHECK(reading_order(text.graph) == std::vector{id("v"), id("w"), id("r"), id("p")});
  CHECK(row_order(text.graph) == RowOrder::Interleaving);
  CHECK(row_order(graph("W x 1; R y 0 || W y 1; R x 0")) == RowOrder::Causal);
}

TEST_CASE("rows are no interleaving if coherence leaves writes out") {
  const GraphText text =
      parse_graph("a: W x 1 || b: W x 2 || R x 1 from a; R x 2 from b; R x 1 from a ;; co x: 1");
  CHECK(row_order(text.graph) == RowOrder::Causal);
}

TEST_CASE("rows follow program order alone if no order agrees with reads-from, too") {
  const GraphText circle = parse_graph("a: R x 1; b: W y 1 || c: R y 1; d: W x 1");
  CHECK(row_order(circle.graph) == RowOrder::Threads);
  CHECK(reading_order(circle.graph).size() == 4);
}

TEST_CASE("read-modify-writes, fences and open reads are printed in a table") {
  const GraphText text = parse_graph("U@acqrel x 0 2; F@sc; R z ? || C@rlx x 0 2");
  CHECK(print_text(text.graph, text.names()) ==
        "T0                      │ T1\n"
        "────────────────────────┼────────────────────────\n"
        "a: RMW-R@acq x → 0  [1] │\n"
        "b: RMW-W@rel x = 2  [2] │\n"
        "c: F@sc  [3]            │\n"
        "d: R z → ?  [4]         │\n"
        "                        │ e: CAS-R@rlx x → 2  [5]\n"
        "rf x = 0: init → a\n"
        "rf x = 2: b → e\n"
        "co x: 0 (init) → 2 (b)\n");
}

TEST_CASE("a final block without events has no column") {
  ExecutionGraph graph({ThreadRole::Init, ThreadRole::Worker, ThreadRole::Final});
  Label fence;
  fence.kind = LabelKind::Fence;
  graph.add(ThreadId(1), NodeId(0), fence);
  GraphNames names = parse_graph("W x 1").names();
  names.threads = {"init", "worker", "final"};
  CHECK(print_text(graph, names).starts_with("worker\n──────\na: F\n"));
}

TEST_CASE(
    "rows are an interleaving if possible, otherwise reads of overwritten values are marked") {
  const GraphText later = parse_graph("W x 1 || R x 0");
  CHECK(print_text(later.graph, later.names()).find("(old)") == std::string::npos);
  const GraphText weak = parse_graph("W x 1; R y 0 || W y 1; R x 0");
  CHECK(print_text(weak.graph, weak.names()).find("R x → 0 (old)") != std::string::npos);
}

TEST_CASE("columns overlap in an execution that is too wide for a table") {
  const GraphText text = parse_graph("W x 1; W y 2 || R x 1 || R y 2");
  const std::string output = print_text(text.graph, text.names(), {}, {.columns = 33});
  CHECK(
      output.starts_with("T0       T1       T2\n"
                         "┬        ┬        ┬\n"
                         "a: W x = 1  [1]   │\n"
                         "b: W y = 2  [2]   │\n"
                         "│        c: R x → 1  [3]\n"
                         "│        │        d: R y → 2  [4]\n"));
}

TEST_CASE("an execution that is too wide even so has the threads' names in its rows") {
  const GraphText text = parse_graph("W x 1; W y 2 || R x 1 || R y 2");
  const std::string output = print_text(text.graph, text.names(), {}, {.columns = 16});
  CHECK(
      output.starts_with("T0 │ a: W x = 1  [1]\n"
                         "T0 │ b: W y = 2  [2]\n"
                         "T1 │ c: R x → 1  [3]\n"
                         "T2 │ d: R y → 2  [4]\n"));
}

TEST_CASE("the calls of events are named with the events") {
  GraphText text = parse_graph("W x 1 || R x 1");
  ExecutionGraph graph({ThreadRole::Worker, ThreadRole::Worker});
  Label fence;
  fence.kind = LabelKind::Fence;
  fence.source = {.begin = 30, .end = 31, .line = 3, .column = 1, .call = 2};
  graph.add(ThreadId(0), NodeId(0), fence);
  graph.add(ThreadId(0), NodeId(0), fence);
  fence.source.call = 1;
  graph.add(ThreadId(0), NodeId(0), fence);
  fence.source.call = 2;
  graph.add(ThreadId(1), NodeId(0), fence);
  GraphNames names = text.names();
  names.places = std::make_shared<const CodePlaces>(CodePlaces{
      .files = {{"main.c", 0, 0}, {"lib/queue.h", 20, 9}},
      .functions = {{"run", false}, {"push", false}},
      .calls = {{0, {}}, {1, {.begin = 8, .end = 9, .line = 5, .column = 1, .call = 1}}}});
  const std::string output = print_text(graph, names);
  CHECK(output.find("a: F  [queue.h:3]") != std::string::npos);
  CHECK(output.ends_with("in push ← run (main.c:5): a–b, d\n"));
}

TEST_CASE("a candidate with a po | rf cycle is still printed") {
  const GraphText text = parse_graph("R x 1; W y 1 || R y 1; W x 1");
  CHECK(print_text(text.graph, text.names()).find("W y = 1") != std::string::npos);
}

}  // namespace drover::text_printer_test
