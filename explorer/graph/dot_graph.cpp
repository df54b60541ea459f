#include "explorer/graph/dot_graph.h"

#pragma GCC diagnostic push
// Inlined from Boost's headers once optimised, where it is none of ours. Clang has no
// such warning.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#pragma GCC diagnostic pop
#include <sstream>
#include <utility>

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
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                                      boost::no_property, const Edge*>;
  Graph graph(vertices_.size());
  for (const Edge& edge : edges_) boost::add_edge(edge.from, edge.to, &edge, graph);
  std::ostringstream out;
  boost::write_graphviz(
      out, graph,
      [this](std::ostream& to, std::size_t vertex) {
        to << attribute_list(vertices_[vertex].text, vertices_[vertex].attributes);
      },
      [&graph](std::ostream& to, const Graph::edge_descriptor& edge) {
        to << attribute_list(graph[edge]->text, graph[edge]->attributes);
      },
      [&name](std::ostream& to) { to << "// " << name << "\nnode [fontname=\"monospace\"]\n"; });
  return out.str();
}

}  // namespace drover
