#include "drawing/label_places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace drover::drawing {

namespace {

constexpr double SampleStep = 5;
constexpr double CrossingCost = 4;    // per point of another edge behind the name
constexpr double MostCrossings = 30;  // more crossings do not add cost
constexpr double HeadRoom = 12;       // keeps arrow heads visible

// Points of edges, indexed by position.
class PointIndex {
 public:
  void add(Point point, std::size_t edge) { cells_[cell_of(point)].push_back({point, edge}); }

  // Counts points of other edges in a box, up to `most`.
  [[nodiscard]] std::size_t count_in(const Box& box, std::size_t except, std::size_t most) const {
    const auto [left, top] = cell_of({box.x, box.y});
    const auto [right, bottom] = cell_of({box.right(), box.bottom()});
    std::size_t count = 0;
    for (long x = left; x <= right; ++x) {
      for (long y = top; y <= bottom; ++y) {
        const auto cell = cells_.find({x, y});
        if (cell == cells_.end()) continue;
        for (const auto& [point, edge] : cell->second) {
          if (edge == except || !box.contains(point)) continue;
          if (++count >= most) return count;
        }
      }
    }
    return count;
  }

 private:
  using Cell = std::pair<long, long>;
  static Cell cell_of(Point point) {
    constexpr double CellSize = 32;
    return {static_cast<long>(std::floor(point.x / CellSize)),
            static_cast<long>(std::floor(point.y / CellSize))};
  }

  std::map<Cell, std::vector<std::pair<Point, std::size_t>>> cells_;
};

// Short-lived: holds references to its input.
class LabelPlacer {
 public:
  LabelPlacer(const std::vector<Path>& paths, const std::vector<std::string>& names,
              const std::vector<Box>& boxes)
      : names_(names), boxes_(boxes), places_(names.size()) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      samples_.push_back(paths[i].samples(SampleStep));
      for (const Point& point : samples_.back()) points_.add(point, i);
      tips_.add(samples_.back().back(), i);
    }
  }

  std::vector<std::optional<Box>> place() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!names_[i].empty()) order.push_back(i);
    }
    // Short paths have the fewest possible places.
    std::ranges::stable_sort(order, {}, [&](std::size_t edge) { return samples_[edge].size(); });
    for (const std::size_t edge : order) places_[edge] = best_place(edge);
    return std::move(places_);
  }

 private:
  [[nodiscard]] std::optional<Box> best_place(std::size_t edge) const {
    const double width = text_width(names_[edge], LabelFontSize) + 3;
    const double height = LabelFontSize + 2;
    const std::vector<Point>& points = samples_[edge];
    std::optional<Box> best;
    double least = std::numeric_limits<double>::max();
    // Goes from the middle outwards, and stops once the distance alone costs more than the best
    // place. On long paths, tries only some points.
    const std::size_t stride = 1 + points.size() / 100;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::size_t middle = points.size() / 2;
      const std::size_t off = (k + 1) / 2 * stride;
      const std::size_t i = k % 2 == 0 ? middle + off : middle - off;
      if (off > middle || i >= points.size()) continue;
      const Box box{points[i].x - width / 2, points[i].y - height / 2, width, height};
      const double share = static_cast<double>(i) / static_cast<double>(points.size());
      const double off_middle = 30 * std::abs(share - 0.5);
      if (off_middle >= least) break;
      if (is_taken(box) || has_head(box)) continue;
      const double cost = off_middle + cost_of(edge, box, least - off_middle);
      if (cost >= least) continue;
      least = cost;
      best = box;
    }
    return best;
  }

  [[nodiscard]] bool is_taken(const Box& box) const {
    const Box roomy = box.grown(1);
    return std::ranges::any_of(boxes_, [&](const Box& other) { return roomy.overlaps(other); }) ||
           std::ranges::any_of(places_, [&](const std::optional<Box>& other) {
             return other && roomy.overlaps(*other);
           });
  }

  // Stops counting once the cost exceeds `enough`.
  [[nodiscard]] double cost_of(std::size_t edge, const Box& box, double enough) const {
    const double most = std::min(std::ceil(enough / CrossingCost), MostCrossings);
    const std::size_t crossings =
        points_.count_in(box.grown(6), edge, static_cast<std::size_t>(most));
    return CrossingCost * static_cast<double>(crossings);
  }

  // True if the box would cover an arrow head.
  [[nodiscard]] bool has_head(const Box& box) const {
    return tips_.count_in(box.grown(HeadRoom), names_.size(), 1) > 0;
  }

  const std::vector<std::string>& names_;
  const std::vector<Box>& boxes_;
  std::vector<std::vector<Point>> samples_;  // by edge
  PointIndex points_;
  PointIndex tips_;
  std::vector<std::optional<Box>> places_;  // by edge
};

}  // namespace

std::vector<std::optional<Box>> place_labels(const std::vector<Path>& paths,
                                             const std::vector<std::string>& names,
                                             const std::vector<Box>& boxes) {
  return LabelPlacer(paths, names, boxes).place();
}

}  // namespace drover::drawing
