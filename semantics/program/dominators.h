#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drover {

// A graph of control flow, whatever its nodes are, with the order in which they come and what
// dominates what.
class Dominators {
 public:
  using Index = std::uint32_t;

  // By node: where one can go from it. `entry` is where one starts; if it is not a node, nowhere.
  Dominators(std::vector<std::vector<Index>> successors, Index entry);

  [[nodiscard]] std::size_t size() const { return successors_.size(); }
  [[nodiscard]] const std::vector<Index>& successors(Index node) const { return successors_[node]; }
  // Only those that can be reached.
  [[nodiscard]] const std::vector<Index>& predecessors(Index node) const {
    return predecessors_[node];
  }
  [[nodiscard]] bool is_reached(Index node) const { return position_[node] != Unreached; }

  // Nodes that can be reached such that each comes before those it leads to, but for jumps
  // backwards; of two ways the first comes first.
  [[nodiscard]] const std::vector<Index>& order() const { return order_; }
  [[nodiscard]] std::size_t position(Index node) const { return position_[node]; }

  // The closest node that every way to `node` leads through; of the entry, itself.
  [[nodiscard]] Index closest(Index node) const { return closest_[node]; }
  // Whether every way to `lower` leads through `upper`. Both can be reached.
  [[nodiscard]] bool dominates(Index upper, Index lower) const {
    while (position_[lower] > position_[upper]) lower = closest_[lower];
    return lower == upper;
  }
  // The nodes that are jumped back to by what they dominate, in order.
  [[nodiscard]] std::vector<Index> headers() const;
  // By node: whether it is in the loop of this header, that is, whether the header can be reached
  // from it again without leaving what the header dominates.
  [[nodiscard]] std::vector<bool> natural_loop(Index header) const;
  // Whether every jump backwards is to a node that dominates it.
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
