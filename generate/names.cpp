#include "generate/names.h"

#include <algorithm>
#include <array>
#include <compare>
#include <tuple>
#include <vector>

#include "support/text.h"

namespace drover::generate {

namespace {

struct Nickname {
  std::string_view name;
  std::string_view pairs;
};
constexpr std::array Nicknames{
    Nickname{"SB", "WR+WR"},         Nickname{"MP", "WW+RR"},
    Nickname{"LB", "RW+RW"},         Nickname{"S", "WW+RW"},
    Nickname{"R", "WW+WR"},          Nickname{"2+2W", "WW+WW"},
    Nickname{"WRC", "W+RW+RR"},      Nickname{"RWC", "W+RR+WR"},
    Nickname{"WWC", "W+RW+RW"},      Nickname{"WRR+2W", "W+RR+WW"},
    Nickname{"WRW+WR", "W+RW+WR"},   Nickname{"WRW+2W", "W+RW+WW"},
    Nickname{"ISA2", "WW+RW+RR"},    Nickname{"W+RWC", "WW+RR+WR"},
    Nickname{"Z6.0", "WW+RW+WR"},    Nickname{"Z6.1", "WW+WW+RW"},
    Nickname{"Z6.2", "WW+RW+RW"},    Nickname{"Z6.3", "WW+WW+RR"},
    Nickname{"Z6.4", "WW+WR+WR"},    Nickname{"Z6.5", "WW+WW+WR"},
    Nickname{"3.SB", "WR+WR+WR"},    Nickname{"3.LB", "RW+RW+RW"},
    Nickname{"3.2W", "WW+WW+WW"},    Nickname{"IRIW", "W+RR+W+RR"},
    Nickname{"IRRWIW", "W+RR+W+RW"}, Nickname{"IRWIW", "W+RW+W+RW"},
    Nickname{"4.SB", "WR+WR+WR+WR"}, Nickname{"4.LB", "RW+RW+RW+RW"},
    Nickname{"4.2W", "WW+WW+WW+WW"},
};
// If no edge changes the location.
constexpr std::array OneLocation{Nickname{"CoWW", "WW"},    Nickname{"CoRW1", "RW"},
                                 Nickname{"CoRW2", "W+RW"}, Nickname{"CoWR", "W+WR"},
                                 Nickname{"CoRR", "W+RR"},  Nickname{"CoWR0", "WR"}};

// The edges of a thread: up to the external edge that ends it, without that.
struct Stretch {
  std::vector<Edge> edges;
  Edge end;  // the external edge
  Direction first = Direction::Read;
  Direction last = Direction::Read;
  Annotation annotation = 0;  // of the first access

  [[nodiscard]] bool is_isolated() const { return edges.empty(); }
  [[nodiscard]] std::string pair() const {
    const auto letter = [](Direction each) { return each == Direction::Read ? "R" : "W"; };
    return is_isolated() ? letter(first) : std::string(letter(first)) + letter(last);
  }
};

std::vector<Stretch> stretches(const Cycle& cycle) {
  std::vector<Stretch> out(1);
  bool is_new = true;
  for (const Edge& edge : cycle.edges) {
    if (is_new) {
      out.back().first = edge.from;
      out.back().annotation = edge.first;
      is_new = false;
    }
    if (!edge.ends_thread()) {
      if (edge.kind != EdgeKind::Node) out.back().edges.push_back(edge);
      out.back().last = edge.to;
      continue;
    }
    out.back().last = edge.from;
    out.back().end = edge;
    out.emplace_back();
    is_new = true;
  }
  if (is_new) out.pop_back();
  return out;
}

// The order of threads: W < WW < RR < RW < WR < R.
int rank(const Stretch& stretch) {
  constexpr std::array<std::string_view, 6> Order{"W", "WW", "RR", "RW", "WR", "R"};
  return static_cast<int>(std::ranges::find(Order, stretch.pair()) - Order.begin());
}

// The order of edges where threads do not tell rotations apart.
auto rank(const Edge& edge) {
  constexpr auto kind = [](const Edge& each) {
    switch (each.kind) {
      case EdgeKind::Fence:
      case EdgeKind::Insert: return 0;
      case EdgeKind::Dependency: return 1;
      case EdgeKind::Rf:
      case EdgeKind::Fr:
      case EdgeKind::Co:
      case EdgeKind::Hat: return 2;
      case EdgeKind::Po: return 3;
      case EdgeKind::Rmw:
      case EdgeKind::Store:
      case EdgeKind::Node: return 4;
    }
    return 0;
  };
  // A write comes before a read.
  return std::tuple(kind(edge), edge.word, edge.changes_location, edge.span, edge.kind,
                    edge.from == Direction::Read, edge.to == Direction::Read, edge.first,
                    edge.second);
}

// Whether the rotation that begins at thread `a` comes before the one at thread `b`.
bool begins_before(const std::vector<Stretch>& threads, std::size_t a, std::size_t b) {
  const std::size_t size = threads.size();
  for (std::size_t i = 0; i < size; ++i) {
    const int left = rank(threads[(a + i) % size]);
    const int right = rank(threads[(b + i) % size]);
    if (left != right) return left < right;
  }
  const auto leading = [](const Stretch& each) {
    return std::ranges::find_if(each.edges,
                                [](const Edge& edge) { return edge.span != Span::Internal; }) -
           each.edges.begin();
  };
  if (leading(threads[a]) != leading(threads[b])) return leading(threads[a]) < leading(threads[b]);
  for (std::size_t i = 0; i < size; ++i) {
    const Stretch& left = threads[(a + i) % size];
    const Stretch& right = threads[(b + i) % size];
    const auto before = [](const Edge& one, const Edge& other) { return rank(one) < rank(other); };
    if (std::ranges::lexicographical_compare(left.edges, right.edges, before)) return true;
    if (std::ranges::lexicographical_compare(right.edges, left.edges, before)) return false;
    if (rank(left.end) != rank(right.end)) return rank(left.end) < rank(right.end);
  }
  return false;
}

// Finds the name of a cycle in normal form.
class Namer {
 public:
  explicit Namer(const Cycle& cycle) : cycle_(cycle), threads_(stretches(cycle)) {}

  Name run() {
    Name out;
    std::vector<std::string> pairs;
    for (const Stretch& each : threads_) pairs.push_back(each.pair());
    out.family = family(joined(pairs, "+"));
    std::vector<std::string> tags;
    for (const Stretch& each : threads_) {
      if (!each.is_isolated()) tags.push_back(tag(each.edges));
    }
    out.name = out.family + suffix(tags) + isolated();
    return out;
  }

 private:
  [[nodiscard]] std::string family(const std::string& pairs) {
    if (std::ranges::none_of(cycle_.edges, &Edge::changes_location)) {
      const auto* found = std::ranges::find(OneLocation, pairs, &Nickname::pairs);
      has_coherence_name_ = found != OneLocation.end();
      if (has_coherence_name_) return std::string(found->name);
    }
    const auto* found = std::ranges::find(Nicknames, pairs, &Nickname::pairs);
    return found == Nicknames.end() ? pairs : std::string(found->name);
  }

  [[nodiscard]] std::string suffix(const std::vector<std::string>& tags) const {
    if (tags.empty()) return "";
    const bool are_equal = std::ranges::all_of(tags, [&](auto& each) { return each == tags[0]; });
    if (!are_equal) return "+" + joined(tags, "+");
    if (tags[0] == (has_coherence_name_ ? "pos" : "po")) return "";
    return tags.size() == 1 ? "+" + tags[0] : "+" + tags[0] + "s";
  }

  // The annotations of isolated accesses.
  [[nodiscard]] std::string isolated() const {
    std::string text;
    bool is_any = false;
    for (const Stretch& each : threads_) {
      if (!each.is_isolated()) continue;
      is_any = is_any || each.annotation != 0;
      text += each.annotation == 0 ? "Na" : cycle_.architecture->annotations[each.annotation].name;
    }
    return is_any ? "+" + text : "";
  }

  [[nodiscard]] std::string tag(const std::vector<Edge>& edges) const {
    std::string text;
    bool is_left = false;  // a bracket that was opened just now
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Edge& edge = edges[i];
      if (!text.empty() && !is_left) text += "-";
      is_left = false;
      const Edge* next = i + 1 < edges.size() ? &edges[i + 1] : nullptr;
      const std::string word = tag(edge, next);
      if (edge.span == Span::Leave) text += "[";
      text += word;
      if (edge.span == Span::Back) text += "]";
      text += annotations(edge);
    }
    return text;
  }

  [[nodiscard]] std::string tag(const Edge& edge, const Edge* next) const {
    std::string text = bare_tag(edge);
    if (tells_not(edge, next)) text += edge.to == Direction::Read ? "R" : "W";
    return text;
  }
  [[nodiscard]] std::string annotations(const Edge& edge) const {
    std::string text;
    if (edge.is_pseudo() || (edge.first == 0 && edge.second == 0)) return text;
    for (const Annotation each : {edge.first, edge.second}) {
      text += each == 0 ? std::string(cycle_.architecture->plain)
                        : lower_case(cycle_.architecture->annotations[each].name);
    }
    return text;
  }
  // Whether neither the edge nor the next one says what the access between them is.
  static bool tells_not(const Edge& edge, const Edge* next) {
    const auto is_open = [](const Edge& each) {
      return each.kind == EdgeKind::Po || each.kind == EdgeKind::Fence;
    };
    return (is_open(edge) || edge.kind == EdgeKind::Dependency) && next != nullptr &&
           is_open(*next);
  }
  [[nodiscard]] std::string bare_tag(const Edge& edge) const {
    const std::string same = edge.changes_location ? "" : "s";
    switch (edge.kind) {
      case EdgeKind::Po: return "po" + same;
      case EdgeKind::Fence: return lower_case(cycle_.architecture->fences[edge.word].name) + same;
      case EdgeKind::Dependency:
        return lower_case(cycle_.architecture->dependencies[edge.word].name) + same;
      case EdgeKind::Rmw: return std::string(cycle_.architecture->rmws[edge.word].tag);
      case EdgeKind::Insert:
        return "[" + lower_case(cycle_.architecture->fences[edge.word].name) + "]";
      case EdgeKind::Store: return "store";
      case EdgeKind::Node: return "";
      case EdgeKind::Hat: return "hat";
      case EdgeKind::Rf:
      case EdgeKind::Fr:
      case EdgeKind::Co: break;
    }
    const std::string letters = edge.kind == EdgeKind::Rf   ? "rf"
                                : edge.kind == EdgeKind::Fr ? "fr"
                                                            : "co";
    return edge.span == Span::Internal ? letters + "i" : letters;
  }

  const Cycle& cycle_;
  std::vector<Stretch> threads_;
  bool has_coherence_name_ = false;
};

}  // namespace

Cycle normal_form(const Cycle& cycle) {
  // Begins behind an external edge, so that each stretch is a thread.
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < cycle.edges.size(); ++i) {
    if (cycle.edges[i].ends_thread()) starts.push_back((i + 1) % cycle.edges.size());
  }
  if (starts.empty()) return cycle;
  // Pseudo edges stand at the access where the edge before them ends.
  const Cycle aligned = rotated(cycle, starts.front());
  const std::vector<Stretch> threads = stretches(aligned);
  std::size_t best = 0;
  for (std::size_t i = 1; i < threads.size(); ++i) {
    if (begins_before(threads, i, best)) best = i;
  }
  return rotated(cycle, starts[best]);
}

Name name_of(const Cycle& cycle) { return Namer(normal_form(cycle)).run(); }

}  // namespace drover::generate
