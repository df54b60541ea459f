#include "explorer/graph/dot_graph.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "support/format.h"

namespace drover {

namespace {

std::string attribute_list(const std::string& text, const std::string& attributes) {
  return format("[label=\"{}\"{}{}]", dot_escaped(text), attributes.empty() ? "" : ", ",
                attributes);
}

}  // namespace

std::string dot_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? "\\n" : std::string(1, c);
  }
  return out;
}

std::size_t DotGraph::add_vertex(std::string text, std::string attributes) {
  vertices_.push_back({std::move(text), std::move(attributes)});
  return vertices_.size() - 1;
}

void DotGraph::add_edge(std::size_t from, std::size_t to, std::string text,
                        std::string attributes) {
  edges_.push_back({from, to, std::move(text), std::move(attributes)});
}

std::string DotGraph::text(const std::string& name) const {
  std::string out = format("digraph G {{\n// {}\nnode [fontname=\"monospace\"]\n", name);
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    out += format("{}{};\n", i, attribute_list(vertices_[i].text, vertices_[i].attributes));
  }
  std::vector<const Edge*> edges;
  edges.reserve(edges_.size());
  for (const Edge& edge : edges_) edges.push_back(&edge);
  std::ranges::stable_sort(edges, {}, &Edge::from);
  for (const Edge* edge : edges) {
    out += format("{}->{} {};\n", edge->from, edge->to,
                  attribute_list(edge->text, edge->attributes));
  }
  return out + "}\n";
}

}  // namespace drover
