#pragma once

#include <cstddef>
#include <vector>

namespace drover {

// Walks a graph whose nodes are small numbers: returns, by node, whether it is in `starts` or can
// be reached from them. `for_each_next(node, visit)` calls `visit` for the successors of a node.
template <typename Node, typename ForEachNext>
[[nodiscard]] std::vector<bool> reached_from(const std::vector<Node>& starts, std::size_t size,
                                             const ForEachNext& for_each_next) {
  std::vector<bool> is_reached(size, false);
  std::vector<Node> open;
  const auto visit = [&](Node node) {
    if (is_reached[node]) return;
    is_reached[node] = true;
    open.push_back(node);
  };
  for (const Node start : starts) visit(start);
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for_each_next(node, visit);
  }
  return is_reached;
}

}  // namespace drover
