#include "generate/cycle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>

#include "support/format.h"
#include "support/text.h"

namespace drover::generate {

namespace {

// Old words for two edges.
using Pair = std::array<std::string_view, 3>;
constexpr std::array Detours{
    Pair{"DetourRW", "FrLeave", "CoBack"}, Pair{"DetourWW", "CoLeave", "CoBack"},
    Pair{"DetourR", "FrLeave", "RfBack"}, Pair{"DetourW", "CoLeave", "RfBack"}};

struct PlacedItem {
  CycleItem item;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string_view word_of(Direction direction) {
  return direction == Direction::Read    ? "a read"
         : direction == Direction::Write ? "a write"
                                         : "an access of either kind";
}

// Settles the directions and annotations of a cycle. A short-lived worker: holds references.
class Settler {
 public:
  Settler(const std::vector<PlacedItem>& items, const Architecture& architecture)
      : architecture_(architecture) {
    for (const PlacedItem& each : items) {
      if (const auto* edge = std::get_if<Edge>(&each.item)) {
        cycle_.edges.push_back(*edge);
        places_.emplace_back(each.begin, each.end);
        words_.push_back({});
      } else {
        const auto annotation = std::get<Annotation>(each.item);
        (words_.empty() ? before_first_ : words_.back()).push_back(annotation);
      }
    }
    cycle_.architecture = &architecture;
  }

  OrError<Cycle> run() {
    if (cycle_.edges.empty()) return CycleError{"there is no edge"};
    for (const Annotation each : before_first_) words_.back().push_back(each);
    std::vector<std::size_t> real;
    for (std::size_t i = 0; i < cycle_.edges.size(); ++i) {
      if (!cycle_.edges[i].is_pseudo()) real.push_back(i);
    }
    if (real.empty()) return CycleError{"there is no edge between two accesses"};
    for (std::size_t k = 0; k < real.size(); ++k) {
      if (auto error = settle_event(real[k], real[(k + 1) % real.size()])) return *error;
    }
    return std::move(cycle_);
  }

 private:
  // Settles the access between edge `before` and edge `after`; between these are pseudo edges.
  std::optional<CycleError> settle_event(std::size_t before, std::size_t after) {
    std::vector<std::size_t> between;
    const std::size_t size = cycle_.edges.size();
    for (std::size_t i = (before + 1) % size; i != after; i = (i + 1) % size) between.push_back(i);
    Edge& left = cycle_.edges[before];
    Edge& right = cycle_.edges[after];
    Direction direction = left.to == Direction::Any ? right.from : left.to;
    for (const std::size_t each : between) {
      if (direction == Direction::Any) direction = cycle_.edges[each].from;
    }
    if (direction == Direction::Any) {
      return at(before, after,
                format("nothing tells whether the access between {} and {} is a read or a write: "
                       "write R or W for one of the stars",
                       name(before), name(after)));
    }
    const auto differs = [&](Direction other) {
      return other != Direction::Any && other != direction;
    };
    for (const std::size_t each : between) {
      if (differs(cycle_.edges[each].from)) {
        return at(each, each, format("{} stands at {}", name(each), word_of(direction)));
      }
    }
    if (differs(right.from)) {
      return at(before, after,
                format("{} leads to {}, and {} starts from {}", name(before), word_of(left.to),
                       name(after), word_of(right.from)));
    }
    Annotation annotation = NotAnnotated;
    std::vector<Annotation> given{left.second};
    for (std::size_t i = before; i != after; i = (i + 1) % size) {
      given.insert(given.end(), words_[i].begin(), words_[i].end());
      if (size == 1) break;
    }
    given.push_back(right.first);
    for (const Annotation each : given) {
      if (each == NotAnnotated || each == annotation) continue;
      if (annotation != NotAnnotated && annotation != 0 && each != 0) {
        return at(before, after,
                  format("the access between {} and {} has two annotations, {} and {}",
                         name(before), name(after), architecture_.annotations[annotation].name,
                         architecture_.annotations[each].name));
      }
      if (annotation == NotAnnotated || annotation == 0) annotation = each;
    }
    if (annotation == NotAnnotated) annotation = 0;
    const AnnotationWord& word = architecture_.annotations[annotation];
    if (annotation != 0 && !fits(word, direction, left, right)) {
      return at(before, after,
                format("{} between {} and {} cannot be {}", word_of(direction), name(before),
                       name(after), word.name));
    }
    left.to = right.from = direction;
    left.second = right.first = annotation;
    for (const std::size_t each : between) {
      cycle_.edges[each].from = cycle_.edges[each].to = direction;
      cycle_.edges[each].first = cycle_.edges[each].second = annotation;
    }
    return std::nullopt;
  }

  // A read-modify-write that returns no value acquires nothing; no architecture has one with the
  // weaker acquire of a load.
  [[nodiscard]] bool fits(const AnnotationWord& word, Direction direction, const Edge& left,
                          const Edge& right) const {
    const auto returns_nothing = [&](const Edge& edge) {
      return edge.kind == EdgeKind::Rmw && !architecture_.rmws[edge.word].returns_value;
    };
    if (returns_nothing(right)) return false;
    if (right.kind == EdgeKind::Rmw && word.name == "Q") return false;
    const bool is_both = word.name == "AR" && architecture_.notation == Notation::C;
    if (is_both) return left.kind == EdgeKind::Rmw || right.kind == EdgeKind::Rmw;
    return !(direction == Direction::Read ? word.load : word.store).empty();
  }
  [[nodiscard]] std::string name(std::size_t edge) const {
    return format("`{}`", print_bare(cycle_.edges[edge], architecture_));
  }
  [[nodiscard]] CycleError at(std::size_t first, std::size_t last, std::string message) const {
    if (last < first) last = first;
    return {std::move(message), places_[first].first, places_[last].second};
  }

  const Architecture& architecture_;
  Cycle cycle_;
  std::vector<std::pair<std::size_t, std::size_t>> places_;
  std::vector<std::vector<Annotation>> words_;  // by edge: annotations written behind it
  std::vector<Annotation> before_first_;
};

// Finds threads, locations and values. A short-lived worker: holds references.
class LayoutFinder {
 public:
  LayoutFinder(const Cycle& cycle, Locations locations, Values values)
      : cycle_(cycle), locations_(locations), values_(values) {}

  OrError<Layout> run() {
    find_events();
    auto error = find_threads();
    if (!error) error = find_locations();
    if (!error) error = find_values();
    if (!error) error = check_hats();
    if (error) return *error;
    return std::move(out_);
  }

 private:
  using Failure = std::optional<CycleError>;

  [[nodiscard]] const Edge& edge(std::size_t index) const { return cycle_.edges[index]; }
  [[nodiscard]] std::size_t size() const { return out_.events.size(); }

  void find_events() {
    std::vector<std::size_t> real;
    for (std::size_t i = 0; i < cycle_.edges.size(); ++i) {
      if (!edge(i).is_pseudo()) real.push_back(i);
    }
    for (std::size_t k = 0; k < real.size(); ++k) {
      const std::size_t in = real[(k + real.size() - 1) % real.size()];
      Event event{.direction = edge(real[k]).from,
                  .annotation = edge(real[k]).first,
                  .in = in,
                  .out = real[k]};
      const std::size_t all = cycle_.edges.size();
      for (std::size_t i = (in + 1) % all; i != real[k]; i = (i + 1) % all) {
        if (edge(i).kind == EdgeKind::Insert) event.inserts.push_back(i);
        if (edge(i).kind == EdgeKind::Store) event.store = 0;
      }
      out_.events.push_back(std::move(event));
    }
  }

  // P0 is the thread at the beginning if that has an internal edge, else the next one.
  [[nodiscard]] std::size_t first_event() const {
    for (std::size_t k = 0; k < size(); ++k) {
      const Event& event = out_.events[k];
      if (edge(event.in).ends_thread() && !edge(event.out).ends_thread()) return k;
    }
    for (std::size_t k = 0; k < size(); ++k) {
      if (edge(out_.events[k].in).ends_thread()) return k;
    }
    return 0;
  }

  Failure find_threads() {
    std::vector<std::size_t> left;  // threads to come back to
    std::size_t thread = 0;
    out_.threads.emplace_back();
    first_ = first_event();
    for (std::size_t i = 0; i < size(); ++i) {
      Event& event = out_.events[(first_ + i) % size()];
      event.thread = thread;
      out_.threads[thread].push_back((first_ + i) % size());
      switch (edge(event.out).span) {
        case Span::Internal: break;
        case Span::Leave:
          left.push_back(thread);
          thread = new_thread();
          break;
        case Span::Back:
          if (left.empty()) {
            return CycleError{format("{} comes back to a thread that was not left",
                                     print_bare(edge(event.out), *cycle_.architecture))};
          }
          thread = left.back();
          left.pop_back();
          break;
        case Span::External:
          if (i + 1 < size()) thread = new_thread();
          break;
      }
    }
    if (!left.empty()) return CycleError{"a thread that is left is never come back to"};
    return check_threads();
  }
  std::size_t new_thread() {
    out_.threads.emplace_back();
    return out_.threads.size() - 1;
  }

  Failure check_threads() const {
    std::size_t external = 0;
    for (const Event& event : out_.events) {
      const Event& next =
          out_.events[(static_cast<std::size_t>(&event - out_.events.data()) + 1) % size()];
      if (edge(event.out).span == Span::Internal) {
        if (event.thread != next.thread) {
          return CycleError{
              "a thread ends at an edge that is internal: the edges of a thread "
              "must end with an external one"};
        }
        continue;
      }
      ++external;
      // A cycle through one thread and several locations violates sc, too.
      if (event.thread == next.thread && locations_ == Locations::One) {
        return CycleError{
            "all accesses are in one thread, at one location: no order of them is in "
            "question"};
      }
    }
    if (external == 0) {
      return CycleError{"there is no external edge: all accesses are in one thread"};
    }
    for (const Event& event : out_.events) {
      if (!event.inserts.empty() && edge(event.in).span != Span::Internal) {
        return CycleError{format("the fence {} stands behind {}, which has no code",
                                 print_bare(edge(event.inserts.front()), *cycle_.architecture),
                                 print_bare(edge(event.in), *cycle_.architecture))};
      }
    }
    return std::nullopt;
  }
  // Rows: the accesses of a location in the order of the cycle.
  Failure find_locations() {
    std::vector<std::size_t> starts;  // accesses at which a location begins
    for (std::size_t k = 0; k < size(); ++k) {
      if (edge(out_.events[k].in).changes_location) starts.push_back(k);
    }
    if (starts.size() == 1) {
      return CycleError{
          "the location changes once and never back: one edge with `d` too many, or "
          "one too few"};
    }
    if (starts.empty() && locations_ == Locations::Several) {
      return CycleError{"all accesses are at one location: --oneloc makes such tests"};
    }
    if (starts.empty()) starts.push_back(start_of_row());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::size_t end = starts[(i + 1) % starts.size()];
      rows_.emplace_back();
      std::size_t k = starts[i];
      do {
        rows_.back().push_back(k);
        k = (k + 1) % size();
      } while (k != end);
    }
    // Names go by first use, in the order of threads.
    std::vector<std::size_t> number(rows_.size(), rows_.size());
    std::vector<std::size_t> row_of(size());
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      for (const std::size_t each : rows_[row]) row_of[each] = row;
    }
    std::size_t next = 0;
    for (const auto& thread : out_.threads) {
      for (const std::size_t each : thread) {
        std::size_t& of_row = number[row_of[each]];
        if (of_row == rows_.size()) of_row = next++;
        out_.events[each].location = of_row;
      }
    }
    return std::nullopt;
  }

  // The only row begins where an internal edge ends and communication starts, at a read if it can.
  [[nodiscard]] std::size_t start_of_row() const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < size(); ++i) {
      const std::size_t k = (first_ + i) % size();
      const Event& event = out_.events[k];
      if (edge(event.in).span != Span::Internal || edge(event.out).span == Span::Internal) continue;
      if (event.direction == Direction::Read) return k;
      if (!found) found = k;
    }
    return found.value_or(first_);
  }

  Failure find_values() {
    out_.writes.resize(rows_.size());
    for (const auto& row : rows_) {
      std::vector<std::uint64_t>& writes = out_.writes[out_.events[row.front()].location];
      std::set<std::uint64_t> used{0};
      std::uint64_t now = 0;
      std::uint64_t number = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        Event& event = out_.events[row[i]];
        if (event.store) {
          number = fresh(used, ++number, [](std::uint64_t each) { return each; }).value_or(0);
          now = number;
          event.store = now;
          used.insert(now);
          writes.push_back(now);
        }
        event.value = now;
        if (event.direction != Direction::Write) continue;
        ++number;
        const RmwKind kind = kind_of(event);
        const auto result = [&](std::uint64_t operand) { return updated(kind, now, operand); };
        if (kind == RmwKind::Exchange) number = room_for_clearing(row, i, number);
        const auto operand = fresh(used, number, result);
        if (!operand) {
          return CycleError{"no operand gives each write of a location a value of its own"};
        }
        if (kind == RmwKind::Exchange) number = *operand;
        event.operand = *operand;
        event.before = now;
        event.value = now = result(*operand);
        used.insert(now);
        writes.push_back(now);
      }
    }
    return std::nullopt;
  }

  // Two reads of one value order nothing unless a write comes before or after them.
  [[nodiscard]] Failure check_hats() const {
    for (const Event& event : out_.events) {
      if (edge(event.out).kind != EdgeKind::Hat) continue;
      if (!out_.writes[event.location].empty()) continue;
      return CycleError{"Hat relates two reads of a location that nobody writes"};
    }
    return std::nullopt;
  }

  // How the access computes what it writes. Exchange: it does not.
  [[nodiscard]] RmwKind kind_of(const Event& event) const {
    const Edge& in = edge(event.in);
    if (in.kind != EdgeKind::Rmw) return RmwKind::Exchange;
    const RmwKind kind = cycle_.architecture->rmws[in.word].kind;
    return kind == RmwKind::Pair || kind == RmwKind::Compare ? RmwKind::Exchange : kind;
  }
  // Returns the first number from `from` on whose result is new.
  template <typename Result>
  std::optional<std::uint64_t> fresh(const std::set<std::uint64_t>& used, std::uint64_t from,
                                     Result result) const {
    if (values_ == Values::Numbered) return from;
    constexpr std::uint64_t Tries = 256;
    for (std::uint64_t operand = from; operand < from + Tries; ++operand) {
      if (!used.contains(result(operand))) return operand;
    }
    for (std::uint64_t operand = 1; operand < from; ++operand) {
      if (!used.contains(result(operand))) return operand;
    }
    return std::nullopt;
  }
  // A value that is cleared next needs a bit for each clearing.
  [[nodiscard]] std::uint64_t room_for_clearing(const std::vector<std::size_t>& row, std::size_t at,
                                                std::uint64_t number) const {
    if (values_ == Values::Numbered) return number;
    std::size_t clearings = 0;
    for (std::size_t i = at + 1; i < row.size(); ++i) {
      const Event& event = out_.events[row[i]];
      if (event.direction != Direction::Write) continue;
      if (kind_of(event) != RmwKind::Clear) break;
      ++clearings;
    }
    return clearings == 0 ? number : std::max(number, (std::uint64_t{2} << clearings) - 1);
  }

  const Cycle& cycle_;
  Locations locations_;
  Values values_;
  Layout out_;
  std::size_t first_ = 0;
  std::vector<std::vector<std::size_t>> rows_;
};

}  // namespace

Cycle rotated(const Cycle& cycle, std::size_t first) {
  Cycle out = cycle;
  std::ranges::rotate(out.edges, out.edges.begin() + static_cast<std::ptrdiff_t>(first));
  return out;
}

OrError<Cycle> settle(const std::vector<CycleItem>& items, const Architecture& architecture) {
  std::vector<PlacedItem> placed;
  for (const CycleItem& each : items) placed.push_back({each});
  return Settler(placed, architecture).run();
}

OrError<Cycle> read_cycle(std::string_view text, const Architecture& architecture) {
  std::vector<PlacedItem> items;
  const auto is_blank = [](char c) { return c == ' ' || c == ',' || c == '\t' || c == '\n'; };
  for (std::size_t begin = 0; begin < text.size();) {
    if (is_blank(text[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && !is_blank(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    const auto* detour = std::ranges::find(Detours, word, [](const Pair& each) { return each[0]; });
    if (detour != Detours.end()) {
      items.push_back({*read_edge((*detour)[1], architecture), begin, end});
      items.push_back({*read_edge((*detour)[2], architecture), begin, end});
    } else if (const auto annotation = read_annotation(word, architecture)) {
      items.push_back({*annotation, begin, end});
    } else if (const auto edge = read_edge(word, architecture)) {
      items.push_back({*edge, begin, end});
    } else {
      return CycleError{format("`{}` is no edge and no annotation of {}", word, architecture.name),
                        begin, end};
    }
    begin = end;
  }
  return Settler(items, architecture).run();
}

OrError<Layout> lay_out(const Cycle& cycle, Locations locations, Values values) {
  return LayoutFinder(cycle, locations, values).run();
}

std::uint64_t updated(RmwKind kind, std::uint64_t now, std::uint64_t operand) {
  switch (kind) {
    case RmwKind::Add: return now + operand;
    case RmwKind::Xor: return now ^ operand;
    case RmwKind::Set: return now | operand;
    case RmwKind::Clear: return now & ~operand;
    case RmwKind::Pair:
    case RmwKind::Exchange:
    case RmwKind::Compare: break;
  }
  return operand;
}

std::string location_name(std::size_t location) {
  constexpr std::string_view Letters = "xyzabcdefghijklmnopqrstuvw";
  if (location < Letters.size()) return std::string(1, Letters[location]);
  return format("x{}", location - Letters.size());
}

}  // namespace drover::generate
