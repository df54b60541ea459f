#include "generate/edge.h"

#include <algorithm>
#include <array>

#include "support/text.h"

namespace drover::generate {

namespace {

using enum Direction;

struct Communication {
  std::string_view name;
  EdgeKind kind;
  Direction from;
  Direction to;
};
// `Ws` is the old name of `Co`.
constexpr std::array Communications{Communication{"Rf", EdgeKind::Rf, Write, Read},
                                    Communication{"Fr", EdgeKind::Fr, Read, Write},
                                    Communication{"Co", EdgeKind::Co, Write, Write},
                                    Communication{"Ws", EdgeKind::Co, Write, Write}};

struct SpanWord {
  std::string_view name;
  Span span;
};
constexpr std::array Spans{SpanWord{"Leave", Span::Leave}, SpanWord{"Back", Span::Back},
                           SpanWord{"e", Span::External}, SpanWord{"i", Span::Internal}};

constexpr char letter(Direction direction) {
  return direction == Read ? 'R' : direction == Write ? 'W' : '*';
}

// Reads from the left of a text.
class WordReader {
 public:
  WordReader(std::string_view text, const Architecture& architecture)
      : rest_(text), architecture_(architecture) {}

  std::optional<Edge> run() {
    std::optional<Edge> found = read_kind();
    if (!found || !read_annotations(*found)) return std::nullopt;
    return found;
  }

 private:
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::optional<Direction> direction() {
    for (const Direction each : {Read, Write, Any}) {
      if (!rest_.empty() && rest_.front() == letter(each)) {
        rest_.remove_prefix(1);
        return each;
      }
    }
    return std::nullopt;
  }

  // Reads `dWR`, or `dR` if the first direction is given.
  bool read_extent(Edge& edge, bool has_from) {
    const std::string_view before = rest_;
    if (rest_.empty() || (rest_.front() != 's' && rest_.front() != 'd')) return false;
    edge.changes_location = rest_.front() == 'd';
    rest_.remove_prefix(1);
    const auto first = direction();
    const auto second = has_from ? direction() : std::nullopt;
    if (!first || (has_from && !second)) {
      rest_ = before;
      return false;
    }
    edge.from = has_from ? *first : Read;
    edge.to = has_from ? *second : *first;
    return true;
  }

  std::optional<Edge> read_kind() {
    const std::string_view all = rest_;
    for (const auto reader :
         {&WordReader::communication, &WordReader::program_order, &WordReader::dependency,
          &WordReader::fence, &WordReader::rmw, &WordReader::others}) {
      rest_ = all;
      if (const auto found = (this->*reader)()) return found;
    }
    return std::nullopt;
  }

  std::optional<Edge> communication() {
    if (take("Hat")) {
      return Edge{.kind = EdgeKind::Hat, .span = Span::External, .from = Read, .to = Read};
    }
    for (const Communication& each : Communications) {
      if (!take(each.name)) continue;
      for (const SpanWord& span : Spans) {
        if (take(span.name)) {
          return Edge{.kind = each.kind, .span = span.span, .from = each.from, .to = each.to};
        }
      }
      return std::nullopt;
    }
    return std::nullopt;
  }
  // Same-location program order that communicates is communication: PosWR is Rfi but does not ask
  // for the value. It stays program order here.
  std::optional<Edge> program_order() {
    Edge edge;
    return take("Po") && read_extent(edge, true) ? std::optional(edge) : std::nullopt;
  }
  std::optional<Edge> dependency() {
    Edge edge{.kind = EdgeKind::Dependency, .from = Read};
    const std::string_view all = rest_;
    if (take("Dp")) {
      const std::string_view name = rest_;
      for (std::size_t i = architecture_.dependencies.size(); i-- > 0;) {
        rest_ = name;
        edge.word = static_cast<std::uint8_t>(i);
        if (!take(architecture_.dependencies[i].name) || !read_extent(edge, false)) continue;
        // Data leads to writes only.
        if (architecture_.dependencies[i].kind != DependencyKind::Data) return edge;
        if (edge.to != Read) return edge;
      }
      rest_ = name;
      // The short form: an address dependency to a read, a data dependency to a write.
      if (!architecture_.dependencies.empty() && read_extent(edge, false) && edge.to != Any) {
        edge.word = edge.to == Read ? 0 : 1;
        return edge;
      }
    }
    rest_ = all;
    if (!architecture_.dependencies.empty() && take("Ctrl") && read_extent(edge, false) &&
        edge.to != Any) {
      edge.word =
          edge.to == Read ? static_cast<std::uint8_t>(architecture_.fence_of_dependency) : 2;
      return edge;
    }
    return std::nullopt;
  }
  std::optional<Edge> fence() {
    Edge edge{.kind = EdgeKind::Fence};
    const std::string_view all = rest_;
    // Longest names first: `Fence.r.rw` before `Fence.r.r`.
    std::optional<Edge> best;
    std::string_view best_rest;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < architecture_.fences.size(); ++i) {
      rest_ = all;
      const std::string_view name = architecture_.fences[i].name;
      if (name.size() < longest || !take(name)) continue;
      edge.word = static_cast<std::uint8_t>(i);
      const bool is_insert = rest_.empty();
      if (!is_insert && !read_extent(edge, true)) continue;
      edge.kind = is_insert ? EdgeKind::Insert : EdgeKind::Fence;
      best = edge;
      best_rest = rest_;
      longest = name.size();
    }
    if (best) {
      rest_ = best_rest;
      return best;
    }
    rest_ = all;
    edge.word = static_cast<std::uint8_t>(architecture_.strongest);
    edge.kind = EdgeKind::Fence;
    return take("Fence") && read_extent(edge, true) ? std::optional(edge) : std::nullopt;
  }
  std::optional<Edge> rmw() {
    Edge edge{.kind = EdgeKind::Rmw, .from = Read, .to = Write};
    for (std::size_t i = 0; i < architecture_.rmws.size(); ++i) {
      edge.word = static_cast<std::uint8_t>(i);
      if (take(architecture_.rmws[i].name)) return edge;
    }
    edge.word = 0;
    return !architecture_.rmws.empty() && take("Rmw") ? std::optional(edge) : std::nullopt;
  }
  std::optional<Edge> others() {
    if (take("Store")) return Edge{.kind = EdgeKind::Store};
    for (const std::string_view word : {"Read", "Write", "R", "W"}) {
      if (rest_ != word) continue;
      rest_ = {};
      const Direction at = word.front() == 'R' ? Read : Write;
      return Edge{.kind = EdgeKind::Node, .from = at, .to = at};
    }
    return std::nullopt;
  }

  // Reads two annotations, or none. If there are two ways to cut, takes one that fits directions.
  bool read_annotations(Edge& edge) {
    if (rest_.empty()) return true;
    if (edge.is_pseudo()) return false;
    bool is_found = false;
    for (std::size_t cut = 1; cut < rest_.size(); ++cut) {
      const auto first = read_annotation(rest_.substr(0, cut), architecture_);
      const auto second = read_annotation(rest_.substr(cut), architecture_);
      if (!first || !second) continue;
      if (is_found && !(fits(*first, edge.from) && fits(*second, edge.to))) continue;
      edge.first = *first;
      edge.second = *second;
      is_found = true;
    }
    return is_found;
  }
  [[nodiscard]] bool fits(Annotation annotation, Direction direction) const {
    const AnnotationWord& word = architecture_.annotations[annotation];
    return direction == Any || !(direction == Read ? word.load : word.store).empty();
  }

  std::string_view rest_;
  const Architecture& architecture_;
};

std::string extent(const Edge& edge, bool has_from) {
  std::string text(1, edge.changes_location ? 'd' : 's');
  if (has_from) text += letter(edge.from);
  return text + letter(edge.to);
}

}  // namespace

std::string print_bare(const Edge& edge, const Architecture& architecture) {
  switch (edge.kind) {
    case EdgeKind::Rf:
    case EdgeKind::Fr:
    case EdgeKind::Co: {
      const auto* name = std::ranges::find(Communications, edge.kind, &Communication::kind);
      const auto* span = std::ranges::find(Spans, edge.span, &SpanWord::span);
      return std::string(name->name).append(span->name);
    }
    case EdgeKind::Hat: return "Hat";
    case EdgeKind::Po: return "Po" + extent(edge, true);
    case EdgeKind::Fence:
      return std::string(architecture.fences[edge.word].name) + extent(edge, true);
    case EdgeKind::Dependency:
      return "Dp" + std::string(architecture.dependencies[edge.word].name) + extent(edge, false);
    case EdgeKind::Rmw: return std::string(architecture.rmws[edge.word].name);
    case EdgeKind::Insert: return std::string(architecture.fences[edge.word].name);
    case EdgeKind::Store: return "Store";
    case EdgeKind::Node: return std::string(1, letter(edge.from));
  }
  return "";
}

std::string print(const Edge& edge, const Architecture& architecture) {
  std::string text = print_bare(edge, architecture);
  const auto is_plain = [](Annotation each) { return each == 0 || each == NotAnnotated; };
  if (edge.is_pseudo() || (is_plain(edge.first) && is_plain(edge.second))) return text;
  for (const Annotation each : {edge.first, edge.second}) {
    text += architecture.annotations[is_plain(each) ? 0 : each].name;
  }
  return text;
}

std::string print(const std::vector<Edge>& edges, const Architecture& architecture) {
  return joined(edges, " ", [&](const Edge& edge) { return print(edge, architecture); });
}

std::optional<Edge> read_edge(std::string_view word, const Architecture& architecture) {
  return WordReader(word, architecture).run();
}

std::optional<Annotation> read_annotation(std::string_view word, const Architecture& architecture) {
  for (std::size_t i = 0; i < architecture.annotations.size(); ++i) {
    if (architecture.annotations[i].name == word) return static_cast<Annotation>(i);
  }
  return std::nullopt;
}

}  // namespace drover::generate
