#include "semantics/decompile/flow_graph.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "semantics/decompile/source_expression.h"

namespace drover::decompile {

namespace {

FlowNode jump(const std::string& line, FlowNode::Index to) {
  FlowNode node;
  node.lines = {line};
  node.exit = FlowNode::Exit::Jump;
  node.if_true = to;
  return node;
}

FlowNode branch(const std::vector<std::string>& lines, const std::string& condition,
                FlowNode::Index if_true, FlowNode::Index if_false) {
  FlowNode node;
  node.lines = lines;
  node.exit = FlowNode::Exit::Branch;
  node.condition = {.text = condition, .level = 100};
  node.if_true = if_true;
  node.if_false = if_false;
  return node;
}

std::string text_of(const FlowGraph& graph, Labels labels = Labels::Used) {
  const auto block = structured(graph, labels);
  return block ? indented(*block) : "nothing";
}

// if (a) { L; if (b) { X; } else { Y; } } else { Y; } Z;
FlowGraph shared_side() {
  return {{branch({}, "a", 1, 3), branch({"L;"}, "b", 2, 3), jump("X;", 4), jump("Y;", 4),
           jump("Z;", FlowEnd)},
          0};
}

}  // namespace

TEST_CASE("a branch is printed as a choice and the code after it") {
  const FlowGraph graph{
      {branch({"A;"}, "c", 1, 2), jump("X;", 3), jump("Y;", 3), jump("Z;", FlowEnd)}, 0};
  CHECK(text_of(graph) == "  A;\n  if (c) {\n    X;\n  } else {\n    Y;\n  }\n  Z;\n");
}

TEST_CASE("a loop whose condition is one expression") {
  FlowGraph graph{{branch({}, "c", 1, 2), jump("X;", 0), jump("Z;", FlowEnd)}, 0};
  graph.nodes[1].iteration = {0, 0};
  CHECK(text_of(graph) == "  while (c) {\n    X;\n  }\n  Z;\n");
}

TEST_CASE("code before each round is printed before the loop and at its end") {
  FlowGraph graph{{branch({"L;"}, "c", 1, 2), jump("X;", 0), jump("Z;", FlowEnd)}, 0};
  graph.nodes[1].iteration = {0, 0};
  CHECK(text_of(graph) ==
        "  L;\n  if (c) {\n    do {\n      X;\n      L;\n    } while (c);\n  }\n  Z;\n");
}

TEST_CASE("a loop with two entries has no structure") {
  const FlowGraph graph{{branch({}, "c", 1, 2), jump("X;", 2), jump("Y;", 1)}, 0};
  CHECK(text_of(graph) == "nothing");
  CHECK(text_of(graph, Labels::Avoided) == "nothing");
}

TEST_CASE("code reached from inside a choice is printed after a labelled block") {
  CHECK(text_of(shared_side()) ==
        "  part: {\n    if (a) {\n      L;\n      if (b) {\n        X;\n        break part;\n      "
        "}\n"
        "    }\n    Y;\n  }\n  Z;\n");
}

TEST_CASE("without labels, code reached from inside a choice is printed once per path") {
  CHECK(text_of(shared_side(), Labels::Avoided) ==
        "  if (a) {\n    L;\n    if (b) {\n      X;\n      Z;\n      return;\n    }\n  }\n"
        "  Y;\n  Z;\n");
}

TEST_CASE("without labels: a loop that is left from within an inner one") {
  // while (1) { A; while (1) { B; if (c) goto end; if (d) break; } } end: Z
  const FlowGraph graph{
      {jump("A;", 1), branch({"B;"}, "c", 3, 2), branch({}, "d", 0, 1), jump("Z;", FlowEnd)}, 0};
  CHECK(text_of(graph).find("break loop;") != std::string::npos);
  CHECK(text_of(graph, Labels::Avoided) ==
        "  while (1) {\n    A;\n    do {\n      B;\n      if (c) {\n        Z;\n        return;\n"
        "      }\n    } while (!d);\n  }\n");
}

TEST_CASE("without labels: the next round of an outer loop cannot be said from an inner one") {
  // while (1) { A; while (1) { B; if (c) continue outer; if (d) break; } C; }
  const FlowGraph graph{
      {jump("A;", 1), branch({"B;"}, "c", 0, 2), branch({}, "d", 3, 1), jump("C;", 0)}, 0};
  CHECK(text_of(graph).find("continue loop;") != std::string::npos);
  CHECK(text_of(graph, Labels::Avoided) == "nothing");
}

}  // namespace drover::decompile
