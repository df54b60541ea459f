// Boost.Graph's lengauer_tarjan_dominator_tree is not used: its recursion is as deep as the longest
// loop (a loop of a million instructions overflows the stack), it is wrong if unreachable code
// jumps into reachable code, and on control-flow graphs it is 5 to 50 times slower than the simple
// iteration below. The unit test compares the two on random graphs.
#include "semantics/program/dominators.h"

#include <algorithm>
#include <utility>

#include "support/reach.h"

namespace drover {

Dominators::Dominators(std::vector<std::vector<Index>> successors, Index entry)
    : successors_(std::move(successors)),
      predecessors_(successors_.size()),
      position_(successors_.size(), Unreached),
      closest_(successors_.size(), Unknown) {
  if (entry >= successors_.size()) return;
  find_order(entry);
  for (const Index node : order_) {
    for (const Index next : successors_[node]) predecessors_[next].push_back(node);
  }
  find_dominators();
  for (const Index node : order_) {
    for (const Index next : successors_[node]) {
      if (position_[next] <= position_[node]) is_reducible_ &= dominates(next, node);
    }
  }
}

// Computes the reverse postorder of a depth-first walk, without recursion: threads may be long.
void Dominators::find_order(Index entry) {
  std::vector<bool> is_seen(size(), false);
  std::vector<std::pair<Index, std::size_t>> path;
  path.emplace_back(entry, 0);
  is_seen[entry] = true;
  while (!path.empty()) {
    auto& [node, next] = path.back();
    const std::vector<Index>& ways = successors_[node];
    if (next == ways.size()) {
      order_.push_back(node);
      path.pop_back();
      continue;
    }
    const Index to = ways[ways.size() - ++next];
    if (is_seen[to]) continue;
    is_seen[to] = true;
    path.emplace_back(to, 0);
  }
  std::ranges::reverse(order_);
  for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
}

// Cooper, Harvey, Kennedy: intersect along the tree until nothing changes.
void Dominators::find_dominators() {
  const Index entry = order_.front();
  closest_[entry] = entry;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const Index node : order_) {
      if (node == entry) continue;
      Index closest = Unknown;
      for (const Index before : predecessors_[node]) {
        if (closest_[before] == Unknown) continue;
        closest = closest == Unknown ? before : common(closest, before);
      }
      has_changed |= std::exchange(closest_[node], closest) != closest;
    }
  }
}

Dominators::Index Dominators::common(Index a, Index b) const {
  while (a != b) {
    while (position_[a] > position_[b]) a = closest_[a];
    while (position_[b] > position_[a]) b = closest_[b];
  }
  return a;
}

std::vector<Dominators::Index> Dominators::headers() const {
  std::vector<Index> headers;
  for (const Index node : order_) {
    const bool is_header = std::ranges::any_of(predecessors_[node], [&](Index before) {
      return position_[before] >= position_[node] && dominates(node, before);
    });
    if (is_header) headers.push_back(node);
  }
  return headers;
}

std::vector<bool> Dominators::natural_loop(Index header) const {
  return reached_from<Index>({header}, size(), [&](Index node, const auto& visit) {
    for (const Index before : predecessors_[node]) {
      if (node != header || dominates(header, before)) visit(before);
    }
  });
}

}  // namespace drover
