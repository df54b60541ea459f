#include "semantics/control_flow.h"

#include <algorithm>
#include <utility>

#include "semantics/instruction_effects.h"

namespace drover {

ControlFlow::ControlFlow(const Thread& thread)
    : successors_(thread.code.size()),
      predecessors_(thread.code.size()),
      order_of_(thread.code.size(), Unreached),
      dominator_(thread.code.size(), 0) {
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    successors_[at] = successors_of(thread.code[at], at);
    // A branch to one place is no choice.
    successors_[at].erase(std::unique(successors_[at].begin(), successors_[at].end()),
                          successors_[at].end());
  }
  find_order();
  for (const InstructionIndex at : order_) {
    for (const InstructionIndex next : successors_[at]) predecessors_[next].push_back(at);
  }
  find_dominators();
  find_loops();
}

// Reverse postorder of a depth-first walk, without recursion: threads may be long.
void ControlFlow::find_order() {
  std::vector<bool> is_seen(size(), false);
  std::vector<std::pair<InstructionIndex, std::size_t>> path;
  path.emplace_back(0, 0);
  is_seen[0] = true;
  while (!path.empty()) {
    auto& [at, next] = path.back();
    if (next == successors_[at].size()) {
      order_.push_back(at);
      path.pop_back();
      continue;
    }
    const InstructionIndex to = successors_[at][next++];
    if (is_seen[to]) continue;
    is_seen[to] = true;
    path.emplace_back(to, 0);
  }
  std::ranges::reverse(order_);
  for (std::size_t i = 0; i < order_.size(); ++i) order_of_[order_[i]] = i;
}

// Cooper, Harvey, Kennedy: intersect along the tree until nothing changes.
void ControlFlow::find_dominators() {
  constexpr auto Unknown = static_cast<InstructionIndex>(-1);
  std::ranges::fill(dominator_, Unknown);
  dominator_[order_.front()] = order_.front();
  const auto common = [&](InstructionIndex a, InstructionIndex b) {
    while (a != b) {
      while (order_of_[a] > order_of_[b]) a = dominator_[a];
      while (order_of_[b] > order_of_[a]) b = dominator_[b];
    }
    return a;
  };
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const InstructionIndex at : order_) {
      if (at == order_.front()) continue;
      InstructionIndex closest = Unknown;
      for (const InstructionIndex before : predecessors_[at]) {
        if (dominator_[before] == Unknown) continue;
        closest = closest == Unknown ? before : common(closest, before);
      }
      has_changed |= std::exchange(dominator_[at], closest) != closest;
    }
  }
}

bool ControlFlow::dominates(InstructionIndex a, InstructionIndex b) const {
  while (order_of_[b] > order_of_[a]) b = dominator_[b];
  return a == b;
}

void ControlFlow::find_loops() {
  std::vector<InstructionIndex> headers;
  for (const InstructionIndex at : order_) {
    bool is_header = false;
    for (const InstructionIndex before : predecessors_[at]) {
      if (order_of_[before] < order_of_[at]) continue;
      is_header |= dominates(at, before);
      is_reducible_ &= dominates(at, before);
    }
    if (is_header) headers.push_back(at);
  }
  // A loop inside another has a header further on.
  for (auto header = headers.rbegin(); header != headers.rend(); ++header) {
    loops_.push_back(loop_at(*header));
  }
}

NaturalLoop ControlFlow::loop_at(InstructionIndex header) const {
  NaturalLoop loop{header, std::vector<bool>(size(), false), {}};
  loop.contains[header] = true;
  std::vector<InstructionIndex> open;
  const auto note = [&](InstructionIndex at) {
    if (loop.contains[at]) return;
    loop.contains[at] = true;
    open.push_back(at);
  };
  for (const InstructionIndex before : predecessors_[header]) {
    if (!is_back_edge(before, header)) continue;
    loop.back_edges.push_back(before);
    note(before);
  }
  while (!open.empty()) {
    const InstructionIndex at = open.back();
    open.pop_back();
    for (const InstructionIndex before : predecessors_[at]) note(before);
  }
  return loop;
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

}  // namespace drover
