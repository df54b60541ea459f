#pragma once

#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "semantics/decompile/flow_graph.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/program.h"

namespace drover::decompile {

// Builds the graph of text pieces of a thread's code, or a part of it. The printer implements a
// language; it has these functions, which are called for each piece from its first instruction to
// its last:
//   void begin();                             a piece begins
//   void print_instruction(at);               an instruction other than the following
//   void print_call(const CallMarker&, at);   a marked call, with its body
//   SourceExpression condition(const Branch&, at);  the piece ends with this branch
//   void leave();                             the piece ends with a jump
//   std::vector<std::string> take_lines();    the statements of the piece
// A branch with a constant condition is a jump.
template <typename Printer>
class ThreadFlow {
 public:
  // A short-lived worker: holds references.
  ThreadFlow(const Thread& thread, CodeRange range, Printer& printer)
      : thread_(thread), range_(range), printer_(printer) {}

  FlowGraph run() {
    const std::set<InstructionIndex> beginnings = piece_beginnings(thread_, range_);
    FlowGraph graph;
    for (const InstructionIndex at : beginnings) {
      node_at_.emplace(at, static_cast<FlowNode::Index>(node_at_.size()));
    }
    graph.entry = node_of(range_.begin);
    for (auto begin = beginnings.begin(); begin != beginnings.end(); ++begin) {
      const auto next = std::next(begin);
      graph.nodes.push_back(node(*begin, next == beginnings.end() ? range_.end : *next));
    }
    return graph;
  }

 private:
  [[nodiscard]] FlowNode::Index node_of(InstructionIndex at) const {
    const auto found = node_at_.find(at);
    return found == node_at_.end() ? FlowEnd : found->second;
  }

  FlowNode node(InstructionIndex at, InstructionIndex end) {
    FlowNode out;
    printer_.begin();
    while (at != end && !std::holds_alternative<Finish>(thread_.code[at].body)) {
      const InstructionBody& body = thread_.code[at].body;
      if (const auto* iteration = std::get_if<LoopIteration>(&body)) {
        out.iteration = {iteration->loop, iteration->counter.value};
      } else if (const auto* start = std::get_if<LoopStart>(&body)) {
        out.starts.emplace_back(start->loop, start->counter.value);
      } else if (const auto* jump = std::get_if<Jump>(&body)) {
        return with_jump(std::move(out), jump->target);
      } else if (const auto* branch = std::get_if<Branch>(&body)) {
        const auto target = known_target(thread_, *branch);
        return target ? with_jump(std::move(out), *target)
                      : with_branch(std::move(out), *branch, at);
      } else if (const auto* call = std::get_if<CallMarker>(&body)) {
        printer_.print_call(*call, at);
        return with_jump(std::move(out), call->end);
      } else {
        printer_.print_instruction(at);
        if (stops_thread(body)) {
          out.lines = printer_.take_lines();
          return out;
        }
      }
      ++at;
    }
    return with_jump(std::move(out), at);
  }

  FlowNode with_jump(FlowNode node, InstructionIndex target) {
    printer_.leave();
    node.exit = FlowNode::Exit::Jump;
    node.if_true = node_of(target);
    node.lines = printer_.take_lines();
    return node;
  }
  FlowNode with_branch(FlowNode node, const Branch& branch, InstructionIndex at) {
    node.exit = FlowNode::Exit::Branch;
    node.condition = printer_.condition(branch, at);
    node.if_true = node_of(branch.if_true);
    node.if_false = node_of(branch.if_false);
    node.lines = printer_.take_lines();
    return node;
  }

  const Thread& thread_;
  CodeRange range_;
  Printer& printer_;
  std::map<InstructionIndex, FlowNode::Index> node_at_;
};

}  // namespace drover::decompile
