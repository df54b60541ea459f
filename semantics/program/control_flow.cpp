#include "semantics/program/control_flow.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/program/operands.h"
#include "support/overloaded.h"

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
  if (!has_any<LoopIteration>(thread)) return is_local;
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
      const bool counts = is_one_of<LoopIteration>(thread.code[at].body);
      if (!loop.contains[at] || is_known[at] || !counts) continue;
      is_known[at] = true;
      is_local[at] = !has_event;
    }
  }
  return is_local;
}

namespace {

bool is_end(const Thread& thread, InstructionIndex at, CodeRange range) {
  return at == range.end || std::holds_alternative<Finish>(thread.code[at].body);
}

}  // namespace

std::set<InstructionIndex> piece_beginnings(const Thread& thread, CodeRange range) {
  std::set<InstructionIndex> reached;
  std::set<InstructionIndex> leaders;
  std::vector<InstructionIndex> open{range.begin};
  const auto lead_to = [&](InstructionIndex at) {
    if (is_end(thread, at, range)) return;
    leaders.insert(at);
    open.push_back(at);
  };
  if (is_end(thread, range.begin, range)) return leaders;
  leaders.insert(range.begin);
  while (!open.empty()) {
    InstructionIndex at = open.back();
    open.pop_back();
    while (!is_end(thread, at, range) && reached.insert(at).second) {
      const InstructionBody& body = thread.code[at].body;
      if (const auto* jump = std::get_if<Jump>(&body)) {
        lead_to(jump->target);
        break;
      }
      if (const auto* branch = std::get_if<Branch>(&body)) {
        if (const auto target = known_target(thread, *branch)) {
          lead_to(*target);
        } else {
          lead_to(branch->if_true);
          lead_to(branch->if_false);
        }
        break;
      }
      if (stops_thread(body)) break;
      if (std::holds_alternative<LoopIteration>(body)) leaders.insert(at);
      const auto* call = std::get_if<CallMarker>(&body);
      const InstructionIndex next = call != nullptr ? call->end : at + 1;
      // The code after a marked call, and the iteration of a loop, begin a piece.
      if (next != at + 1 || std::holds_alternative<LoopIteration>(thread.code[next].body)) {
        lead_to(next);
      }
      at = next;
    }
  }
  return leaders;
}

bool stops_thread(const InstructionBody& body) { return is_one_of<BlockInstruction, Fail>(body); }

std::optional<InstructionIndex> known_target(const Thread& thread, const Branch& branch) {
  const auto condition = thread.expressions.known(branch.condition);
  if (!condition) return std::nullopt;
  return *condition != 0 ? branch.if_true : branch.if_false;
}

}  // namespace drover
