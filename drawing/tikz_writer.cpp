#include "drawing/writers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "drawing/label_places.h"
#include "drawing/layout.h"
#include "drawing/routing.h"
#include "drawing/style.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::drawing {

namespace {

// Size of a pixel in TeX's big points.
constexpr double PointsPerPixel = 0.75;

std::string tex_number(double value) {
  const double rounded = std::round(value * 100) / 100;
  std::string text = format("{:.2f}", rounded == 0 ? 0.0 : rounded);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string length(double pixels) { return tex_number(pixels * PointsPerPixel) + "bp"; }

// Escapes `text` for LaTeX; arrows and other signs missing in fonts become commands.
std::string tex_escaped(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 23> Signs{{
      {"\\", "\\textbackslash{}"},
      {"{", "\\{"},
      {"}", "\\}"},
      {"$", "\\$"},
      {"&", "\\&"},
      {"#", "\\#"},
      {"%", "\\%"},
      {"_", "\\_"},
      {"^", "\\textasciicircum{}"},
      {"~", "\\textasciitilde{}"},
      {"`", "\\textasciigrave{}"},
      {"→", "$\\rightarrow$"},
      {"⊥", "$\\bot$"},
      {"∪", "$\\cup$"},
      {"∩", "$\\cap$"},
      {"≠", "$\\neq$"},
      {"≤", "$\\leq$"},
      {"≥", "$\\geq$"},
      {"⁺", "$^{+}$"},
      {"–", "--"},
      {"…", "\\ldots{}"},
      {"-", "{-}"},  // no ligatures
      {"×", "$\\times$"},
  }};
  std::string out;
  while (!text.empty()) {
    const auto sign =
        std::ranges::find_if(Signs, [&](const auto& each) { return text.starts_with(each.first); });
    if (sign != Signs.end()) {
      out += sign->second;
      text.remove_prefix(sign->first.size());
      continue;
    }
    out += static_cast<unsigned char>(text.front()) < ' ' ? ' ' : text.front();
    text.remove_prefix(1);
  }
  return out;
}

// Short-lived: holds references to its input.
class TikzWriter {
 public:
  TikzWriter(const Picture& picture, Theme theme)
      : picture_(picture),
        theme_(theme),
        palette_(palette_of(theme)),
        layout_(lay_out(picture)),
        styles_(relation_styles(picture.relations)) {}

  std::string write_document() {
    const std::string body = write_picture();
    return format(
        "\\documentclass{{article}}\n"
        "\\usepackage{{fix-cm}}\n"
        "\\usepackage[paperwidth={},paperheight={},margin=0pt]{{geometry}}\n"
        "\\usepackage{{tikz}}\n"
        "\\pagestyle{{empty}}\n"
        "\\setlength{{\\parindent}}{{0pt}}\n"
        "\\setlength{{\\topskip}}{{0pt}}\n"
        "\\begin{{document}}\n{}\\end{{document}}\n",
        length(layout_.width), length(layout_.height), body);
  }

  std::string write_fragment() { return "% Needs \\usepackage{tikz}.\n" + write_picture(); }

 private:
  std::string write_picture() {
    out_ = format(
        "\\begin{{tikzpicture}}[x={0}bp, y=-{0}bp, inner sep=0pt, line cap=butt,\n"
        "    drover/.style={{font=\\ttfamily\\frenchspacing\\fontsize{{#1}}{{#1}}\\selectfont}}]\n",
        tex_number(PointsPerPixel));
    write_colours();
    out_ += format("\\path[use as bounding box{}] (0,0) rectangle ({},{});\n",
                   palette_.page == "#ffffff" ? "" : ", fill=" + colour(palette_.page),
                   tex_number(layout_.width), tex_number(layout_.height));
    for (std::size_t i = 0; i < picture_.groups.size(); ++i) write_group(i);
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) write_thread(t);
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) write_edge(i);
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) write_node(i);
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) write_label(i);
    for (const PlacedNote& note : layout_.notes) write_note(note);
    for (const PlacedLegend& entry : layout_.legend) write_legend(entry);
    return out_ + "\\end{tikzpicture}%\n";
  }

  // Colour names are `drover` and digits, unlike those of other packages.
  static std::string colour(std::string_view code) { return format("drover{}", code.substr(1)); }

  void write_colours() {
    std::set<std::string_view> codes{palette_.page,   palette_.ink,         palette_.faint,
                                     palette_.lane,   palette_.lane_border, palette_.read,
                                     palette_.write,  palette_.fence,       palette_.other,
                                     palette_.border, palette_.alarm,       palette_.alarm_fill};
    for (const RelationStyle& style : styles_) codes.insert(colour_of(style, theme_));
    for (const std::string_view code : codes) {
      out_ +=
          format("\\definecolor{{{}}}{{HTML}}{{{}}}\n", colour(code), upper_case(code.substr(1)));
    }
  }

  [[nodiscard]] static std::string at(Point point) {
    return format("({},{})", tex_number(point.x), tex_number(point.y));
  }
  [[nodiscard]] static std::string rectangle(const Box& box) {
    return format("{} rectangle {}", at({box.x, box.y}), at({box.right(), box.bottom()}));
  }

  // `anchor` is the position of the point relative to the text.
  void write_text(Point point, std::string_view anchor, double size, std::string_view ink,
                  const std::string& text, std::string_view more = "") {
    out_ += format("\\node[drover={}, anchor={}, text={}{}] at {} {{{}}};\n",
                   tex_number(size * PointsPerPixel), anchor, colour(ink), more, at(point), text);
  }

  void write_group(std::size_t index) {
    const Box& box = layout_.groups[index];
    out_ += format("\\path[rounded corners={}, draw={}, line width={}] {};\n", length(10),
                   colour(palette_.lane_border), length(1.4), rectangle(box));
    write_text(group_name_at(box), "base west", LegendFontSize, palette_.faint,
               tex_escaped(picture_.groups[index].name));
  }

  void write_thread(std::size_t thread) {
    if (!picture_.threads[thread].is_drawn()) return;
    out_ += format("\\path[rounded corners={}, fill={}, draw={}, line width={}] {};\n", length(8),
                   colour(palette_.lane), colour(palette_.lane_border), length(0.7),
                   rectangle(layout_.lanes[thread]));
    write_text(layout_.headers[thread].centre(), "mid", NodeFontSize, palette_.ink,
               format("\\textbf{{{}}}", tex_escaped(picture_.threads[thread].name)));
  }

  void write_node(std::size_t index) {
    const PictureNode& node = picture_.nodes[index];
    const Box& box = layout_.nodes[index];
    const bool is_dashed = node.kind == NodeKind::Initial || node.kind == NodeKind::Ending;
    out_ +=
        format("\\path[fill={}, draw={}, line width={}{}{}] {};\n", colour(fill_of(node, palette_)),
               colour(node.is_alarming ? palette_.alarm : palette_.border),
               length(node.is_alarming ? 2.2 : 1.1),
               is_half(picture_, index) ? "" : format(", rounded corners={}", length(5)),
               is_dashed ? dash_pattern("4 3") : "", rectangle(box));
    const std::string line = line_text(node);
    const Point middle = box.centre();
    if (line.empty()) {
      write_text(middle, "mid", NodeFontSize, palette_.ink, tex_escaped(node_text(node)));
      return;
    }
    write_text({box.x + 10, middle.y}, "mid west", NodeFontSize, palette_.ink,
               tex_escaped(node_text(node)));
    write_text({box.right() - 8, middle.y}, "mid east", LineFontSize, palette_.faint,
               tex_escaped(line));
  }

  // Converts SVG's dashes: lengths of lines and gaps in turn.
  [[nodiscard]] static std::string dash_pattern(std::string_view dashes) {
    if (dashes.empty()) return "";
    std::string pattern = ", dash pattern=";
    bool is_line = true;
    while (!dashes.empty()) {
      const std::size_t space = dashes.find(' ');
      const std::string part(dashes.substr(0, space));
      pattern += format("{} {} ", is_line ? "on" : "off", length(std::stod(part)));
      is_line = !is_line;
      dashes = space == std::string_view::npos ? "" : dashes.substr(space + 1);
    }
    pattern.pop_back();
    return pattern;
  }

  [[nodiscard]] std::string_view ink_of(const PictureEdge& edge) const {
    return edge.is_in_cycle ? palette_.alarm : colour_of(style_of(edge, styles_), theme_);
  }

  void write_edge(std::size_t index) {
    const PictureEdge& edge = picture_.edges[index];
    const RelationStyle& style = style_of(edge, styles_);
    const std::vector<Point>& points = layout_.edges[index].path.points;
    const ArrowHead head = arrow_head(points[points.size() - 2], points.back());
    out_ += format("\\draw[{}, line width={}{}] {}", colour(ink_of(edge)),
                   length(edge.is_in_cycle ? CycleWidth : style.width), dash_pattern(style.dashes),
                   at(points.front()));
    for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
      const Point end = i + 3 == points.size() ? head.neck : points[i + 2];
      out_ += format(" .. controls {} and {} .. {}", at(points[i]), at(points[i + 1]), at(end));
    }
    out_ += ";\n";
    write_head(head, ink_of(edge));
  }

  void write_head(const ArrowHead& head, std::string_view ink) {
    out_ += format("\\fill[{}] {} -- {} -- {} -- cycle;\n", colour(ink), at(head.tip),
                   at(head.left), at(head.right));
  }

  void write_label(std::size_t index) {
    const std::optional<Box>& box = layout_.edges[index].label;
    if (!box) return;
    const PictureEdge& edge = picture_.edges[index];
    const std::string name = tex_escaped(edge.names());
    write_text(box->centre(), "center", LabelFontSize, ink_of(edge),
               edge.is_in_cycle ? format("\\textbf{{{}}}", name) : name,
               format(", fill={}, inner sep={}", colour(palette_.page), length(1.5)));
  }

  void write_note(const PlacedNote& note) {
    const bool is_title = note.kind == NoteKind::Title;
    const std::string text = tex_escaped(note.text);
    write_text(note.baseline, "base west", is_title ? TitleFontSize : NoteFontSize,
               note.kind == NoteKind::Alarm ? palette_.alarm : palette_.ink,
               is_title ? format("\\textbf{{{}}}", text) : text);
  }

  void write_legend(const PlacedLegend& entry) {
    Point start = entry.start;
    if (entry.has_sample) {
      const std::string_view ink = entry.is_alarm ? palette_.alarm : colour_of(entry.style, theme_);
      const Point tip{start.x + LegendSample, start.y};
      out_ +=
          format("\\draw[{}, line width={}{}] {} -- {};\n", colour(ink),
                 length(entry.is_alarm ? CycleWidth : entry.style.width),
                 dash_pattern(entry.style.dashes), at(start), at({tip.x - ArrowLength + 1, tip.y}));
      write_head(arrow_head(start, tip), ink);
      start.x = tip.x + 6;
    }
    write_text(start, "mid west", LegendFontSize, palette_.ink, tex_escaped(entry.text));
  }

  const Picture& picture_;
  Theme theme_;
  const Palette& palette_;
  Layout layout_;
  std::vector<RelationStyle> styles_;
  std::string out_;
};

}  // namespace

std::string write_tikz(const Picture& picture, Theme theme, TikzForm form) {
  TikzWriter writer(picture, theme);
  return form == TikzForm::Document ? writer.write_document() : writer.write_fragment();
}

}  // namespace drover::drawing
