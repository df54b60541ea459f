#include "drawing/dot_writer.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "drawing/layout.h"
#include "drawing/relation_style.h"
#include "explorer/graph/dot_graph.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

std::string dot_quoted(const std::string& text) { return format("\"{}\"", dot_escaped(text)); }

// A short-lived worker: holds a reference to the picture.
class DotWriter {
 public:
  explicit DotWriter(const Picture& picture)
      : picture_(picture), styles_(relation_styles(picture.relations)) {}

  std::string write() {
    out_ = "digraph execution {\n";
    const std::string title = title_text();
    if (!title.empty()) out_ += format("  label={};\n  labelloc=t;\n", dot_quoted(title));
    out_ +=
        "  node [shape=box, fontname=monospace, fontsize=11];\n"
        "  edge [fontname=monospace, fontsize=10];\n";
    for (const std::size_t node : picture_.initial) write_node(node, "  ");
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) write_thread(t);
    for (const PictureEdge& edge : picture_.edges) write_edge(edge);
    return out_ + "}\n";
  }

 private:
  [[nodiscard]] std::string title_text() const {
    std::string text = picture_.title;
    for (const Caption& caption : picture_.captions) text += "\n" + caption.text;
    for (std::size_t i = 0; i < picture_.remarks.size(); ++i) {
      text += format("\n*{} {}", i + 1, picture_.remarks[i]);
    }
    return text;
  }

  // Nodes are called after their events, endings after their threads.
  [[nodiscard]] std::string name_of(std::size_t index) const {
    const PictureNode& node = picture_.nodes[index];
    return node.event.is_none() ? format("end{}", node.thread.value)
                                : format("e{}", node.event.value);
  }

  void write_node(std::size_t index, std::string_view indent) {
    const PictureNode& node = picture_.nodes[index];
    std::string label = node_text(node);
    if (node.line != 0) label += format("  [{}]", node.line);
    const bool is_dashed = node.kind == NodeKind::Initial || node.kind == NodeKind::Ending;
    out_ += format("{}{} [label={}{}{}];\n", indent, name_of(index), dot_quoted(label),
                   is_dashed ? ", style=dashed" : "",
                   node.is_alarming ? format(", color=\"{}\", penwidth=2", AlarmColour) : "");
  }

  void write_thread(std::size_t index) {
    const PictureThread& thread = picture_.threads[index];
    out_ += format("  subgraph cluster_{} {{\n    label={};\n    color=gray;\n", index,
                   dot_quoted(thread.name));
    for (const std::size_t node : thread.nodes) write_node(node, "    ");
    out_ += "  }\n";
    // The halves of a read-modify-write, which have no edge of their own.
    for (const std::size_t node : thread.nodes) {
      if (!picture_.nodes[node].is_joined) continue;
      out_ += format("  {} -> {} [label=rmw, dir=none];\n", name_of(node - 1), name_of(node));
    }
  }

  void write_edge(const PictureEdge& edge) {
    const RelationStyle& style =
        *std::ranges::find(styles_, edge.relation, &RelationStyle::relation);
    const bool is_po = edge.relation == "po";
    const std::string_view colour = edge.is_in_cycle ? AlarmColour : style.colour;
    out_ += format("  {} -> {} [label={}, color=\"{}\", fontcolor=\"{}\"{}{}{}];\n",
                   name_of(edge.from), name_of(edge.to), dot_quoted(edge.relation), colour, colour,
                   style.dot_style == "solid" ? "" : format(", style={}", style.dot_style),
                   edge.is_in_cycle ? ", penwidth=2" : "", is_po ? "" : ", constraint=false");
  }

  const Picture& picture_;
  std::vector<RelationStyle> styles_;
  std::string out_;
};

}  // namespace

std::string write_dot(const Picture& picture) { return DotWriter(picture).write(); }

}  // namespace drover::drawing
