#include "semantics/program/control_flow.h"

#include <algorithm>
#include <utility>

#include "semantics/program/instruction_effects.h"

namespace drover {

namespace {

std::vector<std::vector<InstructionIndex>> successors_in(const Thread& thread) {
  std::vector<std::vector<InstructionIndex>> successors;
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    successors.push_back(successors_of(thread.code[at], at));
    // A branch with two equal targets has one successor.
    std::vector<InstructionIndex>& ways = successors.back();
    ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  }
  return successors;
}

}  // namespace

ControlFlow::ControlFlow(const Thread& thread) : Dominators(successors_in(thread), 0) {
  const std::vector<InstructionIndex> all = headers();
  // The header of an inner loop comes later in the order.
  for (auto header = all.rbegin(); header != all.rend(); ++header) {
    NaturalLoop loop{*header, natural_loop(*header), {}};
    for (const InstructionIndex before : predecessors(*header)) {
      if (is_back_edge(before, *header)) loop.back_edges.push_back(before);
    }
    loops_.push_back(std::move(loop));
  }
}

std::optional<std::uint32_t> source_loop(const Thread& thread, const ControlFlow& flow,
                                         const NaturalLoop& loop) {
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    const auto* iteration = std::get_if<LoopIteration>(&thread.code[at].body);
    if (iteration == nullptr || !loop.contains[at]) continue;
    const bool is_further_inside = std::ranges::any_of(flow.loops(), [&](const NaturalLoop& inner) {
      return inner.header != loop.header && loop.contains[inner.header] && inner.contains[at];
    });
    if (!is_further_inside) return iteration->loop;
  }
  return std::nullopt;
}

std::vector<bool> find_local_loops(const Thread& thread) {
  std::vector<bool> is_local(thread.code.size(), false);
  const auto counts = [](const Instruction& instruction) {
    return std::holds_alternative<LoopIteration>(instruction.body);
  };
  if (std::ranges::none_of(thread.code, counts)) return is_local;
  const ControlFlow flow(thread);
  if (!flow.is_reducible()) return is_local;
  std::vector<bool> is_known(thread.code.size(), false);
  for (const NaturalLoop& loop : flow.loops()) {
    bool has_event = false;
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      has_event = has_event || (loop.contains[at] && may_be_event(thread.code[at].body));
    }
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      // The innermost of nested loops comes first.
      if (!loop.contains[at] || is_known[at] || !counts(thread.code[at])) continue;
      is_known[at] = true;
      is_local[at] = !has_event;
    }
  }
  return is_local;
}

}  // namespace drover
