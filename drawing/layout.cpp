#include "drawing/layout.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "drawing/edge_plan.h"
#include "drawing/grid.h"
#include "drawing/label_places.h"
#include "drawing/routing.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

constexpr double LeastNodeHeight = 28;
constexpr double PortSpacing = 7;
constexpr double HeaderHeight = 24;
constexpr double LanePadding = 8;
constexpr double LeastColumnWidth = 70;
constexpr double GroupPadding = 6;
constexpr double GroupName = 16;  // room for the name of a group, above what is inside
constexpr int MaxAttempts = 6;

constexpr double Margin = 16;       // of the frame
constexpr double LeastWidth = 330;  // minimal width of texts around a drawing

bool is_followed_by_joined(const Picture& picture, std::size_t node) {
  return node + 1 < picture.nodes.size() && picture.nodes[node + 1].is_joined;
}

Box bounds_of(const Picture& picture, const Layout& layout) {
  double left = std::numeric_limits<double>::max();
  double top = left;
  double right = std::numeric_limits<double>::lowest();
  double bottom = right;
  const auto include = [&](const Box& box) {
    left = std::min(left, box.x);
    top = std::min(top, box.y);
    right = std::max(right, box.right());
    bottom = std::max(bottom, box.bottom());
  };
  for (const Box& box : layout.nodes) include(box);
  for (std::size_t t = 0; t < layout.lanes.size(); ++t) {
    if (picture.threads[t].is_drawn()) include(layout.lanes[t]);
  }
  for (const Box& box : layout.groups) include(box);
  for (const PlacedEdge& edge : layout.edges) {
    for (const Point& point : edge.path.samples(10)) include({point.x, point.y, 0, 0});
    if (edge.label) include(*edge.label);
  }
  if (left > right) return {};
  return {left, top, right - left, bottom - top};
}

void move(Layout& layout, double x, double y) {
  const auto move_box = [&](Box& box) {
    box.x += x;
    box.y += y;
  };
  for (Box& box : layout.nodes) move_box(box);
  for (Box& box : layout.headers) move_box(box);
  for (Box& box : layout.lanes) move_box(box);
  for (Box& box : layout.groups) move_box(box);
  for (PlacedEdge& edge : layout.edges) {
    for (Point& point : edge.path.points) point = {point.x + x, point.y + y};
    if (edge.label) move_box(*edge.label);
  }
}

// Adds the frame of a drawing: title and captions above, remarks and legend below. Moves the
// drawing into the frame and sets the total size. Short-lived: holds references to its input.
class Frame {
 public:
  Frame(const Picture& picture, Layout& layout) : picture_(picture), layout_(layout) {}

  void add() {
    const Box drawing = bounds_of(picture_, layout_);
    width_ = std::max(drawing.width, LeastWidth);
    add_notes(NoteKind::Title, picture_.title, TitleFontSize);
    for (const Caption& caption : picture_.captions) {
      add_notes(caption.is_alarming ? NoteKind::Alarm : NoteKind::Caption, caption.text,
                NoteFontSize);
    }
    if (y_ > Margin) y_ += 12;
    move(layout_, Margin + (width_ - drawing.width) / 2 - drawing.x, y_ - drawing.y);
    y_ += drawing.height + 10;
    for (std::size_t i = 0; i < picture_.remarks.size(); ++i) {
      add_notes(NoteKind::Remark, format("*{} {}", i + 1, picture_.remarks[i]), NoteFontSize);
    }
    if (picture_.has_legend) add_legend();
    layout_.width = width_ + 2 * Margin;
    layout_.height = y_ + Margin;
  }

 private:
  void add_notes(NoteKind kind, const std::string& text, double size) {
    if (text.empty()) return;
    const auto room = static_cast<std::size_t>(width_ / text_width("x", size));
    for (std::string& line : wrapped(text, room)) {
      y_ += size * 1.35;
      layout_.notes.push_back({kind, {Margin, y_ - size * 0.3}, std::move(line)});
    }
  }

  void add_legend() {
    y_ += 8;
    double x = Margin;
    const double line = LegendFontSize + 8;
    const auto add_entry = [&](PlacedLegend entry) {
      const double width =
          (entry.has_sample ? LegendSample + 6 : 0) + text_width(entry.text, LegendFontSize);
      if (x > Margin && x + width > Margin + width_) {
        x = Margin;
        y_ += line;
      }
      entry.start = {x, y_ + line / 2};
      x += width + 20;
      layout_.legend.push_back(std::move(entry));
    };
    for (const RelationStyle& style : relation_styles(picture_.relations)) {
      const auto is_own = [&](const PictureEdge& edge) { return edge.relation == style.relation; };
      const auto is_calm = [&](const PictureEdge& edge) {
        return is_own(edge) && !edge.is_in_cycle;
      };
      // The sample looks like the picture's lines: a relation only in the cycle is red, and a
      // relation that shares all its lines with others has no sample.
      add_entry({.style = style,
                 .is_alarm = std::ranges::none_of(picture_.edges, is_calm),
                 .has_sample = std::ranges::any_of(picture_.edges, is_own),
                 .text = style.meaning.empty() ? style.relation
                                               : format("{} {}", style.relation, style.meaning)});
    }
    const bool has_cycle = std::ranges::any_of(picture_.edges, &PictureEdge::is_in_cycle);
    if (has_cycle) add_entry({.is_alarm = true, .text = "the cycle that breaks the axiom"});
    for (const MissingRelation& missing : picture_.missing) {
      add_entry(
          {.style = {{}, missing.relation}, .has_sample = false, .text = missing_text(missing)});
    }
    if (!layout_.legend.empty()) y_ += line;
  }

  const Picture& picture_;
  Layout& layout_;
  double width_ = 0;
  double y_ = Margin - 4;
};

// Short-lived: holds a reference to the picture.
class LayoutMaker {
 public:
  explicit LayoutMaker(const Picture& picture)
      : picture_(picture),
        grid_(make_grid(picture)),
        plan_(plan_edges(picture, grid_)),
        more_room_(grid_.rows.size(), 0) {}

  Layout make() {
    place_columns();
    Routes routes;
    for (int attempt = 0; attempt < MaxAttempts; ++attempt) {
      place_rows();
      routes = route_edges(picture_, grid_, plan_, places_);
      const bool is_settled = !make_room(routes);
      if (is_settled && has_sorted_ports_) break;
      sort_ports_by(routes);
    }
    Layout layout;
    layout.nodes = places_.nodes;
    layout.headers = places_.headers;
    layout.lanes = lanes();
    layout.groups = groups(layout.lanes);
    place_edges(layout, std::move(routes));
    Frame(picture_, layout).add();
    return layout;
  }

 private:
  [[nodiscard]] static double width_of(const PictureNode& node) {
    double width = text_width(node_text(node), NodeFontSize) + 20;
    const std::string line = line_text(node);
    if (!line.empty()) width += text_width(line, LineFontSize) + 10;
    return width;
  }

  [[nodiscard]] double height_of(std::size_t node) const {
    const auto ports =
        static_cast<double>(std::max(plan_.left_ports[node], plan_.right_ports[node]));
    return std::max(LeastNodeHeight, PortSpacing * (ports + 1));
  }

  // Returns the width that a channel reserves for edges between columns. Names of relations must
  // fit.
  [[nodiscard]] double crossing_width(std::size_t channel) const {
    const bool is_outside = channel == 0 || channel == grid_.columns;
    if (is_outside) return 0;
    const double borders = 2 * GroupPadding * static_cast<double>(nesting());
    if (plan_.crossings[channel] == 0) return 28 + borders;
    double longest = 0;
    for (const PictureEdge& edge : picture_.edges) {
      if (edge.relation == "po") continue;
      longest = std::max(longest, text_width(edge.names(), LabelFontSize));
    }
    const double wanted = 56 + longest + 7 * static_cast<double>(plan_.crossings[channel]);
    return std::min(wanted, 150 + longest) + borders;
  }

  // Returns how many boxes are around a thread at most.
  [[nodiscard]] std::size_t nesting() const {
    std::size_t most = 0;
    for (const PictureGroup& group : picture_.groups) most = std::max(most, group.height + 1);
    return most;
  }

  [[nodiscard]] static double lanes_width(std::size_t lanes) {
    return lanes == 0 ? 0 : FirstLane + LaneSpacing * static_cast<double>(lanes - 1) + 4;
  }

  void place_columns() {
    std::vector<double> widths(grid_.columns, LeastColumnWidth);
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      double& width = widths[grid_.nodes[i].column];
      width = std::max(width, width_of(picture_.nodes[i]));
    }
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      if (!picture_.threads[t].is_drawn()) continue;
      double& width = widths[grid_.headers[t].column];
      width = std::max(width, text_width(picture_.threads[t].name, NodeFontSize) + 16);
    }
    double x = 0;
    for (std::size_t column = 0; column < grid_.columns; ++column) {
      x += crossing_width(column) + lanes_width(plan_.lanes_left[column]);
      places_.column_left.push_back(x);
      x += widths[column];
      places_.column_right.push_back(x);
      x += lanes_width(plan_.lanes_right[column]);
    }
  }

  [[nodiscard]] static double gap_above(RowKind above, RowKind below) {
    if (below == RowKind::Header) return 28;
    if (above == RowKind::Header) return 8;
    if (below == RowKind::Initial) return 16;
    return 26;
  }

  void place_rows() {
    places_.nodes.assign(picture_.nodes.size(), {});
    places_.headers.assign(picture_.threads.size(), {});
    std::vector<double> heights(grid_.rows.size(), 0);
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      double height = height_of(i);
      // A joined node stands in the same row.
      if (is_followed_by_joined(picture_, i)) height += height_of(i + 1);
      double& row = heights[grid_.nodes[i].row];
      row = std::max(row, height);
    }
    std::vector<double> tops;
    double y = 0;
    for (std::size_t row = 0; row < grid_.rows.size(); ++row) {
      if (grid_.rows[row] == RowKind::Header) heights[row] = HeaderHeight;
      if (row > 0) y += gap_above(grid_.rows[row - 1], grid_.rows[row]) + more_room_[row];
      if (grid_.rows[row] == RowKind::Header) y += GroupName * static_cast<double>(nesting());
      tops.push_back(y);
      y += heights[row];
    }
    places_.top = 0;
    places_.bottom = y;
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      const Grid::Cell cell = grid_.nodes[i];
      const double left = places_.column_left[cell.column];
      const double width = places_.column_right[cell.column] - left;
      const bool is_joined = picture_.nodes[i].is_joined;
      const double top = is_joined ? places_.nodes[i - 1].bottom() : tops[cell.row];
      places_.nodes[i] = {left, top, width, height_of(i)};
    }
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      if (!picture_.threads[t].is_drawn()) continue;
      const Grid::Cell cell = grid_.headers[t];
      const double left = places_.column_left[cell.column];
      places_.headers[t] = {left, tops[cell.row], places_.column_right[cell.column] - left,
                            HeaderHeight};
    }
  }

  // Widens the gaps above crowded nodes. True if a gap grew.
  bool make_room(const Routes& routes) {
    std::vector<double> needed(more_room_.size(), 0);
    for (std::size_t i = 0; i < routes.crowded.size(); ++i) {
      double& row = needed[grid_.nodes[i].row];
      row = std::max(row, 7 * static_cast<double>(routes.crowded[i]));
    }
    for (std::size_t row = 0; row < needed.size(); ++row) more_room_[row] += needed[row];
    return std::ranges::any_of(needed, [](double room) { return room > 0; });
  }

  // Sorts ports in the order of the edges' paths.
  void sort_ports_by(const Routes& routes) {
    std::vector<Approach> approaches(picture_.edges.size());
    for (std::size_t i = 0; i < approaches.size(); ++i) {
      const std::vector<Point>& points = routes.paths[i].points;
      // Ports are not sorted yet, so an edge to the next column counts as going to the middle of
      // its node.
      const bool is_direct = points.size() <= 4;
      approaches[i] = {is_direct ? places_.nodes[picture_.edges[i].to].centre().y : points[3].y,
                       is_direct ? places_.nodes[picture_.edges[i].from].centre().y
                                 : points[points.size() - 4].y};
    }
    sort_ports(picture_, grid_, approaches, plan_);
    has_sorted_ports_ = true;
  }

  [[nodiscard]] std::vector<Box> lanes() const {
    std::vector<Box> out;
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      if (!picture_.threads[t].is_drawn()) {
        out.emplace_back();
        continue;
      }
      Box lane = places_.headers[t];
      const std::vector<std::size_t>& nodes = picture_.threads[t].nodes;
      if (!nodes.empty()) lane.height = places_.nodes[nodes.back()].bottom() - lane.y;
      out.push_back(
          {lane.x - LanePadding, lane.y, lane.width + 2 * LanePadding, lane.height + LanePadding});
    }
    return out;
  }

  [[nodiscard]] std::vector<Box> groups(const std::vector<Box>& lanes) const {
    std::vector<Box> out;
    for (const PictureGroup& group : picture_.groups) {
      const auto layers = static_cast<double>(group.height + 1);
      const Box& first = lanes[group.first];
      double bottom = 0;
      for (std::size_t t = group.first; t <= group.last; ++t) {
        bottom = std::max(bottom, lanes[t].bottom());
      }
      const double left = first.x - GroupPadding * layers;
      const double top = first.y - GroupName * layers;
      out.push_back({left, top, lanes[group.last].right() + GroupPadding * layers - left,
                     bottom + GroupPadding * layers - top});
    }
    return out;
  }

  void place_edges(Layout& layout, Routes routes) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) {
      const bool is_plain = plan_.edges[i].shape == EdgeShape::Down;
      names.push_back(is_plain ? "" : picture_.edges[i].names());
    }
    std::vector<Box> boxes = layout.nodes;
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      if (picture_.threads[t].is_drawn()) boxes.push_back(layout.headers[t]);
    }
    std::vector<std::optional<Box>> labels = place_labels(routes.paths, names, boxes);
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) {
      layout.edges.push_back({std::move(routes.paths[i]), labels[i]});
    }
  }

  const Picture& picture_;
  Grid grid_;
  EdgePlan plan_;
  bool has_sorted_ports_ = false;
  std::vector<double> more_room_;  // by row: space above it for passing edges
  Places places_;
};

}  // namespace

std::string node_text(const PictureNode& node) {
  std::string text = node.letter.empty() ? node.text : format("{}: {}", node.letter, node.text);
  for (const std::size_t remark : node.remarks) text += format(" *{}", remark + 1);
  return text;
}

bool is_half(const Picture& picture, std::size_t node) {
  return picture.nodes[node].is_joined || is_followed_by_joined(picture, node);
}

std::string line_text(const PictureNode& node) {
  const bool is_number = !node.place.empty() && node.place.find(':') == std::string::npos;
  return is_number ? "line " + node.place : node.place;
}

std::string missing_text(const MissingRelation& missing) {
  return format("{}: {}", missing.relation,
                missing.is_empty ? "empty" : "no pair that does not follow from others");
}

Point group_name_at(const Box& group) { return {group.x + 8, group.y + GroupName - 4}; }

Layout lay_out(const Picture& picture) { return LayoutMaker(picture).make(); }

}  // namespace drover::drawing
