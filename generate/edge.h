#pragma once

// Edges: how two accesses of a cycle follow each other.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/architecture.h"

namespace drover::generate {

enum class Direction : std::uint8_t { Read, Write, Any };

enum class EdgeKind : std::uint8_t {
  Rf,
  Fr,
  Co,
  Hat,  // two reads of one value in different threads
  Po,
  Fence,
  Dependency,
  Rmw,
  Insert,  // a fence inside the edge before it
  Store,   // one more store at the start of the thread
  Node     // an isolated event
};

// The direction of the edge. Code between Leave and Back runs in another thread.
enum class Span : std::uint8_t { Internal, External, Leave, Back };

// An annotation of the architecture, by number. 0 is the plain one.
using Annotation = std::uint8_t;
inline constexpr Annotation NotAnnotated = 255;

struct Edge {
  EdgeKind kind = EdgeKind::Po;
  Span span = Span::Internal;
  bool changes_location = false;
  Direction from = Direction::Any;
  Direction to = Direction::Any;
  std::uint8_t word = 0;  // of the architecture's fences, dependencies or read-modify-writes
  Annotation first = NotAnnotated;
  Annotation second = NotAnnotated;

  friend bool operator==(const Edge&, const Edge&) = default;

  // Whether the edge has one end only: it says something of the event there.
  [[nodiscard]] bool is_pseudo() const {
    return kind == EdgeKind::Insert || kind == EdgeKind::Store || kind == EdgeKind::Node;
  }
  [[nodiscard]] bool is_communication() const {
    return kind == EdgeKind::Rf || kind == EdgeKind::Fr || kind == EdgeKind::Co;
  }
  // Whether a thread ends here. A thread that is left is come back to.
  [[nodiscard]] bool ends_thread() const { return span == Span::External; }
};

// Returns `PodWWPL`; both annotations if one is not plain.
[[nodiscard]] std::string print(const Edge& edge, const Architecture& architecture);
[[nodiscard]] std::string print(const std::vector<Edge>& edges, const Architecture& architecture);
// Returns the edge without its annotations: `PodWW`.
[[nodiscard]] std::string print_bare(const Edge& edge, const Architecture& architecture);

// Reads one word: `PodWW`, `RfeLA`, `DMB.SYd*W`. Nothing if it is no edge.
[[nodiscard]] std::optional<Edge> read_edge(std::string_view word,
                                            const Architecture& architecture);
[[nodiscard]] std::optional<Annotation> read_annotation(std::string_view word,
                                                        const Architecture& architecture);

}  // namespace drover::generate
