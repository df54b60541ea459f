#include "drawing/frame.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "drawing/text_size.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

constexpr double Margin = 16;
constexpr double LeastWidth = 330;  // minimal width of texts around a drawing

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
  for (PlacedEdge& edge : layout.edges) {
    for (Point& point : edge.path.points) point = {point.x + x, point.y + y};
    if (edge.label) move_box(*edge.label);
  }
}

// Short-lived: adds the texts around the drawing.
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
      add_entry({.style = {.relation = missing.relation},
                 .has_sample = false,
                 .text = missing_text(missing)});
    }
    if (!layout_.legend.empty()) y_ += line;
  }

  const Picture& picture_;
  Layout& layout_;
  double width_ = 0;
  double y_ = Margin - 4;
};

}  // namespace

void add_frame(const Picture& picture, Layout& layout) { Frame(picture, layout).add(); }

}  // namespace drover::drawing
