#include "drawing/writers.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "drawing/layout.h"
#include "drawing/style.h"
#include "explorer/graph/dot_graph.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

std::string dot_quoted(const std::string& text) { return format("\"{}\"", dot_escaped(text)); }

// Returns DOT's nearest style to dashes of SVG.
std::string_view style_of(std::string_view dashes) {
  if (dashes.empty()) return "";
  return dashes.find(' ') <= 1 && dashes[0] <= '4' ? ", style=dotted" : ", style=dashed";
}

// Short-lived: holds a reference to the picture.
class DotWriter {
 public:
  DotWriter(const Picture& picture, Theme theme)
      : picture_(picture),
        theme_(theme),
        palette_(palette_of(theme)),
        styles_(relation_styles(picture.relations)) {}

  std::string write() {
    out_ = "digraph execution {\n";
    const std::string title = title_text();
    if (!title.empty()) out_ += format("  label={};\n  labelloc=t;\n", dot_quoted(title));
    out_ +=
        "  node [shape=box, fontname=monospace, fontsize=11];\n"
        "  edge [fontname=monospace, fontsize=10];\n";
    // Graphviz orders this node's edges only if the node comes first: see write_order.
    out_ += "  order [style=invis, shape=point, ordering=out];\n";
    for (const std::size_t node : picture_.initial) write_node(node, "  ");
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      for (std::size_t i = 0; i < picture_.groups.size(); ++i) {
        if (picture_.groups[i].first != t) continue;
        out_ += format("  subgraph cluster_scope{} {{\n  label={};\n  color=gray;\n", i,
                       dot_quoted(picture_.groups[i].name));
      }
      write_thread(t);
      for (const PictureGroup& group : picture_.groups) {
        if (group.last == t) out_ += "  }\n";
      }
    }
    write_order();
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
    if (picture_.has_legend) {
      for (const MissingRelation& missing : picture_.missing) text += "\n" + missing_text(missing);
    }
    if (text.starts_with('\n')) text.erase(0, 1);
    return text;
  }

  // Names nodes after their events, endings after their threads.
  [[nodiscard]] std::string name_of(std::size_t index) const {
    const PictureNode& node = picture_.nodes[index];
    return node.event.is_none() ? format("end{}", node.thread.value)
                                : format("e{}", node.event.value);
  }

  void write_node(std::size_t index, std::string_view indent) {
    const PictureNode& node = picture_.nodes[index];
    std::string label = node_text(node);
    if (!node.place.empty()) label += format("  [{}]", node.place);
    const bool is_dashed = node.kind == NodeKind::Initial || node.kind == NodeKind::Ending;
    out_ += format("{}{} [label={}{}{}];\n", indent, name_of(index), dot_quoted(label),
                   is_dashed ? ", style=dashed" : "",
                   node.is_alarming ? format(", color=\"{}\", penwidth=2", palette_.alarm) : "");
  }

  void write_thread(std::size_t index) {
    const PictureThread& thread = picture_.threads[index];
    if (!thread.is_drawn()) return;
    out_ += format("  subgraph cluster_{} {{\n    label={};\n    color=gray;\n", index,
                   dot_quoted(thread.name));
    for (const std::size_t node : thread.nodes) write_node(node, "    ");
    // An empty thread still needs a place among the others.
    if (thread.nodes.empty()) out_ += format("    {} [style=invis];\n", first_of(index));
    out_ += "  }\n";
    // The halves of an RMW, which have no drawn edge.
    for (const std::size_t node : thread.nodes) {
      if (!picture_.nodes[node].is_joined) continue;
      out_ += format("  {} -> {} [label=rmw, dir=none];\n", name_of(node - 1), name_of(node));
    }
  }

  // Returns the top node of a thread.
  [[nodiscard]] std::string first_of(std::size_t thread) const {
    const std::vector<std::size_t>& nodes = picture_.threads[thread].nodes;
    return nodes.empty() ? format("none{}", thread) : name_of(nodes.front());
  }

  // Places workers side by side in program text order, below the init thread and above the final
  // thread: Graphviz draws the edges of an invisible node from left to right.
  void write_order() {
    std::vector<std::size_t> workers;
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      if (picture_.threads[t].role == ThreadRole::Worker) workers.push_back(t);
    }
    if (workers.empty()) return;
    const auto write_below = [&](const std::string& upper, const std::string& lower) {
      out_ += format("  {} -> {} [style=invis];\n", upper, lower);
    };
    for (const std::size_t worker : workers) write_below("order", first_of(worker));
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      const PictureThread& thread = picture_.threads[t];
      if (thread.role == ThreadRole::Worker || !thread.is_drawn()) continue;
      if (thread.role == ThreadRole::Init) write_below(name_of(thread.nodes.back()), "order");
      if (thread.role != ThreadRole::Final) continue;
      for (const std::size_t worker : workers) {
        const std::vector<std::size_t>& nodes = picture_.threads[worker].nodes;
        write_below(nodes.empty() ? first_of(worker) : name_of(nodes.back()), first_of(t));
      }
    }
  }

  void write_edge(const PictureEdge& edge) {
    const RelationStyle& style = drawing::style_of(edge, styles_);
    const bool is_po = edge.relation == "po";
    const std::string_view colour = edge.is_in_cycle ? palette_.alarm : colour_of(style, theme_);
    out_ += format("  {} -> {} [label={}, color=\"{}\", fontcolor=\"{}\"{}{}{}];\n",
                   name_of(edge.from), name_of(edge.to), dot_quoted(edge.names()), colour, colour,
                   style_of(style.dashes), edge.is_in_cycle ? ", penwidth=2" : "",
                   is_po || edge.has("sync") ? "" : ", constraint=false");
  }

  const Picture& picture_;
  Theme theme_;
  const Palette& palette_;
  std::vector<RelationStyle> styles_;
  std::string out_;
};

}  // namespace

std::string write_dot(const Picture& picture, Theme theme) {
  return DotWriter(picture, theme).write();
}

}  // namespace drover::drawing
