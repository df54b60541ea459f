#include "semantics/decompile/thread_flow.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::decompile {

namespace {

// Writes the indices of instructions.
class IndexPrinter {
 public:
  void begin() { lines_.clear(); }
  void print_instruction(InstructionIndex at) { lines_.push_back(std::to_string(at)); }
  void print_call(const CallMarker& call, InstructionIndex at) {
    lines_.push_back(call.function + " at " + std::to_string(at));
  }
  SourceExpression condition(const Branch& /*branch*/, InstructionIndex at) {
    return {.text = std::to_string(at), .level = 100};
  }
  void leave() { lines_.emplace_back("leave"); }
  std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }

 private:
  std::vector<std::string> lines_;
};

FlowGraph flow_of(const std::string& code) {
  const Program program =
      testing::program_from("shared x, y; fn f(v) { y := v; } thread t { " + code + " }");
  const Thread& thread = program.threads[0];
  IndexPrinter printer;
  const auto size = static_cast<InstructionIndex>(thread.code.size());
  return ThreadFlow(thread, {0, size}, printer).run();
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("straight code is one piece") {
  const FlowGraph graph = flow_of("x := 1; y := 2;");
  REQUIRE(graph.nodes.size() == 1);
  CHECK(graph.entry == 0);
  CHECK(graph.nodes[0].lines == Lines{"0", "1", "leave"});
  CHECK(graph.nodes[0].exit == FlowNode::Exit::Jump);
  CHECK(graph.nodes[0].if_true == FlowEnd);
}

TEST_CASE("a piece ends with a branch, whose sides meet again in another piece") {
  const FlowGraph graph = flow_of("r := x; if (r) { x := 1; } else { x := 2; } y := 3;");
  REQUIRE(graph.nodes.size() == 4);
  const FlowNode& first = graph.nodes[graph.entry];
  CHECK(first.exit == FlowNode::Exit::Branch);
  CHECK(first.lines.back() != "leave");
  CHECK(graph.nodes[first.if_true].if_true == graph.nodes[first.if_false].if_true);
}

TEST_CASE("loops are told by where they start and where their rounds are counted") {
  const FlowGraph graph = flow_of("r := 0; while (r < 3) { r := r + 1; x := r; }");
  std::size_t starts = 0;
  std::size_t iterations = 0;
  for (const FlowNode& node : graph.nodes) {
    starts += node.starts.size();
    iterations += node.iteration ? 1 : 0;
  }
  CHECK(starts == 1);
  CHECK(iterations == 1);
}

TEST_CASE("an instruction that stops the thread has no successor") {
  const FlowGraph graph = flow_of("x := 1; block;");
  CHECK(graph.nodes[0].exit == FlowNode::Exit::Stop);
  CHECK(graph.nodes[0].lines.back() != "leave");
}

TEST_CASE("a marked call is one statement") {
  const FlowGraph graph = flow_of("main f(1); x := 1;");
  CHECK(graph.nodes[graph.entry].lines.front() == "f at 0");
  CHECK(graph.nodes[graph.entry].if_true != FlowEnd);
}

}  // namespace drover::decompile
