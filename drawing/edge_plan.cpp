#include "drawing/edge_plan.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace drover::drawing {

namespace {

// One end of an edge at a side of a node. Sort order from the top: arcs that go up, the nearest
// first; then edges across the channel, by destination; then arcs that go down, the nearest last.
struct End {
  std::size_t edge = 0;
  bool is_source = false;
  std::tuple<int, double, long> key;
};

// Short-lived: holds references to its input.
class Planner {
 public:
  Planner(const Picture& picture, const Grid& grid, EdgePlan& plan,
          const std::vector<Approach>* approaches = nullptr)
      : picture_(picture), grid_(grid), plan_(plan), approaches_(approaches) {}

  void plan() {
    plan_.edges.resize(picture_.edges.size());
    plan_.crossings.assign(grid_.columns + 1, 0);
    plan_.lanes_left.assign(grid_.columns, 0);
    plan_.lanes_right.assign(grid_.columns, 0);
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) choose_shape(i);
    choose_sides_of_arcs();
    for (std::size_t column = 0; column < grid_.columns; ++column) {
      plan_.lanes_left[column] = assign_lanes(column, Side::Left);
      plan_.lanes_right[column] = assign_lanes(column, Side::Right);
    }
    assign_ports();
  }

  // Adds ports to a plan that has everything else.
  void assign_ports() {
    const std::size_t count = picture_.nodes.size();
    std::vector<std::vector<End>> left(count);
    std::vector<std::vector<End>> right(count);
    const auto add = [&](std::size_t node, Side side, const End& end) {
      (side == Side::Left ? left : right)[node].push_back(end);
    };
    for (std::size_t i = 0; i < plan_.edges.size(); ++i) {
      const PlannedEdge& planned = plan_.edges[i];
      if (planned.shape == EdgeShape::Down) continue;
      add(picture_.edges[i].from, planned.from_side, end_of(i, true));
      add(picture_.edges[i].to, planned.to_side, end_of(i, false));
    }
    plan_.left_ports = number_ends(left);
    plan_.right_ports = number_ends(right);
  }

 private:
  [[nodiscard]] Grid::Cell from(std::size_t edge) const {
    return grid_.nodes[picture_.edges[edge].from];
  }
  [[nodiscard]] Grid::Cell to(std::size_t edge) const {
    return grid_.nodes[picture_.edges[edge].to];
  }

  void choose_shape(std::size_t edge) {
    PlannedEdge& planned = plan_.edges[edge];
    const std::size_t a = from(edge).column;
    const std::size_t b = to(edge).column;
    if (picture_.edges[edge].relation == "po") {
      planned.shape = EdgeShape::Down;
    } else if (a == b) {
      planned.shape = EdgeShape::Arc;
    } else {
      planned.shape = EdgeShape::Across;
      planned.from_side = a < b ? Side::Right : Side::Left;
      planned.to_side = a < b ? Side::Left : Side::Right;
      for (std::size_t k = std::min(a, b) + 1; k <= std::max(a, b); ++k) ++plan_.crossings[k];
    }
  }

  void choose_sides_of_arcs() {
    std::vector<std::array<std::size_t, 2>> load(grid_.columns);
    for (std::size_t column = 0; column < grid_.columns; ++column) {
      load[column] = {plan_.crossings[column], plan_.crossings[column + 1]};
    }
    for (std::size_t i = 0; i < plan_.edges.size(); ++i) {
      PlannedEdge& planned = plan_.edges[i];
      if (planned.shape != EdgeShape::Arc) continue;
      const std::size_t column = from(i).column;
      const bool is_last = column + 1 == grid_.columns;
      const bool is_right = is_last || (column > 0 && load[column][1] <= load[column][0]);
      planned.from_side = planned.to_side = is_right ? Side::Right : Side::Left;
      load[column][is_right ? 1 : 0] += 2;
    }
  }

  [[nodiscard]] std::pair<std::size_t, std::size_t> rows(std::size_t edge) const {
    return std::minmax({from(edge).row, to(edge).row});
  }

  // Returns the number of lanes.
  std::size_t assign_lanes(std::size_t column, Side side) {
    std::vector<std::size_t> arcs;
    for (std::size_t i = 0; i < plan_.edges.size(); ++i) {
      const PlannedEdge& planned = plan_.edges[i];
      const bool is_here = planned.shape == EdgeShape::Arc && planned.from_side == side;
      if (is_here && from(i).column == column) arcs.push_back(i);
    }
    std::ranges::stable_sort(arcs, {}, [&](std::size_t edge) {
      const auto [top, bottom] = rows(edge);
      return bottom - top;
    });
    std::size_t count = 0;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      std::size_t lane = 0;
      const auto [top, bottom] = rows(arcs[i]);
      for (std::size_t k = 0; k < i; ++k) {
        const auto [other_top, other_bottom] = rows(arcs[k]);
        const bool is_beside = top < other_bottom && other_top < bottom;
        if (is_beside) lane = std::max(lane, plan_.edges[arcs[k]].lane + 1);
      }
      plan_.edges[arcs[i]].lane = lane;
      count = std::max(count, lane + 1);
    }
    return count;
  }

  [[nodiscard]] End end_of(std::size_t edge, bool is_source) const {
    const Grid::Cell here = is_source ? from(edge) : to(edge);
    const Grid::Cell there = is_source ? to(edge) : from(edge);
    const auto number = static_cast<long>(edge);
    const auto lane = static_cast<double>(plan_.edges[edge].lane);
    if (plan_.edges[edge].shape == EdgeShape::Across) {
      auto height = static_cast<double>(there.row);
      if (approaches_ != nullptr) {
        height = is_source ? (*approaches_)[edge].from : (*approaches_)[edge].to;
      }
      return {edge, is_source, {1, height, number}};
    }
    // Joined nodes share a cell: the read is on top.
    const std::size_t other = is_source ? picture_.edges[edge].to : picture_.edges[edge].from;
    const std::size_t self = is_source ? picture_.edges[edge].from : picture_.edges[edge].to;
    const bool goes_up = there.row < here.row || (there.row == here.row && other < self);
    if (goes_up) return {edge, is_source, {0, lane, number}};
    return {edge, is_source, {2, -lane, -number}};
  }

  std::vector<std::size_t> number_ends(std::vector<std::vector<End>>& ends) {
    std::vector<std::size_t> counts;
    for (std::vector<End>& side : ends) {
      std::ranges::sort(side, {}, &End::key);
      for (std::size_t i = 0; i < side.size(); ++i) {
        PlannedEdge& planned = plan_.edges[side[i].edge];
        (side[i].is_source ? planned.from_port : planned.to_port) = i;
      }
      counts.push_back(side.size());
    }
    return counts;
  }

  const Picture& picture_;
  const Grid& grid_;
  EdgePlan& plan_;
  const std::vector<Approach>* approaches_;  // null: not known yet
};

}  // namespace

EdgePlan plan_edges(const Picture& picture, const Grid& grid) {
  EdgePlan plan;
  Planner(picture, grid, plan).plan();
  return plan;
}

void sort_ports(const Picture& picture, const Grid& grid, const std::vector<Approach>& approaches,
                EdgePlan& plan) {
  Planner(picture, grid, plan, &approaches).assign_ports();
}

}  // namespace drover::drawing
