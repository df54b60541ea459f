#include "drawing/geometry.h"

#include <algorithm>
#include <cmath>

#include "words/styles.h"

namespace drover::drawing {

namespace {

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Point on_curve(const Point* p, double t) {
  const double s = 1 - t;
  const double a = s * s * s;
  const double b = 3 * s * s * t;
  const double c = 3 * s * t * t;
  const double d = t * t * t;
  return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
          a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

}  // namespace

std::vector<Point> Path::samples(double step) const {
  std::vector<Point> out{points.front()};
  for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
    const Point* p = &points[i];
    const double bound = distance(p[0], p[1]) + distance(p[1], p[2]) + distance(p[2], p[3]);
    // A curve is at most three times as fast as the longest leg of its control polygon. If that leg
    // is at most half of the polygon's length, points are at most `step` apart.
    const auto pieces = static_cast<std::size_t>(std::max(1.0, std::ceil(bound * 1.5 / step)));
    for (std::size_t k = 1; k <= pieces; ++k) {
      out.push_back(on_curve(p, static_cast<double>(k) / static_cast<double>(pieces)));
    }
  }
  return out;
}

double text_width(std::string_view text, double font_size) {
  constexpr double Advance = 0.602;  // of DejaVu Sans Mono; others are narrower
  return static_cast<double>(words::columns_of(text)) * font_size * Advance;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t characters) {
  std::vector<std::string> lines;
  characters = std::max<std::size_t>(characters, 1);
  while (words::columns_of(text) > characters) {
    std::size_t end = words::bytes_of(text, characters);
    const std::size_t space = text.rfind(' ', end);
    const bool has_space = space != std::string_view::npos && space > 0;
    if (has_space) end = space;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(has_space ? end + 1 : end);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace drover::drawing
