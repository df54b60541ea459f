#include "drawing/label_places.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "drawing/text_size.h"

namespace drover {

namespace {

constexpr double SampleStep = 5;
constexpr double CrossingCost = 4;  // for each point of another edge behind the name
constexpr double TipCost = 12;      // for hiding the head of an arrow

// A short-lived worker: holds references to what it places names on.
class LabelPlacer {
 public:
  LabelPlacer(const std::vector<Path>& paths, const std::vector<std::string>& names,
              const std::vector<Box>& boxes)
      : names_(names), boxes_(boxes), places_(names.size()) {
    for (const Path& path : paths) samples_.push_back(path.samples(SampleStep));
  }

  std::vector<std::optional<Box>> place() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!names_[i].empty()) order.push_back(i);
    }
    // Short paths have the fewest places.
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
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Box box{points[i].x - width / 2, points[i].y - height / 2, width, height};
      if (is_taken(box)) continue;
      const double share = static_cast<double>(i) / static_cast<double>(points.size());
      const double cost = 30 * std::abs(share - 0.5) + cost_of(edge, box);
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

  [[nodiscard]] double cost_of(std::size_t edge, const Box& box) const {
    double cost = 0;
    for (std::size_t other = 0; other < samples_.size(); ++other) {
      if (box.grown(5).contains(samples_[other].back())) cost += TipCost;
      if (other == edge) continue;
      for (const Point& point : samples_[other]) {
        if (box.grown(3).contains(point)) cost += CrossingCost;
      }
    }
    return cost;
  }

  const std::vector<std::string>& names_;
  const std::vector<Box>& boxes_;
  std::vector<std::vector<Point>> samples_;  // by edge
  std::vector<std::optional<Box>> places_;   // by edge
};

}  // namespace

std::vector<std::optional<Box>> place_labels(const std::vector<Path>& paths,
                                             const std::vector<std::string>& names,
                                             const std::vector<Box>& boxes) {
  return LabelPlacer(paths, names, boxes).place();
}

}  // namespace drover
