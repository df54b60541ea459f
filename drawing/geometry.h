#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace drover::drawing {

// A place in pixels: x to the right, y downwards.
struct Point {
  double x = 0;
  double y = 0;

  bool operator==(const Point&) const = default;
};

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
  [[nodiscard]] Point centre() const { return {x + width / 2, y + height / 2}; }
  [[nodiscard]] Box grown(double by) const {
    return {x - by, y - by, width + 2 * by, height + 2 * by};
  }
  [[nodiscard]] bool contains(Point p) const {
    return p.x > x && p.x < right() && p.y > y && p.y < bottom();
  }
  // True if the boxes share more than borders.
  [[nodiscard]] bool overlaps(const Box& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
  bool operator==(const Box&) const = default;
};

// Connected cubic Bézier curves: the start, then for each curve two control points and its end.
struct Path {
  std::vector<Point> points;

  [[nodiscard]] Point start() const { return points.front(); }
  [[nodiscard]] Point end() const { return points.back(); }
  void curve_to(Point control1, Point control2, Point end) {
    points.insert(points.end(), {control1, control2, end});
  }
  void line_to(Point end) {
    const Point from = points.back();
    curve_to({from.x + (end.x - from.x) / 3, from.y + (end.y - from.y) / 3},
             {from.x + (end.x - from.x) * 2 / 3, from.y + (end.y - from.y) * 2 / 3}, end);
  }
  // Returns points along the curves, at most about `step` apart, including both ends.
  [[nodiscard]] std::vector<Point> samples(double step) const;
  bool operator==(const Path&) const = default;
};

// Returns the width of a text in a monospaced font, with little to spare.
[[nodiscard]] double text_width(std::string_view text, double font_size);

// Splits a text into lines of at most `characters`, at spaces where possible.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t characters);

}  // namespace drover::drawing
