#include "generate/search.h"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <utility>

#include "generate/names.h"
#include "support/bit_set.h"
#include "support/interrupt.h"

namespace drover::generate {

namespace {

using Key = std::vector<std::uint64_t>;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t hash = 1469598103934665603U;
    for (const std::uint64_t each : key) hash = (hash ^ each) * 1099511628211U;
    return hash;
  }
};

std::uint64_t number_of(const Edge& edge) {
  std::uint64_t out = 0;
  const auto add = [&](auto value) { out = (out << 8) | static_cast<std::uint64_t>(value); };
  add(edge.kind);
  add(edge.span);
  add(edge.changes_location);
  add(static_cast<std::uint64_t>(edge.from) * 4 + static_cast<std::uint64_t>(edge.to));
  add(edge.word);
  add(edge.first);
  add(edge.second);
  return out;
}

// The same for all rotations.
Key key_of(const Cycle& cycle) {
  Key numbers;
  for (const Edge& each : cycle.edges) numbers.push_back(number_of(each));
  Key best = numbers;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    std::ranges::rotate(numbers, numbers.begin() + 1);
    if (numbers < best) best = numbers;
  }
  return best;
}

// Passes each cycle on once, if a test can be made of it.
class Collector {
 public:
  Collector(Locations locations, const OnCycle& on_cycle)
      : locations_(locations), on_cycle_(on_cycle) {}

  void leave_out(const Cycle& cycle) { seen_.insert(key_of(cycle)); }
  void refuse() { ++count_.refused; }
  template <typename Accept>
  void add(const Cycle& cycle, Accept accept) {
    if (!seen_.insert(key_of(cycle)).second) {
      ++count_.repeated;
      return;
    }
    const OrError<Layout> layout = lay_out(cycle, locations_);
    const auto* good = std::get_if<Layout>(&layout);
    if (good == nullptr || !accept(*good)) {
      ++count_.refused;
      return;
    }
    ++count_.found;
    on_cycle_(normal_form(cycle));
  }
  [[nodiscard]] const SearchCount& count() const { return count_; }

 private:
  Locations locations_;
  const OnCycle& on_cycle_;
  std::unordered_set<Key, KeyHash> seen_;
  SearchCount count_;
};

// ---- Which edges may stand side by side

bool is_internal(const Edge& edge) { return edge.span == Span::Internal; }
bool is_dependency(const Edge& edge) { return edge.kind == EdgeKind::Dependency; }
bool is_pod(const Edge& edge) { return edge.kind == EdgeKind::Po && edge.changes_location; }
bool is_pos(const Edge& edge) { return edge.kind == EdgeKind::Po && !edge.changes_location; }
// Rfi, Coi, Fri, or the program order that is like it.
bool is_internal_communication(const Edge& edge) {
  const bool reads_twice = edge.from == Direction::Read && edge.to == Direction::Read;
  return (edge.is_communication() && is_internal(edge)) || (is_pos(edge) && !reads_twice);
}
bool is_rfi(const Edge& edge) { return edge.kind == EdgeKind::Rf && is_internal(edge); }

// The communication that an edge is, or is like: PosWR is like Rfi.
EdgeKind communication_of(const Edge& edge) {
  if (edge.is_communication() || !is_internal_communication(edge)) return edge.kind;
  if (edge.to == Direction::Read) return EdgeKind::Rf;
  return edge.from == Direction::Read ? EdgeKind::Fr : EdgeKind::Co;
}

// The sum of two communications is one already: Co;Co, and of one kind Fr;Co, Rf;Fr.
bool is_redundant(const Edge& left, const Edge& right) {
  const EdgeKind one = communication_of(left);
  const EdgeKind other = communication_of(right);
  if (one == EdgeKind::Co && other == EdgeKind::Co) return true;
  const bool is_sum = (one == EdgeKind::Rf && other == EdgeKind::Fr) ||
                      (one == EdgeKind::Fr && other == EdgeKind::Co);
  return is_sum && is_internal(left) == is_internal(right);
}

bool may_follow_by_default(const Edge& left, const Edge& right) {
  if (!is_internal(left) || !is_internal(right)) return true;
  if (left.kind == EdgeKind::Rmw) return true;
  if (right.kind == EdgeKind::Rmw) return left.changes_location || is_rfi(left);
  const auto either_way = [&](auto one, auto other) {
    return (one(left) && other(right)) || (one(right) && other(left));
  };
  const auto is_small = [](const Edge& edge) {
    return is_internal_communication(edge) || edge.kind == EdgeKind::Insert;
  };
  const auto is_large = [](const Edge& edge) { return is_dependency(edge) || is_pod(edge); };
  const auto is_far_fence = [](const Edge& edge) {
    return edge.kind == EdgeKind::Fence && edge.changes_location;
  };
  const auto is_far_dependency = [](const Edge& edge) {
    return is_dependency(edge) && edge.changes_location;
  };
  return either_way(is_small, is_large) || either_way(is_far_dependency, is_pod) ||
         either_way(is_rfi, is_pos) || either_way(is_far_fence, is_pos);
}

bool may_follow_in_critical(const Edge& left, const Edge& right) {
  if (left.kind == EdgeKind::Rmw || right.kind == EdgeKind::Rmw) return true;
  if (is_internal(left) != is_internal(right)) return true;
  if (is_internal(left)) return false;
  return right.kind == EdgeKind::Rf && (left.kind == EdgeKind::Co || left.kind == EdgeKind::Fr);
}

// ---- Search

using Bits = std::vector<BitWord>;  // of pieces

// A relaxation as edges, with the annotations of its ends.
struct Piece {
  std::vector<Edge> edges;
  const Edge* first = nullptr;  // the first and last that are no pseudo edges
  const Edge* last = nullptr;
  std::uint32_t ends = 0;     // of threads
  std::uint32_t changes = 0;  // of the location
  // Edges inside a thread: before the first end of a thread, and behind the last one.
  std::uint32_t head = 0;
  std::uint32_t tail = 0;
};

std::optional<Piece> piece_of(const Relaxation& relaxation) {
  Piece piece;
  Annotation pending = NotAnnotated;
  const auto merge = [](Annotation& to, Annotation from) {
    if (from != NotAnnotated && (to == NotAnnotated || to == 0)) to = from;
  };
  for (const CycleItem& each : relaxation) {
    if (const auto* word = std::get_if<Annotation>(&each)) {
      merge(piece.edges.empty() ? pending : piece.edges.back().second, *word);
      continue;
    }
    Edge edge = std::get<Edge>(each);
    if (piece.edges.empty()) merge(edge.first, pending);
    piece.edges.push_back(edge);
  }
  const auto is_real = [](const Edge& edge) { return !edge.is_pseudo(); };
  if (std::ranges::none_of(piece.edges, is_real)) return std::nullopt;
  for (const Edge& each : piece.edges) {
    piece.changes += each.changes_location ? 1U : 0U;
    if (!is_internal(each)) {
      ++piece.ends;
      piece.tail = 0;
    } else if (is_real(each)) {
      ++piece.tail;
      if (piece.ends == 0) ++piece.head;
    }
  }
  return piece;
}

// Searches depth first. The first piece of a cycle is the least one: other rotations are not tried.
class Searcher {
 public:
  Searcher(const SearchOptions& options, const Architecture& architecture, Collector& collector)
      : options_(options), architecture_(architecture), collector_(collector) {}

  // Cycles of these pieces. The first `needed` of them are those that a cycle must begin with.
  void run(const std::vector<Relaxation>& relaxations, std::size_t needed) {
    pieces_.clear();
    for (std::size_t i = 0; i < relaxations.size(); ++i) {
      auto piece = piece_of(relaxations[i]);
      if (piece) {
        pieces_.push_back(*std::move(piece));
      } else if (i < needed) {
        --needed;
      }
    }
    for (Piece& each : pieces_) {
      const auto is_real = [](const Edge& edge) { return !edge.is_pseudo(); };
      each.first = &*std::ranges::find_if(each.edges, is_real);
      each.last = &*std::find_if(each.edges.rbegin(), each.edges.rend(), is_real);
    }
    find_successors();
    for (first_ = 0; first_ < std::min(needed, pieces_.size()); ++first_) {
      closing_.assign(words_for(pieces_.size()), 0);
      for (std::size_t i = first_; i < pieces_.size(); ++i) {
        if (closes_[i][first_]) insert_bit(closing_, i);
      }
      chosen_ = {first_};
      ends_ = pieces_[first_].ends;
      extend(pieces_[first_].tail);
    }
  }

 private:
  void find_successors() {
    const std::size_t size = pieces_.size();
    next_.assign(size, Bits(words_for(size), 0));
    closes_.assign(size, std::vector<bool>(size, false));
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b < size; ++b) {
        if (!may_meet(pieces_[a], pieces_[b])) continue;
        insert_bit(next_[a], b);
        closes_[a][b] = true;
      }
    }
  }
  [[nodiscard]] bool may_meet(const Piece& left, const Piece& right) const {
    if (left.last->to != right.first->from) return false;
    const Annotation one = left.edges.back().second;
    const Annotation other = right.edges.front().first;
    const auto is_plain = [](Annotation each) { return each == NotAnnotated || each == 0; };
    if (!is_plain(one) && !is_plain(other) && one != other) return false;
    if (!options_.cumulates && is_cumulative(*left.last, *right.first)) return false;
    return may_follow(left.edges.back().is_pseudo() ? left.edges.back() : *left.last,
                      right.edges.front().is_pseudo() ? right.edges.front() : *right.first,
                      options_.mode);
  }
  static bool is_cumulative(const Edge& left, const Edge& right) {
    const auto is_rfe = [](const Edge& edge) {
      return edge.kind == EdgeKind::Rf && edge.ends_thread();
    };
    return (is_rfe(left) && right.kind == EdgeKind::Fence) ||
           (left.kind == EdgeKind::Fence && is_rfe(right));
  }

  // `inside`: the edges of the last thread so far.
  void extend(std::uint32_t inside) {
    if (was_interrupted()) return;
    const std::size_t size = chosen_.size();
    const std::size_t last = chosen_.back();
    const bool has_size = !options_.is_exact_size || size == options_.size;
    if (has_size && size > 1 && closes_[last][first_]) close();
    if (size == options_.size) return;
    const bool is_last = size + 1 == options_.size;
    // The last piece must lead back to the first.
    for (std::size_t word = first_ / BitsPerWord; word < closing_.size(); ++word) {
      const BitWord kept = is_last ? closing_[word] : ~BitWord{0};
      for_each_bit_of_word(next_[last][word] & kept, word, [&](std::size_t each) {
        const Piece& piece = pieces_[each];
        const bool is_too_much =
            ends_ + piece.ends > options_.threads || inside + piece.head >= options_.inside;
        if (each < first_ || is_too_much) return;
        chosen_.push_back(each);
        ends_ += piece.ends;
        extend(piece.ends > 0 ? piece.tail : inside + piece.head);
        ends_ -= piece.ends;
        chosen_.pop_back();
      });
    }
  }

  void close() {
    if (options_.are_exact_threads ? ends_ != options_.threads : ends_ < 2) return;
    // Most combinations fail here, before anything is copied.
    std::size_t changes = 0;
    for (const std::size_t each : chosen_) changes += pieces_[each].changes;
    if (options_.mode == Mode::Uni ? changes == 1 : changes < 2) return;
    if (has_long_thread()) return;
    std::vector<CycleItem> items;
    for (const std::size_t each : chosen_) {
      for (const Edge& edge : pieces_[each].edges) items.emplace_back(edge);
    }
    const OrError<Cycle> settled = settle(items, architecture_);
    const auto* cycle = std::get_if<Cycle>(&settled);
    if (cycle == nullptr) {
      collector_.refuse();
      return;
    }
    collector_.add(*cycle, [&](const Layout& layout) { return is_wanted(*cycle, layout); });
  }

  [[nodiscard]] bool is_wanted(const Cycle& cycle, const Layout& layout) const {
    const bool is_free = options_.mode == Mode::Free || options_.mode == Mode::Uni;
    if (!is_free && returns_early(cycle, layout)) return false;
    const auto has = [&](const Relaxation& each) { return contains(cycle, each); };
    if (std::ranges::any_of(options_.reject, has)) return false;
    return options_.prefix.empty() || std::ranges::any_of(options_.prefix, has);
  }
  [[nodiscard]] bool has_long_thread() const {
    std::uint32_t length = 0;
    // Twice around: a thread may go over the end.
    for (std::size_t i = 0; i < 2 * chosen_.size(); ++i) {
      for (const Edge& edge : pieces_[chosen_[i % chosen_.size()]].edges) {
        if (edge.is_pseudo()) continue;
        length = is_internal(edge) ? length + 1 : 0;
        if (length >= options_.inside) return true;
      }
    }
    return false;
  }
  // Whether a thread ends at the location where it begins, before that in coherence.
  static bool returns_early(const Cycle& cycle, const Layout& layout) {
    return std::ranges::any_of(layout.threads, [&](const std::vector<std::size_t>& thread) {
      const Event& first = layout.events[thread.front()];
      const Event& last = layout.events[thread.back()];
      const auto changes = [&](std::size_t each) {
        return cycle.edges[layout.events[each].out].changes_location;
      };
      return first.location == last.location &&
             std::any_of(thread.begin(), thread.end() - 1, changes);
    });
  }
  static bool contains(const Cycle& cycle, const Relaxation& relaxation) {
    const auto piece = piece_of(relaxation);
    if (!piece) return false;
    const std::size_t size = cycle.edges.size();
    const auto is_like = [](Edge have, const Edge& want) {
      if (want.first == NotAnnotated) have.first = NotAnnotated;
      if (want.second == NotAnnotated) have.second = NotAnnotated;
      return have == want;
    };
    for (std::size_t i = 0; i < size; ++i) {
      std::size_t k = 0;
      while (k < piece->edges.size() && is_like(cycle.edges[(i + k) % size], piece->edges[k])) ++k;
      if (k == piece->edges.size()) return true;
    }
    return false;
  }

  const SearchOptions& options_;
  const Architecture& architecture_;
  Collector& collector_;
  std::vector<Piece> pieces_;
  std::vector<Bits> next_;  // by piece: those that may follow
  std::vector<std::vector<bool>> closes_;
  std::vector<std::size_t> chosen_;
  std::size_t first_ = 0;
  Bits closing_;  // the pieces that first_ may follow
  std::uint32_t ends_ = 0;
};

}  // namespace

bool may_follow(const Edge& left, const Edge& right, Mode mode) {
  if (is_redundant(left, right)) return false;
  switch (mode) {
    case Mode::Default: return may_follow_by_default(left, right);
    case Mode::Critical: return may_follow_in_critical(left, right);
    case Mode::Free: return true;
    case Mode::Uni: return left.kind != EdgeKind::Po || right.kind != EdgeKind::Po;
  }
  return false;
}

SearchCount products(const std::vector<std::vector<Relaxation>>& lists,
                     const Architecture& architecture, Locations locations,
                     const OnCycle& on_cycle) {
  Collector collector(locations, on_cycle);
  std::vector<std::size_t> place(lists.size(), 0);
  if (std::ranges::any_of(lists, [](const auto& each) { return each.empty(); })) return {};
  for (bool is_done = lists.empty(); !is_done && !was_interrupted();) {
    std::vector<CycleItem> items;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      items.insert(items.end(), lists[i][place[i]].begin(), lists[i][place[i]].end());
    }
    const OrError<Cycle> settled = settle(items, architecture);
    if (const auto* cycle = std::get_if<Cycle>(&settled)) {
      collector.add(*cycle, [](const Layout&) { return true; });
    } else {
      collector.refuse();
    }
    // The last list turns fastest.
    std::size_t i = lists.size();
    while (i > 0 && ++place[i - 1] == lists[i - 1].size()) place[--i] = 0;
    is_done = i == 0;
  }
  return collector.count();
}

SearchCount search(const SearchOptions& options, const Architecture& architecture,
                   const OnCycle& on_cycle) {
  const bool is_one = options.mode == Mode::Uni;
  Collector collector(is_one ? Locations::One : Locations::Several, on_cycle);
  for (const Cycle& each : options.without) collector.leave_out(each);
  Searcher searcher(options, architecture, collector);
  const auto joined_with_safe = [&](std::vector<Relaxation> first) {
    for (const Relaxation& each : options.safe) {
      if (std::ranges::find(first, each) == first.end()) first.push_back(each);
    }
    return first;
  };
  if (options.relax.empty()) {
    searcher.run(options.safe, options.safe.size());
  } else if (options.mixes) {
    searcher.run(joined_with_safe(options.relax), options.relax.size());
  } else {
    for (const Relaxation& each : options.relax) searcher.run(joined_with_safe({each}), 1);
  }
  return collector.count();
}

}  // namespace drover::generate
