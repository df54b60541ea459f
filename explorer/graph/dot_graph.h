#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace drover {

// A drawing as DOT: vertices and edges with a text and further attributes each.
class DotGraph {
 public:
  // `attributes` as in DOT: "shape=box, color=red"; may be empty.
  std::size_t add_vertex(std::string text, std::string attributes);
  void add_edge(std::size_t from, std::size_t to, std::string text, std::string attributes);

  [[nodiscard]] std::string text(const std::string& name) const;

 private:
  struct Vertex {
    std::string text;
    std::string attributes;
  };
  struct Edge {
    std::size_t from;
    std::size_t to;
    std::string text;
    std::string attributes;
  };
  std::vector<Vertex> vertices_;
  std::vector<Edge> edges_;
};

[[nodiscard]] std::string dot_escaped(const std::string& text);

}  // namespace drover
