#include "drawing/routing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace drover::drawing {

namespace {

constexpr double Clearance = 6;    // from a node to a passing edge
constexpr double Comfort = 11;     // the same, if there is room
constexpr double PassSpacing = 6;  // between two edges that pass the same nodes
constexpr double CrowdedCost = 80;

// A free stretch of a column.
struct Opening {
  double top = 0;
  double bottom = 0;
  std::size_t below;  // node at its lower end; none: the size of Picture::nodes
};

struct Passage {
  double y = 0;
  bool is_crowded = false;
};

// Short-lived: holds references to its input.
class Router {
 public:
  Router(const Picture& picture, const Grid& grid, const EdgePlan& plan, const Places& places)
      : picture_(picture), grid_(grid), plan_(plan), places_(places), used_(grid.columns) {
    routes_.paths.resize(picture.edges.size());
    routes_.crowded.assign(picture.nodes.size(), 0);
    for (std::size_t column = 0; column < grid.columns; ++column) {
      openings_.push_back(openings_of(column));
    }
  }

  Routes route() {
    std::vector<std::size_t> order(picture_.edges.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    // Short edges first: they have the fewest options.
    std::ranges::stable_sort(order, {}, [&](std::size_t edge) { return span(edge); });
    for (const std::size_t edge : order) routes_.paths[edge] = path_of(edge);
    return std::move(routes_);
  }

 private:
  [[nodiscard]] std::size_t span(std::size_t edge) const {
    const auto [a, b] = std::minmax({grid_.nodes[picture_.edges[edge].from].column,
                                     grid_.nodes[picture_.edges[edge].to].column});
    return b - a;
  }

  [[nodiscard]] std::vector<Opening> openings_of(std::size_t column) const {
    std::vector<std::pair<Box, std::size_t>> obstacles;
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      if (grid_.nodes[i].column == column) obstacles.emplace_back(places_.nodes[i], i);
    }
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      if (!picture_.threads[t].is_drawn() || grid_.headers[t].column != column) continue;
      obstacles.emplace_back(places_.headers[t], picture_.nodes.size());
    }
    std::ranges::sort(obstacles, {}, [](const auto& each) { return each.first.y; });
    std::vector<Opening> out;
    double top = places_.top - 30;
    for (const auto& [box, node] : obstacles) {
      if (box.y - top >= 2 * Clearance) out.push_back({top, box.y, node});
      top = box.bottom();
    }
    out.push_back({top, std::max(top, places_.bottom) + 30, picture_.nodes.size()});
    return out;
  }

  [[nodiscard]] Point port(std::size_t node, Side side, std::size_t index) const {
    const Box& box = places_.nodes[node];
    const std::size_t count = side == Side::Left ? plan_.left_ports[node] : plan_.right_ports[node];
    const double share = static_cast<double>(index + 1) / static_cast<double>(count + 1);
    return {side == Side::Left ? box.x : box.right(), box.y + box.height * share};
  }

  [[nodiscard]] Path path_of(std::size_t edge) {
    const PlannedEdge& planned = plan_.edges[edge];
    const std::size_t from = picture_.edges[edge].from;
    const std::size_t to = picture_.edges[edge].to;
    if (planned.shape == EdgeShape::Down) {
      Path path{{{places_.nodes[from].centre().x, places_.nodes[from].bottom()}}};
      path.line_to({places_.nodes[to].centre().x, places_.nodes[to].y});
      return path;
    }
    const Point start = port(from, planned.from_side, planned.from_port);
    const Point end = port(to, planned.to_side, planned.to_port);
    if (planned.shape == EdgeShape::Arc) return arc(planned, start, end);
    return across(edge, start, end);
  }

  [[nodiscard]] static Path arc(const PlannedEdge& planned, Point start, Point end) {
    const double depth = FirstLane + LaneSpacing * static_cast<double>(planned.lane);
    // The curve reaches three quarters of the distance to its control points.
    const double reach = (planned.from_side == Side::Left ? -1 : 1) * depth * 4 / 3;
    const double height = end.y - start.y;
    Path path{{start}};
    // A long edge runs straight along its lane.
    const double turn = std::min(depth * 1.6, 30.0);
    if (std::abs(height) <= 3 * depth || std::abs(height) <= 2 * turn) {
      path.curve_to({start.x + reach, start.y}, {end.x + reach, end.y}, end);
      return path;
    }
    const double down = height > 0 ? 1 : -1;
    const double lane = start.x + reach * 3 / 4;
    path.curve_to({start.x + reach / 2, start.y}, {lane, start.y + down * turn * 0.4},
                  {lane, start.y + down * turn});
    path.line_to({lane, end.y - down * turn});
    path.curve_to({lane, end.y - down * turn * 0.4}, {end.x + reach / 2, end.y}, end);
    return path;
  }

  [[nodiscard]] Path across(std::size_t edge, Point start, Point end) {
    const std::size_t first = grid_.nodes[picture_.edges[edge].from].column;
    const std::size_t last = grid_.nodes[picture_.edges[edge].to].column;
    const bool goes_right = first < last;
    std::vector<std::size_t> between;
    for (std::size_t k = 1; k < span(edge); ++k) {
      between.push_back(goes_right ? first + k : first - k);
    }
    Path path{{start}};
    const std::vector<double> heights = pass_through(between, start, end);
    for (std::size_t i = 0; i < between.size(); ++i) {
      const double left = places_.column_left[between[i]];
      const double right = places_.column_right[between[i]];
      swing_to(path, {goes_right ? left : right, heights[i]});
      path.line_to({goes_right ? right : left, heights[i]});
    }
    swing_to(path, end);
    return path;
  }

  // Crosses a channel, horizontal at both ends.
  static void swing_to(Path& path, Point end) {
    const Point from = path.end();
    const double part = (end.x - from.x) * 0.36;
    path.curve_to({from.x + part, from.y}, {end.x - part, end.y}, end);
  }

  // Returns the heights at which to cross columns for a short path.
  std::vector<double> pass_through(const std::vector<std::size_t>& columns, Point start,
                                   Point end) {
    struct State {
      double cost = 0;
      std::size_t before = 0;
      Passage passage;
    };
    std::vector<std::vector<State>> states;
    for (const std::size_t column : columns) {
      const double x = (places_.column_left[column] + places_.column_right[column]) / 2;
      const double ideal = start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x);
      std::vector<State> here;
      for (const Opening& opening : openings_[column]) {
        const Passage passage = passage_near(column, opening, ideal);
        State state{std::numeric_limits<double>::max(), 0, passage};
        const double extra =
            std::abs(passage.y - ideal) * 0.2 + (passage.is_crowded ? CrowdedCost : 0);
        if (states.empty()) {
          state.cost = bend(start.y, passage.y) + extra;
        } else {
          for (std::size_t k = 0; k < states.back().size(); ++k) {
            const State& before = states.back()[k];
            const double cost = before.cost + bend(before.passage.y, passage.y) + extra;
            if (cost < state.cost) state = {cost, k, passage};
          }
        }
        here.push_back(state);
      }
      states.push_back(std::move(here));
    }
    std::vector<double> heights(columns.size());
    if (columns.empty()) return heights;
    const auto final_cost = [&](const State& state) {
      return state.cost + bend(state.passage.y, end.y);
    };
    const auto best = std::ranges::min_element(states.back(), {}, final_cost);
    auto at = static_cast<std::size_t>(best - states.back().begin());
    for (std::size_t i = columns.size(); i-- > 0;) {
      const State& state = states[i][at];
      heights[i] = state.passage.y;
      used_[columns[i]].push_back(state.passage.y);
      const std::size_t below = openings_[columns[i]][at].below;
      if (state.passage.is_crowded && below < routes_.crowded.size()) ++routes_.crowded[below];
      at = state.before;
    }
    return heights;
  }

  // Steep curves are hard to follow: the cost grows faster than the height.
  static double bend(double from, double to) {
    const double way = std::abs(to - from);
    return way + way * way / 200;
  }

  // Returns the free height in an opening nearest to the ideal height.
  [[nodiscard]] Passage passage_near(std::size_t column, const Opening& opening,
                                     double ideal) const {
    const double top = opening.top + Clearance;
    const double bottom = opening.bottom - Clearance;
    if (bottom <= top) return {(top + bottom) / 2, false};
    const auto is_free = [&](double y) {
      return std::ranges::none_of(
          used_[column], [&](double other) { return std::abs(other - y) < PassSpacing - 0.01; });
    };
    const double comfort = std::min(Comfort, (opening.bottom - opening.top) / 2);
    const double wanted = std::clamp(ideal, opening.top + comfort, opening.bottom - comfort);
    for (double off = 0; off <= bottom - top; off += PassSpacing / 2) {
      for (const double y : {wanted - off, wanted + off}) {
        if (y >= top - 0.01 && y <= bottom + 0.01 && is_free(y)) return {y, false};
      }
    }
    return {wanted, true};
  }

  const Picture& picture_;
  const Grid& grid_;
  const EdgePlan& plan_;
  const Places& places_;
  std::vector<std::vector<Opening>> openings_;  // by column, from the top
  std::vector<std::vector<double>> used_;       // by column: heights of crossing edges
  Routes routes_;
};

}  // namespace

Routes route_edges(const Picture& picture, const Grid& grid, const EdgePlan& plan,
                   const Places& places) {
  return Router(picture, grid, plan, places).route();
}

ArrowHead arrow_head(Point before, Point tip) {
  const double length = std::hypot(tip.x - before.x, tip.y - before.y);
  const Point along =
      length > 0 ? Point{(tip.x - before.x) / length, (tip.y - before.y) / length} : Point{0, 1};
  const Point base{tip.x - along.x * ArrowLength, tip.y - along.y * ArrowLength};
  const double half = ArrowLength * 0.45;
  return {.tip = tip,
          .left = {base.x - along.y * half, base.y + along.x * half},
          .right = {base.x + along.y * half, base.y - along.x * half},
          .neck = {tip.x - along.x * (ArrowLength - 1), tip.y - along.y * (ArrowLength - 1)}};
}

}  // namespace drover::drawing
