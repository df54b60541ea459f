#include "drawing/writers.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "drawing/geometry.h"
#include "drawing/label_places.h"
#include "drawing/layout.h"
#include "drawing/routing.h"
#include "drawing/style.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

constexpr std::string_view Monospace =
    "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace";

std::string number(double value) {
  // Writes one digit after the point, and no -0.
  const double rounded = std::round(value * 10) / 10;
  std::string text = format("{:.1f}", rounded == 0 ? 0.0 : rounded);
  if (text.ends_with(".0")) text.erase(text.size() - 2);
  return text;
}

// Returns the class of a relation: its name if that is a word of CSS.
std::string class_of(std::string_view relation) {
  std::string out;
  for (const char c : relation) {
    const bool is_fine = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    out += is_fine ? c : '-';
  }
  const bool is_word =
      out == relation && !out.empty() && std::isalpha(static_cast<unsigned char>(out.front())) != 0;
  return is_word ? out : "r-" + out;
}

std::string_view class_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::Initial: return "initial";
    case NodeKind::Read: return "read";
    case NodeKind::Write: return "write";
    case NodeKind::Fence: return "fence";
    case NodeKind::Other: return "other";
    case NodeKind::Ending: return "ending";
  }
  return "other";
}

// Short-lived: holds references to its input.
class SvgWriter {
 public:
  SvgWriter(const Picture& picture, const SvgOptions& options)
      : picture_(picture),
        options_(options),
        layout_(lay_out(picture)),
        styles_(relation_styles(picture.relations)),
        palette_(palette_of(options.theme)) {}

  std::string write() {
    if (options_.is_document) out_ += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    out_ += format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" class="drover-picture" width="{}" )"
        "height=\"{}\" viewBox=\"0 0 {} {}\" font-family=\"{}\" font-size=\"{}\" role=\"img\">\n",
        number(layout_.width), number(layout_.height), number(layout_.width),
        number(layout_.height), Monospace, number(NodeFontSize));
    if (!picture_.title.empty()) {
      out_ += format("<title>{}</title>\n", xml_escaped(picture_.title));
    }
    if (options_.theme == Theme::Viewer) write_dark_style();
    out_ += format("<rect class=\"page\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                   number(layout_.width), number(layout_.height), palette_.page);
    for (std::size_t i = 0; i < picture_.groups.size(); ++i) write_group(i);
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) write_thread(t);
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) write_edge(i);
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) write_node(i);
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) write_label(i);
    for (const PlacedNote& note : layout_.notes) write_note(note);
    for (const PlacedLegend& entry : layout_.legend) write_legend(entry);
    return out_ + "</svg>\n";
  }

 private:
  // CSS rules override the attributes of elements.
  void write_dark_style() {
    const Palette& dark = palette_of(Theme::Dark);
    const std::string_view in = ".drover-picture";
    out_ += "<style>@media (prefers-color-scheme: dark) {\n";
    const auto fill = [&](std::string_view what, std::string_view colour) {
      out_ += format("{} {} {{fill:{}}}\n", in, what, colour);
    };
    fill(".page", dark.page);
    fill("text", dark.ink);
    fill("text.faint", dark.faint);
    out_ += format("{} .lane {{fill:{};stroke:{}}}\n", in, dark.lane, dark.lane_border);
    if (!picture_.groups.empty()) {
      out_ += format("{} .scope {{stroke:{}}}\n", in, dark.lane_border);
    }
    out_ += format("{} .box {{fill:{};stroke:{}}}\n", in, dark.other, dark.border);
    fill(".initial .box", dark.page);
    fill(".read .box", dark.read);
    fill(".write .box", dark.write);
    fill(".fence .box", dark.fence);
    out_ += format("{} .alarm .box {{fill:{};stroke:{}}}\n", in, dark.alarm_fill, dark.alarm);
    for (const RelationStyle& style : styles_) {
      const std::string name = class_of(style.relation);
      out_ += format("{0} .{1} .line {{stroke:{2}}}\n{0} .{1} .head {{fill:{2}}}\n", in, name,
                     style.dark_colour);
      out_ += format("{} text.{} {{fill:{}}}\n", in, name, style.dark_colour);
    }
    out_ +=
        format("{0} .cycle .line {{stroke:{1}}}\n{0} .cycle .head {{fill:{1}}}\n", in, dark.alarm);
    fill("text.cycle", dark.alarm);
    fill("text.alarm", dark.alarm);
    out_ += format("{} text.label {{stroke:{}}}\n", in, dark.page);
    out_ += "}</style>\n";
  }

  void write_group(std::size_t index) {
    const Box& box = layout_.groups[index];
    const Point name = group_name_at(box);
    out_ += format(
        R"(<g class="group"><rect class="scope" {} rx="10" fill="none" stroke="{}" )"
        R"(stroke-width="1.4"/><text class="faint" x="{}" y="{}" font-size="{}" fill="{}">{}</text>)"
        "</g>\n",
        place(box), palette_.lane_border, number(name.x), number(name.y), number(LegendFontSize),
        palette_.faint, xml_escaped(picture_.groups[index].name));
  }

  void write_thread(std::size_t thread) {
    if (!picture_.threads[thread].is_drawn()) return;
    const Box& lane = layout_.lanes[thread];
    const Box& header = layout_.headers[thread];
    const std::string name = xml_escaped(picture_.threads[thread].name);
    out_ +=
        format(R"(<g class="thread" data-thread="{}">)"
               R"(<rect class="lane" {} rx="8" fill="{}" stroke="{}"/>)"
               R"(<text x="{}" y="{}" text-anchor="middle" font-weight="bold" fill="{}">{}</text>)"
               "</g>\n",
               name, place(lane), palette_.lane, palette_.lane_border, number(header.centre().x),
               number(header.centre().y + NodeFontSize * 0.35), palette_.ink, name);
  }

  [[nodiscard]] static std::string place(const Box& box) {
    return format(R"(x="{}" y="{}" width="{}" height="{}")", number(box.x), number(box.y),
                  number(box.width), number(box.height));
  }

  void write_node(std::size_t index) {
    const PictureNode& node = picture_.nodes[index];
    const Box& box = layout_.nodes[index];
    const bool is_event = !node.event.is_none();
    out_ +=
        format(R"(<g class="node {}{}")", class_of(node.kind), node.is_alarming ? " alarm" : "");
    if (is_event) {
      out_ += format(R"( id="{}e{}" data-event="{}")", options_.id_prefix, node.event.value,
                     node.event.value);
    }
    if (!node.letter.empty()) out_ += format(R"( data-letter="{}")", node.letter);
    if (!node.thread.is_none()) {
      out_ += format(R"( data-thread="{}")", xml_escaped(picture_.threads[node.thread.value].name));
    }
    if (node.line != 0) out_ += format(R"( data-line="{}")", node.line);
    const bool is_dashed = node.kind == NodeKind::Initial || node.kind == NodeKind::Ending;
    out_ += format(R"(><rect class="box" {} rx="{}" fill="{}" stroke="{}" stroke-width="{}")"
                   "{}/>",
                   place(box), is_half(picture_, index) ? "0" : "5", fill_of(node, palette_),
                   node.is_alarming ? palette_.alarm : palette_.border,
                   node.is_alarming ? "2.2" : "1.1", is_dashed ? R"( stroke-dasharray="4 3")" : "");
    const double baseline = box.centre().y + NodeFontSize * 0.35;
    const std::string line = line_text(node);
    const bool is_centred = line.empty();
    out_ += format(R"(<text x="{}" y="{}"{} fill="{}">{}</text>)",
                   number(is_centred ? box.centre().x : box.x + 10), number(baseline),
                   is_centred ? R"( text-anchor="middle")" : "", palette_.ink,
                   xml_escaped(node_text(node)));
    if (!line.empty()) {
      out_ += format(R"(<text class="faint" x="{}" y="{}" text-anchor="end" font-size="{}" )"
                     R"(fill="{}">{}</text>)",
                     number(box.right() - 8), number(baseline), number(LineFontSize),
                     palette_.faint, xml_escaped(line));
    }
    if (!node.calls.empty()) out_ += format("<title>{}</title>", xml_escaped(node.calls));
    out_ += "</g>\n";
  }

  [[nodiscard]] std::string_view colour_of(const PictureEdge& edge) const {
    return edge.is_in_cycle ? palette_.alarm
                            : drawing::colour_of(style_of(edge, styles_), options_.theme);
  }

  // Returns all relations of a line, joined by ` + `, which no name contains.
  [[nodiscard]] static std::string relations_of(const PictureEdge& edge) {
    std::string names = edge.relation;
    for (const std::string& name : edge.also) names += " + " + name;
    return xml_escaped(names);
  }

  // Returns an attribute with the event at an edge's end; empty for an ending.
  [[nodiscard]] std::string event_attribute(std::string_view name, std::size_t node) const {
    const EventId event = picture_.nodes[node].event;
    return event.is_none() ? "" : format(R"( {}="{}")", name, event.value);
  }

  void write_edge(std::size_t index) {
    const PictureEdge& edge = picture_.edges[index];
    const RelationStyle& style = style_of(edge, styles_);
    const std::string_view colour = colour_of(edge);
    const double width = edge.is_in_cycle ? CycleWidth : style.width;
    out_ += format(R"(<g class="edge {}{}" data-relation="{}"{}{}>)", class_of(edge.relation),
                   edge.is_in_cycle ? " cycle" : "", relations_of(edge),
                   event_attribute("data-from", edge.from), event_attribute("data-to", edge.to));
    const std::vector<Point>& points = layout_.edges[index].path.points;
    const ArrowHead head = arrow_head(points[points.size() - 2], points.back());
    out_ += format(R"(<path class="line" d="M{} {})", number(points[0].x), number(points[0].y));
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Point p = i + 1 == points.size() ? head.neck : points[i];
      out_ += format("{}{} {}", i % 3 == 1 ? "C" : " ", number(p.x), number(p.y));
    }
    out_ += format(R"(" fill="none" stroke="{}" stroke-width="{}"{}/>)", colour, number(width),
                   style.dashes.empty() ? "" : format(R"( stroke-dasharray="{}")", style.dashes));
    write_head(head, colour);
    out_ += "</g>\n";
  }

  void write_head(const ArrowHead& head, std::string_view colour) {
    out_ += format(R"(<path class="head" d="M{} {}L{} {}L{} {}Z" fill="{}"/>)", number(head.tip.x),
                   number(head.tip.y), number(head.left.x), number(head.left.y),
                   number(head.right.x), number(head.right.y), colour);
  }

  void write_label(std::size_t index) {
    const std::optional<Box>& box = layout_.edges[index].label;
    if (!box) return;
    const PictureEdge& edge = picture_.edges[index];
    out_ +=
        format(R"(<text class="label {}{}" data-relation="{}"{}{} x="{}" y="{}" )"
               R"(text-anchor="middle" font-size="{}"{} fill="{}" stroke="{}" stroke-width="6" )"
               "stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>\n",
               class_of(edge.relation), edge.is_in_cycle ? " cycle" : "", relations_of(edge),
               event_attribute("data-from", edge.from), event_attribute("data-to", edge.to),
               number(box->centre().x), number(box->centre().y + LabelFontSize * 0.34),
               number(LabelFontSize), edge.is_in_cycle ? R"( font-weight="bold")" : "",
               colour_of(edge), palette_.page, label_of(edge));
  }

  // Puts each name in its own element, so that a page can hide it.
  [[nodiscard]] static std::string label_of(const PictureEdge& edge) {
    if (edge.also.empty()) return xml_escaped(edge.relation);
    const auto part = [](std::string_view before, const std::string& name) {
      const std::string text = xml_escaped(name);
      return format(R"(<tspan data-relation="{}">{}{}</tspan>)", text, before, text);
    };
    std::string label = part("", edge.relation);
    for (const std::string& name : edge.also) label += part(", ", name);
    return label;
  }

  void write_note(const PlacedNote& note) {
    const bool is_title = note.kind == NoteKind::Title;
    const std::string_view name = is_title                         ? "title"
                                  : note.kind == NoteKind::Alarm   ? "caption alarm"
                                  : note.kind == NoteKind::Caption ? "caption"
                                                                   : "remark";
    out_ += format(
        "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{} fill=\"{}\">{}</text>\n", name,
        number(note.baseline.x), number(note.baseline.y),
        number(is_title ? TitleFontSize : NoteFontSize), is_title ? R"( font-weight="bold")" : "",
        note.kind == NoteKind::Alarm ? palette_.alarm : palette_.ink, xml_escaped(note.text));
  }

  void write_legend(const PlacedLegend& entry) {
    const RelationStyle& style = entry.style;
    const bool is_relation = !style.relation.empty();
    out_ +=
        format(R"(<g class="legend{}{}" data-relation="{}">)",
               is_relation ? " " + class_of(style.relation) : "", entry.is_alarm ? " cycle" : "",
               is_relation ? xml_escaped(style.relation) : "cycle");
    if (entry.has_sample) write_sample(entry);
    out_ += format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text></g>\n",
                   number(entry.start.x + (entry.has_sample ? LegendSample + 6 : 0)),
                   number(entry.start.y + LegendFontSize * 0.35), number(LegendFontSize),
                   palette_.ink, xml_escaped(entry.text));
  }

  void write_sample(const PlacedLegend& entry) {
    const RelationStyle& style = entry.style;
    const std::string_view colour =
        entry.is_alarm ? palette_.alarm : drawing::colour_of(style, options_.theme);
    const Point tip{entry.start.x + LegendSample, entry.start.y};
    out_ += format(R"(<path class="line" d="M{} {}H{}" fill="none" stroke="{}" )"
                   R"(stroke-width="{}"{}/>)",
                   number(entry.start.x), number(entry.start.y), number(tip.x - ArrowLength + 1),
                   colour, number(entry.is_alarm ? CycleWidth : style.width),
                   style.dashes.empty() ? "" : format(R"( stroke-dasharray="{}")", style.dashes));
    write_head(arrow_head(entry.start, tip), colour);
  }

  const Picture& picture_;
  const SvgOptions& options_;
  Layout layout_;
  std::vector<RelationStyle> styles_;
  const Palette& palette_;
  std::string out_;
};

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

std::string write_svg(const Picture& picture, const SvgOptions& options) {
  return SvgWriter(picture, options).write();
}

}  // namespace drover::drawing
