#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drover {

// A control-flow graph over any nodes, with a reverse postorder and dominators.
class Dominators {
 public:
  using Index = std::uint32_t;

  // `successors` is indexed by node. `entry` may be no node: then nothing is reachable.
  Dominators(std::vector<std::vector<Index>> successors, Index entry);

  [[nodiscard]] std::size_t size() const { return successors_.size(); }
  [[nodiscard]] const std::vector<Index>& successors(Index node) const { return successors_[node]; }
  // Reachable predecessors only.
  [[nodiscard]] const std::vector<Index>& predecessors(Index node) const {
    return predecessors_[node];
  }
  [[nodiscard]] bool is_reached(Index node) const { return position_[node] != Unreached; }

  // The reachable nodes in reverse postorder: each before its successors except for backward jumps,
  // the first successor's side first.
  [[nodiscard]] const std::vector<Index>& order() const { return order_; }
  [[nodiscard]] std::size_t position(Index node) const { return position_[node]; }

  // Returns the immediate dominator; for the entry, itself.
  [[nodiscard]] Index closest(Index node) const { return closest_[node]; }
  // True if every path to `lower` passes `upper`. Both must be reachable.
  [[nodiscard]] bool dominates(Index upper, Index lower) const {
    while (position_[lower] > position_[upper]) lower = closest_[lower];
    return lower == upper;
  }
  // Returns the targets of back edges, in order.
  [[nodiscard]] std::vector<Index> headers() const;
  // By node: true if it is in the loop of this header, that is, the header dominates it and can be
  // reached from it.
  [[nodiscard]] std::vector<bool> natural_loop(Index header) const;
  // True if every backward jump goes to a node that dominates it.
  [[nodiscard]] bool is_reducible() const { return is_reducible_; }

 private:
  static constexpr std::size_t Unreached = static_cast<std::size_t>(-1);
  static constexpr Index Unknown = static_cast<Index>(-1);

  void find_order(Index entry);
  void find_dominators();
  [[nodiscard]] Index common(Index a, Index b) const;

  std::vector<std::vector<Index>> successors_;
  std::vector<std::vector<Index>> predecessors_;
  std::vector<Index> order_;
  std::vector<std::size_t> position_;
  std::vector<Index> closest_;
  bool is_reducible_ = true;
};

}  // namespace drover
